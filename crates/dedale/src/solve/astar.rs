//! A*: the most promising cell first. See [`Solver::Astar`](super::Solver::Astar).

use super::best_first::cheapest;
use super::diagonals::shortest;
use super::{PLAIN, Search, Solution, Solver, SolverInfo};
use crate::about::Growth;
use crate::grid::{Grid, Places};
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
    let &Search { maze, to, .. } = search;
    if G::HAS_DIAGONALS {
        return shortest(search, true, observer);
    }
    let left = maze.grid().min_moves_to(to);
    match maze.weights() {
        None => cheapest(search, |_| 1, left, observer),
        Some(weights) => {
            let least = weights.iter().min().map_or(1, |&least| u32::from(least));
            cheapest(search, |cell| weights[cell.index()], |cell| least.saturating_mul(left(cell)), observer)
        }
    }
}
