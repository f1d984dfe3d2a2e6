//! The maze in box-drawing characters: light lines for the walls, one heavy line for the path.
//!
//! The geometry is that of the ASCII form. A point is the character with an arm towards each wall that meets it, and a
//! space where none does. Cells that are left out, and stairs, are as in that form too, with `·` for the dot.

use crate::grid::Side;
use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::strip::{PATH, WALL};
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
    for (line, blocks) in strip.blocks().iter().enumerate() {
        for (at, &block) in (0..).zip(blocks) {
            let column = at / 2;
            let glyphs = match [line, at as usize % 2] {
                // A point has no arms where no wall ends.
                [0, 0] => WALLS[usize::from(strip.arms(column).bits())],
                [0, _] if block == PATH => " ┃ ",
                [0, _] if block == WALL && strip.wall_below(column) => "───",
                [0, _] => "   ",
                [_, 0] if block == PATH => "━",
                [_, 0] if block == WALL && strip.standing_wall(1, column) => "│",
                [_, 0] => " ",
                _ if block == WALL => " · ",
                _ => {
                    let [west, middle, east] = cell_glyphs(strip, column);
                    out.extend_from_slice(west.as_bytes());
                    out.extend_from_slice(middle.as_bytes());
                    match strip.stairs_at(column) {
                        Some(stairs) => out.push(stairs),
                        None => out.extend_from_slice(east.as_bytes()),
                    }
                    continue;
                }
            };
            out.extend_from_slice(glyphs.as_bytes());
        }
        out.push(b'\n');
    }
}

/// The three columns of a cell.
fn cell_glyphs(strip: &Strip<'_>, column: u32) -> [&'static str; 3] {
    let (Some(mark), Some(sides)) = (strip.mark(column), strip.path_at(column)) else { return [" "; 3] };
    let arm = |side| if sides.contains(side) { "━" } else { " " };
    let middle = match mark {
        // The entrance is beside the exit, where no path leads if there is such a side.
        [true, true] if sides.contains(Side::W) && !sides.contains(Side::E) => return ["━", "●", "○"],
        [true, true] => return ["○", "●", arm(Side::E)],
        [true, false] => "○",
        [false, true] => "●",
        [false, false] => PATHS[usize::from(sides.bits())],
    };
    [arm(Side::W), middle, arm(Side::E)]
}
