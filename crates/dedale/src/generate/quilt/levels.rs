//! The levels of a quilt, and windows of any of them.

use super::bits::{Bits, Level, LevelRect};
use super::passes::Passes;
use crate::generate::rows::part::{LONGEST_SIDE, NoRectangle};
use crate::rng::{Key, Stream};

/// A maze of up to `2^53 − 1` cells a side, any part of which can be made without the rest, and the mazes of its blocks: see
/// [the algorithm](super).
///
/// Level 0 is the maze. A cell of level `l` is a block of `2^l × 2^l` cells, or of what is left of that at the right and lower border.
/// Two blocks are joined where the maze of the next lower level was made from that passage. The last level has one cell.
#[derive(Clone, Debug)]
pub(crate) struct Quilt {
    key: Key,
    columns: u64,
    rows: u64,
    pub(crate) passes: Passes,
    /// How far the news of a change travels in all passes of a level, in cells.
    pub(crate) halo: u64,
}

impl Quilt {
    /// The quilt with this many columns and rows, seed `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED) and number of passes.
    ///
    /// # Errors
    ///
    /// [`NoRectangle::Whole`] unless both sides are between 1 and `2^53 − 1`.
    pub(crate) fn new(columns: u64, rows: u64, seed: u64, passes: Passes) -> Result<Quilt, NoRectangle> {
        if ![columns, rows].iter().all(|side| (1..=LONGEST_SIDE).contains(side)) {
            return Err(NoRectangle::Whole);
        }
        Ok(Quilt::keyed(Key::new(seed, Stream::Generate), columns, rows, passes))
    }

    /// The same with the key of the seed, for sides that are known to be in range.
    pub(super) fn keyed(key: Key, columns: u64, rows: u64, passes: Passes) -> Quilt {
        Quilt { key, columns, rows, passes, halo: 2 * u64::from(passes.get()) }
    }

    /// How many levels there are, the maze among them.
    pub(crate) fn levels(&self) -> u32 {
        let last = self.columns.max(self.rows) - 1;
        u64::BITS - last.leading_zeros() + 1
    }

    /// The columns and rows of a level; `None` where there is no such level.
    pub(crate) fn size(&self, level: u32) -> Option<[u64; 2]> {
        (level < self.levels()).then(|| self.blocks(level))
    }

    /// The columns and rows of a level, which must exist.
    fn blocks(&self, level: u32) -> [u64; 2] {
        [self.columns, self.rows].map(|side| ((side - 1) >> level) + 1)
    }

    /// What the cells of a level depend on.
    pub(crate) fn level(&self, level: u32) -> Level {
        let [columns, rows] = self.blocks(level);
        let (blocks, directions) = (self.key.of(2 * u64::from(level + 1)), self.key.of(2 * u64::from(level) + 1));
        Level { columns, rows, passes: self.passes, blocks, directions }
    }

    /// These cells of a level: all passages to the east and to the south of them are right. More cells are made, which may be wrong.
    pub(crate) fn hung(&self, level: u32, cells: &LevelRect) -> Bits {
        let mut bits = self.refined(level, &cells.widened(self.halo, &self.level(level)));
        bits.hang();
        bits
    }

    /// These cells of a level before any dead end is re-attached: all passages to the east and to the south of them are right.
    pub(crate) fn refined(&self, level: u32, cells: &LevelRect) -> Bits {
        let top = self.levels() - 1;
        if level == top {
            return Bits::of_one_cell(self.level(top));
        }
        // From here up, the cells that each level is asked for.
        let mut wanted = Vec::with_capacity((top - level) as usize);
        wanted.push(cells.clone());
        for above in level + 1..top {
            let blocks = wanted[wanted.len() - 1].blocks();
            wanted.push(blocks.widened(self.halo, &self.level(above)));
        }
        let mut bits = Bits::of_one_cell(self.level(top));
        for (number, cells) in (level..top).zip(&wanted).rev() {
            bits = bits.refine(self.level(number), cells);
            if number > level {
                bits.hang();
            }
        }
        bits
    }
}
