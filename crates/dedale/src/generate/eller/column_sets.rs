//! The sets of columns of a row, for Eller's algorithm.

use std::hint::select_unpredictable;

use crate::rng::Key;

/// Disjoint sets of the columns of one row: those that passages of this row and of the rows above connect.
///
/// Each set is a ring: a doubly linked list of its columns from west to east, whose last one links to the first. Paths between cells do not
/// cross, so neither do rings: two neighbors are in one set if and only if one follows the other in its ring. To compare two neighbors, to
/// unite their sets and to take a column out of its set are a few links each. In a [`Forest`](crate::forest::Forest), the first two take a
/// climb, and the third cannot be done.
///
/// The functions take a block of 64 columns at a time, with a coin for each column as a bit of a word. Coins are unpredictable, so links are
/// selected rather than branched for.
#[derive(Clone, Debug)]
pub(super) struct ColumnSets {
    /// The column before each column in its ring, and the column after it. A column that is alone in its set links to itself.
    previous: Vec<u32>,
    next: Vec<u32>,
    /// By column: the number of columns of its set up to it from the west, and the one that is chosen of them.
    chosen_of: Vec<(u32, u32)>,
    /// True for columns that are chosen of their set. One more entry is written to in place of none.
    is_chosen: Vec<bool>,
}

impl ColumnSets {
    /// Creates a set of each column.
    pub(super) fn new(columns: usize) -> ColumnSets {
        let alone: Vec<u32> = (0..columns as u32).collect();
        ColumnSets {
            previous: alone.clone(),
            next: alone,
            chosen_of: vec![(0, 0); columns],
            is_chosen: vec![false; columns + 1],
        }
    }

    /// Returns the columns of a block.
    fn columns(&self, block: u64) -> std::ops::Range<usize> {
        let first = 64 * block as usize;
        first..self.next.len().min(first + 64)
    }

    /// Unites the sets of each column that has a coin and of the column to the east, if they are different. Returns the columns for which it
    /// did.
    pub(super) fn join_neighbors(&mut self, block: u64, coins: u64) -> u64 {
        let mut joined = 0;
        let columns = self.columns(block);
        let last = self.next.len() - 1;
        let mut after_west = self.next[columns.start];
        for (k, west) in (columns.start..columns.end.min(last)).enumerate() {
            let east = west + 1;
            let (before_east, after_east) = (self.previous[east], self.next[east]);
            let joins = (after_west != east as u32) & (coins >> k & 1 == 1);
            // Two rings become one: after `west` comes `east`, and what came after `west` comes after what came before `east`.
            let end = select_unpredictable(joins, after_west, east as u32);
            self.previous[after_west as usize] = select_unpredictable(joins, before_east, west as u32);
            self.next[before_east as usize] = end;
            self.next[west] = select_unpredictable(joins, east as u32, after_west);
            self.previous[east] = select_unpredictable(joins, west as u32, before_east);
            joined |= u64::from(joins) << k;
            after_west = select_unpredictable(before_east == east as u32, end, after_east);
        }
        joined
    }

    /// Chooses one column of each set, each equally likely, by reservoir sampling: the k-th column from the west replaces the chosen one with
    /// a probability of 1 in k.
    pub(super) fn choose_one_of_each(&mut self, row: Key) {
        let columns = self.next.len();
        for column in 0..columns {
            let (previous, next) = (self.previous[column] as usize, self.next[column] as usize);
            let is_first = previous >= column;
            let is_last = next <= column;
            let (before, chosen) = self.chosen_of[previous];
            let k = 1 + select_unpredictable(is_first, 0, before);
            let chosen = select_unpredictable(row.below(k.into(), column as u64) == 0, column as u32, chosen);
            self.chosen_of[column] = (k, chosen);
            self.is_chosen[select_unpredictable(is_last, chosen as usize, columns)] = true;
        }
    }

    /// Carries the columns that are chosen or have a coin down to the next row, and returns them. They stay in their sets. Each other column
    /// leaves its set, and is alone in the next row.
    pub(super) fn carry_down(&mut self, block: u64, coins: u64) -> u64 {
        let mut carried = 0;
        let columns = self.columns(block);
        let last = self.next.len() - 1;
        let mut previous = self.previous[columns.start];
        for (k, column) in columns.enumerate() {
            let stays = self.is_chosen[column] | (coins >> k & 1 == 1);
            self.is_chosen[column] = false;
            let (next, own) = (self.next[column], column as u32);
            self.next[previous as usize] = select_unpredictable(stays, own, next);
            self.previous[next as usize] = select_unpredictable(stays, own, previous);
            self.next[column] = select_unpredictable(stays, next, own);
            self.previous[column] = select_unpredictable(stays, previous, own);
            carried |= u64::from(stays) << k;
            previous = self.previous[last.min(column + 1)];
        }
        carried
    }
}
