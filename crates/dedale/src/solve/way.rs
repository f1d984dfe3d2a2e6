//! The way of a solver that walks: where it has been, without the loops and the dead ends.

use super::{KeepWalk, Outcome, Solution, State};
use crate::grid::Cell;
use crate::observe::{Observer, Step};

/// The walk so far with its loops erased: a simple way from where it began to where it is.
///
/// A cell on the way is [`State::Open`], one that was walked past [`State::Done`].
pub(super) struct Way {
    cells: Vec<Cell>,
    states: Vec<State>,
    visited: u32,
}

impl Way {
    /// The way that begins at `from`, in a maze with this many cells.
    pub(super) fn begin<O: Observer>(cells: u32, from: Cell, observer: &mut O) -> Result<Way, O::Stop> {
        let mut way = Way { cells: Vec::new(), states: vec![State::Unseen; cells as usize], visited: 0 };
        way.enter(from, observer)?;
        Ok(way)
    }

    /// Whether the walk was never at `cell`.
    #[inline]
    pub(super) fn is_new(&self, cell: Cell) -> bool {
        self.states[cell.index()] == State::Unseen
    }

    /// The last cell of the way: where the walk is.
    #[inline]
    pub(super) fn end(&self) -> Option<Cell> {
        self.cells.last().copied()
    }

    /// One move of the walk, to a cell beside the last one. Where the way has been there before, what follows is erased: told as
    /// one [`Step::Back`] when it is the last move that is taken back, else as a [`Step::Erase`] for each cell.
    #[inline]
    pub(super) fn enter<O: Observer>(&mut self, cell: Cell, observer: &mut O) -> Result<(), O::Stop> {
        let state = self.states[cell.index()];
        if state == State::Open {
            if self.cells.len() >= 2 && self.cells[self.cells.len() - 2] == cell {
                self.drop_last();
                return observer.see(Step::Back(cell));
            }
            while let Some(last) = self.end()
                && last != cell
            {
                self.drop_last();
                observer.see(Step::Erase(last))?;
            }
        } else {
            self.visited += u32::from(state == State::Unseen);
            self.states[cell.index()] = State::Open;
            self.cells.push(cell);
        }
        observer.see(Step::Visit(cell))
    }

    /// Goes back to the cell before the last one, if there is one.
    pub(super) fn turn_back<O: Observer>(&mut self, observer: &mut O) -> Result<(), O::Stop> {
        self.drop_last();
        match self.end() {
            Some(cell) => observer.see(Step::Back(cell)),
            None => Ok(()),
        }
    }

    fn drop_last(&mut self) {
        if let Some(last) = self.cells.pop() {
            self.states[last.index()] = State::Done;
        }
    }

    /// The walk has arrived: the way is the path.
    pub(super) fn arrived(self, walk: Option<Vec<Cell>>) -> Solution {
        Solution { outcome: Outcome::Arrived(self.cells), visited: self.visited, states: self.states, walk }
    }

    /// The walk has ended elsewhere.
    pub(super) fn ended(self, outcome: Outcome, walk: Option<Vec<Cell>>) -> Solution {
        Solution { outcome, visited: self.visited, states: self.states, walk }
    }
}

/// An observer that writes down the moves of a walk, if they are to be kept, and passes every step on.
pub(super) struct Trace<'a, O> {
    observer: &'a mut O,
    /// Each cell that was moved to.
    pub(super) walk: Option<Vec<Cell>>,
}

impl<'a, O> Trace<'a, O> {
    pub(super) fn new(keep_walk: KeepWalk, observer: &'a mut O) -> Trace<'a, O> {
        Trace { observer, walk: keep_walk.then(Vec::new) }
    }
}

impl<O: Observer> Observer for Trace<'_, O> {
    type Stop = O::Stop;

    fn go_on(&mut self) -> Result<(), O::Stop> {
        self.observer.go_on()
    }

    #[inline]
    fn see(&mut self, step: Step) -> Result<(), O::Stop> {
        if let (Some(walk), Step::Visit(cell) | Step::Back(cell)) = (&mut self.walk, step) {
            walk.push(cell);
        }
        self.observer.see(step)
    }
}
