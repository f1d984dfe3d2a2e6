//! The maze as rows of hexadecimal digits, one a cell: the sum of its walls, as in [`Encoding::Bits`](super::Encoding::Bits). A place that a mask
//! leaves out has all four. After an empty line
//! follow the entrance and the exit, each as `x,y`, and the path between them in letters. Of a part of a maze, the ends are counted from its first
//! cell, and `-` is an end that is not in it.

use crate::grid::Sides;
use crate::picture::form::{Form, FormatInfo, strips};
use crate::picture::{Picture, RowSource};

pub(crate) const INFO: FormatInfo = FormatInfo::text("hex");

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    strips(source, write_piece)
}

fn write_piece(source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
    let strip = source.strip(number);
    if !strip.is_last() {
        let walls = |open: &Sides| usize::from(Sides::SQUARE.minus(*open).bits());
        out.extend(strip.here.iter().map(|open| b"0123456789ABCDEF"[walls(open)]));
        return out.push(b'\n');
    }
    let head = source.head();
    out.push(b'\n');
    for end in head.ends() {
        let place = head.place_of(end).map(|[row, column]| format!("{column},{row}"));
        out.extend_from_slice(place.as_deref().unwrap_or("-").as_bytes());
        out.push(b'\n');
    }
    if let Some(picture) = source.whole().filter(|picture| picture.path.is_some()) {
        write_path(picture, out);
    }
}

/// The moves from the entrance to the exit.
fn write_path(picture: &Picture, out: &mut Vec<u8>) {
    let turns = picture.turns();
    for pair in turns.windows(2) {
        let [[row, column], [to_row, to_column]] = [pair[0], pair[1]];
        let (letter, moves) = match () {
            () if row > to_row => (b'N', row - to_row),
            () if row < to_row => (b'S', to_row - row),
            () if column > to_column => (b'W', column - to_column),
            () => (b'E', to_column - column),
        };
        out.resize(out.len() + moves as usize, letter);
    }
    out.push(b'\n');
}
