//! Hunt and kill: a walk until it is stuck, then a search for where to go on.

use super::ordered_cells::OrderedCells;
use super::{is_new, random_cell, random_side, sides_to_new};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::Rng;

/// Carves a perfect maze by a random walk through new cells; when it is stuck, the hunt goes through the grid row by row for
/// the first new cell beside a visited one, opens a random wall between the two, and the walk goes on from there.
///
/// Long winding passages like the [`backtracker`](super::backtracker())'s, with about as few dead ends, but a shorter
/// solution.
///
/// # Complexity
///
/// Time `O(cells)`: the cells that a hunt can find are kept in a set that knows its first member, so that no hunt goes
/// through the grid in vain. A bit and a sixty-fourth for each cell.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 67.
///
/// ```
/// use dedale::{generate::hunt_and_kill, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// hunt_and_kill(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn hunt_and_kill<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    // New cells beside a visited one: what a hunt may find.
    let mut prey = OrderedCells::new(maze.grid().cells());
    let mut cell = random_cell(maze.grid(), rng);
    observer.see(Step::Visit(cell))?;
    loop {
        loop {
            let ways = sides_to_new(maze, cell);
            for side in ways {
                prey.insert(maze.grid().across(cell, side));
            }
            let Some(side) = random_side(ways, rng) else { break };
            cell = maze.carve(cell, side, observer)?;
            prey.remove(cell);
        }
        let Some(found) = prey.first() else { return Ok(()) };
        prey.remove(found);
        observer.see(Step::Visit(found))?;
        open_to_visited(maze, found, rng, observer)?;
        cell = found;
    }
}

/// Opens a random wall between `found` and a visited neighbour.
fn open_to_visited<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    found: Cell,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), Stopped> {
    let grid = maze.grid();
    let visited = grid.inner_sides(found).into_iter().filter(|&side| !is_new(maze, grid.across(found, side))).collect();
    if let Some(side) = random_side(visited, rng) {
        maze.carve(found, side, observer)?;
    }
    Ok(())
}
