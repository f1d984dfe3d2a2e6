//! The strokes of a maze of squares: few and long, found row by row, for every format that draws lines.

use super::canvas::{Cap, Stroke};
use super::heat::Shades;
use super::line::{Pen, Step};
use super::outline::{Layer, Mark, Outline, Plan};
use crate::grid::{Cell, Side, Sides};
use crate::picture::lattice::stands;
use crate::picture::{RowSource, Strip, Style};

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

/// What goes on downwards from the last row.
#[derive(Debug, Default)]
pub(super) struct Begun {
    /// By upright line of the maze, or by column: where the stroke began.
    rows: Vec<u64>,
    /// A bit for each of these: whether a stroke goes down through the row, and whether one ends above it.
    standing: Vec<u64>,
    ended: Vec<u64>,
    /// A bit for each column: which walls lie between the two rows.
    lies: Vec<u64>,
}

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
            self.begun.rows.clear();
            self.begun.rows.resize(lines, 0);
            for bits in [&mut self.begun.standing, &mut self.begun.ended, &mut self.begun.lies] {
                bits.clear();
                bits.resize(lines.div_ceil(64), 0);
            }
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

impl Begun {
    /// The walls that lie on one line of points, and those that end there from above: every lying wall is a stroke as long as it can be,
    /// which begins and ends with the standing walls that end at its ends.
    fn draw_walls(&mut self, strip: &Strip<'_>, pen: &mut dyn Pen) {
        let (row, columns) = (strip.row, strip.columns() as usize);
        let (cells, side) = if strip.is_last() { (&strip.above, Side::S) } else { (&strip.here, Side::N) };
        let Begun { rows, standing, ended, lies } = self;
        write_closed(cells, side, lies);
        std::mem::swap(standing, ended);
        write_closed(&strip.here, Side::W, standing);
        standing[columns / 64] |= u64::from(stands(&strip.here, columns as u32)) << (columns % 64);
        for ((ended, standing), block) in ended.iter_mut().zip(standing).zip(0..) {
            let mut begins = *standing & !*ended;
            *ended &= !*standing;
            while begins != 0 {
                rows[64 * block + begins.trailing_zeros() as usize] = row;
                begins &= begins - 1;
            }
        }
        let is_in = |bits: &[u64], column: usize| bits[column / 64] >> (column % 64) & 1 == 1;
        // How long the wall is that ends at a point; 0 where there is none.
        let length = |column: usize| if is_in(ended, column) { row - rows[column] } else { 0 };
        let mut column = 0;
        while column <= columns {
            // What follows in this word.
            let left = (lies[column / 64] | ended[column / 64]) >> (column % 64);
            if left == 0 {
                column = (column / 64 + 1) * 64;
                continue;
            }
            column += left.trailing_zeros() as usize;
            let start = column;
            while is_in(lies, column) {
                column += (lies[column / 64] >> (column % 64)).trailing_ones() as usize;
            }
            let lines = |ends: [usize; 2]| ends.map(|line| line as u64);
            pen.bracket(lines([start, column]), row, [length(start), if start < column { length(column) } else { 0 }]);
            for between in (start + 1..column).filter(|&between| is_in(ended, between)) {
                pen.bracket(lines([between; 2]), row, [0, length(between)]);
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
            let (begun, standing) = (&mut self.rows[column as usize], &mut self.standing[column as usize / 64]);
            let bit = 1 << (column % 64);
            if is_crossed && *standing & bit == 0 {
                (*begun, *standing) = ((2 * row).saturating_sub(1), *standing | bit);
            }
            if (!is_crossed || is_last) && *standing & bit != 0 {
                *standing &= !bit;
                let x = f64::from(column) + 0.5;
                let to = 2 * row - u64::from(!is_crossed);
                line(pen, [x, *begun as f64 / 2.0], [x, to as f64 / 2.0]);
            }
        }
    }
}

/// Which cells have a wall on this side, as a bit for each; where there are no cells, there are no walls.
fn write_closed(cells: &[Sides], side: Side, words: &mut [u64]) {
    words.fill(0);
    words.iter_mut().zip(cells.chunks(64)).for_each(|(word, cells)| *word = closed(cells, side));
}

/// The same of at most 64 cells.
fn closed(cells: &[Sides], side: Side) -> u64 {
    let bits = |eight: [u8; 8]| {
        let open = u64::from_le_bytes(eight) >> side.number() & 0x0101_0101_0101_0101;
        // Each of the eight bits has its own place in the highest byte of the product.
        !(open.wrapping_mul(0x0102_0408_1020_4080) >> 56) & 255
    };
    let (eights, rest) = cells.as_chunks::<8>();
    let mut last = [u8::MAX; 8];
    last.iter_mut().zip(rest).for_each(|(byte, cell)| *byte = cell.bits());
    let whole = eights.iter().map(|eight| bits(eight.map(Sides::bits))).chain([bits(last)]);
    whole.zip(0..8).fold(0, |word, (bits, place)| word | bits << (8 * place))
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
