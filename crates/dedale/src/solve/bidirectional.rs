//! Breadth-first search from both ends at once.
//!
//! ```text
//! the start is the root of one tree, and the goal that of another; each root is the frontier of its tree
//! while neither frontier is empty, take the smaller one, or the other one than before if they are equal:
//!     for each of its cells, and each passage of the cell:
//!         if the neighbor is new, it becomes a child of the cell in its tree
//!         else, if the neighbor is in the other tree, join the trees: the path is the branch that ends at the goal
//!     the frontier is now the new cells
//! if a frontier is empty, there is no path
//! ```
//!
//! [`Solver::Bidirectional`](super::Solver::Bidirectional) says more about it, and where it is from.

use std::cmp::Ordering;

use super::tree::Tree;
use super::{DEFAULTS, Search, Solution, Solver, SolverInfo};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Bidirectional,
    name: "bidirectional",
    title: "Bidirectional search",
    description: "Breadth-first search from both ends at once, the smaller frontier first, until they meet.",
    shortest: true,
    bytes: 10,
    source: "I. Pohl, Bi-directional search, Machine Intelligence 6 (1971)",
    has_frontier: true,
    ..DEFAULTS
};

pub(super) fn bidirectional<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let mut tree = Tree::new(search);
    observer.see(Step::Visit(from))?;
    if from == to {
        return Ok(tree.arrived(to));
    }
    tree.plant(to);
    observer.see(Step::Visit(to))?;
    let mut trees = TwoTrees { tree, is_backward: vec![false; maze.grid().cells() as usize] };
    trees.is_backward[to.index()] = true;
    let (mut forward, mut backward, mut next) = (vec![from], vec![to], Vec::new());
    let mut is_backward = true;
    while !forward.is_empty() && !backward.is_empty() {
        is_backward = match backward.len().cmp(&forward.len()) {
            Ordering::Less => true,
            Ordering::Equal => !is_backward,
            Ordering::Greater => false,
        };
        let frontier = if is_backward { &mut backward } else { &mut forward };
        if trees.next_level(maze, frontier, is_backward, &mut next, observer)? {
            return Ok(trees.tree.arrived(to));
        }
        std::mem::swap(frontier, &mut next);
        next.clear();
    }
    Ok(trees.tree.unreachable())
}

/// Two trees, and which of them each cell is in.
struct TwoTrees<'a, G> {
    tree: Tree<'a, G>,
    /// True for seen cells of the tree that grows from `to`.
    is_backward: Vec<bool>,
}

impl<G: Grid> TwoTrees<'_, G> {
    /// Goes on from every cell of a frontier, and puts the new cells into `next`. Returns true if it met the other tree, with which it is
    /// then joined.
    fn next_level<O: Observer>(
        &mut self,
        maze: &Maze<G>,
        frontier: &[Cell],
        is_backward: bool,
        next: &mut Vec<Cell>,
        observer: &mut O,
    ) -> Result<bool, O::Stop> {
        let grid = maze.grid();
        for &cell in frontier {
            observer.see(Step::Back(cell))?;
            for side in self.tree.onward(cell) {
                let neighbor = grid.across(cell, side);
                if self.tree.is_new(neighbor) {
                    self.tree.grow(cell, side, neighbor);
                    self.is_backward[neighbor.index()] = is_backward;
                    observer.see(Step::Visit(neighbor))?;
                    next.push(neighbor);
                } else if self.is_backward[neighbor.index()] != is_backward {
                    let (cell, side) = if is_backward { (neighbor, grid.opposite(cell, side)) } else { (cell, side) };
                    self.tree.join(cell, side);
                    return Ok(true);
                }
            }
            self.tree.finish(cell);
        }
        Ok(false)
    }
}
