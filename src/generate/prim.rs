//! Randomised Prim: a frontier of edges, any of which may be next.

use super::{is_new, random_cell, sides_to_new};
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::Rng;

/// Carves a perfect maze by growing it from a random cell: of the frontier, the edges that lead out of what is carved,
/// one is taken at random, and opened if its far cell is still new.
///
/// The maze grows evenly in all directions like a crystal, which gives many short dead ends (about a third of the cells)
/// and a direct solution. This is the simplified Prim of the maze books; [`true_prim`](super::true_prim()) weighs edges.
///
/// # Complexity
///
/// Time `O(edges)`; eight bytes for each edge of the frontier.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// R. C. Prim, "Shortest connection networks and some generalizations", *Bell System Technical Journal* 36 (1957);
/// randomised as in Jamis Buck, *Mazes for Programmers* (2015), p. 175.
///
/// ```
/// use dedale::{generate::prim, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// prim(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn prim<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    let start = random_cell(maze.grid(), rng);
    observer.see(Step::Visit(start))?;
    let mut frontier: Vec<(Cell, Side)> = Vec::new();
    frontier.extend(sides_to_new(maze, start).into_iter().map(|side| (start, side)));
    while !frontier.is_empty() {
        let (cell, side) = frontier.swap_remove(rng.index(frontier.len()));
        let far = maze.grid().across(cell, side);
        observer.see(Step::Visit(far))?;
        if is_new(maze, far) {
            maze.carve(cell, side, observer)?;
            frontier.extend(sides_to_new(maze, far).into_iter().map(|side| (far, side)));
        }
    }
    Ok(())
}
