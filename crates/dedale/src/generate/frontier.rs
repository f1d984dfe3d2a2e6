//! A list of edges that are taken out at random.

use super::board::Board;
use super::edge::Edge;
use crate::grid::{BoardLayout as _, Grid, Place, Side};
use crate::rng::Rng;

/// The edges from carved to unvisited cells, in no order. Each is kept as a side of the cell that it leads to, since that cell is looked at
/// first: most of these cells are visited before their edges are taken out.
///
/// Adding the edges of a cell and taking one out take constant time. Which edge is next cannot be predicted, so neither should wait for what
/// was done before:
///
/// - Four indices are drawn at once from one random word. Each is below the largest number of edges that there can be at its turn. An index
///   behind the last edge is skipped, so that every edge is equally likely at every turn. Returning to an outer loop after each took a tenth
///   longer.
/// - Edges are added without a branch: every side is written behind the end, and the end moves on if the side leads to an unvisited cell.
/// - An edge takes four bytes, and one more only if places are too large for these. Packed into five bytes, an edge was read while it was
///   still written in two parts, which took a third longer.
pub(crate) struct Frontier {
    /// The lowest bits of the numbers of edges. Behind them there is always room for [`MAX_SIDES`] more for each index that was drawn.
    pub(crate) low: Vec<u32>,
    /// The other bits; empty if no number has any.
    high: Vec<u8>,
    pub(crate) len: usize,
    /// The largest number of edges that are added for one that is taken out.
    most_added: usize,
    /// The number of cells whose edges have not been added.
    cells_left: u32,
}

/// No cell has more sides.
const MAX_SIDES: usize = 8;

/// The number of edges that there is room for at first.
const FIRST_ROOM: usize = 128;

impl Frontier {
    /// Creates an empty frontier of an empty board.
    pub(crate) fn new<G: Grid>(board: &Board<'_, G>) -> Frontier {
        let is_large = board.grid().places() > 1 << 29;
        Frontier {
            low: vec![0; FIRST_ROOM],
            high: if is_large { vec![0; FIRST_ROOM] } else { Vec::new() },
            len: 0,
            // A new cell adds the edges at its other sides.
            most_added: if board.draws_as_square() { 3 } else { 7 },
            cells_left: board.grid().cells(),
        }
    }

    /// Adds the edges from the cell at `place`, which is the first cell or has just been carved, to unvisited cells.
    #[inline(always)]
    pub(crate) fn add_edges_of<G: Grid>(&mut self, board: &Board<'_, G>, place: Place) {
        self.cells_left -= 1;
        if !self.high.is_empty() {
            self.high = with_high_bits(std::mem::take(&mut self.high), self.len, board, place);
        }
        let room = &mut self.low[self.len..][..MAX_SIDES];
        let mut added = 0;
        board.for_each_neighbor(board.position(place), |neighbor, back| {
            room[added % MAX_SIDES] = Edge::at_place(neighbor, back).number() as u32;
            added += usize::from(board.is_unvisited(neighbor));
        });
        self.len += added;
    }

    /// Takes out one edge after the other, each equally likely, and calls `work` with the place of the cell that it leads to and the side of
    /// that cell. `work` may add edges. Ends when no edges are left, or when all cells are carved. The latter is noticed when indices are
    /// drawn, so that up to three more edges are taken out.
    #[inline(always)]
    pub(crate) fn for_each_random<E>(
        &mut self,
        rng: &mut Rng,
        mut work: impl FnMut(&mut Frontier, Place, Side) -> Result<(), E>,
    ) -> Result<(), E> {
        while self.cells_left > 0 && self.len > 0 {
            for index in self.draw(rng) {
                if index < self.len {
                    let (place, side) = self.swap_remove(index);
                    work(self, place, side)?;
                }
            }
        }
        Ok(())
    }

    /// Takes out the edge at `index`, and moves the last one there.
    #[inline(always)]
    fn swap_remove(&mut self, index: usize) -> (Place, Side) {
        self.len -= 1;
        let last = self.low[self.len];
        let mut edge = u64::from(std::mem::replace(&mut self.low[index], last));
        if let Some(&last) = self.high.get(self.len) {
            edge |= u64::from(std::mem::replace(&mut self.high[index], last)) << 32;
        }
        Edge::from_number(edge).place_and_side()
    }

    /// Draws the next four indices, in order.
    #[inline(always)]
    pub(crate) fn draw(&mut self, rng: &mut Rng) -> [usize; 4] {
        if self.low.len() - self.len < 4 * MAX_SIDES {
            self.low = with_more_room(std::mem::take(&mut self.low));
            self.high = with_more_room(std::mem::take(&mut self.high));
        }
        let bounds = [0, 1, 2, 3].map(|turn| self.len + turn * (self.most_added - 1));
        if bounds[3] <= 1 << 15 { rng.below_each(bounds.map(|bound| bound as u64)) } else { each_alone(bounds, rng) }
    }
}

// Functions of a list alone, so that the rest of the frontier can stay in registers. They are out of line, since only the largest mazes call
// them often.

#[cold]
#[inline(never)]
fn with_more_room<T: Copy + Default>(mut list: Vec<T>) -> Vec<T> {
    list.resize(2 * list.len(), T::default());
    list
}

/// Writes the high bits of the edges that [`add_edges_of`](Frontier::add_edges_of) adds behind the first `len`.
#[cold]
#[inline(never)]
fn with_high_bits<G: Grid>(mut high: Vec<u8>, mut len: usize, board: &Board<'_, G>, place: Place) -> Vec<u8> {
    board.for_each_neighbor(board.position(place), |neighbor, back| {
        high[len] = (Edge::at_place(neighbor, back).number() >> 32) as u8;
        len += usize::from(board.is_unvisited(neighbor));
    });
    high
}

#[cold]
#[inline(never)]
fn each_alone(bounds: [usize; 4], rng: &mut Rng) -> [usize; 4] {
    bounds.map(|bound| rng.index(bound))
}
