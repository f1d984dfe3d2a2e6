//! The maze in solid blocks, two columns each so that they are about square: `██` for a wall, two spaces where one can
//! walk. Cells that a mask leaves out are solid, and the second column of a cell with stairs shows these.

use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::strip::{PATH, WALL};
use crate::picture::{RowSource, Strip};

/// The glyphs are those of the entrance, of the exit, and of the path between them. A cell that is both has one of each.
pub(crate) const INFO: FormatInfo = FormatInfo { path_glyphs: "▒▓░", ..FormatInfo::text("blocks") };

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    by_strip(source, write_piece)
}

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    for (line, blocks) in strip.blocks().iter().enumerate() {
        for (at, &block) in (0..).zip(blocks) {
            let cell = Some(at / 2).filter(|_| line == 1 && at % 2 == 1);
            let glyphs = match (block, cell.and_then(|column| strip.mark(column))) {
                (WALL, _) => "██",
                (_, Some([true, true])) => "▒▓",
                (_, Some([true, false])) => "▒▒",
                (_, Some([false, true])) => "▓▓",
                (PATH, _) => "░░",
                _ => "  ",
            };
            match cell.and_then(|column| strip.stairs_at(column)) {
                Some(stairs) => out.extend(glyphs.bytes().take(glyphs.len() / 2).chain([stairs])),
                None => out.extend_from_slice(glyphs.as_bytes()),
            }
        }
        out.push(b'\n');
    }
}
