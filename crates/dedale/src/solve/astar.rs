//! A*: the most promising cell first. See [`Solver::Astar`](super::Solver::Astar).

use std::mem;

use super::best_first::{PriorityQueue, best_first, cheapest};
use super::diagonals::shortest;
use super::{PLAIN, Search, Solution, Solver, SolverInfo, State};
use crate::about::Growth;
use crate::grid::{Cell, Grid, Places, Side};
use crate::observe::Observer;

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Astar,
    name: "astar",
    title: "A*",
    description: "Expands the cell with the fewest moves so far plus the least possible number still to go.",
    shortest: true,
    knows_weights: true,
    has_frontier: true,
    time: "O(n log n)",
    steps: Growth::Linear(8),
    bytes: 19,
    source: "P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, IEEE Trans. Systems Science and Cybernetics 4 (1968)",
    ..PLAIN
};

pub(super) fn astar<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    if G::HAS_DIAGONALS {
        return shortest(search, true, observer);
    }
    let left = maze.grid().min_moves_to(to);
    if let Some(weights) = maze.weights() {
        let least = weights.iter().min().map_or(1, |&least| u32::from(least));
        return cheapest(search, weights, |cell| least.saturating_mul(left(cell)), observer);
    }
    best_first(search, BucketQueue::new(from, left, maze.grid().cells()), observer)
}

/// A bucket queue by the moves so far plus the fewest that can be left, if every move costs the same. This sum is the promise of a cell. The
/// fewest moves left differ by at most one between neighbors, so the promise of a cell is that of the cell from which it is reached, or one
/// or two more.
///
/// An entry has the fewest moves left, and the number of the cell. Cells with the same promise are taken in the order of their entries.
struct BucketQueue<L> {
    /// Returns the fewest moves that can be left.
    left: L,
    /// The lowest bits of the promise of the cells that are being taken.
    promise: u8,
    /// The same bits of the promise of each waiting cell, by the best way known so far.
    promises: Vec<u8>,
    /// The first cell with the current promise, or [`NONE`] if it is not a neighbor of the last cell that was taken.
    first: u64,
    /// The other cells with the current promise, the first of them at the end.
    now: Vec<u64>,
    /// The cells whose promise is one more, in no order.
    next: Vec<u64>,
    /// The cells whose promise is two more.
    after: Vec<u64>,
}

/// No waiting cell.
const NONE: u64 = u64::MAX;

fn waiting(cell: Cell, left: u32) -> u64 {
    u64::from(left) << 32 | u64::from(cell.0)
}

impl<L: Fn(Cell) -> u32> BucketQueue<L> {
    fn new(from: Cell, left: L, cells: u32) -> BucketQueue<L> {
        let first = waiting(from, left(from));
        let [now, next, after] = [(); 3].map(|()| Vec::with_capacity(32));
        BucketQueue { left, promise: 0, promises: vec![0; cells as usize], first, now, next, after }
    }

    /// Goes on to the cells with the next higher promise.
    fn promise_more(&mut self) {
        mem::swap(&mut self.now, &mut self.next);
        mem::swap(&mut self.next, &mut self.after);
        self.promise = self.promise.wrapping_add(1);
    }
}

impl<L: Fn(Cell) -> u32> PriorityQueue for BucketQueue<L> {
    type Entry = u64;

    #[inline]
    fn cell(waiting: u64) -> Cell {
        Cell(waiting as u32)
    }

    #[inline]
    fn pop(&mut self) -> Option<u64> {
        if self.first != NONE {
            return Some(mem::replace(&mut self.first, NONE));
        }
        if self.now.is_empty() {
            if self.next.is_empty() {
                self.promise_more();
            }
            self.promise_more();
            // A heap took up to a fifth more time, and a branch for moves away from the exit took longer as well.
            self.now.sort_unstable_by(|a, b| b.cmp(a));
        }
        self.now.pop()
    }

    #[inline]
    fn push(&mut self, taken: u64, _: Side, far: Cell, state: State) -> bool {
        let left = (self.left)(far);
        let more = left.wrapping_add(1).wrapping_sub((taken >> 32) as u32) as u8;
        let known = &mut self.promises[far.index()];
        let is_better = state == State::Unseen || state == State::Open && more < known.wrapping_sub(self.promise) & 3;
        if is_better {
            *known = self.promise.wrapping_add(more);
            let reached = waiting(far, left);
            match more {
                0 => {
                    // It is nearer than all others with this promise, except those that are reached from the same cell.
                    if self.first != NONE {
                        let later = self.first.max(reached);
                        self.now.insert(self.now.partition_point(|&other| other > later), later);
                    }
                    self.first = self.first.min(reached);
                }
                1 => self.next.push(reached),
                _ => self.after.push(reached),
            }
        }
        is_better
    }
}
