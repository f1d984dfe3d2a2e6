//! Mazes that do not fill their grid: dead ends are taken out.

use crate::about::Share;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::rng::Rng;

/// Takes out a share of the cells, dead end by dead end, rounded to the nearest whole number of them. Returns which cells are left, by their
/// numbers; those that are taken out have no passage any more.
///
/// Each time one of the dead ends that there are is taken out at random, each equally likely. The cell that it led to may be a dead end
/// then. Cells that `stays` names are never taken out, and neither are loops, nor what lies between two of them, nor the last cell: so
/// fewer may be taken out than are asked for, and what is left is still connected.
///
/// # Source
///
/// Jamis Buck, *Mazes for Programmers* (2015), p. 144, who calls it culling.
pub fn sparse<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    share: Share,
    stays: impl Fn(Cell) -> bool,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<Vec<bool>, O::Stop> {
    let mut kept = vec![true; maze.grid().cells() as usize];
    let mut left = share.of(maze.grid().cells());
    if left == 0 {
        return Ok(kept);
    }
    let mut dead_ends: Vec<Cell> = maze.cells().filter(|&cell| maze.is_dead_end(cell) && !stays(cell)).collect();
    while left > 0 && !dead_ends.is_empty() {
        let cell = dead_ends.swap_remove(rng.index(dead_ends.len()));
        // Without a passage it is the last cell.
        let Some(side) = maze.passages(cell).nth(0) else { continue };
        let far = maze.wall(cell, side, observer)?;
        observer.see(Step::Fill(cell))?;
        kept[cell.index()] = false;
        left -= 1;
        if maze.is_dead_end(far) && !stays(far) {
            dead_ends.push(far);
        }
    }
    Ok(kept)
}
