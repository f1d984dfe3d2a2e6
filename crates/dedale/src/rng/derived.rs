//! Many seeds from one.

use super::{Key, MAX_SEED, Stream};

/// The seed of the maze with this number among the mazes of one seed, such as those of a book. Number 0 has the seed itself, so that the
/// first maze of many is the one that the seed alone gives.
///
/// The others are the highest 53 bits of words that are computed from the seed and the number: unrelated to each other and to those of any other seed, however
/// near it is, and each is known without those before it.
///
/// ```
/// use dedale::rng::derived_seed;
/// assert_eq!(derived_seed(7, 0), 7);
/// assert_eq!([1, 2].map(|number| derived_seed(7, number)), [2713684620272286, 3829849194641468]);
/// ```
pub const fn derived_seed(seed: u64, number: u64) -> u64 {
    derived(seed, number, Stream::Seeds)
}

/// The seed of an attempt at a maze that has what is [wanted](crate::options::Wanted), given the seed of that maze. Attempt 0 has the seed
/// itself. The others are unrelated to [`derived_seed`], so that no attempt at one maze of many is another maze of them.
///
/// ```
/// use dedale::rng::attempt_seed;
/// assert_eq!(attempt_seed(7, 0), 7);
/// assert_eq!([1, 2].map(|attempt| attempt_seed(7, attempt)), [1714317796673724, 6694606148408161]);
/// ```
pub const fn attempt_seed(seed: u64, attempt: u32) -> u64 {
    derived(seed, attempt as u64, Stream::Attempts)
}

const fn derived(seed: u64, number: u64, stream: Stream) -> u64 {
    let seed = seed & MAX_SEED;
    if number == 0 { seed } else { Key::new(seed, stream).word(number) >> 11 }
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
        assert_eq!(attempt_seed(MAX_SEED, 1), 1136446676544698);
    }

    /// Attempt `n` at the first maze was maze `n`.
    #[test]
    fn no_attempt_at_one_maze_has_the_seed_of_another() {
        let mazes: Vec<u64> = (0..500).map(|number| derived_seed(11, number)).collect();
        let attempts = mazes.iter().flat_map(|&seed| (1..40).map(move |attempt| attempt_seed(seed, attempt)));
        let all: BTreeSet<u64> = mazes.iter().copied().chain(attempts).collect();
        assert_eq!(all.len(), 500 * 40);
    }
}
