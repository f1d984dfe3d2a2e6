//! Dijkstra's algorithm: the cell that is the cheapest to reach first.
//!
//! Finds a shortest path by Dijkstra's algorithm: always looks on from the cell that is the cheapest to reach.
//!
//! In a maze with [weights](Maze::weights) each move costs the weight of the cell that it enters, and the path is a cheapest one. Where there
//! are none each move costs the same, so the cheapest cell is the nearest, and of several that with the lowest number. It looks on from the
//! same cells then as [`bfs`](super::bfs) does, and also from those that are as far away as the exit and have a lower number. A cell is
//! done when it was looked on from, and open while it waits in the heap; [`Step::Back`](crate::Step::Back) says which is taken.
//!
//! # Complexity
//!
//! Time `O(cells × log cells)`; ten bytes for each cell, and sixteen for each that waits.
//!
//! # Source
//!
//! E. W. Dijkstra, "A note on two problems in connexion with graphs", *Numerische Mathematik* 1 (1959), with a heap: J. W. J.
//! Williams, "Algorithm 232: Heapsort", *Communications of the ACM* 7 (1964).

use super::cheapest::cheapest;
use super::{KeepWalk, PLAIN, Solution, Solver, SolverInfo};
use crate::about::Growth;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;

/// What [`SOLVERS`](super::SOLVERS) says of it.
pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Dijkstra,
    name: "dijkstra",
    title: "Dijkstra's algorithm",
    description: "Expands the cell that is the cheapest to reach; where each move costs the same, that is the nearest.",
    shortest: true,
    knows_weights: true,
    time: "O(n log n)",
    steps: Growth::Linear(8),
    bytes: 19,
    source: "E. W. Dijkstra, A note on two problems in connexion with graphs, Numerische Mathematik 1 (1959)",
    ..PLAIN
};

pub(super) fn dijkstra<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    cheapest(maze, from, to, |cell| maze.weight(cell), |_| 0, keep_walk, observer)
}
