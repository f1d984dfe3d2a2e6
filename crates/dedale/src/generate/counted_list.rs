//! The list that the growing tree grows from where it may be asked for the middle.

use super::growing_tree::ActiveList;
use super::pick::Member;
use crate::rng::Rng;

/// Places of cells in the order in which they came. The newest, the oldest and a random one are found in constant time on
/// average, and the one in the middle in `O(log n)`.
///
/// Each is in a slot. One that leaves the list leaves a gap, and when most slots are gaps they are squeezed out.
pub(super) struct CountedList {
    /// No gap is the last.
    slots: Vec<usize>,
    /// Slots before this one are gaps.
    first: usize,
    len: usize,
    /// A Fenwick tree (P. M. Fenwick, *Software: Practice and Experience* 24, 1994), which counts the places before each slot:
    /// `counts[i]` is how many are in the `lowbit(i + 1)` slots that end with slot `i`.
    counts: Vec<u32>,
}

const GAP: usize = usize::MAX;

impl ActiveList for CountedList {
    #[inline]
    fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    fn slot(&mut self, member: Member, may_be_random: bool, rng: &mut Rng) -> usize {
        let drawn = if may_be_random { self.any_slot(rng) } else { 0 };
        match member {
            Member::Newest | Member::Random => self.newest_or(drawn, member == Member::Random, rng),
            Member::Oldest => self.oldest(),
            Member::Middle => self.middle(),
        }
    }

    #[inline]
    fn place(&self, slot: usize) -> usize {
        self.slots[slot]
    }

    #[inline]
    fn push(&mut self, place: usize) {
        self.slots.push(place);
        self.len += 1;
        self.count_one_more();
    }

    #[inline]
    fn remove(&mut self, slot: usize) {
        self.slots[slot] = GAP;
        self.len -= 1;
        self.count_one_less(slot);
        while self.slots.last() == Some(&GAP) {
            self.slots.pop();
        }
        // What is counted for the slots before does not depend on these.
        self.counts.truncate(self.slots.len());
        if self.slots.len() >= 64 && self.slots.len() > 2 * self.len {
            self.squeeze();
        }
    }
}

impl CountedList {
    pub(super) fn new() -> CountedList {
        CountedList { slots: Vec::new(), first: 0, len: 0, counts: Vec::new() }
    }

    /// Any slot, gaps included, each equally likely. The list must not be empty, here as below.
    #[inline]
    fn any_slot(&self, rng: &mut Rng) -> usize {
        rng.index(self.slots.len())
    }

    /// The slot of the newest; or where `is_random` says so that of any, each equally likely: slots are drawn until one is no gap, of
    /// which `drawn`, from [`any_slot`](CountedList::any_slot), is the first.
    #[inline]
    fn newest_or(&self, drawn: usize, is_random: bool, rng: &mut Rng) -> usize {
        let newest = self.slots.len() - 1;
        let all_if_random = usize::from(is_random).wrapping_neg();
        let mut slot = newest ^ ((newest ^ drawn) & all_if_random);
        while self.slots[slot] == GAP {
            slot = self.any_slot(rng);
        }
        slot
    }

    /// The slot of the oldest.
    #[inline]
    fn oldest(&mut self) -> usize {
        while self.slots[self.first] == GAP {
            self.first += 1;
        }
        self.first
    }

    /// The slot of the one in the middle: of `n`, the one with `n / 2` (rounded down) older than it.
    fn middle(&self) -> usize {
        let mut before = (self.len / 2) as u32;
        let mut slot = 0;
        let mut step = self.counts.len().next_power_of_two();
        // By halving steps through the counts, to the slot with exactly so many before it that is no gap itself.
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

    fn count_one_more(&mut self) {
        let i = self.slots.len();
        let mut count = 1;
        let mut below = 1;
        while below < lowbit(i) {
            count += self.counts[i - below - 1];
            below *= 2;
        }
        self.counts.push(count);
    }

    fn count_one_less(&mut self, slot: usize) {
        let mut i = slot + 1;
        while i <= self.counts.len() {
            self.counts[i - 1] -= 1;
            i += lowbit(i);
        }
    }

    #[cold]
    #[inline(never)]
    fn squeeze(&mut self) {
        let slots = std::mem::take(&mut self.slots);
        self.counts.clear();
        (self.first, self.len) = (0, 0);
        slots.into_iter().filter(|&place| place != GAP).for_each(|place| self.push(place));
    }
}

fn lowbit(i: usize) -> usize {
    i & i.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::growing_tree::tests::compare_with_a_plain_list;
    use crate::rng::Stream;

    #[test]
    fn does_what_a_plain_list_does() {
        compare_with_a_plain_list(CountedList::new(), 4);
    }

    #[test]
    fn random_is_even_whatever_gaps_there_are() {
        let mut rng = Rng::new(6, Stream::Generate);
        let mut list = CountedList::new();
        (0..20).for_each(|place| list.push(place));
        [0, 3, 4, 5, 9, 11, 12, 18, 19, 17].into_iter().for_each(|slot| list.remove(slot));
        let mut counts = [0_u32; 20];
        for _ in 0..10_000 {
            let slot = list.newest_or(list.any_slot(&mut rng), true, &mut rng);
            counts[list.place(slot)] += 1;
        }
        // Chi-square with 9 degrees of freedom stays under 27.9 in 999 of 1000 fair runs; this run is fixed.
        let left = counts.iter().filter(|&&count| count > 0);
        let chi: f64 = left.clone().map(|&count| (f64::from(count) - 1_000.0).powi(2) / 1_000.0).sum();
        assert_eq!(left.count(), 10);
        assert!(chi < 27.9, "{counts:?}");
    }
}
