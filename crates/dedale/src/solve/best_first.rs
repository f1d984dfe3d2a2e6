//! Best-first search, which Dijkstra's algorithm, A* and the greedy search have in common.
//!
//! ```text
//! push the start to a priority queue
//! repeat, with the cell popped from the queue:
//!     if it was popped before, go on with the next one
//!     if it is the goal, stop: the path is the branch of the tree that ends there
//!     for each passage to a neighbor:
//!         if the neighbor is new, or better reached through the cell:
//!             the neighbor becomes a child of the cell in the tree
//!             push the neighbor to the queue
//! if the queue is empty, there is no path
//! ```
//!
//! They differ in the priority of a cell, and in what is better: see [`PriorityQueue`].

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::mem;

use super::tree::Tree;
use super::{Search, Solution, State};
use crate::grid::{Cell, Grid, Side};
use crate::observe::{Observer, Step};

/// A priority queue of cells. There are four:
///
/// - [`CostQueue`], a heap by costs, for A*, and for Dijkstra's algorithm in mazes with weights;
/// - `LevelQueue`, a list, for Dijkstra's algorithm where each move costs the same. A heap takes 1.5 times as long, and 1.9 times in mazes with
///   loops;
/// - `NearestQueue`, a heap, for the greedy search;
/// - `LengthQueue`, a heap by lengths, for moves across the corners of squares.
///
/// Buckets were at most 1.27 times as fast as the heap for A*, and at most 1.46 times for lengths, which is too little for one more queue.
pub(super) trait PriorityQueue {
    /// A cell and its priority.
    type Entry: Copy;

    /// Returns the cell of an entry.
    fn cell(entry: Self::Entry) -> Cell;

    /// Removes the entry with the highest priority.
    fn pop(&mut self) -> Option<Self::Entry>;

    /// Pushes `neighbor`, the cell across a side of the cell that was just popped, or raises its priority. Returns `false` if it has been reached
    /// before and this path is no better.
    fn push(&mut self, taken: Self::Entry, side: Side, neighbor: Cell, state: State) -> bool;
}

/// Visits cells in the order of this queue, which has only `from` at first, until `to` is popped.
#[inline]
pub(super) fn best_first<G: Grid, O: Observer, Q: PriorityQueue>(
    search: &Search<'_, G>,
    mut queue: Q,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let mut tree = Tree::new(search);
    observer.see(Step::Visit(from))?;
    while let Some(taken) = queue.pop() {
        let cell = Q::cell(taken);
        if tree.state(cell) == State::Done {
            // The cell was reached by a better path later, and that was taken first.
            continue;
        }
        if cell == to {
            return Ok(tree.arrived(to));
        }
        observer.see(Step::Back(cell))?;
        tree.finish(cell);
        for side in tree.onward(cell) {
            let neighbor = maze.grid().across(cell, side);
            let state = tree.state(neighbor);
            if queue.push(taken, side, neighbor, state) {
                tree.grow(cell, side, neighbor);
                if state == State::Unseen {
                    observer.see(Step::Visit(neighbor))?;
                }
            }
        }
    }
    Ok(tree.unreachable())
}

/// A binary heap, which pops the greatest entry first.
pub(super) struct Heap<W> {
    /// The greatest entry pushed since the last pop. It is often the greatest of all, and then never enters the heap.
    best: Option<W>,
    others: BinaryHeap<W>,
}

impl<W: Ord> Default for Heap<W> {
    fn default() -> Heap<W> {
        Heap { best: None, others: BinaryHeap::new() }
    }
}

impl<W: Ord> Heap<W> {
    pub(super) fn new(first: W) -> Heap<W> {
        Heap { best: Some(first), others: BinaryHeap::new() }
    }

    #[inline]
    pub(super) fn push(&mut self, waiting: W) {
        match &mut self.best {
            None => self.best = Some(waiting),
            Some(best) => self.others.push(if waiting > *best { mem::replace(best, waiting) } else { waiting }),
        }
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<W> {
        match (self.best.take(), self.others.peek_mut()) {
            (Some(best), Some(mut top)) if *top > best => Some(mem::replace(&mut *top, best)),
            (None, Some(top)) => Some(PeekMut::pop(top)),
            (best, _) => best,
        }
    }
}

/// Finds a cheapest path. It always goes on from the cell with the lowest f-score: the sum of the cost so far (the g-score)
/// and of the least cost that can be left (the heuristic).
///
/// Entering a cell costs its `weight`; the first cell is not entered. With each move, the heuristic falls by no more than the cost of the
/// move, so no cell is taken twice. Of cells with equal f-scores, the one with the lower heuristic is taken first, then the one with the lowest
/// number.
///
/// Takes ten bytes for each cell, and sixteen for each cell that waits.
#[inline]
pub(super) fn cheapest<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    weight: impl Fn(Cell) -> u16,
    heuristic: impl Fn(Cell) -> u32,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let heap = Heap::new(by_f_score(search.from, 0, heuristic(search.from)));
    let queue = CostQueue { weight, heuristic, g_scores: vec![0; search.maze.grid().cells() as usize], heap };
    best_first(search, queue, observer)
}

/// A binary heap by f-score.
struct CostQueue<W, H> {
    weight: W,
    heuristic: H,
    /// The cost of the best path to each cell known so far.
    g_scores: Vec<u64>,
    heap: Heap<ByFScore>,
}

/// The f-score, the heuristic, and the cell, as one number, which is compared in two instructions.
type ByFScore = Reverse<u128>;

#[inline]
fn by_f_score(cell: Cell, g_score: u64, heuristic: u32) -> ByFScore {
    let f_score = g_score + u64::from(heuristic);
    Reverse(u128::from(f_score) << 64 | u128::from(heuristic) << 32 | u128::from(cell.0))
}

impl<W: Fn(Cell) -> u16, H: Fn(Cell) -> u32> PriorityQueue for CostQueue<W, H> {
    type Entry = ByFScore;

    #[inline]
    fn cell(Reverse(waiting): ByFScore) -> Cell {
        Cell(waiting as u32)
    }

    #[inline]
    fn pop(&mut self) -> Option<ByFScore> {
        self.heap.pop()
    }

    #[inline]
    fn push(&mut self, Reverse(taken): ByFScore, _: Side, neighbor: Cell, state: State) -> bool {
        let [f_score, heuristic] = [(taken >> 64) as u64, taken as u64 >> 32];
        let g_score = f_score - heuristic + u64::from((self.weight)(neighbor));
        let known = &mut self.g_scores[neighbor.index()];
        let is_better = state == State::Unseen || state == State::Open && g_score < *known;
        if is_better {
            *known = g_score;
            self.heap.push(by_f_score(neighbor, g_score, (self.heuristic)(neighbor)));
        }
        is_better
    }
}
