//! Wilson's algorithm: loop-erased random walks.

use super::{is_new, random_cell, random_side};
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::Rng;

/// Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
///
/// The tree begins as one random cell. From each cell outside it, row by row, a random walk sets out until it meets the
/// tree; whenever the walk crosses itself, the loop is erased; what remains is carved. Which cell a walk sets out from does
/// not matter to the result. The texture has no bias at all, and three dead ends in ten cells.
///
/// # Complexity
///
/// Expected time is the mean hitting time of the grid: about `cells × log cells` on a square, `cells²` on a single row. One
/// byte for each cell.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// D. B. Wilson, "Generating random spanning trees more quickly than the cover time", *STOC* (1996).
///
/// ```
/// use dedale::{generate::wilson, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// wilson(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn wilson<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    let root = random_cell(maze.grid(), rng);
    observer.see(Step::Visit(root))?;
    // The side by which the walk left each cell that is on it now.
    let mut exits: Vec<Option<Side>> = vec![None; maze.grid().cells() as usize];
    for start in maze.cells() {
        if start == root || !is_new(maze, start) {
            continue;
        }
        walk_to_tree(maze, start, root, &mut exits, rng, observer)?;
        let mut cell = start;
        while let Some(side) = exits[cell.index()].take() {
            cell = maze.carve(cell, side, observer)?;
        }
    }
    Ok(())
}

/// Walks at random from `start` until the tree is met, and leaves in `exits` the way there without its loops.
fn walk_to_tree<G: Grid, O: Observer>(
    maze: &Maze<G>,
    start: Cell,
    root: Cell,
    exits: &mut [Option<Side>],
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), Stopped> {
    let mut cell = start;
    observer.see(Step::Visit(cell))?;
    while cell != root && is_new(maze, cell) {
        let Some(side) = random_side(maze.grid().inner_sides(cell), rng) else { break };
        let next = maze.grid().across(cell, side);
        exits[cell.index()] = Some(side);
        // Where the walk has been at `next` before, the way from there to here is a loop, and is taken back.
        let mut looped = next;
        while let Some(side) = exits[looped.index()].take() {
            if looped != next {
                observer.see(Step::Erase(looped))?;
            }
            looped = maze.grid().across(looped, side);
        }
        observer.see(Step::Visit(next))?;
        cell = next;
    }
    Ok(())
}
