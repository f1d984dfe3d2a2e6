//! The recursive backtracker: depth-first search with an explicit stack.
//!
//! ```text
//! begin at a random cell
//! repeat:
//!     if there are unvisited neighbors, carve to a random one, and go there
//!     else, if this is not the start, go back by one cell
//!     else, stop
//! ```
//!
//! [`Backtracker::advance`] is one turn of this loop, so that several backtrackers can take turns.
//!
//! [`Algorithm::Backtracker`](super::Algorithm::Backtracker) says more about its mazes, and where it is from.

use super::board::Position;
use super::prelude::*;
use super::sides_to_unvisited::SidesToUnvisited;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Backtracker,
    name: "backtracker",
    aliases: &["dfs", "recursive-backtracker", "exploration"],
    title: "Recursive backtracker",
    description: "Depth-first search from a random cell: walk to a random unvisited neighbor while there is one, else turn back.",
    texture: "long winding passages, few dead ends, a long solution",
    bytes: 3,
    source: "J. Buck, Mazes for Programmers (2015), p. 66; Trémaux (1882), in É. Lucas, Récréations mathématiques I, p. 47",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let start = board.random_place(rng);
        board.visit(start, observer)?;
        let mut unvisited = SidesToUnvisited::new(board);
        let mut backtracker = Backtracker::at(start, board);
        while backtracker.advance(board, &mut unvisited, rng, observer)? {}
        Ok(())
    })
}

/// A backtracker on its way.
pub(crate) struct Backtracker {
    position: Position,
    /// The sides that lead back to the start, the next one on top.
    stack: Vec<Side>,
}

impl Backtracker {
    /// Creates a backtracker at its start.
    pub(crate) fn at<G: Grid>(place: Place, board: &Board<'_, G>) -> Backtracker {
        Backtracker { position: board.position(place), stack: Vec::new() }
    }

    /// Walks on to an unvisited cell, or back by one cell. Returns false if it is at its start, and done.
    // Inlined, so that the cell stays in a register: the backtracker takes a twentieth longer otherwise.
    #[inline(always)]
    pub(crate) fn advance<G: Grid, O: Observer>(
        &mut self,
        board: &mut Board<'_, G>,
        unvisited: &mut SidesToUnvisited,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<bool, O::Stop> {
        if let Some(step @ (_, next)) = unvisited.random_unvisited(board, self.position, rng) {
            self.stack.push(unvisited.carve(board, self.position, step, observer)?);
            self.position = next;
        } else if let Some(side) = self.stack.pop() {
            self.position = board.step(self.position, side);
            observer.see(Step::Back(board.cell(self.position.place)))?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}
