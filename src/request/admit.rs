//! Admitting a request: its time and its memory are estimated, and what cannot be completed in time is rejected before any work is done.

use dedale::dataset::Field;
use dedale::draw::solid_steps;
use dedale::endless::{DistantPath, Tile};
use dedale::format::Format;
use dedale::grid::{GridKind, Mesh};
use dedale::maze::WEIGHT_BYTES;
use dedale::measure::{STATS_BYTES, stats_steps};
use dedale::options::{Difficulty, Ends, MOST_ATTEMPTS, MazeOptions};
use dedale::picture::{Animation, Shown, Surface};
use dedale::solve::{COST_BYTES, SEARCH_BYTES, Solver, TIMES_ON_CUSTOM_GRIDS, cost_steps, search_steps};
use dedale::text::parse::AnyParsed;

use super::book::BookRequest;
use super::many::{Content, ManyRequest};
use super::maze::MazeRequest;
use super::parameters::{Include, Name};
use super::posted::PostedMaze;
use super::solve::{CheckOptions, LENGTH_BUDGET, Points, PostedOptions, SolveOptions};
use super::tiles::TileRequest;
use crate::problem::{Kind, Problem};
use crate::settings::Settings;
use crate::work::pool::Cost;
use dedale_book::options::Answers;
use dedale_book::{drawn_steps, laid_steps};

/// The size of a cell in a list, in bytes: its number, or a distance.
const NUMBER: u64 = 4;

/// About how many steps it takes to check a move of a solution.
pub const MOVE_STEPS: u64 = 4;

/// The work for a request that is admitted.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// What it costs.
    pub cost: Cost,
    /// How many attempts are made at most to find the maze; `None` where nothing is looked for.
    pub attempts: Option<u32>,
}

/// A checked request, whose work is known before it begins.
pub trait Admit {
    /// The work, if a request may take so much.
    ///
    /// # Errors
    ///
    /// A [`Problem`] that says how large a maze may be.
    fn admit(&self, settings: &Settings) -> Result<Job, Problem>;
}

impl Admit for MazeRequest {
    /// The work for the maze, its solution and its drawing, if it is made as a whole.
    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        let task = Task::making(&self.maze).drawn(self.written.format);
        let task = self.solve.as_ref().map_or(task.clone(), |solve| task.solved(solve));
        Task { solver: self.solver(), ..task }.admit(settings)
    }
}

impl Admit for ManyRequest {
    /// The work for one of the mazes.
    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        let task = Task::making(&self.maze).drawn(self.written.format);
        match &self.content {
            Content::Maze => task.admit(settings),
            Content::Solution(solve) => task.solved(solve).admit(settings),
            Content::Record { fields, .. } => {
                // What takes as long as the fields.
                let include = fields.iter().filter_map(|field| match field {
                    Field::Path | Field::Length => Some(Include::Path),
                    Field::Directions => Some(Include::Directions),
                    Field::Distances => Some(Include::Distances),
                    Field::Hash => Some(Include::Hash),
                    _ => None,
                });
                let include: Vec<_> = include.collect();
                let solver = (!include.is_empty()).then(|| Solver::usual(self.maze.is_weighted()));
                Task { solver, include: &include, ..task }.admit(settings)
            }
        }
    }
}

impl Admit for TileRequest {
    /// The work for the window around the tile, and its pixels.
    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        let around = self.tile.around();
        let solver = around.filter(|_| self.solution).map(|_| Solver::Bfs);
        let task = around.map_or(Task::default(), Task::making);
        Task { solver, tile: Some(&self.tile), ..task }.admit(settings)
    }
}

impl Admit for (&PostedMaze, &PostedOptions, Format) {
    /// The work for the solution of a maze, and its drawing.
    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        let &(maze, options, format) = self;
        Task::posted(maze, &options.ends).solved(&options.solve).drawn(format).admit(settings)
    }
}

impl Admit for (&PostedMaze, &CheckOptions) {
    /// The work to check a solution of a maze.
    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        let &(maze, options) = self;
        Task { include: &[Include::Distances], claimed: options.claim.moves(), ..Task::posted(maze, &options.ends) }
            .admit(settings)
    }
}

impl BookRequest {
    /// The work to find out whether the mazes of the book can be made, which it is before the response begins; and about how many steps
    /// the whole book takes.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] that says how many mazes the book may have.
    pub fn admit(&self, settings: &Settings) -> Result<(Job, u64), Problem> {
        let BookRequest { mazes, options, .. } = self;
        // The largest is the last.
        let (maze, most) = (&mazes[mazes.len() - 1], settings.max_steps);
        let (task, is_growing) = (Task::making(maze), mazes.len() > 1);
        let cells = task.cells();
        // They are made again for the ways.
        let times = 1 + u64::from(options.answers != Answers::None);
        let drawn = |maze| {
            let task = Task::making(maze);
            task.steps(task.extent).saturating_add(drawn_steps(maze)).saturating_mul(times)
        };
        let each = drawn(maze);
        let book = match is_growing {
            true => mazes.iter().map(drawn).fold(0, u64::saturating_add),
            false => each.saturating_mul(options.count.into()),
        };
        if book > most {
            let fits = match most / each.max(1) {
                0 => "no maze of this size would fit".to_owned(),
                fitting => format!("{}={fitting} would fit", Name::Count),
            };
            let algo = maze.algorithm().name();
            let what = format!("{}={} mazes of {cells} cells with algo={algo}", Name::Count, options.count);
            return Err(too_much(&what, book, settings, &fits));
        }
        // Of those that are chosen from, by the largest.
        let (each, of) = (options.candidates(is_growing), mazes.len() as u64);
        let candidates = u64::from(each) * of;
        let laid = laid_steps(maze, each) * of;
        let attempts = task.attempts(task.extent, most / 2 / candidates).map(|(attempts, _)| attempts);
        let tried = u64::from(attempts.unwrap_or(0)) + u64::from(options.is_rising);
        let found = maze.expected_attempt_steps().saturating_mul(tried);
        let steps = laid.saturating_add(found.saturating_mul(candidates));
        if tried > 0 && steps > most {
            // A book that chooses its mazes makes so many at least.
            let fewest = if options.is_rising { Difficulty::SAMPLE.into() } else { 1 };
            let fits = match most / 2 / found.max(1) {
                count if count >= fewest => format!("{}={count} would fit", Name::Count),
                _ => "smaller mazes would fit".to_owned(),
            };
            let (count, cells) = (options.count, maze.cells());
            let what = format!("to find the mazes of {}={count} of {cells} cells each", Name::Count);
            return Err(too_much(&what, steps, settings, &fits));
        }
        let bytes = if laid + found > 0 { task.bytes() } else { 0 };
        Ok((Job { cost: Cost { steps, bytes }, attempts }, book))
    }
}

/// The work on a maze.
#[derive(Clone, Debug, Default)]
pub struct Task<'a> {
    /// The options of a maze that is generated.
    maze: Option<&'a MazeOptions>,
    /// A maze that was posted, and how its ends are found.
    posted: Option<(&'a PostedMaze, &'a Ends)>,
    /// About how many columns and rows of cells there are.
    extent: [u32; 2],
    /// The solver.
    solver: Option<Solver>,
    /// The details of the solution that are returned.
    include: &'a [Include],
    /// The cells between which distances are returned.
    points: Option<&'a Points>,
    /// How many moves of a path are returned, in a maze that is not made as a whole.
    moves: Option<u64>,
    /// The format, if the response is a drawing.
    format: Option<Format>,
    /// A tile that is painted.
    tile: Option<&'a Tile>,
    /// The number of moves of a solution that is checked.
    claimed: u64,
}

impl Admit for Task<'_> {
    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        self.check_animation(settings)?;
        // Where attempts are made, there are as many as fit.
        let attempts = self.attempts(self.extent, settings.max_steps / 2).map(|(attempts, _)| attempts);
        let steps = self.all_steps(self.extent, settings.max_steps);
        if steps > settings.max_steps {
            return Err(self.too_large(steps, settings));
        }
        Ok(Job { cost: Cost { steps, bytes: self.bytes() }, attempts })
    }
}

impl<'a> Task<'a> {
    /// A maze that is generated.
    pub fn making(maze: &'a MazeOptions) -> Task<'a> {
        Task { maze: Some(maze), extent: maze.extent(), ..Task::default() }
    }

    /// A maze that was posted.
    fn posted(maze: &'a PostedMaze, ends: &'a Ends) -> Task<'a> {
        Task { posted: Some((maze, ends)), extent: maze.size(), ..Task::default() }
    }

    /// Adds solving it.
    fn solved(self, solve: &'a SolveOptions) -> Task<'a> {
        let SolveOptions { solver, include, points, moves, .. } = solve;
        Task { solver: Some(*solver), include, points: Some(points), moves: *moves, ..self }
    }

    /// Adds drawing it.
    fn drawn(self, format: Format) -> Task<'a> {
        Task { format: Some(format), ..self }
    }

    /// About how many cells there are.
    fn cells(&self) -> u64 {
        product(self.extent)
    }

    /// How many attempts are made at most to find a maze of this size that has what is wanted, if all together take at most `most_steps`;
    /// and about how many steps each takes. `None` where nothing is looked for.
    fn attempts(&self, extent: [u32; 2], most_steps: u64) -> Option<(u32, u64)> {
        let maze = self.maze?;
        let wanted = Some(maze.wanted()).filter(|wanted| wanted.is_any() && maze.attempt().is_none())?;
        let measured = maze.expected_attempt_steps().saturating_sub(maze.expected_steps()) / maze.cells().max(1);
        let each = self.made(extent).saturating_add(measured.saturating_mul(product(extent)));
        let fitting = most_steps / each.max(1);
        Some((fitting.clamp(wanted.least_attempts().into(), MOST_ATTEMPTS.into()) as u32, each))
    }

    /// About how many steps everything takes for a maze of this size, the attempts to find it included, of which a request may take `most`.
    fn all_steps(&self, extent: [u32; 2], most: u64) -> u64 {
        let attempted =
            self.attempts(extent, most / 2).map_or(0, |(attempts, each)| each.saturating_mul(attempts.into()));
        self.steps(extent).saturating_add(attempted)
    }

    /// About how many steps it takes to make the maze with so many columns and rows.
    fn made(&self, [columns, rows]: [u32; 2]) -> u64 {
        self.maze.map_or(0, |maze| maze.expected_steps_at(columns, rows))
    }

    /// Reports a maze with more steps than an animation can show.
    fn check_animation(&self, settings: &Settings) -> Result<(), Problem> {
        let cells = self.maze.map_or(self.cells(), MazeOptions::cells);
        let most = u64::from(settings.max_step_cells);
        if self.animation().is_none() || cells <= most {
            return Ok(());
        }
        let detail = format!(
            "the steps of at most {most} cells can be shown, and the maze has {cells}; a smaller maze would fit"
        );
        Err(Problem::new(Kind::TOO_MUCH_WORK, detail))
    }

    fn animation(&self) -> Option<Animation> {
        self.format.and_then(Format::animation)
    }

    /// About how many steps it takes to do what an animation shows.
    fn shown(&self, animation: Animation, extent: [u32; 2]) -> u64 {
        match animation.shown {
            Shown::Solving => self.solver.map_or(0, |solver| solver.info().steps.of(product(extent))),
            _ => self.made(extent),
        }
    }

    /// About how many steps it takes to paint an animation.
    fn animated(&self, animation: Animation, extent: [u32; 2]) -> u64 {
        let cells = self.painted(product(extent));
        animation.expected_steps(extent.map(u64::from), cells, self.shown(animation, extent), self.surface())
    }

    /// How many cells take as long to paint as so many of a custom grid, which may lie over each other.
    fn painted(&self, cells: u64) -> u64 {
        let overlap = match self.posted.map(|(posted, _)| &posted.parsed) {
            Some(AnyParsed::Mesh(parsed)) => parsed.maze.grid().overlap(),
            _ => self.maze.map_or(1.0, MazeOptions::overlap),
        };
        (cells as f64 * overlap) as u64
    }

    /// The approximate number of steps for a maze of this size.
    fn steps(&self, extent: [u32; 2]) -> u64 {
        let (cells, made) = (product(extent), self.made(extent));
        // A posted maze may have loops.
        let has_loops = self.maze.is_none_or(MazeOptions::has_loops);
        let stats = || stats_steps(u32::try_from(cells).unwrap_or(u32::MAX), has_loops);
        let ends = self.posted.map_or(0, |(_, ends)| ends.steps(cells));
        let solver = self.solver.map(|solver| solver.info());
        let solved = match (self.far(), solver) {
            (Some(window), _) => window.expected_path_steps(self.moves),
            (None, Some(info)) => info.steps.of(cells),
            (None, None) => 0,
        };
        // If a solver may give up, breadth-first search finds out whether there is a path.
        let gave_up = solver.is_some_and(|info| !info.limits.is_empty());
        let searches = u64::from(gave_up) + u64::from(self.shows_distances());
        let search = if self.is_weighted() { cost_steps(cells) } else { search_steps(cells) };
        let included = |item: &Include| match item {
            Include::Path if self.far().is_some() => DistantPath::expected_length_steps(LENGTH_BUDGET),
            Include::Path
            | Include::Directions
            | Include::Weights
            | Include::Walk
            | Include::States
            | Include::Hash => cells,
            Include::Paths => search.saturating_add(cells.saturating_mul(self.exits())),
            Include::Distances => search,
            Include::Matrix => search.saturating_mul(self.points.map_or(0, |points| points.count(cells))),
            Include::Stats => stats(),
        };
        let included = self.include.iter().map(included);
        let drawn = self.tile.map_or(0, Tile::expected_steps);
        let animated = self.animation().map_or(0, |animation| self.animated(animation, extent));
        let is_solid = matches!(self.format, Some(Format::Stl(_)));
        let counted = if is_solid { solid_steps(cells, self.surface()) } else { 0 };
        let checked = self.claimed.saturating_mul(MOVE_STEPS);
        let parts = [checked, made, ends, solved, search.saturating_mul(searches), drawn, animated, counted];
        parts.into_iter().chain(included).fold(0, u64::saturating_add)
    }

    /// The approximate maximum of memory until the response is sent, in bytes: the maze while it is generated; or the maze, its solver
    /// and the details of the solution.
    fn bytes(&self) -> u64 {
        let cells = self.cells();
        let making = self.maze.map_or(cells, MazeOptions::expected_bytes);
        let solver = self.solver.map(|solver| solver.info());
        let (solving, part) = match (self.far(), solver) {
            (Some(window), _) => (0, window.expected_path_bytes(self.moves)),
            (None, Some(info)) => (info.bytes, 0),
            (None, None) => (0, 0),
        };
        let kept = |item: &Include| match item {
            Include::Path if self.far().is_some() => 0,
            Include::Path | Include::Distances => NUMBER * cells,
            Include::Paths => NUMBER.saturating_mul(cells).saturating_mul(self.exits()),
            Include::Directions | Include::States => cells,
            Include::Matrix => match self.points {
                Some(Points::Named(places)) => NUMBER * (places.len() * places.len()) as u64,
                // Each row is found out when it is sent.
                Some(Points::All) => NUMBER * cells,
                None => 0,
            },
            Include::Walk => NUMBER * solver.map_or(0, |info| info.longest_walk.of(cells)),
            Include::Weights | Include::Stats | Include::Hash => 0,
        };
        let kept = self.include.iter().map(kept).fold(0, u64::saturating_add);
        let is_search = |item: &Include| matches!(item, Include::Paths | Include::Distances | Include::Matrix);
        let needs_search = self.include.iter().any(is_search)
            || matches!(self.posted, Some((_, Ends::Nearest { .. } | Ends::NearestOf { .. })));
        let measured =
            self.include.contains(&Include::Stats) || matches!(self.posted, Some((_, Ends::Farthest | Ends::Center)));
        let searching = match (measured, needs_search || self.shows_distances()) {
            (true, _) => STATS_BYTES,
            (false, true) if self.is_weighted() => COST_BYTES,
            (false, true) => SEARCH_BYTES,
            (false, false) => 0,
        };
        let weights = if self.is_weighted() { WEIGHT_BYTES } else { 0 };
        let laid = match self.maze {
            Some(maze) => maze.expected_grid_bytes(),
            None if self.is_shaped() => Mesh::CELL_BYTES,
            None => 0,
        };
        let times = if self.is_custom() { TIMES_ON_CUSTOM_GRIDS } else { 1 };
        let found = cells * (1 + laid + weights + times * (solving + searching)) + part;
        let animated = self.animation().map_or(0, |animation| {
            let shown = self.shown(animation, self.extent);
            animation.expected_bytes(self.extent.map(u64::from), self.painted(cells), shown, self.surface())
        });
        let painted = animated.saturating_add(self.tile.map_or(0, Tile::expected_bytes));
        making.max(found.saturating_add(kept)).saturating_add(painted)
    }

    /// The most openings that the outer wall has, without doors.
    fn exits(&self) -> u64 {
        let posted = self.posted.map_or(0, |(posted, _)| posted.openings());
        self.maze.map_or(posted, MazeOptions::most_openings)
    }

    /// Whether the grid is a graph that was posted.
    fn is_custom(&self) -> bool {
        let is_custom = |(posted, _): (&PostedMaze, &Ends)| match &posted.parsed {
            AnyParsed::Mesh(parsed) => parsed.maze.grid().kind() == GridKind::Custom,
            AnyParsed::Square(_) => false,
        };
        self.posted.is_some_and(is_custom) || self.maze.is_some_and(|maze| maze.mesh().kind == GridKind::Custom)
    }

    /// Whether the grid is not one of plain squares.
    fn is_shaped(&self) -> bool {
        let is_mesh = |(posted, _): (&PostedMaze, &Ends)| matches!(posted.parsed, AnyParsed::Mesh(_));
        self.posted.is_some_and(is_mesh) || self.maze.is_some_and(|maze| !maze.is_plain())
    }

    fn surface(&self) -> Surface {
        match self.maze {
            Some(maze) if maze.is_woven() => Surface::Tunnels,
            _ if self.is_shaped() => Surface::Mesh,
            _ => Surface::Squares,
        }
    }

    /// The part of a maze that is not made as a whole, if a path is looked for in it.
    fn far(&self) -> Option<&'a MazeOptions> {
        self.maze.filter(|maze| maze.window().is_some() && self.solver.is_some())
    }

    fn is_weighted(&self) -> bool {
        self.posted.is_some_and(|(posted, _)| posted.is_weighted()) || self.maze.is_some_and(MazeOptions::is_weighted)
    }

    fn shows_distances(&self) -> bool {
        self.format.is_some_and(|format| format.shows_distances())
    }

    fn too_large(&self, steps: u64, settings: &Settings) -> Problem {
        let [columns, rows] = self.extent;
        let with = self.maze.map_or(String::new(), |maze| format!(" with algo={}", maze.algorithm().name()));
        let cells = self.maze.map_or(self.cells(), MazeOptions::cells);
        let is_part = self.maze.is_some_and(|maze| maze.window().is_some());
        let (what, advice) = match (self.solver, self.moves) {
            _ if self.is_shaped() => (format!("{cells} cells"), "a smaller maze would fit".to_owned()),
            (None, _) if is_part => (format!("a window of {cells} cells"), "a smaller window would fit".to_owned()),
            (Some(_), Some(moves)) if is_part => {
                (format!("the first {moves} moves of the path"), "fewer moves may fit".to_owned())
            }
            _ if is_part => (
                format!("the path in a window of {cells} cells"),
                "a window nearer to the ends of the path may fit".to_owned(),
            ),
            _ => {
                let fits = self.largest(settings.max_steps).map_or_else(
                    || "no maze of these columns or rows would fit".to_owned(),
                    |[columns, rows]| format!("w={columns}&h={rows} would fit"),
                );
                (format!("w={columns}&h={rows}"), fits)
            }
        };
        too_much(&format!("{what}{with}"), steps, settings, &advice)
    }

    /// The largest size with as many columns, or with as many rows, that needs no more than so many steps.
    fn largest(&self, most: u64) -> Option<[u32; 2]> {
        let [columns, rows] = self.extent;
        let fewer_rows =
            largest_below(rows, |rows| self.all_steps([columns, rows], most) <= most).map(|rows| [columns, rows]);
        let fewer_columns = largest_below(columns, |columns| self.all_steps([columns, rows], most) <= most)
            .map(|columns| [columns, rows]);
        fewer_rows.into_iter().chain(fewer_columns).max_by_key(|&size| product(size))
    }
}

/// The problem with what would take so many steps.
fn too_much(what: &str, steps: u64, settings: &Settings, advice: &str) -> Problem {
    let (most, time) = (settings.max_steps, settings.timeout.as_secs_f64());
    let detail = format!(
        "{what} would take about {steps} steps, and one request may take {most}, which is what {time} s are enough for; {advice}"
    );
    Problem::new(Kind::TOO_MUCH_WORK, detail)
}

/// How many cells so many columns and rows have.
fn product([columns, rows]: [u32; 2]) -> u64 {
    u64::from(columns) * u64::from(rows)
}

/// The largest number from 1 and below `end` that fits, if all numbers below a fitting one fit.
fn largest_below(end: u32, fits: impl Fn(u32) -> bool) -> Option<u32> {
    let (mut fitting, mut end) = (0, end);
    while fitting + 1 < end {
        let middle = fitting + (end - fitting) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            end = middle;
        }
    }
    (fitting > 0).then_some(fitting)
}
