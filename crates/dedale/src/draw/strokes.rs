//! The strokes of a maze of squares: few and long, found row by row, for every format that draws lines.

use super::canvas::{Cap, Stroke};
use super::heat::Shades;
use super::line::{Pen, Step};
use super::outline::{Drawing, Drawn, Layer, Mark, Outline, Plan};
use super::{Canvas, outline};
use crate::grid::{Cell, Side};
use crate::picture::form::Form;
use crate::picture::lattice::stands;
use crate::picture::{Picture, RowSource, Strip, Style};

/// What is known of the strokes of a maze before the first.
pub(super) fn plan(source: &dyn RowSource, style: &Style) -> Plan {
    let [columns, rows] = source.head().size();
    let room = style.room();
    let stroke = |pixels: u32, cap: Cap| Some(Stroke { width: style.in_cells(pixels.into()), cap });
    let path = (Layer::Path, stroke(room - 2 * style.path_inset(), Cap::Round));
    let has_path = source.has_path();
    let walls = (Layer::Walls, stroke(style.wall, Cap::Square));
    let mark = |[row, column]: [u64; 2]| Mark {
        center: [column, row].map(|line| line as f64 + 0.5),
        radius: style.in_cells(f64::from(room - 2 * style.mark_inset()) / 2.0),
        thickness: style.in_cells(style.ring_thickness().into()),
    };
    Plan {
        size: [columns, rows].map(|cells| cells as f64),
        middle: [0.0; 2],
        is_even: true,
        layers: has_path.then_some(path).into_iter().chain([walls]).collect(),
        bands: rows + 1,
        shade: Some(Stroke { width: 1.0, cap: Cap::Butt }),
        marks: source.marks().map(|end| end.map(mark)),
    }
}

/// Draws a picture on a canvas.
pub(super) fn draw(mut picture: &Picture, style: &Style, canvas: &mut dyn Canvas) {
    let plan = plan(&picture, style);
    outline::draw(&plan, &mut Rows { source: &mut picture, begun: &mut Begun::default() }, canvas);
}

/// By upright line of a maze, or by column: where the stroke began that goes on downwards from the last row.
#[derive(Debug, Default)]
pub(super) struct Begun(Vec<Option<u64>>);

/// A maze of squares of which every row of points is a band.
pub(super) struct Rows<'a> {
    pub(super) source: &'a mut dyn RowSource,
    pub(super) begun: &'a mut Begun,
}

impl<D: Drawing> Form for Drawn<Begun, D> {
    fn pieces(&self) -> u64 {
        self.drawing.pieces()
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        self.drawing.write_piece(&mut Rows { source, begun: &mut self.kept }, number, out);
    }
}

impl Outline for Rows<'_> {
    fn draw(&mut self, layer: Layer, band: u64, pen: &mut dyn Pen) {
        let strip = self.source.strip(band);
        if band == 0 {
            self.begun.0.clear();
            self.begun.0.resize(strip.columns() as usize + 1, None);
        }
        match layer {
            Layer::Path => self.begun.draw_path(&strip, pen),
            Layer::Walls => self.begun.draw_walls(&strip, pen),
            Layer::Rock | Layer::Mouths | Layer::Stairs | Layer::Dashes => {}
        }
    }

    /// Strokes as thick as a cell, those of cells beside each other as one.
    fn draw_shade(&mut self, shades: &Shades, step: u32, pen: &mut dyn Pen) {
        let columns = self.source.head().size()[0] as u32;
        let in_a_row = |a: &Cell, b: &Cell| a.0 + 1 == b.0 && !b.0.is_multiple_of(columns);
        for run in shades.cells_of(step).chunk_by(in_a_row) {
            let [x, y] = [run[0].0 % columns, run[0].0 / columns].map(f64::from);
            line(pen, [x, y + 0.5], [x + run.len() as f64, y + 0.5]);
        }
    }
}

/// A stroke of one line.
fn line(pen: &mut dyn Pen, from: [f64; 2], to: [f64; 2]) {
    pen.go(from);
    pen.step(Step::straight(to));
}

impl Begun {
    /// The walls that lie on one line of points, and those that end there from above: every lying wall is a stroke as long as it can be,
    /// which begins and ends with the standing walls that end at its ends.
    fn draw_walls(&mut self, strip: &Strip<'_>, pen: &mut dyn Pen) {
        let (y, columns) = (strip.row as f64, strip.columns());
        let mut column = 0;
        while column <= columns {
            let start = column;
            while column < columns && strip.lies(column) {
                column += 1;
            }
            let ([x, end], before) = ([start, column].map(f64::from), self.ended(strip, start));
            if start < column {
                pen.go([x, y - before]);
                if before > 0.0 {
                    pen.step(Step::straight([x, y]));
                }
                pen.step(Step::straight([end, y]));
                let after = self.ended(strip, column);
                if after > 0.0 {
                    pen.step(Step::straight([end, y - after]));
                }
                for between in start + 1..column {
                    let before = self.ended(strip, between);
                    if before > 0.0 {
                        line(pen, [between.into(), y], [between.into(), y - before]);
                    }
                }
            } else if before > 0.0 {
                line(pen, [x, y - before], [x, y]);
            }
            column += 1;
        }
    }

    /// How long the wall is that stands above a point and ends there; 0 where there is none.
    fn ended(&mut self, strip: &Strip<'_>, column: u32) -> f64 {
        let begun = &mut self.0[column as usize];
        if stands(&strip.here, column) {
            begun.get_or_insert(strip.row);
            return 0.0;
        }
        begun.take().map_or(0.0, |begun| (strip.row - begun) as f64)
    }

    /// The path from middle to middle: what lies in the row of the strip, and what ends above it. Through an opening, it extends to the
    /// position of the outer wall.
    fn draw_path(&mut self, strip: &Strip<'_>, pen: &mut dyn Pen) {
        let (row, columns, is_last) = (strip.row, strip.columns(), strip.is_last());
        let mut column = 0;
        while column < columns && !is_last {
            let start = column;
            while column + 1 < columns && strip.crosses(row, column, Side::E) {
                column += 1;
            }
            let from = f64::from(start) + if strip.crosses(row, start, Side::W) { 0.0 } else { 0.5 };
            let to = f64::from(column) + if strip.crosses(row, column, Side::E) { 1.0 } else { 0.5 };
            if from < to {
                let y = row as f64 + 0.5;
                line(pen, [from, y], [to, y]);
            }
            column += 1;
        }
        for column in 0..columns {
            let is_crossed =
                if is_last { strip.crosses(row - 1, column, Side::S) } else { strip.crosses(row, column, Side::N) };
            // In halves of a row: from the middle of the row above, or from the outer wall.
            let begun = &mut self.0[column as usize];
            if is_crossed {
                begun.get_or_insert((2 * row).saturating_sub(1));
            }
            if (!is_crossed || is_last)
                && let Some(from) = begun.take()
            {
                let x = f64::from(column) + 0.5;
                let to = 2 * row - u64::from(!is_crossed);
                line(pen, [x, from as f64 / 2.0], [x, to as f64 / 2.0]);
            }
        }
    }
}
