//! Edges of a grid.

use crate::grid::{Cell, Place, Side};

/// An edge of the grid: a side of a cell.
///
/// Lists of edges are in random order: each edge is moved, and read right after it was written. It is written and read as the same two
/// numbers, so the read need not wait. Packed into five bytes, edges took Kruskal's algorithm a quarter longer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The lowest bits of the number or the place of the cell.
    low: u32,
    /// The side in three bits, and above it the other bits of the place.
    high: u8,
}

impl Edge {
    /// Creates the edge at `side` of `cell`.
    #[inline]
    pub(crate) fn new(cell: Cell, side: Side) -> Edge {
        Edge::at_place(Place(cell.index()), side)
    }

    /// Creates the edge at `side` of the cell at `place` of a board.
    #[inline]
    pub(crate) fn at_place(place: Place, side: Side) -> Edge {
        Edge { low: place.0 as u32, high: (place.0 as u64 >> 32 << 3) as u8 | side.number() }
    }

    /// Returns the edge with this [`number`](Edge::number).
    #[inline]
    pub(crate) fn from_number(number: u64) -> Edge {
        Edge::at_place(Place((number >> 3) as usize), Side::new(number as u8 & 7))
    }

    /// Returns the cell and the side.
    #[inline]
    pub(crate) fn cell_and_side(self) -> (Cell, Side) {
        (Cell(self.low), Side::new(self.high & 7))
    }

    /// Returns the place of the cell on a board, and the side.
    #[inline]
    pub(crate) fn place_and_side(self) -> (Place, Side) {
        (Place((u64::from(self.high >> 3) << 32 | u64::from(self.low)) as usize), Side::new(self.high & 7))
    }

    /// Returns the number or the place of the cell, with the side in the lowest three bits. Edges are in the order of these numbers.
    #[inline]
    pub(crate) fn number(self) -> u64 {
        let (place, side) = self.place_and_side();
        (place.0 as u64) << 3 | u64::from(side.number())
    }
}

impl Ord for Edge {
    fn cmp(&self, other: &Edge) -> std::cmp::Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Edge {
    fn partial_cmp(&self, other: &Edge) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
