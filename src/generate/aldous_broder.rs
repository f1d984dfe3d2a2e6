//! The Aldous-Broder algorithm: one random walk.

use super::{is_new, random_cell, random_side};
use crate::grid::Grid;
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::Rng;

/// Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
///
/// A random walk visits the grid; whenever it enters a new cell, the wall it came through is opened. The last cells take
/// long to be found, so [`wilson`](super::wilson()), whose mazes are as even, is the faster choice.
///
/// # Complexity
///
/// Expected time is the cover time of the grid: about `cells × (log cells)²` on a square, `cells²` on a single row. No
/// memory beside the maze.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// D. J. Aldous, "The random walk construction of uniform spanning trees and uniform labelled trees", *SIAM J. Discrete
/// Mathematics* 3 (1990); A. Broder, "Generating random spanning trees", *FOCS* (1989).
///
/// ```
/// use dedale::{generate::aldous_broder, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// aldous_broder(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn aldous_broder<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    let mut cell = random_cell(maze.grid(), rng);
    observer.see(Step::Visit(cell))?;
    let mut still_new = maze.grid().cells() - 1;
    while still_new > 0 {
        let Some(side) = random_side(maze.grid().inner_sides(cell), rng) else { break };
        let next = maze.grid().across(cell, side);
        if is_new(maze, next) {
            maze.carve(cell, side, observer)?;
            still_new -= 1;
        } else {
            observer.see(Step::Visit(next))?;
        }
        cell = next;
    }
    Ok(())
}
