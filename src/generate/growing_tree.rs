//! The growing tree: one algorithm that is many, by which cell it grows from next.

use super::active_list::ActiveList;
use super::board::carve_on_board;
use super::pick::{Member, Pick};
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
/// Time `O(cells)`, with `middle` in the mix `O(cells × log cells)`; a byte for each cell, eight (with `middle` twelve) for each
/// active cell, and as much again for those that lately left.
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
#[inline(never)]
pub fn growing_tree<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    pick: &Pick,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), Stopped> {
    carve_on_board(maze, |board| {
        let mut active = ActiveList::new(pick.asks_for_middle());
        active.push(board.random_place(rng));
        while !active.is_empty() {
            let slot = match pick.member(rng) {
                Member::Newest => active.newest(),
                Member::Oldest => active.oldest(),
                Member::Random => active.random(rng),
                Member::Middle => active.middle(),
            };
            let place = active.place(slot);
            observer.see(Step::Visit(board.cell(place)))?;
            if let Some(side) = board.choose(board.sides_to_new(place), rng) {
                active.push(board.carve(place, side, observer)?);
            } else {
                active.remove(slot);
            }
        }
        Ok(())
    })
}
