//! Cul-de-sac filling: the maze without dead ends, and without corridors that lead back to where they begin.
//!
//! ```text
//! for each cell of the maze, look at it, and then at the cell that has fewer open sides, as long as there is one:
//!     if the cell is the start, the goal, or filled, go on to the next cell
//!     if it has at most one open side, fill it; the neighbor has fewer open sides
//!     if it has two, make one corridor of it and the corridors on both sides:
//!         if they already are one corridor, it is a ring: fill the cell; its neighbor has fewer open sides
//!         if both of its ends lead to the same junction, it is a noose: fill one of its ends;
//!         the cell beside that, in the corridor, has fewer open sides
//! the path is a shortest one through the cells that are not filled
//! ```
//!
//! [`Solver::CulDeSacFilling`](super::Solver::CulDeSacFilling) says more about it, and where it is from.

use super::dead_end_filling::through_the_rest;
use super::{DEFAULTS, Search, Solution, Solver, SolverInfo, State, WalkKind};
use crate::about::Growth;
use crate::grid::{Cell, Grid, Side, Sides};
use crate::observe::{Observer, Step};

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::CulDeSacFilling,
    name: "cul-de-sac-filling",
    title: "Cul-de-sac filling",
    description: "Fills every dead end, and every noose: a corridor that leads back to the junction where it begins. Then takes the shortest way through what is left.",
    walk: WalkKind::Path,
    longest_walk: Growth::Linear(1),
    shortest: true,
    steps: Growth::Linear(8),
    bytes: 13,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
    ..DEFAULTS
};

pub(super) fn cul_de_sac_filling<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, .. } = search;
    let cells = maze.grid().cells() as usize;
    // Only the states are kept: the memory of the rest is freed here.
    let states = {
        let mut filling = NooseFilling {
            search,
            states: vec![State::Open; cells],
            other_end: vec![NO_CORRIDOR; cells],
            outward: vec![Side::N; cells],
        };
        for cell in maze.cells() {
            observer.see(Step::Visit(cell))?;
            let mut next = Some(cell);
            while let Some(cell) = next {
                next = filling.fill_or_join(cell, observer)?;
            }
        }
        filling.states
    };
    through_the_rest(search, states, observer)
}

/// Stands for no corridor.
const NO_CORRIDOR: Cell = Cell(u32::MAX);

/// The filled cells, and the corridors of the others: cells with two open sides, except `from` and `to`.
struct NooseFilling<'a, G> {
    search: &'a Search<'a, G>,
    states: Vec<State>,
    /// By an end cell of a corridor: the cell at its other end, or the same cell if the corridor has only one. Cells inside of a corridor
    /// have any cell, and cells that are in no corridor have none.
    other_end: Vec<Cell>,
    /// By an end cell of a corridor with several cells: the side that leads out of it.
    outward: Vec<Side>,
}

impl<G: Grid> NooseFilling<'_, G> {
    /// Returns the sides of a cell that lead to cells which are not filled.
    #[inline]
    fn open_sides(&self, cell: Cell) -> Sides {
        let is_open = |&side: &Side| self.states[self.across(cell, side).index()] == State::Open;
        self.search.maze.passages(cell).into_iter().filter(is_open).collect()
    }

    #[inline]
    fn across(&self, cell: Cell, side: Side) -> Cell {
        self.search.maze.grid().across(cell, side)
    }

    fn fill<O: Observer>(&mut self, cell: Cell, observer: &mut O) -> Result<(), O::Stop> {
        self.states[cell.index()] = State::Done;
        observer.see(Step::Fill(cell))
    }

    /// Fills a cell, or the corridor that it is in, if possible. Returns the cell that has fewer open sides
    /// afterwards.
    fn fill_or_join<O: Observer>(&mut self, cell: Cell, observer: &mut O) -> Result<Option<Cell>, O::Stop> {
        if self.search.has_end(cell) || self.states[cell.index()] == State::Done {
            return Ok(None);
        }
        let sides = self.open_sides(cell);
        match (sides.nth(0), sides.nth(1), sides.nth(2)) {
            (Some(a), Some(b), None) if self.other_end[cell.index()] == NO_CORRIDOR => {
                self.join(cell, [a, b], observer)
            }
            (_, Some(_), _) => Ok(None),
            (side, None, _) => {
                let next = side.map(|side| self.across(cell, side));
                self.fill(cell, observer)?;
                Ok(next)
            }
        }
    }

    /// Makes one corridor of a cell with two open sides and the corridors on both sides. If that is a noose or a ring, begins to fill it. Returns
    /// the cell that has fewer open sides afterwards.
    fn join<O: Observer>(&mut self, cell: Cell, sides: [Side; 2], observer: &mut O) -> Result<Option<Cell>, O::Stop> {
        let beside = sides.map(|side| self.across(cell, side));
        if self.other_end[beside[0].index()] == beside[1] {
            // A ring without any junction.
            self.fill(cell, observer)?;
            return Ok(Some(beside[0]));
        }
        let [(left, left_side), (right, right_side)] = sides.map(|side| self.end_beyond(cell, side));
        self.other_end[cell.index()] = cell;
        for (end, other, side) in [(left, right, left_side), (right, left, right_side)] {
            self.other_end[end.index()] = other;
            self.outward[end.index()] = side;
        }
        let junction = self.across(left, left_side);
        if junction != self.across(right, right_side) {
            return Ok(None);
        }
        let inward = self.open_sides(left).without(left_side).nth(0);
        self.fill(left, observer)?;
        Ok(inward.map(|side| self.across(left, side)))
    }

    /// Returns the last cell of the corridor across a side of a cell with two open sides, and the side that leads out of it. If there is no
    /// corridor, returns the cell and the side.
    fn end_beyond(&self, cell: Cell, side: Side) -> (Cell, Side) {
        let beside = self.across(cell, side);
        match self.other_end[beside.index()] {
            NO_CORRIDOR => (cell, side),
            end if end != beside => (end, self.outward[end.index()]),
            // The corridor has one cell, and this is its other side.
            _ => {
                let others = self.open_sides(beside).without(self.search.maze.grid().opposite(cell, side));
                (beside, others.nth(0).unwrap_or(side))
            }
        }
    }
}
