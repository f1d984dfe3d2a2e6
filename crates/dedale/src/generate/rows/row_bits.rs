//! Mazes row by row, and each row as bits: what is open, for 64 columns in one word.

use std::fmt::Debug;
use std::ops::Range;

use crate::grid::{Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// An algorithm that generates a maze row by row, from the top.
pub(crate) trait ByRows: Debug + Send + Sync {
    /// Makes the row with this number: writes all words of `line.east` and `line.south`. What the row above opened to the south
    /// is in `line.north`.
    fn make(&mut self, row: u64, line: &mut RowBits);
}

/// One whose steps can be reported.
pub(crate) trait CarvesRows: ByRows {
    /// Whether a wall that it opens to the east was between two sets of cells.
    const JOINS: bool = false;

    /// What is opened in a row that was made, in turn: a column, of this many, and a side.
    fn opened(&self, line: &RowBits, columns: u32) -> Vec<(u32, Side)>;
}

/// Carves the whole maze: in steps for an observer that follows them, and for others row by row.
pub(crate) fn carve_rows<A: CarvesRows, O: Observer>(
    maze: &mut Maze<Square>,
    mut algorithm: A,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let mut line = RowBits::new(Window::around(0, grid.columns().into()));
    if !O::FOLLOWS {
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

/// Writes passages. Where that is stopped all walls stand, since of some pairs only one cell may have been written.
pub(super) fn closed_if_stopped<E>(
    passages: &mut [Sides],
    write: impl FnOnce(&mut [Sides]) -> Result<(), E>,
) -> Result<(), E> {
    write(passages).inspect_err(|_| passages.fill(Sides::NONE))
}

/// Writes rows of a maze with this grid to `passages`, from the row `first`, which is the one below that of `line`.
pub(super) fn write_rows<O: Observer>(
    maker: &mut impl ByRows,
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

/// The columns that a [`RowBits`] is about, in whole blocks of 64: those of the maze, or those around a part of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The first block.
    first: u64,
    /// How many blocks there are.
    blocks: usize,
}

impl Window {
    /// The blocks that the columns `start .. end` lie in.
    pub(crate) fn around(start: u64, end: u64) -> Window {
        let first = start / 64;
        Window { first, blocks: (end.div_ceil(64) - first) as usize }
    }

    /// The numbers of the blocks.
    pub(crate) fn blocks(self) -> Range<u64> {
        self.first..self.first + self.blocks as u64
    }

    /// The first column.
    pub(crate) fn start(self) -> u64 {
        self.first * 64
    }

    /// The first column behind it.
    pub(crate) fn end(self) -> u64 {
        self.blocks().end * 64
    }
}

/// The columns before `end`, as bits of this block.
#[inline]
pub(crate) fn columns_before(end: u64, block: u64) -> u64 {
    match end.saturating_sub(block * 64) {
        n @ 0..64 => (1 << n) - 1,
        _ => u64::MAX,
    }
}

/// This column, as a bit of this block, if it lies there.
#[inline]
pub(crate) fn column(column: u64, block: u64) -> u64 {
    u64::from(column / 64 == block) << (column % 64)
}

/// The first column from `column` on whose bit is set, among the bits of each block before the column `end`.
pub(crate) fn first_from(column: u64, end: u64, bits: impl Fn(u64) -> u64) -> Option<u64> {
    (column / 64..end.div_ceil(64)).find_map(|block| {
        let bits = bits(block) & !columns_before(column, block);
        (bits != 0).then(|| block * 64 + u64::from(bits.trailing_zeros()))
    })
}

/// The last column before `column` whose bit is set.
pub(crate) fn last_before(column: u64, bits: impl Fn(u64) -> u64) -> Option<u64> {
    (0..column.div_ceil(64)).rev().find_map(|block| {
        let bits = bits(block) & columns_before(column, block);
        (bits != 0).then(|| block * 64 + 63 - u64::from(bits.leading_zeros()))
    })
}

/// Which walls of one row are open, a bit for each column of the window; beyond the maze there are none.
#[derive(Clone, Debug)]
pub(crate) struct RowBits {
    pub(crate) north: Vec<u64>,
    pub(crate) east: Vec<u64>,
    pub(crate) south: Vec<u64>,
}

impl RowBits {
    /// The line above the first row: nothing is open.
    pub(crate) fn new(window: Window) -> RowBits {
        let none = vec![0; window.blocks];
        RowBits { north: none.clone(), east: none.clone(), south: none }
    }

    /// Goes on to the next row, which `make` writes.
    #[inline]
    pub(crate) fn next(&mut self, make: impl FnOnce(&mut RowBits)) {
        std::mem::swap(&mut self.north, &mut self.south);
        make(self);
    }

    /// The sides that are open in each column of the window, as many as `cells` has room for.
    pub(crate) fn write(&self, cells: &mut [Sides]) {
        let words = self.north.iter().zip(&self.east).zip(&self.south);
        write_sides(words.map(|((&north, &east), &south)| [north, east, south]), false, cells);
    }
}

/// Converts bits to the open sides of `cells`. `words` has those of 64 cells at a time: what is open to the north, to the east and to the
/// south. `from_west` is whether the first cell is open to the west.
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

/// Whether the bit for `column` is set.
#[inline]
pub(crate) fn has(words: &[u64], column: u32) -> bool {
    words[column as usize / 64] >> (column % 64) & 1 == 1
}

/// Expands the bits of each byte to separate bytes, 0 or 1, the lowest first.
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
