//! A rectangle of one level of a quilt, as bits: refining it from the level above, and hanging its dead ends.

use std::ops::Range;

use super::passes::Passes;
use crate::generate::rows::row_bits::{WordRange, column, columns_before};
use crate::grid::{Cell, Side, Sides, Square};
use crate::rng::Key;

/// Everything that the cells of one level depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// The size of the whole level.
    pub(super) columns: u64,
    pub(super) rows: u64,
    pub(super) passes: Passes,
    /// The key of the inner walls and doors of its blocks.
    pub(super) blocks: Key,
    /// The key of the directions in which dead ends are hung.
    pub(super) directions: Key,
}

impl Level {
    /// Returns all cells of the level.
    pub(super) fn whole(&self) -> LevelRect {
        LevelRect { rows: 0..self.rows, columns: 0..self.columns }
    }

    /// Returns the number of half-passes. Each pass goes over the cells of one color, and then over those of the other.
    pub(super) fn half_passes(&self) -> usize {
        2 * usize::from(self.passes.get())
    }
}

/// A rectangle of cells of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LevelRect {
    pub(crate) rows: Range<u64>,
    pub(crate) columns: Range<u64>,
}

impl LevelRect {
    /// Returns the rectangle with `by` more cells on each side, but not beyond the borders of the level.
    pub(super) fn widened(&self, by: u64, level: &Level) -> LevelRect {
        let widen =
            |range: &Range<u64>, end: u64| range.start.saturating_sub(by)..range.end.saturating_add(by).min(end);
        LevelRect { rows: widen(&self.rows, level.rows), columns: widen(&self.columns, level.columns) }
    }

    /// Returns true if a cell is in the rectangle.
    pub(super) fn contains(&self, [row, column]: [u64; 2]) -> bool {
        self.rows.contains(&row) && self.columns.contains(&column)
    }

    /// Returns the blocks that the cells are in.
    pub(super) fn blocks(&self) -> LevelRect {
        let halve = |range: &Range<u64>| range.start / 2..range.end.div_ceil(2);
        LevelRect { rows: halve(&self.rows), columns: halve(&self.columns) }
    }
}

/// The passages of a rectangle of a level, in whole words of 64 columns.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    level: Level,
    /// The number of the first row.
    first: u64,
    /// The number of rows.
    rows: usize,
    window: WordRange,
    /// The number of words in a row.
    words: usize,
    /// The passages to the east of each cell, row by row.
    east: Vec<u64>,
    /// The passages across each line between two rows, from the line above the first row to the line below the last one.
    across: Vec<u64>,
}

/// The number of words of a rectangle that stay in the cache from one half-pass to the next, with everything that is read beside them.
const WORDS_IN_CACHE: usize = 512;

/// The bits of even numbers.
const EVEN: u64 = 0x5555_5555_5555_5555;

impl Bits {
    fn closed(level: Level, first: u64, rows: usize, window: WordRange) -> Bits {
        let words = window.numbers().count();
        Bits { level, first, rows, window, words, east: vec![0; rows * words], across: vec![0; (rows + 1) * words] }
    }

    /// Creates the highest level of a quilt, which has one cell.
    pub(super) fn of_one_cell(level: Level) -> Bits {
        Bits::closed(level, 0, 1, WordRange::around(0, 1))
    }

    /// Returns these cells of the next lower level, before any dead end is hung. The passages of this level must be right at the blocks of
    /// the cells.
    ///
    /// One word has the walled inner passages of 32 blocks, and another one has the places of the doors to the next blocks.
    pub(super) fn refine(&self, level: Level, cells: &LevelRect) -> Bits {
        let blocks = cells.blocks().rows;
        let first = 2 * blocks.start;
        let rows = (2 * blocks.end).min(level.rows) - first;
        let window = WordRange::around(cells.columns.start, cells.columns.end);
        let mut bits = Bits::closed(level, first, rows as usize, window);
        let words = bits.words;
        for block_row in blocks {
            let key = level.blocks.of(block_row);
            let above = (block_row - self.first) as usize * self.words;
            let is_tall = 2 * block_row + 1 < level.rows;
            let tall = if is_tall { u64::MAX } else { 0 };
            let row = (2 * block_row - first) as usize * words;
            for (place, word) in window.numbers().enumerate() {
                // The 32 blocks are half of a word of the level above.
                let of_blocks = above + (word / 2 - self.window.numbers().start) as usize;
                let half = 32 * (word % 2);
                let (to_east, to_south) =
                    (spread(self.east[of_blocks] >> half), spread(self.across[of_blocks + self.words] >> half));
                let (walled, doors) = (key.word(2 * word), key.word(2 * word + 1));
                let left_cells = columns_before(level.columns, word) & EVEN;
                let right_cells = columns_before(level.columns - 1, word) & EVEN;
                // In a block of four cells, one of the four passages is walled: 00 above, 01 below, 10 on the left, 11 on the right, the
                // lower bit first.
                let four = right_cells & tall;
                let (first, second) = (walled, walled >> 1);
                let above = right_cells & (first | second | !four);
                let below = four & (first | !second);
                let left = left_cells & tall & (!first | second | !four);
                let right = four & (!first | !second);
                let (lower, on_the_right) = (doors & tall & EVEN, doors >> 1 & right_cells);
                let at = row + place;
                bits.east[at] = above | (to_east & !lower) << 1;
                if is_tall {
                    bits.east[at + words] = below | (to_east & lower) << 1;
                    bits.across[at + words] = left | right << 1;
                    bits.across[at + 2 * words] = to_south & !on_the_right | (to_south & on_the_right) << 1;
                }
            }
        }
        bits
    }

    /// Hangs the dead ends anew, in all passes.
    ///
    /// If there are many rows, each half-pass follows the one before it at a distance of one row, so that the rows stay in the cache.
    pub(super) fn hang(&mut self) {
        let halves = self.level.half_passes();
        let keys = self.keys();
        if self.rows * self.words <= WORDS_IN_CACHE {
            let mut directions = Vec::new();
            for half in 0..halves {
                if half % 2 == 0 {
                    self.draw_all(&keys, half / 2, &mut directions);
                }
                self.hang_half_in(half, &directions);
            }
            return;
        }
        // The directions of a pass, in the last two rows.
        let mut directions = vec![[0; 2]; halves * self.words];
        for front in 0..self.rows + halves {
            for half in 0..halves {
                let Some(row) = front.checked_sub(half).filter(|row| self.reach(half).contains(row)) else { continue };
                let place = (half / 2 * 2 + row % 2) * self.words;
                let directions = &mut directions[place..][..self.words];
                if half % 2 == 0 {
                    self.draw(keys[row], half / 2, directions);
                }
                self.hang_row(self.words, row, half % 2, directions);
            }
        }
    }

    /// Hangs the dead ends anew in one half-pass. The half-passes `0 .. level.half_passes()` must follow in order.
    pub(crate) fn hang_half(&mut self, half: usize) {
        let mut directions = Vec::new();
        self.draw_all(&self.keys(), half / 2, &mut directions);
        self.hang_half_in(half, &directions);
    }

    /// Does the same as [`hang_half`](Bits::hang_half), with the given directions of the pass.
    pub(super) fn hang_half_in(&mut self, half: usize, directions: &[[u64; 2]]) {
        // Most rows are short, and the compiler unrolls the loop over their words if it knows the number.
        match self.words {
            1 => self.hang_rows(1, half, directions),
            2 => self.hang_rows(2, half, directions),
            words => self.hang_rows(words, half, directions),
        }
    }

    #[inline(always)]
    fn hang_rows(&mut self, words: usize, half: usize, directions: &[[u64; 2]]) {
        for (row, directions) in self.reach(half).zip(directions.chunks(words)) {
            self.hang_row(words, row, half % 2, directions);
        }
    }

    /// Draws the directions of a pass in the rows that it can still do right.
    pub(super) fn draw_all(&self, keys: &[Key], pass: usize, directions: &mut Vec<[u64; 2]>) {
        let rows = self.reach(2 * pass);
        directions.resize(rows.len() * self.words, [0; 2]);
        rows.zip(directions.chunks_mut(self.words)).for_each(|(row, words)| self.draw(keys[row], pass, words));
    }

    /// Returns the key of the directions in each row.
    pub(super) fn keys(&self) -> Vec<Key> {
        (self.first..self.end()).map(|row| self.level.directions.of(row)).collect()
    }

    /// Returns the rows that a half-pass can still do right. What is beyond a cut influences one more row with each half-pass.
    fn reach(&self, half: usize) -> Range<usize> {
        // The directions of both halves of a pass are drawn in the first half.
        let lost = half / 2 * 2;
        let start = if self.first > 0 { lost } else { 0 };
        let is_cut = self.end() < self.level.rows;
        start..self.rows.saturating_sub(if is_cut { lost } else { 0 })
    }

    /// Draws the directions of a pass in the row with this key, two words for 64 columns.
    fn draw(&self, key: Key, pass: usize, directions: &mut [[u64; 2]]) {
        let passes = u64::from(self.level.passes.get());
        for (words, block) in directions.iter_mut().zip(self.window.numbers()) {
            let number = 2 * (block * passes + pass as u64);
            *words = [key.word(number), key.word(number + 1)];
        }
    }

    /// Hangs the dead ends of one row and color anew: each is joined to the neighbor in its direction instead, if the level has a cell there.
    ///
    /// Dead ends of one color are never neighbors, so their order does not matter.
    #[inline(always)]
    fn hang_row(&mut self, words: usize, row: usize, color: usize, directions: &[[u64; 2]]) {
        let Level { columns, rows, .. } = self.level;
        let number = self.first + row as u64;
        let of_color = if (number + color as u64).is_multiple_of(2) { EVEN } else { !EVEN };
        let has_north = if number > 0 { u64::MAX } else { 0 };
        let has_south = if number + 1 < rows { u64::MAX } else { 0 };
        let (above, below) = self.across[row * words..][..2 * words].split_at_mut(words);
        let easts = &mut self.east[row * words..][..words];
        let directions = &directions[..words];
        let first_block = self.window.first_column() / 64;
        // The passages to the east in the word before.
        let mut before = 0;
        for place in 0..words {
            let block = first_block + place as u64;
            let (north, east, south) = (above[place], easts[place], below[place]);
            let west = east << 1 | before >> 63;
            let [low, high] = directions[place];
            let to_north = !low & !high & has_north;
            let to_east = low & !high & columns_before(columns - 1, block);
            let to_south = !low & high & has_south;
            let to_west = low & high & !column(0, block);
            // A dead end has one passage: an odd number, and not three.
            let is_end = (north ^ south ^ east ^ west) & !(north & south) & !(east & west);
            let moved = is_end & of_color & (to_north | to_east | to_south | to_west);
            let (east_moved, west_moved) = (to_east & moved, to_west & moved);
            above[place] = north & !moved | to_north & moved;
            below[place] = south & !moved | to_south & moved;
            if place > 0 {
                easts[place - 1] = before & !(moved << 63) | west_moved << 63;
            }
            before = east & !(moved | moved >> 1) | east_moved | west_moved >> 1;
            easts[place] = before;
        }
    }

    /// Creates an empty rectangle with memory for this many rows.
    pub(super) fn empty(&self, rows: usize) -> Bits {
        let [east, mut across] = [rows, rows + 1].map(|rows| Vec::with_capacity(rows * self.words));
        across.resize(self.words, 0);
        Bits { first: 0, rows: 0, east, across, ..*self }
    }

    /// Appends a copy of these rows of a rectangle with the same columns, and a row of undefined passages.
    pub(super) fn add(&mut self, bits: &Bits, rows: &Range<u64>) {
        let words = self.words;
        let start = (rows.start - bits.first) as usize * words;
        let added = (rows.end - rows.start) as usize;
        self.east.extend_from_slice(&bits.east[start..][..added * words]);
        self.east.resize(self.east.len() + words, 0);
        // The line above the first copied row takes the place of the line below the last row.
        self.across.truncate(self.rows * words);
        self.across.extend_from_slice(&bits.across[start..][..(added + 1) * words]);
        self.across.resize(self.across.len() + words, 0);
        self.rows += added + 1;
    }

    /// Returns the level.
    pub(super) fn level(&self) -> &Level {
        &self.level
    }

    /// Returns the words of a row: its passages to the north, to the east and to the south.
    pub(super) fn row(&self, row: u64) -> [&[u64]; 3] {
        let start = (row - self.first) as usize * self.words;
        let (across, east) = (&self.across[start..][..2 * self.words], &self.east[start..][..self.words]);
        [&across[..self.words], east, &across[self.words..]]
    }

    /// Returns the number of the row after the last one.
    pub(super) fn end(&self) -> u64 {
        self.first + self.rows as u64
    }

    /// Returns the open sides of a cell. The passages of its neighbors to the north and to the west must be right too.
    pub(crate) fn sides(&self, row: u64, column: u64) -> Sides {
        let [north, east, south] = self.row(row);
        let has = |words: &[u64], column: u64| {
            words[(column / 64 - self.window.numbers().start) as usize] >> (column % 64) & 1 == 1
        };
        let open = [
            (Side::N, has(north, column)),
            (Side::E, has(east, column)),
            (Side::S, has(south, column)),
            (Side::W, column > self.window.first_column() && has(east, column - 1)),
        ];
        open.into_iter().filter(|&(_, is_open)| is_open).map(|(side, _)| side).collect()
    }

    /// Returns the open sides of a cell of level 0. `grid` is the grid of the maze.
    pub(super) fn sides_of(&self, cell: Cell, grid: &Square) -> Sides {
        self.sides(grid.row(cell).into(), grid.column(cell).into())
    }

    /// Returns the columns of the words.
    pub(super) fn window(&self) -> WordRange {
        self.window
    }
}

/// Moves the lower half of the bits to the even positions.
const fn spread(word: u64) -> u64 {
    let word = word & 0xffff_ffff;
    let word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    let word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    let word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let word = (word | word << 2) & 0x3333_3333_3333_3333;
    (word | word << 1) & EVEN
}
