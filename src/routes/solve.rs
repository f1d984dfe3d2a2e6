//! `/solve`: a maze, made or posted, is solved.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use axum::routing::{MethodRouter, get};

use super::maze::{Drawn, call, draw, fitted, found, make, read_call, respond, search, shade};
use super::picture;
use super::worksheet::{self, Page};
use crate::app::App;
use crate::problem::Problem;
use crate::request::body;
use crate::request::format::Written;
use crate::request::maze::{self, MazeRequest, PostedRequest};
use crate::request::parameters::{Include, Name};
use crate::request::picture::PictureRequest;
use crate::request::posted::PostedMaze;
use crate::request::solve::{Points, SolveOptions};
use crate::response::answer::{Ask, Subject, answer};
use crate::response::body::Drawing;
use crate::response::caching::{Location, Tag};
use crate::response::coding::Coding;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::Done;
use dedale::format::Format;
use dedale::grid::{AnyGrid, Cell, Grid as _};
use dedale::maze::Maze;
use dedale::measure::stats;
use dedale::observe::Stopped;
use dedale::options::{Ends, InvalidOption, InvalidOptions, MakeError, MazeOptions};
use dedale::picture::{Picture, Trail};
use dedale::solve::diagonals::Diagonals;
use dedale::solve::{Outcome, Solution, VERSION, costs, distances, exit_paths, middle_path};
use dedale::text::parse::Drawing as SentDrawing;
use dedale::text::{
    Directions, Encoding, PathCost, Section, SolutionDocument, SolutionHead, SquareStyle, directions, rectangles,
};
use dedale_book::options::BookOptions;

/// `/solve`, and the paths that name a format.
pub fn handler() -> MethodRouter<Arc<App>> {
    get(|ask: Ask| async move {
        let request = read_call(&ask, maze::solve).await?.admitted(&ask.app.settings)?;
        respond(&ask, request, tag, solve_maze).await
    })
    .post(posted)
}

fn tag(request: &MazeRequest) -> Tag {
    let (format, encoded) = (request.written.format.identity(), request.written.encoded);
    let MazeRequest { maze, solve, page, .. } = request;
    let page = worksheet::identity(page.as_ref());
    Tag::new(format_args!("solve {VERSION} {maze} {solve:?} {format} {encoded}{page}"))
}

fn solve_maze(request: &MazeRequest, attempts: Option<u32>, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
    let MazeRequest { maze, written, solve: Some(solve), .. } = request else {
        return Ok(Drawn { drawing: None, outcome: None, seed: None });
    };
    let maze = found(maze, attempts, watch)?;
    let mut picture = make(&maze, written.format, watch)?;
    begin_at(&mut picture, &maze, solve, watch)?;
    picture.head.url = request.url(maze.seed());
    let page = request.page.as_ref().map(|options| Canvas::Page(Page::new(options, &tag(request))));
    if attempts.is_none() {
        return solved(picture, solve, *written, page, watch);
    }
    // What the solver draws comes from the seed in the answer as well.
    let (mut solve, seed) = (solve.clone(), maze.seed());
    solve.set_seed(seed);
    Ok(Drawn { seed: Some(seed), ..solved(picture, &solve, *written, page, watch)? })
}

/// Moves the entrance of a maze to the cell from which it is solved. Where the exit is the nearest one, that may be another then.
pub fn begin_at(
    picture: &mut Picture,
    maze: &MazeOptions,
    solve: &SolveOptions,
    watch: &mut Watch,
) -> Result<(), MakeError<Stopped>> {
    let Some(at) = solve.at else { return Ok(()) };
    let grid = picture.maze.grid();
    let wrong = || InvalidOptions::one(Name::At.as_str(), format!("{at} is no cell of the maze"));
    let from = grid.find(at).ok_or_else(wrong)?;
    let to = match maze.ends_at_any_exit() {
        true => Ends::Nearest { from: at }.find(&picture.maze, watch).map_err(MakeError::Stopped)?.1,
        false => picture.to,
    };
    let numbers = |cell: Cell| grid.address(cell).numbers().iter().map(|&number| number.into()).collect();
    (picture.head.from, picture.head.to) = (numbers(from), numbers(to));
    (picture.from, picture.to) = (from, to);
    Ok(())
}

/// A maze that was posted is solved.
async fn posted(ask: Ask, body: Body) -> Result<Response, Problem> {
    let sent = read_call(&ask, |call| body::sent(call, PostedRequest::groups())).await?;
    let body = body::receive(&ask, body).await?;
    if body.0.starts_with(b"\x89PNG")
        && sent.options.form.is_none_or(|form| form.name == "png")
        && let Some(request) = read_call(&ask, PictureRequest::read).await?
    {
        return picture::solved(&ask, sent, body, request).await;
    }
    let with_request = |ask: &Ask, maze| Ok((PostedRequest::read(call(ask), &maze)?, maze));
    // The memory for what was read is reserved until the answer begins.
    let Done { result: (request, maze), memory: _memory } = body::received(&ask, sent, body, with_request).await?;
    let (job, written) = (request.task(&maze).admit(&ask.app.settings)?, request.written);
    let (coding, form) = (ask.coding(written.is_compressed()), maze.form());
    let subject = about_posted(&maze, written, coding);
    let work = move |watch: &mut Watch| solved_between(maze, &request, watch);
    answer(&ask, subject, draw(&ask, job, coding, work)).await.map(|response| body::told(response, form))
}

/// What identifies the answer about a maze that was posted: it is found at no URL again.
pub fn about_posted(maze: &PostedMaze, written: Written, coding: Coding) -> Subject {
    Subject {
        location: Location::At(None, None),
        tag: None,
        vary: written.vary(),
        media_type: written.media_type(),
        coding,
        work: Work { cells: maze.cells(), algorithm: "none", format: written.name() },
    }
}

/// The drawing that was sent, with a path.
pub fn on_sent(sent: &SentDrawing, maze: &Maze<AnyGrid>, path: &[Cell], format: Format) -> Drawing {
    let mark = if let Format::Squares(style) = format { style.mark } else { SquareStyle::DEFAULT.mark };
    Drawing::ready(sent.with_path(maze, path, mark).into_bytes(), format)
}

/// Solves a maze between its ends, which are looked for where they are not known.
fn solved_between(maze: PostedMaze, request: &PostedRequest, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
    let (form, scale) = (maze.form(), maze.scale());
    let (maze, sent) = maze.into_maze();
    let mut picture = picture_between(maze, &request.ends, form, watch)?;
    picture.head.scale = scale;
    let identity = |page: &BookOptions| Tag::new(format_args!("posted {} {page}", request.solve.solver.name()));
    let page = request.page.as_ref().map(|page| Canvas::Page(Page::new(page, &identity(page))));
    let sent = sent.filter(|_| matches!(request.written.format, Format::Squares(_))).map(Canvas::Sent);
    solved(picture, &request.solve, request.written, page.or(sent), watch)
}

/// A maze that was posted, with its ends, which are looked for where they are not known.
pub fn picture_between(
    maze: Maze<AnyGrid>,
    ends: &Ends,
    form: &'static str,
    watch: &mut Watch,
) -> Result<Picture, MakeError<Stopped>> {
    let (from, to) = ends.find(&maze, watch)?;
    let mut picture = Picture::new(maze, from, to);
    picture.head.read = Some(form);
    match ends {
        Ends::Nearest { .. } => picture.list_openings(),
        Ends::NearestOf { goals, .. } => {
            let goals: Vec<Cell> = goals.iter().filter_map(|&goal| picture.maze.grid().find(goal)).collect();
            picture.list_goals(goals);
        }
        _ => {}
    }
    Ok(picture)
}

/// The cells of a matrix; `None` for all.
fn points(grid: &AnyGrid, points: &Points) -> Result<Option<Vec<Cell>>, InvalidOptions> {
    let Points::Named(addresses) = points else { return Ok(None) };
    let wrong = |index: usize| {
        let reason = format!("{} is no cell of the maze", addresses[index]);
        InvalidOptions(vec![InvalidOption { option: Name::Point.as_str(), index, reason: reason.into() }])
    };
    let cells = addresses.iter().enumerate().map(|(i, &address)| grid.find(address).ok_or_else(|| wrong(i)));
    cells.collect::<Result<_, _>>().map(Some)
}

/// The picture on which a solution is drawn, if it is not one of the maze alone.
pub enum Canvas {
    /// A page to print.
    Page(Page),
    /// The drawing that was sent.
    Sent(SentDrawing),
}

/// Solves the maze of a picture, and draws what was asked for; and says how the search ended.
pub fn solved(
    mut picture: Picture,
    solve: &SolveOptions,
    written: Written,
    canvas: Option<Canvas>,
    watch: &mut Watch,
) -> Result<Drawn, MakeError<Stopped>> {
    let points = points(picture.maze.grid(), &solve.points)?;
    let keep_walk = solve.include.contains(&Include::Walk);
    let found = match solve.diagonals.then(|| picture.maze.with_diagonals()).flatten() {
        Some(maze) => {
            let run = |watch: &mut Watch| solve.solver.run(&maze, picture.from, picture.to, keep_walk, watch);
            Found::with_diagonals(&maze, watch.time("solve", run)?)
        }
        None => {
            let mut solution = search(&mut picture, solve.solver, keep_walk, written.format, watch)?;
            if solve.keeps_to_middle
                && let Some(path) = middle_path(&picture.maze, picture.from, picture.to, watch)?
            {
                solution.outcome = Outcome::Arrived(path);
            }
            Found::along_passages(&picture.maze, solution)
        }
    };
    let outcome = Some(found.solution.outcome.name());
    if let Format::Json(_) = written.format {
        let document = document(picture, solve, points, found, written, watch)?;
        return Ok(Drawn { drawing: Some(Drawing::document(document.pieces())), outcome, seed: None });
    }
    let solution = found.solution;
    if let Some(path) = solution.path() {
        picture.path = Some(Trail::new(&picture.maze, path));
    }
    match canvas {
        Some(Canvas::Page(page)) => return Ok(Drawn { drawing: Some(page.draw(picture)?), outcome, seed: None }),
        Some(Canvas::Sent(sent)) => {
            let path = solution.path().unwrap_or_default();
            let drawing = on_sent(&sent, &picture.maze, path, written.format);
            return Ok(Drawn { drawing: Some(drawing), outcome, seed: None });
        }
        None => {}
    }
    let format = fitted(&picture, written.format)?;
    shade(&mut picture, format, watch)?;
    Ok(Drawn { drawing: Drawing::picture(picture, format), outcome, seed: None })
}

fn document(
    picture: Picture,
    solve: &SolveOptions,
    points: Option<Vec<Cell>>,
    found: Found,
    written: Written,
    watch: &mut Watch,
) -> Result<SolutionDocument, Stopped> {
    let text = solve.include.contains(&Include::Text).then(|| picture.to_bytes(written.text(solve.text)));
    let text = text.flatten().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
    let Picture { maze, from, to, head, .. } = picture;
    let Found { mut solution, cost, directions: named } = found;
    let gave_up = solution.gave_up().map(|why| why.to_string());
    // A solver that gave up has not proved anything.
    let reachable = match &gave_up {
        None => solution.path().is_some(),
        Some(_) => distances(&maze, from, watch)?.to(to).is_some(),
    };
    let head = SolutionHead {
        maze: head,
        solver: solve.solver.name(),
        options: solve.own_options(),
        reachable,
        length: solution.length(),
        cost,
        visited: solution.visited,
        gave_up: gave_up.filter(|_| reachable),
    };
    let mut sections = Vec::new();
    // A maze is written with its weights, where these are not beside its cells.
    let is_shown = written.encoding().is_some_and(|encoding| encoding != Encoding::Graph);
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
    if let Some(encoding) = written.encoding() {
        sections.push(Section::Maze(encoding));
    }
    Ok(SolutionDocument { maze, head, sections })
}

/// What a solver found, and what only the moves that it may make say of it.
pub struct Found {
    /// What it found.
    pub solution: Solution,
    /// The cost of the path, if there is one; `None` where every move costs the same.
    pub cost: Option<Option<PathCost>>,
    /// The moves of the path, where some are across corners.
    directions: Option<Directions>,
}

impl Found {
    /// What is found where moves go through passages.
    pub fn along_passages(maze: &Maze<AnyGrid>, solution: Solution) -> Found {
        let cost = maze.weights().map(|_| solution.path().map(|path| PathCost::Weights(maze.cost_of(path))));
        Found { solution, cost, directions: None }
    }

    /// What is found where moves go across corners too.
    pub fn with_diagonals(maze: &Maze<Diagonals<'_>>, solution: Solution) -> Found {
        let cost = Some(solution.path().map(|path| PathCost::Length(maze.length_of(path))));
        let directions = solution.path().map(|path| directions(maze, path));
        Found { solution, cost, directions }
    }
}

/// The moves or the costs between all pairs of the points, a row for each.
fn matrix(maze: &Maze<AnyGrid>, points: &[Cell], watch: &mut Watch) -> Result<Vec<Vec<Option<u32>>>, Stopped> {
    let row = |&point: &Cell| {
        let found = costs(maze, point, watch)?;
        Ok(points.iter().map(|&cell| found.to(cell)).collect())
    };
    points.iter().map(row).collect()
}
