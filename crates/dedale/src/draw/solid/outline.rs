//! What a solid asks of a grid.

use std::fmt::Debug;

use crate::draw::line::Point;
use crate::grid::{Arc, Cell, Corner, Side, Square};
use crate::picture::Plane;

/// A grid whose cells are polygons on a plane.
pub(crate) trait Outline: Plane {
    /// Where the cells are.
    type Layout: Debug + Send + Sync;

    fn layout(&self) -> Self::Layout;

    /// How high all cells are together, in units of a cell.
    fn height(layout: &Self::Layout) -> f64;

    /// The level of a cell.
    fn level(&self, layout: &Self::Layout, cell: Cell) -> u32;

    /// The corners of a cell, clockwise, in units of a cell from the top left. Side `k` is between the corners `k` and `k + 1`.
    fn corners(&self, layout: &Self::Layout, cell: Cell) -> impl Iterator<Item = Corner>;

    /// The arc of a side, and its center.
    fn arc(&self, layout: &Self::Layout, cell: Cell, side: Side) -> Option<(Arc, Point)>;

    /// The center of a cell from which stairs can lead, and the sides that lead up and down.
    fn stairs(&self, layout: &Self::Layout, cell: Cell) -> Option<(Point, [Side; 2])>;

    /// The row of a cell.
    fn row_of(&self, cell: Cell) -> u32;

    /// The number of the first cell of a row, or of the rows after it.
    fn row_start(&self, row: u32) -> u32;

    /// The most cells of a row.
    fn longest_row(&self) -> u32;

    /// Whether walls end and meet in corners; otherwise they do in rounds.
    fn is_square(&self) -> bool;
}

impl Outline for Square {
    /// The number of rows.
    type Layout = f64;

    fn layout(&self) -> f64 {
        self.rows().into()
    }

    fn height(rows: &f64) -> f64 {
        *rows
    }

    fn level(&self, _: &f64, _: Cell) -> u32 {
        0
    }

    fn corners(&self, _: &f64, cell: Cell) -> impl Iterator<Item = Corner> {
        let corner = move |[right, down]: [u32; 2]| {
            let [x, y] = [self.column(cell) + right, self.row(cell) + down];
            Corner { id: u64::from(y) << 32 | u64::from(x), at: [x, y].map(f64::from) }
        };
        [[0, 0], [1, 0], [1, 1], [0, 1]].into_iter().map(corner)
    }

    fn arc(&self, _: &f64, _: Cell, _: Side) -> Option<(Arc, Point)> {
        None
    }

    fn stairs(&self, _: &f64, _: Cell) -> Option<(Point, [Side; 2])> {
        None
    }

    fn row_of(&self, cell: Cell) -> u32 {
        self.row(cell)
    }

    fn row_start(&self, row: u32) -> u32 {
        row.min(self.rows()) * self.columns()
    }

    fn longest_row(&self) -> u32 {
        self.columns()
    }

    fn is_square(&self) -> bool {
        true
    }
}
