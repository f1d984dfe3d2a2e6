//! The maze in solid blocks, two columns each so that they are about square: `██` for a wall, two spaces where one can
//! walk.

use super::Mark;
use super::lattice::{Block, Strip, each_block};

/// The ends, and the path between them.
pub(super) const PATH_GLYPHS: &str = "▒░";

pub(super) fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    each_block(strip, |block| {
        let glyphs = match block {
            Block::Point { .. } | Block::Wall(_) => "██",
            Block::Gap { row, column, side } if strip.crosses(row, column, side) => "░░",
            Block::Gap { .. } => "  ",
            Block::Cell { column } => match strip.mark(column) {
                None => "  ",
                Some(Mark::From | Mark::To) => "▒▒",
                Some(Mark::Path) => "░░",
            },
            Block::End => "\n",
        };
        out.extend_from_slice(glyphs.as_bytes());
    });
}
