//! The random mouse: no plan, no memory, and time.
//!
//! Finds a path as a mouse without a memory does: it runs along a corridor, takes any passage at random where there are several,
//! and turns round in dead ends only.
//!
//! Each passage on, but the one it came by, is equally likely. The path is its way with the loops erased. It proves nothing about
//! what it does not find: after [`MOUSE_MOVES`] moves it gives up, in a large maze even where there is a way. A cell is open while
//! it is on the way, and done when a loop or a dead end that it was on has been walked past.
//!
//! # Complexity
//!
//! Expected time about `cells²` at most without loops, and never more than [`MOUSE_MOVES`] moves; one byte for each cell and four
//! for each of the longest way. The walk, if kept, has four bytes for each move.
//!
//! # Source
//!
//! W. D. Pullen, *Think Labyrinth*, "Maze Algorithms": random mouse.

use super::way::{Trace, Way};
use super::{GaveUp, KeepWalk, Outcome, PLAIN, Solution, Solver, SolverInfo, WalkKind};
use crate::about::{Growth, OptionInfo, own_option, parse_whole};
use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::{MAX_SEED, Rng, Stream};

/// How many moves the mouse makes before it gives up.
pub const MOUSE_MOVES: u32 = 10_000_000;

/// What [`SOLVERS`](super::SOLVERS) says of it.
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
    time: "O(n²) expected without loops",
    // On average from corner to corner, in mazes by Prim's or Wilson's algorithm, where it takes the longest.
    steps: Growth::Walk(1.5, MOUSE_MOVES as u64),
    // Of twelve mazes by each of four algorithms, from 10 × 10 to 200 × 200 and from 2 × 30 to 16 × 1000 cells, none took more.
    longest_walk: Growth::Walk(7.5, MOUSE_MOVES as u64),
    limits: "gives up after 10,000,000 moves",
    bytes: 8,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
    ..PLAIN
};

pub(super) fn random_mouse<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    seed: u64,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let grid = maze.grid();
    let mut rng = Rng::new(seed, Stream::Solve);
    let mut trace = Trace::new(keep_walk, observer);
    let mut way = Way::begin(grid.cells(), from, &mut trace)?;
    let mut cell = from;
    let mut come_by = Sides::NONE;
    let mut moves = 0;
    while cell != to {
        if moves == MOUSE_MOVES {
            return Ok(way.ended(Outcome::GaveUp(GaveUp::OutOfMoves(moves)), trace.walk));
        }
        let passages = maze.passages(cell);
        let onward = passages.minus(come_by);
        let choices = if onward.is_empty() { passages } else { onward };
        let Some(side) = any_of(choices, &mut rng) else {
            return Ok(way.ended(Outcome::Unreachable, trace.walk));
        };
        come_by = Sides::NONE.with(grid.opposite(cell, side));
        cell = grid.across(cell, side);
        way.enter(cell, &mut trace)?;
        moves += 1;
    }
    Ok(way.arrived(trace.walk))
}

/// One of `sides`, each equally likely; `None` where there is none.
#[inline]
fn any_of(sides: Sides, rng: &mut Rng) -> Option<Side> {
    if sides.is_empty() { None } else { sides.nth(rng.below(u64::from(sides.len())) as u32) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_the_bounds_that_the_code_has() {
        assert!(INFO.options[0].description.contains(&MAX_SEED.to_string()));
        assert_eq!(INFO.limits.replace(',', ""), format!("gives up after {MOUSE_MOVES} moves"));
    }

    #[test]
    fn a_small_maze_needs_little_memory() {
        // Four bytes for each move.
        assert_eq!(4 * INFO.longest_walk.of(50 * 50), 3_750_000);
        assert_eq!(INFO.longest_walk.of(u64::from(u32::MAX)), u64::from(MOUSE_MOVES));
    }

    #[test]
    fn seeds_are_whole_numbers_that_json_can_hold() {
        let read = |text: &str| {
            let mut solver = INFO.solver;
            (INFO.options[0].set)(&mut solver, text).map(|()| solver)
        };
        assert_eq!(read("9007199254740991"), Ok(Solver::RandomMouse { seed: MAX_SEED }));
        for text in ["", "-1", "+1", "1.0", "9007199254740992", "99999999999999999999"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
