//! Best-first search, which Dijkstra's algorithm, A* and the greedy search have in common. They differ in the cell that they take next,
//! except in mazes with weights.

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
/// - `LengthQueue`, buckets by lengths, for moves across the corners of squares.
///
/// A list of buckets for A* was 1.03 times as fast as the heap, and 1.25 times in mazes with loops, which is too little for one more queue.
pub(super) trait PriorityQueue {
    /// A cell and its priority.
    type Entry: Copy;

    /// Returns the cell of an entry.
    fn cell(entry: Self::Entry) -> Cell;

    /// Removes the entry with the highest priority.
    fn pop(&mut self) -> Option<Self::Entry>;

    /// Pushes `far`, the cell across a side of the cell that was just popped, or raises its priority. Returns `false` if it has been reached
    /// before and this way is no better.
    fn push(&mut self, taken: Self::Entry, side: Side, far: Cell, state: State) -> bool;
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
            // The cell was reached by a better way later, and that was taken first.
            continue;
        }
        if cell == to {
            return Ok(tree.arrived(to));
        }
        observer.see(Step::Back(cell))?;
        tree.finish(cell);
        for side in tree.onward(cell) {
            let far = maze.grid().across(cell, side);
            let state = tree.state(far);
            if queue.push(taken, side, far, state) {
                tree.grow(cell, side, far);
                if state == State::Unseen {
                    observer.see(Step::Visit(far))?;
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
    pub(super) fn is_empty(&self) -> bool {
        self.best.is_none() && self.others.is_empty()
    }

    /// Returns the greatest entry.
    #[inline]
    pub(super) fn peek(&self) -> Option<&W> {
        self.best.as_ref().max(self.others.peek())
    }

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

/// Finds a cheapest path. It always goes on from the cell with the least sum of the cost so far and the least cost that can be left.
///
/// Entering a cell costs its `weight`; the first cell is not entered. `left` returns the least cost that can be left from a cell to `to`. With
/// each move, it falls by no more than the cost of the move, so no cell is taken twice. Of cells with equal sums, the one with less left is
/// taken first, then the one with the lowest number.
///
/// Takes ten bytes for each cell, and sixteen for each cell that waits.
#[inline]
pub(super) fn cheapest<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    weight: impl Fn(Cell) -> u16,
    left: impl Fn(Cell) -> u32,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let heap = Heap::new(promise(search.from, 0, left(search.from)));
    let queue = CostQueue { weight, left, costs: vec![0; search.maze.grid().cells() as usize], heap };
    best_first(search, queue, observer)
}

/// A binary heap by the cost so far plus the least cost that can be left.
struct CostQueue<W, L> {
    weight: W,
    left: L,
    /// The cost of the best way to each cell known so far.
    costs: Vec<u64>,
    heap: Heap<Promise>,
}

/// The sum, the least cost left, and the cell, as one number, which is compared in two instructions.
type Promise = Reverse<u128>;

#[inline]
fn promise(cell: Cell, cost: u64, left: u32) -> Promise {
    let total = cost + u64::from(left);
    Reverse(u128::from(total) << 64 | u128::from(left) << 32 | u128::from(cell.0))
}

impl<W: Fn(Cell) -> u16, L: Fn(Cell) -> u32> PriorityQueue for CostQueue<W, L> {
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
        let cost = total - left + u64::from((self.weight)(far));
        let known = &mut self.costs[far.index()];
        let is_better = state == State::Unseen || state == State::Open && cost < *known;
        if is_better {
            *known = cost;
            self.heap.push(promise(far, cost, (self.left)(far)));
        }
        is_better
    }
}
