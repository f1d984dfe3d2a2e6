//! The random mouse: no plan, no memory, and time.
//!
//! ```text
//! until the mouse is at the goal:
//!     if it has made its last move, give up
//!     the choices are all passages but the one it came through, or that one in a dead end
//!     go through a random one of them
//! ```
//!
//! [`Solver::RandomMouse`](super::Solver::RandomMouse) says more about it, and where it is from.

use super::walk::walk;
use super::{DEFAULTS, GaveUp, Search, Solution, Solver, SolverInfo, WalkKind};
use crate::about::{Growth, OptionInfo, own_option, parse_whole};
use crate::grid::{Grid, Sides};
use crate::observe::Observer;
use crate::rng::{MAX_SEED, Rng, Stream};

/// The number of moves that the mouse makes before it gives up.
const MAX_MOVES: Growth = Growth::Walk(30.0, 10_000_000);

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::RandomMouse { seed: 0 },
    name: "random-mouse",
    title: "Random mouse",
    description: "Runs along corridors, takes any passage at random where there are several, and turns round in dead ends only.",
    options: &[OptionInfo {
        default: "the seed of the maze, or 0 where it has none",
        description: "What its choices are drawn from: a whole number from 0 to 9007199254740991 (2^53 - 1).",
        ..own_option!(Solver::RandomMouse { seed }, |text| parse_whole(text, 0..=MAX_SEED))
    }],
    walk: WalkKind::Moves,
    needs_memory: false,
    time: "O(n√n) as a rule",
    // If there is no way, it makes all of its moves.
    steps: MAX_MOVES,
    longest_walk: MAX_MOVES,
    limits: "gives up after 30 n√n moves in a maze of n cells, and after 10,000,000 in any",
    bytes: 8,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
    ..DEFAULTS
};

pub(super) fn random_mouse<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    seed: u64,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let maze = search.maze;
    let mut rng = Rng::new(seed, Stream::Solve);
    let (mut moves, most_moves) = (0, MAX_MOVES.of(maze.grid().cells().into()) as u32);
    let mut entered_from = Sides::NONE;
    let choose = |cell| {
        if moves == most_moves {
            return Err(Some(GaveUp::OutOfMoves(moves)));
        }
        moves += 1;
        let passages = maze.passages(cell);
        let onward = passages.minus(entered_from);
        let choices = if onward.is_empty() { passages } else { onward };
        let side = choices.pick(|count| rng.below(count)).ok_or(None)?;
        entered_from = Sides::NONE.with(maze.grid().opposite(cell, side));
        Ok(side)
    };
    walk(search, choose, observer)
}
