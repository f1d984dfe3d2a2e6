//! The one maze of a grid that is a tree itself, such as a single row.

use super::board::Board;
use crate::grid::Grid;
use crate::observe::{Observer, Step};
use crate::rng::Rng;

/// Opens every wall of a grid without loops, from a random cell outwards. That is its only spanning tree, so an algorithm that draws
/// any tree with equal chances draws this one; a random walk would need time in the square of a row's length to find it.
#[inline(never)]
pub(super) fn carve_only_tree<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let root = board.random_place(rng);
    observer.see(Step::Visit(board.cell(root)))?;
    let mut waiting = vec![root];
    while let Some(place) = waiting.pop() {
        for side in board.sides_to_new(place) {
            let far = board.across(place, side);
            board.carve(place, side, far, observer)?;
            waiting.push(far);
        }
    }
    Ok(())
}
