//! The maze in plain ASCII: `+---+` and `|`, cells three columns wide.
//!
//! A point where a wall ends, or at the border, is a `+`, and an open side is as wide as the wall that is gone, so all
//! lines have the same length: a line that ends in an opening ends in a space.
//!
//! The path is a star in each cell and in each side that it goes through, evenly apart in both directions.
//!
//! A cell that a mask leaves out has a dot in its middle, and no walls or points to others. The last character of a cell with stairs is
//! `/` where they lead up, `\` where they lead down, and `X` for both.

use crate::grid::Side;
use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::lattice::{standing_wall, stands, wall_below};
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

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    write_strip(strip, [b'+', b' '], out);
}

/// Writes a strip, with these characters at the points with a post and at those without.
pub(super) fn write_strip(strip: &Strip<'_>, [post, bare]: [u8; 2], out: &mut Vec<u8>) {
    let columns = strip.columns();
    let (row, side) = if strip.is_last() { (strip.row - 1, Side::S) } else { (strip.row, Side::N) };
    // Asked once of all, since most have none of these.
    let (has_path, has_bare, is_cut) = (strip.has_path(), strip.has_bare_points(), strip.is_cut());
    let crosses = |column, side| has_path && strip.crosses(row, column, side);
    let point = |column| match () {
        () if has_bare && !strip.has_post(column) => bare,
        () if is_cut && strip.is_out_around(column) => b' ',
        () => post,
    };
    for column in 0..columns {
        let wall = if wall_below(strip, column) { b'-' } else { b' ' };
        let middle = if !strip.lies(column) && crosses(column, side) { b'*' } else { wall };
        out.extend_from_slice(&[point(column), wall, middle, wall]);
    }
    out.extend_from_slice(&[point(columns), b'\n']);
    if strip.is_last() {
        return;
    }
    let standing = |line, column, side| match stands(&strip.here, line) {
        true if standing_wall(&strip.here, &strip.left_out[1], line) => b'|',
        false if crosses(column, side) => b'*',
        _ => b' ',
    };
    for column in 0..columns {
        let mark = if has_path { strip.mark(column) } else { None };
        let [west, middle, east] = match mark {
            None if strip.is_left_out(column) => *b" . ",
            None => *b"   ",
            Some(Mark::From) => *b" @ ",
            Some(Mark::Both) => *b"@X ",
            Some(Mark::To) => *b" X ",
            Some(Mark::Path) => *b" * ",
        };
        let east = strip.stairs_at(column).map_or(east, |glyph| glyph as u8);
        out.extend_from_slice(&[standing(column, column, Side::W), west, middle, east]);
    }
    out.extend_from_slice(&[standing(columns, columns - 1, Side::E), b'\n']);
}
