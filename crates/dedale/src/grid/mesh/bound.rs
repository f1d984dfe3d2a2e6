//! How many moves there are at least between two cells of a mesh.

use super::Wrap;
use super::table::{Frame, Mesh};
use super::tiled::Site;
use crate::grid::{Cell, Grid, GridKind};

/// Lengths that differ by less are equal: sums of lengths are rounded.
const ROUNDING: f64 = 1e-6;

impl Mesh {
    /// A number of moves that no way between the two cells is shorter than: the stairs between their floors, and on a floor the distance
    /// of their centers, divided by the longest step between the centers of neighbors. Squares are as far apart as their rows and columns
    /// together. Where edges are joined it is not known, and 0.
    ///
    /// # Complexity
    ///
    /// Constant, and the first time `O(cells)`.
    pub(super) fn least_moves(&self, a: Cell, b: Cell) -> u32 {
        if self.options().wrap != Wrap::Off {
            return 0;
        }
        let longest = *self.longest_step.get_or_init(|| {
            let cells = (0..self.cells()).map(Cell);
            let steps = cells.flat_map(|cell| {
                self.inner_sides(cell).into_iter().map(move |side| self.length(cell, self.across(cell, side)))
            });
            steps.fold(0.0, f64::max)
        });
        if longest <= 0.0 {
            return self.stairs(a, b);
        }
        // A number that is no more than a whole one by rounding alone is that one.
        (self.length(a, b) / longest - ROUNDING).ceil() as u32 + self.stairs(a, b)
    }

    /// How far it is from one cell to another on their floor, or above it.
    fn length(&self, a: Cell, b: Cell) -> f64 {
        if self.kind() == GridKind::Square {
            let [(_, row, column), (_, far_row, far_column)] = [a, b].map(|cell| self.square(cell));
            return f64::from(row.abs_diff(far_row) + column.abs_diff(far_column));
        }
        let ([x, y], [far_x, far_y]) = (self.center(a), self.center(b));
        ((x - far_x) * (x - far_x) + (y - far_y) * (y - far_y)).sqrt()
    }

    /// How many stairs there are between two cells.
    fn stairs(&self, a: Cell, b: Cell) -> u32 {
        if self.options().floors > 1 { self.square(a).0.abs_diff(self.square(b).0) } else { 0 }
    }

    /// The floor, the row and the column of a cell.
    fn square(&self, cell: Cell) -> (u32, u32, u32) {
        let Frame::Tiled(tiled) = &self.frame else { return (0, 0, 0) };
        let Site { floor, row, column, .. } = tiled.site(self.site(cell));
        (floor, row, column)
    }
}
