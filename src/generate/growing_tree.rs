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
        let mut active = ActiveList::new(pick.has(Member::Middle));
        active.push(board.random_place(rng));
        let may_be_random = pick.has(Member::Random);
        while !active.is_empty() {
            let member = pick.member(rng);
            // A slot is drawn whether it is wanted or not: that is cheaper than a branch that nobody can predict.
            let drawn = if may_be_random { active.any_slot(rng) } else { 0 };
            let slot = match member {
                Member::Newest | Member::Random => active.newest_or(drawn, member == Member::Random, rng),
                Member::Oldest => active.oldest(),
                Member::Middle => active.middle(),
            };
            let place = active.place(slot);
            observer.see(Step::Visit(board.cell(place)))?;
            if let Some((side, far)) = board.choose(place, board.sides_to_new(place), rng) {
                board.carve(place, side, far, observer)?;
                active.push(far);
            } else {
                active.remove(slot);
            }
        }
        Ok(())
    })
}
