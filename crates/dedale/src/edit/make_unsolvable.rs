//! Mazes whose exit cannot be reached, because of a wall on their path.

use super::items::PathBranches;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Rng;

/// Closes a passage that every path from the entrance to the exit uses, each equally likely. If there is none, as in a maze with many loops,
/// closes all passages of the exit. `path` has the cells of a path from the entrance to the exit. If both are the same cell, does nothing.
pub fn make_unsolvable<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    path: &[Cell],
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let Some(&exit) = path.last().filter(|_| path.len() > 1) else { return Ok(()) };
    let PathBranches { bridges, .. } = PathBranches::of(maze, path, observer)?;
    if bridges.is_empty() {
        for side in maze.passages(exit) {
            maze.wall(exit, side, observer)?;
        }
        return Ok(());
    }
    let bridge = bridges[rng.index(bridges.len())] as usize;
    let passage = maze.neighbors(path[bridge]).find(|&(_, neighbor)| neighbor == path[bridge + 1]);
    if let Some((side, _)) = passage {
        maze.wall(path[bridge], side, observer)?;
    }
    Ok(())
}
