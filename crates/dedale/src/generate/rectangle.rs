//! Parts of mazes that are too large to be generated as a whole.

use super::Algorithm;
use super::parts::{NoRectangle, Rectangle};
use super::rows::Rows;
use crate::grid::{Square, TooLarge};
use crate::maze::Maze;

/// Generates one rectangle of a maze of `columns × rows` cells, without the rest: the same as if it were cut from the whole
/// maze of this size, algorithm and seed. Passages that lead out of the rectangle are openings in its outer wall.
///
/// This works for binary tree, sidewinder, division and quilt, which draw random numbers by position.
///
/// # Complexity
///
/// Time and memory in proportion to the rectangle, after it is widened to whole blocks of 64 columns: for a binary tree, and
/// expected for a sidewinder, which looks for both ends of the runs that lead into the rectangle, half a block each. Division
/// also divides the rooms around the rectangle, an expected `O(log (columns × rows))`; a quilt makes a few cells around the rectangle on
/// each of its levels.
///
/// # Errors
///
/// [`NoRectangle`] for another algorithm, and where the rectangle does not lie in the maze or one of the two is too large.
///
/// ```
/// use dedale::generate::{Algorithm, LONGEST_SIDE, Rectangle, rectangle};
/// let part = Rectangle { row: 1_000_000_000, column: 2_000_000_000, rows: 20, columns: 30 };
/// let maze = rectangle(&Algorithm::Division, LONGEST_SIDE, LONGEST_SIDE, 7, part)?;
/// assert_eq!((maze.grid().rows(), maze.grid().columns()), (20, 30));
/// assert!(maze.openings().count() > 0);
/// # Ok::<(), dedale::generate::NoRectangle>(())
/// ```
pub fn rectangle(
    algorithm: &Algorithm,
    columns: u64,
    rows: u64,
    seed: u64,
    part: Rectangle,
) -> Result<Maze<Square>, NoRectangle> {
    let mut rows = Rows::window(algorithm, columns, rows, seed, part)?;
    let too_large = NoRectangle::Size(TooLarge { columns: part.columns, rows: part.rows });
    let height = u32::try_from(part.rows).map_err(|_| too_large)?;
    let mut maze = Maze::closed(Square::new(rows.columns(), height).map_err(NoRectangle::Size)?);
    for number in 0..height {
        if let Some(open) = rows.next_row() {
            maze.write_row(number, open);
        }
    }
    Ok(maze)
}
