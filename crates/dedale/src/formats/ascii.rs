//! The maze in plain ASCII: `+---+` and `|`, cells three columns wide.
//!
//! A point where a wall ends, or at the border, is a `+`, and an open side is as wide as the wall that is gone, so all
//! lines have the same length: a line that ends in an opening ends in a space.
//!
//! The path is a star in each cell and in each side that it goes through, evenly apart in both directions.
//!
//! A cell that a mask leaves out has a dot in its middle, and no walls or points to others. The last character of a cell with stairs is
//! `/` where they lead up, `\` where they lead down, and `X` for both.

use std::fmt;

use super::drawn::{self, GridDrawing};
use super::words::write_even;
use crate::grid::{Side, Sides, Square};
use crate::maze::Maze;
use crate::parse::InputFormat;
use crate::parse::input::{filled, lines};
use crate::picture::piece_writer::{PieceWriter, WriteInfo, by_strip_with_ends};
use crate::picture::strip::stands;
use crate::picture::{RowSource, Strip};

pub(crate) const WRITE: WriteInfo = WriteInfo {
    // From, to, and the path between them. In a cell that is both, the marks are beside each other.
    path_glyphs: "@X*",
    ..WriteInfo::TEXT
};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "ascii",
    description: "A drawing with a + at each corner. The corners are at equal distances, four as a rule. With a distance of two, they may be blank.",
    first_line: "+---+---+",
    is_of_squares: false,
    fits: |input| drawn::fits(&DRAWN, input) || BlankCorners::find(input.text()).is_some(),
    read: |input, request| match BlankCorners::find(input.text()) {
        Some(blank) => {
            request.ask((MAX_MISSING * input.text().len()) as u64)?;
            drawn::read_text(&DRAWN, &blank.filled(input.text()), request)
        }
        None => drawn::read(&DRAWN, input, request),
    },
};

/// A drawing whose corners are all blank and whose cells are one character wide, with or without a dot.
struct BlankCorners {
    /// The line of the first walls.
    first: usize,
    /// The number of lines from there to the last walls.
    count: usize,
    /// The length of the longest line.
    width: usize,
}

impl BlankCorners {
    /// Returns such a drawing, if the text is one.
    fn find(text: &str) -> Option<BlankCorners> {
        let first = filled(text).next()?.0;
        let (mut count, mut width) = (0, 0);
        let (mut in_first, mut in_last, mut beside_cells) = (0, 0, 0);
        for (index, line) in lines(text).skip(first).enumerate() {
            let line = line.trim_end();
            if line.is_empty() {
                continue;
            }
            let is_between_rows = index.is_multiple_of(2);
            let (mut length, mut walls) = (0, 0);
            for char in line.chars() {
                let char = with_corner(is_between_rows, length, char)?;
                walls += usize::from(matches!(char, '-' | '|'));
                length += 1;
            }
            (count, width) = (index + 1, width.max(length));
            match is_between_rows {
                true => in_last = walls,
                false => (in_last, beside_cells) = (0, beside_cells + walls),
            }
            if index == 0 {
                in_first = walls;
            }
        }
        let width = width | 1;
        // Most of the outer walls are there, and most lines are about as long as the longest.
        let is_drawing = count > 2 && count % 2 == 1 && beside_cells > 0 && 2 * (in_first + in_last) >= width / 2;
        let is_dense = width.checked_mul(count)? <= MAX_MISSING * text.len();
        (is_drawing && is_dense).then_some(BlankCorners { first, count, width })
    }

    /// Returns the same drawing with a `+` at each corner.
    fn filled(&self, text: &str) -> String {
        let BlankCorners { first, count, width } = *self;
        let mut out = "\n".repeat(first);
        out.reserve(count * (width + 1));
        for (index, line) in lines(text).skip(first).take(count).enumerate() {
            let is_between_rows = index.is_multiple_of(2);
            let chars = line.trim_end().chars();
            // The ends of lines may be missing.
            let missing = if is_between_rows { width } else { 0 };
            let all = chars.map(Some).chain(std::iter::repeat(None)).enumerate();
            let chars = all.take_while(|&(column, char)| char.is_some() || column < missing);
            out.extend(chars.filter_map(|(column, char)| with_corner(is_between_rows, column, char.unwrap_or(' '))));
            out.push('\n');
        }
        out
    }
}

/// How many times as long as its text a drawing may be with all that is missing at the ends of its lines.
const MAX_MISSING: usize = 4;

/// Returns what a drawing with corners has in place of a character of one with blank corners; `None` if the character cannot be there.
fn with_corner(is_between_rows: bool, column: usize, char: char) -> Option<char> {
    match (is_between_rows, column.is_multiple_of(2), char) {
        (true, true, ' ' | '|') => Some('+'),
        (true, false, ' ' | '-') | (false, true, ' ' | '|') => Some(char),
        (false, false, '.') => Some(' '),
        (false, false, char) if !matches!(char, '-' | '|' | '+') => Some(char),
        _ => None,
    }
}

pub(super) static DRAWN: GridDrawing = GridDrawing {
    corner: Some('+'),
    walls: ['-', '|'],
    marks: ['@', 'X'],
    path: WRITE.path_glyphs,
    dot: Some('.'),
    widths: [1, 3],
};

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    by_strip_with_ends(source, false, |strip, out| write_strip(strip, [b'+', b' '], out))
}

/// Writes four characters for each cell, and what comes after the last: first as if there were nothing but walls.
fn write_line<'a>(cells: &[Sides], text: impl Fn(&Sides) -> [u8; 4], end: u8, out: &'a mut Vec<u8>) -> &'a mut [u8] {
    let start = out.len();
    write_even(cells.iter().map(text), out);
    out.extend_from_slice(&[end, b'\n']);
    &mut out[start..]
}

impl fmt::Display for Maze<Square> {
    /// Writes what [`Format::Ascii`](crate::formats::Format::Ascii) does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Vec::new();
        for row in 0..=self.grid().rows() {
            out.clear();
            write_strip(&Strip::of_squares(self, *self.grid(), row), [b'+', b' '], &mut out);
            f.write_str(str::from_utf8(&out).map_err(|_| fmt::Error)?)?;
        }
        Ok(())
    }
}

/// Writes a strip, with these characters at the points with a post and at those without.
pub(super) fn write_strip(strip: &Strip<'_>, [post, bare]: [u8; 2], out: &mut Vec<u8>) {
    let columns = strip.columns();
    let (row, cells, side) = strip.lying();
    let (is_cut, has_path) = (strip.is_cut(), strip.path.is_some());
    let crosses = |column, side| has_path && strip.crosses(row, column, side);
    let lying = |open: &Sides| {
        let wall = if open.contains(side) { b' ' } else { b'-' };
        [post, wall, wall, wall]
    };
    let text = write_line(cells, lying, post, out);
    if bare != post {
        strip.bare_points().for_each(|column| text[4 * column] = bare);
    }
    for column in if is_cut || has_path { 0..columns + 1 } else { 0..0 } {
        let at = 4 * column as usize;
        if strip.is_out_around(column) {
            text[at] = b' ';
        }
        if column < columns && cells[column as usize].contains(side) {
            text[at + 2] = if crosses(column, side) { b'*' } else { b' ' };
        } else if column < columns && !strip.wall_below(column) {
            text[at + 1..at + 4].fill(b' ');
        }
    }
    if strip.is_last() {
        return;
    }
    let end = if stands(cells, columns) { b'|' } else { b' ' };
    let text = write_line(cells, |open| if open.contains(Side::W) { *b"    " } else { *b"|   " }, end, out);
    for column in if is_cut || strip.has_marks() || !strip.stairs.is_empty() { 0..columns + 1 } else { 0..0 } {
        let at = 4 * column as usize;
        let side = if column < columns { (column, Side::W) } else { (columns - 1, Side::E) };
        if stands(cells, column) {
            text[at] = if strip.standing_wall(1, column) { b'|' } else { b' ' };
        } else if crosses(side.0, side.1) {
            text[at] = b'*';
        }
        if column == columns {
            break;
        }
        let inside = match strip.mark(column) {
            None if strip.is_left_out(column) => b" . ",
            None => b"   ",
            Some([true, false]) => b" @ ",
            Some([true, true]) => b"@X ",
            Some([false, true]) => b" X ",
            Some([false, false]) => b" * ",
        };
        text[at + 1..at + 4].copy_from_slice(inside);
        if let Some(stairs) = strip.stairs_at(column) {
            text[at + 3] = stairs;
        }
    }
}
