//! Blind-alley filling: the maze without the parts that are entered and left through one cell.
//!
//! ```text
//! from the start, the goal, and each cell that is still new, search depth first. In each cell:
//!     for each passage of the cell:
//!         if the neighbor is new, number it (its discovery), push it to a stack, and search on from there
//!         else, the lowpoint of the cell is at most the discovery of the neighbor
//!     when no passages are left, go back to the parent:
//!         if the lowpoint of the cell is not below the discovery of the parent, the parent is a cut vertex:
//!             pop the stack down to the cell, and fill what was popped, unless the start or the goal is in it
//!         the lowpoint of the parent is at most that of the cell
//!     in the first cell, fill what is left on the stack, unless the start or the goal is in it
//! the path is a shortest one through the cells that are not filled
//! ```
//!
//! The words are those of Hopcroft's and Tarjan's algorithm for biconnected components.
//!
//! [`Solver::BlindAlleyFilling`](super::Solver::BlindAlleyFilling) says more about it, and where it is from.

use super::dead_end_filling::through_the_rest;
use super::{DEFAULTS, Search, Solution, Solver, SolverInfo, State, WalkKind};
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
    ..DEFAULTS
};

pub(super) fn blind_alley_filling<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let cells = maze.grid().cells() as usize;
    // Only the states are kept: the memory of the rest is freed here.
    let states = {
        let mut filling = AlleyFilling {
            maze,
            ends: [from, to],
            states: vec![State::Unseen; cells],
            parents: vec![None; cells],
            discovery: vec![0; cells],
            lowpoint: vec![0; cells],
            stack: Vec::with_capacity(cells),
            seen: 0,
        };
        for root in [from, to].into_iter().chain(maze.cells()) {
            if filling.states[root.index()] == State::Unseen {
                filling.search_from(root, observer)?;
            }
        }
        filling.states
    };
    through_the_rest(search, states, observer)
}

/// The depth-first search, and its notes about each cell.
struct AlleyFilling<'a, G> {
    maze: &'a Maze<G>,
    ends: [Cell; 2],
    states: Vec<State>,
    /// The side of each cell that leads to its parent, from which it was entered; `None` for roots.
    parents: Vec<Option<Side>>,
    /// The number of cells that were seen before each cell.
    discovery: Vec<u32>,
    /// The lowest discovery of any cell beside those that the search reached through each cell, or of the cell itself.
    lowpoint: Vec<u32>,
    /// The seen cells that are not filled, in the order in which they were seen.
    stack: Vec<Cell>,
    seen: u32,
}

impl<G: Grid> AlleyFilling<'_, G> {
    /// Searches every cell that can be reached from `root`, and fills the parts behind a single cell.
    fn search_from<O: Observer>(&mut self, root: Cell, observer: &mut O) -> Result<(), O::Stop> {
        let grid = self.maze.grid();
        self.enter(root, None, observer)?;
        let mut cell = root;
        // The sides of `cell` with lower numbers are done.
        let mut from_side = 0;
        loop {
            let mut sides = self.maze.passages(cell).into_iter().filter(|side| side.number() >= from_side);
            let new = sides.find(|&side| self.look_at(cell, grid.across(cell, side)));
            if let Some(side) = new {
                let neighbor = grid.across(cell, side);
                self.enter(neighbor, Some(grid.opposite(cell, side)), observer)?;
                (cell, from_side) = (neighbor, 0);
                continue;
            }
            let Some(side) = self.parents[cell.index()] else { break };
            let parent = grid.across(cell, side);
            let lowpoint = self.lowpoint[cell.index()];
            if lowpoint >= self.discovery[parent.index()] {
                // No path leads around the parent.
                self.fill_since(cell, observer)?;
            }
            self.lowpoint[parent.index()] = self.lowpoint[parent.index()].min(lowpoint);
            observer.see(Step::Back(parent))?;
            from_side = grid.opposite(cell, side).number() + 1;
            cell = parent;
        }
        self.fill_since(root, observer)
    }

    fn enter<O: Observer>(&mut self, cell: Cell, parent: Option<Side>, observer: &mut O) -> Result<(), O::Stop> {
        self.states[cell.index()] = State::Open;
        self.parents[cell.index()] = parent;
        self.discovery[cell.index()] = self.seen;
        self.lowpoint[cell.index()] = self.seen;
        self.stack.push(cell);
        self.seen += 1;
        observer.see(Step::Visit(cell))
    }

    /// Looks at a neighbor of `cell`. Returns true if it is new; otherwise lowers the lowpoint of `cell` to the discovery of the neighbor.
    #[inline]
    fn look_at(&mut self, cell: Cell, neighbor: Cell) -> bool {
        if self.states[neighbor.index()] == State::Unseen {
            return true;
        }
        self.lowpoint[cell.index()] = self.lowpoint[cell.index()].min(self.discovery[neighbor.index()]);
        false
    }

    /// Fills this cell and the unfilled cells that were seen since the search entered it, unless `from` or `to` is among them.
    fn fill_since<O: Observer>(&mut self, cell: Cell, observer: &mut O) -> Result<(), O::Stop> {
        let discovery = self.discovery[cell.index()];
        let is_since =
            |end: Cell| self.states[end.index()] != State::Unseen && self.discovery[end.index()] >= discovery;
        if self.ends.into_iter().any(is_since) {
            return Ok(());
        }
        while let Some(last) = self.stack.pop_if(|last| self.discovery[last.index()] >= discovery) {
            self.states[last.index()] = State::Done;
            observer.see(Step::Fill(last))?;
        }
        Ok(())
    }
}
