//! Randomized Kruskal: edges in random order, opened where they join two sets.
//!
//! ```text
//! put the edges of the grid into random order
//! for each edge, until all cells are in one set (which is looked at after every 64 edges):
//!     visit its cell
//!     if its cells are in two sets, unite these, and join the cells
//! ```
//!
//! If the observer does not follow the steps, a large maze of squares is carved tile by tile, in a time for each cell that hardly depends on
//! the size.
//!
//! [`Algorithm::Kruskal`](super::Algorithm::Kruskal) says more about its mazes, and where it is from.

pub(crate) mod order;
pub(crate) mod tiles;

use super::prelude::*;
use crate::forest::Forest;
use order::edges_in_random_order;
use tiles::{carve_in_tiles, is_large};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Kruskal,
    name: "kruskal",
    aliases: &["fusion"],
    title: "Randomized Kruskal",
    description: "Takes the edges of the grid in random order and opens each that connects two different sets of cells.",
    texture: "even, with many short dead ends",
    time: "O(n α(n))",
    // Four on squares, and up to twice as many on other grids.
    steps: Growth::Linear(8),
    // A large maze takes four, and 400 kB for a tile.
    bytes: 9,
    bytes_of_column: 4,
    // On meshes, all edges are listed.
    bytes_on_meshes: Some(40),
    source: "J. B. Kruskal, Proceedings of the AMS 7 (1956); J. Buck, Mazes for Programmers (2015), p. 158",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    if !O::FOLLOWS
        && let Some(grid) = maze.grid().as_square().filter(is_large)
    {
        return carve_in_tiles(grid, maze.grid_and_passages().1, rng.key(), observer);
    }
    carve_on_board(maze, |board| {
        let edges = edges_in_random_order(board, rng, observer)?;
        let mut sets = board.grid().cells();
        let mut forest = Forest::new(board.set_count());
        for (index, edge) in edges.into_iter().enumerate() {
            if sets == 1 && index.is_multiple_of(EDGES_AT_ONCE) {
                break;
            }
            let (cell, side) = edge.place_and_side();
            board.visit(cell, observer)?;
            let neighbor = board.neighbor(cell, side);
            if forest.unite(board.set_index(cell), board.set_index(neighbor.place)) {
                board.join(cell, neighbor, observer)?;
                sets -= 1;
            }
        }
        Ok(())
    })
}

/// Edges are taken this many at a time: when all cells are in one set, the rest of them are still visited.
const EDGES_AT_ONCE: usize = 64;
