//! Mazes that are made row by row, with each row as bits: the open sides of 64 columns in a word.

use std::fmt::Debug;
use std::ops::Range;

use super::RowRequest;
use crate::grid::{Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::rng::Rng;

/// An algorithm that generates a maze row by row, from the top.
pub(crate) trait RowGenerator: Debug + Send + Sync {
    /// Makes the row with this number: opens its walls in `line`, where only the passages from the row above are open.
    fn make(&mut self, row: u64, line: &mut RowBits);
}

/// An algorithm whose steps can be reported.
pub(crate) trait CarvesRows: RowGenerator {
    /// True if the walls that it opens to the east are reported as joins of two sets of cells.
    const JOINS: bool = false;

    /// Returns the columns and sides that are opened in a row of this many columns, in the order in which they are carved.
    fn opened(&self, line: &RowBits, columns: u32) -> Vec<(u32, Side)>;
}

/// Carves the whole maze, row by row, by the algorithm that `start` creates.
pub(crate) fn carve_rows<A: CarvesRows, O: Observer>(
    maze: &mut Maze<Square>,
    start: impl FnOnce(&RowRequest) -> A,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let mut algorithm = start(&RowRequest::whole(rng.key(), &grid));
    let mut line = RowBits::new(WordRange::around(0, grid.columns().into()));
    if !O::FOLLOWS {
        // The sides of 64 cells are written at a time: carved one after the other, a binary tree takes 15 times as long, and a sidewinder 8 times.
        let (_, passages) = maze.grid_and_passages();
        return closed_if_stopped(passages, |passages| {
            write_rows(&mut algorithm, grid, 0, &mut line, passages, observer)
        });
    }
    for row in 0..grid.rows() {
        line.next(|line| algorithm.make(row.into(), line));
        for (column, side) in algorithm.opened(&line, grid.columns()) {
            let cell = grid.at(row, column);
            if A::JOINS && side == Side::E {
                maze.join(cell, side, observer)?;
            } else {
                maze.carve(cell, side, observer)?;
            }
        }
    }
    Ok(())
}

/// Writes passages by `write`. If it is stopped, all walls stand again, since it may have written only one cell of a pair.
pub(super) fn closed_if_stopped<E>(
    passages: &mut [Sides],
    write: impl FnOnce(&mut [Sides]) -> Result<(), E>,
) -> Result<(), E> {
    write(passages).inspect_err(|_| passages.fill(Sides::NONE))
}

/// Writes rows of a maze with this grid to `passages`, from the row `first`, which is the next one after `line`.
pub(super) fn write_rows<O: Observer>(
    maker: &mut impl RowGenerator,
    grid: Square,
    first: u32,
    line: &mut RowBits,
    passages: &mut [Sides],
    observer: &mut O,
) -> Result<(), O::Stop> {
    for (cells, row) in passages.chunks_mut(grid.columns() as usize).zip(first..) {
        line.next(|line| maker.make(row.into(), line));
        line.write(cells);
        observer.see(Step::Visit(grid.at(row, 0)))?;
    }
    Ok(())
}

/// Consecutive blocks of 64 columns: all columns of a maze, or those around a part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordRange {
    first: u64,
    count: usize,
}

impl WordRange {
    /// Creates the range of the blocks that the columns `start .. end` are in.
    pub(crate) fn around(start: u64, end: u64) -> WordRange {
        let first = start / 64;
        WordRange { first, count: (end.div_ceil(64) - first) as usize }
    }

    /// Returns the numbers of the blocks.
    pub(crate) fn numbers(self) -> Range<u64> {
        self.first..self.first + self.count as u64
    }

    /// Returns the first column.
    pub(crate) fn first_column(self) -> u64 {
        self.first * 64
    }

    /// Returns the column after the last one.
    pub(crate) fn end_column(self) -> u64 {
        self.numbers().end * 64
    }
}

/// Returns the columns before `end`, as bits of this block.
#[inline]
pub(crate) fn columns_before(end: u64, block: u64) -> u64 {
    match end.saturating_sub(block * 64) {
        n @ 0..64 => (1 << n) - 1,
        _ => u64::MAX,
    }
}

/// Returns this column as a bit of this block, or no bit if it is in another one.
#[inline]
pub(crate) fn column(column: u64, block: u64) -> u64 {
    u64::from(column / 64 == block) << (column % 64)
}

/// Returns the columns whose bits are set in this block, from west to east.
#[inline]
pub(crate) fn columns_of(block: u64, mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let first = bits.trailing_zeros();
        bits &= bits.checked_sub(1)?;
        Some(block * 64 + u64::from(first))
    })
}

/// Returns the first column of `column .. end` whose bit is set. `bits` are those of a block.
pub(crate) fn first_from(column: u64, end: u64, bits: impl Fn(u64) -> u64) -> Option<u64> {
    (column / 64..end.div_ceil(64)).find_map(|block| {
        let bits = bits(block) & !columns_before(column, block);
        (bits != 0).then(|| block * 64 + u64::from(bits.trailing_zeros()))
    })
}

/// Returns the last column before `column` whose bit is set. `bits` are those of a block.
pub(crate) fn last_before(column: u64, bits: impl Fn(u64) -> u64) -> Option<u64> {
    (0..column.div_ceil(64)).rev().find_map(|block| {
        let bits = bits(block) & columns_before(column, block);
        (bits != 0).then(|| block * 64 + 63 - u64::from(bits.leading_zeros()))
    })
}

/// The open walls of one row, with a bit for each column of its blocks. Beyond the maze, no walls are open.
#[derive(Clone, Debug)]
pub(crate) struct RowBits {
    blocks: WordRange,
    north: Vec<u64>,
    east: Vec<u64>,
    south: Vec<u64>,
}

impl RowBits {
    /// Creates the line above the first row, in which nothing is open.
    pub(crate) fn new(blocks: WordRange) -> RowBits {
        let none = vec![0; blocks.count];
        RowBits { blocks, north: none.clone(), east: none.clone(), south: none }
    }

    /// Goes on to the next row, whose walls `make` opens.
    #[inline]
    pub(crate) fn next(&mut self, make: impl FnOnce(&mut RowBits)) {
        std::mem::swap(&mut self.north, &mut self.south);
        self.east.fill(0);
        self.south.fill(0);
        make(self);
    }

    /// Returns the blocks that the row has.
    #[inline]
    pub(crate) fn blocks(&self) -> WordRange {
        self.blocks
    }

    /// Returns the columns of a block that are open to the north.
    #[inline]
    pub(crate) fn north(&self, block: u64) -> u64 {
        self.north[self.index(block)]
    }

    /// Opens the walls to the east of these columns of a block.
    #[inline]
    pub(crate) fn open_east(&mut self, block: u64, columns: u64) {
        let index = self.index(block);
        self.east[index] |= columns;
    }

    /// Opens the walls to the west of these columns of a block: those to the east of the columns before.
    #[inline]
    pub(crate) fn open_west(&mut self, block: u64, columns: u64) {
        let index = self.index(block);
        self.east[index] |= columns >> 1;
        if index > 0 {
            self.east[index - 1] |= columns << 63;
        }
    }

    /// Opens the walls to the south of these columns of a block.
    #[inline]
    pub(crate) fn open_south(&mut self, block: u64, columns: u64) {
        let index = self.index(block);
        self.south[index] |= columns;
    }

    /// Opens the wall to the south of one column. Does nothing if it is in another block.
    #[inline]
    pub(crate) fn open_south_of(&mut self, column: u64) {
        let word =
            column.checked_sub(self.blocks.first_column()).and_then(|after| self.south.get_mut(after as usize / 64));
        if let Some(word) = word {
            *word |= 1 << (column % 64);
        }
    }

    /// Returns true if a column is open to a side.
    #[inline]
    pub(crate) fn is_open(&self, column: u32, side: Side) -> bool {
        let words = match side {
            Side::N => &self.north,
            Side::E => &self.east,
            _ => &self.south,
        };
        words[self.index(u64::from(column / 64))] >> (column % 64) & 1 == 1
    }

    #[inline]
    fn index(&self, block: u64) -> usize {
        (block - self.blocks.first) as usize
    }

    /// Writes the open sides of the columns to `cells`, as many as there is room for.
    pub(crate) fn write(&self, cells: &mut [Sides]) {
        let words = self.north.iter().zip(&self.east).zip(&self.south);
        write_sides(words.map(|((&north, &east), &south)| [north, east, south]), false, cells);
    }
}

/// Converts bits to the open sides of `cells`. `words` are the passages of 64 cells at a time, to the north, east and south. `from_west` is
/// true if the first cell is open to the west.
pub(crate) fn write_sides(words: impl Iterator<Item = [u64; 3]>, from_west: bool, cells: &mut [Sides]) {
    let mut last = u64::from(from_west);
    for (cells, [north, east, south]) in cells.chunks_mut(64).zip(words) {
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

/// For each byte, its bits as separate bytes of 0 or 1, the lowest first.
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
