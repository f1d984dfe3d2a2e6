//! Prim's algorithm proper: the minimum spanning tree of random weights.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{is_new, random_cell, sides_to_new};
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::Rng;

/// Carves the minimum spanning tree of a grid whose edges have random weights, grown from a random cell: of all edges
/// that lead out of what is carved, the lightest is opened.
///
/// The maze has the texture of [`kruskal`](super::kruskal()), since both give the minimum spanning tree of random
/// weights: many short dead ends (about three cells in ten), less regular than [`prim`](super::prim()).
///
/// # Complexity
///
/// Time `O(edges × log edges)`; sixteen bytes for each edge of the frontier.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// R. C. Prim, "Shortest connection networks and some generalizations", *Bell System Technical Journal* 36 (1957);
/// Jamis Buck, *Mazes for Programmers* (2015), p. 179.
///
/// ```
/// use dedale::{generate::true_prim, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// true_prim(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn true_prim<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    let start = random_cell(maze.grid(), rng);
    observer.see(Step::Visit(start))?;
    let mut frontier: BinaryHeap<Reverse<(u64, Cell, Side)>> = BinaryHeap::new();
    // An edge enters the frontier once, when the first of its cells is carved. To draw its weight then is to draw it at
    // the start, without the memory. Equal weights, should two ever be drawn, fall to the cell with the lower number.
    let mut reach = |maze: &Maze<G>, cell: Cell, frontier: &mut BinaryHeap<_>| {
        for side in sides_to_new(maze, cell) {
            frontier.push(Reverse((rng.word(), cell, side)));
        }
    };
    reach(maze, start, &mut frontier);
    while let Some(Reverse((_, cell, side))) = frontier.pop() {
        let far = maze.grid().across(cell, side);
        observer.see(Step::Visit(far))?;
        if is_new(maze, far) {
            maze.carve(cell, side, observer)?;
            reach(maze, far, &mut frontier);
        }
    }
    Ok(())
}
