//! The maze in the colors of a terminal: blocks of two spaces, each with a background color.
//!
//! Walls are dark. Where one can walk the color says how far it is from the entrance: pale green where it is near,
//! through teal and blue to violet where it is farthest; gray where no way leads. The ends and the path are in colors
//! that no distance has: from white, along orange, to red.

use crate::digits::write_digits;
use crate::grid::Cell;
use crate::picture::palette::{Rgb, shades};
use crate::picture::piece_writer::{PieceWriter, WriteInfo, by_strip};
use crate::picture::{RowSource, Strip, strip};
use crate::solve::Distances;

pub(crate) const WRITE: WriteInfo = WriteInfo {
    shows_distances: true,
    by_rows: false,
    // Each cell has a different color.
    elements: |_, [columns, rows]| columns.saturating_mul(rows).saturating_mul(8),
    ..WriteInfo::TEXT
};

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
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
    let row = Some(strip.row);
    for (line, blocks) in strip.blocks().lines().enumerate() {
        let mut ground = None;
        for (at, &block) in (0..).zip(blocks) {
            let is_cell = line == 1 && at % 2 == 1;
            let color = if block == strip::WALL {
                WALL
            } else {
                // A block is in a cell, or in the middle between two.
                let rows = if line == 0 { [strip.row.checked_sub(1), row] } else { [row; 2] };
                let columns = if at % 2 == 0 { [u32::checked_sub(at / 2, 1), Some(at / 2)] } else { [Some(at / 2); 2] };
                let cells = [0, 1].map(|number| strip.cell_at(rows[number]?, columns[number]?));
                match cells {
                    [Some(cell), _] if is_cell && cell == strip.ends[1] => TO,
                    [Some(cell), _] if is_cell && cell == strip.ends[0] => FROM,
                    _ if block == strip::PATH => PATH,
                    // A way out has the shade of the cell that it leads out of.
                    [Some(a), Some(b)] => shade(strip.distances, a, b),
                    [Some(cell), None] | [None, Some(cell)] => shade(strip.distances, cell, cell),
                    [None, None] => WALL,
                }
            };
            // Runs of one color need only one escape sequence.
            if ground != Some(color) {
                ground = Some(color);
                write_color(GROUND, color, out);
            }
            let stairs = if is_cell { strip.stairs_at(at / 2) } else { None };
            if stairs.is_some() {
                // Dark or white, whichever can be seen: the green of a color is most of its lightness.
                write_color(GLYPH, if color[1] > 110 { WALL } else { FROM }, out);
            }
            out.extend_from_slice(&[b' ', stairs.unwrap_or(b' ')]);
        }
        out.extend_from_slice(b"\x1b[0m\n");
    }
}

/// Returns the shade of the place in the middle between two cells.
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
        write_digits(channel.into(), out);
    }
    out.push(b'm');
}
