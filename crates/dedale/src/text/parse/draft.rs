//! A maze whose number of rows is not known yet.

use super::error::{ParseError, Place};
use crate::grid::{Grid, Side, Sides};
use crate::maze::Maze;

/// The open sides of the cells that were read so far, in their order.
///
/// They come either cell by cell, or as the lines of a lattice, row by row from the top left: the sides north of a row, the sides beside
/// its cells, and so on, and the sides south of the last row.
#[derive(Default)]
pub(super) struct Draft {
    /// Of a lattice alone.
    columns: usize,
    cells: Vec<Sides>,
    /// Which of the cells so far are left out. It ends with the last of these.
    left_out: Vec<bool>,
    /// Of lists of weights alone: those of the cells that are not left out.
    weights: Vec<u16>,
}

impl Draft {
    /// How many columns the lattice has: to be said when its first row has been read, or before.
    pub(super) fn set_columns(&mut self, columns: usize) {
        self.columns = columns;
    }

    /// The next cell.
    pub(super) fn cell(&mut self, open: Sides) {
        self.cells.push(open);
    }

    /// The weight of the next cell.
    pub(super) fn weight(&mut self, weight: u16) {
        self.weights.push(weight);
        self.cells.push(Sides::NONE);
    }

    /// The next cell is left out.
    pub(super) fn no_cell(&mut self) {
        self.left_out.resize(self.cells.len(), false);
        self.left_out.push(true);
        self.cells.push(Sides::NONE);
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
        let cell = self.cells.len() - self.columns + column;
        self.left_out.resize(cell, false);
        self.left_out.push(true);
    }

    /// Whether there is no cell here in a lattice: it is left out, or outside.
    pub(super) fn is_out(&self, row: usize, column: usize) -> bool {
        let cell = row * self.columns + column;
        column >= self.columns || cell >= self.cells.len() || self.left_out.get(cell).is_some_and(|&is_out| is_out)
    }

    /// Whether a point of a lattice, north-west of this place, needs no post: no wall of a cell ends there.
    pub(super) fn is_bare(&self, row: usize, column: usize) -> bool {
        let (above, west) = (row.checked_sub(1), column.checked_sub(1));
        let around = [
            (above, west, [Side::E, Side::S]),
            (above, Some(column), [Side::S, Side::W]),
            (Some(row), Some(column), [Side::W, Side::N]),
            (Some(row), west, [Side::N, Side::E]),
        ];
        around.into_iter().all(|(row, column, sides)| match row.zip(column) {
            Some((row, column)) if !self.is_out(row, column) => {
                sides.into_iter().all(|side| self.cells[row * self.columns + column].contains(side))
            }
            _ => true,
        })
    }

    /// The end of a lattice: the cells that the last line began are none.
    pub(super) fn end_lattice(&mut self) {
        self.cells.truncate(self.cells.len() - self.columns);
    }

    /// How many cells there are, with those that are left out.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether cells are left out.
    pub(super) fn is_cut(&self) -> bool {
        !self.left_out.is_empty()
    }

    /// Which cells there are, if any are left out.
    pub(super) fn mask(&self) -> Option<Vec<bool>> {
        let is_cell = |place| !self.left_out.get(place).is_some_and(|&is_out| is_out);
        self.is_cut().then(|| (0..self.cells.len()).map(is_cell).collect())
    }

    /// The weights of the cells that are not left out.
    pub(super) fn into_weights(self) -> Box<[u16]> {
        self.weights.into()
    }

    /// The open sides of the cells that are not left out.
    pub(super) fn into_open(mut self) -> Vec<Sides> {
        if self.is_cut() {
            let mut left_out = self.left_out.into_iter();
            self.cells.retain(|_| left_out.next() != Some(true));
        }
        self.cells
    }
}

/// The maze in which these sides are open, if any two cells agree about the wall between them.
pub(super) fn carve<G: Grid>(grid: G, open: &[Sides]) -> Result<Maze<G>, ParseError> {
    let mut maze = Maze::closed(grid);
    for cell in maze.cells() {
        let (inner, outer) = (maze.grid().inner_sides(cell), maze.grid().outer_sides(cell));
        for side in inner {
            let (far, back) = (maze.grid().across(cell, side), maze.grid().opposite(cell, side));
            // Each pair once, from its first cell.
            if far < cell {
                continue;
            }
            let is_open = open[cell.index()].contains(side);
            if is_open != open[far.index()].contains(back) {
                let grid = maze.grid();
                let (here, there) = if is_open { ("no wall", "a wall") } else { ("a wall", "no wall") };
                let (near, opposite) = (grid.side_name(cell, side), grid.side_name(far, back));
                let far = grid.address(far);
                let detail = format!("{here} on side {near}, but the cell [{far}] has {there} on side {opposite}");
                return Err(ParseError::inconsistent(Place::Address(grid.address(cell)), detail));
            }
            if is_open {
                maze.link(cell, side);
            }
        }
        for side in open[cell.index()].minus(inner) {
            if !outer.contains(side) {
                let grid = maze.grid();
                let detail = format!("no wall on side {}, which leads nowhere", grid.side_name(cell, side));
                return Err(ParseError::inconsistent(Place::Address(grid.address(cell)), detail));
            }
            maze.open_outer(cell, side);
        }
    }
    Ok(maze)
}
