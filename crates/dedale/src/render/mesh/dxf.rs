//! A maze on a mesh as DXF: the lines of the pictures, in millimetres. Curves are arcs.

use std::ops::Range;

use super::Form;
use super::layout::Layout;
use super::line::{Line, Point, length, minus};
use super::sketch::{Layer, Sketch};
use crate::grid::{Arc, Cell, Grid, Mesh};
use crate::render::dxf::{write_end, write_length, write_line, write_start};
use crate::render::{Measures, Picture, Style};

/// How many cells are drawn at a time.
const BAND: u32 = 1 << 14;

/// The drawing, in cells of this size.
pub(super) fn start(picture: &Picture<Mesh>, measures: Measures) -> Box<dyn Form> {
    let layout = Layout::new(picture.maze.grid(), Style::DEFAULT);
    let cells = picture.maze.grid().cells();
    let layers = [Layer::Walls, Layer::Path, Layer::Mouths, Layer::Stairs, Layer::Dashes];
    let bands = |layer| (0..cells.div_ceil(BAND)).map(move |band| (layer, band * BAND..cells.min((band + 1) * BAND)));
    let parts = layers.into_iter().filter(|layer| layer.is_drawn(picture)).flat_map(bands).collect();
    Box::new(Drawing { layout, cell: f64::from(measures.cell) / 1000.0, parts })
}

#[derive(Debug)]
struct Drawing {
    layout: Layout,
    /// A cell in mm.
    cell: f64,
    parts: Vec<(Layer, Range<u32>)>,
}

impl Form for Drawing {
    fn pieces(&self) -> u64 {
        self.parts.len() as u64
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            write_start(out);
        }
        let (layer, ref cells) = self.parts[number as usize];
        let sketch = Sketch { picture, layout: &self.layout };
        for mut line in sketch.lines(layer, cells.clone().map(Cell)) {
            if layer == Layer::Stairs {
                line.close();
            }
            self.write(layer, &line, out);
        }
        if number + 1 == self.pieces() {
            write_end(out);
        }
    }
}

/// The name of a layer in the file.
fn name(layer: Layer) -> &'static str {
    match layer {
        Layer::Walls => "WALLS",
        Layer::Path | Layer::Mouths => "PATH",
        Layer::Stairs => "STAIRS",
        Layer::Dashes => "SEAMS",
    }
}

impl Drawing {
    fn write(&self, layer: Layer, line: &Line, out: &mut Vec<u8>) {
        let mut from = line.start;
        for step in &line.steps {
            match step.arc {
                None => write_line(name(layer), [from, step.to].map(|point| self.place(point)), out),
                Some(arc) => self.write_arc(layer, [from, step.to], arc, out),
            }
            from = step.to;
        }
    }

    /// A place in ten-thousandths of a millimetre.
    fn place(&self, [x, y]: Point) -> [i64; 2] {
        [x, self.layout.height - y].map(|line| (line * self.cell * 10_000.0).round() as i64)
    }

    fn write_arc(&self, layer: Layer, ends: [Point; 2], arc: Arc, out: &mut Vec<u8>) {
        let middle = self.layout.middle;
        let [from, to] = ends.map(|end| angle(minus(end, middle)));
        // In DXF, arcs run counter-clockwise from their start to their end.
        let [start, end] = if arc.is_clockwise { [to, from] } else { [from, to] };
        out.extend_from_slice(b"0\nARC\n8\n");
        out.extend_from_slice(name(layer).as_bytes());
        out.push(b'\n');
        let [x, y] = self.place(middle);
        let radius = (arc.radius * self.cell * 10_000.0).round() as i64;
        for (code, number) in [(10, x), (20, y), (40, radius), (50, start), (51, end)] {
            write_length(code, number, out);
        }
    }
}

/// The angle of a direction in ten-thousandths of a degree, `0 .. 3,600,000`, counter-clockwise from the right as it is seen. In the four
/// basic operations and square roots, so that it is the same on every machine.
fn angle(direction: Point) -> i64 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_of_all_directions() {
        for degrees in 0..360 {
            let radians = f64::from(degrees).to_radians();
            // Downwards is where `y` grows.
            assert_eq!(angle([3.0 * radians.cos(), -3.0 * radians.sin()]), i64::from(degrees) * 10_000);
        }
    }
}
