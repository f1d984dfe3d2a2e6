//! Spirals: passages that turn to the same hand wherever they can.
//!
//! ```text
//! begin passages in random cells, each with a hand
//! while there are any:
//!     let each go on to the first unvisited neighbor on the side of its hand, and remove it when there is none
//! for each cell, row by row:
//!     if it is unvisited and beside a visited one, carve from it to a random visited neighbor:
//!         a passage begins there, and goes on until it is stuck
//! open random walls between spirals until all cells are connected
//! ```
//!
//! [`Algorithm::Spiral`](super::Algorithm::Spiral) says more about its mazes, and where it is from.

use super::join_parts::join_parts;
use super::prelude::*;
use super::take_turns::take_turns;
use crate::grid::Rotation;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Spiral,
    name: "spiral",
    title: "Spirals",
    description: "Passages coil up from several random cells at once, each turning to its own hand wherever it can; where all are stuck, the hunt for a new cell begins another.",
    texture: "spirals around and inside one another, straight where they meet the border",
    steps: Growth::Linear(9),
    bytes: 20,
    source: "W. D. Pullen, Daedalus: spiral mazes",
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let count = 1 + board.grid().cells() / CELLS_EACH;
        let mut arms = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let cell = board.random_place(rng);
            board.begin_at(cell, observer)?;
            let neighbor = board.choose(cell, board.inner_sides(cell), rng);
            arms.push(Arm {
                cell,
                entry: neighbor.map_or(Side::N, |neighbor| neighbor.side),
                rotation: random_rotation(rng),
            });
        }
        take_turns(arms, |arm| arm.advance(board, observer))?;
        let mut next = Place::FIRST;
        while let Some(cell) = board.first_unvisited_beside_visited(next) {
            if let Some(neighbor) = board.choose(cell, board.sides_to_visited(cell), rng) {
                board.carve(cell, neighbor, observer)?;
                let mut arm = Arm { cell, entry: neighbor.side, rotation: random_rotation(rng) };
                while arm.advance(board, observer)? {}
            }
            next = cell.next();
        }
        Ok(())
    })?;
    join_parts(maze, 0, rng, observer)
}

/// The number of cells for each spiral.
const CELLS_EACH: u32 = 64;

/// The end of a passage that grows.
struct Arm {
    cell: Place,
    /// The side through which it came.
    entry: Side,
    /// The order in which sides are tried from there on: clockwise with the left hand, counterclockwise with the right one.
    rotation: Rotation,
}

impl Arm {
    /// Carves on to the first unvisited neighbor on the side of its hand. Returns false if there is none.
    fn advance<G: Grid, O: Observer>(&mut self, board: &mut Board<'_, G>, observer: &mut O) -> Result<bool, O::Stop> {
        let unvisited = board.sides_to_unvisited(self.cell);
        let Some(side) = unvisited.first_after(self.entry, self.rotation) else { return Ok(false) };
        let neighbor = board.neighbor(self.cell, side);
        board.carve(self.cell, neighbor, observer)?;
        (self.cell, self.entry) = (neighbor.place, board.opposite(self.cell, side));
        Ok(true)
    }
}

fn random_rotation(rng: &mut Rng) -> Rotation {
    if rng.coin() { Rotation::Counterclockwise } else { Rotation::Clockwise }
}
