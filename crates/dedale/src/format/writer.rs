//! A maze on its way to bytes.

use std::fmt::{self, Debug, Formatter};
use std::io::{self, ErrorKind};

use super::Format;
use crate::picture::form::Form;
use crate::picture::{Picture, RowSource};

/// Writes a maze in a format, piece by piece, so that a slow reader needs the memory of a piece and not that of the whole.
///
/// ```
/// use dedale::{format::{Format, Writer}, grid::Square, maze::Maze, picture::Picture};
/// let grid = Square::new(40, 30)?;
/// let picture = Picture::new(Maze::closed(grid), grid.at(0, 0), grid.at(29, 39));
/// let pieces = Writer::new(&picture, Format::Ascii).expect("squares can be written in every format");
/// let lines: usize = pieces.map(|piece| String::from_utf8(piece).unwrap().lines().count()).sum();
/// assert_eq!(lines, 2 * 30 + 1);
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
pub struct Writer<'a> {
    source: Box<dyn RowSource + Send + Sync + 'a>,
    form: Box<dyn Form>,
    next: u64,
    pieces: u64,
}

impl Debug for Writer<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("next", &self.next).field("pieces", &self.pieces).finish_non_exhaustive()
    }
}

impl<'a> Writer<'a> {
    /// The beginning of a maze in a format; `None` where the format [needs the whole maze](Format::is_by_rows) and the source has only
    /// rows, or where it [cannot say](Format::can_write) such a grid, so many cells or pixels as [`Format`] says, or walls that are
    /// [not thinner](crate::picture::Style::check) than a cell. Any other picture of squares can be written in every format.
    ///
    /// # Complexity
    ///
    /// Constant in time and memory, except for a heat map as SVG: that sorts the cells by distance first, four bytes for each. An animation has
    /// its pixels, and later a PNG the cells of each of its parts: see [`Picture::listed_bytes`].
    pub fn new(source: impl RowSource + Send + Sync + 'a, format: Format) -> Option<Writer<'a>> {
        let form = format.start(&source)?;
        let pieces = form.pieces();
        Some(Writer { source: Box::new(source), form, next: 0, pieces })
    }

    /// Writes all that is left.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_to(mut self, out: &mut impl io::Write) -> io::Result<()> {
        let mut piece = Vec::new();
        while !self.is_done() {
            piece.clear();
            self.write_next(&mut piece);
            out.write_all(&piece)?;
        }
        Ok(())
    }

    fn into_bytes(mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while !self.is_done() {
            self.write_next(&mut bytes);
        }
        bytes
    }

    /// Whether all has been written.
    pub fn is_done(&self) -> bool {
        self.next == self.pieces
    }

    /// Writes the next piece, if there is one, to the end of `out`. To stop, ask for no more: a piece takes a few milliseconds, and one that would
    /// take longer comes in several calls, of which all but the last may write nothing.
    ///
    /// # Complexity
    ///
    /// For text and JSON time and bytes are `O(columns)`: at most 84 bytes for each cell of the row (ANSI, where each block may
    /// have another color), and about a hundred for the ends of its lines. JSON's first piece has its head too, and the last one of a
    /// map the path. A piece of DXF has about a hundred bytes for each line, and one of STL fifty for each triangle. Before the first
    /// triangle, all of them are found, in a few pieces that take some microseconds for each cell of the maze, and the memory that
    /// [`solid_bytes`](crate::draw::solid_bytes) says. A piece of SVG
    /// is a row of walls and all that reach down from it, or the cells of one shade; one of PNG about 64 KiB of pixels before
    /// compression.
    pub fn write_next(&mut self, out: &mut Vec<u8>) {
        if !self.is_done() {
            self.form.write_piece(&mut *self.source, self.next, out);
            self.next += u64::from(self.form.is_complete());
        }
    }
}

/// The pieces that are left. Some may be empty: compression holds bytes back.
impl Iterator for Writer<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if self.is_done() {
            return None;
        }
        let mut piece = Vec::new();
        self.write_next(&mut piece);
        Some(piece)
    }
}

impl Picture {
    /// The picture in a format, piece by piece; `None` where its grid has none in the format.
    pub fn pieces(self, format: Format) -> Option<Writer<'static>> {
        Writer::new(self, format)
    }

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
