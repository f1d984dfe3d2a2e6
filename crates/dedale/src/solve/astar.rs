//! A*: the most promising cell first.
//!
//! Finds a shortest path by A*: always looks on from the cell whose moves so far, together with the fewest that can be left
//! ([`Grid::at_least`]), are the least. In a maze with [weights](Maze::weights) it finds a cheapest path: each move costs the weight of the
//! cell that it enters, and of those that can be left as much as the cheapest cell.
//!
//! It leans towards `to`. In an open room it goes almost straight there; in a maze without loops, where the way leads off in every
//! direction, it saves little. Of cells that promise the same, the one with more moves behind it goes first, and of those the one
//! with the lowest number. The promise never falls by more than one a move (it is *consistent*), so no cell need be looked on from
//! twice. A cell is done when it was looked on from, and open while it waits in the heap;
//! [`Step::Back`](crate::Step::Back) says which is taken.
//!
//! # Complexity
//!
//! Time `O(cells × log cells)`; ten bytes for each cell, and sixteen for each that waits.
//!
//! # Source
//!
//! P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum cost paths", *IEEE
//! Transactions on Systems Science and Cybernetics* 4 (1968).

use super::cheapest::cheapest;
use super::{KeepWalk, PLAIN, Solution, Solver, SolverInfo};
use crate::about::Growth;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;

/// What [`SOLVERS`](super::SOLVERS) says of it.
pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Astar,
    name: "astar",
    title: "A*",
    description: "Expands the cell with the smallest sum of the moves so far and the fewest that can be left.",
    shortest: true,
    knows_weights: true,
    time: "O(n log n)",
    steps: Growth::Linear(8),
    bytes: 19,
    source: "P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, IEEE Trans. Systems Science and Cybernetics 4 (1968)",
    ..PLAIN
};

pub(super) fn astar<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let least = maze.weights().and_then(|weights| weights.iter().min()).map_or(1, |&least| u32::from(least));
    let left = |cell| least.saturating_mul(maze.grid().at_least(cell, to));
    cheapest(maze, from, to, |cell| maze.weight(cell), left, keep_walk, observer)
}
