//! The cost of making a maze, estimated before it begins.

use super::carving::Carving;
use super::edits::SPARSE_BYTES;
use super::wanted::{MAX_ATTEMPTS, MEASURED_BYTES, MEASURED_STEPS};
use super::{EndsRule, MazeOptions};
use crate::generate::WalkTime;
use crate::grid::{BoardLayout as _, Grid as _, GridKind, Mesh, MeshOptions, Wrap};
use crate::maze::WEIGHT_BYTES;
use crate::measure::FARTHEST_BYTES;
use crate::observe::Observer;
use crate::picture::Surface;
use crate::solve::{COST_BYTES, SEARCH_BYTES, cost_steps, search_steps};

impl MazeOptions {
    /// Returns the approximate number of steps to make the maze.
    pub(crate) fn expected_steps(&self) -> u64 {
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

    /// Returns about how many [steps](crate::estimate::Estimate::steps) an attempt to [find](MazeOptions::find) a maze takes: making it, and
    /// measuring it.
    pub(crate) fn expected_attempt_steps(&self) -> u64 {
        self.expected_steps().saturating_add(product(self.extent()).saturating_mul(MEASURED_STEPS))
    }

    /// Returns the largest number of attempts to find a maze that take at most `max_steps` together. `None` if nothing is looked for.
    pub fn attempts_within(&self, max_steps: u64) -> Option<u32> {
        let wanted = Some(self.set.wanted).filter(|wanted| wanted.is_any())?;
        let fitting = max_steps / self.expected_attempt_steps().max(1);
        Some(fitting.clamp(wanted.least_attempts().into(), MAX_ATTEMPTS.into()) as u32)
    }

    /// Returns about how many steps it takes to make the maze on the grid that these options [build](MazeOptions::build_grid). If cells are
    /// left out, and on a custom grid, nothing else shows how long a random walk takes.
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

    /// Returns the time of a random walk on a grid with these columns and rows of cells, if none is left out.
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
        // A piece of many cells is as high as it is wide, but all its cells count as columns. A triangle is half as wide as its side is long.
        let each = if kind == GridKind::Triangle { 3_f64.sqrt() } else { kind.cells_of_a_piece().into() };
        let each = each.sqrt();
        let [columns, rows] = [columns as f64 / each, rows as f64 * each].map(|length| length.round() as u64);
        WalkTime::in_box([columns, rows, floors], joined)
    }

    /// Returns about how many steps it takes to make the maze, with this time of a walk; `None` if only its columns and rows decide.
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

    /// Returns about how many bytes of memory are in use at most while the maze is [found](MazeOptions::find) and made, including the maze,
    /// which has one for each cell.
    pub(crate) fn expected_bytes(&self) -> u64 {
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

    /// Returns about how many bytes of memory the grid of the maze takes for each cell: none for plain squares.
    pub(crate) fn grid_bytes(&self) -> u64 {
        let is_cut = self.is_open_ground() || self.mesh().mask.is_some() || self.set.edits.sparse.is_some();
        match () {
            () if self.is_plain() => 0,
            // Cells may have more sides, and for a time there is what each place is.
            () if self.mesh().is_smooth() => 2 * Mesh::CELL_BYTES + 16,
            () if self.is_woven() => Mesh::CELL_BYTES + 16,
            () if is_cut || self.set.given.is_some() => Mesh::CELL_BYTES,
            () => Mesh::REGULAR_CELL_BYTES,
        }
    }

    /// Returns the surface on which a picture of the maze is painted.
    pub(crate) fn surface(&self) -> Surface {
        match () {
            () if self.is_woven() => Surface::Tunnels,
            () if self.is_plain() => Surface::Squares,
            () => Surface::Mesh,
        }
    }

    /// Returns the factor by which painting the cells takes longer than if none overlapped: see [`Mesh::overlap`].
    pub(crate) fn overlap(&self) -> f64 {
        self.set.given.as_ref().map_or(1.0, |mesh| mesh.overlap())
    }

    /// Returns the maximum number of openings in the outer wall, without doors.
    pub(crate) fn most_openings(&self) -> u64 {
        u64::from(self.set.edits.exits) + self.set.remove.len() as u64
    }
}

/// Returns the number of cells of a rectangle.
fn product([columns, rows]: [u32; 2]) -> u64 {
    u64::from(columns) * u64::from(rows)
}

/// The number of steps for each cell that it takes to make a maze of its half.
const HALVES_STEPS: u64 = 2;

/// About how many steps it takes to find the first cell of a part of the largest maze: each of its levels is made around that.
const TO_A_PART: u64 = 30_000;

/// The number of bytes for each cell of a part while it is made, and the number of cells that are made at a time.
const MADE: (u64, u64) = (4, 1 << 18);

/// About how many steps it takes to make the tables of a mesh, for each cell.
const MESH_STEPS: u64 = 8;

/// About how many steps it takes for a square that may be an obstacle, and is opened to others if it is not.
const OBSTACLE_STEPS: u64 = 8;

/// The largest number of cells of a custom grid that is examined, before the work begins, to know how long a random walk takes.
const SMALL: u32 = 4096;
