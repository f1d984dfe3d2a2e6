//! Recursive division: walls across chambers, each with one gap.
//!
//! ```text
//! take down all walls
//! the maze is the first chamber to divide
//! for each chamber to divide, until there is none:
//!     if it is more than one cell high and wide:
//!         draw a wall across its longer side, and a gap in it
//!         build the wall, but not at the gap
//!         divide both halves
//! ```
//!
//! It draws random numbers by position: the place and the size of a chamber determine the word that says where it is divided, whatever
//! the size of the maze. So [`Rows`](super::Rows) can be those of a part of a maze.
//!
//! [`Algorithm::Division`](super::Algorithm::Division) says more about its mazes, and where it is from.

pub(crate) mod bits;
mod chamber;

pub(crate) use chamber::Chamber;

use super::prelude::*;
use super::rows::bands::InBands;
use bits::{Divided, carve_in_bands};

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
    rectangle: Some(|_, request| {
        let (key, whole, blocks) = (request.key, [request.rows, request.columns], request.blocks());
        let columns = blocks.first_column()..blocks.end_column().min(request.columns);
        let divided = Divided { key, whole, columns, wanted: request.wanted_columns.clone() };
        Box::new(InBands::new(divided, request.wanted.end))
    }),
    ..DEFAULTS
};

pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let key = rng.key();
    if !O::FOLLOWS {
        return carve_in_bands(maze, key, observer);
    }
    maze.clear(observer)?;
    let grid = *maze.grid();
    let mut chambers = vec![Chamber::whole(grid)];
    while let Some(chamber) = chambers.pop() {
        if chamber.is_divisible() {
            let (wall, halves) = chamber.divide(chamber.draw(key));
            for (cell, side) in wall.sides(grid) {
                maze.wall(cell, side, observer)?;
            }
            chambers.extend(halves);
        }
    }
    Ok(())
}
