//! Mazes that are too large to be generated as a whole: their rows, their windows, the tiles of their maps, and paths through them.
//!
//! The algorithms that make them are in [`generate`](crate::generate), with all others.

mod distant;
#[cfg(feature = "json")]
mod document;
mod streamed;
mod tiles;
mod window;

#[cfg(test)]
pub(crate) use distant::{BENT, PathShape, STRAIGHT};
pub use distant::{DistantPath, DistantPathError, Length, PathPart};
#[cfg(feature = "json")]
pub use document::PathDocument;
pub(crate) use streamed::Streamed;
pub use tiles::{Tile, Tiles};
