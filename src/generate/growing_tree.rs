//! The growing tree: one algorithm that is many, by which cell it grows from next.

use super::pick::Pick;
use super::ranked_list::RankedList;
use super::{random_cell, random_side, sides_to_new};
use crate::grid::Grid;
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::Rng;

/// Carves a perfect maze from a list of active cells: take the member that `pick` says, carve from it to a random new
/// neighbour, which becomes active; a member without one leaves the list.
///
/// `newest` gives exactly the maze of the [`backtracker`](super::backtracker()) with the same seed, `random` a texture much
/// like [`prim`](super::prim()), `oldest` long straight corridors from the start, and a mix what lies between.
///
/// # Complexity
///
/// Time `O(cells × log cells)`; twelve bytes for each active cell, and as much again for those that lately left.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 184.
///
/// ```
/// use dedale::{generate::{Pick, growing_tree}, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// growing_tree(&mut maze, &"oldest:1,newest:9".parse()?, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn growing_tree<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    pick: &Pick,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), Stopped> {
    let start = random_cell(maze.grid(), rng);
    let mut active = RankedList::default();
    active.push(start);
    while active.len() > 0 {
        let rank = pick.rank(active.len(), rng);
        let Some((slot, cell)) = active.slot(rank) else { break };
        observer.see(Step::Visit(cell))?;
        if let Some(side) = random_side(sides_to_new(maze, cell), rng) {
            let far = maze.carve(cell, side, observer)?;
            active.push(far);
        } else {
            active.remove(slot);
        }
    }
    Ok(())
}
