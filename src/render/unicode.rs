//! The maze in box-drawing characters: light lines for the walls, one heavy line for the path.
//!
//! The geometry is that of the ASCII form. A point is the character with an arm towards each wall that meets it, and a
//! space where none does.

use super::lattice::{Block, arms, each_block};
use super::{Mark, Picture};
use crate::grid::{Cell, Side, Sides};

/// From, to, a cell that the path reaches through none of its sides, and every bend and branch of the path.
pub(super) const PATH_GLYPHS: &str = "○●•╹╺┗╻┃┏┣╸┛━┻┓┫┳╋";

/// By the bits of the sides that walls lead to: `N = 1`, `E = 2`, `S = 4`, `W = 8`.
pub(crate) const WALLS: [&str; 16] = [" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"];

/// By the bits of the sides that the path goes through.
const PATHS: [&str; 16] = ["•", "╹", "╺", "┗", "╻", "┃", "┏", "┣", "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"];

pub(super) fn write_piece(picture: &Picture, row: u32, out: &mut Vec<u8>) {
    let mut put = |glyphs: &str| out.extend_from_slice(glyphs.as_bytes());
    each_block(&picture.maze, row, |block| match block {
        Block::Point { row, column } => put(WALLS[usize::from(arms(&picture.maze, row, column).bits())]),
        Block::Wall(Side::N | Side::S) => put("───"),
        Block::Wall(_) => put("│"),
        Block::Gap(cell, side @ (Side::N | Side::S)) => put(if picture.crosses(cell, side) { " ┃ " } else { "   " }),
        Block::Gap(cell, side) => put(if picture.crosses(cell, side) { "━" } else { " " }),
        Block::Cell(cell) => cell_glyphs(picture, cell).into_iter().for_each(&mut put),
        Block::End => put("\n"),
    });
}

/// The three columns of a cell.
#[inline]
fn cell_glyphs(picture: &Picture, cell: Cell) -> [&'static str; 3] {
    let Some(mark) = picture.mark(cell) else { return [" "; 3] };
    let sides = picture.path.as_ref().map_or(Sides::NONE, |path| path.sides(cell));
    let arm = |side| if sides.contains(side) { "━" } else { " " };
    let middle = match mark {
        Mark::From => "○",
        Mark::To => "●",
        Mark::Path => PATHS[usize::from(sides.bits())],
    };
    [arm(Side::W), middle, arm(Side::E)]
}
