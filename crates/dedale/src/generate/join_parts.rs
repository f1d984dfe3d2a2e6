//! Joining parts of a maze that were made separately.

use crate::forest::Forest;
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::{Observer, Pacer, shuffle};
use crate::rng::Rng;

/// Opens walls between parts that no passage joins, in random order, until the maze is connected. Of the other walls between these parts, one
/// in `also_one_in` is opened as well, or none if that is 0. With 0, no new loops appear.
///
/// # Complexity
///
/// Time `O(cells α(cells))`; four bytes for each cell, and eight for each wall between parts.
pub(super) fn join_parts<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    also_one_in: u64,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut forest = Forest::new(maze.grid().cells() as usize);
    let mut pacer = Pacer::default();
    for (cell, _, neighbor) in maze.links() {
        pacer.tick(observer)?;
        forest.unite(cell.0, neighbor.0);
    }
    let mut between: Vec<(Cell, Side)> = Vec::new();
    for (cell, side, neighbor) in maze.walls() {
        pacer.tick(observer)?;
        if forest.root(cell.0) != forest.root(neighbor.0) {
            between.push((cell, side));
        }
    }
    shuffle(&mut between, rng, observer)?;
    for (cell, side) in between {
        let joins = forest.unite(cell.0, maze.grid().across(cell, side).0);
        if joins || also_one_in > 0 && rng.below(also_one_in) == 0 {
            maze.join(cell, side, observer)?;
        }
    }
    Ok(())
}
