//! The response with a solution: a document with all requested items, or a drawing.

use dedale::formats::{
    Directions, Encoding, Format, PathCost, Section, SolutionDocument, SolutionHead, directions, rectangles,
};
use dedale::grid::{AnyGrid, Cell, Grid as _};
use dedale::maze::Maze;
use dedale::measure::stats;
use dedale::observe::Stopped;
use dedale::options::{InvalidOption, InvalidOptions, MakeError};
use dedale::parse::SquareDrawing;
use dedale::picture::{Picture, Trail};
use dedale::solve::diagonals::Diagonals;
use dedale::solve::{Outcome, Solution, costs, distances, exit_paths};

use crate::endpoints::making::{Drawn, fitted, posted_drawing, run, search, shade};
use crate::endpoints::worksheet::Page;
use crate::limits::cancel::Watch;
use crate::parameters::format::Representation;
use crate::parameters::solve::{Points, SolveOptions};
use crate::parameters::table::{Include, Name};
use crate::response::body::Drawing;

/// The cells of a matrix; `None` for all cells.
fn points(grid: &AnyGrid, points: &Points) -> Result<Option<Vec<Cell>>, InvalidOptions> {
    let Points::Named(addresses) = points else { return Ok(None) };
    let wrong = |index: usize| {
        let reason = format!("{} is no cell of the maze", addresses[index]);
        InvalidOptions(vec![InvalidOption { option: Name::Point.as_str(), index, reason: reason.into() }])
    };
    let cells = addresses.iter().enumerate().map(|(i, &address)| grid.find(address).ok_or_else(|| wrong(i)));
    cells.collect::<Result<_, _>>().map(Some)
}

/// The picture on which a solution is drawn, unless it is that of the maze.
pub enum Background {
    /// A page to print.
    Page(Page),
    /// The posted drawing.
    Posted(SquareDrawing),
}

/// Solves the maze of a picture, and draws the solution in the requested format.
pub fn solve_and_draw(
    mut picture: Picture,
    solve: &SolveOptions,
    representation: Representation,
    canvas: Option<Background>,
    watch: &mut Watch,
) -> Result<Drawn, MakeError<Stopped>> {
    let points = points(picture.maze.grid(), &solve.points)?;
    let keep_walk = solve.include.contains(&Include::Walk);
    let found = match solve.diagonals.then(|| picture.maze.with_diagonals()).flatten() {
        Some(maze) => {
            let ends = [picture.from, picture.to];
            let solution = watch.time("solve", |watch| run(solve.solver, &maze, ends, keep_walk, watch))?;
            Found::with_diagonals(&maze, solution)
        }
        None => {
            let mut solution = search(&mut picture, solve.solver, keep_walk, representation.format, watch)?;
            if solve.keeps_to_middle
                && let Some(path) = picture.maze.middle_path(picture.from, picture.to, watch)?
            {
                solution.outcome = Outcome::Arrived(path);
            }
            Found::along_passages(&picture.maze, solution)
        }
    };
    let outcome = Some(found.solution.outcome.name());
    if let Format::Json(_) = representation.format {
        let document = document(picture, solve, points, found, representation, watch)?;
        return Ok(Drawn { drawing: Some(Drawing::document(document.pieces())), outcome, seed: None });
    }
    let solution = found.solution;
    if let Some(path) = solution.path() {
        picture.path = Some(Trail::new(&picture.maze, path));
    }
    let format = fitted(&picture, representation.format)?;
    shade(&mut picture, format, watch)?;
    let drawing = match canvas {
        Some(Background::Page(page)) => Some(page.draw(picture)?),
        Some(Background::Posted(drawing)) => {
            let path = solution.path().unwrap_or_default();
            Some(posted_drawing(&drawing, &picture.maze, path, representation.format))
        }
        None => Drawing::picture(picture, format),
    };
    Ok(Drawn { drawing, outcome, seed: None })
}

fn document(
    picture: Picture,
    solve: &SolveOptions,
    points: Option<Vec<Cell>>,
    found: Found,
    representation: Representation,
    watch: &mut Watch,
) -> Result<SolutionDocument, Stopped> {
    let text = solve.include.contains(&Include::Text).then(|| picture.to_bytes(representation.text(solve.text)).ok());
    let text = text.flatten().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let Picture { maze, from, to, mut metadata, .. } = picture;
    let Found { mut solution, cost, directions: named } = found;
    let gave_up = solution.gave_up().map(|why| why.to_string());
    // A solver that gave up has proved nothing.
    let reachable = match &gave_up {
        None => solution.path().is_some(),
        Some(_) => distances(&maze, from, watch)?.to(to).is_some(),
    };
    if !reachable && metadata.read.is_some() {
        let part = distances(&maze, to, watch)?;
        let cells = maze.cells().filter(|&cell| part.to(cell).is_some()).count();
        let hint = match metadata.read {
            Some("numbers") => "; if 1 is free and 0 a wall, walls=0&free=1 says so",
            _ => "",
        };
        let warning = format!("no way leads from the entrance to the exit, which is in a part of {cells} cells{hint}");
        metadata.warnings.push(warning);
    }
    let head = SolutionHead {
        maze: metadata,
        solver: solve.solver.name(),
        options: solve.own_options(),
        reachable,
        length: solution.length(),
        cost,
        visited: solution.visited,
        gave_up: gave_up.filter(|_| reachable),
    };
    let mut sections = Vec::new();
    // The maze already has this member, except as a graph, in which each cell has its weight.
    let is_shown = representation.encoding().is_some_and(|encoding| encoding != Encoding::Graph);
    for item in solve.include.iter().filter(|&&item| !(is_shown && item == Include::Weights)) {
        sections.push(match item {
            Include::Path => Section::Cells("path", solution.path().map(<[Cell]>::to_vec)),
            Include::Directions if solve.diagonals => Section::Directions(named.clone()),
            Include::Directions => Section::Directions(solution.path().map(|path| directions(&maze, path))),
            Include::Paths => Section::Paths(watch.time("paths", |watch| exit_paths(&maze, from, watch))?),
            Include::Distances => Section::Distances(watch.time("distances", |watch| costs(&maze, from, watch))?),
            Include::Matrix => match &points {
                Some(points) => Section::Matrix(points.clone(), matrix(&maze, points, watch)?),
                None => Section::WholeMatrix,
            },
            Include::DeadEnds => {
                let dead_ends = maze.cells().filter(|&cell| maze.is_dead_end(cell));
                Section::Cells("dead_ends", Some(dead_ends.collect()))
            }
            Include::Rectangles => Section::Rectangles(watch.time("rectangles", |watch| rectangles(&maze, watch))?),
            Include::Text => Section::Text(text.clone()),
            Include::Weights => Section::Weights,
            Include::Walk => Section::Cells("walk", solution.walk.take()),
            Include::States => Section::States(std::mem::take(&mut solution.states)),
            Include::Stats => {
                let stats = watch.time("stats", |watch| stats(&maze, from, to, watch))?;
                Section::Stats(stats)
            }
            Include::Hash => Section::Hash(solve.hash.of(&maze)),
        });
    }
    if let Some(encoding) = representation.encoding() {
        sections.push(Section::Maze(encoding));
    }
    Ok(SolutionDocument { maze, head, sections })
}

/// The result of a solver, and the properties that depend on the allowed moves.
pub struct Found {
    /// The solution.
    pub solution: Solution,
    /// The cost of the path, if there is one; `None` if all moves have the same cost.
    pub cost: Option<Option<PathCost>>,
    /// The moves of the path, if moves across corners are allowed.
    directions: Option<Directions>,
}

impl Found {
    /// The result with moves through passages.
    pub fn along_passages(maze: &Maze<AnyGrid>, solution: Solution) -> Found {
        let cost = maze.weights().map(|_| solution.path().map(|path| PathCost::Weights(maze.cost_of(path))));
        Found { solution, cost, directions: None }
    }

    /// The result with moves across corners too.
    pub fn with_diagonals(maze: &Maze<Diagonals<'_>>, solution: Solution) -> Found {
        let cost = Some(solution.path().map(|path| PathCost::Length(maze.length_of(path))));
        let directions = solution.path().map(|path| directions(maze, path));
        Found { solution, cost, directions }
    }
}

/// The distances or costs between all pairs of points, one row per point.
fn matrix(maze: &Maze<AnyGrid>, points: &[Cell], watch: &mut Watch) -> Result<Vec<Vec<Option<u32>>>, Stopped> {
    let row = |&point: &Cell| {
        let found = costs(maze, point, watch)?;
        Ok(points.iter().map(|&cell| found.to(cell)).collect())
    };
    points.iter().map(row).collect()
}
