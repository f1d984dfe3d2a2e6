//! Breadth-first search: by distance, until the goal is met.
//!
//! Finds a shortest path by breadth-first search: all cells one move away, then all two moves away, until `to` is among them.
//!
//! It floods the maze evenly, and has seen every cell that is nearer than `to` when it arrives. A cell is done when it was looked
//! on from, and open while it waits in the queue; [`Step::Back`] says which is taken from the queue.
//!
//! # Complexity
//!
//! Time `O(cells)`; two bytes for each cell and four for each that is seen.
//!
//! # Source
//!
//! E. F. Moore, "The shortest path through a maze", *Proc. International Symposium on the Theory of Switching* (1959).

use super::tree::Tree;
use super::{KeepWalk, PLAIN, Solution, Solver, SolverInfo};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// What [`SOLVERS`](super::SOLVERS) says of it.
pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Bfs,
    name: "bfs",
    title: "Breadth-first search",
    description: "Floods the maze evenly from the start: all cells one move away, then all two moves away, until the exit is met.",
    shortest: true,
    bytes: 9,
    source: "E. F. Moore, The shortest path through a maze, Proc. International Symposium on the Theory of Switching (1959)",
    has_frontier: true,
    ..PLAIN
};

pub(super) fn bfs<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let tree = spread(maze, from, to, |_| true, observer)?;
    Ok(if tree.is_new(to) { tree.unreachable(keep_walk) } else { tree.arrived(to, keep_walk) })
}

/// Breadth-first from `from` through the cells that may be entered, until `to` is seen or nothing is left.
pub(super) fn spread<'a, G: Grid, O: Observer>(
    maze: &'a Maze<G>,
    from: Cell,
    to: Cell,
    may_enter: impl Fn(Cell) -> bool,
    observer: &mut O,
) -> Result<Tree<'a, G>, O::Stop> {
    let mut tree = Tree::new(maze, from);
    observer.see(Step::Visit(from))?;
    // Room for all, so that it is never moved; what is not written to takes no memory.
    let mut queue = Vec::with_capacity(maze.grid().cells() as usize);
    queue.push(from);
    let mut next = 0;
    while tree.is_new(to)
        && let Some(&cell) = queue.get(next)
    {
        next += 1;
        observer.see(Step::Back(cell))?;
        for side in tree.onward(cell) {
            let far = maze.grid().across(cell, side);
            if tree.is_new(far) && may_enter(far) {
                tree.grow(cell, side, far);
                observer.see(Step::Visit(far))?;
                queue.push(far);
            }
        }
        tree.finish(cell);
    }
    Ok(tree)
}
