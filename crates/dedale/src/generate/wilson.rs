//! Wilson's algorithm: loop-erased random walks.
//!
//! ```text
//! add a random cell to the tree
//! for each cell that is not in the tree, row by row:
//!     until the walk is in the tree:
//!         go on to a random neighbor, and leave a trail
//!         if the walk has been there before, erase the loop from the trail
//!     follow the trail from the first cell of the walk to the tree, and carve it
//! ```
//!
//! [`Algorithm::Wilson`](super::Algorithm::Wilson) says more about its mazes, and where it is from.

use super::from_root::carve_from_root;
use super::prelude::*;
use super::side_table::SideTable;
use super::walk_time::WalkTime;
use super::wanderer::Wanderer;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Wilson,
    name: "wilson",
    title: "Wilson",
    description: "Random walks to the tree, their loops erased: a uniform spanning tree.",
    texture: "no bias at all: every perfect maze is equally likely",
    uniform: true,
    time: "O(n log n) expected on a square, O(n²) on two rows",
    walk: Some(WalkTime::hitting),
    bytes: 3,
    source: "D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC (1996)",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_from_root(maze, Step::Root, rng, observer, walk_from_unvisited)
}

/// Starts a walk at every unvisited cell, row by row, and ends it where it meets the tree that contains the cell at `root`.
// Inlined, so that the parts of the board stay in registers: Wilson's algorithm takes a tenth longer otherwise.
#[inline(always)]
pub(super) fn walk_from_unvisited<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    root: Place,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut trail = SideTable::new(board);
    let mut wanderer = Wanderer::at(root, board, rng);
    let mut next = Place::FIRST;
    while let Some(start) = board.first_unvisited(next) {
        next = start.next();
        if start == root {
            continue;
        }
        wanderer.set_out(start, board);
        board.visit(start, observer)?;
        let mut cell = start;
        while board.is_unvisited(cell) && cell != root {
            let side = wanderer.advance(board, observer)?;
            trail.set(cell, side);
            cell = wanderer.place();
            erase_loop(&mut trail, cell, board, observer)?;
            board.visit(cell, observer)?;
        }
        // The walk last left each cell by the side that is in the trail. Cells of the tree have none: theirs were taken.
        let mut cell = start;
        while let Some(side) = trail.take(cell) {
            let neighbor = board.neighbor(cell, side);
            board.carve(cell, neighbor, observer)?;
            cell = neighbor.place;
        }
    }
    wanderer.stop(board);
    Ok(())
}

/// If the walk has been at `place` before, erases the loop from there to here, and reports that. Nothing depends on what is left of a loop,
/// so this is only done for an observer that follows the steps.
#[inline]
fn erase_loop<G: Grid, O: Observer>(
    trail: &mut SideTable,
    place: Place,
    board: &Board<'_, G>,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut looped = place;
    while O::FOLLOWS
        && let Some(side) = trail.take(looped)
    {
        if looped != place {
            observer.see(Step::Erase(board.cell(looped)))?;
        }
        looped = board.across(looped, side);
    }
    Ok(())
}
