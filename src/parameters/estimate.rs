//! Admission of requests: time and memory are estimated, and work that cannot be completed is rejected before it
//! begins.

use dedale::about::OverLimit;
use dedale::endless::Tile;
use dedale::estimate::{Estimate, Properties, Work};
use dedale::formats::Format;
use dedale::grid::{GridKind, Mesh};
use dedale::maze::MAX_WEIGHT;
use dedale::options::{Ends, MazeOptions};
use dedale::picture::{Shown, Surface};
use dedale::solve::Solver;

use crate::limits::memory::too_much_memory;
use crate::limits::pool::Cost;
use crate::parameters::solve::{LENGTH_BUDGET, Points, SolveOptions};
use crate::parameters::table::Include;
use crate::problem::{Fault, Problem, Reason};
use crate::settings::Settings;

/// The size of a cell number or a distance in a list, in bytes.
const NUMBER_BYTES: u64 = 4;

/// The approximate number of steps to parse a byte of a body, and to check the query against its content.
pub const BYTE_STEPS: u64 = 12;

/// The approximate number of steps to read a pixel of a picture and to search its squares.
pub const PIXEL_STEPS: u64 = 16;

/// The number of bytes for each square in a search among the squares of a picture.
pub const SQUARE_BYTES: u64 = 2;

/// The approximate number of steps to check a move of a solution.
const MOVE_STEPS: u64 = 4;

/// The algorithm of a maze, as the end of a description.
pub fn with_algorithm(maze: &MazeOptions) -> String {
    maze.made_by().map_or_else(String::new, |name| format!(" with algo={name}"))
}

/// The approximate number of steps that moves across corners take for each cell.
const DIAGONAL_STEPS: u64 = 16;

/// The maximum number of bytes that moves across corners take for each cell: its sides, its length, and its place in a
/// heap while the heap grows.
const DIAGONAL_BYTES: u64 = 96;

/// The work for an admitted request. The default is no work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Job {
    /// The cost of the work.
    pub cost: Cost,
    /// The maximum number of attempts to find the maze; `None` if nothing is searched for.
    pub attempts: Option<u32>,
}

/// All work for a request, in phases.
pub struct Task<'a> {
    /// The options of a generated maze; `None` for a posted one.
    options: Option<&'a MazeOptions>,
    facts: Facts,
    /// The cost of each phase, in order.
    phases: Vec<Phase>,
    /// The number of moves of a path through a large maze, if one is searched for. The inner value is `None` for the
    /// path in a window.
    moves: Option<Option<u64>>,
}

/// The facts about a generated or posted maze that are known before any work is done.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The approximate numbers of columns and rows of cells.
    pub extent: [u32; 2],
    /// The number of cells.
    pub cells: u64,
    /// The number of places for cells, including those that a mask leaves out.
    pub places: u64,
    /// The number of bytes that the grid takes for each cell.
    pub grid_bytes: u64,
    /// The maximum number of openings in the outer wall, without doors.
    pub openings: u64,
    /// The surface on which it is painted.
    pub surface: Surface,
    /// The number of cells that are painted for each cell of the grid. It exceeds 1 if cells of a custom grid overlap.
    pub overlap: f64,
    /// The kind of its grid.
    pub kind: GridKind,
    /// True if cells have weights.
    pub is_weighted: bool,
    /// True if there may be several paths between two cells.
    pub has_loops: bool,
    /// True for a part of a maze that is not made as a whole.
    pub is_part: bool,
}

impl Facts {
    fn of_generated(maze: &MazeOptions) -> Facts {
        let properties = Properties::of(maze);
        Facts {
            extent: maze.extent(),
            cells: maze.cells(),
            places: maze.cells(),
            grid_bytes: properties.grid_bytes,
            openings: properties.openings,
            surface: properties.surface,
            overlap: properties.overlap,
            kind: maze.mesh().kind,
            is_weighted: properties.is_weighted,
            has_loops: properties.has_loops,
            is_part: maze.window().is_some(),
        }
    }

    /// The facts about a posted maze that is not parsed yet, with at most `cells` cells.
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

/// The cost of a phase of the work.
#[derive(Clone, Copy, Debug, Default)]
struct Phase {
    steps: u64,
    /// The memory during the phase, including that which is kept.
    bytes: u64,
    /// The memory that is kept until the response is sent.
    kept_bytes: u64,
}

impl Phase {
    /// A phase that takes no memory.
    fn of_steps(steps: u64) -> Phase {
        Phase { steps, ..Phase::default() }
    }

    /// A phase whose memory is kept until the response is sent.
    fn keeping(steps: u64, bytes: u64) -> Phase {
        Phase { steps, bytes, kept_bytes: bytes }
    }

    /// A phase with this estimate, whose memory is kept until the response is sent.
    fn keeping_all(Estimate { steps, bytes }: Estimate) -> Phase {
        Phase::keeping(steps, bytes)
    }

    /// A phase that frees `bytes` at its end, and keeps `kept_bytes`.
    fn temporary(steps: u64, bytes: u64, kept_bytes: u64) -> Phase {
        Phase { steps, bytes: bytes.saturating_add(kept_bytes), kept_bytes }
    }
}

impl<'a> Task<'a> {
    fn new(options: Option<&'a MazeOptions>, facts: Facts) -> Task<'a> {
        let task = Task { options, facts, phases: Vec::with_capacity(8), moves: None };
        let phase = task.cost_of_making();
        task.with(phase)
    }

    /// The work to generate a maze.
    pub fn making(maze: &'a MazeOptions) -> Task<'a> {
        Task::new(Some(maze), Facts::of_generated(maze))
    }

    /// The work to find the ends of a posted maze.
    pub fn on_posted(facts: Facts, ends: &Ends) -> Task<'a> {
        let task = Task::new(None, facts);
        let Estimate { steps, bytes } = Estimate::of_ends(ends, task.cells(), facts.kind);
        task.with(Phase::temporary(steps, bytes, 0))
    }

    /// The work to find the ends of a posted maze that is not parsed yet, with at most `cells` cells.
    pub fn on_cells(cells: u64, ends: &Ends) -> Task<'a> {
        Task::on_posted(Facts::of_unread(cells), ends)
    }

    /// The number of cells in the columns and rows.
    fn cells(&self) -> u64 {
        self.facts.extent.map(u64::from).iter().product()
    }

    /// Adds a drawing of the maze in a format, which may show the steps of the solver.
    pub fn drawn(self, format: Format, solver: Option<Solver>) -> Task<'a> {
        // The steps are recorded while the maze is generated.
        let phase = self.cost_of_drawing(format, solver);
        let task = self.before(phase);
        if format.shows_distances() { task.with_distances() } else { task }
    }

    /// Adds a tile of the maze.
    pub fn painted(self, tile: &Tile) -> Task<'a> {
        self.before(Phase::keeping_all(Estimate::of_tile(tile)))
    }

    /// Adds a search for the path through the maze.
    pub fn solved_by(self, solver: Solver) -> Task<'a> {
        self.solved(solver, false)
    }

    /// Adds a solution of the maze and everything that is returned about it.
    pub fn solved_as(self, solve: &SolveOptions) -> Task<'a> {
        // Another exit may be the nearest one from this cell.
        let task = if solve.at.is_some() { self.with_distances() } else { self };
        let task = task.solved(solve.solver, solve.include.contains(&Include::Walk));
        let task = if solve.diagonals { task.with_diagonals() } else { task };
        let task = if solve.keeps_to_middle { task.in_the_middle() } else { task };
        solve.include.iter().fold(task, |task, &item| task.including(item, &solve.points))
    }

    /// Allows moves across corners, which are as many as other moves. Each is computed, and has a place in a heap.
    fn with_diagonals(self) -> Task<'a> {
        let cells = self.cells();
        self.with(Phase::keeping(DIAGONAL_STEPS.saturating_mul(cells), DIAGONAL_BYTES.saturating_mul(cells)))
    }

    /// Adds a path in the middle of corridors, which is found among all squares of a picture.
    fn in_the_middle(self) -> Task<'a> {
        let squares = self.facts.places;
        self.with(Phase::keeping(PIXEL_STEPS.saturating_mul(squares), SQUARE_BYTES.saturating_mul(squares)))
    }

    /// Adds the first `moves` moves of the path through a large maze, or its parts in the window if `moves` is `None`.
    pub fn with_path_of_part(mut self, moves: Option<u64>) -> Task<'a> {
        let Some(maze) = self.options else { return self };
        self.moves = Some(moves);
        self.with(Phase::keeping_all(Estimate::of_path(maze, moves)))
    }

    /// Adds an estimate of the length of this path.
    pub fn with_length_of_path(self) -> Task<'a> {
        self.with(Phase::of_steps(Estimate::of_path_length(LENGTH_BUDGET).steps))
    }

    /// Adds a run of the solver, and keeps its moves if the response has them.
    fn solved(self, solver: Solver, keeps_walk: bool) -> Task<'a> {
        let (info, cells) = (solver.info(), self.cells());
        let Estimate { steps, bytes } = Work::Solve(solver).estimate(cells, self.facts.kind);
        let walk = if keeps_walk { NUMBER_BYTES * info.longest_walk.of(cells) } else { 0 };
        let phase = Phase::keeping(steps, bytes.saturating_add(walk));
        let task = self.with(phase);
        // After a solver gives up, a search finds out whether there is a path.
        if info.limits.is_empty() { task } else { task.with_distances() }
    }

    /// Adds an item that is returned about the solution.
    pub fn including(self, item: Include, points: &Points) -> Task<'a> {
        let phase = self.cost_of_included(item, points);
        self.with(phase)
    }

    /// Adds a check of a solution with this number of moves, and a search for the best solution.
    pub fn checked(self, moves: u64, diagonals: bool) -> Task<'a> {
        let is_weighted = self.facts.is_weighted;
        let task = if diagonals {
            self.solved_by(Solver::recommended(false, true)).with_diagonals()
        } else {
            self.with_distances()
        };
        let task = task.with(Phase::of_steps(moves.saturating_mul(MOVE_STEPS)));
        if is_weighted { task.with_distances() } else { task }
    }

    /// Adds a search for the distances of all cells from the entrance.
    fn with_distances(self) -> Task<'a> {
        let phase = self.cost_of_search(NUMBER_BYTES * self.cells());
        self.with(phase)
    }

    fn with(mut self, phase: Phase) -> Task<'a> {
        self.phases.push(phase);
        self
    }

    fn before(mut self, phase: Phase) -> Task<'a> {
        self.phases.insert(0, phase);
        self
    }

    /// The approximate number of steps of all phases.
    pub fn expected_steps(&self) -> u64 {
        self.phases.iter().map(|phase| phase.steps).fold(0, u64::saturating_add)
    }

    /// Returns the job for the work, or a problem that names every limit that is exceeded.
    pub fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        let max_steps = settings.max_steps;
        let attempts = self.attempts(max_steps);
        let each = self.options.filter(|_| attempts.is_some()).map_or(0, |maze| Estimate::of_attempt(maze).steps);
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

    /// The problem with exceeded limits. It is attributed to the parameter that determines the size, if there is one.
    fn too_large(&self, excess: Vec<(OverLimit, String)>) -> Problem {
        let side = |maze: &MazeOptions| match maze.mesh().kind {
            _ if matches!(self.moves, Some(Some(_))) => Some("moves"),
            _ if maze.window().is_some() => Some("window"),
            GridKind::Polar => Some("rings"),
            GridKind::Custom => None,
            _ => Some(if self.facts.extent[0] >= self.facts.extent[1] { "w" } else { "h" }),
        };
        match self.options.and_then(side) {
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

    /// A description of the work that is too large.
    fn what(&self) -> String {
        let ([columns, rows], cells) = (self.facts.extent, self.facts.cells);
        let what = match self.moves {
            _ if self.facts.surface != Surface::Squares => format!("{cells} cells"),
            Some(Some(moves)) => format!("the first {moves} moves of the path"),
            Some(None) => format!("the path in a window of {cells} cells"),
            None if self.facts.is_part => format!("a window of {cells} cells"),
            None => format!("{columns} × {rows} cells"),
        };
        what + &self.options.map_or_else(String::new, with_algorithm)
    }

    /// The approximate maximum memory until the response is sent, in bytes.
    fn bytes(&self) -> u64 {
        let (mut left, mut most) = (0_u64, 0_u64);
        for phase in &self.phases {
            most = most.max(left.saturating_add(phase.bytes));
            left = left.saturating_add(phase.kept_bytes);
        }
        most
    }

    /// The cost of generating the maze, or of keeping the posted one.
    fn cost_of_making(&self) -> Phase {
        let weights = if self.facts.is_weighted { size_of_val(&MAX_WEIGHT) as u64 } else { 0 };
        let Estimate { steps, bytes } = self.of_making();
        let kept_bytes = self.cells().saturating_mul(1 + self.facts.grid_bytes + weights);
        Phase { steps, bytes: bytes.max(kept_bytes), kept_bytes }
    }

    /// The cost of an item that is returned about a solution.
    fn cost_of_included(&self, item: Include, points: &Points) -> Phase {
        let cells = self.cells();
        match item {
            Include::Path | Include::DeadEnds => Phase::keeping(cells, NUMBER_BYTES * cells),
            Include::Rectangles => Phase::keeping_all(Work::Rectangles.estimate(cells, self.facts.kind)),
            Include::Directions | Include::States => Phase::keeping(cells, cells),
            Include::Walk | Include::Weights | Include::Hash => Phase::keeping(cells, 0),
            Include::Text => Phase::keeping(cells.saturating_mul(8), cells.saturating_mul(48)),
            Include::Paths => {
                let listed = cells.saturating_mul(self.facts.openings);
                let phase = self.cost_of_search(listed.saturating_mul(NUMBER_BYTES));
                Phase { steps: phase.steps.saturating_add(listed), ..phase }
            }
            Include::Distances => self.cost_of_search(NUMBER_BYTES * cells),
            Include::Matrix => {
                let count = points.count(cells);
                // The matrix of all cells is computed row by row while it is sent.
                let listed = if *points == Points::All { cells } else { count * count };
                let phase = self.cost_of_search(NUMBER_BYTES * listed);
                Phase { steps: phase.steps.saturating_mul(count), ..phase }
            }
            Include::Stats => {
                let work = Work::Stats { has_loops: self.facts.has_loops };
                let Estimate { steps, bytes } = work.estimate(cells, self.facts.kind);
                Phase::temporary(steps, bytes, 0)
            }
        }
    }

    /// The cost of a search through all cells that keeps `kept_bytes`.
    fn cost_of_search(&self, kept_bytes: u64) -> Phase {
        let cells = self.cells();
        let work = if self.facts.is_weighted { Work::CheapestPaths } else { Work::Search };
        let Estimate { steps, bytes } = work.estimate(cells, self.facts.kind);
        Phase::temporary(steps, bytes, kept_bytes)
    }

    /// The cost of drawing the maze, for formats that are not drawn while they are sent.
    fn cost_of_drawing(&self, format: Format, solver: Option<Solver>) -> Phase {
        let (cells, surface) = (self.cells(), self.facts.surface);
        if let Some(animation) = format.animation() {
            let shown = match animation.shown {
                Shown::Solving => solver.map_or(0, |solver| solver.info().steps.of(cells)),
                _ => self.of_making().steps,
            };
            let (size, painted) = (self.facts.extent.map(u64::from), (cells as f64 * self.facts.overlap) as u64);
            return Phase::keeping_all(Estimate::of_animation(&animation, size, painted, shown, surface));
        }
        match format {
            Format::Stl(_) => Phase::keeping_all(Work::Solid(surface).estimate(cells, self.facts.kind)),
            Format::Scen(scenarios) => {
                Phase::keeping_all(Work::Scenarios(scenarios).estimate(self.facts.places, self.facts.kind))
            }
            _ => Phase::default(),
        }
    }

    /// The cost of generating the maze.
    fn of_making(&self) -> Estimate {
        self.options.map_or(Estimate::default(), Estimate::of_making)
    }

    /// The maximum number of attempts to find the maze. Half of the steps are reserved for the maze that is found.
    fn attempts(&self, max_steps: u64) -> Option<u32> {
        self.options?.attempts_within(max_steps / 2)
    }
}
