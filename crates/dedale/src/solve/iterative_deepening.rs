//! Iterative deepening: depth-first search of one move, then of two, until the exit is met. See [`Solver::IterativeDeepening`](super::Solver::IterativeDeepening).

use super::walk::Walk;
use super::{Outcome, PLAIN, Search, Solution, Solver, SolverInfo, UNREACHED, WalkKind};
use crate::about::Growth;
use crate::grid::Grid;
use crate::observe::Observer;

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::IterativeDeepening,
    name: "iterative-deepening",
    title: "Iterative deepening",
    description: "Depth-first search that turns back after one move; then again from the start after two moves, and so on until the exit is met.",
    walk: WalkKind::Moves,
    shortest: true,
    time: "O(n × path)",
    // The square of the cells in a corridor, and fewer in other mazes.
    steps: Growth::Quadratic(0.75),
    longest_walk: Growth::Quadratic(1.0),
    bytes: 16,
    source: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27 (1985)",
    ..PLAIN
};

pub(super) fn iterative_deepening<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let grid = maze.grid();
    let cells = grid.cells() as usize;
    let mut way = Walk::begin(search, observer)?;
    if from == to {
        return Ok(way.arrived());
    }
    // The distance of each seen cell, and the number of moves of the last search that entered it.
    let (mut distances, mut entered) = (vec![UNREACHED; cells], vec![0_u32; cells]);
    distances[from.index()] = 0;
    let mut most_moves = 0;
    let mut sees_more = true;
    while sees_more {
        most_moves += 1;
        sees_more = false;
        let (mut cell, mut moves) = (from, 0);
        loop {
            let mut beside = maze.passages(cell).into_iter().map(|side| grid.across(cell, side));
            let next = beside.find(|far| match distances[far.index()] {
                UNREACHED => moves + 1 == most_moves,
                distance => distance == moves + 1 && entered[far.index()] < most_moves,
            });
            if let Some(far) = next {
                sees_more |= distances[far.index()] == UNREACHED;
                moves += 1;
                distances[far.index()] = moves;
                entered[far.index()] = most_moves;
                way.enter(far, observer)?;
                if far == to {
                    return Ok(way.arrived());
                }
                cell = far;
            } else if moves > 0 {
                way.turn_back(observer)?;
                moves -= 1;
                cell = way.end().unwrap_or(from);
            } else {
                break;
            }
        }
    }
    Ok(way.ended(Outcome::Unreachable))
}
