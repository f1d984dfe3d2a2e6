//! What is done to a finished maze: rooms, fewer cells, loops, fewer walls, single walls taken down, doors, exits, ground that costs.
//!
//! The order in which edits follow each other is fixed (see [`MazeOptions::make`](crate::options::MazeOptions::make)) and part of
//! [`GENERATOR_VERSION`](crate::generate::GENERATOR_VERSION).

mod braid;
mod doors;
mod exits;
mod max_walls;
mod remove;
mod rooms;
mod share;
mod sparse;
mod weights;

pub use braid::braid;
pub(crate) use doors::door_sides;
pub use doors::doors;
pub use exits::MAX_EXITS;
pub(crate) use exits::draw_exits;
pub use max_walls::{Lines, max_walls};
pub use remove::remove;
pub use rooms::{Room, RoomSize, Rooms, rooms};
pub use share::{NotAShare, Share};
pub use sparse::sparse;
pub(crate) use weights::weigh;
pub use weights::{WeightRange, Weights, weights};
