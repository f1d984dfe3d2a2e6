//! Flood fill, as a micromouse does it: towards the exit, as if there were no walls but those that it has seen.
//!
//! ```text
//! the number of each cell is the moves left from it on the grid without walls
//! until the mouse is at the goal:
//!     if its cell is new, it sees the walls there:
//!         remove the numbers that are not one more than the lowest of a neighbor, the lowest number first
//!         fill them in again from the numbers around them, the lowest number first
//!     it goes to the neighbor with the lowest number; if none has a number, there is no path
//! ```
//!
//! [`Solver::Flood`](super::Solver::Flood) says more about it, and where it is from.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::bfs::breadth_first;
use super::walk::Walk;
use super::{DEFAULTS, Outcome, Search, Solution, Solver, SolverInfo, UNREACHED, WalkKind};
use crate::about::Growth;
use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;
use crate::observe::Observer;

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Flood,
    name: "flood",
    title: "Flood fill of a micromouse",
    description: "Knows where the exit is, and of the walls only those that it has seen. Walks to it by the shortest way that these allow, and thinks again at each new wall.",
    walk: WalkKind::Moves,
    time: "O(n × path)",
    // In mazes with long corridors, the number of each cell changes many times, and each change takes as long as ten steps of a search.
    steps: Growth::Quadratic(10.0 / 3.0),
    // Walking to the goal by the shortest way that may be open takes `O(n log n)` moves: C. Tovey, S. Koenig, "Improved analysis of greedy
    // mapping", IROS (2003).
    longest_walk: Growth::Logarithmic(2),
    bytes: 24,
    source: "S. Mishra, P. Bande, Maze solving algorithms for micro mouse, Proc. IEEE International Conference on Signal Image Technology and Internet Based Systems (2008)",
    ..DEFAULTS
};

pub(super) fn flood<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let grid = maze.grid();
    let mut numbers = Numbers::without_walls(maze, to, observer)?;
    let mut walk = Walk::begin(search, observer)?;
    let (mut cell, mut is_new) = (from, true);
    while cell != to {
        if is_new {
            numbers.see_walls(cell, |neighbor| walk.is_new(neighbor), observer)?;
        }
        let number = |side: &Side| numbers.moves_left[grid.across(cell, *side).index()];
        let lowest = maze.passages(cell).into_iter().min_by_key(number);
        let Some(side) = lowest.filter(|side| number(side) != UNREACHED) else {
            return Ok(walk.ended(Outcome::Unreachable));
        };
        cell = grid.across(cell, side);
        is_new = walk.is_new(cell);
        walk.enter(cell, observer)?;
    }
    Ok(walk.arrived())
}

/// The number of moves left from each cell, by the walls that are known.
struct Numbers<'a, G> {
    maze: &'a Maze<G>,
    moves_left: Vec<u32>,
    /// The cells to look at, by their numbers. Empty between two moves.
    waiting: BinaryHeap<Reverse<(u32, Cell)>>,
    /// The cells whose numbers were removed. Empty between two moves.
    removed: Vec<Cell>,
}

impl<'a, G: Grid> Numbers<'a, G> {
    /// Returns the numbers on the grid without walls.
    fn without_walls<O: Observer>(maze: &'a Maze<G>, to: Cell, observer: &mut O) -> Result<Numbers<'a, G>, O::Stop> {
        let cells = maze.grid().cells() as usize;
        let mut moves_left = vec![UNREACHED; cells];
        moves_left[to.index()] = 0;
        let is_new = |cell: Cell, _, neighbor: Cell| {
            let is_new = moves_left[neighbor.index()] == UNREACHED;
            if is_new {
                moves_left[neighbor.index()] = moves_left[cell.index()] + 1;
            }
            is_new
        };
        breadth_first(maze.grid(), to, |cell| maze.grid().inner_sides(cell), is_new, observer)?;
        Ok(Numbers { maze, moves_left, waiting: BinaryHeap::new(), removed: Vec::new() })
    }

    /// Corrects the numbers when the walls of a cell are seen for the first time.
    fn see_walls<O: Observer>(
        &mut self,
        cell: Cell,
        is_new: impl Fn(Cell) -> bool,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let grid = self.maze.grid();
        self.wait(cell);
        for side in self.maze.inner_walls(cell) {
            self.wait(grid.across(cell, side));
        }
        // Removes numbers, the lowest first: all lower ones are known to be right.
        while let Some(Reverse((number, cell))) = self.waiting.pop() {
            observer.go_on()?;
            if self.moves_left[cell.index()] != number || number == 0 {
                continue;
            }
            let sides = self.possible_passages(cell, &is_new);
            let mut neighbors = sides.into_iter().map(|side| self.moves_left[grid.across(cell, side).index()]);
            if neighbors.any(|other| other < number) {
                continue;
            }
            self.moves_left[cell.index()] = UNREACHED;
            self.removed.push(cell);
            for side in sides {
                let neighbor = grid.across(cell, side);
                if self.moves_left[neighbor.index()] == number + 1 {
                    self.wait(neighbor);
                }
            }
        }
        // Fills them in again, from the numbers around them.
        while let Some(cell) = self.removed.pop() {
            let sides = self.possible_passages(cell, &is_new);
            let lowest = sides.into_iter().map(|side| self.moves_left[grid.across(cell, side).index()]).min();
            if let Some(lowest) = lowest.filter(|&lowest| lowest != UNREACHED) {
                self.waiting.push(Reverse((lowest + 1, cell)));
            }
        }
        while let Some(Reverse((number, cell))) = self.waiting.pop() {
            observer.go_on()?;
            if self.moves_left[cell.index()] != UNREACHED {
                continue;
            }
            self.moves_left[cell.index()] = number;
            for side in self.possible_passages(cell, &is_new) {
                let neighbor = grid.across(cell, side);
                if self.moves_left[neighbor.index()] == UNREACHED {
                    self.waiting.push(Reverse((number + 1, neighbor)));
                }
            }
        }
        Ok(())
    }

    /// Adds a cell to those to look at, if it has a number.
    fn wait(&mut self, cell: Cell) {
        let number = self.moves_left[cell.index()];
        if number != UNREACHED {
            self.waiting.push(Reverse((number, cell)));
        }
    }

    /// Returns the sides of a cell that may be open: those between two new cells, and those that are known to be.
    fn possible_passages(&self, cell: Cell, is_new: impl Fn(Cell) -> bool) -> Sides {
        let grid = self.maze.grid();
        let passages = self.maze.passages(cell);
        let seems_open = |&side: &Side| passages.contains(side) || is_new(cell) && is_new(grid.across(cell, side));
        grid.inner_sides(cell).into_iter().filter(seems_open).collect()
    }
}
