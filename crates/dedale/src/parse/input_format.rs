//! The table entry of a format in which mazes are read.

use super::Parsed;
use super::error::ParseError;
use super::input::{Input, ReadContext};

/// A format in which mazes are read.
#[derive(Debug)]
#[non_exhaustive]
pub struct InputFormat {
    /// Its name.
    pub name: &'static str,
    /// What it looks like.
    pub description: &'static str,
    /// How a maze begins in it: most often the first line.
    pub first_line: &'static str,
    /// True if it is one of squares, each a wall or free, which takes [`Legend`](super::Legend) and `thin`.
    pub is_of_squares: bool,
    /// True if the input may be in this format. Formats that come before it are asked first.
    pub(crate) fits: fn(&Input<'_>) -> bool,
    /// Reads a maze.
    pub(crate) read: fn(&Input<'_>, &ReadContext<'_>) -> Result<Parsed, ParseError>,
}

impl InputFormat {
    /// Returns true if it is a kind of picture, which takes [`Shades`](super::Shades).
    ///
    /// ```
    /// use dedale::parse::InputFormat;
    /// assert!(InputFormat::from_name("png").unwrap().is_picture());
    /// assert!(!InputFormat::from_name("squares").unwrap().is_picture());
    /// ```
    pub fn is_picture(&self) -> bool {
        #[cfg(feature = "png")]
        return crate::pixel_rows::PictureKind::from_name(self.name).is_some();
        #[cfg(not(feature = "png"))]
        false
    }
}
