//! Houston's algorithm: a random walk for the first cells, and walks to the tree for the others.
//!
//! ```text
//! walk as Aldous-Broder does until a third of the cells are visited
//! let walks set out from the others as Wilson does
//! ```
//!
//! [`Algorithm::Houston`](super::Algorithm::Houston) says more about its mazes, and where it is from.

use super::aldous_broder::walk_to_new;
use super::from_root::carve_from_root;
use super::prelude::*;
use super::walk_time::WalkTime;
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
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_from_root(maze, Step::Root, rng, observer, |board, start, rng, observer| {
        let third = board.grid().cells() / 3;
        walk_to_new(board, start, third.saturating_sub(1), rng, observer)?;
        walk_from_unvisited(board, start, rng, observer)
    })
}
