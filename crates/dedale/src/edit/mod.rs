//! Changes to a finished maze, one function for each: loops, rooms, fewer cells, fewer walls, doors, weights, things and
//! letters. And pictures in the way, which are carved around a finished maze of half the size.
//!
//! Every function takes a maze, and most draw from an [`Rng`](crate::rng::Rng). None of them knows options:
//! [`MazeOptions`](crate::MazeOptions) calls them in a [fixed order](crate::MazeOptions::make), which is part of
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

mod braid;
pub(crate) mod doors;
pub(crate) mod exits;
mod items;
mod letters;
mod make_unsolvable;
mod max_dead_end;
mod max_walls;
mod reveal;
pub(crate) mod rooms;
mod sparse;
pub(crate) mod weights;

pub use braid::braid;
pub use doors::{doors, remove};
pub use items::{Items, place};
pub use letters::{DoesNotFitError, OnTheWay, PlacedLetters, SolutionWord, letters};
pub use make_unsolvable::make_unsolvable;
pub use max_dead_end::max_dead_end;
pub use max_walls::{Lines, max_walls};
pub(crate) use reveal::{NoWayError, reveal};
pub use rooms::rooms;
pub use sparse::sparse;
pub use weights::{Weights, weights};

pub use crate::about::Share;
pub use crate::picture::{Item, Letter, Lock, Room};
