//! The maze as a table of blocks, for spreadsheets and for programs that read arrays: 1 for a wall, 0 where one can walk, and 2
//! on the path.
//!
//! A maze of `rows × columns` cells is `2 × rows + 1` lines of `2 × columns + 1` numbers, as in the JSON encoding `blocks`.
//! There is no line of headings.

use super::lattice::{Block, each_block, stands};
use super::words::write_line;
use super::writer::{Form, Strips};
use super::{Format, FormatInfo, RowSource, Strip};
use crate::grid::Side;

pub(super) const INFO: FormatInfo =
    FormatInfo { media_type: "text/csv", extension: Some("csv"), ..FormatInfo::text("csv", Format::Csv) };

pub(super) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    Strips::start(source, write_piece)
}

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    if strip.has_path() {
        return write_with_path(strip, out);
    }
    // A point and the side east of it.
    let lying = |is_open: bool| if is_open { *b"1,0," } else { *b"1,1," };
    if strip.is_last() {
        return write_line(out, strip.above.iter().map(|open| lying(open.contains(Side::S))), b"1\n");
    }
    write_line(out, strip.here.iter().map(|open| lying(open.contains(Side::N))), b"1\n");
    // The side west of a cell and the cell.
    let standing = |is_open: bool| if is_open { *b"0,0," } else { *b"1,0," };
    let last = if stands(&strip.here, strip.columns()) { b"1\n" } else { b"0\n" };
    write_line(out, strip.here.iter().map(|open| standing(open.contains(Side::W))), last);
}

fn write_with_path(strip: &Strip<'_>, out: &mut Vec<u8>) {
    each_block(strip, |block| {
        let number = match block {
            Block::Point { .. } | Block::Wall(_) => b"1,",
            Block::Gap { row, column, side } if strip.crosses(row, column, side) => b"2,",
            Block::Cell { column } if strip.path_at(column).is_some() => b"2,",
            Block::Gap { .. } | Block::Cell { .. } => b"0,",
            Block::End => {
                // The comma after the last number.
                out.pop();
                b"\n" as &[u8]
            }
        };
        out.extend_from_slice(number);
    });
}
