//! Blind-alley filling: the maze without the parts that are entered and left through one cell. See
//! [`Solver::BlindAlleyFilling`](super::Solver::BlindAlleyFilling).

use super::dead_end_filling::through_the_rest;
use super::{PLAIN, Search, Solution, Solver, SolverInfo, State, WalkKind};
use crate::about::Growth;
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::BlindAlleyFilling,
    name: "blind-alley-filling",
    title: "Blind-alley filling",
    description: "Fills every part of the maze that can only be left where it was entered, whatever is in it. What is left is on some way to the exit; then takes the shortest.",
    walk: WalkKind::Path,
    longest_walk: Growth::Linear(1),
    shortest: true,
    steps: Growth::Linear(8),
    bytes: 16,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Hopcroft, R. Tarjan, Algorithm 447: Efficient algorithms for graph manipulation, Communications of the ACM 16 (1973)",
    ..PLAIN
};

pub(super) fn blind_alley_filling<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let cells = maze.grid().cells() as usize;
    // The search needs nothing else of it.
    let states = {
        let mut filling = AlleyFilling {
            maze,
            ends: [from, to],
            states: vec![State::Unseen; cells],
            parents: vec![None; cells],
            numbers: vec![0; cells],
            lowest: vec![0; cells],
            left: Vec::with_capacity(cells),
            seen: 0,
        };
        for root in [from, to].into_iter().chain(maze.cells()) {
            if filling.states[root.index()] == State::Unseen {
                filling.fill_from(root, observer)?;
            }
        }
        filling.states
    };
    through_the_rest(search, states, observer)
}

/// The walk through the maze, and its notes about each cell.
struct AlleyFilling<'a, G> {
    maze: &'a Maze<G>,
    ends: [Cell; 2],
    states: Vec<State>,
    /// The side through which the walk first entered each cell; `None` for the cells where it began.
    parents: Vec<Option<Side>>,
    /// The number of cells that were seen before each cell.
    numbers: Vec<u32>,
    /// The lowest number of any cell beside those that the walk reached through each cell, or of the cell itself.
    lowest: Vec<u32>,
    /// The seen cells that are not filled, in the order in which they were seen.
    left: Vec<Cell>,
    seen: u32,
}

impl<G: Grid> AlleyFilling<'_, G> {
    /// Walks from `root` to every cell that can be reached, and fills the parts behind a single cell.
    fn fill_from<O: Observer>(&mut self, root: Cell, observer: &mut O) -> Result<(), O::Stop> {
        let grid = self.maze.grid();
        self.enter(root, None, observer)?;
        let mut cell = root;
        // The sides of `cell` with lower numbers are done.
        let mut from_side = 0;
        loop {
            let mut beside = self.maze.passages(cell).into_iter().filter(|side| side.number() >= from_side);
            let new = beside.find(|&side| self.looks_new(cell, grid.across(cell, side)));
            if let Some(side) = new {
                let far = grid.across(cell, side);
                self.enter(far, Some(grid.opposite(cell, side)), observer)?;
                (cell, from_side) = (far, 0);
                continue;
            }
            let Some(side) = self.parents[cell.index()] else { break };
            let parent = grid.across(cell, side);
            let lowest = self.lowest[cell.index()];
            if lowest >= self.numbers[parent.index()] {
                // No way leads past the parent.
                self.fill_since(cell, observer)?;
            }
            self.lowest[parent.index()] = self.lowest[parent.index()].min(lowest);
            observer.see(Step::Back(parent))?;
            from_side = grid.opposite(cell, side).number() + 1;
            cell = parent;
        }
        self.fill_since(root, observer)
    }

    fn enter<O: Observer>(&mut self, cell: Cell, parent: Option<Side>, observer: &mut O) -> Result<(), O::Stop> {
        self.states[cell.index()] = State::Open;
        self.parents[cell.index()] = parent;
        self.numbers[cell.index()] = self.seen;
        self.lowest[cell.index()] = self.seen;
        self.left.push(cell);
        self.seen += 1;
        observer.see(Step::Visit(cell))
    }

    /// Returns true if `far`, a neighbor of `cell`, has not been seen yet. Otherwise notes how far back it leads.
    #[inline]
    fn looks_new(&mut self, cell: Cell, far: Cell) -> bool {
        if self.states[far.index()] == State::Unseen {
            return true;
        }
        self.lowest[cell.index()] = self.lowest[cell.index()].min(self.numbers[far.index()]);
        false
    }

    /// Fills this cell and the unfilled cells that were seen since the walk entered it, unless `from` or `to` is among them.
    fn fill_since<O: Observer>(&mut self, cell: Cell, observer: &mut O) -> Result<(), O::Stop> {
        let number = self.numbers[cell.index()];
        let is_since = |end: Cell| self.states[end.index()] != State::Unseen && self.numbers[end.index()] >= number;
        if self.ends.into_iter().any(is_since) {
            return Ok(());
        }
        while let Some(last) = self.left.pop_if(|last| self.numbers[last.index()] >= number) {
            self.states[last.index()] = State::Done;
            observer.see(Step::Fill(last))?;
        }
        Ok(())
    }
}
