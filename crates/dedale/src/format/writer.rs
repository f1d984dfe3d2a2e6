//! A maze on its way to bytes.

use std::borrow::Cow;
use std::fmt::{self, Debug, Formatter};
use std::io::{self, ErrorKind};

use super::Format;
use crate::draw::solid::MAX_CELLS;
use crate::grid::Mesh;
use crate::picture::form::{Form, MeshForm};
use crate::picture::{Kind, Picture, Plane, RowSource};

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
    written: Written<'a>,
    next: u64,
    pieces: u64,
}

/// What a [`Writer`] reads: the rows of a maze of squares, or a picture on any other grid. Each may be a reference.
pub enum Source<'a> {
    /// Squares, row by row.
    Rows(Box<dyn RowSource + Send + Sync + 'a>),
    /// Any other grid.
    Mesh(Box<Cow<'a, Picture<Mesh>>>),
}

impl<'a, S: RowSource + Send + Sync + 'a> From<S> for Source<'a> {
    fn from(rows: S) -> Source<'a> {
        Source::Rows(Box::new(rows))
    }
}

impl From<Picture<Mesh>> for Source<'_> {
    fn from(picture: Picture<Mesh>) -> Self {
        Source::Mesh(Box::new(Cow::Owned(picture)))
    }
}

impl<'a> From<&'a Picture<Mesh>> for Source<'a> {
    fn from(picture: &'a Picture<Mesh>) -> Self {
        Source::Mesh(Box::new(Cow::Borrowed(picture)))
    }
}

/// What is written, and how.
enum Written<'a> {
    Rows(Box<dyn RowSource + Send + Sync + 'a>, Box<dyn Form>),
    Mesh(Box<Cow<'a, Picture<Mesh>>>, Box<dyn MeshForm>),
}

impl Debug for Writer<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("next", &self.next).field("pieces", &self.pieces).finish_non_exhaustive()
    }
}

impl<'a> Writer<'a> {
    /// The beginning of a maze in a format; `None` where the format [needs the whole maze](Format::is_by_rows) and the source has only
    /// rows, or where it [cannot say](Format::can_write) such a grid, or so many cells as [`Format::Stl`] says. A picture of fewer squares can
    /// be written in every format.
    ///
    /// # Complexity
    ///
    /// Constant in time and memory, except for a heat map as SVG: that sorts the cells by distance first, four bytes for each. An animation has
    /// its pixels, and later a PNG the cells of each of its parts: see [`Picture::listed_bytes`].
    ///
    /// # Panics
    ///
    /// When a PNG would have 2^31 or more pixels a side.
    pub fn new(source: impl Into<Source<'a>>, format: Format) -> Option<Writer<'a>> {
        let (written, pieces) = match source.into() {
            Source::Rows(rows) => {
                let form = format.start(&*rows)?;
                let pieces = form.pieces();
                (Written::Rows(rows, form), pieces)
            }
            Source::Mesh(picture) => {
                let form = format.start_mesh(&picture)?;
                let pieces = form.pieces();
                (Written::Mesh(picture, form), pieces)
            }
        };
        Some(Writer { written, next: 0, pieces })
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
    /// map the path. A piece of DXF has about a hundred bytes for each line, and one of STL fifty for each triangle; before the first,
    /// all triangles are counted. A piece of SVG
    /// is a row of walls and all that reach down from it, or the cells of one shade; one of PNG about 64 KiB of pixels before
    /// compression.
    pub fn write_next(&mut self, out: &mut Vec<u8>) {
        if !self.is_done() {
            let is_complete = match &mut self.written {
                Written::Rows(rows, form) => {
                    form.write_piece(&mut **rows, self.next, out);
                    form.is_complete()
                }
                Written::Mesh(picture, form) => {
                    form.write_piece(picture, self.next, out);
                    form.is_complete()
                }
            };
            self.next += u64::from(is_complete);
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

impl<G: Plane> Picture<G> {
    /// The picture in a format, piece by piece; `None` where its grid has none in the format.
    pub fn pieces(self, format: Format) -> Option<Writer<'static>> {
        match G::into_kind(self) {
            Kind::Squares(picture) => Writer::new(picture, format),
            Kind::Mesh(picture) => Writer::new(picture, format),
        }
    }

    fn writer(&self, format: Format) -> Option<Writer<'_>> {
        match G::picture(self) {
            Kind::Squares(picture) => Writer::new(picture, format),
            Kind::Mesh(picture) => Writer::new(picture, format),
        }
    }

    /// Writes the whole picture, piece by piece.
    ///
    /// ```
    /// use dedale::{Format, MazeOptions};
    /// let made = "grid=hex&w=5&h=4&seed=7".parse::<MazeOptions>()?.make(&mut ())?;
    /// let hexagons = made.into_mesh().expect("a maze of hexagons");
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
    /// Those of `out`, and [`ErrorKind::Unsupported`] where the format [cannot say](Format::can_write) such a grid, or so many cells.
    pub fn write_to(&self, format: Format, out: &mut impl io::Write) -> io::Result<()> {
        let refused = || {
            let reason = match format {
                Format::Stl(_) if self.maze.grid().cells() > MAX_CELLS => {
                    format!("a solid has at most {MAX_CELLS} cells, and this maze {}", self.maze.grid().cells())
                }
                format => format!("{} cannot write a maze on this grid", format.name()),
            };
            io::Error::new(ErrorKind::Unsupported, reason)
        };
        self.writer(format).ok_or_else(refused)?.write_to(out)
    }
}

impl Picture {
    /// The whole picture at once, for pictures that are known to be small. For others see [`Writer`].
    ///
    /// # Panics
    ///
    /// When an STL would have more cells than [`Format::Stl`] says.
    pub fn to_bytes(&self, format: Format) -> Vec<u8> {
        self.writer(format).expect("a whole picture can be written in every format").into_bytes()
    }
}

impl Picture<Mesh> {
    /// The whole picture at once; `None` where the format [cannot say](Format::can_write) such a grid.
    pub fn to_bytes(&self, format: Format) -> Option<Vec<u8>> {
        self.writer(format).map(Writer::into_bytes)
    }
}
