//! Mazes that grow from a root, by random walks.

use super::prelude::*;

/// Carves a maze by random walks, `walk`, to or from a random cell, which is reported as a step. A grid without loops, such as a single row,
/// has only one maze, which is carved at once: a walk would take time in the square of the length of the row.
// Inlined, so that the parts of the board stay in registers.
#[inline(always)]
pub(super) fn carve_from_root<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    step: fn(Cell) -> Step,
    rng: &mut Rng,
    observer: &mut O,
    walk: impl FnOnce(&mut Board<'_, G>, Place, &mut Rng, &mut O) -> Result<(), O::Stop>,
) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let is_tree = board.grid().is_tree();
        let root = board.random_place(rng);
        observer.see(if is_tree { Step::Visit(board.cell(root)) } else { step(board.cell(root)) })?;
        if is_tree { carve_only_tree(board, root, observer) } else { walk(board, root, rng, observer) }
    })
}

/// Opens every wall of a grid without loops, from one cell outwards.
#[inline(never)]
fn carve_only_tree<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    root: Place,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut waiting = vec![root];
    while let Some(cell) = waiting.pop() {
        for side in board.sides_to_unvisited(cell) {
            let neighbor = board.neighbor(cell, side);
            board.carve(cell, neighbor, observer)?;
            waiting.push(neighbor.place);
        }
    }
    Ok(())
}
