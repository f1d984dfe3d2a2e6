//! The maze and its path as a line of tokens, with a space between each two, on which language models are trained: those of
//! [maze-dataset](https://understanding-search.github.io/maze-dataset/), whose cells are `(row,column)`.
//!
//! There, pairs of cells are in a random order, and so are the cells of each. Here, both are in the order of their numbers, so that a maze has one line.

use std::io::Write as _;

use crate::digits::write_digits;
use crate::grid::Side;
use crate::picture::piece_writer::{PieceWriter, WriteInfo, strips};
use crate::picture::{Picture, RowSource};

pub(crate) const WRITE: WriteInfo = WriteInfo::TEXT;

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    strips(source, write_piece)
}

/// The pairs of cells with a passage between them, by the row of the first, and then the ends and the path.
fn write_piece(source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
    let strip = source.strip(number);
    let is_last = strip.is_last();
    if number == 0 {
        return out.extend_from_slice(b"<ADJLIST_START> ");
    }
    let row = number - 1;
    // Openings in the outer wall are open on one side alone, or lead to a place that is left out, and passages out of a part of a maze lead to none.
    let is_open = |line: usize, column: usize, side| {
        let open = [&strip.above, &strip.here][line].get(column).is_some_and(|open| open.contains(side));
        open && strip.left_out[line].get(column) != Some(&true)
    };
    for column in 0..strip.above.len() {
        let east = is_open(0, column, Side::E) && is_open(0, column + 1, Side::W);
        let south = is_open(0, column, Side::S) && is_open(1, column, Side::N);
        let column = column as u64;
        for far in [east.then_some([row, column + 1]), south.then_some([row + 1, column])].into_iter().flatten() {
            write_cell([row, column], out);
            out.extend_from_slice(b" <--> ");
            write_cell(far, out);
            out.extend_from_slice(b" ; ");
        }
    }
    if !is_last {
        return;
    }
    let has_path = strip.path.is_some();
    // Of a part of a maze, they are counted from its first cell, and may not be in it.
    let [from, to] = source.metadata().places_of_ends();
    out.extend_from_slice(b"<ADJLIST_END>");
    write_list("ORIGIN", from.as_slice(), out);
    write_list("TARGET", to.as_slice(), out);
    if has_path {
        let turns = source.whole().map(Picture::turns).unwrap_or_default();
        write_list("PATH", &if turns.is_empty() { from.into_iter().collect() } else { cells_between(&turns) }, out);
    }
    out.push(b'\n');
}

/// All cells of a path, by those in which it begins, turns and ends.
fn cells_between(turns: &[[u64; 2]]) -> Vec<[u64; 2]> {
    let mut cells: Vec<[u64; 2]> = turns.iter().take(1).copied().collect();
    for pair in turns.windows(2) {
        let [[mut row, mut column], end] = [pair[0], pair[1]];
        while [row, column] != end {
            row = row + u64::from(row < end[0]) - u64::from(row > end[0]);
            column = column + u64::from(column < end[1]) - u64::from(column > end[1]);
            cells.push([row, column]);
        }
    }
    cells
}

fn write_list(name: &str, cells: &[[u64; 2]], out: &mut Vec<u8>) {
    // Writing to a vector does not fail.
    let _ = write!(out, " <{name}_START> ");
    for &cell in cells {
        write_cell(cell, out);
        out.push(b' ');
    }
    let _ = write!(out, "<{name}_END>");
}

fn write_cell([row, column]: [u64; 2], out: &mut Vec<u8>) {
    out.push(b'(');
    write_digits(row, out);
    out.push(b',');
    write_digits(column, out);
    out.push(b')');
}
