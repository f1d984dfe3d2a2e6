//! The recursive backtracker: depth-first search with an explicit stack.
//!
//! Carves a perfect maze by depth-first search from a random cell: walk to a random new neighbor while there is one,
//! else turn back.
//!
//! The walk continues until it is stuck, which gives long winding passages, few dead ends (about a tenth of the
//! cells) and a long solution. The current path is kept in a list, so no size overflows the call stack.
//!
//! # Source
//!
//! Jamis Buck, *Mazes for Programmers* (2015), p. 66; depth-first search is Trémaux's (1882), in Lucas, *Récréations
//! mathématiques* I, p. 47.

use super::board::Stand;
use super::prelude::*;
use super::ways::Ways;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Backtracker,
    name: "backtracker",
    aliases: &["dfs", "recursive-backtracker", "exploration"],
    title: "Recursive backtracker",
    description: "Depth-first search from a random cell: walk to a random new neighbor while there is one, else turn back.",
    texture: "long winding passages, few dead ends, a long solution",
    bytes: 3,
    source: "J. Buck, Mazes for Programmers (2015), p. 66; Trémaux (1882), in É. Lucas, Récréations mathématiques I, p. 47",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let place = board.random_place(rng);
        observer.see(Step::Visit(board.cell(place)))?;
        let mut ways = Ways::of(board);
        let mut walker = Walker::at(place, board.grid().cells().min(SMALL), board);
        while walker.go_on(board, &mut ways, rng, observer)? {}
        Ok(())
    })
}

/// Room for a way of this many cells is reserved from the start, which is all that small mazes need.
const SMALL: u32 = 1024;

/// A backtracker on its way.
pub(crate) struct Walker {
    stand: Stand,
    /// The sides that lead back, from the start to here.
    way_back: Vec<Side>,
}

impl Walker {
    /// At a place, with room for so long a way back.
    pub(crate) fn at<G: Grid>(place: usize, room: u32, board: &Board<'_, G>) -> Walker {
        Walker { stand: board.stand(place), way_back: Vec::with_capacity(room as usize) }
    }

    /// Walks on to a new cell, or a step back. False where it is at its start, and done.
    // Inlined, so that the cell stays in a register: the backtracker takes a twentieth longer otherwise.
    #[inline(always)]
    pub(crate) fn go_on<G: Grid, O: Observer>(
        &mut self,
        board: &mut Board<'_, G>,
        ways: &mut Ways,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<bool, O::Stop> {
        if let Some((side, far)) = board.choose_step(self.stand, ways.at(board, self.stand), rng) {
            if self.way_back.is_empty() {
                ways.close(board, self.stand);
            }
            ways.close(board, far);
            self.way_back.push(board.carve_step(self.stand, side, far, observer)?);
            self.stand = far;
        } else if let Some(side) = self.way_back.pop() {
            self.stand = board.step(self.stand, side);
            observer.see(Step::Back(board.cell(self.stand.place)))?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}
