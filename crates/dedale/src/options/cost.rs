//! What it takes to make a maze, and to work with it, known before it begins.

use super::carving::Carving;
use super::edit::sparse::SPARSE_BYTES;
use super::wanted::{MAX_ATTEMPTS, MEASURED_BYTES, MEASURED_STEPS};
use super::{EndsRule, MazeOptions};
#[cfg(feature = "stl")]
use crate::draw::solid::{solid_bytes, solid_steps};
use crate::formats::Scenarios;
#[cfg(feature = "json")]
use crate::formats::json::{RECTANGLE_BYTES, RECTANGLE_STEPS};
use crate::generate::WalkTime;
use crate::grid::{Grid as _, GridKind, Mesh, MeshOptions, Places as _, Wrap};
use crate::maze::WEIGHT_BYTES;
use crate::measure::{FARTHEST_BYTES, STATS_BYTES, stats_steps};
use crate::observe::Observer;
use crate::picture::Surface;
use crate::solve::{COST_BYTES, SEARCH_BYTES, Solver, TIMES_ON_CUSTOM_GRIDS, cost_steps, search_steps};

impl MazeOptions {
    /// About how many steps it takes to make the maze.
    ///
    /// A step is what the recursive backtracker does for a cell, or one move of a random walk: about ten nanoseconds. An algorithm that walks at random has no firm bound. The estimate is then about the average over all seeds: it is less
    /// than three times as many, and more than a third.
    pub fn expected_steps(&self) -> u64 {
        if self.window().is_some() {
            return TO_A_PART.saturating_add(self.algorithm().info().steps.of(product(self.extent())));
        }
        // A small custom grid is examined, which takes less time than a walk.
        if let Some(mesh) = self.set.given.as_ref().filter(|mesh| mesh.cells() <= SMALL) {
            let Ok(steps) = self.expected_steps_on(mesh, &mut ());
            return steps;
        }
        self.steps_with(None)
    }

    /// About how many [steps](MazeOptions::expected_steps) an attempt takes to [find](MazeOptions::find) a maze: to make it, and to measure it.
    pub fn expected_attempt_steps(&self) -> u64 {
        self.expected_steps().saturating_add(product(self.extent()).saturating_mul(MEASURED_STEPS))
    }

    /// How many attempts are made at most to find a maze that has what is wanted, if all together take at most `max_steps`. `None` where nothing
    /// is looked for.
    pub fn attempts_within(&self, max_steps: u64) -> Option<u32> {
        let wanted = Some(self.set.wanted).filter(|wanted| wanted.is_any())?;
        let fitting = max_steps / self.expected_attempt_steps().max(1);
        Some(fitting.clamp(wanted.least_attempts().into(), MAX_ATTEMPTS.into()) as u32)
    }

    /// About how many steps it takes to make the maze on the grid that these options [lay](MazeOptions::lay). Where cells are left out, and
    /// on a custom grid, nothing else shows how long a random walk takes.
    pub(crate) fn expected_steps_on<O: Observer>(&self, mesh: &Mesh, observer: &mut O) -> Result<u64, O::Stop> {
        let is_regular = mesh.kind() != GridKind::Custom && self.mesh().mask.is_none();
        let walk = if is_regular || !self.algorithm().info().walks() {
            None
        } else if mesh.is_tree() {
            Some(WalkTime::nowhere(mesh.cells().into()))
        } else {
            Some(WalkTime::on(mesh, observer)?)
        };
        Ok(self.steps_with(walk))
    }

    /// How a random walk goes on a grid with these columns and rows of cells, if none is left out.
    fn walk_at(&self, [columns, rows]: [u32; 2]) -> WalkTime {
        let MeshOptions { kind, floors, wrap, .. } = *self.mesh();
        let cells = product([columns, rows]);
        if kind == GridKind::Polar {
            let side = cells.isqrt();
            return WalkTime::in_box([side, cells / side.max(1), 1], [false; 3]);
        }
        let floors = u64::from(floors.max(1));
        let (columns, rows) = (u64::from(columns), u64::from(rows) / floors);
        let joined = [wrap.joins_columns(), wrap.joins_rows(), false];
        let is_path = match kind {
            GridKind::Square | GridKind::Hex => columns.min(rows) <= 1,
            GridKind::Triangle => columns <= 2 || rows <= 1,
            _ => false,
        };
        if is_path && floors == 1 && wrap == Wrap::Off {
            return WalkTime::nowhere(cells);
        }
        // A piece of many cells is as high as it is wide, but all of them count as columns. A triangle is half as wide as its side is long.
        let each = if kind == GridKind::Triangle { 3_f64.sqrt() } else { kind.cells_of_a_piece().into() };
        let each = each.sqrt();
        let [columns, rows] = [columns as f64 / each, rows as f64 * each].map(|length| length.round() as u64);
        WalkTime::in_box([columns, rows, floors], joined)
    }

    /// About how many steps it takes to make the maze, if a walk goes like this; `None` where only its columns and rows decide.
    fn steps_with(&self, walk: Option<WalkTime>) -> u64 {
        let size @ [columns, rows] = self.extent();
        let (cells, info, carving) = (product(size), self.algorithm().info(), self.set.carving());
        let carved_size = carving.carved(size);
        let carved = match info.walk {
            _ if self.is_open_ground() => cells.saturating_mul(OBSTACLE_STEPS),
            Some(moves) => moves(walk.unwrap_or_else(|| self.walk_at(carved_size))),
            None if self.set.straightness.is_some() => {
                info.steps.of(product(carved_size)).max(product(carved_size).saturating_mul(5))
            }
            None => info.steps.of(product(carved_size)),
        };
        let border = match self.mesh().wrap {
            Wrap::Xy => 0,
            Wrap::Off if self.is_plain() => 2 * (u64::from(columns) + u64::from(rows)),
            _ => cells,
        };
        let nearest = match () {
            () if !self.ends_at_any_exit() => 0,
            () if self.is_weighted() => cost_steps(cells),
            () => search_steps(cells),
        };
        let of_each =
            [(!self.is_plain(), MESH_STEPS), (self.is_woven(), MESH_STEPS), (carving != Carving::Plain, HALVES_STEPS)];
        let of_each: u64 = of_each.into_iter().filter_map(|(is_done, steps)| is_done.then_some(steps)).sum();
        let ends = self.ends().steps(cells, border, self.has_loops());
        let edits = self.set.set_edits().map(|option| (option.steps)(&self.set, cells));
        edits.chain([carved, cells.saturating_mul(of_each), nearest, ends]).fold(0, u64::saturating_add)
    }

    /// About how many bytes of memory there are at most while the maze is [found](MazeOptions::find) and made, the maze among them, which has
    /// one for each cell.
    pub fn expected_bytes(&self) -> u64 {
        let cells = self.cells();
        if self.window().is_some() {
            let (bytes, at_a_time) = MADE;
            return cells.saturating_mul(2).saturating_add(bytes * cells.min(at_a_time));
        }
        let grown = if self.set.straightness.is_some() { 28 } else { 0 };
        let halves = u64::from(self.set.carving() != Carving::Plain);
        let nearest = match () {
            () if !self.ends_at_any_exit() => 0,
            () if self.is_weighted() => WEIGHT_BYTES + COST_BYTES,
            () => SEARCH_BYTES,
        };
        let measured = if self.set.wanted.is_any() { MEASURED_BYTES } else { 0 };
        let info = self.algorithm().info();
        // A cell of another grid has more edges than a square.
        let on_mesh = info.bytes_on_meshes.unwrap_or(info.bytes * 7 / 4 + 5);
        let (carving, of_column) = if self.is_plain() { (info.bytes, info.bytes_of_column) } else { (on_mesh, 0) };
        let carving = carving.max(grown) + halves;
        let edited = self.set.set_edits().map(|option| (option.bytes)(&self.set)).max().unwrap_or(0);
        let searched = if matches!(self.ends(), EndsRule::Farthest | EndsRule::Center) { FARTHEST_BYTES } else { 0 };
        let working = carving.max(edited).max(searched).max(nearest);
        let thinned = if self.set.edits.sparse.is_some() { SPARSE_BYTES } else { 0 };
        let laid = if self.set.given.is_some() { Mesh::CELL_BYTES } else { 0 };
        let of_columns = u64::from(self.extent()[0]) * of_column;
        cells.saturating_mul(1 + measured + working + self.grid_bytes() + laid + thinned).saturating_add(of_columns)
    }

    /// About how many bytes of memory the grid of the maze takes for each cell: none if it is one of plain squares.
    fn grid_bytes(&self) -> u64 {
        let is_cut = self.is_open_ground() || self.mesh().mask.is_some() || self.set.edits.sparse.is_some();
        match () {
            () if self.is_plain() => 0,
            () if self.is_woven() => Mesh::CELL_BYTES + 16,
            () if is_cut || self.set.given.is_some() => Mesh::CELL_BYTES,
            () => Mesh::REGULAR_CELL_BYTES,
        }
    }

    /// The facts about the maze that are known before it is made.
    pub fn facts(&self) -> Facts {
        Facts {
            grid_bytes: self.grid_bytes(),
            openings: u64::from(self.set.edits.exits) + self.set.remove.len() as u64,
            surface: match () {
                () if self.is_woven() => Surface::Tunnels,
                () if self.is_plain() => Surface::Squares,
                () => Surface::Mesh,
            },
            overlap: self.set.given.as_ref().map_or(1.0, |mesh| mesh.overlap()),
            is_weighted: self.is_weighted(),
            has_loops: self.has_loops(),
        }
    }
}

/// Facts about a maze that are known before it is made. The cost of working with it depends on them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Facts {
    /// About how many bytes of memory the grid takes for each cell: none if it is one of plain squares.
    pub grid_bytes: u64,
    /// The most openings that the outer wall may have, without doors.
    pub openings: u64,
    /// On what it is painted.
    pub surface: Surface,
    /// How many times as long it takes to paint the cells as if none lay over another: see [`Mesh::overlap`].
    pub overlap: f64,
    /// Whether it costs something to enter a cell.
    pub is_weighted: bool,
    /// Whether there may be more than one way between two cells.
    pub has_loops: bool,
}

/// The number of cells of a rectangle.
fn product([columns, rows]: [u32; 2]) -> u64 {
    u64::from(columns) * u64::from(rows)
}

/// How many steps it takes for each cell to make a maze of its half.
const HALVES_STEPS: u64 = 2;

/// About how many steps it takes to find out where the first cell of a part of the largest maze is: each of its levels is made around it.
const TO_A_PART: u64 = 30_000;

/// How many bytes each cell of a part takes while it is made, and how many cells are made at a time.
const MADE: (u64, u64) = (4, 1 << 18);

/// About how many steps a cell of a mesh takes while its tables are made.
const MESH_STEPS: u64 = 8;

/// About how many steps a square takes that may be an obstacle, and is opened to others if it is none.
const OBSTACLE_STEPS: u64 = 8;

/// Up to how many cells of a custom grid are looked at to know how long a random walk takes on it, before the work begins.
const SMALL: u32 = 4096;

/// A piece of work with a finished maze, whose time and memory are known before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Work {
    /// To find the [distances](crate::solve::distances()) of all cells from one.
    Search,
    /// To find their [costs](crate::solve::costs()) where there are weights.
    CheapestPaths,
    /// To find a path.
    Solve(Solver),
    /// To [measure](crate::measure::stats()) a maze that may have loops, or has none.
    Stats {
        /// Whether there may be more than one way between two cells.
        has_loops: bool,
    },
    /// To find the walls as [rectangles](crate::formats::rectangles()).
    #[cfg(feature = "json")]
    Rectangles,
    /// To find [scenarios](crate::Format::Scen), where cells are counted with those that a mask leaves out.
    Scenarios(Scenarios),
    /// To find the triangles of a [solid](crate::Format::Stl), and to keep them until they are written.
    #[cfg(feature = "stl")]
    Solid(Surface),
}

impl Work {
    /// About how many [steps](super::MazeOptions::expected_steps) it takes at most, with this many cells.
    pub fn steps(self, cells: u64) -> u64 {
        match self {
            Work::Search => search_steps(cells),
            Work::CheapestPaths => cost_steps(cells),
            Work::Solve(solver) => solver.info().steps.of(cells),
            Work::Stats { has_loops } => stats_steps(u32::try_from(cells).unwrap_or(u32::MAX), has_loops),
            #[cfg(feature = "json")]
            Work::Rectangles => cells.saturating_mul(RECTANGLE_STEPS),
            Work::Scenarios(scenarios) => scenarios.steps(cells),
            #[cfg(feature = "stl")]
            Work::Solid(surface) => solid_steps(cells, surface),
        }
    }

    /// How many bytes of memory it takes at most, with this many cells of such a grid: in a maze on a [custom](GridKind::Custom) one, nearly
    /// all cells may be leaves, and wait at the same time.
    pub fn bytes(self, cells: u64, grid: GridKind) -> u64 {
        let each = match self {
            Work::Search => SEARCH_BYTES,
            Work::CheapestPaths => COST_BYTES,
            Work::Solve(solver) => solver.info().bytes,
            Work::Stats { .. } => STATS_BYTES,
            #[cfg(feature = "json")]
            Work::Rectangles => RECTANGLE_BYTES,
            Work::Scenarios(scenarios) => return scenarios.bytes(cells),
            #[cfg(feature = "stl")]
            Work::Solid(surface) => return solid_bytes(cells, surface, grid),
        };
        let times = if grid == GridKind::Custom { TIMES_ON_CUSTOM_GRIDS } else { 1 };
        cells.saturating_mul(each * times)
    }
}
