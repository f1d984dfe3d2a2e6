//! Greedy best-first search: the cell that seems nearest to the goal first.
//!
//! ```text
//! push the start to a queue
//! repeat, with the cell of the lowest heuristic in the queue:
//!     if it is the goal, stop: the path is the branch of the tree that ends there
//!     for each passage to a new cell:
//!         the new cell becomes a child of the cell in the tree
//!         push the new cell to the queue, by its heuristic
//! if the queue is empty, there is no path
//! ```
//!
//! The loop is [`best_first`]. The heuristic is the fewest moves that can be left, on the grid without walls.
//!
//! [`Solver::Greedy`](super::Solver::Greedy) says more about it, and where it is from.

use std::cmp::Reverse;

use super::best_first::{Heap, PriorityQueue, best_first};
use super::{DEFAULTS, Search, Solution, Solver, SolverInfo, State};
use crate::about::Growth;
use crate::grid::{BoardLayout, Cell, Grid, Side};
use crate::observe::Observer;

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Greedy,
    name: "greedy",
    title: "Greedy best-first search",
    description: "Expands the cell that seems nearest to the exit, however many moves lead there.",
    has_frontier: true,
    time: "O(n log n)",
    steps: Growth::Linear(8),
    bytes: 11,
    source: "J. Pearl, Heuristics: Intelligent Search Strategies for Computer Problem Solving (1984)",
    ..DEFAULTS
};

pub(super) fn greedy<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { from, .. } = search;
    let heuristic = search.maze.grid().min_moves_to(search.to);
    let heap = Heap::new((Reverse(heuristic(from)), 0, from));
    best_first(search, NearestQueue { heuristic, seen: 0, heap }, observer)
}

/// A binary heap by heuristic.
struct NearestQueue<H> {
    heuristic: H,
    /// The number of seen cells, without the first.
    seen: u32,
    heap: Heap<NearestFirst>,
}

/// The heuristic, the number of cells that were seen before, and the cell. Of cells with equal heuristics, the last seen comes first.
type NearestFirst = (Reverse<u32>, u32, Cell);

impl<H: Fn(Cell) -> u32> PriorityQueue for NearestQueue<H> {
    type Entry = NearestFirst;

    fn cell((_, _, cell): NearestFirst) -> Cell {
        cell
    }

    #[inline]
    fn pop(&mut self) -> Option<NearestFirst> {
        self.heap.pop()
    }

    #[inline]
    fn push(&mut self, _: NearestFirst, _: Side, neighbor: Cell, state: State) -> bool {
        let is_new = state == State::Unseen;
        if is_new {
            self.seen += 1;
            self.heap.push((Reverse((self.heuristic)(neighbor)), self.seen, neighbor));
        }
        is_new
    }
}
