//! The strokes of a maze of squares: few and long, found row by row, for every format that draws lines.

use super::canvas::{Cap, Stroke};
use super::heat::Shades;
use super::line::{Pen, Step, half_way, minus, plus};
use super::marks::{Door, Dot, End, Mark, Thing, marks, marks_of_things};
use super::outline::{Layer, Outline, Plan};
use crate::grid::{Cell, Side};
use crate::picture::source::{MarkedEnd, ends_and_doors};
use crate::picture::strip::stands;
use crate::picture::{RowSource, Strip, Style};

/// What is known of the strokes of a maze before the first.
pub(super) fn plan(source: &dyn RowSource, style: &Style) -> Plan {
    let [columns, rows] = source.head().size();
    let room = style.room();
    let stroke = |pixels: u32, cap: Cap| Some(Stroke { width: style.in_cells(pixels.into()), cap });
    let path = (Layer::Path, stroke(room - 2 * style.path_inset(), Cap::Round));
    let has_path = source.whole().is_some_and(|picture| picture.path.is_some());
    let walls = (Layer::Walls, stroke(style.wall, Cap::Square));
    let size = [columns, rows].map(|cells| cells as f64);
    Plan {
        size,
        middle: [0.0; 2],
        is_even: true,
        layers: has_path.then_some(path).into_iter().chain([walls]).collect(),
        bands: rows + 1,
        shade: Some(Stroke { width: 1.0, cap: Cap::Butt }),
        marks: all_marks(source, style),
    }
}

/// The marks of the ends, and of what was placed in the maze.
pub(super) fn all_marks(source: &dyn RowSource, style: &Style) -> Vec<Mark> {
    let size = source.head().size().map(|cells| cells as f64);
    let mut marks = marks(style, size, ends(source, style));
    marks.extend(things(source, style));
    marks
}

/// How much of the room of a cell is from the middle of a symbol to its side.
const OF_ROOM: f64 = 0.44;

/// The ends of a maze, those that are in what is drawn.
pub(super) fn ends(source: &dyn RowSource, style: &Style) -> [Option<End>; 2] {
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
            End { dot, room, door: door.map(|side| middle(dot.center, side)), is_shared }
        })
    })
}

/// The things that were placed in the part of the maze that is drawn.
fn things(source: &dyn RowSource, style: &Style) -> Vec<Mark> {
    let head = source.head();
    let room = style.in_cells(style.room().into()) * OF_ROOM;
    let middle = |address: &[u64]| {
        let &[row, column] = address else { return None };
        let [row, column] = head.place_of([row, column])?;
        Some([column, row].map(|line| line as f64 + 0.5))
    };
    let doors = head.locks.iter().filter_map(|lock| {
        let (near, far) = (middle(&lock.cell)?, middle(&lock.far)?);
        let (middle, [dx, dy]) = (half_way(near, far), minus(far, near));
        let aside = [-dy / 2.0, dx / 2.0];
        Some(Door { number: lock.lock, ends: Some([minus(middle, aside), plus(middle, aside)]), middle, room })
    });
    let things = head
        .items
        .iter()
        .filter_map(|item| Some(Thing { name: &item.name, number: item.lock, center: middle(&item.cell)?, room }));
    marks_of_things(style, doors, things)
}

/// What goes on downwards from the last row.
#[derive(Debug, Default)]
pub(super) struct Begun {
    /// By upright line of the maze, or by column: where the stroke began that goes on, or [`NONE`].
    rows: Vec<u64>,
    /// By upright line: how long the wall is that ends at the line of points; 0 where there is none.
    lengths: Vec<u64>,
}

/// No stroke goes on.
const NONE: u64 = u64::MAX;

/// A maze of squares of which every row of points is a band.
pub(super) struct Rows<'a> {
    pub(super) source: &'a mut dyn RowSource,
    pub(super) begun: &'a mut Begun,
}

impl Outline for Rows<'_> {
    fn draw(&mut self, layer: Layer, band: u64, pen: &mut dyn Pen) {
        let strip = self.source.strip(band);
        if band == 0 {
            let lines = strip.columns() as usize + 1;
            *self.begun = Begun { rows: vec![NONE; lines], lengths: vec![0; lines] };
        }
        match layer {
            Layer::Path => self.begun.draw_path(&strip, pen),
            Layer::Walls => self.begun.draw_walls(&strip, pen),
            Layer::Plate | Layer::Openings if band == 0 => {
                let [right, bottom] = self.source.head().size().map(|cells| cells as f64);
                pen.go([0.0; 2]);
                let corners = [[right, 0.0], [right, bottom], [0.0, bottom], [0.0; 2]];
                corners.map(Step::straight).into_iter().for_each(|step| pen.step(step));
                if layer.is_filled() {
                    pen.close();
                }
            }
            Layer::Rock | Layer::Mouths | Layer::Stairs | Layer::Dashes | Layer::Plate | Layer::Openings => {}
        }
    }

    /// Strokes as thick as a cell, those of cells beside each other as one.
    fn draw_shade(&mut self, _: &Shades, _: u32, cells: &[Cell], pen: &mut dyn Pen) {
        let columns = self.source.head().size()[0] as u32;
        let in_a_row = |a: &Cell, b: &Cell| a.0 + 1 == b.0 && !b.0.is_multiple_of(columns);
        for run in cells.chunk_by(in_a_row) {
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

/// A stroke of which at least one part is longer than nothing: from so far above a line of points straight down to it, along it from one
/// column to the other, and so far up again.
fn bracket(pen: &mut dyn Pen, [from, to]: [usize; 2], row: u64, [down, up]: [u64; 2]) {
    let ([left, right], [line, top, end]) =
        ([from, to].map(|line| line as f64), [row, row - down, row - up].map(|line| line as f64));
    pen.go([left, top]);
    let steps = [(down > 0, [left, line]), (from < to, [right, line]), (up > 0, [right, end])];
    steps.into_iter().filter(|(is_long, _)| *is_long).for_each(|(_, to)| pen.step(Step::straight(to)));
}

impl Begun {
    /// The walls that lie on one line of points, and those that end there from above: every lying wall is a stroke as long as it can be,
    /// which begins and ends with the standing walls that end at its ends.
    fn draw_walls(&mut self, strip: &Strip<'_>, pen: &mut dyn Pen) {
        let row = strip.row;
        let Begun { rows, lengths } = self;
        for ((begun, length), column) in rows.iter_mut().zip(&mut *lengths).zip(0..) {
            let (stands, stood) = (stands(&strip.here, column), *begun != NONE);
            *length = if stood && !stands { row - *begun } else { 0 };
            *begun = match (stands, stood) {
                (true, false) => row,
                (true, true) => *begun,
                (false, _) => NONE,
            };
        }
        let (cells, side) = if strip.is_last() { (&strip.above, Side::S) } else { (&strip.here, Side::N) };
        let mut column = 0;
        while column < lengths.len() {
            let start = column;
            column += cells[start.min(cells.len())..].iter().take_while(|open| !open.contains(side)).count();
            if start < column || lengths[start] > 0 {
                let ends = [lengths[start], if start < column { lengths[column] } else { 0 }];
                bracket(pen, [start, column], row, ends);
                for between in (start + 1..column).filter(|&between| lengths[between] > 0) {
                    bracket(pen, [between; 2], row, [0, lengths[between]]);
                }
            }
            column += 1;
        }
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
            let begun = &mut self.rows[column as usize];
            if is_crossed && *begun == NONE {
                *begun = (2 * row).saturating_sub(1);
            }
            if (!is_crossed || is_last) && *begun != NONE {
                let from = std::mem::replace(begun, NONE);
                let x = f64::from(column) + 0.5;
                let to = 2 * row - u64::from(!is_crossed);
                line(pen, [x, from as f64 / 2.0], [x, to as f64 / 2.0]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Algorithm;
    use crate::grid::{Grid, Square};
    use crate::maze::Maze;
    use crate::picture::Picture;

    /// The walls that were drawn: the ends of each piece of a cell's length, the lesser one first.
    #[derive(Default)]
    struct Drawn {
        at: [i64; 2],
        walls: Vec<[[i64; 2]; 2]>,
        strokes: usize,
    }

    impl Pen for Drawn {
        fn go(&mut self, to: [f64; 2]) {
            self.at = to.map(|line| line as i64);
            self.strokes += 1;
        }

        fn step(&mut self, step: Step) {
            let to = step.to.map(|line| line as i64);
            assert!(self.at != to && (self.at[0] == to[0] || self.at[1] == to[1]));
            while self.at != to {
                let next = [0, 1].map(|axis| self.at[axis] + (to[axis] - self.at[axis]).signum());
                self.walls.push([self.at.min(next), self.at.max(next)]);
                self.at = next;
            }
        }

        fn close(&mut self) {}
    }

    #[test]
    fn every_wall_is_drawn_once() {
        for columns in [1, 2, 31, 63, 64, 65, 127, 128, 150] {
            for rows in [1, 2, 9] {
                let grid = Square::new(columns, rows).unwrap();
                for algorithm in [None, Some(Algorithm::Sidewinder), Some(Algorithm::Division)] {
                    let maze = algorithm.map_or(Maze::closed(grid), |algorithm| algorithm.generate(grid, 7));
                    let picture = Picture::new(maze, Cell(0), Cell(grid.cells() - 1));
                    let (mut source, mut begun, mut drawn) = (&picture, Begun::default(), Drawn::default());
                    for band in 0..=rows {
                        let mut outline = Rows { source: &mut source, begun: &mut begun };
                        outline.draw(Layer::Walls, band.into(), &mut drawn);
                    }
                    let mut walls = Vec::new();
                    for cell in picture.maze.cells() {
                        let [x, y] = [grid.column(cell), grid.row(cell)].map(i64::from);
                        let sides = [
                            (Side::N, [[x, y], [x + 1, y]]),
                            (Side::E, [[x + 1, y], [x + 1, y + 1]]),
                            (Side::S, [[x, y + 1], [x + 1, y + 1]]),
                            (Side::W, [[x, y], [x, y + 1]]),
                        ];
                        let is_closed = |side: &Side| !picture.maze.open_sides(cell).contains(*side);
                        walls.extend(sides.into_iter().filter(|(side, _)| is_closed(side)).map(|(_, wall)| wall));
                    }
                    walls.sort_unstable();
                    walls.dedup();
                    drawn.walls.sort_unstable();
                    assert_eq!(drawn.walls, walls, "{columns} x {rows}");
                    assert!(drawn.strokes <= walls.len(), "{} strokes", drawn.strokes);
                }
            }
        }
    }
}
