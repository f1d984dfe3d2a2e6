//! Trémaux's rules: marks on the passages, and no memory. See [`Solver::Tremaux`](super::Solver::Tremaux).

use super::walk::Walk;
use super::{Outcome, PLAIN, Search, Solution, Solver, SolverInfo, WalkKind};
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
    ..PLAIN
};

pub(super) fn tremaux<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, to, .. } = search;
    let grid = maze.grid();
    // The passages with a mark, at both cells. Of a cell on the way, only the passages on the way have a single mark.
    let mut marked = vec![Sides::NONE; grid.cells() as usize];
    let mut way = Walk::begin(search, observer)?;
    while let Some(cell) = way.end() {
        if cell == to {
            return Ok(way.arrived());
        }
        let Some(side) = maze.passages(cell).minus(marked[cell.index()]).nth(0) else {
            way.turn_back(observer)?;
            continue;
        };
        let far = grid.across(cell, side);
        for (cell, side) in [(cell, side), (far, grid.opposite(cell, side))] {
            marked[cell.index()] = marked[cell.index()].with(side);
        }
        if way.is_new(far) { way.enter(far, observer)? } else { way.look_at(far, observer)? }
    }
    Ok(way.ended(Outcome::Unreachable))
}
