//! What is done to a finished maze: rooms, fewer cells, loops, fewer walls, single walls taken down, doors, exits, ground that costs, things to
//! place.
//!
//! The order in which edits follow each other is fixed (see [`MazeOptions::make`](crate::options::MazeOptions::make)) and part of
//! [`GENERATOR_VERSION`](crate::generate::GENERATOR_VERSION). Each takes time in proportion to the cells.
//!
//! ```
//! use dedale::edit::{Share, braid, doors, max_dead_end, remove, sparse};
//! use dedale::rng::{Rng, Stream};
//! use dedale::{Algorithm, Side, Square};
//! let grid = Square::new(30, 30)?;
//! let mut maze = Algorithm::Prim.generate(grid, 7);
//! max_dead_end(&mut maze, 3, &mut Rng::new(7, Stream::MaxDeadEnd), &mut ())?;
//! braid(&mut maze, Share::ALL, &mut Rng::new(7, Stream::Braid), &mut ())?;
//! assert!(!maze.cells().any(|cell| maze.is_dead_end(cell)));
//! remove(&mut maze, grid.at(0, 9), Side::N, &mut ())?;
//! doors(&mut maze, grid.at(0, 0), grid.at(29, 29), &mut ())?;
//! assert_eq!(maze.openings().count(), 3);
//!
//! let mut maze = Algorithm::Prim.generate(grid, 7);
//! let kept = sparse(&mut maze, Share::new(0.4)?, |_| false, &mut Rng::new(7, Stream::Sparse), &mut ())?;
//! assert_eq!(kept.iter().filter(|&&kept| kept).count(), 540);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod braid;
pub(crate) mod doors;
pub(crate) mod exits;
pub(crate) mod items;
pub(crate) mod max_dead_end;
pub(crate) mod max_walls;
pub(crate) mod rooms;
pub(crate) mod solvable;
pub(crate) mod sparse;
pub(crate) mod weights;

pub use braid::braid;
pub use doors::{doors, remove};
pub use items::{Items, place};
pub use max_dead_end::max_dead_end;
pub use max_walls::{Lines, max_walls};
pub use rooms::rooms;
pub use solvable::block;
pub use sparse::sparse;
pub use weights::{Weights, weights};

pub use crate::about::Share;
use crate::about::{InvalidValue, Range};
use crate::options::{Faults, MazeBuilder};
pub use crate::picture::{Item, Lock, Room};

/// The changes to a maze after it is carved. Each has its entry in the table of options, in the file of the edit.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Edits {
    pub(crate) rooms: u32,
    pub(crate) room_size: Option<Range<u32>>,
    pub(crate) sparse: Share,
    pub(crate) braid: Share,
    pub(crate) max_dead_end: Option<u32>,
    pub(crate) max_walls: Option<Share>,
    pub(crate) max_walls_in: Option<Lines>,
    pub(crate) doors: bool,
    pub(crate) exits: u32,
    pub(crate) weights: Option<Weights>,
    pub(crate) solvable: Option<Share>,
    pub(crate) items: Vec<Items>,
    pub(crate) locks: u32,
}

/// Refuses what needs the cells above tunnels as they are.
fn check_unwoven(option: &'static str, is_set: bool, maze: &MazeBuilder, faults: &mut Faults) {
    if is_set && maze.is_woven() {
        let more = ", whose tunnels need the cells above them as they are";
        faults.add(option, InvalidValue::conflict_since("weave", more));
    }
}
