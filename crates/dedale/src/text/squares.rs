//! The maze as squares, a character each: `#` for a wall, a blank where one can walk, `S` and `E` at the ends, `&` where both are one cell, and
//! `*` on the path.

use crate::about::named;
use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::strip::{Blocks, FREE, PATH, WALL};
use crate::picture::{Metadata, RowSource, Strip};

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
    /// The characters of walls, of free squares, of the entrance, of the exit, and of a cell that is both.
    pub squares: [char; 5],
}

impl SquareStyle {
    /// A square for each block, and `*` on the path.
    pub const DEFAULT: SquareStyle = SquareStyle { of: SquareOf::Block, mark: '*', squares: ['#', ' ', 'S', 'E', '&'] };

    /// The same as emojis, which are squares themselves.
    pub const EMOJI: SquareStyle =
        SquareStyle { mark: '🟨', squares: ['⬛', '⬜', '🟦', '🟥', '🟪'], ..SquareStyle::DEFAULT };
}

impl SquareOf {
    /// How many columns and rows of squares there are.
    pub(crate) fn size(self, head: &Metadata) -> [u64; 2] {
        head.size().map(|side| if self == SquareOf::Block { 2 * side + 1 } else { side })
    }
}

pub(crate) fn start(style: SquareStyle, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    let [from, to] = source.head().ends().map(|end| source.head().place_of(end));
    let [wall, free, start, end, both] = style.squares;
    let characters = [free, wall, style.mark, start, end, both];
    let marks = if from == to { [5, 5] } else { [3, 4] };
    by_strip(source, move |strip, out| {
        let mut squares = squares(strip, style.of);
        for (number, end) in marks.into_iter().zip([from, to]) {
            if let Some([_, column]) = end.filter(|&[row, _]| row == strip.row) {
                let place = if style.of == SquareOf::Block { 2 * column + 1 } else { column };
                // The last line is that of the cells.
                let first = squares.numbers.len() - squares.width;
                squares.numbers[first + place as usize] = number;
            }
        }
        for line in squares.lines() {
            let squares = line.iter().map(|&number| characters[usize::from(number)]);
            let chars = squares.chain(['\n']);
            chars.for_each(|char| out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()));
        }
    })
}

/// The squares of one strip, in the numbers of blocks.
pub(crate) fn squares(strip: &Strip<'_>, of: SquareOf) -> Blocks {
    let square = |column: u32| match () {
        () if strip.is_left_out(column) => WALL,
        () if strip.path_at(column).is_some() => PATH,
        () => FREE,
    };
    match of {
        SquareOf::Block => strip.blocks(),
        SquareOf::Cell => {
            Blocks { numbers: (0..strip.here.len() as u32).map(square).collect(), width: strip.columns() as usize }
        }
    }
}
