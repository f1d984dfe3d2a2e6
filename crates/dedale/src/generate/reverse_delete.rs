//! Reverse-delete: from a grid without walls, a wall wherever the maze stays connected.
//!
//! ```text
//! put the edges of the grid into random order
//! take down all walls
//! for each edge:
//!     if all cells stay connected without it, build a wall there
//! ```
//!
//! There is no search for each edge: the edges that stay are those that Kruskal's first construction takes in the opposite order.
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
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let mut edges = maze.list_walls(observer, |cell, side| (cell, side))?;
    shuffle(&mut edges, rng, observer)?;
    maze.clear(observer)?;
    let mut forest = Forest::new(maze.grid().cells() as usize);
    // By the number of an edge: true if a wall is built there, which is decided from the last edge to the first.
    let mut is_wall = vec![false; edges.len()];
    for (number, &(cell, side)) in edges.iter().enumerate().rev() {
        if number.is_multiple_of(CHECK_INTERVAL as usize) {
            observer.go_on()?;
        }
        is_wall[number] = !forest.unite(cell.0, maze.grid().across(cell, side).0);
    }
    for (&(cell, side), is_wall) in edges.iter().zip(is_wall) {
        if is_wall {
            maze.wall(cell, side, observer)?;
        } else {
            observer.see(Step::Visit(cell))?;
        }
    }
    Ok(())
}
