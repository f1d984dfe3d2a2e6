//! The seeded generator behind every maze, by name, and our own sampling on it.
//!
//! The generator is xoshiro256++ (Blackman and Vigna, 2018), seeded through SplitMix64. It is named here, and everything
//! that turns its 64-bit words into choices is written here, so that no release of a dependency can move a wall: the
//! known-value tests in `tests/inside` fail first.
//!
//! If one part of a maze must be known without the draws before it, its random numbers come from a key instead of a sequence.

mod batched_draws;
mod derived;
mod keyed;

pub(crate) use batched_draws::BatchedDraws;
pub use derived::{attempt_seed, derived_seed, parse_seed};
pub(crate) use keyed::Key;

use std::ops::Range;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng as _, SeedableRng};

/// The largest seed: `2^53 - 1`, the largest integer that every program that reads JSON keeps exact.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// The part of making or solving a maze that draws random numbers.
///
/// Each part has a separate stream, so that additional options (a braid, fewer walls) never change the underlying maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stream {
    /// The algorithm that makes the maze.
    Generate = 0,
    /// Opening dead ends.
    Braid = 1,
    /// Opening walls until few enough stand.
    MaxWalls = 2,
    /// A solver that walks at random.
    Solve = 3,
    /// The places where passages run under others.
    Weave = 4,
    /// The [seeds of many mazes](derived_seed).
    Seeds = 5,
    /// The [seeds of attempts](attempt_seed).
    Attempts = 10,
    /// The entrance and the exit.
    Ends = 6,
    /// The places of rooms.
    Rooms = 7,
    /// The dead ends that are taken out.
    Sparse = 8,
    /// The place where the halves of a symmetric maze meet.
    Symmetry = 9,
    /// The costs of entering cells.
    Weights = 11,
    /// The openings of the outer wall.
    Exits = 12,
    /// Joining long dead ends.
    MaxDeadEnd = 13,
    /// The places of things.
    Items = 14,
    /// Whether the exit can be reached, and the place of the wall if not.
    Solvable = 15,
    /// The ends of [scenarios](crate::formats::Scenarios).
    Scenarios = 16,
    /// The places of obstacles.
    Obstacles = 17,
    /// The places of letters, numbers, and the decoys among them.
    Letters = 18,
    /// The corridors to a shape in the way, and what is around them.
    Reveal = 19,
}

/// A seeded source of choices: the same seed and stream give the same choices on every machine, forever.
///
/// ```
/// use dedale::rng::{Rng, Stream};
/// let mut rng = Rng::new(7, Stream::Generate);
/// let die = 1 + rng.below(6);
/// assert_eq!(die, 1 + Rng::new(7, Stream::Generate).below(6));
/// ```
#[derive(Clone, Debug)]
pub struct Rng {
    key: Key,
    words: Xoshiro256PlusPlus,
    /// Random bits for [`coin`](Rng::coin) and [`bits`](Rng::bits).
    coins: Coins,
    /// The rest of the word from which [`twelfth`](Rng::twelfth) takes its numbers, as a fraction of `2^64`.
    twelfths: u64,
    twelfths_left: u32,
}

/// Random bits that have not been used yet.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Coins {
    /// The bits, of which the lowest is used first.
    bits: u64,
    left: u32,
}

impl Coins {
    /// Returns the next bits as [`Rng::bits`] does. `draw` returns the next word.
    #[inline]
    pub(crate) fn take(&mut self, n: u32, draw: impl FnOnce() -> u64) -> u32 {
        debug_assert!((1..=32).contains(&n));
        if self.left < n {
            *self = Coins { bits: draw(), left: u64::BITS };
        }
        let bits = self.bits as u32 & (u32::MAX >> (32 - n));
        self.bits >>= n;
        self.left -= n;
        bits
    }
}

/// The number of numbers in `0 .. 12` that are taken from one word.
const TWELFTHS: u32 = 16;

impl Rng {
    /// Creates the generator for one seed, `0 ..= MAX_SEED`, and one stream.
    pub fn new(seed: u64, stream: Stream) -> Rng {
        // Seeds leave the top 11 bits free; SplitMix64 then spreads the pair over the whole state.
        Rng {
            key: Key::new(seed, stream),
            words: Xoshiro256PlusPlus::seed_from_u64(seed | (stream as u64) << 53),
            coins: Coins::default(),
            twelfths: 0,
            twelfths_left: 0,
        }
    }

    /// Returns the key of the same seed and stream. It does not depend on earlier draws.
    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.key
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub(crate) fn word(&mut self) -> u64 {
        self.words.next_u64()
    }

    /// Returns a number in `0 .. n`, each equally likely, for `n` of at least 1. Draws nothing if `n` is 1.
    ///
    /// # Source
    ///
    /// Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29 (2019), algorithm 5: a multiplication, and a division only in
    /// the rare case that a draw may have to be rejected.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0, "there must be something to choose from");
        if n == 1 {
            return 0;
        }
        let mut product = u128::from(self.word()) * u128::from(n);
        if (product as u64) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u64) < threshold {
                product = u128::from(self.word()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// Returns true with a probability of `threshold` out of 2^53. Draws nothing if the result is certain.
    #[inline]
    pub(crate) fn happens(&mut self, threshold: u64) -> bool {
        threshold >= 1 << 53 || threshold > 0 && self.word() >> 11 < threshold
    }

    /// Returns an index into a slice of `len` elements, each equally likely, for `len` of at least 1.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Returns heads or tails, from one random bit. 64 of them take one word.
    #[inline]
    pub(crate) fn coin(&mut self) -> bool {
        self.bits(1) == 1
    }

    /// Returns `n` random bits, for `n` in `1 ..= 32`, as the lowest bits of a number. If fewer than `n` are left of a word, they are
    /// dropped.
    #[inline]
    pub(crate) fn bits(&mut self, n: u32) -> u32 {
        self.coins.take(n, || next_word(&mut self.words))
    }

    /// Returns a number in `0 .. 12`, each equally likely, which chooses evenly among one, two, three, four or six. Sixteen of them take one
    /// word, and in one of a hundred cases a second one.
    ///
    /// # Source
    ///
    /// Brackett-Rozinsky and Lemire, "Batched Ranged Random Integer Generation", *Software: Practice and Experience* 55 (2025).
    #[inline]
    pub(crate) fn twelfth(&mut self) -> u32 {
        if self.twelfths_left == 0 {
            self.refill_twelfths();
        }
        let product = u128::from(self.twelfths) * 12;
        self.twelfths = product as u64;
        self.twelfths_left -= 1;
        (product >> 64) as u32
    }

    /// Returns numbers below `n`, `n - 1`, `n - 2` and `n - 3`, each equally likely and independent of the others, from one word: the next
    /// four choices of a shuffle of `n` items. A number is 0 if there is nothing left to choose. `n` is at most `2^15`.
    ///
    /// # Source
    ///
    /// That of [`twelfth`](Rng::twelfth).
    #[inline]
    pub(crate) fn four_below(&mut self, n: usize) -> [usize; 4] {
        let n = n as u64;
        if n > 3 {
            self.below_each([n, n - 1, n - 2, n - 3])
        } else {
            self.below_each([0, 1, 2, 3].map(|taken| n.saturating_sub(taken).max(1)))
        }
    }

    /// Returns a number below each of four bounds in `1 ..= 2^15`, each equally likely and independent of the others, from one word.
    ///
    /// # Source
    ///
    /// That of [`twelfth`](Rng::twelfth).
    #[inline]
    pub(crate) fn below_each(&mut self, bounds: [u64; 4]) -> [usize; 4] {
        debug_assert!(bounds.iter().all(|bound| (1..=1 << 15).contains(bound)));
        let all: u64 = bounds.iter().product();
        loop {
            let mut rest = self.word();
            let numbers = bounds.map(|bound| {
                let product = u128::from(rest) * u128::from(bound);
                rest = product as u64;
                (product >> 64) as usize
            });
            if rest >= all || rest >= all.wrapping_neg() % all {
                return numbers;
            }
        }
    }

    /// Returns the bits that [`bits`](Rng::bits) would take next, for a loop that keeps them in registers until it returns them.
    #[inline]
    pub(crate) fn coins_mut(&mut self) -> &mut Coins {
        &mut self.coins
    }

    /// Returns the next [`word`](Rng::word), out of line.
    #[inline]
    pub(crate) fn rare_word(&mut self) -> u64 {
        next_word(&mut self.words)
    }

    /// Out of line, like [`next_word`], so that the loops that draw have the registers to themselves.
    #[cold]
    #[inline(never)]
    fn refill_twelfths(&mut self) {
        // The rest of the word after all numbers are taken shows whether it must be rejected to be fair.
        const ALL: u64 = 12_u64.pow(TWELFTHS);
        self.twelfths = self.word();
        while self.twelfths.wrapping_mul(ALL) < ALL.wrapping_neg() % ALL {
            self.twelfths = self.word();
        }
        self.twelfths_left = TWELFTHS;
    }

    /// Puts at most `2^15` `items` into a random order, each order equally likely, with four choices from one word.
    pub(crate) fn shuffle_in_fours<T>(&mut self, items: &mut [T]) {
        for i in (0..items.len()).step_by(4) {
            let drawn = self.four_below(items.len() - i);
            (i..items.len()).zip(drawn).for_each(|(i, drawn)| items.swap(i, i + drawn));
        }
    }

    /// Puts `items` into a random order, each order equally likely (Fisher and Yates; Durstenfeld 1964), from the front:
    /// after step `i`, `items[..=i]` is final.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_part(items, 0..items.len());
    }

    /// Takes these steps of a [`shuffle`](Rng::shuffle).
    pub(crate) fn shuffle_part<T>(&mut self, items: &mut [T], steps: Range<usize>) {
        for i in steps {
            let j = i + self.index(items.len() - i);
            items.swap(i, j);
        }
    }
}

#[cold]
#[inline(never)]
fn next_word(words: &mut Xoshiro256PlusPlus) -> u64 {
    words.next_u64()
}
