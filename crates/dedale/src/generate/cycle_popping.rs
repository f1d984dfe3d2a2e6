//! Cycle popping: an arrow in every cell, and new ones for those that run in a cycle.
//!
//! ```text
//! choose a random root
//! draw the arrow of every other cell
//! for each cell:
//!     follow the arrows from it until one is known to lead to the root
//!         where they close a cycle, draw all arrows of the cycle again
//!     note that all arrows on this path lead to the root
//! open what the arrows point through
//! ```
//!
//! [`Algorithm::CyclePopping`](super::Algorithm::CyclePopping) says more about its mazes, and where it is from.

use super::arrows::Arrows;
use super::from_root::carve_from_root;
use super::place_table::PlaceTable;
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
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_from_root(maze, Step::Root, rng, observer, |board, root, rng, observer| {
        let grid = board.grid();
        let cells = (0..grid.cells()).map(|cell| grid.place(Cell(cell)));
        let mut arrows = Arrows::new(board);
        for cell in cells.clone() {
            if cell != root {
                draw_arrow(board, &mut arrows, cell, rng, observer)?;
            }
        }
        let mut states = board.table(CellState::Unvisited);
        states[root] = CellState::LeadsToRoot;
        for start in cells {
            let mut cell = start;
            while states[cell] != CellState::LeadsToRoot {
                if states[cell] == CellState::OnPath {
                    pop_cycle(board, &mut arrows, cell, &mut states, rng, observer)?;
                }
                states[cell] = CellState::OnPath;
                cell = follow_arrow(board, &arrows, cell);
            }
            let mut cell = start;
            while states[cell] != CellState::LeadsToRoot {
                states[cell] = CellState::LeadsToRoot;
                cell = follow_arrow(board, &arrows, cell);
            }
        }
        arrows.open(board);
        Ok(())
    })
}

/// What is known of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellState {
    Unvisited,
    /// The path that is followed leads through it.
    OnPath,
    LeadsToRoot,
}

/// Draws all arrows of the cycle through the cell at `place` again.
fn pop_cycle<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    arrows: &mut Arrows,
    place: Place,
    states: &mut PlaceTable<CellState>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut popped = place;
    while states[popped] == CellState::OnPath {
        states[popped] = CellState::Unvisited;
        let next = follow_arrow(board, arrows, popped);
        arrows.clear(board, popped, observer)?;
        draw_arrow(board, arrows, popped, rng, observer)?;
        popped = next;
    }
    Ok(())
}

/// Returns the place that the arrow of a cell points to, or its own if it has none.
fn follow_arrow<G: Grid>(board: &Board<'_, G>, arrows: &Arrows, place: Place) -> Place {
    arrows.get(place).map_or(place, |side| board.across(place, side))
}

/// Draws the arrow of a cell that has none.
fn draw_arrow<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    arrows: &mut Arrows,
    place: Place,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    board.visit(place, observer)?;
    let neighbor = board.random_neighbor(place, rng, observer)?;
    arrows.set(board, place, neighbor.side, observer)
}
