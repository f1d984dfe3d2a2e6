//! The recursive backtracker: depth first, with a stack of its own.

use super::{random_cell, random_side, sides_to_new};
use crate::grid::Grid;
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::Rng;

/// Carves a perfect maze by depth-first search from a random cell: walk to a random new neighbour while there is one,
/// else turn back.
///
/// The walk goes as far as it can before it turns, which gives long winding passages, few dead ends (about a tenth of the
/// cells) and a long solution. The path walked is kept in a list, so no size overflows the machine's stack.
///
/// # Complexity
///
/// Time `O(cells)`; four bytes of memory for each cell of the longest path walked, at most `4 × cells`.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// Jamis Buck, *Mazes for Programmers* (2015), p. 66; depth-first search is Trémaux's (1882), in Lucas, *Récréations
/// mathématiques* I, p. 47.
///
/// ```
/// use dedale::{generate::backtracker, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// backtracker(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn backtracker<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    let mut cell = random_cell(maze.grid(), rng);
    observer.see(Step::Visit(cell))?;
    let mut walked = Vec::new();
    loop {
        if let Some(side) = random_side(sides_to_new(maze, cell), rng) {
            walked.push(cell);
            cell = maze.carve(cell, side, observer)?;
        } else if let Some(previous) = walked.pop() {
            cell = previous;
            observer.see(Step::Back(cell))?;
        } else {
            return Ok(());
        }
    }
}
