//! Origin shift: a tree whose root wanders.
//!
//! ```text
//! give each other cell an arrow that leads to a random root (only if the steps are followed: the walk of the root replaces them all)
//! until the root has been in every cell:
//!     choose a random neighbor of the root
//!     let the arrow of the root point to that neighbor, and remove the arrow of the neighbor
//!     move the root there
//! ```
//!
//! [`Algorithm::OriginShift`](super::Algorithm::OriginShift) says more about its mazes, and where it is from.

use super::arrows::Arrows;
use super::from_root::carve_from_root;
use super::prelude::*;
use super::walk_time::WalkTime;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::OriginShift,
    name: "origin-shift",
    title: "Origin shift",
    description: "A perfect maze in which every passage leads to a root, and the root walks at random: each move opens one wall and builds another, until it has been everywhere.",
    texture: "no bias at all, like Wilson's: a maze that is whole from the first step on and changes under way",
    uniform: true,
    time: "O(n (log n)²) expected on a square, O(n²) on two rows",
    // A move closes one passage and opens another, which takes half as long again as a step of other walks.
    walk: Some(WalkTime::long_cover),
    bytes: 3,
    source: "CaptainLuma, New maze generating algorithm: Origin Shift (2023); Y. Hu, R. Lyons and P. Tang, A reverse Aldous-Broder algorithm, Annales de l'IHP B 57 (2021)",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_from_root(maze, Step::Root, rng, observer, |board, mut root, rng, observer| {
        let mut arrows = Arrows::new(board);
        arrows.lead_to(root, board, observer)?;
        let mut was_root = board.table(false);
        was_root[root] = true;
        let mut remaining = board.grid().cells() - 1;
        while remaining > 0 {
            let neighbor = board.random_neighbor(root, rng, observer)?;
            arrows.set(board, root, neighbor.side, observer)?;
            arrows.clear(board, neighbor.place, observer)?;
            root = neighbor.place;
            board.visit(root, observer)?;
            remaining -= u32::from(!std::mem::replace(&mut was_root[root], true));
        }
        arrows.open(board);
        Ok(())
    })
}
