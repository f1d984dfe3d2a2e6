//! The random mouse: no plan, no memory, and time.
//!
//! Finds a path as a mouse without a memory does: it runs along a corridor, takes any passage at random where there are several,
//! and turns round in dead ends only.
//!
//! Each passage on, but the one it came by, is equally likely. The path is its way with the loops erased. It proves nothing about
//! what it does not find: after `30 × cells^1.5` moves, or ten million, it gives up, in a large maze even where there is a way. A cell is open while
//! it is on the way, and done when a loop or a dead end that it was on has been walked past.
//!
//! # Complexity
//!
//! Time `O(cells^1.5)` as a rule, and never more than 30 times that; one byte for each cell and four
//! for each of the longest way. The walk, if kept, has four bytes for each move.
//!
//! # Source
//!
//! W. D. Pullen, *Think Labyrinth*, "Maze Algorithms": random mouse.

use super::way::{Trace, Way};
use super::{GaveUp, KeepWalk, Outcome, PLAIN, Solution, Solver, SolverInfo, WalkKind};
use crate::about::{Growth, OptionInfo, own_option, parse_whole};
use crate::grid::{Cell, Grid, Sides};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::{MAX_SEED, Rng, Stream};

/// How many moves the mouse makes before it gives up, by the number of cells.
///
/// In mazes by Prim's or Wilson's algorithm, where it takes the longest, it makes a twentieth of them on average.
pub(crate) fn most_mouse_moves(cells: u32) -> u32 {
    INFO.longest_walk.of(cells.into()) as u32
}

const MAX_MOVES: Growth = Growth::Walk(30.0, 10_000_000);

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
    time: "O(n√n) as a rule",
    // Where there is no way it makes all moves that it may.
    steps: MAX_MOVES,
    longest_walk: MAX_MOVES,
    limits: "gives up after 30 n√n moves in a maze of n cells, and after 10,000,000 in any",
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
    let mut entered_from = Sides::NONE;
    let (mut moves, most_moves) = (0, most_mouse_moves(grid.cells()));
    while cell != to {
        if moves == most_moves {
            return Ok(way.ended(Outcome::GaveUp(GaveUp::OutOfMoves(moves)), trace.walk));
        }
        let passages = maze.passages(cell);
        let onward = passages.minus(entered_from);
        let choices = if onward.is_empty() { passages } else { onward };
        let Some(side) = choices.pick(|count| rng.below(count)) else {
            return Ok(way.ended(Outcome::Unreachable, trace.walk));
        };
        entered_from = Sides::NONE.with(grid.opposite(cell, side));
        cell = grid.across(cell, side);
        way.enter(cell, &mut trace)?;
        moves += 1;
    }
    Ok(way.arrived(trace.walk))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_up_sooner_in_larger_mazes() {
        assert_eq!([100, 1_000_000].map(most_mouse_moves), [30_000, 10_000_000]);
    }

    #[test]
    fn texts_say_the_bounds_that_the_code_has() {
        assert!(INFO.options[0].description.contains(&MAX_SEED.to_string()));
        let Growth::Walk(each, most) = MAX_MOVES else { unreachable!() };
        let said = format!("gives up after {each} n√n moves in a maze of n cells and after {most} in any");
        assert_eq!(INFO.limits.replace(',', ""), said);
    }

    #[test]
    fn a_small_maze_needs_little_memory() {
        // Four bytes for each move.
        assert_eq!(4 * INFO.longest_walk.of(30 * 30), 3_240_000);
        assert_eq!(most_mouse_moves(u32::MAX), 10_000_000);
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
