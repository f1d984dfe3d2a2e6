//! Randomised Kruskal: edges in random order, opened where they join two sets.

use super::disjoint_sets::DisjointSets;
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::Rng;

/// Carves a perfect maze by taking the edges of the grid in random order and opening each that connects two different
/// sets of cells.
///
/// The maze appears everywhere at once. Its texture is even and has many short dead ends (about three cells in ten).
///
/// # Complexity
///
/// Time `O(edges × α(cells))`, where `α`, the inverse of Ackermann's function, is at most 4; eight bytes for each edge and
/// eight for each cell.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// J. B. Kruskal, "On the shortest spanning subtree of a graph", *Proceedings of the AMS* 7 (1956); randomised as in
/// Jamis Buck, *Mazes for Programmers* (2015), p. 158.
///
/// ```
/// use dedale::{generate::kruskal, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// kruskal(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn kruskal<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    let mut edges: Vec<(Cell, Side)> = Vec::new();
    for cell in maze.cells() {
        let grid = maze.grid();
        edges.extend(grid.inner_sides(cell).into_iter().filter(|&s| grid.across(cell, s) > cell).map(|s| (cell, s)));
    }
    let mut sets = DisjointSets::new(maze.grid().cells());
    let mut still_to_join = maze.grid().cells() - 1;
    // A shuffle from the front, as far as it is needed.
    for i in 0..edges.len() {
        if still_to_join == 0 {
            break;
        }
        let drawn = i + rng.index(edges.len() - i);
        edges.swap(i, drawn);
        let (cell, side) = edges[i];
        observer.see(Step::Visit(cell))?;
        if sets.unite(cell.0, maze.grid().across(cell, side).0) {
            maze.join(cell, side, observer)?;
            still_to_join -= 1;
        }
    }
    Ok(())
}
