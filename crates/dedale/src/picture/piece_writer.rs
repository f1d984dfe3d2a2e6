//! Facts about a format, and the trait of its writers.

use super::source::ends_to_mark;
use super::{RowSource, Strip, Style};

/// Facts about how a format is written.
///
/// ```
/// use dedale::formats::FORMATS;
/// let png = FORMATS.iter().find(|info| info.name == "png").unwrap();
/// assert!(png.write.is_some());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct WriteInfo {
    /// The characters with which a path is drawn. No wall is drawn with any of them, and none is written in place of a wall. With a space in
    /// place of each, the picture is the one without a path and without marks of its ends. Empty if the format shows no path, or only by color.
    pub path_glyphs: &'static str,
    /// True if the format shows the path of a picture.
    pub shows_path: bool,
    /// True if the format shows the distances of a picture, in every style: see [`Format::shows_distances`](crate::formats::Format::shows_distances).
    pub shows_distances: bool,
    /// True if the format is written row by row, in every style without distances: see [`Format::is_by_rows`](crate::formats::Format::is_by_rows).
    pub by_rows: bool,
    /// True if the bytes are compressed: there are few of them, and writing each takes long.
    pub is_compressed: bool,
    /// See [`Format::elements`](crate::formats::Format::elements).
    pub(crate) elements: fn(&Style, [u64; 2]) -> u64,
    /// See [`Format::row_bytes`](crate::formats::Format::row_bytes).
    pub(crate) row_bytes: fn(&Style, u64) -> u64,
}

impl WriteInfo {
    /// A text that is written row by row, in which a path can be seen.
    pub(crate) const TEXT: WriteInfo = {
        /// The most bytes that a cell has in any text: `{"N":false,"E":false,"S":false,"W":false},`.
        const MAX_BYTES_OF_A_CELL: u64 = 46;
        WriteInfo {
            path_glyphs: "",
            shows_path: true,
            shows_distances: false,
            by_rows: true,
            is_compressed: false,
            elements: |_, [columns, rows]| columns.saturating_mul(rows),
            row_bytes: |_, columns| columns.saturating_mul(2 * MAX_BYTES_OF_A_CELL),
        }
    };
}

/// Writes a picture in one format, piece by piece. Keeps everything that must be known from one piece to the next.
pub(crate) trait PieceWriter: Send + Sync {
    /// Returns the number of pieces.
    fn pieces(&self) -> u64;

    /// Appends a piece, by its number, or a part of it, to `out`. Pieces are requested in order, and from the same source that the writer
    /// began with.
    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>);

    /// Returns the largest number of bytes of memory that it takes while writing, in addition to its source and the lists of
    /// [`Picture::listed_bytes`].
    ///
    /// [`Picture::listed_bytes`]: crate::picture::Picture::listed_bytes
    fn expected_bytes(&self) -> u64 {
        0
    }

    /// Returns true if the last piece was written completely. If not, the caller requests it again. So it can stop in the middle of a piece that
    /// takes long.
    fn is_complete(&self) -> bool {
        true
    }
}

/// Writes this many pieces, each completely.
pub(crate) fn by_pieces(
    pieces: u64,
    write: impl FnMut(&mut dyn RowSource, u64, &mut Vec<u8>) + Send + Sync + 'static,
) -> Option<Box<dyn PieceWriter>> {
    Some(Box::new(FnWriter { pieces, write }))
}

struct FnWriter<W> {
    pieces: u64,
    write: W,
}

impl<W: FnMut(&mut dyn RowSource, u64, &mut Vec<u8>) + Send + Sync> PieceWriter for FnWriter<W> {
    fn pieces(&self) -> u64 {
        self.pieces
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        (self.write)(source, number, out);
    }
}

/// Writes a piece for each strip, by its number from 0: the lines of points, each with the cells below it.
pub(crate) fn strips(
    source: &dyn RowSource,
    mut write: impl FnMut(&mut dyn RowSource, u64, &mut Vec<u8>) + Send + Sync + 'static,
) -> Option<Box<dyn PieceWriter>> {
    let mesh = source.whole().and_then(|picture| picture.maze.grid().mesh());
    let (of_floor, floors) = (source.metadata().size()[1] + 1, mesh.map_or(1, |mesh| mesh.options().floors.into()));
    by_pieces(of_floor * floors, move |source, number, out| {
        // An empty line is between two floors.
        if number > 0 && number.is_multiple_of(of_floor) {
            out.push(b'\n');
        }
        write(source, number, out);
    })
}

/// Writes a piece for each strip, which says all that there is to write.
pub(crate) fn by_strip(
    source: &dyn RowSource,
    write: impl Fn(&Strip<'_>, &mut Vec<u8>) + Send + Sync + 'static,
) -> Option<Box<dyn PieceWriter>> {
    strips(source, move |source, number, out| write(&source.strip(number), out))
}

/// Does the same for a format whose reader knows marks of the ends: these are marked where the reader would take others. `is_of_cells` says whether each square
/// is a cell.
pub(crate) fn by_strip_with_ends(
    source: &dyn RowSource,
    is_of_cells: bool,
    write: impl Fn(&Strip<'_>, &mut Vec<u8>) + Send + Sync + 'static,
) -> Option<Box<dyn PieceWriter>> {
    let ends = ends_to_mark(source, is_of_cells);
    strips(source, move |source, number, out| {
        let in_row = |end: Option<[u64; 2]>| end.filter(|&[row, _]| row == number).map(|[_, column]| column as u32);
        write(&Strip { marked: ends.map(in_row), ..source.strip(number) }, out);
    })
}
