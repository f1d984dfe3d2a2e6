//! A maze whose number of rows is not known yet.

use super::error::{ParseError, Place};
use crate::grid::{Cell, Grid, Limits, Side, Sides, Square};
use crate::maze::Maze;

/// The open sides of the cells that were read so far, row by row from the top left.
///
/// They come either cell by cell, or as the lines of a lattice: the sides north of a row, the sides beside its cells, and so
/// on, and the sides south of the last row.
#[derive(Default)]
pub(super) struct Draft {
    columns: usize,
    cells: Vec<Sides>,
    /// Which of the cells so far are left out. Empty before the first one.
    left_out: Vec<bool>,
}

impl Draft {
    /// How many columns the maze has: to be said when its first row has been read, or before.
    pub(super) fn set_columns(&mut self, columns: usize) {
        self.columns = columns;
    }

    /// The next cell.
    pub(super) fn cell(&mut self, open: Sides) {
        self.cells.push(open);
    }

    /// The next lying side: north of the next cell, and south of the one above.
    pub(super) fn lying(&mut self, open: bool) {
        let below = if open { Sides::NONE.with(Side::N) } else { Sides::NONE };
        // In the first row there is none above.
        match self.cells.len().checked_sub(self.columns) {
            Some(above) if open && self.columns > 0 => self.cells[above] = self.cells[above].with(Side::S),
            _ => {}
        }
        self.cells.push(below);
    }

    /// A standing side of the row whose northern sides came last: west of the cell in `column`, and east of the one before.
    pub(super) fn standing(&mut self, column: usize, open: bool) {
        if !open {
            return;
        }
        let row = self.cells.len() - self.columns;
        if column > 0 {
            let west = row + column - 1;
            self.cells[west] = self.cells[west].with(Side::E);
        }
        if column < self.columns {
            let east = row + column;
            self.cells[east] = self.cells[east].with(Side::W);
        }
    }

    /// The cell in this column of the row whose northern sides came last is left out.
    pub(super) fn leave_out(&mut self, column: usize) {
        self.left_out.resize(self.cells.len(), false);
        let cell = self.cells.len() - self.columns + column;
        self.left_out[cell] = true;
    }

    /// Whether cells are left out.
    pub(super) fn is_cut(&self) -> bool {
        !self.left_out.is_empty()
    }

    /// Whether there is no cell here: it is left out, or outside.
    pub(super) fn is_out(&self, row: usize, column: usize) -> bool {
        let cell = row * self.columns + column;
        column >= self.columns || cell >= self.cells.len() || self.left_out.get(cell).is_some_and(|&is_out| is_out)
    }

    /// The end of a lattice: the cells that the last line began are none.
    pub(super) fn end_lattice(&mut self) {
        self.cells.truncate(self.cells.len() - self.columns);
        if self.is_cut() {
            self.left_out.resize(self.cells.len(), false);
        }
    }

    /// How many columns there are, the open sides of all places for cells, and which of these are left out, if any is.
    pub(super) fn into_parts(self) -> (usize, Vec<Sides>, Vec<bool>) {
        (self.columns, self.cells, self.left_out)
    }

    /// The maze, if any two cells agree about the wall between them.
    pub(super) fn into_maze(self) -> Result<Maze<Square>, ParseError> {
        let rows = self.cells.len().checked_div(self.columns).unwrap_or(0);
        // Both fit, since they are within the limits; if not, this is too large or empty.
        let size = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        let grid = Square::new(size(self.columns), size(rows))
            .map_err(|too_large| ParseError::inconsistent(None, too_large.to_string()))?;
        let mut maze = Maze::closed(grid);
        for cell in maze.cells() {
            let open = self.cells[cell.index()];
            for side in grid.inner_sides(cell) {
                let far = grid.across(cell, side);
                // Each pair once, from its first cell.
                if far < cell {
                    continue;
                }
                if open.contains(side) != self.cells[far.index()].contains(grid.opposite(cell, side)) {
                    return Err(disagreement(grid, cell, side, open.contains(side)));
                }
                if open.contains(side) {
                    maze.link(cell, side);
                }
            }
            for side in grid.outer_sides(cell).into_iter().filter(|&side| open.contains(side)) {
                maze.open_outer(cell, side);
            }
        }
        Ok(maze)
    }
}

fn disagreement(grid: Square, cell: Cell, side: Side, open: bool) -> ParseError {
    let far = grid.across(cell, side);
    let (here, there) = if open { ("no wall", "a wall") } else { ("a wall", "no wall") };
    let place = Place::Cell { row: grid.row(cell).into(), column: grid.column(cell).into() };
    let (row, column) = (grid.row(far), grid.column(far));
    let (near, opposite) = (side.letter(), grid.opposite(cell, side).letter());
    let detail =
        format!("{here} on side {near}, but the cell in row {row}, column {column} has {there} on side {opposite}");
    ParseError::inconsistent(place, detail)
}

/// Why a maze of this size is too large, if it is.
pub(super) fn excess(limits: Limits, columns: u64, rows: u64) -> Option<String> {
    let (side, cells) = (u64::from(limits.max_side), u64::from(limits.max_cells));
    let too_many = |what: &str, limit: u64| Some(format!("too many {what}: the limit is {limit}"));
    if columns > side {
        too_many("columns", side)
    } else if rows > side {
        too_many("rows", side)
    } else if columns * rows > cells {
        too_many("cells", cells)
    } else {
        None
    }
}
