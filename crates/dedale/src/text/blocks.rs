//! The maze in solid blocks, two columns each so that they are about square: `██` for a wall, two spaces where one can
//! walk. Cells that a mask leaves out are solid, and the second column of a cell with stairs shows these.

use super::words::{Word, write_words};
use crate::grid::Side;
use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::lattice::{Block, each_block, stands};
use crate::picture::overlay::Mark;
use crate::picture::{RowSource, Strip};

/// The glyphs are those of the entrance, of the exit, and of the path between them. A cell that is both has one of each.
pub(crate) const INFO: FormatInfo = FormatInfo { path_glyphs: "▒▓░", ..FormatInfo::text("blocks") };

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    by_strip(source, write_piece)
}

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    if strip.has_path() || strip.is_cut() || !strip.stairs.is_empty() || strip.has_bare_points() {
        return write_blocks(strip, out);
    }
    let columns = strip.columns();
    write_words((0..columns).map(|column| &LYING[usize::from(strip.lies(column))]), out);
    out.extend_from_slice("██\n".as_bytes());
    if !strip.is_last() {
        write_words(strip.here.iter().map(|open| &STANDING[usize::from(!open.contains(Side::W))]), out);
        let last = if stands(&strip.here, columns) { "██\n" } else { "  \n" };
        out.extend_from_slice(last.as_bytes());
    }
}

/// A point, and the side east of it: open, or a wall.
static LYING: [Word<12>; 2] = {
    let point = Word::EMPTY.then("██".as_bytes());
    [point.then(b"  "), point.then("██".as_bytes())]
};

/// The side west of a cell, open or a wall, and the cell.
static STANDING: [Word<8>; 2] = [Word::EMPTY.then(b"    "), Word::EMPTY.then("██  ".as_bytes())];

fn write_blocks(strip: &Strip<'_>, out: &mut Vec<u8>) {
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
