//! Many seeds from one.

use super::{Key, MAX_SEED, Stream};

/// The seed of the maze with this number among the mazes of one seed, such as those of a book, or the attempts at a maze that has what is
/// [wanted](crate::options::Wanted). Number 0 has the seed itself, so that the first maze of many is the one that the seed alone gives.
///
/// The others are the highest 53 bits of the words of a [`Key`]: unrelated to each other and to those of any other seed, however
/// near it is, and each is known without those before it.
///
/// ```
/// use dedale::rng::derived_seed;
/// assert_eq!(derived_seed(7, 0), 7);
/// assert_eq!([1, 2].map(|number| derived_seed(7, number)), [2713684620272286, 3829849194641468]);
/// ```
pub const fn derived_seed(seed: u64, number: u64) -> u64 {
    if number == 0 { seed & MAX_SEED } else { Key::new(seed & MAX_SEED, Stream::Seeds).word(number) >> 11 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn seeds_are_different_and_allowed() {
        let seeds: BTreeSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |number| derived_seed(seed, number))).collect();
        assert_eq!(seeds.len(), 100 * 100);
        assert!(seeds.iter().all(|&seed| seed <= MAX_SEED));
        // As the page on determinism computes them.
        assert_eq!(derived_seed(MAX_SEED, 1), 4462326850270588);
    }
}
