//! A picture on its way to bytes.

use super::lattice::{Strip, Strips};
use super::png::Stream;
use super::svg::Sheet;
use super::{About, Encoding, Format, Picture, Style, ansi, ascii, blocks, json, unicode};

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
    next: u64,
    pieces: u64,
    form: Form,
}

/// How a piece is written.
#[derive(Debug)]
enum Form {
    Strips(StripForm),
    /// A strip as text, in the colours of distances.
    Ansi,
    /// By its number, with what was found out before the first.
    Svg(Sheet),
}

/// How a piece is written that needs to know no more than a few strips.
#[derive(Debug)]
pub(super) enum StripForm {
    /// A strip, as text.
    Text(fn(&Strip<'_>, &mut Vec<u8>)),
    /// The cells of a strip, in an encoding.
    Json(Encoding),
    /// Some lines of pixels, after those before.
    Png(Box<Stream>),
}

impl StripForm {
    /// The form of a format, if it is one of these; `png` begins a PNG.
    pub(super) fn new(format: Format, png: impl FnOnce(Style) -> Stream) -> Option<StripForm> {
        match format {
            Format::Json(encoding) => Some(StripForm::Json(encoding)),
            Format::Ascii => Some(StripForm::Text(ascii::write_piece)),
            Format::Unicode => Some(StripForm::Text(unicode::write_piece)),
            Format::Blocks => Some(StripForm::Text(blocks::write_piece)),
            Format::Png(style) => Some(StripForm::Png(Box::new(png(style)))),
            Format::Ansi | Format::Svg(_) => None,
        }
    }

    /// How many pieces a maze of so many rows has.
    pub(super) fn pieces(&self, rows: u32) -> u64 {
        match self {
            // Each row of cells with the walls north of it, and then what follows the last row.
            StripForm::Text(_) | StripForm::Json(_) => u64::from(rows) + 1,
            StripForm::Png(stream) => stream.pieces() as u64,
        }
    }

    /// Writes a piece, by its number: the pieces are asked for in their order.
    pub(super) fn write_piece(&mut self, about: &About, strips: &mut impl Strips, number: u64, out: &mut Vec<u8>) {
        match self {
            StripForm::Text(write_piece) => write_piece(&strips.strip(number as u32), out),
            StripForm::Json(encoding) => json::write_piece(about, &strips.strip(number as u32), *encoding, out),
            StripForm::Png(stream) => stream.write_next(strips, out),
        }
    }
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
        let form = match (StripForm::new(format, |style| Stream::of(picture, style)), format) {
            (Some(form), _) => Form::Strips(form),
            (None, Format::Svg(style)) => Form::Svg(Sheet::new(picture, style)),
            (None, _) => Form::Ansi,
        };
        let rows = picture.maze.grid().rows();
        let pieces = match &form {
            Form::Strips(form) => form.pieces(rows),
            Form::Ansi => u64::from(rows) + 1,
            Form::Svg(sheet) => sheet.pieces(picture) as u64,
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
        match &mut self.form {
            Form::Strips(form) => form.write_piece(&picture.about, &mut &*picture, self.next, out),
            Form::Ansi => ansi::write_piece(picture, &picture.strip(self.next as u32), out),
            Form::Svg(sheet) => sheet.write_piece(picture, self.next as usize, out),
        }
        self.next += 1;
    }
}
