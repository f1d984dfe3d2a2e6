//! Randomized Prim: a frontier of edges, which are taken in random order.
//!
//! ```text
//! visit a random cell, and add its edges to the frontier
//! while there are unvisited cells:
//!     take a random edge out of the frontier, and visit the cell that it leads to
//!     if that cell is unvisited:
//!         carve the edge
//!         add the edges of that cell that lead to unvisited ones to the frontier
//! ```
//!
//! [`Algorithm::Prim`](super::Algorithm::Prim) says more about its mazes, and where it is from.

use super::frontier::Frontier;
use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Prim,
    name: "prim",
    title: "Randomized Prim",
    description: "Grows from a random cell: of all edges that lead out of what is carved, one is taken at random and opened if its far cell is new.",
    texture: "many short dead ends, spreading from one place like a crystal",
    steps: Growth::Linear(3),
    source: "R. C. Prim, Bell System Technical Journal 36 (1957); J. Buck, Mazes for Programmers (2015), p. 175",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let start = board.random_place(rng);
        board.visit(start, observer)?;
        let mut frontier = Frontier::new(board);
        frontier.add_edges_of(board, start);
        frontier.for_each_random(rng, |frontier, cell, back| {
            board.visit(cell, observer)?;
            if board.is_unvisited(cell) {
                board.carve_into(cell, back, observer)?;
                frontier.add_edges_of(board, cell);
            }
            Ok(())
        })
    })
}
