//! The maze in plain ASCII: `+---+` and `|`, cells three columns wide.
//!
//! A point where a wall ends, or at the border, is a `+`, and an open side is as wide as the wall that is gone, so all
//! lines have the same length: a line that ends in an opening ends in a space.
//!
//! The path is a star in each cell and in each side that it goes through, evenly apart in both directions.
//!
//! A cell that a mask leaves out has a dot in its middle, and no walls or points to others. The last character of a cell with stairs is
//! `/` where they lead up, `\` where they lead down, and `X` for both.

use super::words::write_line;
use crate::grid::Side;
use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::lattice::{Block, each_block, stands};
use crate::picture::overlay::Mark;
use crate::picture::{RowSource, Strip};

pub(crate) const INFO: FormatInfo = FormatInfo {
    extension: Some("txt"),
    // From, to, and the path between them. In a cell that is both, the marks are beside each other.
    path_glyphs: "@X*",
    ..FormatInfo::text("ascii")
};

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    by_strip(source, write_piece)
}

/// How wide a cell is, with the wall west of it.
const WIDTH: usize = 4;

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    let start = out.len();
    if strip.is_cut() {
        write_cut(strip, out);
    } else {
        write_walls(strip, b'+', out);
        if strip.has_bare_points() {
            let bare = (0..strip.columns()).filter(|&column| !strip.has_post(column));
            bare.for_each(|column| out[start + column as usize * WIDTH] = b' ');
        }
    }
    if strip.has_path() {
        put_path(strip, &mut out[start..]);
    }
    for column in 0..strip.stairs.len() {
        if let Some(glyph) = strip.stairs_at(column as u32) {
            out[start + line_length(strip) + column * WIDTH + 3] = glyph as u8;
        }
    }
}

/// The length of a line of a strip: its cells, the last wall, and the end.
fn line_length(strip: &Strip<'_>) -> usize {
    strip.columns() as usize * WIDTH + 2
}

/// The walls of a strip of which cells are left out.
fn write_cut(strip: &Strip<'_>, out: &mut Vec<u8>) {
    each_block(strip, |block| {
        let text: &[u8] = match block {
            Block::Point { column } if strip.is_out_around(column) => b" ",
            Block::Bare { .. } => b" ",
            Block::Point { .. } => b"+",
            Block::Wall(Side::N | Side::S) => b"---",
            Block::Wall(_) => b"|",
            Block::Gap { side: Side::N | Side::S, .. } | Block::Between(Side::N | Side::S) | Block::Cell { .. } => {
                b"   "
            }
            Block::Gap { .. } | Block::Between(_) => b" ",
            Block::Solid => b" . ",
            Block::End => b"\n",
        };
        out.extend_from_slice(text);
    });
}

/// The walls of a strip, with this character at the points.
#[inline]
pub(super) fn write_walls(strip: &Strip<'_>, point: u8, out: &mut Vec<u8>) {
    let end = [point, b'\n'];
    if strip.is_last() {
        write_line(out, strip.above.iter().map(|open| lying(point, open.contains(Side::S))), &end);
    } else {
        write_line(out, strip.here.iter().map(|open| lying(point, open.contains(Side::N))), &end);
        let last = if stands(&strip.here, strip.columns()) { b"|\n" } else { b" \n" };
        write_line(out, strip.here.iter().map(|open| standing(open.contains(Side::W))), last);
    }
}

/// A point and the wall, or the gap, east of it.
fn lying(point: u8, is_open: bool) -> [u8; WIDTH] {
    let side = if is_open { b' ' } else { b'-' };
    [point, side, side, side]
}

/// The wall, or the gap, west of a cell, and the cell.
fn standing(is_open: bool) -> [u8; WIDTH] {
    if is_open { *b"    " } else { *b"|   " }
}

/// Puts the path into the lines of a strip.
fn put_path(strip: &Strip<'_>, lines: &mut [u8]) {
    let columns = strip.columns();
    let line = line_length(strip);
    let (row, side) = if strip.is_last() { (strip.row - 1, Side::S) } else { (strip.row, Side::N) };
    for column in 0..columns {
        let west = column as usize * WIDTH;
        let middle = west + 2;
        if strip.crosses(row, column, side) {
            lines[middle] = b'*';
        }
        if strip.is_last() {
            continue;
        }
        if strip.crosses(row, column, Side::W) {
            lines[line + west] = b'*';
        }
        if column + 1 == columns && strip.crosses(row, column, Side::E) {
            lines[line + west + WIDTH] = b'*';
        }
        match strip.mark(column) {
            None => {}
            Some(Mark::From) => lines[line + middle] = b'@',
            Some(Mark::Both) => lines[line + middle - 1..=line + middle].copy_from_slice(b"@X"),
            Some(Mark::To) => lines[line + middle] = b'X',
            Some(Mark::Path) => lines[line + middle] = b'*',
        }
    }
}
