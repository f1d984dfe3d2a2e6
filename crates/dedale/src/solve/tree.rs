//! The tree of the cells that a search without a walk has seen.

use super::{Outcome, Search, Solution, State};
use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;

/// The state of each cell, and the side through which the search first reached it, in two bytes. Both in one byte took a tenth more time,
/// since they have to be taken apart before the next cell is known.
pub(super) struct Tree<'a, G> {
    maze: &'a Maze<G>,
    root: Cell,
    keep_walk: bool,
    states: Vec<State>,
    /// The side towards the cell from which each cell was seen; none for roots and unseen cells.
    parents: Vec<Sides>,
    visited: u32,
}

impl<'a, G: Grid> Tree<'a, G> {
    /// Creates a tree that has only the cell where the search begins.
    pub(super) fn new(search: &Search<'a, G>) -> Tree<'a, G> {
        let &Search { maze, from: root, keep_walk, .. } = search;
        let cells = maze.grid().cells() as usize;
        let (states, parents) = (vec![State::Unseen; cells], vec![Sides::NONE; cells]);
        let mut tree = Tree { maze, root, keep_walk, states, parents, visited: 0 };
        tree.plant(root);
        tree
    }

    /// Makes `cell`, which has not been seen, a root: of the only tree, or of a second one.
    pub(super) fn plant(&mut self, cell: Cell) {
        self.states[cell.index()] = State::Open;
        self.visited += 1;
    }

    /// Returns the state of `cell`.
    #[inline]
    pub(super) fn state(&self, cell: Cell) -> State {
        self.states[cell.index()]
    }

    /// Returns true if `cell` has not been seen yet.
    #[inline]
    pub(super) fn is_new(&self, cell: Cell) -> bool {
        self.states[cell.index()] == State::Unseen
    }

    /// Returns the passages of `cell` except the one towards its parent. Most cells have one other passage, so a loop over them can be
    /// predicted.
    #[inline]
    pub(super) fn onward(&self, cell: Cell) -> Sides {
        self.maze.passages(cell).minus(self.parents[cell.index()])
    }

    /// Returns the side towards the parent of `cell`, unless it is a root.
    #[inline]
    fn back(&self, cell: Cell) -> Option<Side> {
        self.parents[cell.index()].into_iter().next()
    }

    /// Adds the cell across `side` of `cell`, or moves it there if it was seen from elsewhere before.
    // Inlined, as a search does little else: one takes a fifth longer otherwise.
    #[inline(always)]
    pub(super) fn grow(&mut self, cell: Cell, side: Side, neighbor: Cell) {
        self.visited += u32::from(self.is_new(neighbor));
        self.states[neighbor.index()] = State::Open;
        self.parents[neighbor.index()] = Sides::NONE.with(self.maze.grid().opposite(cell, side));
    }

    /// Marks `cell` as done.
    #[inline]
    pub(super) fn finish(&mut self, cell: Cell) {
        self.states[cell.index()] = State::Done;
    }

    /// Joins the second tree to the first across `side` of `cell`, which is in the first. The path from there to the root of the second tree
    /// is reversed.
    pub(super) fn join(&mut self, cell: Cell, side: Side) {
        let grid = self.maze.grid();
        let mut next = Some((cell, side));
        while let Some((cell, side)) = next {
            let neighbor = grid.across(cell, side);
            next = self.back(neighbor).map(|side| (neighbor, side));
            self.parents[neighbor.index()] = Sides::NONE.with(grid.opposite(cell, side));
        }
    }

    /// Returns the path from the root to `cell`.
    pub(super) fn path_to(&self, cell: Cell) -> Vec<Cell> {
        let mut path = vec![cell];
        let mut cell = cell;
        while let Some(side) = self.back(cell) {
            cell = self.maze.grid().across(cell, side);
            path.push(cell);
        }
        path.reverse();
        path
    }

    /// Returns the solution of a search that ended at `to`.
    pub(super) fn arrived(self, to: Cell) -> Solution {
        let path = self.path_to(to);
        let walk = self.keep_walk.then(|| self.tour(&path).0);
        Solution { outcome: Outcome::Arrived(path), visited: self.visited, states: self.states, walk }
    }

    /// Returns the solution of a search that has no cells left to look at.
    pub(super) fn unreachable(self) -> Solution {
        self.ended(Outcome::Unreachable)
    }

    /// Returns the solution of a search without a path.
    pub(super) fn ended(self, outcome: Outcome) -> Solution {
        let walk = self.keep_walk.then(|| {
            let (mut walk, last_new) = self.tour(&[self.root]);
            walk.truncate(last_new);
            walk
        });
        Solution { outcome, visited: self.visited, states: self.states, walk }
    }

    /// Returns a walk along `path`, which begins at the root. It goes into every branch beside the path and back out. Also returns the length
    /// of the walk up to the last new cell.
    fn tour(&self, path: &[Cell]) -> (Vec<Cell>, usize) {
        let mut walk = Vec::new();
        let mut last_new = 0;
        for (place, &cell) in path.iter().enumerate() {
            walk.push(cell);
            last_new = self.branches(cell, path.get(place + 1).copied(), &mut walk).unwrap_or(walk.len());
        }
        (walk, last_new)
    }

    /// Appends to `walk`, which is at `stem`, every branch except the one that begins with `skip`, in and back out. Returns the length of the
    /// walk at the last new cell; `None` if there was none.
    fn branches(&self, stem: Cell, skip: Option<Cell>, walk: &mut Vec<Cell>) -> Option<usize> {
        let grid = self.maze.grid();
        let mut last_new = None;
        let mut cell = stem;
        // The sides of `cell` with lower numbers are done. A cell and a side are a place in the tour, which needs no stack.
        let mut from_side = 0;
        loop {
            let branch = self.maze.passages(cell).into_iter().find(|&side| {
                let neighbor = grid.across(cell, side);
                let is_child = self.parents[neighbor.index()].contains(grid.opposite(cell, side));
                side.number() >= from_side && is_child && Some(neighbor) != skip
            });
            if let Some(side) = branch {
                cell = grid.across(cell, side);
                walk.push(cell);
                last_new = Some(walk.len());
                from_side = 0;
            } else if cell != stem
                && let Some(side) = self.back(cell)
            {
                from_side = grid.opposite(cell, side).number() + 1;
                cell = grid.across(cell, side);
                walk.push(cell);
            } else {
                return last_new;
            }
        }
    }
}
