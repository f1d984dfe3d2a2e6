//! Edges as numbers, and a list of them.

use super::board::Board;
use crate::grid::{Grid, Places as _, Side};
use crate::rng::Rng;

/// An edge of the grid as one number: the place of a cell, and below it the three bits of a side.
pub(crate) type Edge = u64;

/// The edge at `side` of the cell at `place`.
#[inline]
pub(crate) fn edge(place: usize, side: Side) -> Edge {
    (place as u64) << 3 | u64::from(side.number())
}

/// The place of the cell and the side that the edge is at.
#[inline]
pub(crate) fn ends(edge: Edge) -> (usize, Side) {
    ((edge >> 3) as usize, Side::new(edge as u8 & 7))
}

/// An edge as it is kept in a list: in 32 bits where all edges of a grid fit into these, since lists of half the size stay in
/// faster memory.
pub(crate) trait Slot: Copy + Default + Ord {
    /// Keeps `edge`, which must fit.
    fn of(edge: Edge) -> Self;

    /// The edge that is kept.
    fn edge(self) -> Edge;
}

impl Slot for u32 {
    #[inline]
    fn of(edge: Edge) -> u32 {
        edge as u32
    }

    #[inline]
    fn edge(self) -> Edge {
        self.into()
    }
}

impl Slot for u64 {
    #[inline]
    fn of(edge: Edge) -> u64 {
        edge
    }

    #[inline]
    fn edge(self) -> Edge {
        self
    }
}

/// The edges that lead out of what is carved, in no order. On squares, each is kept as a side of the cell that it leads out of. On other grids,
/// where it takes more to find what is across, it is kept as a side of the cell that it leads to: most of these are no longer new when their
/// edges are taken out, and then that is all there is to know.
pub(crate) struct Frontier<T> {
    /// The edges, and after them whatever was there before: always room for four more cells.
    pub(crate) edges: Vec<T>,
    pub(crate) len: usize,
}

impl<T: Slot> Frontier<T> {
    pub(crate) fn new() -> Frontier<T> {
        Frontier { edges: vec![T::default(); 128], len: 0 }
    }

    /// Adds the edges between the cell at `place` and new ones if `condition`. On squares, it has no branches, because the number of edges is
    /// unpredictable. It may be called at most four times after [`four_indices`](Frontier::four_indices).
    #[inline(always)]
    pub(crate) fn add<G: Grid>(&mut self, board: &Board<'_, G>, place: usize, condition: bool) {
        // More are written than there are, and the next ones over them.
        let room = &mut self.edges[self.len..][..8];
        if board.grid().is_square() {
            let row = &IN_ORDER[usize::from(board.sides_to_new(place).bits() & 15) << 1 | usize::from(condition)];
            for (slot, &side) in room.iter_mut().zip(&row.sides) {
                *slot = T::of(edge(place, Side::new(0)) | u64::from(side));
            }
            self.len += row.len as usize;
        } else {
            let mut added = 0;
            board.beyond(board.stand(place), |far, back| {
                room[added & 7] = T::of(edge(far, back));
                added += usize::from(condition & board.is_new(far));
            });
            self.len += added;
        }
    }

    /// Draws four indices, to be taken out in order: each is of any edge that is in the list when its turn comes, each equally
    /// likely; or it is not an index of the list by then, and must be skipped. No edge taken out may add more than `most_added`.
    ///
    /// They are drawn from as many as there can be by then, so that none has to wait for what those before it add.
    #[inline]
    pub(crate) fn four_indices(&mut self, most_added: usize, rng: &mut Rng) -> [usize; 4] {
        if self.edges.len() - self.len < 4 * 8 {
            self.edges = with_more_room(std::mem::take(&mut self.edges));
        }
        let bounds = [0, 1, 2, 3].map(|turn| self.len + turn * most_added.saturating_sub(1));
        if bounds[3] <= 1 << 15 { rng.below_each(bounds.map(|bound| bound as u64)) } else { each_alone(bounds, rng) }
    }

    /// Takes out the edge at `index`, and moves the last one to where it was.
    #[inline]
    pub(crate) fn swap_remove(&mut self, index: usize) -> Edge {
        self.len -= 1;
        let last = self.edges[self.len];
        std::mem::replace(&mut self.edges[index], last).edge()
    }
}

/// A function of the list alone, so that the rest of the frontier can stay in registers.
#[cold]
#[inline(never)]
fn with_more_room<T: Slot>(mut edges: Vec<T>) -> Vec<T> {
    edges.resize(2 * edges.len(), T::default());
    edges
}

/// Kept out of line, because only the largest mazes need it.
#[cold]
#[inline(never)]
fn each_alone(bounds: [usize; 4], rng: &mut Rng) -> [usize; 4] {
    bounds.map(|bound| rng.index(bound))
}

/// By a set of four sides, and in the lowest bit whether it is meant: the numbers of its members, in their order, and how many there
/// are; none where it is not meant.
static IN_ORDER: [Row; 32] = in_order();

#[derive(Clone, Copy)]
struct Row {
    sides: [u32; 4],
    len: u32,
}

const fn in_order() -> [Row; 32] {
    let mut table = [Row { sides: [0; 4], len: 0 }; 32];
    let mut ways = 0;
    while ways < 16 {
        let mut rest = ways as u32;
        let row = &mut table[ways << 1 | 1];
        while rest > 0 {
            row.sides[row.len as usize] = rest.trailing_zeros();
            row.len += 1;
            rest &= rest - 1;
        }
        ways += 1;
    }
    table
}
