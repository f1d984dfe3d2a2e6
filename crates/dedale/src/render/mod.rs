//! A maze, and perhaps a path through it, as bytes: one file for each format.
//!
//! A picture is written in *pieces*, each about one row of cells, as a reader takes them: the memory needed is that of one
//! piece, however large the whole.
//!
//! To add a format: a file with a constant `INFO` and a function `start`, and one line in `format.rs`.
//!
//! A [`Writer`] knows of a maze only what a [`RowSource`] tells: a maze in memory, or one whose rows are made while they are
//! written.

mod animation;
mod ansi;
mod area;
mod ascii;
mod blocks;
mod canvas;
mod csv;
mod dxf;
mod film;
mod form;
mod format;
mod gif;
mod head;
mod heat;
mod json;
mod lattice;
mod line;
mod lzw;
mod measures;
mod mesh;
mod mms;
mod npy;
mod options;
mod outline;
mod overlay;
mod palette;
mod picture;
mod pixels;
mod plane;
mod png;
mod solid;
mod solution;
mod source;
mod squares;
mod streamed;
mod strokes;
mod style;
mod svg;
mod table;
mod tile;
mod tmj;
mod trail;
mod unicode;
mod window;
mod words;
mod writer;

pub use animation::{Animation, Shown, Surface};
pub use canvas::{Canvas, Cap, Ink, Look, Stroke};
pub use film::{FILM_BYTES, Film, Recorder};
pub use form::FormatInfo;
pub use format::{FORMATS, Format};
pub use head::{Exit, Head};
pub use json::Encoding;
pub use measures::Measures;
pub use mesh::MeshWriter;
pub use options::{OptionList, OptionValue};
pub use palette::Palette;
pub use picture::Picture;
pub use plane::{Kind, Plane};
pub use solid::solid_steps;
pub use solution::{Directions, Section, SolutionDocument, SolutionHead, directions};
pub use source::{RowSource, Strip};
pub use streamed::Streamed;
pub use style::{Colour, NotAColour, Shaded, Style};
pub use table::Table;
pub use tile::Frame;
pub use tmj::{HEXAGONS, TILES};
pub use trail::Trail;
pub use window::Windowed;
pub use writer::{Pieces, Writer};
// The way back knows a junction by the same table.
pub(crate) use npy::array_start;
pub(crate) use unicode::WALLS as JUNCTIONS;

/// The version of the formats. It is raised when a byte of any format changes for the same picture, so that a cache knows that
/// what it has is out of date.
///
/// The bytes of one version are held to digests by the tests, as mazes are by the
/// [generator version](crate::generate::GENERATOR_VERSION).
pub const VERSION: u32 = 2;
