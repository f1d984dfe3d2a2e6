//! Edges in five bytes each.

use crate::grid::{Cell, Side};

/// An edge of the grid: a side of a cell.
///
/// Algorithms that go by edges keep long lists of them, in random order. Five bytes are enough for a side of any cell, and a list of eight bytes
/// for each edge leaves the caches sooner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Edge([u8; 5]);

impl Edge {
    /// The edge at `side` of `cell`.
    #[inline]
    pub(crate) fn new(cell: Cell, side: Side) -> Edge {
        Edge::at_place(cell.index(), side)
    }

    /// The edge at `side` of the cell at `place` of a board.
    #[inline]
    pub(crate) fn at_place(place: usize, side: Side) -> Edge {
        Edge::from_number((place as u64) << 3 | u64::from(side.number()))
    }

    /// The edge with this [`number`](Edge::number).
    #[inline]
    pub(crate) fn from_number(number: u64) -> Edge {
        // The highest byte comes first, so that edges are in the order of their numbers.
        let [_, _, _, bytes @ ..] = number.to_be_bytes();
        Edge(bytes)
    }

    /// The cell and the side.
    #[inline]
    pub(crate) fn ends(self) -> (Cell, Side) {
        let (place, side) = self.place_and_side();
        (Cell(place as u32), side)
    }

    /// The place of the cell on a board, and the side.
    #[inline]
    pub(crate) fn place_and_side(self) -> (usize, Side) {
        let number = self.number();
        ((number >> 3) as usize, Side::new(number as u8 & 7))
    }

    /// The number or the place of the cell, and below it the three bits of the side.
    #[inline]
    pub(crate) fn number(self) -> u64 {
        let [a, b, c, d, e] = self.0;
        u64::from_be_bytes([0, 0, 0, a, b, c, d, e])
    }
}
