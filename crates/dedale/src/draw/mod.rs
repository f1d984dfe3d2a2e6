//! Drawings of mazes: one file for each format.
//!
//! `outline` has the lines of a maze for every format of lines: from `strokes` on plain squares, and from `mesh/sketch` on all other grids, with the
//! `marks` at the ends. `pixels` paints plain squares, and `mesh/paint` all other grids, with the parts of pixels that `shapes` cover. `solid` is a
//! solid to print.

#[cfg(feature = "gif")]
pub(crate) mod animated;
pub(crate) mod canvas;
pub(crate) mod dxf;
pub(crate) mod frame;
#[cfg(feature = "gif")]
pub(crate) mod gif;
pub(crate) mod heat;
pub(crate) mod layers;
pub(crate) mod line;
#[cfg(feature = "gif")]
pub(crate) mod lzw;
pub(crate) mod marks;
pub(crate) mod mesh;
pub(crate) mod outline;
pub(crate) mod picture;
#[cfg(feature = "png")]
pub(crate) mod pixels;
#[cfg(feature = "png")]
pub(crate) mod png;
#[cfg(feature = "png")]
pub(crate) mod png_file;
#[cfg(feature = "png")]
pub(crate) mod raster;
#[cfg(feature = "png")]
pub(crate) mod shapes;
#[cfg(feature = "stl")]
pub(crate) mod solid;
pub(crate) mod strokes;
pub(crate) mod svg;
#[cfg(feature = "png")]
pub(crate) mod tile;

pub use canvas::{Canvas, Cap, Ink, Stroke};
pub use marks::{LetterStrokes, SymbolAreas, Symbols};
pub use mesh::layout::drawn_size;
