//! The sidewinder: runs to the east, each with one way south.

use crate::grid::{Side, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Stopped};
use crate::rng::Rng;

/// Carves a perfect maze row by row: at each cell either the run goes on to the east, or it is closed and a random cell of
/// it opens south. The last row is one run.
///
/// A straight corridor along the bottom, and from any cell a way down to it without a turn back: a vertical texture, with
/// somewhat more than one dead end in four cells.
///
/// # Complexity
///
/// Time `O(cells)`. No memory beside the maze.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 12, upside down.
///
/// ```
/// use dedale::{generate::sidewinder, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// sidewinder(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn sidewinder<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    let grid = *maze.grid();
    let (last_row, last_column) = (grid.rows() - 1, grid.columns() - 1);
    for row in 0..grid.rows() {
        let mut run_start = 0;
        for column in 0..grid.columns() {
            let close = column == last_column || (row != last_row && rng.coin());
            if !close {
                maze.carve(grid.at(row, column), Side::E, observer)?;
            } else if row != last_row {
                let chosen = run_start + rng.below(u64::from(column - run_start + 1)) as u32;
                maze.carve(grid.at(row, chosen), Side::S, observer)?;
                run_start = column + 1;
            }
        }
    }
    Ok(())
}
