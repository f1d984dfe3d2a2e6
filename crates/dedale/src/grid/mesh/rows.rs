//! The rows of a mesh.

use std::ops::Range;

use super::table::{Frame, Mesh};
use crate::grid::catalogue::GridKind;
use crate::grid::{Cell, Grid, InRows, Side, Sides};

/// Rows of squares, hexagons and triangles from the top; rings from the outermost one inwards.
impl InRows for Mesh {
    fn rows(&self) -> u32 {
        self.row_count()
    }

    fn row(&self, row: u32) -> Range<u32> {
        match &self.frame {
            Frame::Rings(rings) => {
                let ring = rings.rings() - row;
                rings.at(ring, 0)..rings.at(ring, 0) + rings.count(ring)
            }
            Frame::Tiled(tiled) => row * tiled.columns..(row + 1) * tiled.columns,
            // It has no rows.
            Frame::Custom(_) => 0..0,
        }
    }

    fn along(&self, cell: Cell, is_rightwards: bool) -> Option<Side> {
        let next = Cell(if is_rightwards { cell.0 + 1 } else { cell.0.checked_sub(1)? });
        let is_there = |&side: &Side| self.across(cell, side) == next;
        let in_row = || self.address(cell).numbers()[0] == self.address(next).numbers()[0];
        self.inner_sides(cell).into_iter().find(is_there).filter(|_| in_row())
    }

    fn onward(&self, cell: Cell, is_downwards: bool) -> Sides {
        let row = |cell| self.address(cell).numbers()[0];
        // Inwards is where the numbers of rings fall.
        let is_up = is_downwards == (self.kind() == GridKind::Polar);
        let next = if is_up { row(cell).checked_sub(1) } else { Some(row(cell) + 1) };
        self.inner_sides(cell).into_iter().filter(|&side| Some(row(self.across(cell, side))) == next).collect()
    }
}
