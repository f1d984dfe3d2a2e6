//! A maze on its way to bytes.

use std::borrow::Borrow;
use std::fmt::Debug;

use super::{Format, MeshWriter};
use crate::picture::Kind;
use crate::picture::form::Form;
use crate::picture::{Picture, Plane, RowSource};

/// Writes a maze in a format, piece by piece, so that a slow reader needs the memory of a piece and not that of the whole.
///
/// It owns its source, which may be a reference: a `Writer<&Picture>` borrows the picture.
///
/// ```
/// use dedale::{grid::Square, maze::Maze, format::{Format, Writer}, picture::Picture};
/// let grid = Square::new(40, 30)?;
/// let picture = Picture::new(Maze::closed(grid), grid.at(0, 0), grid.at(29, 39));
/// let pieces = Writer::new(&picture, Format::Ascii);
/// let lines: usize = pieces.map(|piece| String::from_utf8(piece).unwrap().lines().count()).sum();
/// assert_eq!(lines, 2 * 30 + 1);
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Writer<S> {
    source: S,
    form: Box<dyn Form>,
    next: u64,
    pieces: u64,
}

impl<S: Borrow<Picture> + RowSource> Writer<S> {
    /// The beginning of a picture in a format. `picture` is a [`Picture`] or a reference to one.
    ///
    /// # Complexity
    ///
    /// Constant in time and memory, except for a heat map as SVG: that sorts the cells by distance first, four bytes for each.
    ///
    /// # Panics
    ///
    /// When a PNG would have 2^31 or more pixels a side.
    pub fn new(picture: S, format: Format) -> Writer<S> {
        Writer::by_rows(picture, format).expect("a whole picture can be written in every format")
    }
}

impl<S: RowSource> Writer<S> {
    /// The beginning of a maze of any source in a format; `None` where the format [needs the whole maze](Format::is_by_rows) and
    /// the source has only rows.
    ///
    /// # Panics
    ///
    /// When a PNG would have 2^31 or more pixels a side.
    pub fn by_rows(source: S, format: Format) -> Option<Writer<S>> {
        let form = format.start(&source)?;
        let pieces = form.pieces();
        Some(Writer { source, form, next: 0, pieces })
    }

    /// Whether all has been written.
    pub fn is_done(&self) -> bool {
        self.next == self.pieces
    }

    /// Writes the next piece, if there is one, to the end of `out`.
    ///
    /// # Complexity
    ///
    /// For text and JSON time and bytes are `O(columns)`: at most 84 bytes for each cell of the row (ANSI, where each block may
    /// have another colour), and about a hundred for the ends of its lines. JSON's first piece has its head too, and the last one of a
    /// map the path. A piece of DXF has about a hundred bytes for each line, and one of STL fifty for each triangle; before the first,
    /// all triangles are counted. A piece of SVG
    /// is a row of walls and all that reach down from it, or the cells of one shade; one of PNG about 64 KiB of pixels before
    /// compression.
    pub fn write_next(&mut self, out: &mut Vec<u8>) {
        if !self.is_done() {
            self.form.write_piece(&mut self.source, self.next, out);
            self.next += 1;
        }
    }
}

/// The pieces that are left. Some may be empty: compression holds bytes back.
impl<S: RowSource> Iterator for Writer<S> {
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

/// Something that is written piece by piece.
pub trait Pieces: Send {
    /// Whether everything has been written.
    fn is_done(&self) -> bool;

    /// Appends the next piece to `out`.
    fn write_next(&mut self, out: &mut Vec<u8>);
}

impl<S: RowSource + Send> Pieces for Writer<S> {
    fn is_done(&self) -> bool {
        Writer::is_done(self)
    }

    fn write_next(&mut self, out: &mut Vec<u8>) {
        Writer::write_next(self, out);
    }
}

impl<G: Plane> Picture<G> {
    /// The picture in a format, piece by piece; `None` where its grid has none in the format.
    pub fn pieces(self, format: Format) -> Option<Box<dyn Pieces>> {
        Some(match G::into_kind(self) {
            Kind::Squares(picture) => Box::new(Writer::new(picture, format)),
            Kind::Mesh(picture) => Box::new(MeshWriter::new(picture, format)?),
        })
    }
}

impl Picture {
    /// The whole picture at once, for pictures that are known to be small. For others see [`Writer`].
    pub fn to_bytes(&self, format: Format) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(self, format);
        while !writer.is_done() {
            writer.write_next(&mut bytes);
        }
        bytes
    }
}
