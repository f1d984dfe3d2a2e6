//! A cellular automaton whose cells are the walls of a maze.
//!
//! ```text
//! open each wall at random
//! until hardly any wall changes:
//!     count the passages beside each wall
//!     let each wall with too few open, and each passage with too many close, at random
//! open random walls between parts until all cells are connected
//! ```
//!
//! [`Algorithm::Cellular`](super::Algorithm::Cellular) says more about its mazes, and where it is from.

use super::join_parts::join_parts;
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
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let grid = board.grid();
        for cells in checkpoints(0..grid.cells()) {
            observer.go_on()?;
            for place in cells.map(|cell| grid.place(Cell(cell))) {
                for side in board.sides_to_later(place) {
                    if rng.coin() {
                        board.carve(place, side, board.across(place, side), observer)?;
                    }
                }
            }
        }
        let mut passages = vec![0; grid.places()];
        for _ in 0..MAX_TURNS {
            if !turn(board, &mut passages, rng, observer)? {
                break;
            }
        }
        Ok(())
    })?;
    join_parts(maze, 0, rng, observer)
}

/// The largest number of turns. After that many, fewer than one wall in a thousand would change.
const MAX_TURNS: u32 = 24;

/// Lets each wall open or close, by the number of its neighbors that were open before the turn. Returns true if any wall should change.
/// `passages` is space for the number of passages of each cell, by place.
fn turn<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    passages: &mut [u8],
    rng: &mut Rng,
    observer: &mut O,
) -> Result<bool, O::Stop> {
    let grid = board.grid();
    let mut wants_to_change = false;
    for (place, passages) in passages.iter_mut().enumerate() {
        *passages = board.passages(place).len() as u8;
    }
    for cells in checkpoints(0..grid.cells()) {
        observer.go_on()?;
        for place in cells.map(|cell| grid.place(Cell(cell))) {
            for side in board.sides_to_later(place) {
                let far = board.across(place, side);
                let is_open = board.passages(place).contains(side);
                let near = passages[place] + passages[far] - 2 * u8::from(is_open);
                let is_to_be_open = near <= if is_open { 3 } else { 2 };
                if is_to_be_open != is_open {
                    wants_to_change = true;
                    match rng.coin() {
                        true if is_open => board.wall(place, side, far, observer)?,
                        true => board.carve(place, side, far, observer)?,
                        false => {}
                    }
                }
            }
        }
    }
    Ok(wants_to_change)
}
