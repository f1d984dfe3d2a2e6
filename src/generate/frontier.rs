//! Edges as numbers, and a list of them.

use super::board::Board;
use crate::grid::{Grid, Side, Sides};

/// An edge of the grid as one number: the place of a cell, and below it the three bits of a side.
pub(super) type Edge = u64;

/// The edge at `side` of the cell at `place`.
#[inline]
pub(super) fn edge(place: usize, side: Side) -> Edge {
    (place as u64) << 3 | u64::from(side.number())
}

/// The place of the cell and the side that the edge is at.
#[inline]
pub(super) fn ends(edge: Edge) -> (usize, Side) {
    ((edge >> 3) as usize, Side::new(edge as u8 & 7))
}

/// The edges that lead out of what is carved, in no order.
pub(super) struct Frontier {
    /// The edges, and after them whatever was there before: always room for all sides of one more cell.
    edges: Vec<Edge>,
    len: usize,
}

impl Frontier {
    pub(super) fn new() -> Frontier {
        Frontier { edges: vec![0; 64], len: 0 }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds the edges at `sides` of the cell at `place`, each as its far cell has it: the next to be asked of an edge is whether that
    /// cell is still new.
    #[inline(always)]
    pub(super) fn add<G: Grid>(&mut self, board: &Board<'_, G>, place: usize, sides: Sides) {
        if self.len + 8 > self.edges.len() {
            self.grow();
        }
        // Written whether it is one or not, and the next one over it: how many there are cannot be predicted.
        let room = &mut self.edges[self.len..self.len + 8];
        let mut added = 0;
        for side in board.grid().sides_at(place) {
            room[added & 7] = edge(place, side);
            added += usize::from(sides.contains(side));
        }
        self.len += added;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.edges.resize(2 * self.edges.len(), 0);
    }

    /// Takes out the edge at `index`, and moves the last one to where it was.
    #[inline]
    pub(super) fn swap_remove(&mut self, index: usize) -> Edge {
        self.len -= 1;
        let last = self.edges[self.len];
        std::mem::replace(&mut self.edges[index], last)
    }
}
