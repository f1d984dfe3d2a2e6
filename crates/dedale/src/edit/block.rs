//! Mazes whose exit cannot be reached, because of a wall on the way.

use super::items::Along;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Rng;

/// Closes a passage that every path from the entrance to the exit uses, each equally likely. If there is none, as in a maze with many loops,
/// closes all passages of the exit. `way` has the cells of a path from the entrance to the exit. If both are the same cell, does nothing.
pub fn block<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    way: &[Cell],
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let Some(&exit) = way.last().filter(|_| way.len() > 1) else { return Ok(()) };
    let Along { bridges, .. } = Along::of(maze, way, observer)?;
    if bridges.is_empty() {
        for side in maze.passages(exit) {
            maze.wall(exit, side, observer)?;
        }
        return Ok(());
    }
    let bridge = bridges[rng.index(bridges.len())] as usize;
    let passage = maze.neighbors(way[bridge]).find(|&(_, far)| far == way[bridge + 1]);
    if let Some((side, _)) = passage {
        maze.wall(way[bridge], side, observer)?;
    }
    Ok(())
}
