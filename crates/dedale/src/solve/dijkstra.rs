//! Dijkstra's algorithm: the cell that is the cheapest to reach first.
//!
//! ```text
//! the cost of the start is 0; push it to a queue
//! repeat, with the cell of the lowest cost in the queue:
//!     if it is the goal, stop: the path is the branch of the tree that ends there
//!     for each passage to a neighbor:
//!         the cost is the cost of the cell plus the weight of the neighbor
//!         if the neighbor is new, or its cost was higher:
//!             note the cost, make the neighbor a child of the cell in the tree, and push it to the queue
//! if the queue is empty, there is no path
//! ```
//!
//! The loop is [`best_first`]. Where all weights are 1, the costs are those of the levels of a [`LevelQueue`], and need not be noted.
//!
//! [`Solver::Dijkstra`](super::Solver::Dijkstra) says more about it, and where it is from.

use super::best_first::{PriorityQueue, best_first, cheapest};
use super::diagonals::shortest;
use super::{DEFAULTS, Search, Solution, Solver, SolverInfo, State};
use crate::about::Growth;
use crate::grid::{Cell, Grid, Side};
use crate::observe::Observer;

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Dijkstra,
    name: "dijkstra",
    title: "Dijkstra's algorithm",
    description: "Expands the cell that is the cheapest to reach; where each move costs the same, that is the nearest.",
    shortest: true,
    knows_weights: true,
    has_frontier: true,
    time: "O(n log n)",
    steps: Growth::Linear(8),
    bytes: 19,
    source: "E. W. Dijkstra, A note on two problems in connexion with graphs, Numerische Mathematik 1 (1959)",
    ..DEFAULTS
};

pub(super) fn dijkstra<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, from, .. } = search;
    match maze.weights() {
        _ if G::HAS_DIAGONALS => shortest(search, false, observer),
        Some(weights) => cheapest(search, |cell| weights[cell.index()], |_| 0, observer),
        None => best_first(search, LevelQueue::new(from, maze.grid().cells()), observer),
    }
}

/// A list of seen cells, taken level by level: those of a level have the same distance, and are taken in the order of their numbers.
struct LevelQueue {
    /// All seen cells.
    cells: Vec<Cell>,
    /// The number of cells that were taken.
    taken: usize,
    /// The end of the level that is being taken.
    level_end: usize,
    /// The last cell that was seen.
    last: Cell,
    /// True if the seen cells of the next level are in the order of their numbers. They often are, since the level before is.
    is_in_order: bool,
}

impl LevelQueue {
    fn new(from: Cell, cells: u32) -> LevelQueue {
        // There is room for all cells, so that the queue never moves. Unused room takes no memory.
        let mut seen = Vec::with_capacity(cells as usize);
        seen.push(from);
        LevelQueue { cells: seen, taken: 0, level_end: 1, last: from, is_in_order: true }
    }
}

impl PriorityQueue for LevelQueue {
    type Entry = Cell;

    #[inline]
    fn cell(waiting: Cell) -> Cell {
        waiting
    }

    #[inline]
    fn pop(&mut self) -> Option<Cell> {
        let is_level_over = self.taken == self.level_end;
        // One branch, since the end of a level cannot be predicted.
        if is_level_over & !self.is_in_order {
            self.cells[self.taken..].sort_unstable();
            self.is_in_order = true;
        }
        self.level_end = if is_level_over { self.cells.len() } else { self.level_end };
        let first = self.cells.get(self.taken).copied();
        self.taken += 1;
        first
    }

    #[inline]
    fn push(&mut self, _: Cell, _: Side, neighbor: Cell, state: State) -> bool {
        let is_new = state == State::Unseen;
        if is_new {
            let is_first = self.cells.len() == self.level_end;
            self.is_in_order &= is_first | (self.last < neighbor);
            self.last = neighbor;
            self.cells.push(neighbor);
        }
        is_new
    }
}
