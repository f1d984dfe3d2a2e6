//! A maze on its way to bytes.

use std::borrow::Borrow;
use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};

use super::Format;
pub use crate::picture::writer::Writer;
use crate::picture::{Picture, RowSource};

/// The error of a picture that cannot be written in a format.
///
/// ```
/// use dedale::{Format, MazeBuilder, grid::GridKind};
/// let hexagons = MazeBuilder::default().grid(GridKind::Hex).size(5, 4).seed(7).make()?;
/// let error = hexagons.to_bytes(Format::Ascii).unwrap_err();
/// assert_eq!(error.to_string(), "ascii cannot write a maze on this grid");
/// # Ok::<(), dedale::options::MakeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Unwritable {
    /// The format.
    pub format: Format,
    /// The reason, which names the format if it depends on it.
    pub reason: String,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Error for Unwritable {}

impl From<Unwritable> for io::Error {
    fn from(unwritable: Unwritable) -> io::Error {
        io::Error::new(ErrorKind::Unsupported, unwritable)
    }
}

impl<'a> Writer<'a> {
    /// Creates a writer of a picture in a format. Nothing is written yet.
    ///
    /// # Complexity
    ///
    /// Constant in time and memory, except for a heat map as SVG: that sorts the cells by distance first, four bytes for each. An animation has
    /// its pixels, and later a PNG on other grids than squares the cells of each of its parts.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if the format [cannot show](Format::can_write) the grid, if there are too many cells or pixels for the format, or if
    /// walls are [not thinner](crate::picture::Style::check) than a cell. Any other picture of squares can be written in every format.
    pub fn new(picture: impl Borrow<Picture> + Send + Sync + 'a, format: Format) -> Result<Writer<'a>, Unwritable> {
        Writer::of_rows(picture, format)
    }

    /// Returns the same of a maze whose rows may be made when they are written.
    pub(crate) fn of_rows(source: impl RowSource + Send + Sync + 'a, format: Format) -> Result<Writer<'a>, Unwritable> {
        let writer = format.start(&source)?;
        let [columns, rows] = source.metadata().size();
        let (elements, bytes) = match source.whole() {
            Some(picture) => (picture.elements(format), picture.listed_bytes(format)),
            None => (format.elements(columns, rows), format.row_bytes(columns)),
        };
        let bytes = bytes.saturating_add(writer.expected_bytes());
        Ok(Writer::of_pieces(writer, source, elements, bytes))
    }
}

impl Picture {
    /// Writes the whole picture, piece by piece.
    ///
    /// ```
    /// use dedale::{Format, MazeOptions};
    /// let hexagons = "grid=hex&w=5&h=4&seed=7".parse::<MazeOptions>()?.make(&mut ())?;
    /// let mut svg = Vec::new();
    /// hexagons.write_to(Format::Svg(Default::default()), &mut svg)?;
    /// assert!(svg.starts_with(b"<svg"));
    /// let refused = hexagons.write_to(Format::Ascii, &mut svg).unwrap_err();
    /// assert_eq!(refused.to_string(), "ascii cannot write a maze on this grid");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `out`, and [`Unwritable`], as [`ErrorKind::Unsupported`], if there is no [writer](Writer::new) of this picture in the format.
    pub fn write_to(&self, format: Format, out: &mut impl io::Write) -> io::Result<()> {
        Writer::new(self, format)?.write_to(out)
    }

    /// Returns the whole picture at once, for pictures that are known to be small; for others see [`Writer`].
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if there is no [writer](Writer::new) of this picture in the format.
    ///
    /// ```
    /// use dedale::{Format, MazeBuilder, grid::GridKind};
    /// let made = MazeBuilder::default().grid(GridKind::Triangle).size(9, 6).seed(7).make()?;
    /// assert!(made.to_bytes(Format::Svg(Default::default()))?.starts_with(b"<svg"));
    /// assert!(made.to_bytes(Format::Ascii).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_bytes(&self, format: Format) -> Result<Vec<u8>, Unwritable> {
        Writer::new(self, format).map(Writer::into_bytes)
    }
}
