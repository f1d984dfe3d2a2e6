//! The collision solver: water flows from the start, and leaves a wall where it meets itself.
//!
//! ```text
//! flood the maze from the start, breadth first, and note the distance of each cell
//! for each cell that the water reached, the farthest first, except the start and the goal:
//!     if no neighbor that is one move farther is open, fill the cell
//! the path is a shortest one through the cells that are open
//! ```
//!
//! [`Solver::Collision`](super::Solver::Collision) says more about it, and where it is from.

use super::bfs::breadth_first;
use super::dead_end_filling::through_the_rest;
use super::{DEFAULTS, Search, Solution, Solver, SolverInfo, State, WalkKind};
use crate::about::Growth;
use crate::grid::{Cell, Grid};
use crate::observe::{CHECK_INTERVAL, Observer, Step};

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Collision,
    name: "collision",
    title: "Collision solver",
    description: "Floods the maze from the start, puts a wall wherever the water meets itself and flows no further, and fills the dead ends that this makes. What is left are all shortest ways.",
    walk: WalkKind::Path,
    longest_walk: Growth::Linear(1),
    shortest: true,
    bytes: 13,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
    ..DEFAULTS
};

pub(super) fn collision<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, from, .. } = search;
    let grid = maze.grid();
    let cells = grid.cells() as usize;
    let mut states = vec![State::Unseen; cells];
    states[from.index()] = State::Open;
    // The distance of each cell, modulo three. Distances of neighbors differ by at most one.
    let mut distances = vec![0; cells];
    let is_new = |cell: Cell, _, neighbor: Cell| {
        let is_new = states[neighbor.index()] == State::Unseen;
        if is_new {
            states[neighbor.index()] = State::Open;
            distances[neighbor.index()] = after(distances[cell.index()]);
        }
        is_new
    };
    let reached = breadth_first(grid, from, |cell| maze.passages(cell), is_new, observer)?;
    for &cell in &reached {
        observer.see(Step::Visit(cell))?;
    }
    for part in reached.rchunks(CHECK_INTERVAL as usize) {
        observer.go_on()?;
        for &cell in part.iter().rev().filter(|&&cell| !search.has_end(cell)) {
            let onward = after(distances[cell.index()]);
            let mut neighbors = maze.passages(cell).into_iter().map(|side| grid.across(cell, side).index());
            if !neighbors.any(|neighbor| distances[neighbor] == onward && states[neighbor] == State::Open) {
                states[cell.index()] = State::Done;
                observer.see(Step::Fill(cell))?;
            }
        }
    }
    drop((distances, reached));
    through_the_rest(search, states, observer)
}

/// Returns the distance of the next cells, modulo three.
#[inline]
fn after(distance: u8) -> u8 {
    (distance + 1) % 3
}
