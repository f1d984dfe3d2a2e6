//! The maze in box-drawing characters: light lines for the walls, one heavy line for the path.
//!
//! The geometry is that of the ASCII form. A point is the character with an arm towards each wall that meets it, and a
//! space where none does.

use super::Mark;
use super::lattice::{Block, Strip, each_block};
use crate::grid::Side;

/// From, to, a cell that the path reaches through none of its sides, and every bend and branch of the path.
pub(super) const PATH_GLYPHS: &str = "○●•╹╺┗╻┃┏┣╸┛━┻┓┫┳╋";

/// By the bits of the sides that walls lead to: `N = 1`, `E = 2`, `S = 4`, `W = 8`.
pub(crate) const WALLS: [&str; 16] = [" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"];

/// By the bits of the sides that the path goes through.
const PATHS: [&str; 16] = ["•", "╹", "╺", "┗", "╻", "┃", "┏", "┣", "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"];

pub(super) fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    let mut put = |glyphs: &str| out.extend_from_slice(glyphs.as_bytes());
    each_block(strip, |block| match block {
        Block::Point { column } => put(WALLS[usize::from(strip.arms(column).bits())]),
        Block::Wall(Side::N | Side::S) => put("───"),
        Block::Wall(_) => put("│"),
        Block::Gap { row, column, side: side @ (Side::N | Side::S) } => {
            put(if strip.crosses(row, column, side) { " ┃ " } else { "   " });
        }
        Block::Gap { row, column, side } => put(if strip.crosses(row, column, side) { "━" } else { " " }),
        Block::Cell { column } => cell_glyphs(strip, column).into_iter().for_each(&mut put),
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
        Mark::From => "○",
        Mark::To => "●",
        Mark::Path => PATHS[usize::from(sides.bits())],
    };
    [arm(Side::W), middle, arm(Side::E)]
}
