//! The maze as DXF, for laser cutters and plotters: lines in millimetres, walls on the layer `WALLS` and the path on `PATH`.
//!
//! The form is that of AutoCAD Release 12, which all programs read. A wall that goes on straight is one line, however long. Row 0 is at
//! the top, where `y` is largest; the origin is the bottom left corner of the maze.

use std::io::Write as _;

use super::lattice::stands;
use super::measures::Measures;
use super::writer::Form;
use super::{Format, FormatInfo, RowSource, Strip};
use crate::grid::Side;

pub(super) const INFO: FormatInfo = FormatInfo {
    media_type: "image/vnd.dxf",
    extension: Some("dxf"),
    elements: |_, [columns, rows]| 4 * columns * rows,
    ..FormatInfo::text("dxf", Format::Dxf(Measures::DEFAULT))
};

pub(super) fn start(measures: Measures, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    let [columns, rows] = source.head().size();
    let columns = columns as usize;
    let [walls, path] = [vec![None; columns + 1], vec![None; columns]];
    Some(Box::new(Drawing { cell: measures.cell, rows, walls, path }))
}

/// The layers, and the numbers of their colours.
pub(super) const LAYERS: [(&str, u8); 4] = [("WALLS", 7), ("PATH", 1), ("STAIRS", 7), ("SEAMS", 8)];

/// What comes before the first line.
pub(super) fn write_start(out: &mut Vec<u8>) {
    out.extend_from_slice(b"0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n");
    let _ = write!(out, "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n70\n{}\n", LAYERS.len());
    for (name, colour) in LAYERS {
        let _ = write!(out, "0\nLAYER\n2\n{name}\n70\n0\n62\n{colour}\n6\nCONTINUOUS\n");
    }
    out.extend_from_slice(b"0\nENDTAB\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n");
}

/// What comes after the last line.
pub(super) fn write_end(out: &mut Vec<u8>) {
    out.extend_from_slice(b"0\nENDSEC\n0\nEOF\n");
}

/// A straight line, in ten-thousandths of a millimetre.
pub(super) fn write_line(layer: &str, [from, to]: [[i64; 2]; 2], out: &mut Vec<u8>) {
    let _ = write!(out, "0\nLINE\n8\n{layer}\n");
    for (code, length) in [(10, from[0]), (20, from[1]), (11, to[0]), (21, to[1])] {
        write_length(code, length, out);
    }
}

/// A number with four decimals, after its code.
pub(super) fn write_length(code: u8, length: i64, out: &mut Vec<u8>) {
    let sign = if length < 0 { "-" } else { "" };
    let (whole, part) = (length.unsigned_abs() / 10_000, length.unsigned_abs() % 10_000);
    let _ = writeln!(out, "{code}\n{sign}{whole}.{part:04}");
}

/// A maze of squares, of which the lines that go on downwards are known.
#[derive(Debug)]
struct Drawing {
    cell: u32,
    rows: u64,
    /// By upright line of points: the row in which the wall began that stands there.
    walls: Vec<Option<u64>>,
    /// By column: where the path began that runs down here, in halves of a row.
    path: Vec<Option<u64>>,
}

impl Form for Drawing {
    fn pieces(&self) -> u64 {
        self.rows + 1
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            write_start(out);
        }
        let strip = source.strip(number);
        self.write_walls(&strip, out);
        if strip.has_path() && !strip.is_last() {
            self.write_path(&strip, out);
        }
        if strip.is_last() {
            write_end(out);
        }
    }
}

impl Drawing {
    /// A line between two places, `[column, row]` in halves of a cell.
    fn write(&self, layer: &str, ends: [[u64; 2]; 2], out: &mut Vec<u8>) {
        // A thousandth of a millimetre is ten of these units, and half a cell five times as many as the cell has thousandths.
        let half = 5 * i64::from(self.cell);
        let place = |[column, row]: [u64; 2]| [column as i64 * half, (2 * self.rows - row) as i64 * half];
        write_line(layer, ends.map(place), out);
    }

    /// The walls that lie on a line of points, and those that end there.
    fn write_walls(&mut self, strip: &Strip<'_>, out: &mut Vec<u8>) {
        let (row, columns) = (strip.row, strip.columns());
        let mut column = 0;
        while column < columns {
            let start = column;
            while column < columns && strip.lies(column) {
                column += 1;
            }
            if start < column {
                self.write("WALLS", [start, column].map(|column| [2 * u64::from(column), 2 * row]), out);
            }
            column += 1;
        }
        for column in 0..=columns {
            let begun = self.walls[column as usize];
            if stands(&strip.here, column) {
                self.walls[column as usize] = begun.or(Some(row));
            } else if let Some(begun) = begun {
                self.walls[column as usize] = None;
                self.write("WALLS", [begun, row].map(|row| [2 * u64::from(column), 2 * row]), out);
            }
        }
    }

    /// The path along a row, and what runs down to it and ends there. Through an opening it runs to the outer wall.
    fn write_path(&mut self, strip: &Strip<'_>, out: &mut Vec<u8>) {
        let (row, columns) = (strip.row, strip.columns());
        let mut column = 0;
        while column < columns {
            let start = column;
            while column + 1 < columns && strip.crosses(row, column, Side::E) {
                column += 1;
            }
            let from = 2 * u64::from(start) + u64::from(!strip.crosses(row, start, Side::W) || start > 0);
            let to =
                2 * u64::from(column) + 1 + u64::from(column + 1 == columns && strip.crosses(row, column, Side::E));
            if from < to {
                self.write("PATH", [from, to].map(|column| [column, 2 * row + 1]), out);
            }
            column += 1;
        }
        for column in 0..columns {
            let [north, south] = [Side::N, Side::S].map(|side| strip.crosses(row, column, side));
            let begun = self.path[column as usize].take();
            let begun = begun.or(north.then_some(2 * row)).or(south.then_some(2 * row + 1));
            let is_last = row + 1 == self.rows;
            match begun {
                Some(begun) if south && !is_last => self.path[column as usize] = Some(begun),
                Some(begun) => {
                    let end = 2 * row + 1 + u64::from(south);
                    self.write("PATH", [begun, end].map(|row| [2 * u64::from(column) + 1, row]), out);
                }
                None => {}
            }
        }
    }
}
