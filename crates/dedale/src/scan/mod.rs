//! Pictures of mazes as input: from pixels to a maze, or to a path that is drawn into the picture.
//!
//! A [`Scan`] is a picture as squares. `reader` makes it from the meanings of `pixels`, and `clusters` finds walls that are not darker than half.
//! `ruled` separates lines of several pixels from the squares between them, `marks` finds the ends in their colors, and `outline` the openings in the
//! walls. `painted` writes the picture again with a path.

mod clusters;
mod marks;
mod outline;
mod painted;
mod pixels;
mod reader;
mod ruled;

pub use reader::Scan;
pub(crate) use reader::read;
