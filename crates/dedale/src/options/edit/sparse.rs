//! Mazes that do not fill their grid: dead ends are taken out.

use super::check_unwoven;
use crate::about::Share;
use crate::grid::{Cell, Grid, GridKind};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::options::{MazeOption, SHARE};
use crate::rng::Rng;

pub(crate) const SPARSE: MazeOption = MazeOption {
    name: "sparse",
    description: "The share of cells that are taken out, dead end by dead end.",
    grids: |kind| kind != GridKind::Custom,
    shapes_addresses: true,
    breaks_halves: true,
    needs_walls: true,
    set: |maze, text| text.parse().map(|share| maze.edits.sparse = share),
    get: |maze| maze.edits.sparse.shown(),
    check: |maze, faults| check_unwoven("sparse", maze.edits.sparse.is_some(), maze, faults),
    // The grid is made anew, of the cells that are left.
    steps: |_, cells| cells.saturating_mul(8),
    ..SHARE
};

/// How many bytes of memory it takes for each cell, beside all others, to make a grid of the cells that are left.
pub(crate) const SPARSE_BYTES: u64 = 13;

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
