//! Edges of random weight, the lightest first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::board::Board;
use super::edge::Edge;
use crate::grid::{Grid, Side};
use crate::rng::Rng;

/// A priority queue of edges, each with a random weight, for Prim's algorithm.
///
/// Weights are divided into levels. Edges of the lower levels are in a heap, the others lie unsorted in a list for each level,
/// which goes into the heap when everything lighter has left. The level up to which the heap goes only ever rises; on a grid it
/// soon comes to where about half of the weights are, and stays there for almost all of the work. So the heap is small, and what
/// is heavier, which is most of the queue, costs an entry at the end of a list.
///
/// An edge enters the queue once, when the first of its cells is carved. To draw its weight then is to draw it at the start, without the memory.
pub(super) struct LightestFirst {
    /// The weight in the upper bits, the number of the edge in the lower ones: as many as any edge needs. So of equal weights, should two ever be
    /// drawn, that at the lower place is the lighter one.
    heap: BinaryHeap<Reverse<u64>>,
    levels: Vec<Vec<u64>>,
    /// Edges of the levels before this one are in the heap.
    level: usize,
    /// How far down the number of its level is in a weight.
    level_at: u32,
    edge_mask: u64,
    /// How many cells no edges were added of.
    cells_left: u32,
}

impl LightestFirst {
    /// An empty queue, for an empty board.
    pub(super) fn new<G: Grid>(board: &Board<'_, G>) -> LightestFirst {
        let cells = board.grid().cells();
        let levels = (2 * cells as usize / 128).clamp(16, 4096).next_power_of_two();
        // How many bits of a weight are replaced depends only on the cells, and is enough for the places of every grid.
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

    /// Adds the edges between the cell at `place`, which is the first one or has just been carved, and unvisited ones, each with a random weight.
    #[inline]
    pub(super) fn add_edges_of<G: Grid>(&mut self, board: &Board<'_, G>, place: usize, rng: &mut Rng) {
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

    /// Takes out the lightest edge: a side of a cell that is carved. `None` when all cells are. May leave out edges that lead to no unvisited cell.
    #[inline]
    pub(super) fn pop_lightest<G: Grid>(&mut self, board: &Board<'_, G>) -> Option<(usize, Side)> {
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

/// Whether the edge with this number leads to an unvisited cell.
#[inline]
fn leads_out<G: Grid>(board: &Board<'_, G>, number: u64) -> bool {
    let (place, side) = Edge::from_number(number).place_and_side();
    board.is_unvisited(board.across(place, side))
}

/// Drops what is not wanted, and adds a quarter to the room only where that is little: before the end, half of all edges lead to cells that
/// are carved, and the queue would take twice the memory with them.
#[cold]
fn make_room(list: &mut Vec<u64>, wanted: impl Fn(u64) -> bool) {
    list.retain(|&weighed| wanted(weighed));
    let room = list.capacity();
    if list.len() >= room / 4 * 3 {
        list.reserve_exact(room + room / 4 + 16 - list.len());
    }
}
