//! A cellular automaton whose cells are the walls of a maze.
//!
//! Carves a maze by a cellular automaton. It is connected, but not perfect: it has loops.
//!
//! The automaton changes the walls between cells, and not the cells themselves. The neighbors of a wall are the other walls of its two
//! cells. At first, each is open or closed by the toss of a coin. Then all of them look at their neighbors in turns: a closed one opens where at
//! most two of these are open, and an open one closes where more than three are. (In the notation of Conway's game of life, that is B012/S0123.) A
//! corridor, in which each passage has two others beside it, stays as it is, and so do the walls along it, with four. Of the walls that
//! want to change, each does with a probability of one half, or else neighbors would change to and fro together. After some ten turns, hardly
//! any wants to, and after at most twenty-four the turns end. In the end, random walls between parts that nothing joins are opened.
//!
//! ```text
//! open each wall at random
//! until hardly any wall changes:
//!     count the passages beside each wall
//!     let each wall with too few open, and each passage with too many close, at random
//! open random walls between parts until all cells are connected
//! ```
//!
//! Four in five cells have two passages.
//!
//! # Source
//!
//! That a rule of birth and survival makes a maze of noise is known from *Maze* (B3/S12345) in M. Wójtowicz, *Mirek's Cellebration*, whose
//! cells are pixels: there, nothing ensures that one can get from one place to another. A. Pech, P. Hingston, M. Masek and C. P. Lam,
//! "Evolving cellular automata for maze generation", *ACALCI* (2015), look for such rules. That each changes with a probability of one half is
//! from N. Fatès and M. Morvan, "An experimental study of robustness to asynchronism for elementary cellular automata", *Complex
//! Systems* 16 (2005).

use super::parts::join_parts;
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

/// The most turns. After as many, fewer than one wall in a thousand wants to change.
const MAX_TURNS: u32 = 24;

/// Lets each wall open or close, by how many of its neighbors were open before the turn. Returns whether any wants to. `passages` is for the
/// number of passages of each cell, by place.
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
