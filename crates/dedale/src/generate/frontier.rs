//! A list of edges of which a random one is taken out.

use super::board::Board;
use super::edge::Edge;
use crate::grid::{Grid, Places as _, Side};
use crate::rng::Rng;

/// The edges that lead out of what is carved, in no order. Each is kept as a side of the cell that it leads to, since that cell is what is asked
/// for first: most of these are no longer unvisited when their edges are taken out.
///
/// [`add_edges_of`](Frontier::add_edges_of) and [`pop_random`](Frontier::pop_random) take constant time. Which edge comes next is unpredictable, so
/// neither waits for the one before:
///
/// - Four indices are drawn at once, from one random word. Each is drawn from as many edges as there can be when its turn comes; one that turns out
///   to be behind the end is skipped, so every edge is equally likely at every turn.
/// - Edges are added without a branch: every side is written behind the end, and the end moves on where it leads to an unvisited cell.
///
/// An edge takes four bytes, and one more only where places are too large for these. At 100 × 100 squares, where a step waits for nothing but its
/// own draw, the maze takes 26 ns a cell with a list of four bytes or of eight, and 36 where edges are packed into five.
pub(crate) struct Frontier {
    /// The lowest bits of the numbers of edges, and after them whatever was there before: always room for [`MOST_SIDES`] more for each of the indices
    /// that were drawn.
    pub(crate) low: Vec<u32>,
    /// The other bits; empty where no number has any.
    high: Vec<u8>,
    pub(crate) len: usize,
    /// The indices that were drawn last, and how many of them have had their turn.
    pub(crate) drawn: [usize; 4],
    turn: usize,
    /// How many edges can be added for one that is taken out.
    most_added: usize,
    /// How many cells no edges were added of.
    cells_left: u32,
}

/// No cell has more sides.
const MOST_SIDES: usize = 8;

/// For how many edges there is room at first.
const FIRST_ROOM: usize = 128;

impl Frontier {
    /// An empty list, for an empty board.
    pub(crate) fn new<G: Grid>(board: &Board<'_, G>) -> Frontier {
        let is_large = board.grid().places() > 1 << 29;
        Frontier {
            low: vec![0; FIRST_ROOM],
            high: if is_large { vec![0; FIRST_ROOM] } else { Vec::new() },
            len: 0,
            drawn: [0; 4],
            turn: 4,
            // An edge adds those at the other sides of its far cell.
            most_added: if board.draws_as_square() { 3 } else { 7 },
            cells_left: board.grid().cells(),
        }
    }

    /// Adds the edges between the cell at `place`, which is the first one or has just been carved, and unvisited ones.
    #[inline(always)]
    pub(crate) fn add_edges_of<G: Grid>(&mut self, board: &Board<'_, G>, place: usize) {
        self.cells_left -= 1;
        let room = &mut self.low[self.len..][..MOST_SIDES];
        let mut added = 0;
        board.beyond(board.position(place), |far, back| {
            let edge = Edge::at_place(far, back).number();
            room[added % MOST_SIDES] = edge as u32;
            if let Some(high) = self.high.get_mut(self.len + added) {
                *high = (edge >> 32) as u8;
            }
            added += usize::from(board.is_unvisited(far));
        });
        self.len += added;
    }

    /// Takes out an edge, each equally likely: the place of the cell that it leads to, and the side of that cell. `None` when there is no edge, or
    /// none can lead to an unvisited cell, because all were carved. That is noticed when indices are drawn: after the last cell, up to three more
    /// edges are taken out.
    #[inline(always)]
    pub(crate) fn pop_random(&mut self, rng: &mut Rng) -> Option<(usize, Side)> {
        loop {
            if self.turn == self.drawn.len() {
                if self.cells_left == 0 || self.len == 0 {
                    return None;
                }
                self.draw(rng);
            }
            let index = self.drawn[self.turn % 4];
            self.turn += 1;
            if index < self.len {
                return Some(self.swap_remove(index));
            }
        }
    }

    /// Takes out the edge at `index`, and moves the last one to where it was.
    #[inline(always)]
    fn swap_remove(&mut self, index: usize) -> (usize, Side) {
        self.len -= 1;
        let last = self.low[self.len];
        let mut edge = u64::from(std::mem::replace(&mut self.low[index], last));
        if let Some(&last) = self.high.get(self.len) {
            edge |= u64::from(std::mem::replace(&mut self.high[index], last)) << 32;
        }
        Edge::from_number(edge).place_and_side()
    }

    /// Draws the next four indices.
    #[inline]
    pub(crate) fn draw(&mut self, rng: &mut Rng) {
        if self.low.len() - self.len < 4 * MOST_SIDES {
            self.low = with_more_room(std::mem::take(&mut self.low));
            self.high = with_more_room(std::mem::take(&mut self.high));
        }
        let bounds = [0, 1, 2, 3].map(|turn| self.len + turn * (self.most_added - 1));
        self.drawn = if bounds[3] <= 1 << 15 {
            rng.below_each(bounds.map(|bound| bound as u64))
        } else {
            each_alone(bounds, rng)
        };
        self.turn = 0;
    }
}

/// A function of the list alone, so that the rest of the frontier can stay in registers.
#[cold]
#[inline(never)]
fn with_more_room<T: Copy + Default>(mut list: Vec<T>) -> Vec<T> {
    list.resize(2 * list.len(), T::default());
    list
}

/// Kept out of line, because only the largest mazes need it.
#[cold]
#[inline(never)]
fn each_alone(bounds: [usize; 4], rng: &mut Rng) -> [usize; 4] {
    bounds.map(|bound| rng.index(bound))
}
