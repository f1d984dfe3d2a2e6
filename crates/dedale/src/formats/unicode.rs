//! The maze in box-drawing characters: light lines for the walls, one heavy line for the path.
//!
//! The geometry is that of [`Ascii`](crate::formats::Format::Ascii). A point is the character with an arm towards each wall that meets it, and a
//! space where none does. Cells that are left out, and stairs, are as in that format too, with `·` for the dot.

use super::drawn::{self, GridDrawing, JUNCTIONS};
use super::words::{Word, write_words};
use crate::grid::{Side, Sides};
use crate::parse::InputFormat;
use crate::picture::piece_writer::{PieceWriter, WriteInfo, by_strip_with_ends};
use crate::picture::strip::{Blocks, FREE, PATH, WALL};
use crate::picture::{RowSource, Strip};

pub(crate) const WRITE: WriteInfo = WriteInfo {
    // From, to, a cell that the path reaches through none of its sides, and every bend and branch of the path.
    path_glyphs: "○●•╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
    ..WriteInfo::TEXT
};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "unicode",
    description: "A drawing with box-drawing characters, and cells three characters wide.",
    first_line: "┌───┬───┐",
    is_of_squares: false,
    fits: |input| drawn::fits(&DRAWN, input),
    read: |input, request| drawn::read(&DRAWN, input, request),
};

static DRAWN: GridDrawing = GridDrawing {
    corner: None,
    walls: ['─', '│'],
    marks: ['○', '●'],
    path: WRITE.path_glyphs,
    dot: Some('·'),
    widths: [1, 3],
};

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    by_strip_with_ends(source, false, write_piece)
}

/// By the bits of the sides that the path goes through.
const PATHS: [&str; 16] = ["•", "╹", "╺", "┗", "╻", "┃", "┏", "┣", "╸", "┛", "━", "┻", "┓", "┫", "┳", "╋"];

/// A point, by the bits of the sides that walls lead to, with the side east of it: without the path and with it.
static POINTS: [[Word; 16]; 2] = {
    let mut points = [[Word::NONE; 16]; 2];
    let mut arms = 0;
    while arms < 16 {
        let side = if arms >> Side::E.number() & 1 == 1 { "───" } else { "   " };
        points[0][arms] = Word::of(JUNCTIONS[arms]).then(Word::of(side));
        points[1][arms] = Word::of(JUNCTIONS[arms]).then(Word::of(" ┃ "));
        arms += 1;
    }
    points
};

/// A side west of a cell, by the number of its block.
const SIDES: [&str; 3] = [" ", "│", "━"];

/// Such a side with the cell, which is free or left out.
static CELLS: [[Word; 2]; 3] =
    [[Word::of("    "), Word::of("  · ")], [Word::of("│   "), Word::of("│ · ")], [Word::of("━   "), Word::of("━ · ")]];

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    let Blocks { numbers, width } = strip.blocks();
    let (lying, standing) = numbers.split_at(width);
    let point = |(column, arms): (usize, Sides)| {
        let is_on_path = lying.get(2 * column + 1) == Some(&PATH);
        POINTS[usize::from(is_on_path)][usize::from(arms.bits())]
    };
    write_words(strip.arms().enumerate().map(point), out);
    // There is no side east of the last point.
    out.truncate(out.len() - 3);
    out.push(b'\n');
    if strip.is_last() {
        return;
    }
    let side = |column: usize, block: u8| {
        let is_wall = block != WALL || strip.standing_wall(1, column as u32);
        usize::from(if is_wall { block } else { FREE })
    };
    let (cells, last) = standing.as_chunks::<2>();
    let cell = |(column, &[west, cell]): (usize, &[u8; 2])| {
        let side = side(column, west);
        match cell {
            FREE if strip.stairs.is_empty() && !strip.has_marks() => CELLS[side][0],
            WALL => CELLS[side][1],
            _ => with_glyphs(SIDES[side], strip, column as u32),
        }
    };
    write_words(cells.iter().enumerate().map(cell), out);
    last.iter().for_each(|&last| out.extend_from_slice(SIDES[side(cells.len(), last)].as_bytes()));
    out.push(b'\n');
}

/// Returns the side west of a cell, and the three columns of the cell with its stairs.
fn with_glyphs(side: &str, strip: &Strip<'_>, column: u32) -> Word {
    let [west, middle, east] = cell_glyphs(strip, column).map(Word::of);
    Word::of(side).then(west).then(middle).then(strip.stairs_at(column).map_or(east, Word::byte))
}

/// Returns the three columns of a cell without stairs.
fn cell_glyphs(strip: &Strip<'_>, column: u32) -> [&'static str; 3] {
    let Some(mark) = strip.mark(column) else { return [" "; 3] };
    let sides = strip.path_at(column).unwrap_or_default();
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
