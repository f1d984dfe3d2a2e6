//! Single walls taken down.

use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::Observer;

/// Takes down the wall at `side` of `cell`: an inner wall becomes a passage, an outer one an opening. A wall that is down
/// already stays so.
///
/// ```
/// use dedale::{edit::remove, grid::{Side, Square}, maze::Maze};
/// let grid = Square::new(2, 1)?;
/// let mut maze = Maze::closed(grid);
/// remove(&mut maze, grid.at(0, 0), Side::E, &mut ())?;
/// remove(&mut maze, grid.at(0, 0), Side::N, &mut ())?;
/// assert_eq!(maze.count_passages(), 1);
/// assert_eq!(maze.openings().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn remove<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    cell: Cell,
    side: Side,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if maze.open_sides(cell).contains(side) {
        Ok(())
    } else if maze.grid().outer_sides(cell).contains(side) {
        maze.open(cell, side, observer)
    } else {
        maze.carve(cell, side, observer).map(|_| ())
    }
}
