//! Depth-first search: walk on while there are new cells, and turn back otherwise.
//!
//! ```text
//! begin at the start
//! repeat, with the cell where the walk is:
//!     if it is the goal, stop: the path is the walk without its dead ends
//!     if a passage leads to a new cell, enter the first such cell
//!     else, turn back to the cell before
//! if the walk has turned back from the start, there is no path
//! ```
//!
//! [`Solver::Dfs`](super::Solver::Dfs) says more about it, and where it is from.

use super::walk::Walk;
use super::{DEFAULTS, Outcome, Search, Solution, Solver, SolverInfo, WalkKind};
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
    ..DEFAULTS
};

pub(super) fn dfs<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, to, .. } = search;
    let grid = maze.grid();
    let mut walk = Walk::begin(search, observer)?;
    while let Some(cell) = walk.cell() {
        if cell == to {
            return Ok(walk.arrived());
        }
        let mut neighbors = maze.passages(cell).into_iter().map(|side| grid.across(cell, side));
        match neighbors.find(|&neighbor| walk.is_new(neighbor)) {
            Some(new) => walk.enter(new, observer)?,
            None => walk.turn_back(observer)?,
        }
    }
    Ok(walk.ended(Outcome::Unreachable))
}
