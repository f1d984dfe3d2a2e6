//! Admitting a request: its time and its memory are estimated, and what cannot be completed in time is rejected before any work is done.

use dedale::draw::solid_steps;
use dedale::endless::{DistantPath, Tile};
use dedale::format::Format;
use dedale::grid::{GridKind, Mesh};
use dedale::maze::WEIGHT_BYTES;
use dedale::measure::{STATS_BYTES, stats_steps};
use dedale::options::{Ends, MAX_ATTEMPTS, MazeOptions};
use dedale::picture::{Animation, Shown, Surface};
use dedale::solve::{COST_BYTES, SEARCH_BYTES, Solver, TIMES_ON_CUSTOM_GRIDS, cost_steps, search_steps};
use dedale::text::parse::AnyParsed;

use super::parameters::Include;
use super::posted::PostedMaze;
use super::solve::{LENGTH_BUDGET, Points, SolveOptions};
use crate::problem::{Kind, Problem};
use crate::settings::Settings;
use crate::work::pool::Cost;

/// The size of a cell in a list, in bytes: its number, or a distance.
const NUMBER_BYTES: u64 = 4;

/// About how many steps it takes to check a move of a solution.
const MOVE_STEPS: u64 = 4;

/// The work for a request that is admitted.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// What it costs.
    pub cost: Cost,
    /// How many attempts are made at most to find the maze; `None` where nothing is looked for.
    pub attempts: Option<u32>,
}

/// Everything that is done for a request, in order.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    source: Source<'a>,
    facts: Facts,
    items: Vec<Item<'a>>,
}

/// Where the maze of a task comes from.
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    /// It is made.
    Made(&'a MazeOptions),
    /// A body has it.
    Posted,
}

/// The facts about a maze that are known before any work is done, whether it is made or was posted.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// About how many columns and rows of cells there are.
    extent: [u32; 2],
    cells: u64,
    /// How many bytes the grid takes for each cell.
    grid_bytes: u64,
    /// The most openings that the outer wall has, without doors.
    openings: u64,
    surface: Surface,
    /// How many cells are painted for each one of a grid, whose cells may lie over each other where it is a custom one.
    overlap: f64,
    is_custom: bool,
    is_weighted: bool,
    has_loops: bool,
    /// Whether it is a part of a maze that is not made as a whole.
    is_part: bool,
}

impl Facts {
    fn of_made(maze: &MazeOptions) -> Facts {
        Facts {
            extent: maze.extent(),
            cells: maze.cells(),
            grid_bytes: maze.expected_grid_bytes(),
            openings: maze.most_openings(),
            surface: match () {
                () if maze.is_woven() => Surface::Tunnels,
                () if maze.is_plain() => Surface::Squares,
                () => Surface::Mesh,
            },
            overlap: maze.overlap(),
            is_custom: maze.mesh().kind == GridKind::Custom,
            is_weighted: maze.is_weighted(),
            has_loops: maze.has_loops(),
            is_part: maze.window().is_some(),
        }
    }

    fn of_posted(maze: &PostedMaze) -> Facts {
        let &PostedMaze { size: extent, openings, is_weighted, .. } = maze;
        let squares = Facts {
            extent,
            cells: maze.cells(),
            grid_bytes: 0,
            openings,
            surface: Surface::Squares,
            overlap: 1.0,
            is_custom: false,
            is_weighted,
            // A posted maze may have any.
            has_loops: true,
            is_part: false,
        };
        match &maze.parsed {
            AnyParsed::Square(_) => squares,
            AnyParsed::Mesh(parsed) => {
                let (grid, grid_bytes, surface) = (parsed.maze.grid(), Mesh::CELL_BYTES, Surface::Mesh);
                let is_custom = grid.kind() == GridKind::Custom;
                Facts { grid_bytes, surface, overlap: grid.overlap(), is_custom, ..squares }
            }
        }
    }
}

/// One thing that is done for a request.
#[derive(Clone, Copy, Debug)]
enum Item<'a> {
    /// Looking for a maze that has what is wanted, if anything is.
    Find,
    /// Making the maze that was found, or keeping the one that was posted.
    Make,
    /// Finding the ends of a posted maze.
    Ends(&'a Ends),
    /// Solving the maze, and keeping every move of the solver if the response has them.
    Solve { solver: Solver, keeps_walk: bool },
    /// Finding the path in this part of a maze, or so many of its first moves.
    PathOfPart { maze: &'a MazeOptions, moves: Option<u64> },
    /// Estimating the length of that path.
    LengthOfPath,
    /// Finding the distance of every cell from the entrance.
    Distances,
    /// What is returned about a solution, for a matrix between these points.
    Include(Include, &'a Points),
    /// Following a claimed solution of so many moves.
    Follow { moves: u64 },
    /// Drawing in a format, which may show how the solver works.
    Draw(Format, Option<Solver>),
    /// Painting a tile.
    Paint(&'a Tile),
}

/// What an item costs.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    steps: u64,
    /// The memory while it is done, with what it leaves.
    bytes: u64,
    /// The memory that it leaves until the response is sent.
    left_bytes: u64,
}

impl Part {
    /// What leaves all of its memory to the response.
    fn leaving(steps: u64, bytes: u64) -> Part {
        Part { steps, bytes, left_bytes: bytes }
    }

    /// What gives its memory back, but for so many bytes.
    fn passing(steps: u64, bytes: u64, left_bytes: u64) -> Part {
        Part { steps, bytes: bytes.saturating_add(left_bytes), left_bytes }
    }
}

impl<'a> Task<'a> {
    /// Makes a maze.
    pub fn making(maze: &'a MazeOptions) -> Task<'a> {
        Task { source: Source::Made(maze), facts: Facts::of_made(maze), items: vec![Item::Find, Item::Make] }
    }

    /// Finds the ends of a posted maze.
    pub fn on_posted(maze: &'a PostedMaze, ends: &'a Ends) -> Task<'a> {
        let items = vec![Item::Make, Item::Ends(ends)];
        Task { source: Source::Posted, facts: Facts::of_posted(maze), items }
    }

    /// Draws the maze in a format, which may show how this solver works.
    pub fn drawn(mut self, format: Format, solver: Option<Solver>) -> Task<'a> {
        // Steps are kept while the maze is made.
        self.items.insert(0, Item::Draw(format, solver));
        if format.shows_distances() { self.with(Item::Distances) } else { self }
    }

    /// Paints a tile of the maze.
    pub fn painted(mut self, tile: &'a Tile) -> Task<'a> {
        self.items.insert(0, Item::Paint(tile));
        self
    }

    /// Finds the path through the maze.
    pub fn solved_by(self, solver: Solver) -> Task<'a> {
        self.solved(solver, false, None)
    }

    /// Solves the maze, and returns what is asked for.
    pub fn solved_as(self, solve: &'a SolveOptions) -> Task<'a> {
        let task = self.solved(solve.solver, solve.include.contains(&Include::Walk), solve.moves);
        solve.include.iter().fold(task, |task, &item| task.including(item, &solve.points))
    }

    fn solved(self, solver: Solver, keeps_walk: bool, moves: Option<u64>) -> Task<'a> {
        if let Source::Made(maze) = self.source
            && self.facts.is_part
        {
            return self.with(Item::PathOfPart { maze, moves });
        }
        let may_give_up = !solver.info().limits.is_empty();
        let task = self.with(Item::Solve { solver, keeps_walk });
        // After a solver that gave up, a search finds out whether there is a path.
        if may_give_up { task.with(Item::Distances) } else { task }
    }

    /// Returns this about the solution.
    pub fn including(self, item: Include, points: &'a Points) -> Task<'a> {
        let is_length = self.facts.is_part && item == Include::Path;
        self.with(if is_length { Item::LengthOfPath } else { Item::Include(item, points) })
    }

    /// Checks a solution of so many moves, and how long and how costly the best one is.
    pub fn checked(self, moves: u64) -> Task<'a> {
        let is_weighted = self.facts.is_weighted;
        let task = self.with(Item::Distances).with(Item::Follow { moves });
        if is_weighted { task.with(Item::Distances) } else { task }
    }

    fn with(mut self, item: Item<'a>) -> Task<'a> {
        self.items.push(item);
        self
    }

    /// The work, if a request may take so much.
    pub fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        self.check_animation(settings)?;
        let (extent, max_steps) = (self.facts.extent, settings.max_steps);
        let steps = self.steps(extent, max_steps);
        if steps > max_steps {
            return Err(self.too_large(steps, settings));
        }
        let attempts = self.attempts(extent, max_steps).map(|(attempts, _)| attempts);
        Ok(Job { cost: Cost { steps, bytes: self.bytes(max_steps) }, attempts })
    }

    /// What each item costs for a maze of this size, where a request may take `max_steps`.
    fn parts(&self, extent: [u32; 2], max_steps: u64) -> impl Iterator<Item = Part> {
        self.items.iter().map(move |&item| self.part(item, extent, max_steps))
    }

    /// About how many steps everything takes for a maze of this size, where a request may take `max_steps`.
    fn steps(&self, extent: [u32; 2], max_steps: u64) -> u64 {
        self.parts(extent, max_steps).map(|part| part.steps).fold(0, u64::saturating_add)
    }

    /// The approximate maximum of memory until the response is sent, in bytes.
    fn bytes(&self, max_steps: u64) -> u64 {
        let (mut left, mut most) = (0_u64, 0_u64);
        for part in self.parts(self.facts.extent, max_steps) {
            most = most.max(left.saturating_add(part.bytes));
            left = left.saturating_add(part.left_bytes);
        }
        most
    }

    /// Reports a maze with more steps than an animation can show.
    fn check_animation(&self, settings: &Settings) -> Result<(), Problem> {
        let is_animated = |item: &Item<'_>| matches!(item, Item::Draw(format, _) if format.animation().is_some());
        let (cells, most) = (self.facts.cells, u64::from(settings.max_step_cells));
        if cells <= most || !self.items.iter().any(is_animated) {
            return Ok(());
        }
        let detail = format!(
            "the steps of at most {most} cells can be shown, and the maze has {cells}; a smaller maze would fit"
        );
        Err(Problem::new(Kind::TOO_MUCH_WORK, detail))
    }

    fn too_large(&self, steps: u64, settings: &Settings) -> Problem {
        let ([columns, rows], cells) = (self.facts.extent, self.facts.cells);
        let path = self.items.iter().find_map(|item| match *item {
            Item::PathOfPart { moves, .. } => Some(moves),
            _ => None,
        });
        let (what, advice) = match path {
            _ if self.facts.surface != Surface::Squares => {
                (format!("{cells} cells"), "a smaller maze would fit".to_owned())
            }
            Some(Some(moves)) => (format!("the first {moves} moves of the path"), "fewer moves may fit".to_owned()),
            Some(None) => (
                format!("the path in a window of {cells} cells"),
                "a window nearer to the ends of the path may fit".to_owned(),
            ),
            None if self.facts.is_part => {
                (format!("a window of {cells} cells"), "a smaller window would fit".to_owned())
            }
            None => {
                let fits = self.largest(settings.max_steps).map_or_else(
                    || "no maze of these columns or rows would fit".to_owned(),
                    |[columns, rows]| format!("w={columns}&h={rows} would fit"),
                );
                (format!("w={columns}&h={rows}"), fits)
            }
        };
        let with = match self.source {
            Source::Made(maze) => format!(" with algo={}", maze.algorithm().name()),
            Source::Posted => String::new(),
        };
        too_much(&format!("{what}{with}"), steps, settings, &advice)
    }

    /// The largest size with as many columns, or with as many rows, that needs no more than so many steps.
    fn largest(&self, max_steps: u64) -> Option<[u32; 2]> {
        let [columns, rows] = self.facts.extent;
        let fits = |extent| self.steps(extent, max_steps) <= max_steps;
        let fewer_rows = largest_below(rows, |rows| fits([columns, rows])).map(|rows| [columns, rows]);
        let fewer_columns = largest_below(columns, |columns| fits([columns, rows])).map(|columns| [columns, rows]);
        fewer_rows.into_iter().chain(fewer_columns).max_by_key(|&size| product(size))
    }

    /// What an item costs for a maze of this size, where a request may take `max_steps`.
    fn part(&self, item: Item<'_>, extent: [u32; 2], max_steps: u64) -> Part {
        let cells = product(extent);
        match item {
            Item::Find => {
                let steps =
                    self.attempts(extent, max_steps).map_or(0, |(count, each)| each.saturating_mul(count.into()));
                Part { steps, ..Part::default() }
            }
            Item::Make => self.cost_of_making(extent),
            Item::Ends(ends) => Part::passing(ends.steps(cells), self.bytes_to_search(cells, bytes_to_find(ends)), 0),
            Item::Solve { solver, keeps_walk } => {
                let info = solver.info();
                let walk = if keeps_walk { NUMBER_BYTES * info.longest_walk.of(cells) } else { 0 };
                Part::leaving(info.steps.of(cells), self.bytes_to_search(cells, info.bytes).saturating_add(walk))
            }
            Item::PathOfPart { maze, moves } => {
                Part::leaving(maze.expected_path_steps(moves), maze.expected_path_bytes(moves))
            }
            Item::LengthOfPath => Part { steps: DistantPath::expected_length_steps(LENGTH_BUDGET), ..Part::default() },
            Item::Distances => self.cost_of_search(cells, NUMBER_BYTES * cells),
            Item::Include(item, points) => self.cost_of_included(item, points, cells),
            Item::Follow { moves } => Part { steps: moves.saturating_mul(MOVE_STEPS), ..Part::default() },
            Item::Draw(format, solver) => self.cost_of_drawing(format, solver, extent),
            Item::Paint(tile) => Part::leaving(tile.expected_steps(), tile.expected_bytes()),
        }
    }

    /// What it costs to make the maze, or to keep the one that was posted.
    fn cost_of_making(&self, extent: [u32; 2]) -> Part {
        let cells = product(extent);
        let weights = if self.facts.is_weighted { WEIGHT_BYTES } else { 0 };
        let (steps, bytes) = match self.source {
            Source::Made(maze) => (self.steps_to_make(extent), maze.expected_bytes()),
            Source::Posted => (0, 0),
        };
        let left_bytes = cells.saturating_mul(1 + self.facts.grid_bytes + weights);
        Part { steps, bytes: bytes.max(left_bytes), left_bytes }
    }

    /// What it costs to return this about a solution.
    fn cost_of_included(&self, item: Include, points: &Points, cells: u64) -> Part {
        match item {
            Include::Path => Part::leaving(cells, NUMBER_BYTES * cells),
            Include::Directions | Include::States => Part::leaving(cells, cells),
            Include::Walk | Include::Weights | Include::Hash => Part::leaving(cells, 0),
            Include::Paths => {
                let listed = cells.saturating_mul(self.facts.openings);
                let part = self.cost_of_search(cells, listed.saturating_mul(NUMBER_BYTES));
                Part { steps: part.steps.saturating_add(listed), ..part }
            }
            Include::Distances => self.cost_of_search(cells, NUMBER_BYTES * cells),
            Include::Matrix => {
                let count = points.count(cells);
                // Each row of the distances of all cells is found when it is sent.
                let listed = if *points == Points::All { cells } else { count * count };
                let part = self.cost_of_search(cells, NUMBER_BYTES * listed);
                Part { steps: part.steps.saturating_mul(count), ..part }
            }
            Include::Stats => {
                let steps = stats_steps(u32::try_from(cells).unwrap_or(u32::MAX), self.facts.has_loops);
                Part::passing(steps, self.bytes_to_search(cells, STATS_BYTES), 0)
            }
        }
    }

    /// What a search through all cells costs that leaves so many bytes.
    fn cost_of_search(&self, cells: u64, left_bytes: u64) -> Part {
        let (steps, bytes) = match self.facts.is_weighted {
            true => (cost_steps(cells), COST_BYTES),
            false => (search_steps(cells), SEARCH_BYTES),
        };
        Part::passing(steps, self.bytes_to_search(cells, bytes), left_bytes)
    }

    /// The memory of a search that takes so many bytes for each cell of usual grids.
    fn bytes_to_search(&self, cells: u64, bytes: u64) -> u64 {
        let times = if self.facts.is_custom { TIMES_ON_CUSTOM_GRIDS } else { 1 };
        times.saturating_mul(cells).saturating_mul(bytes)
    }

    /// What it costs to draw the maze, where that is not done while it is sent.
    fn cost_of_drawing(&self, format: Format, solver: Option<Solver>, extent: [u32; 2]) -> Part {
        let (cells, surface) = (product(extent), self.facts.surface);
        if let Some(animation) = format.animation() {
            let shown = self.steps_shown(animation, solver, extent);
            let (size, painted) = (extent.map(u64::from), (cells as f64 * self.facts.overlap) as u64);
            let steps = animation.expected_steps(size, painted, shown, surface);
            return Part::leaving(steps, animation.expected_bytes(size, painted, shown, surface));
        }
        let steps = if matches!(format, Format::Stl(_)) { solid_steps(cells, surface) } else { 0 };
        Part { steps, ..Part::default() }
    }

    /// About how many steps it takes to do what an animation shows.
    fn steps_shown(&self, animation: Animation, solver: Option<Solver>, extent: [u32; 2]) -> u64 {
        match animation.shown {
            Shown::Solving => solver.map_or(0, |solver| solver.info().steps.of(product(extent))),
            _ => self.steps_to_make(extent),
        }
    }

    /// About how many steps it takes to make the maze with so many columns and rows.
    fn steps_to_make(&self, [columns, rows]: [u32; 2]) -> u64 {
        match self.source {
            Source::Made(maze) => maze.expected_steps_at(columns, rows),
            Source::Posted => 0,
        }
    }

    fn attempts(&self, extent: [u32; 2], max_steps: u64) -> Option<(u32, u64)> {
        match self.source {
            // The other half is for the maze that is found.
            Source::Made(maze) => attempts(maze, extent, max_steps / 2),
            Source::Posted => None,
        }
    }
}

/// How many bytes it takes for each cell to find the ends of a maze.
fn bytes_to_find(ends: &Ends) -> u64 {
    match ends {
        Ends::Nearest { .. } | Ends::NearestOf { .. } => COST_BYTES,
        Ends::Farthest | Ends::Center => STATS_BYTES,
        _ => 0,
    }
}

/// How many attempts are made at most to find a maze of this size that has what is wanted, if all together take at most `max_steps`;
/// and about how many steps each takes. `None` where nothing is looked for.
pub fn attempts(maze: &MazeOptions, extent: [u32; 2], max_steps: u64) -> Option<(u32, u64)> {
    let wanted = Some(maze.wanted()).filter(|wanted| wanted.is_any() && maze.attempt().is_none())?;
    let measured = maze.expected_attempt_steps().saturating_sub(maze.expected_steps()) / maze.cells().max(1);
    let made = maze.expected_steps_at(extent[0], extent[1]);
    let each = made.saturating_add(measured.saturating_mul(product(extent)));
    let fitting = max_steps / each.max(1);
    Some((fitting.clamp(wanted.least_attempts().into(), MAX_ATTEMPTS.into()) as u32, each))
}

/// The problem with what would take so many steps.
pub fn too_much(what: &str, steps: u64, settings: &Settings, advice: &str) -> Problem {
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
