//! Mazes and solutions as text, JSON and tables of numbers: how they are written, one file for each format, and how they are read
//! ([`parse`]).

pub(crate) mod ansi;
pub(crate) mod ascii;
pub(crate) mod blocks;
pub(crate) mod csv;
pub(crate) mod digits;
mod directions;
pub(crate) mod hex;
#[cfg(feature = "json")]
pub(crate) mod json;
pub(crate) mod map;
pub(crate) mod mms;
pub(crate) mod npy;
pub mod parse;
#[cfg(feature = "json")]
pub(crate) mod rectangles;
pub(crate) mod scen;
#[cfg(feature = "json")]
pub(crate) mod solution;
pub(crate) mod squares;
pub(crate) mod table;
pub(crate) mod tiled;
pub(crate) mod tokens;
#[cfg(all(feature = "json", feature = "png"))]
mod traced;
pub(crate) mod unicode;
mod words;

pub use directions::{Directions, directions};
#[cfg(feature = "json")]
pub use json::Encoding;
#[cfg(feature = "json")]
pub use rectangles::{has_rectangles, rectangles};
pub use scen::Scenarios;
#[cfg(feature = "json")]
pub use solution::{PathCost, Section, SolutionDocument, SolutionHead};
pub use squares::{SquareOf, SquareStyle};
pub use table::Table;
pub use tiled::{HEXAGONS, TILES};
#[cfg(all(feature = "json", feature = "png"))]
pub use traced::traced_document;
