//! Several backtrackers at once, and what they have carved joined in the end.
//!
//! ```text
//! place backtrackers in random cells
//! while there are any:
//!     let each go on by one cell, and remove it when it is done
//! open random walls between their trees until all cells are connected
//! ```
//!
//! [`Algorithm::ParallelBacktracker`](super::Algorithm::ParallelBacktracker) says more about its mazes, and where it is from.

use super::backtracker::Backtracker;
use super::join_parts::join_parts;
use super::prelude::*;
use super::sides_to_unvisited::SidesToUnvisited;
use super::take_turns::take_turns;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::ParallelBacktracker,
    name: "parallel-backtracker",
    title: "Parallel backtracker",
    description: "Several recursive backtrackers take turns, each from its own random cell; what they have carved is joined by random walls.",
    texture: "long winding passages as the backtracker's, in patches, with a shorter solution",
    time: "O(n α(n))",
    steps: Growth::Linear(9),
    bytes: 14,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 66",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let count = 2 + board.grid().cells() / CELLS_EACH;
        let mut backtrackers = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let start = board.random_place(rng);
            board.begin_at(start, observer)?;
            backtrackers.push(Backtracker::at(start, board));
        }
        let mut unvisited = SidesToUnvisited::new(board);
        take_turns(backtrackers, |backtracker| backtracker.advance(board, &mut unvisited, rng, observer))
    })?;
    join_parts(maze, 0, rng, observer)
}

/// For how many cells there is one backtracker.
const CELLS_EACH: u32 = 256;
