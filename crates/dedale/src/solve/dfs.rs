//! Depth-first search: walk on while there are new cells, and turn back otherwise. See [`Solver::Dfs`](super::Solver::Dfs).

use super::walk::Walk;
use super::{Outcome, PLAIN, Search, Solution, Solver, SolverInfo, WalkKind};
use crate::grid::Grid;
use crate::observe::Observer;

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Dfs,
    name: "dfs",
    title: "Depth-first search",
    description: "Backtracking: walks to a new cell while there is one, else turns back.",
    walk: WalkKind::Moves,
    bytes: 8,
    source: "R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Computing 1 (1972)",
    ..PLAIN
};

pub(super) fn dfs<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, to, .. } = search;
    let grid = maze.grid();
    let mut way = Walk::begin(search, observer)?;
    while let Some(cell) = way.end() {
        if cell == to {
            return Ok(way.arrived());
        }
        let mut beside = maze.passages(cell).into_iter().map(|side| grid.across(cell, side));
        match beside.find(|&far| way.is_new(far)) {
            Some(new) => way.enter(new, observer)?,
            None => way.turn_back(observer)?,
        }
    }
    Ok(way.ended(Outcome::Unreachable))
}
