//! The cheapest path, where entering each cell has a cost: what Dijkstra's algorithm and A* have in common.

use std::cmp::Reverse;

use super::best_first::{Heap, PriorityQueue, best_first};
use super::{Search, Solution, State};
use crate::grid::{Cell, Grid, Side};
use crate::observe::Observer;

/// Finds a cheapest path: always looks on from the cell whose cost so far, together with the least that can be left, is the least.
///
/// It costs its weight to enter a cell; the first one is not entered. `left` is what is left at least from a cell to `to`,
/// and falls by no more than the cost of each move, so that no cell need be looked on from twice. Of cells that promise the same,
/// the one with less left goes first, and of those the one with the lowest number.
///
/// Ten bytes for each cell, and sixteen for each that waits.
#[inline]
pub(super) fn cheapest<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    weights: &[u16],
    left: impl Fn(Cell) -> u32,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let heap = Heap::new(promise(search.from, 0, left(search.from)));
    let queue = CostQueue { weights, left, costs: vec![0; weights.len()], heap };
    best_first(search, queue, observer)
}

/// A binary heap by the cost so far and the least that can be left.
struct CostQueue<'a, L> {
    weights: &'a [u16],
    left: L,
    /// Of the best way to each cell that is known.
    costs: Vec<u64>,
    heap: Heap<Promise>,
}

/// The cost so far and what is left, what is left, and the cell: one number, which is compared in two instructions.
type Promise = Reverse<u128>;

#[inline]
fn promise(cell: Cell, cost: u64, left: u32) -> Promise {
    let total = cost + u64::from(left);
    Reverse(u128::from(total) << 64 | u128::from(left) << 32 | u128::from(cell.0))
}

impl<L: Fn(Cell) -> u32> PriorityQueue for CostQueue<'_, L> {
    type Entry = Promise;

    #[inline]
    fn cell(Reverse(waiting): Promise) -> Cell {
        Cell(waiting as u32)
    }

    #[inline]
    fn pop(&mut self) -> Option<Promise> {
        self.heap.pop()
    }

    #[inline]
    fn push(&mut self, Reverse(taken): Promise, _: Side, far: Cell, state: State) -> bool {
        let [total, left] = [(taken >> 64) as u64, taken as u64 >> 32];
        let cost = total - left + u64::from(self.weights[far.index()]);
        let known = &mut self.costs[far.index()];
        let is_better = state == State::Unseen || state == State::Open && cost < *known;
        if is_better {
            *known = cost;
            self.heap.push(promise(far, cost, (self.left)(far)));
        }
        is_better
    }
}
