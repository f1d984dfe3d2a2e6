//! A cellular automaton whose cells are the walls of a maze.
//!
//! ```text
//! open each wall at random
//! until no wall should change, at most 24 times:
//!     count the open walls beside each wall
//!     with a probability of one half each, open the walls with at most 2 open ones beside them, and close the passages with more than 3
//! open random walls between parts until all cells are connected
//! ```
//!
//! [`Algorithm::Cellular`](super::Algorithm::Cellular) says more about its mazes, and where it is from.

use super::join_parts::join_parts;
use super::place_table::PlaceTable;
use super::prelude::*;
use crate::observe::checkpoints;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Cellular,
    name: "cellular",
    aliases: &["cellular-automaton"],
    title: "Cellular automaton",
    description: "Every wall is open or closed at random; then walls open where few passages are near and close where many are, all at once, until hardly any changes. Parts are joined.",
    texture: "winding passages of even density, with loops and few dead ends: not perfect",
    perfect: false,
    time: "O(n α(n))",
    steps: Growth::Linear(20),
    bytes: 14,
    source: "M. Wójtowicz, Mirek's Cellebration: the rule Maze (B3/S12345); A. Pech, P. Hingston, M. Masek and C. P. Lam, Evolving cellular automata for maze generation, ACALCI (2015)",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        for_each_wall(
            board,
            observer,
            |board, cell, neighbor, observer| {
                if rng.coin() { board.carve(cell, neighbor, observer) } else { Ok(()) }
            },
        )?;
        let mut counts = board.table(0);
        for _ in 0..MAX_GENERATIONS {
            if !next_generation(board, &mut counts, rng, observer)? {
                break;
            }
        }
        Ok(())
    })?;
    join_parts(maze, 0, rng, observer)
}

/// The largest number of generations. After that many, fewer than one wall in a thousand would change.
const MAX_GENERATIONS: u32 = 24;

/// A wall opens if at most this many walls beside it are open.
const MAX_TO_OPEN: u8 = 2;

/// A passage stays open if at most this many walls beside it are open.
const MAX_TO_STAY_OPEN: u8 = 3;

/// Lets each wall open or close, by the number of walls beside it that were open before. Returns true if any wall should change. `counts` is
/// space for the number of passages of each cell, by place.
fn next_generation<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    counts: &mut PlaceTable<u8>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<bool, O::Stop> {
    for (cell, count) in counts.iter_mut() {
        *count = board.passages(cell).len() as u8;
    }
    let mut should_change = false;
    for_each_wall(board, observer, |board, cell, neighbor, observer| {
        let is_open = board.passages(cell).contains(neighbor.side);
        let open_beside = counts[cell] + counts[neighbor.place] - 2 * u8::from(is_open);
        let is_to_be_open = open_beside <= if is_open { MAX_TO_STAY_OPEN } else { MAX_TO_OPEN };
        if is_to_be_open == is_open {
            return Ok(());
        }
        should_change = true;
        match (rng.coin(), is_open) {
            (false, _) => Ok(()),
            (true, true) => board.wall(cell, neighbor, observer),
            (true, false) => board.carve(cell, neighbor, observer),
        }
    })?;
    Ok(should_change)
}

/// Calls `work` with each wall or passage: a cell, and the neighbor across it.
#[inline]
fn for_each_wall<'a, G: Grid, O: Observer>(
    board: &mut Board<'a, G>,
    observer: &mut O,
    mut work: impl FnMut(&mut Board<'a, G>, Place, Neighbor, &mut O) -> Result<(), O::Stop>,
) -> Result<(), O::Stop> {
    let grid = board.grid();
    for cells in checkpoints(0..grid.cells()) {
        observer.go_on()?;
        for cell in cells.map(|cell| grid.place(Cell(cell))) {
            for side in board.sides_to_later(cell) {
                work(board, cell, board.neighbor(cell, side), observer)?;
            }
        }
    }
    Ok(())
}
