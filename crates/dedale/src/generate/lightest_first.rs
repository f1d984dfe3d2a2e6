//! Edges of random weight, the lightest first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::board::Board;
use super::edge::Edge;
use crate::grid::{Grid, Place, Side};
use crate::rng::Rng;

/// A priority queue of edges, each with a random weight, for Prim's algorithm.
///
/// Weights are divided into levels. Edges of the lower levels are in a heap. The others lie unsorted in a list for each level, which goes
/// into the heap when all lighter edges have left it. The highest level of the heap only ever rises. It soon comes to about half of
/// the weights, and stays there for most of the work. So the heap is small, and a heavier edge, like most of the queue, costs an entry at the
/// end of a list.
///
/// An edge enters the queue once, when the first of its cells is carved. To draw its weight then is as good as to draw it at the start, and
/// takes less memory.
pub(super) struct LightestFirst {
    /// The weight in the upper bits, and the number of the edge in as many lower bits as any edge needs. So if two weights are equal, the
    /// edge at the lower place is the lighter one.
    heap: BinaryHeap<Reverse<u64>>,
    levels: Vec<Vec<u64>>,
    /// Edges of the levels below this one are in the heap.
    level: usize,
    /// The position of the number of the level in the bits of a weight.
    level_at: u32,
    edge_mask: u64,
    /// The number of cells whose edges have not been added.
    cells_left: u32,
}

impl LightestFirst {
    /// Creates an empty queue of an empty board.
    pub(super) fn new<G: Grid>(board: &Board<'_, G>) -> LightestFirst {
        let cells = board.grid().cells();
        let levels = (2 * cells as usize / 128).clamp(16, 4096).next_power_of_two();
        // The number of bits of a weight that are replaced depends only on the cells, and is enough for the places of every grid.
        let places = 4 * u64::from(cells) + 2;
        LightestFirst {
            heap: BinaryHeap::new(),
            levels: vec![Vec::new(); levels],
            level: 0,
            level_at: u64::BITS - levels.trailing_zeros(),
            edge_mask: (2 << (places << 3 | 7).ilog2()) - 1,
            cells_left: cells,
        }
    }

    /// Adds the edges from the cell at `place`, which is the first cell or has just been carved, to unvisited cells, each with a random
    /// weight.
    #[inline]
    pub(super) fn add_edges_of<G: Grid>(&mut self, board: &Board<'_, G>, place: Place, rng: &mut Rng) {
        self.cells_left -= 1;
        for side in board.sides_to_unvisited(place) {
            let weighed = rng.word() & !self.edge_mask | Edge::at_place(place, side).number();
            let level = (weighed >> self.level_at) as usize;
            if level < self.level {
                self.heap.push(Reverse(weighed));
            } else {
                let list = &mut self.levels[level];
                if list.len() == list.capacity() {
                    make_room(list, |weighed| leads_out(board, weighed & self.edge_mask));
                }
                list.push(weighed);
            }
        }
    }

    /// Takes out the lightest edge, a side of a carved cell. `None` when all cells are carved. May skip edges that lead to no unvisited cell.
    #[inline]
    pub(super) fn pop_lightest<G: Grid>(&mut self, board: &Board<'_, G>) -> Option<(Place, Side)> {
        if self.cells_left == 0 {
            return None;
        }
        loop {
            if let Some(Reverse(weighed)) = self.heap.pop() {
                return Some(Edge::from_number(weighed & self.edge_mask).place_and_side());
            }
            let next = std::mem::take(self.levels.get_mut(self.level)?);
            self.level += 1;
            let wanted = next.into_iter().filter(|weighed| leads_out(board, weighed & self.edge_mask));
            self.heap.extend(wanted.map(Reverse));
        }
    }
}

/// Returns true if the edge with this number leads to an unvisited cell.
#[inline]
fn leads_out<G: Grid>(board: &Board<'_, G>, number: u64) -> bool {
    let (place, side) = Edge::from_number(number).place_and_side();
    board.is_unvisited(board.across(place, side))
}

/// Removes the edges that are not wanted, and makes room for a quarter more only if that leaves little room: towards the end, half of all edges
/// lead to carved cells, and would make the queue twice as large.
#[cold]
fn make_room(list: &mut Vec<u64>, wanted: impl Fn(u64) -> bool) {
    list.retain(|&weighed| wanted(weighed));
    let room = list.capacity();
    if list.len() >= room / 4 * 3 {
        list.reserve_exact(room + room / 4 + 16 - list.len());
    }
}
