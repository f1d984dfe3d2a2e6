//! Best-first search: what Dijkstra's algorithm, A* and the greedy search have in common. They differ in the cell from which they look on next.

use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::mem;

use super::tree::Tree;
use super::{KeepWalk, Solution, State};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// Which of the cells that wait is taken first.
pub(super) trait Order {
    /// A cell that waits. The greatest of them is taken first.
    type Waiting: Ord;

    /// The cell that waits.
    fn cell(waiting: &Self::Waiting) -> Cell;

    /// How the cell waits from which the search begins.
    fn begin(&self, from: Cell) -> Self::Waiting;

    /// How `far` waits, a cell beside one that has waited, of which so much is known; `None` where it is not to be reached by this way: it
    /// has been reached before, and this way is no better.
    fn reach(&mut self, waited: &Self::Waiting, far: Cell, state: State) -> Option<Self::Waiting>;
}

/// Looks on from one cell after the other, in this order, until that is `to`.
#[inline]
pub(super) fn best_first<G: Grid, O: Observer, R: Order>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: KeepWalk,
    mut order: R,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let mut tree = Tree::new(maze, from);
    observer.see(Step::Visit(from))?;
    let mut waiting = BinaryHeap::new();
    let mut next = Some(order.begin(from));
    while let Some(first) = next {
        // The best of the cells that are reached from this one. Most have one, which often is the best of all, and never in the heap.
        let mut best = None;
        let cell = R::cell(&first);
        // Else it was reached again by a better way, and that was taken first.
        if tree.state(cell) != State::Done {
            if cell == to {
                return Ok(tree.arrived(to, keep_walk));
            }
            observer.see(Step::Back(cell))?;
            tree.finish(cell);
            for side in tree.onward(cell) {
                let far = maze.grid().across(cell, side);
                let state = tree.state(far);
                if let Some(reached) = order.reach(&first, far, state) {
                    tree.grow(cell, side, far);
                    if state == State::Unseen {
                        observer.see(Step::Visit(far))?;
                    }
                    match &mut best {
                        None => best = Some(reached),
                        Some(best) => waiting.push(if reached > *best { mem::replace(best, reached) } else { reached }),
                    }
                }
            }
        }
        next = match (best, waiting.peek_mut()) {
            (Some(best), Some(mut top)) if *top > best => Some(mem::replace(&mut *top, best)),
            (None, Some(top)) => Some(PeekMut::pop(top)),
            (best, _) => best,
        };
    }
    Ok(tree.unreachable(keep_walk))
}
