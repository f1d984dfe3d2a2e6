//! Mazes that do not fill their grid, since dead ends are taken out.

use crate::about::Share;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::rng::Rng;

/// Takes out a share of the cells, dead end by dead end, rounded to the nearest number of them. Returns true for each cell that is left, by
/// its number. The other cells have no passages.
///
/// One dead end at a time is taken out, at random. The cell at its other end may then be a dead end. Cells for which `stays` is true are never taken
/// out, nor are loops, the cells between loops, or the last cell. So fewer cells than the share may be taken out, and the rest is still
/// connected.
///
/// # Source
///
/// Jamis Buck, *Mazes for Programmers* (2015), p. 144, as culling.
pub fn sparse<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    share: Share,
    stays: impl Fn(Cell) -> bool,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<Vec<bool>, O::Stop> {
    let mut kept = vec![true; maze.grid().cells() as usize];
    let mut still_to_take = share.of(maze.grid().cells());
    if still_to_take == 0 {
        return Ok(kept);
    }
    let mut dead_ends: Vec<Cell> = maze.cells().filter(|&cell| maze.is_dead_end(cell) && !stays(cell)).collect();
    while still_to_take > 0 && !dead_ends.is_empty() {
        let cell = dead_ends.swap_remove(rng.index(dead_ends.len()));
        // A cell without passages is the last one.
        let Some(side) = maze.passages(cell).nth(0) else { continue };
        let neighbor = maze.wall(cell, side, observer)?;
        observer.see(Step::Fill(cell))?;
        kept[cell.index()] = false;
        still_to_take -= 1;
        if maze.is_dead_end(neighbor) && !stays(neighbor) {
            dead_ends.push(neighbor);
        }
    }
    Ok(kept)
}
