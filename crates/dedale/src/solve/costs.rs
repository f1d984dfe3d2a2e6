//! Dijkstra's algorithm over a whole maze.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::distances::{Distances, UNREACHED, beyond_cache, distances};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// The approximate number of steps that [`costs`] takes at most in a maze with weights and this many cells, as [`search_steps`](super::search_steps()) are those of
/// one without.
pub(crate) const fn cost_steps(cells: u64) -> u64 {
    cells.saturating_mul(8).saturating_add(beyond_cache(cells).saturating_mul(4))
}

/// How many bytes of memory [`costs`] takes for each cell of a maze with weights at most, except on a
/// [custom grid](super::TIMES_ON_CUSTOM_GRIDS): four that it returns, and eight for each that waits.
pub(crate) const COST_BYTES: u64 = 12;

/// The least cost of a way from `from` to every cell, by Dijkstra's algorithm. Where there are no [weights](Maze::weights), each move costs 1,
/// and this is the same as [`distances`].
///
/// # Complexity
///
/// Time `O(cells × log cells)`; four bytes for each cell, and eight for each that waits. Without weights that of [`distances`].
///
/// # Source
///
/// E. W. Dijkstra, "A note on two problems in connexion with graphs", *Numerische Mathematik* 1 (1959).
///
/// ```
/// use dedale::{generate::Algorithm, grid::Square, solve::costs};
/// let grid = Square::new(3, 1)?;
/// let mut maze = Algorithm::Backtracker.generate(grid, 7);
/// maze.set_weights([5, 2, 9].into())?;
/// let costs = costs(&maze, grid.at(0, 0), &mut ())?;
/// assert_eq!(costs.as_slice(), [0, 2, 11]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn costs<G: Grid, O: Observer>(maze: &Maze<G>, from: Cell, observer: &mut O) -> Result<Distances, O::Stop> {
    let Some(weights) = maze.weights() else { return distances(maze, from, observer) };
    let mut costs = vec![UNREACHED; weights.len()];
    costs[from.index()] = 0;
    let mut waiting = BinaryHeap::from([Reverse((0, from))]);
    let mut last = from;
    while let Some(Reverse((cost, cell))) = waiting.pop() {
        if costs[cell.index()] < cost {
            // It was reached again by a cheaper way, and that was taken first.
            continue;
        }
        observer.see(Step::Visit(cell))?;
        last = cell;
        for side in maze.passages(cell) {
            let far = maze.grid().across(cell, side);
            let reached = cost + u32::from(weights[far.index()]);
            if reached < costs[far.index()] {
                costs[far.index()] = reached;
                waiting.push(Reverse((reached, far)));
            }
        }
    }
    Ok(Distances::new(from, costs, last))
}
