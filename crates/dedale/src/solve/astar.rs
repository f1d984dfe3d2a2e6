//! A*: the most promising cell first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::tree::Tree;
use super::{PLAIN, Solution, Solver, SolverInfo, State};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// What [`SOLVERS`](super::SOLVERS) says of it.
pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::Astar,
    name: "astar",
    title: "A*",
    description: "Always looks on from the cell whose moves so far, together with the Manhattan distance that is left, are the least.",
    shortest: true,
    time: "O(n log n)",
    source: "P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, IEEE Trans. Systems Science and Cybernetics 4 (1968)",
    ..PLAIN
};

/// Finds a shortest path by A*: always looks on from the cell whose moves so far, together with the fewest that can be left
/// ([`Grid::at_least`]), are the least.
///
/// It leans towards `to`. In an open room it goes almost straight there; in a maze without loops, where the way leads off in every
/// direction, it saves little. Of cells that promise the same, the one with more moves behind it goes first, and of those the one
/// with the lowest number. The promise never falls by more than one a move (it is *consistent*), so no cell need be looked on from
/// twice. A cell is done when it was looked on from, and open while it waits in the heap; [`Step::Back`] says which is taken.
///
/// # Complexity
///
/// Time `O(cells × log cells)`; seven bytes for each cell, and sixteen for each that waits.
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
/// P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of minimum cost paths", *IEEE
/// Transactions on Systems Science and Cybernetics* 4 (1968).
///
/// ```
/// use dedale::{grid::Square, maze::Maze, solve::{astar, bfs}};
/// let grid = Square::new(30, 30).unwrap();
/// let mut room = Maze::closed(grid);
/// room.clear(&mut ())?;
/// let (from, to) = (grid.at(0, 0), grid.at(29, 29));
/// let solution = astar(&room, from, to, false, &mut ())?;
/// assert_eq!(solution.length(), Some(58));
/// assert!(solution.visited < 120 && bfs(&room, from, to, false, &mut ())?.visited == 900);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn astar<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: bool,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let grid = maze.grid();
    let mut tree = Tree::new(maze, from);
    observer.see(Step::Visit(from))?;
    let mut moves = vec![0; grid.cells() as usize];
    let promise = |cell: Cell, moves: u32| (Reverse(u64::from(moves) + u64::from(grid.at_least(cell, to))), moves);
    let mut waiting = BinaryHeap::from([(promise(from, 0), Reverse(from.0))]);
    while let Some((_, Reverse(number))) = waiting.pop() {
        let cell = Cell(number);
        if tree.state(cell) == State::Done {
            // It was found again by a shorter way, and went first.
            continue;
        }
        if cell == to {
            return Ok(tree.arrived(to, keep_walk));
        }
        observer.see(Step::Back(cell))?;
        tree.finish(cell);
        let next = moves[cell.index()] + 1;
        for side in maze.passages(cell) {
            let far = grid.across(cell, side);
            let is_new = tree.is_new(far);
            if is_new || tree.state(far) == State::Open && next < moves[far.index()] {
                tree.grow(cell, side, far);
                moves[far.index()] = next;
                waiting.push((promise(far, next), Reverse(far.0)));
                if is_new {
                    observer.see(Step::Visit(far))?;
                }
            }
        }
    }
    Ok(tree.unreachable(keep_walk))
}
