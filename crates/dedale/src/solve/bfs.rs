//! Breadth-first search: by distance, until the goal is met.
//!
//! ```text
//! push the start to a queue
//! while the goal is new, pop the first cell of the queue:
//!     for each passage to a new cell:
//!         the new cell becomes a child of the cell in the tree
//!         push the new cell to the queue
//! if the goal is still new, there is no path; else, it is the branch of the tree that ends at the goal
//! ```
//!
//! [`Solver::Bfs`](super::Solver::Bfs) says more about it, and where it is from.

use super::tree::Tree;
use super::{DEFAULTS, Search, Solution, Solver, SolverInfo};
use crate::grid::{Cell, Grid, Side, Sides};
use crate::observe::{CHECK_INTERVAL, Observer, Step};

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Bfs,
    name: "bfs",
    title: "Breadth-first search",
    description: "Floods the maze evenly from the start: all cells one move away, then all two moves away, until the exit is met.",
    shortest: true,
    bytes: 9,
    source: "E. F. Moore, The shortest path through a maze, Proc. International Symposium on the Theory of Switching (1959)",
    has_frontier: true,
    ..DEFAULTS
};

pub(super) fn bfs<G: Grid, O: Observer>(search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
    let tree = spread(search, |_| true, observer)?;
    Ok(if tree.is_new(search.to) { tree.unreachable() } else { tree.arrived(search.to) })
}

/// Searches breadth first, through the cells that may be entered, until `to` is seen or no cells are left.
pub(super) fn spread<'a, G: Grid, O: Observer>(
    search: &Search<'a, G>,
    may_enter: impl Fn(Cell) -> bool,
    observer: &mut O,
) -> Result<Tree<'a, G>, O::Stop> {
    let &Search { maze, from, to, .. } = search;
    let mut tree = Tree::new(search);
    observer.see(Step::Visit(from))?;
    // There is room for all cells, so that the queue never moves. Unused room takes no memory.
    let mut queue = Vec::with_capacity(maze.grid().cells() as usize);
    queue.push(from);
    let mut next = 0;
    while tree.is_new(to)
        && let Some(&cell) = queue.get(next)
    {
        next += 1;
        observer.see(Step::Back(cell))?;
        for side in tree.onward(cell) {
            let neighbor = maze.grid().across(cell, side);
            if tree.is_new(neighbor) && may_enter(neighbor) {
                tree.grow(cell, side, neighbor);
                observer.see(Step::Visit(neighbor))?;
                queue.push(neighbor);
            }
        }
        tree.finish(cell);
    }
    Ok(tree)
}

/// Visits all cells that can be reached from a cell through these sides, breadth first. `is_new` is called with each side of a cell, in
/// order, and must return `true` at most once for the cell across.
pub(super) fn breadth_first<G: Grid, O: Observer>(
    grid: &G,
    from: Cell,
    sides: impl Fn(Cell) -> Sides,
    mut is_new: impl FnMut(Cell, Side, Cell) -> bool,
    observer: &mut O,
) -> Result<Vec<Cell>, O::Stop> {
    let mut reached = Vec::with_capacity(grid.cells() as usize);
    reached.push(from);
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        if next % CHECK_INTERVAL as usize == 0 {
            observer.go_on()?;
        }
        next += 1;
        for side in sides(cell) {
            let neighbor = grid.across(cell, side);
            if is_new(cell, side, neighbor) {
                reached.push(neighbor);
            }
        }
    }
    Ok(reached)
}
