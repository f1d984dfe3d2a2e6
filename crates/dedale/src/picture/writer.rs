//! Writing a maze piece by piece.

use std::fmt::{self, Debug, Formatter};
use std::io;

use super::RowSource;
use super::piece_writer::PieceWriter;

/// Writes a maze, or a solution, piece by piece, so that a slow receiver needs the memory of one piece only.
///
/// ```
/// use dedale::{formats::{Format, Writer}, grid::Square, maze::Maze, picture::Picture};
/// let grid = Square::new(40, 30)?;
/// let picture = Picture::new(Maze::closed(grid), grid.at(0, 0), grid.at(29, 39));
/// let pieces = Writer::new(&picture, Format::Ascii).expect("squares can be written in every format");
/// let lines: usize = pieces.map(|piece| String::from_utf8(piece).unwrap().lines().count()).sum();
/// assert_eq!(lines, 2 * 30 + 1);
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
pub struct Writer<'a> {
    write: WritePiece<'a>,
    next: u64,
    pieces: u64,
    elements: u64,
    bytes: u64,
}

/// Appends the piece with this number, or a part of it. Returns true when the piece is complete; otherwise, it is called again for the same piece.
type WritePiece<'a> = Box<dyn FnMut(u64, &mut Vec<u8>) -> bool + Send + Sync + 'a>;

impl Debug for Writer<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("next", &self.next).field("pieces", &self.pieces).finish_non_exhaustive()
    }
}

impl<'a> Writer<'a> {
    /// Creates the writer of a text of this many pieces, which are written in order, with about `elements` elements. It takes `bytes` bytes of
    /// memory.
    pub(crate) fn of(
        pieces: u64,
        elements: u64,
        bytes: u64,
        mut write: impl FnMut(u64, &mut Vec<u8>) + Send + Sync + 'a,
    ) -> Writer<'a> {
        let write = Box::new(move |number, out: &mut Vec<u8>| {
            write(number, out);
            true
        });
        Writer { write, next: 0, pieces, elements, bytes }
    }

    /// Creates the writer of a maze in a format.
    pub(crate) fn of_pieces(
        mut writer: Box<dyn PieceWriter>,
        mut source: impl RowSource + Send + Sync + 'a,
        elements: u64,
        bytes: u64,
    ) -> Writer<'a> {
        let pieces = writer.pieces();
        let write = Box::new(move |number, out: &mut Vec<u8>| {
            writer.write_piece(&mut source, number, out);
            writer.is_complete()
        });
        Writer { write, next: 0, pieces, elements, bytes }
    }

    /// Returns the approximate number of elements: cells, numbers or words, or groups of pixels that take as long.
    pub fn elements(&self) -> u64 {
        self.elements
    }

    /// Returns the approximate memory for writing, in bytes, without the maze.
    pub fn expected_bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes the remaining pieces.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub(crate) fn write_to(mut self, out: &mut impl io::Write) -> io::Result<()> {
        let mut piece = Vec::new();
        while !self.is_done() {
            piece.clear();
            self.write_next(&mut piece);
            out.write_all(&piece)?;
        }
        Ok(())
    }

    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while !self.is_done() {
            self.write_next(&mut bytes);
        }
        bytes
    }

    /// Returns true if everything has been written.
    pub fn is_done(&self) -> bool {
        self.next == self.pieces
    }

    /// Appends the next piece, if there is one. A piece takes a few milliseconds. A piece that would take longer comes in several calls, of
    /// which only the last must write something. To stop, do not call it again.
    ///
    /// # Complexity
    ///
    /// For text and JSON time and bytes are `O(columns)`: at most 84 bytes for each cell of the row (ANSI, where each block may
    /// have another color), and about a hundred for the ends of its lines. The first piece of JSON also has the metadata, and the last one of a
    /// map the path. A piece of DXF has about a hundred bytes for each line, and one of STL fifty for each triangle. Before the first
    /// triangle, all of them are found, in a few pieces that take some microseconds for each cell of the maze. A piece of SVG
    /// is a row of walls and all that reach down from it, or the cells of one shade; one of PNG about 64 KiB of pixels before
    /// compression.
    pub fn write_next(&mut self, out: &mut Vec<u8>) {
        if !self.is_done() {
            self.next += u64::from((self.write)(self.next, out));
        }
    }
}

/// The remaining pieces. Some may be empty, since a compressor holds bytes back.
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
