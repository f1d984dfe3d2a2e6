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
    // The set of prey has a bit for each cell.
    bytes: 3,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 67",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let mut prey = Prey::new(board);
        let mut cell = board.random_place(rng);
        board.visit(cell, observer)?;
        loop {
            let mut unvisited = board.sides_to_unvisited(cell);
            while let Some(neighbor) = board.choose(cell, unvisited, rng) {
                board.carve(cell, neighbor, observer)?;
                prey.pass(board, cell, unvisited, neighbor);
                cell = neighbor.place;
                unvisited = board.sides_to_unvisited(cell);
            }
            let Some(found) = prey.hunt() else { return Ok(()) };
            board.visit(found, observer)?;
            if let Some(neighbor) = board.choose(found, board.sides_to_visited(found), rng) {
                board.carve(found, neighbor, observer)?;
            }
            cell = found;
        }
    })
}

/// The unvisited cells beside visited ones, so that the hunt need not go through the grid.
struct Prey(PlaceSet);

impl Prey {
    fn new<G: Grid>(board: &Board<'_, G>) -> Prey {
        Prey(PlaceSet::new(board.grid().places()))
    }

    /// Notes that the walk has gone from a cell to a neighbor, and has left those at the other unvisited sides behind.
    #[inline]
    fn pass<G: Grid>(&mut self, board: &Board<'_, G>, cell: Place, unvisited: Sides, visited: Neighbor) {
        for side in unvisited.without(visited.side) {
            self.0.add(board.across(cell, side));
        }
        // Two sides may lead to the same neighbor.
        self.0.remove(visited.place);
    }

    /// Takes the first cell in the order of rows.
    fn hunt(&mut self) -> Option<Place> {
        let found = self.0.first()?;
        self.0.remove(found);
        Some(found)
    }
}
