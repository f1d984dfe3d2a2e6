//! A picture on its way to bytes.

use super::png::Stream;
use super::svg::Sheet;
use super::{Encoding, Format, Picture, ansi, ascii, blocks, json, unicode};

/// How far a picture has been written: piece by piece, so that whoever reads slowly needs the memory of a piece and not that of
/// the whole.
///
/// ```
/// use dedale::{grid::Square, maze::Maze, render::{Format, Picture, Writing}};
/// let grid = Square::new(40, 30)?;
/// let picture = Picture::new(Maze::closed(grid), grid.at(0, 0), grid.at(29, 39));
/// let mut writing = Writing::new(&picture, Format::Ascii);
/// let mut lines = 0;
/// while !writing.is_done() {
///     let mut piece = Vec::new();
///     writing.write_next(&picture, &mut piece);
///     lines += String::from_utf8(piece).unwrap().lines().count();
/// }
/// assert_eq!(lines, 2 * 30 + 1);
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Writing {
    next: usize,
    pieces: usize,
    form: Form,
}

/// How a piece is written.
#[derive(Debug)]
enum Form {
    /// By the number of its row.
    Rows(fn(&Picture, u32, &mut Vec<u8>)),
    /// The same, in an encoding.
    Json(Encoding),
    /// By its number, with what was found out before the first.
    Svg(Sheet),
    /// After the one before it.
    Png(Box<Stream>),
}

impl Writing {
    /// The beginning.
    ///
    /// # Complexity
    ///
    /// Constant in time and memory, but for a heat map as SVG: that sorts the cells by distance first, four bytes for each.
    ///
    /// # Panics
    ///
    /// When a PNG would have 2^31 or more pixels a side.
    pub fn new(picture: &Picture, format: Format) -> Writing {
        let form = match format {
            Format::Json(encoding) => Form::Json(encoding),
            Format::Ascii => Form::Rows(ascii::write_piece),
            Format::Unicode => Form::Rows(unicode::write_piece),
            Format::Blocks => Form::Rows(blocks::write_piece),
            Format::Ansi => Form::Rows(ansi::write_piece),
            Format::Svg(style) => Form::Svg(Sheet::new(picture, style)),
            Format::Png(style) => Form::Png(Box::new(Stream::new(picture, style))),
        };
        let pieces = match &form {
            // Each row of cells with the walls north of it, and then what follows the last row.
            Form::Rows(_) | Form::Json(_) => picture.maze.grid().rows() as usize + 1,
            Form::Svg(sheet) => sheet.pieces(picture),
            Form::Png(stream) => stream.pieces(),
        };
        Writing { next: 0, pieces, form }
    }

    /// Whether all has been written.
    pub fn is_done(&self) -> bool {
        self.next == self.pieces
    }

    /// Writes the next piece, if there is one, to the end of `out`. `picture` must be the one that the writing began with.
    ///
    /// # Complexity
    ///
    /// For text and JSON time and bytes are `O(columns)`: at most 84 bytes for each cell of the row (ANSI, where every block has
    /// a colour of its own), and a hundred or so for the ends of its lines. JSON's first piece has its head too. A piece of SVG
    /// is a row of walls and all that reach down from it, or the cells of one shade; one of PNG about 64 KiB of pixels before
    /// compression.
    pub fn write_next(&mut self, picture: &Picture, out: &mut Vec<u8>) {
        if self.is_done() {
            return;
        }
        let row = self.next as u32;
        match &mut self.form {
            Form::Rows(write_piece) => write_piece(picture, row, out),
            Form::Json(encoding) => json::write_piece(picture, *encoding, row, out),
            Form::Svg(sheet) => sheet.write_piece(picture, self.next, out),
            Form::Png(stream) => stream.write_next(picture, out),
        }
        self.next += 1;
    }
}
