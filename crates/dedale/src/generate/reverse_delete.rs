//! Reverse-delete: from a grid without walls, a wall wherever the maze stays connected.
//!
//! ```text
//! put the edges of the grid into random order
//! take down all walls
//! for each edge:
//!     if it is not needed to keep all cells connected, build a wall there
//! ```
//!
//! The edges that stay are those that Kruskal's first construction takes in the opposite order.
//!
//! [`Algorithm::ReverseDelete`](super::Algorithm::ReverseDelete) says more about its mazes, and where it is from.

use super::prelude::*;
use crate::forest::Forest;
use crate::observe::shuffle;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::ReverseDelete,
    name: "reverse-delete",
    title: "Reverse-delete",
    description: "All walls are taken down; then each is built again, in random order, unless that would cut the maze in two.",
    texture: "even, with many short dead ends: the mazes of Kruskal, made of walls rather than of passages",
    time: "O(n α(n))",
    steps: Growth::Linear(9),
    // Where cells have eight sides, there are twice as many edges as on squares.
    bytes: 40,
    source: "J. B. Kruskal, Proceedings of the AMS 7 (1956), construction A′",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let mut edges = maze.list_walls(observer, |cell, side| (cell, side))?;
    shuffle(&mut edges, rng, observer)?;
    maze.clear(observer)?;
    let is_needed = are_needed(maze.grid(), &edges, observer)?;
    for ((cell, side), is_needed) in edges.into_iter().zip(is_needed) {
        if is_needed {
            observer.see(Step::Visit(cell))?;
        } else {
            maze.wall(cell, side, observer)?;
        }
    }
    Ok(())
}

/// Returns, for each edge in turn, whether the cells stay connected only if it stays open.
///
/// The edges before it that stay open are no other way between its cells: each of them was the only way itself. So an edge is needed if those
/// after it do not connect its cells, which a forest shows from the last edge to the first, without a search for each.
fn are_needed<G: Grid, O: Observer>(grid: &G, edges: &[(Cell, Side)], observer: &mut O) -> Result<Vec<bool>, O::Stop> {
    let mut forest = Forest::new(grid.cells() as usize);
    let mut is_needed = vec![false; edges.len()];
    let mut pacer = Pacer::default();
    for (index, &(cell, side)) in edges.iter().enumerate().rev() {
        pacer.tick(observer)?;
        is_needed[index] = forest.unite(cell.0, grid.across(cell, side).0);
    }
    Ok(is_needed)
}
