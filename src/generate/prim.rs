//! Randomised Prim: a frontier of edges, any of which may be next.

use super::board::carve_on_board;
use super::frontier::{Frontier, ends};
use crate::grid::Grid;
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::Rng;

/// Carves a perfect maze by growing it from a random cell: of the frontier, the edges that lead out of what is carved,
/// one is taken at random, and opened if its far cell is still new.
///
/// The maze grows evenly in all directions like a crystal, which gives many short dead ends (about a third of the cells)
/// and a direct solution. This is the simplified Prim of the maze books; [`true_prim`](super::true_prim()) weighs edges.
///
/// # Complexity
///
/// Time `O(edges)`; eight bytes for each edge of the frontier, and a byte for each cell.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// R. C. Prim, "Shortest connection networks and some generalizations", *Bell System Technical Journal* 36 (1957);
/// randomised as in Jamis Buck, *Mazes for Programmers* (2015), p. 175.
///
/// ```
/// use dedale::{generate::prim, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// prim(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
#[inline(never)]
pub fn prim<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    carve_on_board(maze, |board| {
        let start = board.random_place(rng);
        observer.see(Step::Visit(board.cell(start)))?;
        let mut frontier = Frontier::new();
        frontier.add(board, start, board.sides_to_new(start));
        let mut still_new = board.grid().cells() - 1;
        while still_new > 0 {
            let (place, side) = ends(frontier.swap_remove(rng.index(frontier.len())));
            let far = board.across(place, side);
            observer.see(Step::Visit(board.cell(far)))?;
            if board.is_new(far) {
                board.carve(place, side, far, observer)?;
                frontier.add(board, far, board.sides_to_new(far));
                still_new -= 1;
            }
        }
        Ok(())
    })
}
