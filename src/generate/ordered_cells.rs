//! A set of cells that knows its first member.

use crate::grid::Cell;

/// A set of cells from which the one with the lowest number is found at once: a bit for each cell, and above each 64 bits
/// one that says whether any of them is set, and so on up. Every operation takes `log64 n` steps, at most six.
pub(super) struct OrderedCells {
    /// `levels[0]` has a bit for each cell; the last level is a single word.
    levels: Vec<Vec<u64>>,
}

impl OrderedCells {
    /// An empty set of cells with numbers in `0 .. cells`.
    pub(super) fn new(cells: u32) -> OrderedCells {
        let mut levels = Vec::new();
        let mut words = cells as usize;
        loop {
            words = words.div_ceil(64);
            levels.push(vec![0; words]);
            if words <= 1 {
                return OrderedCells { levels };
            }
        }
    }

    pub(super) fn insert(&mut self, cell: Cell) {
        let mut i = cell.index();
        for level in &mut self.levels {
            level[i / 64] |= 1 << (i % 64);
            i /= 64;
        }
    }

    pub(super) fn remove(&mut self, cell: Cell) {
        let mut i = cell.index();
        for level in &mut self.levels {
            level[i / 64] &= !(1 << (i % 64));
            if level[i / 64] != 0 {
                return;
            }
            i /= 64;
        }
    }

    /// The member with the lowest number.
    pub(super) fn first(&self) -> Option<Cell> {
        let mut i = 0;
        for level in self.levels.iter().rev() {
            let word = level[i];
            if word == 0 {
                return None;
            }
            i = i * 64 + word.trailing_zeros() as usize;
        }
        Some(Cell(i as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Stream};
    use std::collections::BTreeSet;

    #[test]
    fn does_what_an_ordered_set_does() {
        for cells in [1, 64, 65, 5_000] {
            let (mut set, mut plain) = (OrderedCells::new(cells), BTreeSet::new());
            let mut rng = Rng::new(9, Stream::Generate);
            for _ in 0..5_000 {
                let cell = Cell(rng.below(u64::from(cells)) as u32);
                if rng.coin() {
                    set.insert(cell);
                    plain.insert(cell);
                } else {
                    set.remove(cell);
                    plain.remove(&cell);
                }
                assert_eq!(set.first(), plain.first().copied());
            }
        }
    }
}
