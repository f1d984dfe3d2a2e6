//! The strokes of a maze of squares: few and long, the same for every format that draws lines.

use super::canvas::{Cap, Look, Stroke, in_cells, marks};
use super::lattice::stands;
use super::source::open_row;
use super::{Canvas, Ink, Picture, RowSource as _, Strip, Style};
use crate::grid::Side;

/// What draws strokes that lie or stand.
pub(super) trait Pen {
    /// A stroke begins at this place.
    fn go(&mut self, x: i64, y: i64);

    /// It goes on to the right so far, or to the left.
    fn lie(&mut self, length: i64);

    /// It goes on downwards so far, or upwards.
    fn stand(&mut self, length: i64);
}

/// The walls that lie on one line of points, and those that stand from this line down, in units of a cell: every lying wall is a stroke as
/// long as it can be, which begins and ends with the standing walls that go down from its ends.
pub(super) fn walls(picture: &Picture, row: u32, pen: &mut impl Pen) {
    let grid = picture.maze.grid();
    let strip = Strip::of_picture(picture, row.into());
    // How far a wall reaches down from a point, if it begins there.
    let standing = |column: u32| {
        if strip.arms(column).contains(Side::N) {
            return 0;
        }
        let more = (row..grid.rows()).take_while(|&row| stands(&open_row(&picture.maze, row), column));
        more.count() as i64
    };
    let (y, mut column) = (i64::from(row), 0);
    while column <= grid.columns() {
        let start = column;
        while column < grid.columns() && strip.lies(column) {
            column += 1;
        }
        let (x, length, before) = (i64::from(start), i64::from(column - start), standing(start));
        if length > 0 {
            pen.go(x, y + before);
            pen.stand(-before);
            pen.lie(length);
            pen.stand(standing(column));
            for between in start + 1..column {
                let down = standing(between);
                if down > 0 {
                    pen.go(i64::from(between), y);
                    pen.stand(down);
                }
            }
        } else if before > 0 {
            pen.go(x, y);
            pen.stand(before);
        }
        column += 1;
    }
}

/// The path in units of half a cell, so that it runs from middle to middle: what lies in this row, and what stands from here down.
pub(super) fn path(picture: &Picture, row: u32, pen: &mut impl Pen) {
    let grid = picture.maze.grid();
    let Some(path) = &picture.path else { return };
    let middle = |line: u32| 2 * i64::from(line) + 1;
    let mut column = 0;
    while column < grid.columns() {
        let start = column;
        while path.crosses(grid.at(row, column), Side::E) && column + 1 < grid.columns() {
            column += 1;
        }
        // Through an opening, the path extends to the position of the outer wall.
        let out_west = path.crosses(grid.at(row, start), Side::W);
        let out_east = path.crosses(grid.at(row, column), Side::E);
        let (from, to) = (middle(start) - i64::from(out_west), middle(column) + i64::from(out_east));
        if from < to {
            pen.go(from, middle(row));
            pen.lie(to - from);
        }
        column += 1;
    }
    for column in 0..grid.columns() {
        let from_above = path.crosses(grid.at(row, column), Side::N);
        if row > 0 && from_above {
            continue;
        }
        let mut last = row;
        while path.crosses(grid.at(last, column), Side::S) && last + 1 < grid.rows() {
            last += 1;
        }
        let out_south = path.crosses(grid.at(last, column), Side::S);
        let (from, to) = (middle(row) - i64::from(from_above), middle(last) + i64::from(out_south));
        if from < to {
            pen.go(middle(column), from);
            pen.stand(to - from);
        }
    }
}

/// Draws the strokes of a pen whose places are so large a part of a cell apart.
struct OnCanvas<'a> {
    canvas: &'a mut dyn Canvas,
    unit: f64,
    place: [i64; 2],
}

impl OnCanvas<'_> {
    fn at(&self) -> [f64; 2] {
        self.place.map(|line| line as f64 * self.unit)
    }

    fn line(&mut self, length: i64) {
        if length != 0 {
            let to = self.at();
            self.canvas.line(to);
        }
    }
}

impl Pen for OnCanvas<'_> {
    fn go(&mut self, x: i64, y: i64) {
        self.place = [x, y];
        let to = self.at();
        self.canvas.go(to);
    }

    fn lie(&mut self, length: i64) {
        self.place[0] += length;
        self.line(length);
    }

    fn stand(&mut self, length: i64) {
        self.place[1] += length;
        self.line(length);
    }
}

/// Draws a picture: the path, the marks, and above them the walls.
pub(super) fn draw(picture: &Picture, style: &Style, canvas: &mut dyn Canvas) {
    let rows = picture.maze.grid().rows();
    let cells = |pixels: u32| in_cells(style, pixels.into());
    let room = style.room();
    if picture.path.is_some() {
        let width = cells(room - 2 * style.path_inset());
        canvas.begin(Look { ink: Ink::Path, stroke: Some(Stroke { width, cap: Cap::Round }) });
        let mut pen = OnCanvas { canvas, unit: 0.5, place: [0; 2] };
        (0..rows).for_each(|row| path(picture, row, &mut pen));
        canvas.end();
    }
    let [ring, disc] = picture.marks().map(|end| end.map(|[row, column]| [column, row].map(|line| line as f64 + 0.5)));
    let radius = cells(room - 2 * style.mark_inset()) / 2.0;
    let ring = ring.map(|center| (center, [radius, cells(style.ring_thickness())]));
    marks(canvas, ring, disc.map(|center| (center, radius)));
    canvas.begin(Look { ink: Ink::Wall, stroke: Some(Stroke { width: cells(style.wall), cap: Cap::Square }) });
    let mut pen = OnCanvas { canvas, unit: 1.0, place: [0; 2] };
    (0..=rows).for_each(|row| walls(picture, row, &mut pen));
    canvas.end();
}
