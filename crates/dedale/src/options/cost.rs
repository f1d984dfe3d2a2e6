//! What it takes to make a maze, known before it begins.

use super::wanted::{MAX_ATTEMPTS, MEASURED_BYTES, MEASURED_STEPS};
use super::{Carving, EndsRule, Ground, MazeOptions, OPTIONS};
use crate::edit::{EditOption, SPARSE_BYTES};
use crate::generate::WalkTime;
use crate::grid::{Grid as _, GridKind, Mesh, MeshOptions, Places as _, Wrap};
use crate::maze::WEIGHT_BYTES;
use crate::measure::FARTHEST_BYTES;
use crate::observe::Observer;
use crate::solve::{COST_BYTES, SEARCH_BYTES, cost_steps, search_steps};

impl MazeOptions {
    /// About how many steps it takes to make the maze.
    ///
    /// A step is what the recursive backtracker does for a cell, or one move of a random walk: about ten nanoseconds. An algorithm that walks at random has no firm bound. The estimate is then about the average over all seeds: it is less
    /// than three times as many, and more than a third.
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// let steps = |query: &str| query.parse::<MazeOptions>().map(|options| options.expected_steps());
    /// assert_eq!(steps("algo=backtracker&w=1000&h=1000")?, 1_000_000);
    /// // A walk from one end to the other takes time in the square of their distance.
    /// assert!(steps("algo=wilson&w=2&h=500000")? > 10_000 * steps("algo=wilson&w=1000&h=1000")?);
    /// # Ok::<(), dedale::options::InvalidOptions>(())
    /// ```
    pub fn expected_steps(&self) -> u64 {
        let [columns, rows] = self.extent();
        self.expected_steps_at(columns, rows)
    }

    /// About how many [steps](MazeOptions::expected_steps) an attempt takes to [find](MazeOptions::find) a maze: to make it, and to measure it.
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// let options: MazeOptions = "w=30&h=30&seed=7&difficulty=hard".parse()?;
    /// assert!(options.expected_attempt_steps() > options.expected_steps());
    /// # Ok::<(), dedale::options::InvalidOptions>(())
    /// ```
    pub fn expected_attempt_steps(&self) -> u64 {
        self.attempt_steps_at(self.extent())
    }

    fn attempt_steps_at(&self, [columns, rows]: [u32; 2]) -> u64 {
        let measured = product([columns, rows]).saturating_mul(MEASURED_STEPS);
        self.expected_steps_at(columns, rows).saturating_add(measured)
    }

    /// How many attempts are made at most to find a maze with this many columns and rows that has what is wanted, if all together take at most
    /// `max_steps`; and about how many steps each takes. `None` where nothing is looked for.
    pub fn attempts_within(&self, size: [u32; 2], max_steps: u64) -> Option<(u32, u64)> {
        let wanted = Some(self.wanted()).filter(|wanted| wanted.is_any())?;
        let each = self.attempt_steps_at(size);
        let fitting = max_steps / each.max(1);
        Some((fitting.clamp(wanted.least_attempts().into(), MAX_ATTEMPTS.into()) as u32, each))
    }

    /// The approximate number of [steps](MazeOptions::expected_steps) with this many columns and rows of cells: see
    /// [`extent`](MazeOptions::extent).
    pub fn expected_steps_at(&self, columns: u32, rows: u32) -> u64 {
        if self.window().is_some() {
            return TO_A_PART.saturating_add(self.algorithm().info().steps.of(product([columns, rows])));
        }
        // A small custom grid is examined, which takes less time than a walk.
        if let Some(mesh) = self.given().filter(|mesh| mesh.cells() <= SMALL) {
            let Ok(steps) = self.expected_steps_on(mesh, &mut ());
            return steps;
        }
        self.steps_with([columns, rows], None)
    }

    /// About how many steps it takes to make the maze on the grid that these options [lay](MazeOptions::lay). Where cells are left out, and
    /// on a custom grid, nothing else shows how long a random walk takes.
    ///
    /// # Complexity
    ///
    /// Time and memory `O(cells)` where the algorithm walks at random on such a grid, and constant otherwise.
    pub(crate) fn expected_steps_on<O: Observer>(&self, mesh: &Mesh, observer: &mut O) -> Result<u64, O::Stop> {
        let is_regular = mesh.kind() != GridKind::Custom && self.mesh().mask.is_none();
        let walk = if is_regular || !self.algorithm().info().walks() {
            None
        } else if mesh.is_tree() {
            Some(WalkTime::nowhere(mesh.cells().into()))
        } else {
            Some(WalkTime::on(mesh, observer)?)
        };
        Ok(self.steps_with(self.extent(), walk))
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

    /// About how many steps it takes to make the maze with these columns and rows, if a walk goes like this; `None` where only these decide.
    fn steps_with(&self, size: [u32; 2], walk: Option<WalkTime>) -> u64 {
        let (cells, [columns, rows]) = (product(size), size);
        let info = self.algorithm.info();
        let carved_size = self.carving.carved(size);
        let carved = match info.walk {
            _ if self.is_open_ground() => cells.saturating_mul(OBSTACLE_STEPS),
            Some(moves) => moves(walk.unwrap_or_else(|| self.walk_at(carved_size))),
            None if self.straightness.is_some() => {
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
        let of_each = [
            (!self.is_plain(), MESH_STEPS),
            (self.is_woven(), MESH_STEPS),
            (self.carving != Carving::Plain, HALVES_STEPS),
        ];
        let of_each: u64 = of_each.into_iter().filter_map(|(is_done, steps)| is_done.then_some(steps)).sum();
        let edits = edits().map(|edit| (edit.steps)(&self.edits, cells)).fold(0, u64::saturating_add);
        let ends = self.ends().steps(cells, border, self.has_loops());
        let parts = [carved, cells.saturating_mul(of_each), edits, nearest, ends];
        parts.into_iter().fold(0, u64::saturating_add)
    }

    /// The grid, if it is given.
    fn given(&self) -> Option<&Mesh> {
        if let Ground::Given { mesh, .. } = &self.ground { Some(mesh) } else { None }
    }

    /// About how many bytes of memory there are at most while the maze is [found](MazeOptions::find) and made, the maze among them, which has
    /// one for each cell.
    pub fn expected_bytes(&self) -> u64 {
        let cells = self.cells();
        if self.window().is_some() {
            let (bytes, at_a_time) = MADE;
            return cells.saturating_mul(2).saturating_add(bytes * cells.min(at_a_time));
        }
        let grown = if self.straightness.is_some() { 28 } else { 0 };
        let halves = u64::from(self.carving != Carving::Plain);
        let nearest = match () {
            () if !self.ends_at_any_exit() => 0,
            () if self.is_weighted() => WEIGHT_BYTES + COST_BYTES,
            () => SEARCH_BYTES,
        };
        let measured = if self.wanted().is_any() { MEASURED_BYTES } else { 0 };
        let info = self.algorithm().info();
        // A cell of another grid has more edges than a square.
        let on_mesh = info.bytes_on_meshes.unwrap_or(info.bytes * 7 / 4 + 5);
        let (carving, of_column) = if self.is_plain() { (info.bytes, info.bytes_of_column) } else { (on_mesh, 0) };
        let carving = carving.max(grown) + halves;
        let edited = edits().map(|edit| (edit.bytes)(&self.edits)).max().unwrap_or(0);
        let searched = if matches!(self.ends(), EndsRule::Farthest | EndsRule::Center) { FARTHEST_BYTES } else { 0 };
        let working = carving.max(edited).max(searched).max(nearest);
        let thinned = if self.edits.sparse.is_some() { SPARSE_BYTES } else { 0 };
        let laid = if self.given().is_some() { Mesh::CELL_BYTES } else { 0 };
        let of_columns = u64::from(self.extent()[0]) * of_column;
        cells
            .saturating_mul(1 + measured + working + self.expected_grid_bytes() + laid + thinned)
            .saturating_add(of_columns)
    }

    /// About how many bytes of memory the grid of the maze takes for each cell: none if it is one of plain squares.
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// let bytes = |query: &str| query.parse::<MazeOptions>().map(|options| options.expected_grid_bytes());
    /// let [squares, hexagons, in_a_circle] = ["w=30&h=30", "grid=hex", "grid=hex&mask=circle"].map(bytes);
    /// assert_eq!(squares?, 0);
    /// assert!(hexagons? < in_a_circle?);
    /// # Ok::<(), dedale::options::InvalidOptions>(())
    /// ```
    pub fn expected_grid_bytes(&self) -> u64 {
        match () {
            () if self.is_plain() => 0,
            () if self.is_woven() => Mesh::CELL_BYTES + 16,
            () if self.is_open_ground()
                || self.mesh().mask.is_some()
                || self.edits.sparse.is_some()
                || self.given().is_some() =>
            {
                Mesh::CELL_BYTES
            }
            () => Mesh::REGULAR_CELL_BYTES,
        }
    }
}

/// The number of cells of a rectangle.
fn product([columns, rows]: [u32; 2]) -> u64 {
    u64::from(columns) * u64::from(rows)
}

/// The options of edits.
fn edits() -> impl Iterator<Item = &'static EditOption> {
    OPTIONS.iter().filter_map(|option| option.edit)
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
