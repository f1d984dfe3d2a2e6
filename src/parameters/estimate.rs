//! Admitting a request: its time and its memory are estimated, and what cannot be completed in time is rejected before any work is done.

use dedale::about::OverLimit;
use dedale::endless::{DistantPath, Tile};
use dedale::format::Format;
use dedale::grid::{GridKind, Mesh};
use dedale::maze::MAX_WEIGHT;
use dedale::options::{Ends, MazeOptions, Work};
use dedale::picture::{Shown, Surface};
use dedale::solve::Solver;

use crate::limits::memory::too_much_memory;
use crate::limits::pool::Cost;
use crate::parameters::solve::{LENGTH_BUDGET, Points, SolveOptions};
use crate::parameters::table::Include;
use crate::problem::{Fault, Problem, Reason};
use crate::settings::Settings;

/// The size of a cell in a list, in bytes: its number, or a distance.
const NUMBER_BYTES: u64 = 4;

/// About how many steps it takes to read a pixel of a picture, and to search its squares.
pub const PIXEL_STEPS: u64 = 16;

/// How many bytes a search among the squares of a picture takes for each of them.
pub const SQUARE_BYTES: u64 = 2;

/// About how many steps it takes to check a move of a solution.
const MOVE_STEPS: u64 = 4;

/// By which algorithm a maze is made, behind what is said of it.
pub fn with_algorithm(maze: &MazeOptions) -> String {
    maze.made_by().map_or_else(String::new, |name| format!(" with algo={name}"))
}

/// About how many steps moves across corners take for each cell.
const DIAGONAL_STEPS: u64 = 16;

/// How many bytes of memory moves across corners take for each cell at most: its sides, its length, and its place in a heap while that grows.
const DIAGONAL_BYTES: u64 = 96;

/// The work for a request that is admitted. The default is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Job {
    /// What it costs.
    pub cost: Cost,
    /// How many attempts are made at most to find the maze; `None` where nothing is looked for.
    pub attempts: Option<u32>,
}

/// Everything that is done for a request, in order.
pub struct Task<'a> {
    /// The maze, if it is made; `None` for one that was posted.
    made: Option<&'a MazeOptions>,
    facts: Facts,
    /// What each part of the work costs.
    parts: Vec<Part>,
    /// How many moves of a path are found, where that is a part of the work; `None` for the path in a window.
    moves: Option<Option<u64>>,
}

/// The facts about a maze that are known before any work is done, whether it is made or was posted.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// About how many columns and rows of cells there are.
    pub extent: [u32; 2],
    /// How many cells there are.
    pub cells: u64,
    /// How many places for cells there are, with those that a mask leaves out.
    pub places: u64,
    /// How many bytes the grid takes for each cell.
    pub grid_bytes: u64,
    /// The most openings that the outer wall has, without doors.
    pub openings: u64,
    /// On what it is painted.
    pub surface: Surface,
    /// How many cells are painted for each one of a grid, whose cells may lie over each other where it is a custom one.
    pub overlap: f64,
    /// The kind of its grid.
    pub kind: GridKind,
    /// Whether it costs something to enter a cell.
    pub is_weighted: bool,
    /// Whether there may be more than one way between two cells.
    pub has_loops: bool,
    /// Whether it is a part of a maze that is not made as a whole.
    pub is_part: bool,
}

impl Facts {
    fn of_made(maze: &MazeOptions) -> Facts {
        let known = maze.facts();
        Facts {
            extent: maze.extent(),
            cells: maze.cells(),
            places: maze.cells(),
            grid_bytes: known.grid_bytes,
            openings: known.openings,
            surface: known.surface,
            overlap: known.overlap,
            kind: maze.mesh().kind,
            is_weighted: known.is_weighted,
            has_loops: known.has_loops,
            is_part: maze.window().is_some(),
        }
    }

    /// The facts about a posted maze that is not read yet, with at most `cells` cells.
    fn of_unread(cells: u64) -> Facts {
        let extent = [u32::try_from(cells).unwrap_or(u32::MAX), 1];
        Facts {
            extent,
            cells,
            places: cells,
            grid_bytes: Mesh::CELL_BYTES,
            openings: 0,
            surface: Surface::Mesh,
            overlap: 1.0,
            kind: GridKind::Square,
            is_weighted: true,
            has_loops: true,
            is_part: false,
        }
    }
}

/// What a part of the work costs.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    steps: u64,
    /// The memory while it is done, with what it leaves.
    bytes: u64,
    /// The memory that it leaves until the response is sent.
    left_bytes: u64,
}

impl Part {
    /// What takes no memory.
    fn of_steps(steps: u64) -> Part {
        Part { steps, ..Part::default() }
    }

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
    fn new(made: Option<&'a MazeOptions>, facts: Facts) -> Task<'a> {
        let task = Task { made, facts, parts: Vec::with_capacity(8), moves: None };
        let part = task.cost_of_making();
        task.with(part)
    }

    /// Makes a maze.
    pub fn making(maze: &'a MazeOptions) -> Task<'a> {
        Task::new(Some(maze), Facts::of_made(maze))
    }

    /// Finds the ends of a posted maze.
    pub fn on_posted(facts: Facts, ends: &Ends) -> Task<'a> {
        let work = match ends {
            Ends::Nearest { .. } | Ends::NearestOf { .. } => Some(Work::CheapestPaths),
            Ends::Farthest | Ends::Center => Some(Work::Stats { has_loops: true }),
            _ => None,
        };
        let task = Task::new(None, facts);
        let cells = task.cells();
        task.with(Part::passing(ends.steps(cells), work.map_or(0, |work| work.bytes(cells, facts.kind)), 0))
    }

    /// Finds the ends of a posted maze that is not read yet, with at most `cells` cells.
    pub fn on_cells(cells: u64, ends: &Ends) -> Task<'a> {
        Task::on_posted(Facts::of_unread(cells), ends)
    }

    /// How many cells there are in its columns and rows.
    fn cells(&self) -> u64 {
        self.facts.extent.map(u64::from).iter().product()
    }

    /// Draws the maze in a format, which may show how this solver works.
    pub fn drawn(self, format: Format, solver: Option<Solver>) -> Task<'a> {
        // Steps are kept while the maze is made.
        let part = self.cost_of_drawing(format, solver);
        let task = self.before(part);
        if format.shows_distances() { task.with_distances() } else { task }
    }

    /// Paints a tile of the maze.
    pub fn painted(self, tile: &Tile) -> Task<'a> {
        self.before(Part::leaving(tile.expected_steps(), tile.expected_bytes()))
    }

    /// Finds the path through the maze.
    pub fn solved_by(self, solver: Solver) -> Task<'a> {
        self.solved(solver, false)
    }

    /// Solves the maze, and returns what is asked for.
    pub fn solved_as(self, solve: &SolveOptions) -> Task<'a> {
        // From another cell, another exit may be the nearest.
        let task = if solve.at.is_some() { self.with_distances() } else { self };
        let task = task.solved(solve.solver, solve.include.contains(&Include::Walk));
        let task = if solve.diagonals { task.with_diagonals() } else { task };
        let task = if solve.keeps_to_middle { task.in_the_middle() } else { task };
        solve.include.iter().fold(task, |task, &item| task.including(item, &solve.points))
    }

    /// Allows moves across corners, of which there are as many as others: each is found, and has a place in a heap.
    fn with_diagonals(self) -> Task<'a> {
        let cells = self.cells();
        self.with(Part::leaving(DIAGONAL_STEPS.saturating_mul(cells), DIAGONAL_BYTES.saturating_mul(cells)))
    }

    /// Finds a path in the middle of corridors, among all squares of the picture that was read.
    fn in_the_middle(self) -> Task<'a> {
        let squares = self.facts.places;
        self.with(Part::leaving(PIXEL_STEPS.saturating_mul(squares), SQUARE_BYTES.saturating_mul(squares)))
    }

    /// Finds the first moves of the path through a maze of which a part is made; or, without a number, its parts in the window.
    pub fn with_path_of_part(mut self, moves: Option<u64>) -> Task<'a> {
        let Some(maze) = self.made else { return self };
        self.moves = Some(moves);
        let (steps, bytes) = (maze.expected_path_steps(moves), maze.expected_path_bytes(moves));
        self.with(Part::leaving(steps, bytes))
    }

    /// Estimates the length of that path.
    pub fn with_length_of_path(self) -> Task<'a> {
        self.with(Part::of_steps(DistantPath::expected_length_steps(LENGTH_BUDGET)))
    }

    /// Solves the maze, and keeps every move of the solver if the response has them.
    fn solved(self, solver: Solver, keeps_walk: bool) -> Task<'a> {
        let (info, cells, work) = (solver.info(), self.cells(), Work::Solve(solver));
        let walk = if keeps_walk { NUMBER_BYTES * info.longest_walk.of(cells) } else { 0 };
        let part = Part::leaving(work.steps(cells), work.bytes(cells, self.facts.kind).saturating_add(walk));
        let task = self.with(part);
        // After a solver that gave up, a search finds out whether there is a path.
        if info.limits.is_empty() { task } else { task.with_distances() }
    }

    /// Returns this about the solution.
    pub fn including(self, item: Include, points: &Points) -> Task<'a> {
        let part = self.cost_of_included(item, points);
        self.with(part)
    }

    /// Checks a solution of so many moves, and how long and how costly the best one is, where moves across corners are allowed or not.
    pub fn checked(self, moves: u64, diagonals: bool) -> Task<'a> {
        let is_weighted = self.facts.is_weighted;
        let task =
            if diagonals { self.solved_by(Solver::usual(false, true)).with_diagonals() } else { self.with_distances() };
        let task = task.with(Part::of_steps(moves.saturating_mul(MOVE_STEPS)));
        if is_weighted { task.with_distances() } else { task }
    }

    /// Finds the distance of every cell from the entrance.
    fn with_distances(self) -> Task<'a> {
        let part = self.cost_of_search(NUMBER_BYTES * self.cells());
        self.with(part)
    }

    fn with(mut self, part: Part) -> Task<'a> {
        self.parts.push(part);
        self
    }

    fn before(mut self, part: Part) -> Task<'a> {
        self.parts.insert(0, part);
        self
    }

    /// About how many steps everything takes.
    pub fn expected_steps(&self) -> u64 {
        self.parts.iter().map(|part| part.steps).fold(0, u64::saturating_add)
    }

    /// The work, if a request may take so much; else the problem names every limit that is exceeded.
    pub fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        let max_steps = settings.max_steps;
        let attempts = self.attempts(max_steps);
        let each = self.made.filter(|_| attempts.is_some()).map_or(0, MazeOptions::expected_attempt_steps);
        let finding = each.saturating_mul(attempts.unwrap_or(0).into());
        let (steps, bytes) = (self.expected_steps().saturating_add(finding), self.bytes());
        let mut excess = Vec::new();
        if steps > max_steps {
            excess.push(settings.too_many_steps(&self.what(), steps));
        }
        let over = OverLimit { limit: "memory", max: settings.max_request_memory(), asked: bytes };
        if over.asked > over.max {
            excess.push((over, too_much_memory(over)));
        }
        if !excess.is_empty() {
            return Err(self.too_large(excess));
        }
        Ok(Job { cost: Cost { steps, bytes }, attempts })
    }

    /// The problem with these limits, which is said of the parameter that makes the maze so large, if there is one.
    fn too_large(&self, excess: Vec<(OverLimit, String)>) -> Problem {
        let side = |maze: &MazeOptions| match maze.mesh().kind {
            _ if matches!(self.moves, Some(Some(_))) => Some("moves"),
            _ if maze.window().is_some() => Some("window"),
            GridKind::Polar => Some("rings"),
            GridKind::Custom => None,
            _ => Some(if self.facts.extent[0] >= self.facts.extent[1] { "w" } else { "h" }),
        };
        match self.made.and_then(side) {
            Some(parameter) => Problem::invalid(
                excess
                    .into_iter()
                    .map(|(over, detail)| Fault::new(parameter, None, Reason::too_large(over, detail)))
                    .collect(),
            ),
            None => {
                let details: Vec<String> = excess.iter().map(|(_, detail)| detail.clone()).collect();
                Problem::too_large(excess[0].0, details.join("; "))
            }
        }
    }

    /// What is too large, in words.
    fn what(&self) -> String {
        let ([columns, rows], cells) = (self.facts.extent, self.facts.cells);
        let what = match self.moves {
            _ if self.facts.surface != Surface::Squares => format!("{cells} cells"),
            Some(Some(moves)) => format!("the first {moves} moves of the path"),
            Some(None) => format!("the path in a window of {cells} cells"),
            None if self.facts.is_part => format!("a window of {cells} cells"),
            None => format!("{columns} × {rows} cells"),
        };
        what + &self.made.map_or_else(String::new, with_algorithm)
    }

    /// The approximate maximum of memory until the response is sent, in bytes.
    fn bytes(&self) -> u64 {
        let (mut left, mut most) = (0_u64, 0_u64);
        for part in &self.parts {
            most = most.max(left.saturating_add(part.bytes));
            left = left.saturating_add(part.left_bytes);
        }
        most
    }

    /// What it costs to make the maze, or to keep the one that was posted.
    fn cost_of_making(&self) -> Part {
        let weights = if self.facts.is_weighted { size_of_val(&MAX_WEIGHT) as u64 } else { 0 };
        let bytes = self.made.map_or(0, MazeOptions::expected_bytes);
        let left_bytes = self.cells().saturating_mul(1 + self.facts.grid_bytes + weights);
        Part { steps: self.steps_to_make(), bytes: bytes.max(left_bytes), left_bytes }
    }

    /// What it costs to return this about a solution.
    fn cost_of_included(&self, item: Include, points: &Points) -> Part {
        let cells = self.cells();
        match item {
            Include::Path | Include::DeadEnds => Part::leaving(cells, NUMBER_BYTES * cells),
            Include::Rectangles => {
                let work = Work::Rectangles;
                Part::leaving(work.steps(cells), work.bytes(cells, self.facts.kind))
            }
            Include::Directions | Include::States => Part::leaving(cells, cells),
            Include::Walk | Include::Weights | Include::Hash => Part::leaving(cells, 0),
            Include::Text => Part::leaving(cells.saturating_mul(8), cells.saturating_mul(48)),
            Include::Paths => {
                let listed = cells.saturating_mul(self.facts.openings);
                let part = self.cost_of_search(listed.saturating_mul(NUMBER_BYTES));
                Part { steps: part.steps.saturating_add(listed), ..part }
            }
            Include::Distances => self.cost_of_search(NUMBER_BYTES * cells),
            Include::Matrix => {
                let count = points.count(cells);
                // Each row of the distances of all cells is found when it is sent.
                let listed = if *points == Points::All { cells } else { count * count };
                let part = self.cost_of_search(NUMBER_BYTES * listed);
                Part { steps: part.steps.saturating_mul(count), ..part }
            }
            Include::Stats => {
                let work = Work::Stats { has_loops: self.facts.has_loops };
                Part::passing(work.steps(cells), work.bytes(cells, self.facts.kind), 0)
            }
        }
    }

    /// What a search through all cells costs that leaves so many bytes.
    fn cost_of_search(&self, left_bytes: u64) -> Part {
        let cells = self.cells();
        let work = if self.facts.is_weighted { Work::CheapestPaths } else { Work::Search };
        Part::passing(work.steps(cells), work.bytes(cells, self.facts.kind), left_bytes)
    }

    /// What it costs to draw the maze, where that is not done while it is sent.
    fn cost_of_drawing(&self, format: Format, solver: Option<Solver>) -> Part {
        let (cells, surface) = (self.cells(), self.facts.surface);
        if let Some(animation) = format.animation() {
            let shown = match animation.shown {
                Shown::Solving => solver.map_or(0, |solver| solver.info().steps.of(cells)),
                _ => self.steps_to_make(),
            };
            let (size, painted) = (self.facts.extent.map(u64::from), (cells as f64 * self.facts.overlap) as u64);
            let steps = animation.expected_steps(size, painted, shown, surface);
            return Part::leaving(steps, animation.expected_bytes(size, painted, shown, surface));
        }
        match format {
            Format::Stl(_) => {
                Part::leaving(Work::Solid(surface).steps(cells), Work::Solid(surface).bytes(cells, self.facts.kind))
            }
            Format::Scen(scenarios) => {
                let (work, places) = (Work::Scenarios(scenarios), self.facts.places);
                Part::leaving(work.steps(places), work.bytes(places, self.facts.kind))
            }
            _ => Part::default(),
        }
    }

    /// About how many steps it takes to make the maze.
    fn steps_to_make(&self) -> u64 {
        self.made.map_or(0, MazeOptions::expected_steps)
    }

    /// How many attempts are made at most to find the maze. Half of the steps are for the maze that is found.
    fn attempts(&self, max_steps: u64) -> Option<u32> {
        self.made?.attempts_within(max_steps / 2)
    }
}
