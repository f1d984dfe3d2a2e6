//! Many items in random order.

use std::ops::ControlFlow;

use crate::observe::Observer;
use crate::rng::Rng;

/// Items in random order, each order equally likely, of which a few at a time are asked for. Nothing is drawn for the order of
/// those that are not.
///
/// A few items are shuffled in place. With more of them, each access would miss the cache, so they are first
/// distributed randomly to blocks that fit into a cache, and then every block is shuffled.
///
/// # Source
///
/// R. A. Fisher and F. Yates; R. Durstenfeld, *CACM* 7 (1964). With blocks: C. R. Rao, "Generation of random permutations of given
/// number of elements using random sampling numbers", *Sankhyā A* 23 (1961); M. Sandelius, *J. Royal Statistical Society B* 24
/// (1962).
pub(super) struct RandomOrder<T> {
    items: Vec<T>,
    /// Where each block ends.
    ends: Vec<usize>,
    /// Those before have been asked for.
    next: usize,
    /// The block that the next one is in.
    block: usize,
}

impl<T: Copy + Default> RandomOrder<T> {
    /// # Errors
    ///
    /// [`Observer::Stop`] if the observer cancels the work: very many items take a while.
    pub(super) fn new<O: Observer>(
        items: impl Iterator<Item = T> + Clone,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<RandomOrder<T>, O::Stop> {
        let mut few = vec![T::default(); MOST_IN_A_BLOCK];
        let mut len = 0;
        let room = &mut few[..];
        let mut rest = items.clone();
        let filled = rest.try_for_each(|item| {
            let Some(slot) = room.get_mut(len) else { return ControlFlow::Break(()) };
            *slot = item;
            len += 1;
            ControlFlow::Continue(())
        });
        if filled.is_continue() {
            few.truncate(len);
            return Ok(RandomOrder { ends: vec![len], items: few, next: 0, block: 0 });
        }
        let mut go_on_after = |i: usize| if i.is_multiple_of(ITEMS_AT_ONCE) { observer.go_on() } else { Ok(()) };
        // One found no room.
        let count = rest.try_fold(len + 1, |count, _| go_on_after(count).map(|()| count + 1))?;
        let mut ordered = vec![T::default(); count];
        let width = (count / MOST_IN_A_BLOCK).ilog2() + 1;
        // Each block is drawn twice, by equal generators: once to see how long each of them becomes, and once to fill them.
        let mut ends = vec![0; 1 << width];
        let mut same = rng.clone();
        for i in 0..count {
            ends[same.bits(width) as usize] += 1;
            go_on_after(i)?;
        }
        let mut end = 0;
        for block in &mut ends {
            (*block, end) = (end, end + *block);
        }
        items.enumerate().try_for_each(|(i, item)| {
            let end = &mut ends[rng.bits(width) as usize];
            ordered[*end] = item;
            *end += 1;
            go_on_after(i)
        })?;
        Ok(RandomOrder { items: ordered, ends, next: 0, block: 0 })
    }

    /// The next few items, [`MOST_AT_ONCE`] at most; none when there are no more.
    pub(super) fn next_few(&mut self, rng: &mut Rng) -> &[T] {
        while self.block + 1 < self.ends.len() && self.next == self.ends[self.block] {
            self.block += 1;
        }
        let rest = &mut self.items[self.next..self.ends[self.block]];
        let few = rest.len().min(MOST_AT_ONCE);
        let mut done = 0;
        while done < few {
            for drawn in rng.four_below(rest.len() - done) {
                // The last four may be fewer, and what is drawn for those that are not there is 0.
                if done < rest.len() {
                    rest.swap(done, done + drawn);
                    done += 1;
                }
            }
        }
        self.next += few;
        &rest[..few]
    }
}

/// How many items are shuffled as one: in four bytes each, half of a first-level cache. Far fewer than [`Rng::four_below`] goes up
/// to, since a block can become longer than most.
const MOST_IN_A_BLOCK: usize = 1 << 12;

/// How many items are thrown before it is asked whether to go on.
const ITEMS_AT_ONCE: usize = 1 << 16;

/// The maximum number of items that are returned at once.
pub(super) const MOST_AT_ONCE: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    fn order(count: u32, seed: u64) -> Vec<u32> {
        let mut rng = Rng::new(seed, Stream::Generate);
        let mut order = RandomOrder::new(0..count, &mut rng, &mut ()).unwrap();
        let mut all = Vec::new();
        loop {
            let few = order.next_few(&mut rng);
            if few.is_empty() {
                return all;
            }
            all.extend(few);
        }
    }

    #[test]
    fn every_item_comes_once() {
        for count in [0, 1, 63, 64, 65, 67, 4_096, 4_097, 100_000] {
            let mut order = order(count, 7);
            assert!(count < 63 || !order.is_sorted());
            order.sort_unstable();
            assert!(order.into_iter().eq(0..count));
        }
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut counts = std::collections::BTreeMap::new();
        (0..24_000).for_each(|seed| *counts.entry(order(4, seed)).or_insert(0) += 1);
        // Chi-square with 23 degrees of freedom stays under 49.8 in 999 of 1000 fair runs; these seeds are fixed.
        let chi: f64 = counts.values().map(|&count| (f64::from(count) - 1_000.0).powi(2) / 1_000.0).sum();
        assert_eq!(counts.len(), 24);
        assert!(chi < 49.8, "{counts:?}");
    }

    /// Where each of the first, the middle and the last item comes, among very many, by tenths of the order.
    #[test]
    fn every_place_is_equally_likely_in_blocks_too() {
        let count = 20_000;
        for item in [0, count / 2, count - 1] {
            let mut counts = [0_u32; 10];
            for seed in 0..500 {
                let position = order(count, seed).iter().position(|&other| other == item);
                counts[position.unwrap() * 10 / count as usize] += 1;
            }
            // Chi-square with 9 degrees of freedom, as above.
            let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 50.0).powi(2) / 50.0).sum();
            assert!(chi < 27.9, "{counts:?}");
        }
    }
}
