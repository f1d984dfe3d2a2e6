//! Recursive division with a bit for each wall: any rows of a maze, without the others.
//!
//! Used for parts of mazes, and for whole ones if the observer does not follow the steps. At 100 × 100 cells, this takes 6 ns a cell; wall by
//! wall, it takes 22.

use std::ops::Range;

use super::chamber::{COLUMNS, Chamber, ROWS, Wall};
use crate::generate::rows::bands::{Bands, band_height, write_bands};
use crate::generate::rows::row_bits::{RowBits, RowGenerator, columns_before};
use crate::grid::Square;
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Key;

/// Carves a whole maze, some rows at a time.
pub(super) fn carve_in_bands<O: Observer>(maze: &mut Maze<Square>, key: Key, observer: &mut O) -> Result<(), O::Stop> {
    let [rows, columns] = Chamber::whole(*maze.grid()).size;
    let divided = Divided { key, whole: [rows, columns], columns: 0..columns, wanted: 0..columns };
    write_bands(maze, &divided, band_height(1 << 21, columns), observer)
}

/// Columns of a maze by division. Any rows of them can be made. They begin at a block of 64.
#[derive(Clone, Debug)]
pub(crate) struct Divided {
    pub(crate) key: Key,
    /// The rows and the columns of the whole maze.
    pub(crate) whole: [u64; 2],
    pub(crate) columns: Range<u64>,
    /// Those of them whose walls are built. In the others some are missing.
    pub(crate) wanted: Range<u64>,
}

impl Bands for Divided {
    type Band = Division;

    fn columns(&self) -> u64 {
        self.columns.end - self.columns.start
    }

    fn band<O: Observer>(&self, rows: Range<u64>, observer: &mut O) -> Result<Division, O::Stop> {
        let wanted = Chamber::new(rows.clone(), self.wanted.clone());
        Division::new(self.key, self.whole, Chamber::new(rows, self.columns.clone()), wanted, observer)
    }
}

/// Chambers of at most this many cells, together or alone, are divided generation by generation: first all of them, then their halves, then all of
/// theirs. Consecutive chambers are therefore independent, and no draw waits for the one before. The shorter side of such a chamber, and so each wall,
/// is no longer than a word.
const SMALL: u64 = 64 * 64;

/// The same for a chamber at the edge of what is wanted: of a large one, half may be divided for nothing.
const SMALL_AT_EDGE: u64 = 16 * 16;

/// Small chambers that are divided together.
#[derive(Debug)]
struct ChamberBatch {
    /// The [key](Chamber::key) of each.
    key: Key,
    /// How many chambers there are, and their cells.
    count: usize,
    cells: u64,
    /// The chambers of one generation, those of the next one, and what was drawn.
    chambers: Vec<Chamber<u32>>,
    halves: Vec<Chamber<u32>>,
    draws: Vec<[u32; 2]>,
}

impl ChamberBatch {
    /// Creates an empty batch of chambers of at most this many cells together.
    fn new(cells: u64, key: Key) -> ChamberBatch {
        // They do not meet, and have four cells or more.
        let most = cells as usize / 4 + 1;
        let chambers = vec![Chamber::default(); most];
        ChamberBatch { key, count: 0, cells: 0, halves: chambers.clone(), chambers, draws: Vec::with_capacity(most) }
    }
}

/// The walls in a part of a divided chamber, as bits along each line of both axes.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    /// The size of the whole.
    whole: [u64; 2],
    /// The part. Its columns begin at a block of 64.
    part: Chamber,
    /// For each axis the words of its first line, then those of the next; and where those of the axis begin.
    walls: Vec<u64>,
    first: [usize; 2],
    /// How many words a line of each axis has.
    words: [usize; 2],
    /// The walls to the east in the 64 rows that were generated last: the words of each row, row by row.
    east: Vec<u64>,
}

impl Division {
    /// Divides a maze of this size, but only where the walls in `wanted`, which is inside of `part`, depend on it. Asks the observer before each
    /// of the larger chambers.
    fn new<O: Observer>(
        key: Key,
        whole: [u64; 2],
        part: Chamber,
        wanted: Chamber,
        observer: &mut O,
    ) -> Result<Division, O::Stop> {
        let words = [part.size[COLUMNS], part.size[ROWS]].map(|length| length.div_ceil(64) as usize);
        let chamber = Chamber { start: [0, 0], size: whole };
        let lines = |axis: usize| if chamber.is_divisible() { part.size[axis] as usize * words[axis] } else { 0 };
        let walls = vec![0; lines(ROWS) + lines(COLUMNS)];
        let first = [0, lines(ROWS)];
        let mut division = Division { whole, part, walls, first, words, east: vec![0; 64 * words[ROWS]] };
        division.divide(chamber, wanted, key, observer)?;
        Ok(division)
    }

    fn divide<O: Observer>(
        &mut self,
        chamber: Chamber,
        wanted: Chamber,
        key: Key,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let part = self.part;
        let is_left = |chamber: &Chamber| chamber.is_divisible() && chamber.overlaps(&wanted);
        let mut large = vec![chamber];
        large.retain(is_left);
        let mut batch = ChamberBatch::new(chamber.cells().min(SMALL), key);
        while let Some(chamber) = large.pop() {
            observer.go_on()?;
            let limit = if chamber.is_inside(&wanted) { SMALL } else { SMALL_AT_EDGE };
            let small = Some(chamber).filter(|chamber| chamber.cells() <= limit && chamber.is_inside(&part));
            let Some(small) = small.and_then(|chamber| chamber.lower()) else {
                let (wall, halves) = chamber.divide(chamber.draw(key));
                self.build_part(wall);
                large.extend(halves.into_iter().filter(is_left));
                continue;
            };
            let key = chamber.key(key);
            if key != batch.key || batch.cells + chamber.cells() > SMALL {
                self.divide_batch(&mut batch);
                batch.key = key;
            }
            batch.chambers[batch.count] = small;
            batch.count += 1;
            batch.cells += chamber.cells();
        }
        self.divide_batch(&mut batch);
        Ok(())
    }

    /// Divides all of these chambers, until none is left.
    fn divide_batch(&mut self, batch: &mut ChamberBatch) {
        let ChamberBatch { chambers, halves, draws, key, .. } = batch;
        let mut count = std::mem::take(&mut batch.count);
        batch.cells = 0;
        while count > 0 {
            draws.clear();
            draws.extend(chambers[..count].iter().map(|chamber| chamber.draw(*key)));
            let mut left = 0;
            for (chamber, &draw) in chambers.iter().zip(&*draws) {
                let (wall, both) = chamber.divide(draw);
                self.build(wall);
                for half in both {
                    // Written in any case and kept if it is left to divide, which is cheaper than to guess.
                    halves[left] = half;
                    left += usize::from(half.is_divisible());
                }
            }
            std::mem::swap(chambers, halves);
            count = left;
        }
    }

    /// Builds what of this wall is in the part, up to 64 cells at a time.
    fn build_part(&mut self, wall: Wall) {
        let Wall { axis, line, start, length, gap } = wall;
        let (first, size) = (self.part.start[1 - axis], self.part.size[1 - axis]);
        let (from, to) = (start.max(first), (start + length).min(first + size));
        if line.wrapping_sub(self.part.start[axis]) < self.part.size[axis] {
            for from in (from..to).step_by(64) {
                let gap = (start + gap).wrapping_sub(from).min(64);
                // All of them differ little from where the part begins.
                self.build(Wall { axis, line, start: from, length: (to - from).min(64), gap }.lower());
            }
        }
    }

    /// Builds a wall of at most 64 cells, which must all be in the part. It has no gap if the gap is behind its end.
    #[inline]
    fn build(&mut self, wall: Wall<u32>) {
        let Wall { axis, line, start, length, gap } = wall;
        // The part has fewer than 2^32 rows and columns.
        let behind = |number: u32, axis: usize| number.wrapping_sub(self.part.start[axis] as u32) as usize;
        let (line, start) = (behind(line, axis), behind(start, 1 - axis));
        let wall = u64::MAX >> (64 - length) & !(u64::from(gap < 64) << (gap % 64));
        let word = self.first[axis] + line * self.words[axis] + start / 64;
        let words = &mut self.walls;
        words[word] |= wall << (start % 64);
        if start % 64 + length as usize > 64 {
            words[word + 1] |= wall >> (64 - start % 64);
        }
    }

    /// Transposes the walls to the east of 64 rows, which are kept by columns, to those of each row.
    ///
    /// So a wall is one word in both directions. With a bit in the word of each row instead, division took 1.5 times as long at 100 × 100 cells, and
    /// 2.5 times at 1000 × 1000.
    fn transpose_east(&mut self, block: usize) {
        let (columns, stride) = (self.words[ROWS], self.words[COLUMNS]);
        for (column, lines) in self.walls[self.first[COLUMNS]..].chunks(64 * stride).enumerate() {
            let mut square = [0; 64];
            square.iter_mut().zip(lines.chunks(stride)).for_each(|(word, line)| *word = line[block]);
            transpose(&mut square);
            self.east.iter_mut().skip(column).step_by(columns).zip(square).for_each(|(word, turned)| *word = turned);
        }
    }
}

impl RowGenerator for Division {
    /// Rows are to be made in turn, from the first one of the part.
    fn make(&mut self, row: u64, line: &mut RowBits) {
        let [rows, columns] = self.whole;
        let row_of_part = (row - self.part.start[ROWS]) as usize;
        if row_of_part.is_multiple_of(64) {
            self.transpose_east(row_of_part / 64);
        }
        let words = self.words[ROWS];
        // Where nothing is divided, no wall is kept.
        let south = self.walls[..self.first[COLUMNS]].get(row_of_part * words..).unwrap_or_default();
        let east = &self.east[row_of_part % 64 * words..];
        for (block, word) in line.blocks().numbers().zip(0..) {
            if row + 1 < rows {
                let walls = south.get(word).copied().unwrap_or_default();
                line.open_south(block, columns_before(columns, block) & !walls);
            }
            line.open_east(block, columns_before(columns - 1, block) & !east[word]);
        }
    }
}

/// Transposes a square of bits: bit `i` of word `k` becomes bit `k` of word `i`.
///
/// # Source
///
/// Henry S. Warren, *Hacker's Delight* (2nd edition, 2013), section 7-3.
fn transpose(square: &mut [u64; 64]) {
    let mut half = 32;
    let mut low = u64::MAX >> 32;
    while half > 0 {
        for k in (0..64).filter(|k| k & half == 0) {
            let change = (square[k] >> half ^ square[k + half]) & low;
            square[k] ^= change << half;
            square[k + half] ^= change;
        }
        half /= 2;
        low ^= low << half;
    }
}
