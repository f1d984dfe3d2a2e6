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
        Quilt { key, columns, rows, passes }
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
    pub(super) fn hung(&self, level: u32, cells: &LevelRect) -> Bits {
        self.hung_within(level, cells, self.halo())
    }

    /// How far the news of a change travels in all passes of a level, in cells.
    fn halo(&self) -> u64 {
        2 * u64::from(self.passes.get())
    }

    /// As [`hung`](Quilt::hung), with `halo` more cells around the wanted ones of each level.
    fn hung_within(&self, level: u32, cells: &LevelRect, halo: u64) -> Bits {
        let mut bits = self.refined_within(level, &cells.widened(halo, &self.level(level)), halo);
        bits.hang();
        bits
    }

    /// These cells of a level before any dead end is re-attached: all passages to the east and to the south of them are right.
    pub(super) fn refined(&self, level: u32, cells: &LevelRect) -> Bits {
        self.refined_within(level, cells, self.halo())
    }

    fn refined_within(&self, level: u32, cells: &LevelRect, halo: u64) -> Bits {
        let top = self.levels() - 1;
        if level == top {
            return Bits::of_one_cell(self.level(top));
        }
        // From here up, the cells that each level is asked for.
        let mut wanted = Vec::with_capacity((top - level) as usize);
        wanted.push(cells.clone());
        for above in level + 1..top {
            let blocks = wanted[wanted.len() - 1].blocks();
            wanted.push(blocks.widened(halo, &self.level(above)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Side, Sides};

    fn passes(number: u8) -> Passes {
        Passes::new(number).expect("a number that is allowed")
    }

    /// A border as wide as the influence of a wall is enough around a window, and one cell less is not.
    #[test]
    fn no_smaller_halo_would_do() {
        const SIDE: u64 = 700;
        for number in [1, 2, 4, 8] {
            let quilt = Quilt::new(SIDE, SIDE, 5, passes(number)).expect("a size that is allowed");
            let whole = quilt.hung(0, &LevelRect { rows: 0..SIDE, columns: 0..SIDE });
            let wrong = |halo: u64| {
                let is_wrong = |window: &u64| {
                    let key = quilt.key.of(1 << 32).of(*window);
                    let [first, rows] = [key.below(SIDE - 40, 0), key.below(39, 1)];
                    // One after the ends of words, which would hide a halo that is too small.
                    let column = 64 * key.below(10, 2) + 2 * u64::from(number) + key.below(3, 3);
                    let cells = LevelRect { rows: first..first + 1 + rows, columns: column..column + 20 };
                    let bits = quilt.hung_within(0, &cells, halo);
                    let places = cells.rows.flat_map(|row| cells.columns.clone().map(move |column| (row, column)));
                    places.into_iter().any(|(row, column)| {
                        let own = |bits: &Bits| bits.sides(row, column).minus([Side::N, Side::W].into_iter().collect());
                        own(&bits) != own(&whole)
                    })
                };
                (0..300).filter(is_wrong).count()
            };
            let halo = quilt.halo();
            assert_eq!(wrong(halo), 0, "{number} passes");
            assert!(wrong(halo - 1) > 0, "{number} passes");
        }
    }

    /// Chi-square of counts that should all be alike.
    fn chi_square(counts: &[u32]) -> f64 {
        let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
    }

    /// Fair counts stay under it in 9999 of 10,000 runs, with 15 degrees of freedom.
    const CRITICAL_15: f64 = 44.3;

    /// In a half-pass, one dead end in four moves in each direction; and where the next one of the row moves says nothing about that.
    #[test]
    fn dead_ends_move_in_all_directions() {
        let quilt = Quilt::new(LONGEST_SIDE, LONGEST_SIDE, 7, passes(4)).expect("a size that is allowed");
        for (level, half) in [(0, 0), (0, 1), (0, 7), (1, 0), (10, 2)] {
            let cells = LevelRect { rows: 700_000..700_400, columns: 4_000_000_000..4_000_000_400 };
            let mut bits = quilt.refined(level, &cells);
            let before = bits.clone();
            bits.hang_half(half);
            let mut pairs = [0; 16];
            for row in cells.rows.start + 1..cells.rows.end - 1 {
                let first = cells.columns.start + 2 + (row + half as u64) % 2;
                let ends =
                    (first..cells.columns.end - 2).step_by(2).filter(|&column| before.sides(row, column).len() == 1);
                let moved: Vec<usize> = ends
                    .map(|column| {
                        let sides = bits.sides(row, column);
                        assert_eq!(sides.len(), 1, "level {level}, half-pass {half}: {row},{column}");
                        Sides::SQUARE.into_iter().position(|side| sides.contains(side)).expect("a side")
                    })
                    .collect();
                moved.windows(2).for_each(|pair| pairs[4 * pair[0] + pair[1]] += 1);
            }
            assert!(pairs.iter().sum::<u32>() > 10_000, "{pairs:?}");
            assert!(chi_square(&pairs) < CRITICAL_15, "level {level}, half-pass {half}: {pairs:?}");
        }
    }
}
