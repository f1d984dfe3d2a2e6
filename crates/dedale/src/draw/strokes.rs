//! The strokes of a maze of squares, for every format that draws lines. They are few and long, and are found row by row.

use super::canvas::{Cap, Stroke};
use super::layers::{Layer, Layers};
use super::line::{Line, LineStep, Pen, half_way, minus, plus};
use super::marks::{Door, Dot, End, Mark, WayOut, marks, of_things};
use crate::grid::{Cell, Side};
use crate::picture::source::{MarkedEnd, ends_and_doors};
use crate::picture::strip::stands;
use crate::picture::{LockPlace, RowSource, Strip, Style};

/// Returns the outline of a maze of squares. Every row of points is a band.
pub(crate) fn layers(source: &dyn RowSource, style: &Style) -> Layers<Begun> {
    let [columns, rows] = source.metadata().size();
    let stroke = |pixels: u32, cap: Cap| Some(Stroke { width: style.in_cells(pixels.into()), cap });
    let path = match style.fills_path(source.metadata()) {
        true => (Layer::PathCells, stroke(style.cell, Cap::Butt)),
        false => (Layer::Path, stroke(style.room() - 2 * style.path_inset(), Cap::Round)),
    };
    let has_path = source.whole().is_some_and(|picture| picture.path.is_some());
    let walls = (Layer::Walls, stroke(style.wall, Cap::Square));
    Layers {
        size: [columns, rows].map(|cells| cells as f64),
        middle: [0.0; 2],
        layers: has_path.then_some(path).into_iter().chain([(Layer::Marks, None), walls]).collect(),
        bands: rows + 1,
        marks: all_marks(source, style),
        state: Begun::default(),
    }
}

/// Returns the marks of the ends, and of the things in the maze.
pub(crate) fn all_marks(source: &dyn RowSource, style: &Style) -> Vec<Mark> {
    let size = source.metadata().size().map(|cells| cells as f64);
    let mut marks = marks(style, size, ends(source, style));
    marks.extend(things(source, style));
    marks
}

/// The distance from the middle of a symbol to its side, relative to the room of a cell.
const OF_ROOM: f64 = 0.44;

/// Returns the ends of the maze that are in the picture.
pub(crate) fn ends(source: &dyn RowSource, style: &Style) -> [Option<End>; 2] {
    let room = style.room();
    let dot = |[row, column]: [u64; 2]| Dot {
        center: [column, row].map(|line| line as f64 + 0.5),
        radius: style.in_cells(f64::from(room - 2 * style.mark_inset()) / 2.0),
        thickness: style.in_cells(style.ring_thickness().into()),
    };
    let middle = |[x, y]: [f64; 2], side: Side| {
        let [dx, dy] = [[0.0, -0.5], [0.5, 0.0], [0.0, 0.5], [-0.5, 0.0]][usize::from(side.number() & 3)];
        [x + dx, y + dy]
    };
    ends_and_doors(source).map(|end| {
        end.map(|MarkedEnd { place, door, is_shared }| {
            let dot = dot(place);
            let room = style.in_cells(f64::from(room)) * OF_ROOM;
            End { dot, room, door: door.map(|side| WayOut::seen_from(dot.center, middle(dot.center, side))), is_shared }
        })
    })
}

/// Returns the things that were placed in the part of the maze that is drawn.
fn things(source: &dyn RowSource, style: &Style) -> Vec<Mark> {
    let metadata = source.metadata();
    let room = style.in_cells(style.room().into()) * OF_ROOM;
    let middle = |address: &[u64]| {
        let &[row, column] = address else { return None };
        let [row, column] = metadata.place_of([row, column])?;
        Some([column, row].map(|line| line as f64 + 0.5))
    };
    let door = |lock: &LockPlace| {
        let (near, far) = (middle(&lock.cell)?, middle(&lock.far)?);
        let (middle, [dx, dy]) = (half_way(near, far), minus(far, near));
        let aside = [-dy / 2.0, dx / 2.0];
        Some(Door { number: lock.lock, ends: Some([minus(middle, aside), plus(middle, aside)]), middle, room })
    };
    of_things(style, metadata, |address| Some((middle(address)?, room)), door)
}

/// The strokes that continue downwards from the last row.
#[derive(Debug, Default)]
pub(crate) struct Begun {
    /// For each vertical line of the maze, or each column: the start of the stroke that continues, or [`NONE`].
    rows: Vec<f64>,
    /// For each vertical line: the length of the wall that ends at this row of points; 0 if there is none.
    lengths: Vec<f64>,
}

/// No stroke continues.
const NONE: f64 = f64::INFINITY;

/// Draws cells of a heat map as strokes as wide as a cell. Adjacent cells are one stroke.
pub(crate) fn draw_shade(columns: u32, cells: &[Cell], pen: &mut Pen<'_>) {
    let in_a_row = |a: &Cell, b: &Cell| a.0 + 1 == b.0 && !b.0.is_multiple_of(columns);
    for run in cells.chunk_by(in_a_row) {
        let [x, y] = [run[0].0 % columns, run[0].0 / columns].map(f64::from);
        line(pen, [x, y + 0.5], [x + run.len() as f64, y + 0.5]);
    }
}

/// Draws a stroke that is one straight line.
fn line(pen: &mut Pen<'_>, from: [f64; 2], to: [f64; 2]) {
    pen(from, &[LineStep::straight(to)], false);
}

/// Draws a stroke that goes down to a row of points, along it from one column to the other, and up again. Either of the vertical parts may
/// have length 0.
fn bracket(pen: &mut Pen<'_>, columns: [usize; 2], row: f64, [down, up]: [f64; 2]) {
    let [left, right] = columns.map(|column| column as f64);
    let steps = [[left, row], [right, row], [right, row - up]].map(LineStep::straight);
    let (first, end) = (usize::from(down == 0.0), 2 + usize::from(up > 0.0));
    pen([left, row - down], &steps[first..end], false);
}

/// Draws the cells of the path in a row as strokes as wide as a cell.
fn draw_path_cells(strip: &Strip<'_>, pen: &mut Pen<'_>) {
    let passed =
        (0..if strip.is_last() { 0 } else { strip.columns() }).filter(|&column| strip.path_at(column).is_some());
    let cells: Vec<Cell> = passed.filter_map(|column| strip.cell_at(strip.row, column)).collect();
    draw_shade(strip.columns(), &cells, pen);
}

impl Begun {
    pub(crate) fn draw(&mut self, source: &mut dyn RowSource, layer: Layer, band: u64, pen: &mut Pen<'_>) {
        let size = source.metadata().size();
        let strip = source.strip(band);
        if band == 0 {
            let lines = strip.columns() as usize + 1;
            *self = Begun { rows: vec![NONE; lines], lengths: vec![0.0; lines] };
        }
        match layer {
            Layer::Path => self.draw_path(&strip, pen),
            Layer::PathCells => draw_path_cells(&strip, pen),
            Layer::Walls => self.draw_walls(&strip, pen),
            Layer::Plate | Layer::Openings if band == 0 => {
                let [right, bottom] = size.map(|cells| cells as f64);
                let corners = [[right, 0.0], [right, bottom], [0.0, bottom], [0.0; 2]];
                Line::through([0.0; 2], &corners).draw(layer.is_filled(), pen);
            }
            _ => {}
        }
    }

    /// Draws the horizontal walls on one row of points, and the vertical walls that end there. Each horizontal wall is a stroke as long as
    /// possible, which begins and ends with the vertical walls at its ends.
    fn draw_walls(&mut self, strip: &Strip<'_>, pen: &mut Pen<'_>) {
        let (_, cells, side) = strip.lying();
        let row = strip.row as f64;
        let Begun { rows, lengths } = self;
        for ((begun, length), column) in rows.iter_mut().zip(&mut *lengths).zip(0..) {
            let first = if *begun < row { *begun } else { row };
            [*length, *begun] = if stands(&strip.here, column) { [0.0, first] } else { [row - first, NONE] };
        }
        // Where the lying wall begins.
        let mut start = 0;
        for (column, &length) in lengths.iter().enumerate() {
            if cells.get(column).is_some_and(|open| !open.contains(side)) {
                continue;
            }
            if start < column {
                bracket(pen, [start, column], row, [lengths[start], length]);
                for between in (start + 1..column).filter(|&between| lengths[between] > 0.0) {
                    line(pen, [between as f64, row], [between as f64, row - lengths[between]]);
                }
            } else if length > 0.0 {
                line(pen, [column as f64, row - length], [column as f64, row]);
            }
            start = column + 1;
        }
    }

    /// Draws the path from center to center: its horizontal parts in the row of the strip, and its vertical parts that end above. Through an
    /// opening, it extends to the position of the outer wall.
    fn draw_path(&mut self, strip: &Strip<'_>, pen: &mut Pen<'_>) {
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
            let (line_of_points, begun) = (row as f64, &mut self.rows[column as usize]);
            if is_crossed && *begun == NONE {
                // From the middle of the row above, or from the outer wall.
                *begun = (line_of_points - 0.5).max(0.0);
            }
            if (!is_crossed || is_last) && *begun != NONE {
                let from = std::mem::replace(begun, NONE);
                let x = f64::from(column) + 0.5;
                let to = if is_crossed { line_of_points } else { line_of_points - 0.5 };
                line(pen, [x, from], [x, to]);
            }
        }
    }
}
