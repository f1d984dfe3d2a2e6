//! A dungeon: rooms, mazes between them, and doors.
//!
//! ```text
//! once for every 8 cells:
//!     grow a room from a random cell
//!     if it touches no other one, and is more than a corridor, carve it
//! while there are unvisited cells:
//!     let a backtracker begin at the first one
//! open random walls between rooms and passages until all cells are connected, and a few more
//! ```
//!
//! In the source, the dead ends of passages are removed last. Here, each cell of the grid is a part of the maze, and
//! [`sparse`](crate::edit::sparse()) removes dead ends.
//!
//! [`Algorithm::Dungeon`](super::Algorithm::Dungeon) says more about its mazes, and where it is from.

use super::backtracker::Backtracker;
use super::join_parts::join_parts;
use super::place_table::PlaceTable;
use super::prelude::*;
use super::sides_to_unvisited::SidesToUnvisited;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Dungeon,
    name: "dungeon",
    aliases: &["rooms-and-mazes"],
    title: "Dungeon",
    description: "Rooms are placed at random; recursive backtrackers fill what is left between them; doors join all of it, and a few more of them make loops.",
    texture: "rooms with a few doors, and winding passages between them: not perfect. With sparse=1, its dead ends are taken out",
    perfect: false,
    time: "O(n α(n))",
    steps: Growth::Linear(9),
    bytes: 14,
    source: "R. Nystrom, Rooms and Mazes: A Procedural Dungeon Generator (2014)",
    ..DEFAULTS
};

pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    dungeon_of_rooms(maze, rng, observer, &mut |_, _| ())
}

/// Carves a dungeon, and calls `placed` with the cells of each room.
#[inline(never)]
pub(crate) fn dungeon_of_rooms<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    rng: &mut Rng,
    observer: &mut O,
    placed: &mut dyn FnMut(&G, &mut dyn Iterator<Item = Cell>),
) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let mut room = RoomPlan { places: Vec::new(), is_inside: board.table(false) };
        for _ in 0..board.grid().cells().div_ceil(CELLS_EACH) {
            let start = board.random_place(rng);
            board.visit(start, observer)?;
            room.grow(board, start, rng);
            if room.is_placeable(board) {
                room.carve(board, observer)?;
                placed(board.grid(), &mut room.places.iter().map(|&place| board.cell(place)));
            }
            room.clear();
        }
        let mut unvisited = SidesToUnvisited::new(board);
        let mut next = Place::FIRST;
        while let Some(start) = board.first_unvisited(next) {
            board.begin_at(start, observer)?;
            let mut backtracker = Backtracker::at(start, board);
            while backtracker.advance(board, &mut unvisited, rng, observer)? {}
            // A single cell between rooms is still unvisited, but will have a door.
            next = start.next();
        }
        Ok(())
    })?;
    join_parts(maze, ALSO_ONE_IN, rng, observer)
}

/// The number of cells for each try to place a room.
const CELLS_EACH: u32 = 8;

/// Of this many walls that would join nothing, one is opened too.
const ALSO_ONE_IN: u64 = 20;

/// The smallest and the largest number of times that a room grows.
const GROWTH: [u64; 2] = [3, 8];

/// A room with this many cells no longer grows.
const LARGE: usize = 40;

/// A room that may be placed.
struct RoomPlan {
    places: Vec<Place>,
    is_inside: PlaceTable<bool>,
}

impl RoomPlan {
    fn add(&mut self, place: Place) {
        if !std::mem::replace(&mut self.is_inside[place], true) {
            self.places.push(place);
        }
    }

    fn clear(&mut self) {
        for place in self.places.drain(..) {
            self.is_inside[place] = false;
        }
    }

    /// Grows the room from the cell at `start`, until it meets another room.
    fn grow<G: Grid>(&mut self, board: &Board<'_, G>, start: Place, rng: &mut Rng) {
        self.add(start);
        let sides = board.inner_sides(start);
        let [least, most] = GROWTH;
        for _ in 0..least + rng.below(most - least + 1) {
            let Some(side) = sides.pick(|sides| rng.below(sides)) else { return };
            for index in 0..self.places.len() {
                let place = self.places[index];
                if board.inner_sides(place).contains(side) {
                    self.add(board.across(place, side));
                }
            }
            if self.places.len() >= LARGE || !self.places.iter().all(|&place| board.is_unvisited(place)) {
                return;
            }
        }
    }

    /// Returns true if it can be placed: there is a loop in it, and it touches no other room.
    fn is_placeable<G: Grid>(&self, board: &Board<'_, G>) -> bool {
        let inside = |&place: &Place| self.sides_inside(board, place).len() as usize;
        let is_free = |&place: &Place| {
            let sides = board.inner_sides(place);
            board.is_unvisited(place) && sides.into_iter().all(|side| board.is_unvisited(board.across(place, side)))
        };
        self.places.iter().map(inside).sum::<usize>() >= self.places.len() && self.places.iter().all(is_free)
    }

    fn carve<G: Grid, O: Observer>(&self, board: &mut Board<'_, G>, observer: &mut O) -> Result<(), O::Stop> {
        for &place in &self.places {
            for side in self.sides_inside(board, place) {
                board.carve(place, board.neighbor(place, side), observer)?;
            }
        }
        Ok(())
    }

    /// Returns the sides of a cell that lead to other cells of the room, at higher places.
    fn sides_inside<G: Grid>(&self, board: &Board<'_, G>, place: Place) -> Sides {
        board.sides_to_later(place).into_iter().filter(|&side| self.is_inside[board.across(place, side)]).collect()
    }
}
