//! Pictures of mazes as input: from pixels to a maze, or to a path that is drawn into the picture.
//!
//! A [`Scan`] is what is seen of a picture. `reader` makes it, with the meanings of `pixels`; lines of several pixels are told from the squares between
//! them in `ruled`, and the openings in the walls are found in `outline`. `painted` writes the picture again with a path.

mod outline;
mod painted;
mod pixels;
mod reader;
mod ruled;

pub use reader::Scan;
pub(crate) use reader::read;
