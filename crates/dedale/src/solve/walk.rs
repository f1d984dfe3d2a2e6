//! The walk of a solver that moves from cell to cell, without its loops and dead ends.

use std::mem;

use super::{GaveUp, Outcome, Search, Solution, State};
use crate::grid::{Cell, Grid, Side};
use crate::observe::{Observer, Step};

/// A walk, and its path: the walk without its loops and dead ends, from where it began to where it is, with each cell once.
///
/// Cells on the path are [`State::Open`], and cells that were walked past are [`State::Done`].
pub(super) struct Walk {
    path: Vec<Cell>,
    states: Vec<State>,
    visited: u32,
    /// The cells of all moves, if they are kept.
    moves: Option<Vec<Cell>>,
}

impl Walk {
    /// Begins a walk where the search begins.
    pub(super) fn begin<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Walk, O::Stop> {
        let states = vec![State::Unseen; search.maze.grid().cells() as usize];
        let mut walk = Walk { path: Vec::new(), states, visited: 0, moves: search.keep_walk.then(Vec::new) };
        walk.enter(search.from, observer)?;
        Ok(walk)
    }

    /// Returns true if the walk has never been at `cell`.
    #[inline]
    pub(super) fn is_new(&self, cell: Cell) -> bool {
        self.states[cell.index()] == State::Unseen
    }

    /// Returns the cell where the walk is, the last of its path; `None` if it has turned back from its first cell.
    #[inline]
    pub(super) fn cell(&self) -> Option<Cell> {
        self.path.last().copied()
    }

    /// Reports a move to a cell, ahead or back.
    #[inline]
    fn report_move<O: Observer>(
        &mut self,
        step: fn(Cell) -> Step,
        cell: Cell,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        if let Some(moves) = &mut self.moves {
            moves.push(cell);
        }
        observer.see(step(cell))
    }

    /// Moves to a neighbor of the last cell. If the neighbor is on the path, the part of the path after it is erased: one move back is reported
    /// as a [`Step::Back`], and otherwise each erased cell as a [`Step::Erase`].
    #[inline]
    pub(super) fn enter<O: Observer>(&mut self, cell: Cell, observer: &mut O) -> Result<(), O::Stop> {
        let state = self.states[cell.index()];
        if state == State::Open {
            if self.path.len() >= 2 && self.path[self.path.len() - 2] == cell {
                return self.turn_back(observer);
            }
            while let Some(last) = self.cell()
                && last != cell
            {
                self.drop_last();
                observer.see(Step::Erase(last))?;
            }
        } else {
            self.visited += u32::from(state == State::Unseen);
            self.states[cell.index()] = State::Open;
            self.path.push(cell);
        }
        self.report_move(Step::Visit, cell, observer)
    }

    /// Goes to a cell that was seen before, and back to the last one.
    pub(super) fn turn_around_in<O: Observer>(&mut self, cell: Cell, observer: &mut O) -> Result<(), O::Stop> {
        self.report_move(Step::Visit, cell, observer)?;
        self.cell().map_or(Ok(()), |last| self.report_move(Step::Back, last, observer))
    }

    /// Goes back to the cell before the last one, if there is one.
    #[inline]
    pub(super) fn turn_back<O: Observer>(&mut self, observer: &mut O) -> Result<(), O::Stop> {
        self.drop_last();
        self.cell().map_or(Ok(()), |cell| self.report_move(Step::Back, cell, observer))
    }

    #[inline]
    fn drop_last(&mut self) {
        if let Some(last) = self.path.pop() {
            self.states[last.index()] = State::Done;
        }
    }

    /// Returns the solution of a walk that arrived.
    pub(super) fn arrived(mut self) -> Solution {
        let path = mem::take(&mut self.path);
        self.ended(Outcome::Arrived(path))
    }

    /// Returns the solution of a walk that ended elsewhere.
    pub(super) fn ended(self, outcome: Outcome) -> Solution {
        Solution { outcome, visited: self.visited, states: self.states, walk: self.moves }
    }
}

/// Walks through the passages that `choose` returns in each cell, until it is at `to` or `choose` gives up. `Err(None)` if there is no path.
#[inline(always)]
pub(super) fn walk<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    mut choose: impl FnMut(Cell) -> Result<Side, Option<GaveUp>>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let mut walk = Walk::begin(search, observer)?;
    let mut cell = search.from;
    while cell != search.to {
        match choose(cell) {
            Ok(side) => cell = search.maze.grid().across(cell, side),
            Err(why) => return Ok(walk.ended(why.map_or(Outcome::Unreachable, Outcome::GaveUp))),
        }
        walk.enter(cell, observer)?;
    }
    Ok(walk.arrived())
}
