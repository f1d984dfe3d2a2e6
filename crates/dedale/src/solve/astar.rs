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

use super::best_first::cheapest;
use super::diagonals::shortest;
use super::{DEFAULTS, Search, Solution, Solver, SolverInfo};
use crate::about::Growth;
use crate::grid::{BoardLayout, Grid};
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
    let &Search { maze, to, .. } = search;
    if G::HAS_DIAGONALS {
        return shortest(search, true, observer);
    }
    let min_moves = maze.grid().min_moves_to(to);
    match maze.weights() {
        None => cheapest(search, |_| 1, min_moves, observer),
        Some(weights) => {
            let least = weights.iter().min().map_or(1, |&least| u32::from(least));
            let heuristic = |cell| least.saturating_mul(min_moves(cell));
            cheapest(search, |cell| weights[cell.index()], heuristic, observer)
        }
    }
}
