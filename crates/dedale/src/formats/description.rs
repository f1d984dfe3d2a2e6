//! The maze in sentences, for those who do not see it: a short line for each cell, as one reads it with a finger on a line of braille.
//!
//! The first lines have the size, the entrance and the exit. Then each cell has its address, its open sides, and what it is: `1,0: north, east.`

use crate::digits::write_digits;
use crate::grid::Side;
use crate::picture::RowSource;
use crate::picture::piece_writer::{PieceWriter, WriteInfo, strips};

/// The most bytes of a line: two addresses of 64 bits, four sides with `outside` at each, and two words.
const MAX_BYTES_OF_A_LINE: u64 = 128;

pub(crate) const WRITE: WriteInfo = WriteInfo {
    shows_path: false,
    row_bytes: |_, columns| columns.saturating_mul(MAX_BYTES_OF_A_LINE),
    ..WriteInfo::TEXT
};

/// The sides in the order in which they are read.
const SIDES: [(Side, &str); 4] = [(Side::N, "north"), (Side::E, "east"), (Side::S, "south"), (Side::W, "west")];

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    // What lies below a row is known with the next strip, and what lies above it no longer is.
    let mut is_north_outside = Vec::new();
    strips(source, move |source, number, out| write_piece(source, number, &mut is_north_outside, out))
}

/// Writes the row before the strip of this number. `is_north_outside` says for each of its cells whether an open side in the north leads to no cell.
fn write_piece(source: &mut dyn RowSource, number: u64, is_north_outside: &mut Vec<bool>, out: &mut Vec<u8>) {
    let ([columns, rows], ends) = (source.metadata().size(), source.metadata().places_of_ends());
    let strip = source.strip(number);
    let is_cell = |line: usize, column: usize| strip.left_out[line].get(column) != Some(&true);
    // An opening is open on one side alone, or leads to a place that is left out.
    let is_open = |line: usize, column: usize, side: Side| {
        [&strip.above, &strip.here][line].get(column).is_some_and(|open| open.contains(side)) && is_cell(line, column)
    };
    if number == 0 {
        write_head([rows, columns], ends, out);
    }
    for (column, open) in strip.above.iter().enumerate().filter(|(column, _)| is_cell(0, *column)) {
        let place = [number.saturating_sub(1), column as u64];
        let is_outside = |side| match side {
            Side::N => is_north_outside.get(column) != Some(&false),
            Side::E => !is_open(0, column + 1, Side::W),
            Side::S => !is_open(1, column, Side::N),
            _ => column == 0 || !is_open(0, column - 1, Side::E),
        };
        write_place(place, out);
        let mut separator: &[u8] = b": ";
        for (side, name) in SIDES.into_iter().filter(|(side, _)| open.contains(*side)) {
            out.extend_from_slice(separator);
            out.extend_from_slice(name.as_bytes());
            if is_outside(side) {
                out.extend_from_slice(b" outside");
            }
            separator = b", ";
        }
        if open.is_empty() {
            out.extend_from_slice(b": closed");
        }
        out.push(b'.');
        for (word, _) in [" Entrance.", " Exit."].into_iter().zip(ends).filter(|(_, end)| *end == Some(place)) {
            out.extend_from_slice(word.as_bytes());
        }
        out.push(b'\n');
    }
    is_north_outside.clear();
    is_north_outside.extend((0..strip.here.len()).map(|column| !is_open(0, column, Side::S)));
}

fn write_head([rows, columns]: [u64; 2], ends: [Option<[u64; 2]>; 2], out: &mut Vec<u8>) {
    for (name, count) in [("Rows", rows), ("Columns", columns)] {
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b": ");
        write_digits(count, out);
        out.extend_from_slice(b".\n");
    }
    for (name, end) in ["Entrance", "Exit"].into_iter().zip(ends) {
        if let Some(place) = end {
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(b": ");
            write_place(place, out);
            out.extend_from_slice(b".\n");
        }
    }
}

fn write_place([row, column]: [u64; 2], out: &mut Vec<u8>) {
    write_digits(row, out);
    out.push(b',');
    write_digits(column, out);
}
