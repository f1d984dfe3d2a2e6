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
use crate::picture::lattice::{Block, each_block};
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
    each_block(strip, |block| match block {
        Block::Point { column } => out.push(if strip.is_out_around(column) { b' ' } else { post }),
        Block::Bare { .. } => out.push(bare),
        Block::Wall(Side::N | Side::S) => out.extend_from_slice(b"---"),
        Block::Wall(_) => out.push(b'|'),
        Block::Gap { row, column, side: side @ (Side::N | Side::S) } => {
            out.extend_from_slice(if strip.crosses(row, column, side) { b" * " } else { b"   " });
        }
        Block::Gap { row, column, side } => out.push(if strip.crosses(row, column, side) { b'*' } else { b' ' }),
        Block::Between(Side::N | Side::S) => out.extend_from_slice(b"   "),
        Block::Between(_) => out.push(b' '),
        Block::Solid => out.extend_from_slice(b" . "),
        Block::Cell { column } => {
            let [west, middle, east] = match strip.mark(column) {
                None => *b"   ",
                Some(Mark::From) => *b" @ ",
                Some(Mark::Both) => *b"@X ",
                Some(Mark::To) => *b" X ",
                Some(Mark::Path) => *b" * ",
            };
            out.extend_from_slice(&[west, middle, strip.stairs_at(column).map_or(east, |glyph| glyph as u8)]);
        }
        Block::End => out.push(b'\n'),
    });
}
