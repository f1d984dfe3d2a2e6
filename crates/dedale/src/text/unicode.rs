//! The maze in box-drawing characters: light lines for the walls, one heavy line for the path.
//!
//! The geometry is that of the ASCII form. A point is the character with an arm towards each wall that meets it, and a
//! space where none does. Cells that are left out, and stairs, are as in that form too, with `·` for the dot.

use crate::grid::Side;
use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::lattice::{Block, each_block};
use crate::picture::overlay::Mark;
use crate::picture::{RowSource, Strip};

pub(crate) const INFO: FormatInfo = FormatInfo {
    // From, to, a cell that the path reaches through none of its sides, and every bend and branch of the path.
    path_glyphs: "○●•╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
    ..FormatInfo::text("unicode")
};

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    by_strip(source, write_piece)
}

/// By the bits of the sides that walls lead to: `N = 1`, `E = 2`, `S = 4`, `W = 8`.
pub(crate) const WALLS: [&str; 16] = [" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"];

/// By the bits of the sides that the path goes through.
const PATHS: [&str; 16] = ["•", "╹", "╺", "┗", "╻", "┃", "┏", "┣", "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"];

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    let mut put = |glyphs: &str| out.extend_from_slice(glyphs.as_bytes());
    each_block(strip, |block| match block {
        // It has no arms where no wall ends.
        Block::Point { column } | Block::Bare { column } => put(WALLS[usize::from(strip.arms(column).bits())]),
        Block::Wall(Side::N | Side::S) => put("───"),
        Block::Wall(_) => put("│"),
        Block::Gap { row, column, side: side @ (Side::N | Side::S) } => {
            put(if strip.crosses(row, column, side) { " ┃ " } else { "   " });
        }
        Block::Gap { row, column, side } => put(if strip.crosses(row, column, side) { "━" } else { " " }),
        Block::Between(Side::N | Side::S) => put("   "),
        Block::Between(_) => put(" "),
        Block::Solid => put(" · "),
        Block::Cell { column } => {
            let [west, middle, east] = cell_glyphs(strip, column);
            let mut buffer = [0; 4];
            let east = strip.stairs_at(column).map_or(east, |glyph| glyph.encode_utf8(&mut buffer));
            [west, middle, east].into_iter().for_each(&mut put);
        }
        Block::End => put("\n"),
    });
}

/// The three columns of a cell.
#[inline]
fn cell_glyphs(strip: &Strip<'_>, column: u32) -> [&'static str; 3] {
    let Some(mark) = strip.mark(column) else { return [" "; 3] };
    let sides = strip.path_at(column).unwrap_or_default();
    let arm = |side| if sides.contains(side) { "━" } else { " " };
    let middle = match mark {
        // The entrance is beside the exit, where no path leads if there is such a side.
        Mark::Both if sides.contains(Side::W) && !sides.contains(Side::E) => return ["━", "●", "○"],
        Mark::Both => return ["○", "●", arm(Side::E)],
        Mark::From => "○",
        Mark::To => "●",
        Mark::Path => PATHS[usize::from(sides.bits())],
    };
    [arm(Side::W), middle, arm(Side::E)]
}
