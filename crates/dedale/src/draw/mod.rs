//! Drawings of mazes: one file for each format.
//!
//! `outline` has what is drawn of a maze for every format of lines, `strokes` the lines of plain squares, `mesh/` those of all other grids,
//! `pixels` the pixels of squares, and `solid/` the prisms to print.

mod area;
mod canvas;
pub(crate) mod dxf;
pub(crate) mod gif;
mod heat;
mod line;
mod lzw;
pub(crate) mod mesh;
pub(crate) mod outline;
mod picture;
mod pixels;
pub(crate) mod png;
pub(crate) mod solid;
mod strokes;
pub(crate) mod svg;
mod tile;

pub use canvas::{Canvas, Cap, Ink, Look, Stroke};
pub use mesh::layout::drawn_size;
pub use solid::solid_steps;
pub use tile::Frame;
