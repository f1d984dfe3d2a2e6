//! What is done to a finished maze: rooms, fewer cells, loops, fewer walls, single walls taken down, doors, exits, ground that costs, things to
//! place.
//!
//! The order in which edits follow each other is fixed (see [`MazeOptions::make`](crate::options::MazeOptions::make)) and part of
//! [`GENERATOR_VERSION`](crate::generate::GENERATOR_VERSION).

mod braid;
mod doors;
mod exits;
mod items;
mod max_dead_end;
mod max_walls;
mod option;
mod remove;
mod rooms;
mod share;
mod solvable;
mod sparse;
mod weights;

pub(crate) use braid::BRAID;
pub use braid::braid;
pub use doors::doors;
pub(crate) use doors::{DOORS, door_sides};
pub(crate) use exits::{EXITS, draw_exits, too_many_exits};
pub(crate) use items::{ITEMS, LOCKS, has_things};
pub use items::{Item, Items, Lock, place};
pub(crate) use max_dead_end::MAX_DEAD_END;
pub use max_dead_end::max_dead_end;
pub use max_walls::{Lines, max_walls};
pub(crate) use max_walls::{MAX_WALLS, MAX_WALLS_IN};
pub(crate) use option::{EditOption, Edits, Site};
pub use remove::remove;
pub(crate) use rooms::{ROOM_SIZE, ROOMS};
pub use rooms::{Room, Rooms, rooms};
pub use share::{NotAShare, Share};
pub(crate) use solvable::SOLVABLE;
pub use solvable::block;
pub use sparse::sparse;
pub(crate) use sparse::{SPARSE, SPARSE_BYTES};
pub(crate) use weights::{WEIGHTS, weigh};
pub use weights::{Weights, weights};
