//! A maze on its way to bytes.

use std::borrow::Borrow;
use std::io::{self, ErrorKind};

use super::Format;
pub use crate::picture::writer::Writer;
use crate::picture::{Picture, RowSource};

impl<'a> Writer<'a> {
    /// The beginning of a picture in a format; `None` where it [cannot say](Format::can_write) such a grid, where there are too many cells or
    /// pixels for the format, or walls that are [not thinner](crate::picture::Style::check) than a cell. Any other picture of squares can be
    /// written in every format.
    ///
    /// # Complexity
    ///
    /// Constant in time and memory, except for a heat map as SVG: that sorts the cells by distance first, four bytes for each. An animation has
    /// its pixels, and later a PNG on other grids than squares the cells of each of its parts.
    pub fn new(picture: impl Borrow<Picture> + Send + Sync + 'a, format: Format) -> Option<Writer<'a>> {
        Writer::of_rows(picture, format)
    }

    /// The same of a maze whose rows may be made when they are written.
    pub(crate) fn of_rows(source: impl RowSource + Send + Sync + 'a, format: Format) -> Option<Writer<'a>> {
        let writer = format.start(&source)?;
        let [columns, rows] = source.metadata().size();
        let (elements, bytes) = match source.whole() {
            Some(picture) => (picture.elements(format), picture.listed_bytes(format)),
            None => (format.elements(columns, rows), format.row_bytes(columns)),
        };
        let bytes = bytes.saturating_add(writer.expected_bytes());
        Some(Writer::of_pieces(writer, source, elements, bytes))
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
    /// Those of `out`, and [`ErrorKind::Unsupported`] where there is no [writer](Writer::new) of this picture in the format.
    pub fn write_to(&self, format: Format, out: &mut impl io::Write) -> io::Result<()> {
        let refused = || {
            let reason = format.fault(&self).unwrap_or_else(|| format!("{} needs more of the maze", format.name()));
            io::Error::new(ErrorKind::Unsupported, reason)
        };
        Writer::new(self, format).ok_or_else(refused)?.write_to(out)
    }

    /// The whole picture at once, for pictures that are known to be small; for others see [`Writer`]. `None` where there is no
    /// [writer](Writer::new) of this picture in the format.
    ///
    /// ```
    /// use dedale::{Format, MazeBuilder, grid::GridKind};
    /// let made = MazeBuilder::default().grid(GridKind::Triangle).size(9, 6).seed(7).make()?;
    /// assert!(made.to_bytes(Format::Svg(Default::default())).is_some());
    /// assert_eq!(made.to_bytes(Format::Ascii), None);
    /// # Ok::<(), dedale::options::MakeError>(())
    /// ```
    pub fn to_bytes(&self, format: Format) -> Option<Vec<u8>> {
        Writer::new(self, format).map(Writer::into_bytes)
    }
}
