//! Spirals: passages that turn to the same hand wherever they can.
//!
//! ```text
//! begin passages in random cells, each with a hand
//! while there are any:
//!     let each go on to the first unvisited neighbor on the side of its hand, and remove it when there is none
//! while there is an unvisited cell beside a visited one:
//!     begin a passage there, and let it go on until it is stuck
//! open random walls between spirals until all cells are connected
//! ```
//!
//! [`Algorithm::Spiral`](super::Algorithm::Spiral) says more about its mazes, and where it is from.

use super::join_parts::join_parts;
use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Spiral,
    name: "spiral",
    title: "Spirals",
    description: "Passages coil up from several random cells at once, each turning to its own hand wherever it can; where all are stuck, the hunt for a new cell begins another.",
    texture: "spirals around and inside one another, straight where they meet the border",
    steps: Growth::Linear(9),
    bytes: 20,
    source: "W. D. Pullen, Daedalus: spiral mazes",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let count = 1 + board.grid().cells() / CELLS_EACH;
        let mut arms = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let place = board.random_place(rng);
            observer.see(Step::Root(board.cell(place)))?;
            let entry = board.choose(place, board.grid().inner_sides(board.cell(place)), rng).map(|(side, _)| side);
            arms.push(Arm { place, entry: entry.unwrap_or(Side::N), turns_right: rng.coin() });
        }
        while !arms.is_empty() {
            let mut number = 0;
            while let Some(arm) = arms.get_mut(number) {
                if arm.go_on(board, observer)? {
                    number += 1;
                } else {
                    arms.swap_remove(number);
                }
            }
        }
        let mut hunt_from = 0;
        while let Some(place) = board.first_unvisited_beside_visited(hunt_from) {
            hunt_from = place;
            let Some((side, far)) = board.choose(place, board.sides_to_visited(place), rng) else { continue };
            board.carve(place, side, far, observer)?;
            let mut arm = Arm { place, entry: side, turns_right: rng.coin() };
            while arm.go_on(board, observer)? {}
        }
        Ok(())
    })?;
    join_parts(maze, 0, rng, observer)
}

/// The number of cells for each spiral.
const CELLS_EACH: u32 = 64;

/// The end of a passage that grows.
struct Arm {
    place: usize,
    /// The side through which it came.
    entry: Side,
    turns_right: bool,
}

impl Arm {
    /// Carves on to the first unvisited neighbor on the side of its hand. Returns false if there is none.
    fn go_on<G: Grid, O: Observer>(&mut self, board: &mut Board<'_, G>, observer: &mut O) -> Result<bool, O::Stop> {
        let Some(side) = self.turn(board.sides_to_unvisited(self.place)) else { return Ok(false) };
        let far = board.across(self.place, side);
        board.carve(self.place, side, far, observer)?;
        (self.place, self.entry) = (far, board.opposite(self.place, side));
        Ok(true)
    }

    /// Returns the first of these sides, from where it came towards its hand.
    fn turn(&self, ways: Sides) -> Option<Side> {
        // Sides are numbered clockwise, so the next one counterclockwise is to the right.
        let turn = |k: u8| if self.turns_right { self.entry.number().wrapping_sub(k) } else { self.entry.number() + k };
        (1..=8).map(|k| Side::new(turn(k) & 7)).find(|&side| ways.contains(side))
    }
}
