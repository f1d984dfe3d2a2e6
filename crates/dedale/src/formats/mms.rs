//! The maze as in the files of simulators for robots that find their way through a maze ("micromouse"): the geometry of
//! [`Ascii`](crate::formats::Format::Ascii) with `o` at the points, `S` in the cell where the robot starts and `G` in its goal. Every point has its `o`, as simulators expect, whether or not a wall ends there.
//!
//! Mazes of competitions are [collected in this format](https://github.com/micromouseonline/mazefiles), with four goals in most of them.

use super::ascii::write_strip;
use super::drawn::{self, GridDrawing};
use crate::parse::InputFormat;
use crate::picture::piece_writer::{PieceWriter, WriteInfo, strips};
use crate::picture::{RowSource, Strip};

pub(crate) const WRITE: WriteInfo = WriteInfo { shows_path: false, ..WriteInfo::TEXT };

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "mms",
    description: "A drawing with an o at each corner, as simulators of robots have it, with S at the start and G at each goal.",
    first_line: "o---o---o",
    is_of_squares: false,
    fits: |input| drawn::fits(&DRAWN, input),
    read: |input, request| drawn::read(&DRAWN, input, request),
};

static DRAWN: GridDrawing = GridDrawing {
    corner: Some('o'),
    walls: ['-', '|'],
    marks: ['S', 'G'],
    path: WRITE.path_glyphs,
    dot: None,
    widths: [1, 3],
};

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    strips(source, write_piece)
}

fn write_piece(source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
    let [from, to] = source.metadata().places_of_ends();
    let start = out.len();
    // Nothing but the walls, also around what a mask leaves out.
    let strip = Strip { path: None, left_out: Default::default(), ..source.strip(number) };
    write_strip(&strip, [b'o'; 2], out);
    // The line of the cells comes after that of the points, which is as long.
    let length = (out.len() - start) / if strip.is_last() { 1 } else { 2 };
    let is_both = from == to;
    for (letter, end, before) in [(b'S', from, usize::from(is_both)), (b'G', to, 0)] {
        if let Some([_, column]) = end.filter(|&[row, _]| row == number) {
            out[start + length + 4 * column as usize + 2 - before] = letter;
        }
    }
}
