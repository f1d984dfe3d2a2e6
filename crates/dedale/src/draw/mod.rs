//! Drawings of mazes: one file for each format.
//!
//! `outline` has what is drawn of a maze for every format of lines, `marks` what is drawn at its ends, `strokes` the lines of plain squares, `mesh/` those of all other grids,
//! `pixels` the pixels of squares, `shapes` what strokes and areas cover of any pixels, and `solid/` the prisms to print.

mod canvas;
mod drawn;
pub(crate) mod dxf;
pub(crate) mod frame;
#[cfg(feature = "gif")]
mod frames;
#[cfg(feature = "gif")]
pub(crate) mod gif;
mod heat;
mod line;
#[cfg(feature = "gif")]
mod lzw;
mod marks;
pub(crate) mod mesh;
pub(crate) mod outline;
mod picture;
#[cfg(feature = "png")]
mod pixels;
#[cfg(feature = "png")]
pub(crate) mod png;
#[cfg(feature = "png")]
mod png_file;
#[cfg(feature = "png")]
mod raster;
#[cfg(feature = "png")]
mod scan;
#[cfg(feature = "png")]
mod shapes;
#[cfg(feature = "stl")]
pub(crate) mod solid;
mod strokes;
pub(crate) mod svg;
#[cfg(feature = "png")]
mod tile;

pub use canvas::{Canvas, Cap, Ink, Look, Stroke};
pub use marks::{SymbolAreas, digits, symbols, things};
pub use mesh::layout::drawn_size;
