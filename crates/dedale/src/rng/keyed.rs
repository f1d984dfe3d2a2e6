//! Random numbers by key instead of in sequence, so that a part of a maze can be generated without the others.

use super::Stream;

/// A family of random words that are indexed by numbers, in any order: the same seed, stream, parts and number give the same word on every
/// machine, forever.
///
/// A key has sub-keys, [`of`](Key::of) a row or a chamber, and [words](Key::word). All of these are unrelated to each other, however near
/// their numbers are.
///
/// # Source
///
/// The words of one key are those of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014), a
/// counter times the golden gamma, mixed by Stafford's variant 13, with one exception: the counter is combined with the key by exclusive or
/// instead of addition. So no two keys share a run of words, as any two states of SplitMix64 do, and the `2^64` words of one key are all
/// different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key(u64);

/// The odd number nearest to `2^64` over the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Key {
    /// Creates the key of one seed, `0 ..= MAX_SEED`, and one stream.
    pub(crate) const fn new(seed: u64, stream: Stream) -> Key {
        // Seeds leave the top 11 bits free.
        Key(mix((seed | (stream as u64) << 53).wrapping_add(GOLDEN)))
    }

    /// Returns the key of one part, such as a row or a chamber.
    #[inline]
    #[must_use]
    pub(crate) const fn of(self, part: u64) -> Key {
        // Mixed once more than a word, since a key that was a word would not be unrelated to the words.
        Key(mix(self.word(part).wrapping_add(GOLDEN)))
    }

    /// Returns the word with this number: 64 random bits.
    #[inline]
    pub(crate) const fn word(self, number: u64) -> u64 {
        mix(self.0 ^ number.wrapping_mul(GOLDEN))
    }

    /// Returns a number in `0 .. n` from the word with this number, each equally likely, for `n` of at least 1.
    ///
    /// Lemire's multiplication is used, as in [`Rng::below`](super::Rng::below). In the rare case that the word must be rejected, the next
    /// one is that of SplitMix64 with the word as its state.
    #[inline]
    pub(crate) fn below(self, n: u64, number: u64) -> u64 {
        debug_assert!(n > 0, "there must be something to choose from");
        let mut word = self.word(number);
        let mut product = u128::from(word) * u128::from(n);
        if (product as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                word = mix(word.wrapping_add(GOLDEN));
                product = u128::from(word) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// Returns a number in `0 .. n` and one in `0 .. m` from the word with this number, each pair equally likely, for `n` and `m` of at
    /// least 1.
    ///
    /// # Source
    ///
    /// Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation", *Software: Practice and Experience* 55 (2025): the rest of
    /// the first multiplication is the word for the second one.
    #[inline]
    pub(crate) fn both_below(self, [n, m]: [u32; 2], number: u64) -> [u64; 2] {
        debug_assert!(n > 0 && m > 0, "there must be something to choose from");
        let both = u64::from(n) * u64::from(m);
        let mut word = self.word(number);
        loop {
            let first = u128::from(word) * u128::from(n);
            let second = u128::from(first as u64) * u128::from(m);
            // The remainder is only computed in the rare case that the word may have to be rejected.
            if second as u64 >= both || second as u64 >= both.wrapping_neg() % both {
                return [(first >> 64) as u64, (second >> 64) as u64];
            }
            word = mix(word.wrapping_add(GOLDEN));
        }
    }
}

/// Turns words that differ in a few bits into words that differ in about half of them. Different words stay different. This is the finalizer
/// of SplitMix64, D. Stafford, "Better Bit Mixing" (2011), variant 13.
#[inline]
const fn mix(mut word: u64) -> u64 {
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
