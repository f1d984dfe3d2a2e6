//! Houston's algorithm: a random walk for the first cells, and walks to the tree for the others.
//!
//! Carves a perfect maze with hardly any bias, by the two algorithms that make uniform spanning trees: the second goes on where the first one stops.
//!
//! [`aldous_broder`](super::aldous_broder) is slow to find the last cells, and [`wilson`](super::wilson) to find the first ones. So
//! the former walks until a third of the cells are visited, and then the walks of the latter begin.
//!
//! ```text
//! walk as Aldous-Broder does until a third of the cells are visited
//! let walks set out from the others as Wilson does
//! ```
//!
//! The mazes are not uniform, though it is often said that they are: where the first walk stands when it ends says something about the
//! cells nearby, and Wilson's walks do not know it. On 3 × 2 cells, where a third is two cells, the least likely maze is 0.94 times as likely
//! as the mean one. Take [`wilson`](super::wilson) where that matters.
//!
//! # Source
//!
//! Robin Houston, in the comments on Jamis Buck, "Maze Generation: Wilson's algorithm" (2011).

use super::aldous_broder::walk_to_new;
use super::from_root::carve_from_root;
use super::prelude::*;
use super::walk::WalkTime;
use super::wilson::walk_from_unvisited;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Houston,
    name: "houston",
    title: "Houston",
    description: "Aldous-Broder until a third of the cells are visited, then Wilson: each does what it is quick at.",
    texture: "hardly any bias: like Wilson's, but not every perfect maze is exactly as likely",
    time: "O(n log n) expected on a square, O(n²) on two rows",
    walk: Some(WalkTime::hitting_a_third),
    bytes: 3,
    source: "R. Houston, in J. Buck, Maze Generation: Wilson's algorithm (2011), comments",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_from_root(maze, Step::Root, rng, observer, |board, start, rng, observer| {
        let third = board.grid().cells() / 3;
        walk_to_new(board, start, third.saturating_sub(1), rng, observer)?;
        walk_from_unvisited(board, start, rng, observer)
    })
}
