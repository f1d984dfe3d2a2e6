//! Many draws at once, of which only some are used.

use super::{Coins, Rng};

/// Numbers of two or three [bits](Rng::bits), among which only the members of a set are wanted: the sides of a cell, among all numbers of
/// sides.
///
/// All members in a random word are found at once, by a few operations on the word as a whole. Taking the next one is then finding the next
/// set bit, however many numbers are skipped before it. So a walk need not guess after each draw whether it must draw again.
///
/// The same numbers are drawn as one by one, but the generator only knows of them after [`settle`](BatchedDraws::settle).
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchedDraws {
    wanted: Wanted,
    /// The first bits of the members in the unused bits of the generator.
    hits: u64,
    /// The number of these bits that have been drawn.
    used: u32,
    /// The number that had been drawn before the last member was looked for. It is negative if that was in an earlier word.
    used_before: i32,
}

/// A set of numbers.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    /// The number of bits of a number: two or three.
    width: u32,
    /// Bit `k` is set if `k` is a member.
    members: u8,
}

impl BatchedDraws {
    /// Creates draws of two or three bits. Bit `k` of `members` is set if `k` is wanted.
    #[inline]
    pub(crate) fn new(width: u32, members: u8) -> BatchedDraws {
        debug_assert!((2..=3).contains(&width));
        BatchedDraws { wanted: Wanted { width, members }, hits: 0, used: 0, used_before: 0 }
    }

    /// Returns the next member, and skips the numbers before it.
    #[inline]
    pub(crate) fn next(&mut self, rng: &mut Rng) -> u8 {
        self.used_before = self.used as i32;
        if self.hits == 0 {
            (self.hits, self.used_before) = self.wanted.in_next_word(rng, self.used);
        }
        let at = self.hits.trailing_zeros();
        self.used = at + self.wanted.width;
        self.hits &= self.hits - 1;
        (rng.coins.bits >> at) as u8 & (7 >> (3 - self.wanted.width))
    }

    /// Returns the number of numbers that were drawn for the last member.
    pub(crate) fn drawn(&self) -> u32 {
        (self.used as i32 - self.used_before) as u32 / self.wanted.width
    }

    /// Lets the generator go on after the numbers that were drawn.
    #[inline]
    pub(crate) fn settle(&mut self, rng: &mut Rng) {
        rng.coins.bits = rng.coins.bits.checked_shr(self.used).unwrap_or(0);
        rng.coins.left -= self.used;
        (self.hits, self.used) = (0, 0);
    }

    /// Looks for members in the next words of the generator.
    #[inline]
    pub(crate) fn sift(&mut self, rng: &Rng) {
        self.hits = self.wanted.among(rng);
    }
}

impl Wanted {
    /// Returns the first bits of members in the next word that has any, after the one whose first bits are used; and minus the number of bits
    /// that are skipped before that word.
    #[cold]
    #[inline(never)]
    fn in_next_word(self, rng: &mut Rng, used: u32) -> (u64, i32) {
        let whole = |bits: u32| (bits / self.width * self.width) as i32;
        let mut passed = whole(rng.coins.left - used);
        loop {
            rng.coins = Coins { bits: rng.word(), left: u64::BITS };
            match self.among(rng) {
                0 => passed += whole(rng.coins.left),
                hits => return (hits, -passed),
            }
        }
    }

    /// Returns the first bits of members in the unused bits.
    #[cold]
    #[inline(never)]
    fn among(self, rng: &Rng) -> u64 {
        // The lowest bits of all numbers, and the others moved there.
        let firsts = if self.width == 2 { 0x5555_5555_5555_5555 } else { 0o111_111_111_111_111_111_111 };
        let whole = rng.coins.left / self.width * self.width;
        let bits = [0, 1, 2].map(|k| if k < self.width { rng.coins.bits >> k } else { 0 });
        let are = |number: u8| {
            (0..3).zip(bits).fold(firsts, |are, (k, bit)| are & if number >> k & 1 == 1 { bit } else { !bit })
        };
        let hits = (0..8).filter(|number| self.members >> number & 1 == 1).fold(0, |hits, number| hits | are(number));
        hits & u64::MAX.checked_shr(u64::BITS - whole).unwrap_or(0)
    }
}
