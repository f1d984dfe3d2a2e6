//! The maze in solid blocks, two columns each so that they are about square: `██` for a wall, two spaces where one can
//! walk. Cells that a mask leaves out are solid, and the second column of a cell with stairs shows these.

use super::drawn::{self, GridDrawing};
use super::words::{Word, write_words};
use crate::parse::InputFormat;
use crate::picture::piece_writer::{PieceWriter, WriteInfo, by_strip_with_ends};
use crate::picture::strip::PATH;
use crate::picture::{RowSource, Strip};

/// The glyphs are those of the entrance, of the exit, and of the path between them. A cell that is both has one of each.
pub(crate) const WRITE: WriteInfo = WriteInfo { path_glyphs: "▒▓░", ..WriteInfo::TEXT };

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "blocks",
    description: "A drawing in which each block is two characters wide: ██ is a wall.",
    first_line: "██████████",
    is_of_squares: false,
    fits: |input| drawn::fits(&DRAWN, input),
    read: |input, request| drawn::read(&DRAWN, input, request),
};

static DRAWN: GridDrawing = GridDrawing {
    corner: Some('█'),
    walls: ['█', '█'],
    marks: ['▒', '▓'],
    path: WRITE.path_glyphs,
    dot: None,
    widths: [2, 2],
};

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    by_strip_with_ends(source, false, write_piece)
}

/// By the number of a block: free, a wall, on the path, the entrance, the exit, and a cell that is both.
const GLYPHS: [&str; 6] = ["  ", "██", "░░", "▒▒", "▓▓", "▒▓"];

/// By the numbers of two blocks beside each other.
static PAIRS: [[Word; 6]; 6] = {
    let mut pairs = [[Word::NONE; 6]; 6];
    let mut k = 0;
    while k < 36 {
        pairs[k / 6][k % 6] = Word::of(GLYPHS[k / 6]).then(Word::of(GLYPHS[k % 6]));
        k += 1;
    }
    pairs
};

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    let mut blocks = strip.blocks();
    for (column, mark) in (0..strip.columns()).filter_map(|column| Some((column, strip.mark(column)?))) {
        if let Some(block) = blocks.numbers.get_mut(blocks.width + 2 * column as usize + 1) {
            *block = PATH + u8::from(mark[0]) + 2 * u8::from(mark[1]);
        }
    }
    for (line, numbers) in blocks.lines().enumerate() {
        // Points and the sides east of them, or sides and the cells east of them.
        let (pairs, last) = numbers.as_chunks::<2>();
        let word = |(column, &[west, east]): (usize, &[u8; 2])| match strip.stairs_at(column as u32) {
            Some(stairs) if line == 1 => {
                let (first, _) = GLYPHS[usize::from(east)].split_at(GLYPHS[usize::from(east)].len() / 2);
                Word::of(GLYPHS[usize::from(west)]).then(Word::of(first)).then(Word::byte(stairs))
            }
            _ => PAIRS[usize::from(west)][usize::from(east)],
        };
        write_words(pairs.iter().enumerate().map(word), out);
        last.iter().for_each(|&last| out.extend_from_slice(GLYPHS[usize::from(last)].as_bytes()));
        out.push(b'\n');
    }
}
