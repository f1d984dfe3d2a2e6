//! The levels of a quilt, and parts of any of them.

use super::bits::{Bits, Level, LevelRect};
use super::passes::Passes;
use crate::generate::rows::part::{MAX_SIDE, WindowError};
use crate::rng::{Key, Stream};

/// A maze with sides of up to `2^53 − 1` cells, and the mazes of its blocks. Any part of them can be made without the rest: see [the
/// algorithm](super).
///
/// Level 0 is the maze. A cell of level `l` is a block of `2^l × 2^l` cells, or less at the right and lower borders. Two blocks are joined if
/// the passage between them came from a passage of their level. The last level has one cell.
#[derive(Clone, Debug)]
pub(crate) struct Quilt {
    key: Key,
    columns: u64,
    rows: u64,
    pub(crate) passes: Passes,
    /// The distance, in cells, over which all passes of a level carry a change.
    pub(crate) halo: u64,
}

impl Quilt {
    /// Creates the quilt with these columns and rows, a seed in `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED), and a number of passes.
    ///
    /// # Errors
    ///
    /// [`WindowError::Whole`] unless both sides are between 1 and `2^53 − 1`.
    pub(crate) fn new(columns: u64, rows: u64, seed: u64, passes: Passes) -> Result<Quilt, WindowError> {
        if ![columns, rows].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            return Err(WindowError::Whole);
        }
        Ok(Quilt::keyed(Key::new(seed, Stream::Generate), columns, rows, passes))
    }

    /// Creates a quilt from the key of the seed, for sides that are known to be in range.
    pub(super) fn keyed(key: Key, columns: u64, rows: u64, passes: Passes) -> Quilt {
        Quilt { key, columns, rows, passes, halo: 2 * u64::from(passes.get()) }
    }

    /// Returns the number of levels, including the maze.
    pub(crate) fn levels(&self) -> u32 {
        let last = self.columns.max(self.rows) - 1;
        u64::BITS - last.leading_zeros() + 1
    }

    /// Returns the columns and rows of a level; `None` if there is no such level.
    pub(crate) fn size(&self, level: u32) -> Option<[u64; 2]> {
        (level < self.levels()).then(|| self.blocks(level))
    }

    /// Returns the columns and rows of a level, which must exist.
    fn blocks(&self, level: u32) -> [u64; 2] {
        [self.columns, self.rows].map(|side| ((side - 1) >> level) + 1)
    }

    /// Returns everything that the cells of a level depend on.
    pub(crate) fn level(&self, level: u32) -> Level {
        let [columns, rows] = self.blocks(level);
        let (blocks, directions) = (self.key.of(2 * u64::from(level + 1)), self.key.of(2 * u64::from(level) + 1));
        Level { columns, rows, passes: self.passes, blocks, directions }
    }

    /// Returns the highest level, whose maze has one cell.
    pub(crate) fn one_cell(&self) -> Bits {
        Bits::of_one_cell(self.level(self.levels() - 1))
    }

    /// Returns these cells of a level, with the right passages to the east and to the south of each. The result has more cells, which may be
    /// wrong.
    pub(crate) fn hung(&self, level: u32, cells: &LevelRect) -> Bits {
        let mut bits = self.refined(level, &cells.widened(self.halo, &self.level(level)));
        bits.hang();
        bits
    }

    /// Returns these cells of a level before any dead end is hung, with the right passages to the east and to the south of each.
    pub(crate) fn refined(&self, level: u32, cells: &LevelRect) -> Bits {
        let top = self.levels() - 1;
        if level == top {
            return self.one_cell();
        }
        // The cells that are needed of each level, from this one up.
        let mut wanted = Vec::with_capacity((top - level) as usize);
        wanted.push(cells.clone());
        for above in level + 1..top {
            let blocks = wanted[wanted.len() - 1].blocks();
            wanted.push(blocks.widened(self.halo, &self.level(above)));
        }
        let mut bits = self.one_cell();
        for (number, cells) in (level..top).zip(&wanted).rev() {
            bits = bits.refine(self.level(number), cells);
            if number > level {
                bits.hang();
            }
        }
        bits
    }
}
