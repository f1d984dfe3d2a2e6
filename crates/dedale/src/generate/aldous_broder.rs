//! The Aldous-Broder algorithm: one random walk.
//!
//! ```text
//! begin at a random cell
//! while there are unvisited cells:
//!     go on to a random neighbor
//!     if it is unvisited, carve from the cell before to it
//! ```
//!
//! [`Algorithm::AldousBroder`](super::Algorithm::AldousBroder) says more about its mazes, and where it is from.

use super::from_root::carve_from_root;
use super::prelude::*;
use super::walk_time::WalkTime;
use super::wanderer::Wanderer;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::AldousBroder,
    name: "aldous-broder",
    title: "Aldous-Broder",
    description: "One random walk until every cell is visited, opening the wall by which each is first entered: a uniform spanning tree.",
    texture: "no bias at all, like Wilson's, but slower to make",
    uniform: true,
    time: "O(n (log n)²) expected on a square, O(n²) on two rows",
    // Some walks take half as long again as the mean, and each should end in time.
    walk: Some(WalkTime::long_cover),
    source: "D. J. Aldous, SIAM J. Discrete Mathematics 3 (1990); A. Broder, Generating random spanning trees, FOCS (1989)",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_from_root(maze, Step::Visit, rng, observer, |board, start, rng, observer| {
        walk_to_new(board, start, board.grid().cells() - 1, rng, observer)
    })
}

/// Walks at random from the cell at `start`, which is in the maze, and carves to each unvisited cell that it enters, `remaining` times.
// Inlined, so that the parts of the board stay in registers.
#[inline(always)]
pub(super) fn walk_to_new<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    start: Place,
    mut remaining: u32,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut wanderer = Wanderer::at(start, board, rng);
    while remaining > 0 {
        let cell = wanderer.place();
        let side = wanderer.advance(board, observer)?;
        let neighbor = Neighbor { side, place: wanderer.place() };
        // The first cell is in the maze, although no passage leads to it yet.
        if board.is_unvisited(neighbor.place) && neighbor.place != start {
            board.carve(cell, neighbor, observer)?;
            remaining -= 1;
        } else {
            board.visit(neighbor.place, observer)?;
        }
    }
    wanderer.stop(board);
    Ok(())
}
