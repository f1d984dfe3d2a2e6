//! A list from which any member can be taken by its rank.

use crate::grid::Cell;

/// Cells in the order in which they came, any of which can be looked up and removed by its rank among those still there,
/// in `O(log n)`; the newest and the oldest in constant time on average.
///
/// A removed cell leaves a gap. A Fenwick tree (P. M. Fenwick, *Software: Practice and Experience* 24, 1994) counts the
/// cells before each slot, and when most slots are gaps they are squeezed out.
#[derive(Default)]
pub(super) struct RankedList {
    slots: Vec<Option<Cell>>,
    /// `counts[i]` is how many cells are in the `lowbit(i + 1)` slots that end with slot `i`.
    counts: Vec<u32>,
    /// Slots before this one are gaps.
    first: usize,
    len: usize,
}

impl RankedList {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Adds `cell` as the newest.
    pub(super) fn push(&mut self, cell: Cell) {
        if self.slots.len() >= 64 && self.slots.len() >= 2 * (self.len + 1) {
            self.squeeze();
        }
        self.append(cell);
    }

    /// The slot of the cell with this rank from the oldest, and the cell; `None` when there is no such rank.
    pub(super) fn slot(&mut self, rank: usize) -> Option<(usize, Cell)> {
        if rank >= self.len {
            return None;
        }
        let slot = if rank + 1 == self.len {
            self.trim();
            self.slots.len() - 1
        } else if rank == 0 {
            self.skip_gaps();
            self.first
        } else {
            self.descend(rank as u32)
        };
        self.slots[slot].map(|cell| (slot, cell))
    }

    /// Removes the cell in `slot`, as [`slot`](RankedList::slot) gave it.
    pub(super) fn remove(&mut self, slot: usize) {
        self.slots[slot] = None;
        self.len -= 1;
        let mut i = slot + 1;
        while i <= self.counts.len() {
            self.counts[i - 1] -= 1;
            i += lowbit(i);
        }
    }

    fn append(&mut self, cell: Cell) {
        let i = self.slots.len() + 1;
        let mut count = 1;
        let mut below = 1;
        while below < lowbit(i) {
            count += self.counts[i - below - 1];
            below *= 2;
        }
        self.slots.push(Some(cell));
        self.counts.push(count);
        self.len += 1;
    }

    /// Drops the gaps at the end. The counts of the slots before do not depend on them.
    fn trim(&mut self) {
        while self.slots.last() == Some(&None) {
            self.slots.pop();
            self.counts.pop();
        }
    }

    fn skip_gaps(&mut self) {
        while self.slots[self.first].is_none() {
            self.first += 1;
        }
    }

    fn squeeze(&mut self) {
        let cells: Vec<Cell> = self.slots.drain(..).flatten().collect();
        *self = RankedList::default();
        cells.into_iter().for_each(|cell| self.append(cell));
    }

    /// The slot with exactly `rank` cells before it that holds a cell itself, by halving steps through the counts.
    fn descend(&self, rank: u32) -> usize {
        let mut before = rank;
        let mut slot = 0;
        let mut step = self.counts.len().next_power_of_two();
        while step > 0 {
            if let Some(&count) = self.counts.get(slot + step - 1)
                && count <= before
            {
                before -= count;
                slot += step;
            }
            step /= 2;
        }
        slot
    }
}

fn lowbit(i: usize) -> usize {
    i & i.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Stream};

    #[test]
    fn does_what_a_plain_list_does() {
        let mut rng = Rng::new(5, Stream::Generate);
        let (mut list, mut plain) = (RankedList::default(), Vec::new());
        for number in 0..20_000 {
            let grow = plain.len() < 2 || rng.below(100) < if number / 3_000 % 2 == 0 { 70 } else { 35 };
            if grow {
                list.push(Cell(number));
                plain.push(Cell(number));
            } else {
                let rank = match rng.below(4) {
                    0 => 0,
                    1 => plain.len() - 1,
                    _ => rng.index(plain.len()),
                };
                let (slot, cell) = list.slot(rank).unwrap();
                assert_eq!(cell, plain.remove(rank));
                list.remove(slot);
            }
            assert_eq!(list.len(), plain.len());
        }
    }
}
