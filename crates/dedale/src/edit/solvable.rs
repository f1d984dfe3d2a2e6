//! Mazes whose exit cannot be reached: a wall on the way.

use super::items::Along;
use super::{EditOption, Share};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Rng;

pub(crate) const SOLVABLE: EditOption = EditOption {
    name: "solvable",
    default: "1",
    description: "How likely it is that the exit can be reached: else there is a wall on the way.",
    set: |edits, text| text.parse().map(|share| edits.solvable = Some(share)),
    get: |edits| edits.solvable.filter(|&share| share != Share::ALL).map(|share| share.value().into()),
    fill: |edits| edits.solvable = edits.solvable.filter(|&share| share != Share::ALL),
    breaks_halves: true,
    // A search, and a flood.
    steps: |edits, cells| if edits.solvable.is_some() { cells.saturating_mul(10) } else { 0 },
    bytes: |edits| if edits.solvable.is_some() { 16 } else { 0 },
    ..EditOption::NONE
};

/// Closes a passage that every way from the entrance to the exit goes through, each equally likely; where there is none, as in a maze with many
/// loops, all passages of the exit. `way` has the cells of a path from the entrance to the exit. Where both are one cell, nothing is done.
///
/// # Complexity
///
/// Time `O(cells)`; about 12 bytes for each cell.
///
/// ```
/// use dedale::edit::block;
/// use dedale::{generate::Algorithm, grid::Square, rng::{Rng, Stream}, solve::Solver};
/// let grid = Square::new(12, 9)?;
/// let mut maze = Algorithm::Prim.generate(grid, 7);
/// let (from, to) = (grid.at(0, 0), grid.at(8, 11));
/// let way = Solver::Bfs.solve(&maze, from, to).path().expect("a perfect maze").to_vec();
/// let Ok(()) = block(&mut maze, &way, &mut Rng::new(7, Stream::Solvable), &mut ());
/// assert_eq!(maze.count_passages(), 12 * 9 - 2);
/// assert_eq!(Solver::Bfs.solve(&maze, from, to).path(), None);
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
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
