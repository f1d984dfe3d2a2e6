//! Hunt and kill: a walk until it is stuck, then a search for where to go on.
//!
//! Carves a perfect maze by a random walk through new cells; when it is stuck, the hunt goes through the grid row by row for
//! the first new cell beside a visited one, opens a random wall between the two, and the walk goes on from there.
//!
//! Long winding passages like the [`backtracker`](super::backtracker)'s, with about as few dead ends, but a shorter
//! solution.
//!
//! A hunt sets out where the one before ended, or where the walk since then came by a new cell before that, and so does not go through the
//! same cells again.
//!
//! # Source
//!
//! Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 67.

use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::HuntAndKill,
    name: "hunt-and-kill",
    title: "Hunt and kill",
    description: "A random walk through new cells; when it is stuck, a hunt row by row for a new cell beside a visited one.",
    texture: "long winding passages, few dead ends, a shorter solution than the backtracker's",
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 67",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let reach = board.reach();
        let mut place = board.random_place(rng);
        observer.see(Step::Visit(board.cell(place)))?;
        // There is nothing to be found by a hunt before this place.
        let mut hunt_from = usize::MAX;
        loop {
            loop {
                let ways = board.sides_to_new(place);
                if place < hunt_from.saturating_add(reach) {
                    hunt_from = ways.into_iter().map(|side| board.across(place, side)).fold(hunt_from, usize::min);
                }
                let Some((side, far)) = board.choose(place, ways, rng) else { break };
                board.carve(place, side, far, observer)?;
                place = far;
            }
            let Some(found) = board.first_new_beside_visited(hunt_from) else { return Ok(()) };
            hunt_from = found;
            observer.see(Step::Visit(board.cell(found)))?;
            if let Some((side, far)) = board.choose(found, board.sides_to_visited(found), rng) {
                board.carve(found, side, far, observer)?;
            }
            place = found;
        }
    })
}
