//! The maze in solid blocks, two columns each so that they are about square: `██` for a wall, two spaces where one can
//! walk. Cells that a mask leaves out are solid, and the second column of a cell with stairs shows these.

use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::lattice::{Block, each_block};
use crate::picture::overlay::Mark;
use crate::picture::{RowSource, Strip};

/// The glyphs are those of the entrance, of the exit, and of the path between them. A cell that is both has one of each.
pub(crate) const INFO: FormatInfo = FormatInfo { path_glyphs: "▒▓░", ..FormatInfo::text("blocks") };

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    by_strip(source, write_piece)
}

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    each_block(strip, |block| {
        let glyphs = match block {
            Block::Point { .. } | Block::Wall(_) | Block::Solid | Block::Between(_) => "██",
            Block::Gap { row, column, side } if strip.crosses(row, column, side) => "░░",
            Block::Gap { .. } | Block::Bare { .. } => "  ",
            Block::Cell { column } => {
                let glyphs = match strip.mark(column) {
                    None => "  ",
                    Some(Mark::From) => "▒▒",
                    Some(Mark::To) => "▓▓",
                    Some(Mark::Both) => "▒▓",
                    Some(Mark::Path) => "░░",
                };
                if let Some(stairs) = strip.stairs_at(column) {
                    out.extend_from_slice(&glyphs.as_bytes()[..glyphs.len() / 2]);
                    return out.push(stairs as u8);
                }
                glyphs
            }
            Block::End => "\n",
        };
        out.extend_from_slice(glyphs.as_bytes());
    });
}
