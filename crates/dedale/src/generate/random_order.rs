//! Items in random order.

use crate::rng::Rng;

/// Items in random order, each order equally likely, of which a few at a time are asked for. Nothing is drawn for the order of
/// those that are not.
///
/// # Source
///
/// R. A. Fisher and F. Yates; R. Durstenfeld, *CACM* 7 (1964).
pub(super) struct RandomOrder<'r, T> {
    items: Vec<T>,
    /// Those before have been asked for.
    next: usize,
    rng: &'r mut Rng,
}

impl<'r, T: Copy> RandomOrder<'r, T> {
    /// The order of these items, of which there are at most 2^15.
    pub(super) fn new(items: Vec<T>, rng: &'r mut Rng) -> RandomOrder<'r, T> {
        RandomOrder { items, next: 0, rng }
    }

    /// The next items, at most this many; none when there are no more.
    pub(super) fn next_few(&mut self, most: usize) -> &[T] {
        let rest = &mut self.items[self.next..];
        let few = rest.len().min(most);
        let mut done = 0;
        while done < few {
            for drawn in self.rng.four_below(rest.len() - done) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Stream;

    fn order(count: u32, seed: u64) -> Vec<u32> {
        let mut rng = Rng::new(seed, Stream::Generate);
        let mut order = RandomOrder::new((0..count).collect(), &mut rng);
        let mut all = Vec::new();
        loop {
            let few = order.next_few(64);
            if few.is_empty() {
                return all;
            }
            all.extend(few);
        }
    }

    #[test]
    fn every_item_comes_once() {
        for count in [0, 1, 63, 64, 65, 67, 4_096, 32_768] {
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
}
