//! Iterative deepening: depth-first search of one move, then of two, until the goal is met.
//!
//! ```text
//! for depth = 1, 2, 3, ..., search to this depth:
//!     begin at the start, and repeat:
//!         if fewer moves than the depth were made, and a passage leads to a cell that is one move farther and was not
//!         entered yet by this search, enter the first such cell, and stop if it is the goal
//!         else, turn back to the cell before
//!     if the search has turned back from the start without seeing a new cell, there is no path
//! ```
//!
//! [`Solver::IterativeDeepening`](super::Solver::IterativeDeepening) says more about it, and where it is from.

use super::walk::Walk;
use super::{DEFAULTS, Outcome, Search, Solution, Solver, SolverInfo, UNREACHED, WalkKind};
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
    ..DEFAULTS
};

pub(super) fn iterative_deepening<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let cells = maze.grid().cells() as usize;
    let walk = Walk::begin(search, observer)?;
    if from == to {
        return Ok(walk.arrived());
    }
    let mut deepening = Deepening { search, walk, distances: vec![UNREACHED; cells], entered: vec![0; cells] };
    deepening.distances[from.index()] = 0;
    for depth in 1.. {
        match deepening.search_to(depth, observer)? {
            Reached::Goal => return Ok(deepening.walk.arrived()),
            Reached::NewCells => {}
            Reached::NoNewCell => break,
        }
    }
    Ok(deepening.walk.ended(Outcome::Unreachable))
}

/// The outcome of a search to a depth.
enum Reached {
    Goal,
    /// Cells that no search has seen before, so that a deeper one may see more.
    NewCells,
    NoNewCell,
}

struct Deepening<'a, G> {
    search: &'a Search<'a, G>,
    walk: Walk,
    /// The distance of each seen cell.
    distances: Vec<u32>,
    /// The depth of the last search that entered each cell.
    entered: Vec<u32>,
}

impl<G: Grid> Deepening<'_, G> {
    /// Searches depth first, and turns back after `depth` moves, the length of the longest walk of the search before and one more.
    fn search_to<O: Observer>(&mut self, depth: u32, observer: &mut O) -> Result<Reached, O::Stop> {
        let &Search { maze, from, to, .. } = self.search;
        let grid = maze.grid();
        let mut reached = Reached::NoNewCell;
        let (mut cell, mut moves) = (from, 0);
        loop {
            let mut neighbors = maze.passages(cell).into_iter().map(|side| grid.across(cell, side));
            let next = neighbors.find(|neighbor| match self.distances[neighbor.index()] {
                UNREACHED => moves + 1 == depth,
                distance => distance == moves + 1 && self.entered[neighbor.index()] < depth,
            });
            if let Some(neighbor) = next {
                if self.distances[neighbor.index()] == UNREACHED {
                    reached = Reached::NewCells;
                }
                moves += 1;
                self.distances[neighbor.index()] = moves;
                self.entered[neighbor.index()] = depth;
                self.walk.enter(neighbor, observer)?;
                if neighbor == to {
                    return Ok(Reached::Goal);
                }
                cell = neighbor;
            } else if moves > 0 {
                self.walk.turn_back(observer)?;
                moves -= 1;
                cell = self.walk.cell().unwrap_or(from);
            } else {
                return Ok(reached);
            }
        }
    }
}
