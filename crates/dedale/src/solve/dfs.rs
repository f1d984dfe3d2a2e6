//! Depth-first search: walk on while there is something new, else turn back.
//!
//! Finds a path by depth-first search (backtracking): walk to a new cell, the first in the order of the sides, while there is
//! one, else turn back.
//!
//! In a perfect maze the path is the only one; with loops it may wind much more than it must. The way walked is kept in a list,
//! so no size overflows the call stack. A cell is done when the walk has backed out of it, and open while it is on the way.
//!
//! # Complexity
//!
//! Time `O(cells)`, at most `2 × cells` moves; one byte for each cell and four for each of the longest way walked.
//!
//! # Source
//!
//! R. Tarjan, "Depth-first search and linear graph algorithms", *SIAM Journal on Computing* 1 (1972); as a walk through a maze it
//! is older, see [`tremaux`](super::tremaux).

use super::way::{Trace, Way};
use super::{KeepWalk, Outcome, PLAIN, Solution, Solver, SolverInfo, WalkKind};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;

/// What [`SOLVERS`](super::SOLVERS) says of it.
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

pub(super) fn dfs<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let grid = maze.grid();
    let mut trace = Trace::new(keep_walk, observer);
    let mut way = Way::begin(grid.cells(), from, &mut trace)?;
    while let Some(cell) = way.end() {
        if cell == to {
            return Ok(way.arrived(trace.walk));
        }
        let mut beside = maze.passages(cell).into_iter().map(|side| grid.across(cell, side));
        match beside.find(|&far| way.is_new(far)) {
            Some(new) => way.enter(new, &mut trace)?,
            None => way.turn_back(&mut trace)?,
        }
    }
    Ok(way.ended(Outcome::Unreachable, trace.walk))
}
