//! Greedy best-first search: the cell that seems nearest to the goal first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::tree::Tree;
use super::{PLAIN, Solution, Solver, SolverInfo};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// What [`SOLVERS`](super::SOLVERS) says of it.
pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Greedy,
    name: "greedy",
    title: "Greedy best-first search",
    description: "Always looks on from the cell with the least Manhattan distance to the exit, however many moves lead there.",
    time: "O(n log n)",
    source: "J. Pearl, Heuristics: Intelligent Search Strategies for Computer Problem Solving (1984)",
    ..PLAIN
};

/// Finds a path by greedy best-first search: always looks on from the cell from which the fewest moves can be left
/// ([`Grid::at_least`]), however many lead there.
///
/// It always finds a way if there is one, but not always a shortest one: it runs into every pocket that points towards `to`, and
/// keeps the first way that it found to a cell. With few walls it sees fewer cells than [`astar`](super::astar()) does. Of cells
/// that seem equally near, the one that was seen last goes first. On a grid that knows no distances, it is a depth-first search
/// that sees all neighbours of a cell at once. A cell is done when it was looked on from, and open while it waits in the heap;
/// [`Step::Back`] says which is taken.
///
/// # Complexity
///
/// Time `O(cells × log cells)`; three bytes for each cell, and twelve for each that waits.
///
/// # Errors
///
/// [`Observer::Stop`] when the observer says so.
///
/// # Panics
///
/// When `from` or `to` is not a cell of the maze.
///
/// # Source
///
/// J. Pearl, *Heuristics: Intelligent Search Strategies for Computer Problem Solving*, Addison-Wesley (1984): best-first search
/// whose estimate is the distance that is left.
///
/// ```
/// use dedale::{grid::Square, maze::Maze, solve::{astar, greedy}};
/// let grid = Square::new(30, 30).unwrap();
/// let mut room = Maze::closed(grid);
/// room.clear(&mut ())?;
/// let (from, to) = (grid.at(0, 0), grid.at(29, 14));
/// let solution = greedy(&room, from, to, false, &mut ())?;
/// assert_eq!(solution.length(), Some(43));
/// assert!(solution.visited <= astar(&room, from, to, false, &mut ())?.visited);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn greedy<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: bool,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let grid = maze.grid();
    let mut tree = Tree::new(maze, from);
    observer.see(Step::Visit(from))?;
    // How near it seems, how many were seen before it, and the cell.
    let mut waiting = BinaryHeap::from([(Reverse(grid.at_least(from, to)), 0, from)]);
    let mut seen = 0;
    while let Some((_, _, cell)) = waiting.pop() {
        if cell == to {
            return Ok(tree.arrived(to, keep_walk));
        }
        observer.see(Step::Back(cell))?;
        tree.finish(cell);
        for side in maze.passages(cell) {
            let far = grid.across(cell, side);
            if tree.is_new(far) {
                tree.grow(cell, side, far);
                observer.see(Step::Visit(far))?;
                seen += 1;
                waiting.push((Reverse(grid.at_least(far, to)), seen, far));
            }
        }
    }
    Ok(tree.unreachable(keep_walk))
}
