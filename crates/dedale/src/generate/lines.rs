//! Mazes row by row, and each row as bits: what is open, for 64 columns in one word.

use crate::grid::{Cell, Sides, Square};
use crate::maze::Maze;
use crate::observe::Observer;

/// An algorithm that makes a maze one row after the other, from the top.
pub(super) trait ByRows {
    /// Makes the row with this number: writes all words of `line.east` and `line.south`. What the row above opened to the south
    /// is in `line.north`.
    fn make(&mut self, row: u64, line: &mut Line);
}

/// One of those who know from a row alone in which steps it was carved.
pub(super) trait Told: ByRows {
    /// Carves what [`make`](ByRows::make) has made of this row, and tells of it step by step.
    fn tell<O: Observer>(
        &self,
        row: u32,
        line: &Line,
        maze: &mut Maze<Square>,
        observer: &mut O,
    ) -> Result<(), O::Stop>;
}

/// Carves the whole maze, and tells of it step by step.
pub(super) fn tell_rows<A: Told, O: Observer>(
    maze: &mut Maze<Square>,
    algorithm: &mut A,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let mut line = Line::new(Window::all(u64::from(grid.columns())));
    for row in 0..grid.rows() {
        line.next(algorithm, u64::from(row));
        algorithm.tell(row, &line, maze, observer)?;
    }
    Ok(())
}

/// Writes rows of a maze with this grid to `passages`, from the row `first`, which is the one below that of `line`; and tells
/// `go_on` of the first cell of each.
pub(super) fn write_rows<A: ByRows, E>(
    algorithm: &mut A,
    grid: Square,
    first: u32,
    line: &mut Line,
    passages: &mut [Sides],
    mut go_on: impl FnMut(Cell) -> Result<(), E>,
) -> Result<(), E> {
    let mut rows = passages.chunks_mut(grid.columns() as usize).zip(first..);
    while let Some((cells, row)) = rows.next() {
        line.next(algorithm, u64::from(row));
        line.write(cells);
        let outcome = go_on(grid.at(row, 0));
        if outcome.is_err()
            && let Some((below, _)) = rows.next()
        {
            // Both cells of a pair agree in an unfinished maze as well.
            line.end();
            line.write(below);
        }
        outcome?;
    }
    Ok(())
}

/// The columns that a [`Line`] is about, in whole blocks of 64: those of the maze, or those around a part of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    /// The first block.
    first: u64,
    /// How many blocks there are.
    blocks: usize,
}

impl Window {
    /// Of a maze with this many columns, all.
    pub(super) fn all(columns: u64) -> Window {
        Window::around(0, columns)
    }

    /// The blocks that the columns `start .. end` lie in.
    pub(super) fn around(start: u64, end: u64) -> Window {
        let first = start / 64;
        Window { first, blocks: (end.div_ceil(64) - first) as usize }
    }

    /// The numbers of the blocks.
    pub(super) fn blocks(self) -> std::ops::Range<u64> {
        self.first..self.first + self.blocks as u64
    }

    /// The first column.
    pub(super) fn start(self) -> u64 {
        self.first * 64
    }

    /// The first column behind it.
    pub(super) fn end(self) -> u64 {
        self.blocks().end * 64
    }
}

/// The columns before `end`, as bits of this block.
#[inline]
pub(super) fn columns_before(end: u64, block: u64) -> u64 {
    match end.saturating_sub(block * 64) {
        n @ 0..64 => (1 << n) - 1,
        _ => u64::MAX,
    }
}

/// This column, as a bit of this block, if it lies there.
#[inline]
pub(super) fn column(column: u64, block: u64) -> u64 {
    u64::from(column / 64 == block) << (column % 64)
}

/// Which walls of one row are open, a bit for each column of the window; beyond the maze there are none.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) north: Vec<u64>,
    pub(super) east: Vec<u64>,
    pub(super) south: Vec<u64>,
}

impl Line {
    /// The line above the first row: nothing is open.
    pub(super) fn new(window: Window) -> Line {
        let none = vec![0; window.blocks];
        Line { north: none.clone(), east: none.clone(), south: none }
    }

    /// Goes on to the next row, which `algorithm` makes.
    #[inline]
    pub(super) fn next<A: ByRows + ?Sized>(&mut self, algorithm: &mut A, row: u64) {
        std::mem::swap(&mut self.north, &mut self.south);
        algorithm.make(row, self);
    }

    /// Goes on to a row of which nothing is open but what the row above opened.
    pub(super) fn end(&mut self) {
        std::mem::swap(&mut self.north, &mut self.south);
        self.east.fill(0);
        self.south.fill(0);
    }

    /// The sides that are open in each column of the window, as many as `cells` has room for.
    pub(super) fn write(&self, cells: &mut [Sides]) {
        let mut last = 0;
        let words = self.north.iter().zip(&self.east).zip(&self.south);
        for (cells, ((&north, &east), &south)) in cells.chunks_mut(64).zip(words) {
            let west = east << 1 | last;
            last = east >> 63;
            let sides = |byte: usize| {
                let spread = |word: u64| SPREAD[(word >> (8 * byte)) as usize & 255];
                let open = spread(north) | spread(east) << 1 | spread(south) << 2 | spread(west) << 3;
                open.to_le_bytes().map(Sides::from_bits)
            };
            let (eights, rest) = cells.as_chunks_mut::<8>();
            let whole = eights.len();
            eights.iter_mut().enumerate().for_each(|(byte, eight)| *eight = sides(byte));
            if !rest.is_empty() {
                rest.copy_from_slice(&sides(whole)[..rest.len()]);
            }
        }
    }
}

/// Whether the bit for `column` is set.
#[inline]
pub(super) fn has(words: &[u64], column: u32) -> bool {
    words[column as usize / 64] >> (column % 64) & 1 == 1
}

/// The bits of each byte as bytes of their own, 0 or 1, the lowest first.
static SPREAD: [u64; 256] = spread();

const fn spread() -> [u64; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Side;

    #[test]
    fn bits_become_sides() {
        // Every third column opens north, every fifth east, every seventh south.
        let every =
            |n: u64| (0..3).map(move |i| (0..64).fold(0, move |word, k| word | u64::from((64 * i + k) % n == 0) << k));
        let line = Line { north: every(3).collect(), east: every(5).collect(), south: every(7).collect() };
        for columns in [1, 7, 8, 30, 63, 64, 65, 128, 190] {
            let mut cells = vec![Sides::SQUARE; columns];
            line.write(&mut cells);
            for (column, &cell) in (0_u32..).zip(&cells) {
                let is_open = |side| match side {
                    Side::N => column.is_multiple_of(3),
                    Side::E => column.is_multiple_of(5),
                    Side::S => column.is_multiple_of(7),
                    _ => column % 5 == 1,
                };
                assert_eq!(cell, Sides::SQUARE.into_iter().filter(|&side| is_open(side)).collect());
                assert_eq!(has(&line.north, column), is_open(Side::N));
            }
        }
    }

    #[test]
    fn windows_are_whole_blocks() {
        let window = |start, end| {
            let window = Window::around(start, end);
            (window.blocks(), window.start(), window.blocks)
        };
        assert_eq!(window(0, 1), (0..1, 0, 1));
        assert_eq!(window(64, 128), (1..2, 64, 1));
        assert_eq!(window(63, 129), (0..3, 0, 3));
        assert_eq!([0, 1, 63, 64, 65, 200].map(|end| columns_before(end, 1).count_ones()), [0, 0, 0, 0, 1, 64]);
        assert_eq!(columns_before(70, 1), 0b11_1111);
        assert_eq!([63, 64, 70, 128].map(|number| column(number, 1)), [0, 1, 1 << 6, 0]);
    }
}
