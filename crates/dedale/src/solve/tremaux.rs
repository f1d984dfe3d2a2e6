//! Trémaux's rules: marks on the passages, and no memory.
//!
//! ```text
//! begin at the start
//! repeat, with the cell where the walk is:
//!     if it is the goal, stop: the passages with one mark are the path
//!     if all of its passages have marks, go back through the one with a single mark (rules 2 and 4)
//!     else, walk through its first passage without a mark, and mark it (rules 1, 2 and 4)
//!         if it leads to a cell where the walk has been, turn around at once (rule 3)
//! if the walk has turned back from the start, there is no path
//! ```
//!
//! The rules are those of [`Solver::Tremaux`](super::Solver::Tremaux), which says more about it, and where it is from.

use super::walk::Walk;
use super::{DEFAULTS, Outcome, Search, Solution, Solver, SolverInfo, WalkKind};
use crate::about::Growth;
use crate::grid::{Grid, Sides};
use crate::observe::Observer;

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Tremaux,
    name: "tremaux",
    title: "Trémaux",
    description: "Walks with no memory but marks on the passages, and uses no passage more than once in each direction; the passages marked once are the path.",
    walk: WalkKind::Moves,
    // Two moves for each passage. A cell with eight sides has four passages, since each is shared with another cell. Up to eight if there are
    // no walls, and two in a maze without loops.
    steps: Growth::Linear(5),
    longest_walk: Growth::Linear(8),
    bytes: 10,
    source: "C. P. Trémaux (1882), in É. Lucas, Récréations mathématiques I, p. 47",
    ..DEFAULTS
};

pub(super) fn tremaux<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, to, .. } = search;
    let grid = maze.grid();
    // The passages with one or two marks, at both cells. Of a cell on the path, only the passages on the path have a single mark: they lead
    // on and back.
    let mut marked = vec![Sides::NONE; grid.cells() as usize];
    let mut walk = Walk::begin(search, observer)?;
    while let Some(cell) = walk.cell() {
        if cell == to {
            return Ok(walk.arrived());
        }
        // Rules 2 and 4: a passage without a mark, or else the way back, which then has two marks.
        let Some(side) = maze.passages(cell).minus(marked[cell.index()]).nth(0) else {
            walk.turn_back(observer)?;
            continue;
        };
        let neighbor = grid.across(cell, side);
        // Rule 1.
        for (cell, side) in [(cell, side), (neighbor, grid.opposite(cell, side))] {
            marked[cell.index()] = marked[cell.index()].with(side);
        }
        // Rule 3.
        if walk.is_new(neighbor) { walk.enter(neighbor, observer)? } else { walk.turn_around_in(neighbor, observer)? }
    }
    Ok(walk.ended(Outcome::Unreachable))
}
