//! Prim's algorithm proper: the minimum spanning tree of random weights.
//!
//! ```text
//! visit a random cell, and add its edges to the frontier, each with a random weight
//! while there are unvisited cells:
//!     take the lightest edge out of the frontier, and visit the cell that it leads to
//!     if that cell is unvisited:
//!         carve the edge
//!         add the edges of that cell that lead to unvisited ones to the frontier
//! ```
//!
//! [`Algorithm::TruePrim`](super::Algorithm::TruePrim) says more about its mazes, and where it is from.

use super::lightest_first::LightestFirst;
use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::TruePrim,
    name: "true-prim",
    title: "True Prim",
    description: "The minimum spanning tree of random edge weights, grown from a random cell by the lightest edge that leads out.",
    texture: "many short dead ends, less regular than randomized Prim",
    time: "O(n log n)",
    steps: Growth::Linear(9),
    bytes: 5,
    source: "R. C. Prim, Bell System Technical Journal 36 (1957); J. Buck, Mazes for Programmers (2015), p. 179",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let start = board.random_place(rng);
        board.visit(start, observer)?;
        let mut frontier = LightestFirst::new(board);
        frontier.add_edges_of(board, start, rng);
        while let Some((cell, side)) = frontier.pop_lightest(board) {
            let neighbor = board.neighbor(cell, side);
            board.visit(neighbor.place, observer)?;
            if board.is_unvisited(neighbor.place) {
                board.carve(cell, neighbor, observer)?;
                frontier.add_edges_of(board, neighbor.place, rng);
            }
        }
        Ok(())
    })
}
