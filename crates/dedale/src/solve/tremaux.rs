//! Trémaux's rules: marks on the passages, and no memory.
//!
//! Finds a path by Trémaux's rules, which anyone can follow in a real maze by marking passages:
//!
//! 1. Mark each passage every time you walk through it, and never walk through one that has two marks.
//! 2. Where you have not been before, take any new passage; at the end of a blind alley turn round.
//! 3. Where you come by a new passage to a place where you have been, turn round at once.
//! 4. Where you come back by a passage that now has two marks, take a new passage if there is one, else one with one mark.
//!
//! It never gets lost, walks through each passage at most once each way, and comes back to where it began if there is no way. On
//! arrival the passages with one mark are the path. "Any new passage" is the first in the order of the sides here. In a maze without
//! loops it walks as [`dfs`](super::dfs) does; with loops it goes to see places again, which it cannot know from afar. A cell is
//! done when the walk has backed out of it for good, and open while it is on the way.
//!
//! # Complexity
//!
//! Time `O(passages)`, at most two moves for each; three bytes for each cell.
//!
//! # Source
//!
//! C. P. Trémaux (1882), in É. Lucas, *Récréations mathématiques* I, p. 47.

use super::way::Trace;
use super::{KeepWalk, Outcome, PLAIN, Solution, Solver, SolverInfo, State, WalkKind};
use crate::about::Growth;
use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// What [`SOLVERS`](super::SOLVERS) says of it.
pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Tremaux,
    name: "tremaux",
    title: "Trémaux",
    description: "Walks with no memory but marks on the passages, and uses no passage more than once in each direction; the passages marked once are the path.",
    walk: WalkKind::Moves,
    // Two moves for each passage, of which a cell with eight sides has four, each shared with another cell.
    // Up to eight where there are no walls, and two in a maze without loops.
    steps: Growth::Linear(5),
    longest_walk: Growth::Linear(8),
    bytes: 10,
    source: "C. P. Trémaux (1882), in É. Lucas, Récréations mathématiques I, p. 47",
    ..PLAIN
};

pub(super) fn tremaux<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let cells = maze.grid().cells() as usize;
    let mut trace = Trace::new(keep_walk, observer);
    trace.see(Step::Visit(from))?;
    let mut marks = Marks { maze, once: vec![Sides::NONE; cells], twice: vec![Sides::NONE; cells] };
    let mut states = vec![State::Unseen; cells];
    states[from.index()] = State::Open;
    let mut visited = 1;
    let mut cell = from;
    // The side by which the walk has come to where it had been before, and must turn round (rule 3).
    let mut turn_round = None;
    while cell != to {
        let onward = turn_round.or_else(|| marks.none(cell).nth(0)).or_else(|| marks.once[cell.index()].nth(0));
        let Some(side) = onward else {
            states[cell.index()] = State::Done;
            return Ok(Solution { outcome: Outcome::Unreachable, visited, states, walk: trace.walk });
        };
        let goes_back = marks.once[cell.index()].contains(side);
        let far = marks.mark(cell, side);
        if goes_back {
            if turn_round.take().is_none() {
                states[cell.index()] = State::Done;
            }
            trace.see(Step::Back(far))?;
        } else {
            if states[far.index()] == State::Unseen {
                states[far.index()] = State::Open;
                visited += 1;
            } else {
                turn_round = Some(maze.grid().opposite(cell, side));
            }
            trace.see(Step::Visit(far))?;
        }
        cell = far;
    }
    Ok(Solution { outcome: Outcome::Arrived(marks.path(from, to)), visited, states, walk: trace.walk })
}

/// The passages with one mark and those with two, written at both cells.
struct Marks<'a, G> {
    maze: &'a Maze<G>,
    once: Vec<Sides>,
    twice: Vec<Sides>,
}

impl<G: Grid> Marks<'_, G> {
    /// The passages of `cell` without a mark.
    #[inline]
    fn none(&self, cell: Cell) -> Sides {
        self.maze.passages(cell).minus(self.once[cell.index()]).minus(self.twice[cell.index()])
    }

    /// Adds a mark to the passage across `side` of `cell`, which has at most one, and returns the cell on the other side.
    #[inline]
    fn mark(&mut self, cell: Cell, side: Side) -> Cell {
        let far = self.maze.grid().across(cell, side);
        for (cell, side) in [(cell, side), (far, self.maze.grid().opposite(cell, side))] {
            let once = &mut self.once[cell.index()];
            if once.contains(side) {
                *once = once.without(side);
                self.twice[cell.index()] = self.twice[cell.index()].with(side);
            } else {
                *once = once.with(side);
            }
        }
        far
    }

    /// The way from `from` to `to` by the passages with one mark.
    fn path(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let mut path = vec![from];
        let mut entered_from = Sides::NONE;
        let mut cell = from;
        while cell != to
            && let Some(side) = self.once[cell.index()].minus(entered_from).nth(0)
        {
            entered_from = Sides::NONE.with(self.maze.grid().opposite(cell, side));
            cell = self.maze.grid().across(cell, side);
            path.push(cell);
        }
        path
    }
}
