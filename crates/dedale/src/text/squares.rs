//! The maze as squares, a character each: `#` for a wall, a blank where one can walk, `S` and `E` at the ends, and `*` on the path.

use std::fmt::{self, Formatter};

use crate::about::named;
use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::lattice::{Block, each_block};
use crate::picture::{Head, RowSource, Strip};

pub(crate) const INFO: FormatInfo = FormatInfo { path_glyphs: "*", ..FormatInfo::text("squares") };

named! {
    /// The part of a maze that one square shows.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum SquareOf {
        /// Each cell, each wall and each corner: a maze of `rows × columns` cells has `(2 × rows + 1) × (2 × columns + 1)` squares.
        #[default]
        Block = "block",
        /// Each place of a cell, of a maze that has no walls between its cells: those that a mask leaves out are walls.
        Cell = "cell",
    }
}

/// How a maze is written as squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareStyle {
    /// What is a square.
    pub of: SquareOf,
    /// The character of the path.
    pub mark: char,
    /// The characters of walls, of free squares, of the entrance and of the exit.
    pub squares: [char; 4],
}

impl SquareStyle {
    /// A square for each block, and `*` on the path.
    pub const DEFAULT: SquareStyle = SquareStyle { of: SquareOf::Block, mark: '*', squares: ['#', ' ', 'S', 'E'] };

    /// The same as emojis, which are squares themselves.
    pub const EMOJI: SquareStyle =
        SquareStyle { mark: '🟨', squares: ['⬛', '⬜', '🟦', '🟥'], ..SquareStyle::DEFAULT };

    /// Appends a text unique to this style.
    pub(crate) fn identify(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let SquareStyle { of, mark, squares } = self;
        write!(f, " {} {}", of.name(), mark.escape_unicode())?;
        if *squares == SquareStyle::DEFAULT.squares { Ok(()) } else { write!(f, " {squares:?}") }
    }
}

impl SquareOf {
    /// How many columns and rows of squares there are.
    pub(crate) fn size(self, head: &Head) -> [u64; 2] {
        head.size().map(|side| if self == SquareOf::Block { 2 * side + 1 } else { side })
    }

    /// Appends a space and a text unique to this value.
    pub(crate) fn identify(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, " {}", self.name())
    }
}

pub(crate) fn start(style: SquareStyle, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    let [from, to] = source.head().ends().map(|end| source.head().place_of(end));
    let [wall, free, start, end] = style.squares;
    by_strip(source, move |strip, out| {
        let is_end = |end: Option<[u64; 2]>, column: u32| end == Some([strip.row, column.into()]);
        each_square(strip, style.of, |square| {
            let char = match square {
                Square::Wall => wall,
                Square::Cell(column) | Square::Path(Some(column)) if is_end(from, column) => start,
                Square::Cell(column) | Square::Path(Some(column)) if is_end(to, column) => end,
                Square::Path(_) => style.mark,
                Square::Cell(_) | Square::Gap => free,
                Square::End => '\n',
            };
            out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
        });
    })
}

/// A square of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Square {
    Wall,
    /// An open side, or a corner where no wall ends.
    Gap,
    /// A cell in this column.
    Cell(u32),
    /// A part of the path: a cell in this column, or an open side.
    Path(Option<u32>),
    /// The end of the line.
    End,
}

/// Tells `put` of the squares of one strip, line by line.
pub(crate) fn each_square(strip: &Strip<'_>, of: SquareOf, mut put: impl FnMut(Square)) {
    let has_path = strip.has_path();
    let on_path = |column: u32| has_path && strip.path_at(column).is_some();
    let cell = |column: u32| if on_path(column) { Square::Path(Some(column)) } else { Square::Cell(column) };
    if of == SquareOf::Cell {
        if strip.is_last() {
            return;
        }
        for column in 0..strip.columns() {
            put(if strip.is_left_out(column) { Square::Wall } else { cell(column) });
        }
        return put(Square::End);
    }
    each_block(strip, |block| {
        put(match block {
            Block::Point { .. } | Block::Wall(_) | Block::Solid | Block::Between(_) => Square::Wall,
            Block::Gap { row, column, side } if has_path && strip.crosses(row, column, side) => Square::Path(None),
            Block::Gap { .. } | Block::Bare { .. } => Square::Gap,
            Block::Cell { column } => cell(column),
            Block::End => Square::End,
        });
    });
}
