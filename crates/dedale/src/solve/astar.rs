//! A*: the most promising cell first.
//!
//! ```text
//! the g-score of the start is 0; push it to a queue
//! repeat, with the cell of the lowest f-score in the queue:
//!     if it is the goal, stop: the path is the branch of the tree that ends there
//!     for each passage to a neighbor:
//!         the g-score is that of the cell plus the weight of the neighbor
//!         if the neighbor is new, or its g-score was higher:
//!             note the g-score, and make the neighbor a child of the cell in the tree
//!             push the neighbor to the queue, by its f-score: the g-score plus the heuristic
//! if the queue is empty, there is no path
//! ```
//!
//! The loop is [`best_first`]. The heuristic is the least cost that can be left: the fewest moves to the goal on the grid without walls, times
//! the lowest weight.
//!
//! [`Solver::Astar`](super::Solver::Astar) says more about it, and where it is from.

use std::mem;

use super::best_first::{PriorityQueue, best_first, cheapest};
use super::diagonals::shortest;
use super::{DEFAULTS, Search, Solution, Solver, SolverInfo, State};
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
    ..DEFAULTS
};

pub(super) fn astar<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    if G::HAS_DIAGONALS {
        return shortest(search, true, observer);
    }
    let min_moves = maze.grid().min_moves_to(to);
    if let Some(weights) = maze.weights() {
        let least = weights.iter().min().map_or(1, |&least| u32::from(least));
        let heuristic = |cell| least.saturating_mul(min_moves(cell));
        return cheapest(search, weights, heuristic, observer);
    }
    best_first(search, BucketQueue::new(from, min_moves, maze.grid().cells()), observer)
}

/// A bucket queue by f-score, if every move costs the same. The heuristic is the fewest moves that can be left, which differ by at most one
/// between neighbors. So the f-score of a cell is that of the cell from which it is reached, or one or two more.
///
/// An entry has the heuristic and the number of the cell. Cells with the same f-score are taken in the order of their entries.
struct BucketQueue<H> {
    heuristic: H,
    /// The lowest bits of the f-score of the cells that are being taken.
    f_score: u8,
    /// The same bits of the f-score of each waiting cell, by the best path known so far.
    f_scores: Vec<u8>,
    /// The first cell with the current f-score, or [`NONE`] if it is not a neighbor of the last cell that was taken.
    first: u64,
    /// The other cells with the current f-score, the first of them at the end.
    now: Vec<u64>,
    /// The cells whose f-score is one more, in no order.
    next: Vec<u64>,
    /// The cells whose f-score is two more.
    after: Vec<u64>,
}

/// No waiting cell.
const NONE: u64 = u64::MAX;

fn entry(cell: Cell, heuristic: u32) -> u64 {
    u64::from(heuristic) << 32 | u64::from(cell.0)
}

impl<H: Fn(Cell) -> u32> BucketQueue<H> {
    fn new(from: Cell, heuristic: H, cells: u32) -> BucketQueue<H> {
        let first = entry(from, heuristic(from));
        let [now, next, after] = [(); 3].map(|()| Vec::with_capacity(32));
        BucketQueue { heuristic, f_score: 0, f_scores: vec![0; cells as usize], first, now, next, after }
    }

    /// Goes on to the cells with the next higher f-score.
    fn next_bucket(&mut self) {
        mem::swap(&mut self.now, &mut self.next);
        mem::swap(&mut self.next, &mut self.after);
        self.f_score = self.f_score.wrapping_add(1);
    }
}

impl<H: Fn(Cell) -> u32> PriorityQueue for BucketQueue<H> {
    type Entry = u64;

    #[inline]
    fn cell(entry: u64) -> Cell {
        Cell(entry as u32)
    }

    #[inline]
    fn pop(&mut self) -> Option<u64> {
        if self.first != NONE {
            return Some(mem::replace(&mut self.first, NONE));
        }
        if self.now.is_empty() {
            if self.next.is_empty() {
                self.next_bucket();
            }
            self.next_bucket();
            // A heap took up to a fifth more time, and a branch for moves away from the exit took longer as well.
            self.now.sort_unstable_by(|a, b| b.cmp(a));
        }
        self.now.pop()
    }

    #[inline]
    fn push(&mut self, taken: u64, _: Side, far: Cell, state: State) -> bool {
        let heuristic = (self.heuristic)(far);
        // How much higher the f-score is than that of the cell that was taken: by the move, and by the difference of the heuristics.
        let more = heuristic.wrapping_add(1).wrapping_sub((taken >> 32) as u32) as u8;
        let known = &mut self.f_scores[far.index()];
        let is_better = state == State::Unseen || state == State::Open && more < known.wrapping_sub(self.f_score) & 3;
        if is_better {
            *known = self.f_score.wrapping_add(more);
            let reached = entry(far, heuristic);
            match more {
                0 => {
                    // It is nearer than all others with this f-score, except those that are reached from the same cell.
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
