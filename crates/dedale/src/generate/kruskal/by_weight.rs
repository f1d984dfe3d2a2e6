//! Edges by weight, a few at a time.

use super::{MAX_AT_ONCE, Order};
use crate::observe::Observer;

/// Items in the order of their weights, and of equal ones in their own. They are first distributed to blocks by the highest bits of their
/// weights, and each block is sorted when its first item is asked for: so a block fits into a cache, and no sort takes long.
pub(super) struct ByWeight<T, W> {
    items: Vec<T>,
    weight: W,
    /// Where each block ends.
    ends: Vec<usize>,
    /// Those before have been asked for.
    next: usize,
    /// The block that the next one is in.
    block: usize,
    /// The items of a block with their weights, while they are sorted.
    weighed: Vec<(u64, T)>,
}

/// About how many items a block has.
const BLOCK: usize = 1 << 12;

/// How many items are distributed before it is asked whether to go on.
const ITEMS_AT_ONCE: usize = 1 << 16;

impl<T: Copy + Default + Ord, W: Fn(T) -> u64> ByWeight<T, W> {
    /// # Errors
    ///
    /// [`Observer::Stop`] if the observer cancels the work: very many items take a while.
    pub(super) fn new<O: Observer>(
        items: impl Iterator<Item = T> + Clone,
        weight: W,
        observer: &mut O,
    ) -> Result<ByWeight<T, W>, O::Stop> {
        let mut go_on_after = |i: usize| if i.is_multiple_of(ITEMS_AT_ONCE) { observer.go_on() } else { Ok(()) };
        let count = items.clone().try_fold(0, |count, _| go_on_after(count).map(|()| count + 1))?;
        let width = (count / BLOCK).max(1).ilog2() + 1;
        let block = |item| (weight(item) >> (u64::BITS - width)) as usize;
        let mut ends = vec![0; 1 << width];
        for (i, item) in items.clone().enumerate() {
            ends[block(item)] += 1;
            go_on_after(i)?;
        }
        let mut end = 0;
        for block in &mut ends {
            (*block, end) = (end, end + *block);
        }
        let mut ordered = vec![T::default(); count];
        for (i, item) in items.enumerate() {
            let end = &mut ends[block(item)];
            ordered[*end] = item;
            *end += 1;
            go_on_after(i)?;
        }
        let mut order = ByWeight { items: ordered, weight, ends, next: 0, block: 0, weighed: Vec::new() };
        order.sort(0);
        Ok(order)
    }

    /// Sorts the block that begins with an item.
    fn sort(&mut self, first: usize) {
        let items = &mut self.items[first..self.ends[self.block]];
        self.weighed.clear();
        self.weighed.extend(items.iter().map(|&item| ((self.weight)(item), item)));
        self.weighed.sort_unstable();
        items.iter_mut().zip(&self.weighed).for_each(|(item, weighed)| *item = weighed.1);
    }
}

impl<T: Copy + Default + Ord, W: Fn(T) -> u64> Order<T> for ByWeight<T, W> {
    fn next_few(&mut self) -> &[T] {
        while self.block + 1 < self.ends.len() && self.next == self.ends[self.block] {
            self.block += 1;
            self.sort(self.next);
        }
        let rest = &self.items[self.next..self.ends[self.block]];
        let few = rest.len().min(MAX_AT_ONCE);
        self.next += few;
        &rest[..few]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Rng, Stream};

    #[test]
    fn the_lightest_come_first_and_equal_ones_in_their_order() {
        let key = Rng::new(7, Stream::Generate).key();
        for (count, mask) in [(1, u64::MAX), (5_000, u64::MAX), (40_000, u64::MAX), (40_000, !0 << 50)] {
            let weight = |item: u32| key.word(item.into()) & mask;
            let Ok(mut order) = ByWeight::new(0..count, weight, &mut ());
            let mut found: Vec<u32> = Vec::new();
            while let few @ [_, ..] = order.next_few() {
                found.extend(few);
            }
            let mut expected: Vec<u32> = (0..count).collect();
            expected.sort_by_key(|&item| weight(item));
            assert_eq!(found, expected, "{count} items");
        }
    }
}
