//! The maze in solid blocks, two columns each so that they are about square: `██` for a wall, two spaces where one can
//! walk.

use super::lattice::{Block, each_block};
use super::{Mark, Picture};

/// The ends, and the path between them.
pub(super) const PATH_GLYPHS: &str = "▒░";

pub(super) fn write_piece(picture: &Picture, row: u32, out: &mut Vec<u8>) {
    each_block(&picture.maze, row, |block| {
        let glyphs = match block {
            Block::Point { .. } | Block::Wall(_) => "██",
            Block::Gap(cell, side) if picture.crosses(cell, side) => "░░",
            Block::Gap(..) => "  ",
            Block::Cell(cell) => match picture.mark(cell) {
                None => "  ",
                Some(Mark::From | Mark::To) => "▒▒",
                Some(Mark::Path) => "░░",
            },
            Block::End => "\n",
        };
        out.extend_from_slice(glyphs.as_bytes());
    });
}
