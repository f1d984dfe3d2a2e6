//! Hunt and kill: a walk until it is stuck, then a search for where to go on.
//!
//! ```text
//! begin at a random cell
//! repeat:
//!     while there are unvisited neighbors:
//!         carve to a random one, and go there
//!     hunt for the first unvisited cell beside a visited one; if there is none, stop
//!     carve from it to a random visited neighbor, and go on from the cell that was found
//! ```
//!
//! The unvisited cells beside visited ones are kept in a set, so that a hunt takes the same time on every grid.
//!
//! [`Algorithm::HuntAndKill`](super::Algorithm::HuntAndKill) says more about its mazes, and where it is from.

use super::place_set::PlaceSet;
use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::HuntAndKill,
    name: "hunt-and-kill",
    title: "Hunt and kill",
    description: "A random walk through new cells; when it is stuck, a hunt row by row for a new cell beside a visited one.",
    texture: "long winding passages, few dead ends, a shorter solution than the backtracker's",
    // The frontier has a bit for each cell.
    bytes: 3,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 67",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let mut frontier = PlaceSet::new(board.grid().places());
        let mut cell = board.random_place(rng);
        board.visit(cell, observer)?;
        loop {
            loop {
                let unvisited = board.sides_to_unvisited(cell);
                let Some((side, neighbor)) = board.choose(cell, unvisited, rng) else { break };
                unvisited.without(side).into_iter().for_each(|other| frontier.add(board.across(cell, other)));
                board.carve(cell, side, neighbor, observer)?;
                frontier.remove(neighbor);
                cell = neighbor;
            }
            let Some(found) = frontier.first() else { return Ok(()) };
            frontier.remove(found);
            board.visit(found, observer)?;
            if let Some((side, neighbor)) = board.choose(found, board.sides_to_visited(found), rng) {
                board.carve(found, side, neighbor, observer)?;
            }
            cell = found;
        }
    })
}
