//! A maze as DXF, for laser cutters and plotters: lines in millimeters, walls on the layer `WALLS` and the path on `PATH`. Curves are arcs.
//!
//! The version is that of AutoCAD Release 12, which all programs read. A straight wall is one line, however long. Row 0 is at
//! the top, where `y` is largest; the origin is the bottom left corner of the maze.

use std::io::Write as _;

use super::layers::Layer;
use super::line::{LineStep, Point, length, minus};
use super::outline::Outline;
use crate::digits::write_digits;
use crate::grid::Arc;
use crate::picture::piece_writer::{PieceWriter, WriteInfo};
use crate::picture::{Measures, PathStyle, RowSource, Style};

pub(crate) const WRITE: WriteInfo =
    WriteInfo { elements: |_, [columns, rows]| columns.saturating_mul(rows).saturating_mul(4), ..WriteInfo::TEXT };

pub(crate) fn start(measures: Measures, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    let mut outline = Outline::of(source, &Style { path_style: Some(PathStyle::Line), ..Style::DEFAULT });
    outline.layers.retain(|&(layer, _)| name(layer).is_some());
    Some(Box::new(Dxf { outline, cell: f64::from(measures.cell) * 10.0 }))
}

/// The layers, and the numbers of their colors.
const LAYERS: [(&str, u8); 4] = [("WALLS", 7), ("PATH", 1), ("STAIRS", 7), ("SEAMS", 8)];

/// Writes the part before the first line.
fn write_start(out: &mut Vec<u8>) {
    out.extend_from_slice(b"0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n");
    let _ = write!(out, "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n70\n{}\n", LAYERS.len());
    for (name, color) in LAYERS {
        let _ = write!(out, "0\nLAYER\n2\n{name}\n70\n0\n62\n{color}\n6\nCONTINUOUS\n");
    }
    out.extend_from_slice(b"0\nENDTAB\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n");
}

#[derive(Debug)]
struct Dxf {
    outline: Outline,
    /// A cell in ten-thousandths of a millimeter.
    cell: f64,
}

impl PieceWriter for Dxf {
    fn pieces(&self) -> u64 {
        self.outline.layers.len() as u64 * self.outline.bands
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        let (pieces, outline) = (self.pieces(), &mut self.outline);
        if number == 0 {
            write_start(out);
        }
        let (layer, _) = outline.layers[(number / outline.bands) as usize];
        let (name, height, middle) = (name(layer).unwrap_or_default(), outline.size[1], outline.middle);
        let mut pen = OnLayer { name, height, middle, cell: self.cell, out };
        let mut draw = |start: Point, steps: &[LineStep], is_closed| pen.draw(start, steps, is_closed);
        outline.draw(source, layer, number % outline.bands, &mut draw);
        if number + 1 == pieces {
            out.extend_from_slice(b"0\nENDSEC\n0\nEOF\n");
        }
    }
}

/// Returns the name of a layer in the file; `None` for a layer that is not cut.
fn name(layer: Layer) -> Option<&'static str> {
    match layer {
        Layer::Rock
        | Layer::Details
        | Layer::PathCells
        | Layer::Marks
        | Layer::Border
        | Layer::Plate
        | Layer::Openings => None,
        Layer::Walls => Some("WALLS"),
        Layer::Path | Layer::Mouths => Some("PATH"),
        Layer::Stairs => Some("STAIRS"),
        Layer::Dashes => Some("SEAMS"),
    }
}

/// Draws lines on a layer.
struct OnLayer<'a> {
    name: &'static str,
    /// The height of the maze, and the center of all arcs, in units of a cell.
    height: f64,
    middle: Point,
    /// A cell in ten-thousandths of a millimeter.
    cell: f64,
    out: &'a mut Vec<u8>,
}

impl OnLayer<'_> {
    fn draw(&mut self, start: Point, steps: &[LineStep], is_closed: bool) {
        let mut from = start;
        for &LineStep { to, arc } in steps.iter().chain(is_closed.then_some(&LineStep::straight(start))) {
            let ends = [std::mem::replace(&mut from, to), to];
            match arc {
                None => {
                    let [[from_x, from_y], [x, y]] = ends.map(|end| self.at(end));
                    self.write("LINE", &[(10, from_x), (20, from_y), (11, x), (21, y)]);
                }
                Some(arc) => self.write_arc(ends, arc),
            }
        }
    }

    /// Returns a place in ten-thousandths of a millimeter.
    fn at(&self, [x, y]: Point) -> [i64; 2] {
        [x, self.height - y].map(|line| self.length(line))
    }

    fn length(&self, cells: f64) -> i64 {
        (cells * self.cell).round() as i64
    }

    fn write_arc(&mut self, ends: [Point; 2], arc: Arc) {
        let [from, to] = ends.map(|end| angle(minus(end, self.middle)));
        // In DXF, arcs run counter-clockwise from their start to their end.
        let [start, end] = if arc.is_clockwise { [to, from] } else { [from, to] };
        let [x, y] = self.at(self.middle);
        self.write("ARC", &[(10, x), (20, y), (40, self.length(arc.radius)), (50, start), (51, end)]);
    }

    /// Writes numbers with four decimals, each after its code.
    fn write(&mut self, entity: &str, numbers: &[(u8, i64)]) {
        for text in ["0\n", entity, "\n8\n", self.name, "\n"] {
            self.out.extend_from_slice(text.as_bytes());
        }
        for &(code, number) in numbers {
            write_digits(code.into(), self.out);
            self.out.extend_from_slice(if number < 0 { b"\n-" } else { b"\n" });
            write_digits(number.unsigned_abs() / 10_000, self.out);
            let digit = |place: u64| b'0' + (number.unsigned_abs() / place % 10) as u8;
            self.out.extend_from_slice(&[b'.', digit(1000), digit(100), digit(10), digit(1), b'\n']);
        }
    }
}

/// Returns the angle of a direction in ten-thousandths of a degree, `0 .. 3,600,000`, counter-clockwise from the right of the picture. Only the
/// four basic operations and square roots are used, so it is the same on every machine.
pub(crate) fn angle(direction: Point) -> i64 {
    let [x, y] = [direction[0], -direction[1]];
    let radius = length(direction);
    // Half the angle has the tangent `y / (radius + x)`; of the larger half of the circle, that from the left is taken.
    let is_left = x < 0.0;
    let mut tangent = y / (radius + x.abs());
    let mut doubled = 2.0;
    while tangent.abs() > 0.01 {
        tangent /= 1.0 + (1.0 + tangent * tangent).sqrt();
        doubled *= 2.0;
    }
    let square = tangent * tangent;
    let halved = tangent * (1.0 - square / 3.0 + square * square / 5.0);
    let from_axis = halved * doubled * 180.0 / std::f64::consts::PI;
    let degrees = if is_left { 180.0 - from_axis } else { from_axis };
    (degrees * 10_000.0).round().rem_euclid(3_600_000.0) as i64
}
