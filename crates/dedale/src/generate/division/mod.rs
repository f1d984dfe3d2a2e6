//! Recursive division: walls across rooms, each with one gap.
//!
//! ```text
//! take down all walls
//! the maze is the first room to divide
//! for each room to divide, until there is none:
//!     if it is more than one cell high and wide:
//!         draw a wall across its longer side, and a gap in it
//!         build the wall, but not at the gap
//!         divide both halves
//! ```
//!
//! It draws random numbers by position: where a room is divided says one word, that of the room's place and size, whatever
//! the size of the maze. So [`Rows`](super::Rows) can be those of a part of a maze.
//!
//! [`Algorithm::Division`](super::Algorithm::Division) says more about its mazes, and where it is from.

pub(crate) mod bits;
mod room;

pub(crate) use room::Room;

use super::prelude::*;
use super::rows::bands::InBands;
use crate::rng::Key;
use bits::{Divided, carve_unwatched};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Division,
    name: "division",
    aliases: &["recursive-division"],
    title: "Recursive division",
    description: "An empty room is divided by a wall with one gap, and so are its halves, until every room is one cell wide.",
    texture: "long straight walls, nested rooms, few ways through",
    bytes: 3,
    bytes_of_column: 14,
    source: "J. Perry, in W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 197",
    rectangle: Some(|_, part| {
        let (key, whole, window) = (part.key, [part.rows, part.columns], part.window());
        let columns = window.start()..window.end().min(part.columns);
        let divided = Divided { key, whole, columns, wanted: part.wanted_columns.clone() };
        Box::new(InBands::new(divided, part.wanted.end))
    }),
    ..PLAIN
};

pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    match carve_unwatched(maze, rng.key(), observer) {
        Some(outcome) => outcome,
        None => divide_all(maze, rng.key(), observer),
    }
}

/// Divides one room after the other.
fn divide_all<O: Observer>(maze: &mut Maze<Square>, key: Key, observer: &mut O) -> Result<(), O::Stop> {
    maze.clear(observer)?;
    let grid = *maze.grid();
    let mut rooms = vec![Room::whole(grid)];
    while let Some(room) = rooms.pop() {
        if room.is_divided() {
            let (wall, halves) = room.divide(room.draw(key));
            for (cell, side) in wall.sides(grid) {
                maze.wall(cell, side, observer)?;
            }
            rooms.extend(halves);
        }
    }
    Ok(())
}
