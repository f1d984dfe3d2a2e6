//! Any grid, as tables: which cells are neighbours, where they are, and what they look like.

mod bound;
mod lattice;
mod options;
mod places;
mod rows;
mod table;
mod tiled;

pub use options::{InvalidMesh, MeshOptions, Wrap};
pub use places::{Arc, Corner};
pub use table::{Crossing, Mesh};
