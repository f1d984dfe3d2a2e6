//! The maze in the colors of a terminal: blocks of two spaces, each with a background color.
//!
//! Walls are dark. Where one can walk the color says how far it is from the entrance: pale green where it is near,
//! through teal and blue to violet where it is farthest; gray where no way leads. The ends and the path are in colors
//! that no distance has: from white, along orange, to crimson.

use crate::grid::{Cell, Side};
use crate::picture::form::{Form, FormatInfo, by_strip};
use crate::picture::lattice::{Block, each_block};
use crate::picture::palette::{Rgb, shades};
use crate::picture::{RowSource, Strip};
use crate::solve::Distances;

pub(crate) const INFO: FormatInfo = FormatInfo {
    shows_distances: true,
    by_rows: false,
    // Each cell has a different color.
    elements: |_, [columns, rows]| 8 * columns * rows,
    ..FormatInfo::text("ansi")
};

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    source.whole()?;
    by_strip(source, write_piece)
}

const WALL: Rgb = [24, 26, 36];
/// Where one can walk, when nothing is known of distances.
const FLOOR: Rgb = [200, 197, 188];
const UNREACHED: Rgb = [128, 128, 128];
const FROM: Rgb = [255, 255, 255];
const TO: Rgb = [222, 30, 72];
const PATH: Rgb = [255, 150, 40];

/// From the nearest to the farthest. Equal steps of lightness in the Oklab space (90 % to 44 %) and of hue (125° to
/// 290°), so that equal differences of distance look equal, in gray too.
const STOPS: [Rgb; 9] = [
    [209, 235, 166],
    [157, 225, 160],
    [92, 212, 168],
    [1, 193, 181],
    [13, 169, 186],
    [8, 145, 188],
    [38, 119, 188],
    [72, 93, 167],
    [83, 70, 136],
];

/// The way along the [`STOPS`] in 256 even steps.
static SHADES: [Rgb; 256] = shades(&STOPS);

fn write_piece(strip: &Strip<'_>, out: &mut Vec<u8>) {
    let mut ground = None;
    each_block(strip, |block| {
        let color = match block {
            Block::Point { .. } | Block::Wall(_) | Block::Solid | Block::Between(_) => WALL,
            Block::Gap { row, column, side } => gap_color(strip, row, column, side),
            Block::Bare { column } => bare_color(strip, column),
            Block::Cell { column } => cell_color(strip, column),
            Block::End => {
                ground = None;
                return out.extend_from_slice(b"\x1b[0m\n");
            }
        };
        // Runs of one color need only one escape sequence.
        if ground != Some(color) {
            ground = Some(color);
            write_color(GROUND, color, out);
        }
        match block {
            Block::Cell { column } => write_inside(strip.stairs_at(column), color, out),
            _ => out.extend_from_slice(b"  "),
        }
    });
}

/// The two columns of a cell, and the stairs in it, which are dark or white, whichever can be seen.
fn write_inside(stairs: Option<char>, ground: Rgb, out: &mut Vec<u8>) {
    let Some(glyph) = stairs else { return out.extend_from_slice(b"  ") };
    // The green of a color is most of its lightness.
    write_color(GLYPH, if ground[1] > 110 { WALL } else { FROM }, out);
    out.extend_from_slice(&[b' ', glyph as u8]);
}

fn cell_color(strip: &Strip<'_>, column: u32) -> Rgb {
    let (Some(overlay), Some(cell)) = (&strip.overlay, strip.cell_at(strip.row, column)) else { return WALL };
    if cell == overlay.to {
        TO
    } else if cell == overlay.from {
        FROM
    } else if overlay.path.is_some_and(|path| path.passes(cell)) {
        PATH
    } else {
        shade(overlay.distances, cell, cell)
    }
}

fn gap_color(strip: &Strip<'_>, row: u64, column: u32, side: Side) -> Rgb {
    if strip.crosses(row, column, side) {
        return PATH;
    }
    let here = strip.cell_at(row, column);
    let far = match side {
        Side::N if !strip.above.is_empty() => strip.cell_at(row - 1, column),
        Side::W if column > 0 => strip.cell_at(row, column - 1),
        _ => None,
    };
    // A way out has the shade of the cell that it leads out of.
    match (here.or(far), far.or(here)) {
        (Some(a), Some(b)) => shade(distances(strip), a, b),
        _ => WALL,
    }
}

/// The color of a point without a post, in the middle of four cells.
fn bare_color(strip: &Strip<'_>, column: u32) -> Rgb {
    let across = [(strip.row.checked_sub(1), column.checked_sub(1)), (Some(strip.row), Some(column))];
    match across.map(|(row, column)| strip.cell_at(row?, column?)) {
        [Some(a), Some(b)] => shade(distances(strip), a, b),
        _ => FLOOR,
    }
}

fn distances<'a>(strip: &Strip<'a>) -> Option<&'a Distances> {
    strip.overlay.as_ref()?.distances
}

/// The shade of the place in the middle between two cells.
fn shade(distances: Option<&Distances>, a: Cell, b: Cell) -> Rgb {
    let Some(distances) = distances else { return FLOOR };
    let (Some(to_a), Some(to_b)) = (distances.to(a), distances.to(b)) else { return UNREACHED };
    let both = u64::from(to_a) + u64::from(to_b);
    // Where the entrance is all that can be reached, it is the nearest.
    let longest = u64::from(distances.longest()).max(1);
    SHADES[(both * 255 / (2 * longest)) as usize]
}

/// The number of the ground in the escape sequences of terminals, and that of the glyphs on it.
const GROUND: &[u8] = b"48";
const GLYPH: &[u8] = b"38";

/// Writes the escape sequence that sets the ground or the glyphs to a 24-bit color.
fn write_color(what: &[u8], color: Rgb, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\x1b[");
    out.extend_from_slice(what);
    out.extend_from_slice(b";2");
    for channel in color {
        out.push(b';');
        if channel >= 100 {
            out.push(b'0' + channel / 100);
        }
        if channel >= 10 {
            out.push(b'0' + channel / 10 % 10);
        }
        out.push(b'0' + channel % 10);
    }
    out.push(b'm');
}
