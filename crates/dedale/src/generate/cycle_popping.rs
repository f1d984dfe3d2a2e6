//! Cycle popping: an arrow in every cell, and new ones for those that run in a circle.
//!
//! ```text
//! choose a random root
//! draw the arrow of every other cell
//! for each cell:
//!     follow the arrows from it until one is known to lead to the root
//!         where they close a circle, draw all arrows of the circle again
//!     note that all arrows on this way lead to the root
//! open what the arrows point through
//! ```
//!
//! [`Algorithm::CyclePopping`](super::Algorithm::CyclePopping) says more about its mazes, and where it is from.

use super::exits::Exits;
use super::from_root::carve_from_root;
use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::CyclePopping,
    name: "cycle-popping",
    title: "Cycle popping",
    description: "Every cell but a root has an arrow to a random neighbor; while arrows run in a circle, these are drawn again: a uniform spanning tree.",
    texture: "no bias at all, like Wilson's: everything is there at once, and loops vanish one by one",
    uniform: true,
    time: "O(n log n) expected on a square, O(n²) on two rows",
    // As many arrows are drawn as Wilson's walks make moves. Each is drawn, followed and thrown away, which takes as long as three moves.
    walk: Some(|walk| walk.hitting().saturating_mul(3)),
    bytes: 4,
    source: "J. G. Propp and D. B. Wilson, How to get a perfectly random sample from a generic Markov chain and generate a random spanning tree of a directed graph, J. Algorithms 27 (1998)",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_from_root(maze, Step::Root, rng, observer, |board, root, rng, observer| {
        let mut exits = Exits::new(board);
        let mut known = vec![Known::Nothing; board.grid().places()];
        known[root] = Known::LeadsToRoot;
        for cell in 0..board.grid().cells() {
            let place = board.grid().place(Cell(cell));
            if place != root {
                point(board, &mut exits, place, rng, observer)?;
            }
        }
        for cell in 0..board.grid().cells() {
            let start = board.grid().place(Cell(cell));
            pop_cycles(board, start, &mut exits, &mut known, rng, observer)?;
        }
        exits.open(board);
        Ok(())
    })
}

/// The state of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    /// The path that is followed leads through it.
    IsOnTheWay,
    LeadsToRoot,
}

/// Follows the arrows from `start` until one is known to lead to the root, and draws the arrows of every circle on the way again.
fn pop_cycles<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    start: usize,
    exits: &mut Exits,
    known: &mut [Known],
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut place = start;
    while known[place] != Known::LeadsToRoot {
        if known[place] == Known::IsOnTheWay {
            let mut popped = place;
            while known[popped] == Known::IsOnTheWay {
                known[popped] = Known::Nothing;
                let next = next(board, exits, popped);
                exits.clear(board, popped, observer)?;
                point(board, exits, popped, rng, observer)?;
                popped = next;
            }
        }
        known[place] = Known::IsOnTheWay;
        place = next(board, exits, place);
    }
    let mut place = start;
    while known[place] != Known::LeadsToRoot {
        known[place] = Known::LeadsToRoot;
        place = next(board, exits, place);
    }
    Ok(())
}

/// Returns the place that the arrow of a cell points to, or its own if it has none.
fn next<G: Grid>(board: &Board<'_, G>, exits: &Exits, place: usize) -> usize {
    exits.get(place).map_or(place, |side| board.across(place, side))
}

/// Draws the arrow of a cell that has none.
fn point<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    exits: &mut Exits,
    place: usize,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    board.visit(place, observer)?;
    let (side, _) = board.random_neighbor(place, rng, observer)?;
    exits.set(board, place, side, observer)
}
