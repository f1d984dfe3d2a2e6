//! Randomized Prim: a frontier of edges, any of which may be next.
//!
//! Carves a perfect maze by growing it from a random cell: of the frontier, the edges that lead out of what is carved,
//! one is taken at random, and opened if its far cell is still new.
//!
//! The maze grows evenly in all directions like a crystal, which gives many short dead ends (about a third of the cells)
//! and a direct solution. Here all edges that lead out are alike; [`true_prim`](super::true_prim) weighs them.
//!
//! # Source
//!
//! R. C. Prim, "Shortest connection networks and some generalizations", *Bell System Technical Journal* 36 (1957);
//! with an edge drawn at random in place of the shortest. Jamis Buck, *Mazes for Programmers* (2015), p. 175, has a relative that draws
//! cells.

use super::frontier::{Frontier, Slot, ends};
use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Prim,
    name: "prim",
    title: "Randomized Prim",
    description: "Grows from a random cell: of all edges that lead out of what is carved, one is taken at random and opened if its far cell is new.",
    texture: "many short dead ends, spreading from one place like a crystal",
    steps: Growth::Linear(3),
    source: "R. C. Prim, Bell System Technical Journal 36 (1957); J. Buck, Mazes for Programmers (2015), p. 175",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        if board.grid().places() < 1 << 29 {
            grow_from_anywhere(board, Frontier::<u32>::new(), rng, observer)
        } else {
            grow_from_anywhere(board, Frontier::<u64>::new(), rng, observer)
        }
    })
}

/// Takes edges out of the empty `frontier`, four at a time, until every cell is carved.
#[inline(never)]
fn grow_from_anywhere<G: Grid, O: Observer, T: Slot>(
    board: &mut Board<'_, G>,
    mut frontier: Frontier<T>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let start = board.random_place(rng);
    observer.see(Step::Visit(board.cell(start)))?;
    frontier.add(board, start, true);
    // An edge adds those at the other sides of its far cell, at most.
    let most_added = if board.draws_as_square() { 3 } else { 7 };
    let mut remaining = board.grid().cells() - 1;
    while remaining > 0 && frontier.len > 0 {
        if !O::FOLLOWS {
            // Once for all four.
            observer.see(Step::Visit(board.cell(start)))?;
        }
        for &index in &frontier.four_indices(most_added, rng) {
            if index >= frontier.len {
                continue;
            }
            let (end, side_there) = ends(frontier.swap_remove(index));
            let is_square = board.grid().is_square();
            let place = if is_square { board.across(end, side_there) } else { end };
            let is_new = board.is_new(place);
            if O::FOLLOWS {
                observer.see(Step::Visit(board.cell(place)))?;
            }
            // Whether it is new cannot be predicted. Squares need no branch: all is done either way, and counts where it is new. On other
            // grids, that costs more than a wrong prediction.
            if !is_square && !is_new {
                continue;
            }
            let (from, side) = if is_square {
                (end, side_there)
            } else {
                (board.across(end, side_there), board.opposite(end, side_there))
            };
            board.open_if(is_new, from, side, place);
            if O::FOLLOWS && is_new {
                observer.see(Step::Carve { from: board.cell(from), side, to: board.cell(place) })?;
            }
            frontier.add(board, place, is_new);
            remaining -= u32::from(is_new);
        }
    }
    Ok(())
}
