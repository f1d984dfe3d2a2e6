//! The maze in plain ASCII: `+---+` and `|`, cells three columns wide.
//!
//! Every point is a `+`, whether or not a wall meets it, and an open side is as wide as the wall that is gone, so all
//! lines have the same length: a line that ends in an opening ends in a space.
//!
//! The path is a star in each cell and in each side that it goes through, evenly apart in both directions.

use super::lattice::{Block, each_block};
use super::{Mark, Picture};
use crate::grid::Side;

/// From, to, and the path between them.
pub(super) const PATH_GLYPHS: &str = "@X*";

pub(super) fn write_piece(picture: &Picture, row: u32, out: &mut Vec<u8>) {
    each_block(&picture.maze, row, |block| match block {
        Block::Point { .. } => out.extend_from_slice(b"+"),
        Block::Wall(Side::N | Side::S) => out.extend_from_slice(b"---"),
        Block::Wall(_) => out.extend_from_slice(b"|"),
        Block::Gap(cell, side @ (Side::N | Side::S)) => {
            out.extend_from_slice(if picture.crosses(cell, side) { b" * " } else { b"   " });
        }
        Block::Gap(cell, side) => out.extend_from_slice(if picture.crosses(cell, side) { b"*" } else { b" " }),
        Block::Cell(cell) => out.extend_from_slice(match picture.mark(cell) {
            None => b"   ",
            Some(Mark::From) => b" @ ",
            Some(Mark::To) => b" X ",
            Some(Mark::Path) => b" * ",
        }),
        Block::End => out.extend_from_slice(b"\n"),
    });
}
