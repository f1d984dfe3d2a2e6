//! Random words that are computed from a key.

use dedale::rng::{Key, MAX_SEED, Stream};

/// Chi-square of counts that should all be alike.
fn chi_square(counts: &[u32]) -> f64 {
    let mean = counts.iter().sum::<u32>() as f64 / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
}

/// The critical values for 255 and 15 degrees of freedom: fair counts stay under them in 9999 of 10,000 runs. The runs
/// here are fixed, so each of them either always passes or never does.
const CRITICAL_255: f64 = 347.7;
const CRITICAL_15: f64 = 44.3;

/// If one of these fails, every maze has changed: see `GENERATOR_VERSION`.
#[test]
fn known_values() {
    // They were worked out apart from this code.
    assert_eq!(Key::new(0, Stream::Generate).word(0), 5_197_578_548_964_807_871);
    assert_eq!(Key::new(7, Stream::Generate).word(1), 10_639_093_021_788_878_346);
    assert_eq!(Key::new(MAX_SEED, Stream::Solve).of(1_000_000_000).word(u64::MAX), 3_366_979_410_994_371_977);
    let key = Key::new(7, Stream::Generate).of(12).of(34);
    let numbers: Vec<u64> =
        [1, 2, 3, 6, 100, 1 << 31, u64::from(u32::MAX)].iter().zip(0..).map(|(&n, i)| key.below(n, i)).collect();
    assert_eq!(numbers, [0, 0, 0, 2, 48, 1_673_180_035, 3_888_489_400]);
    let pairs = [[1, 1], [5, 7], [3 << 30, u32::MAX]].map(|pair| key.both_below(pair, u64::from(pair[0]) & 3));
    assert_eq!(pairs, [[0, 0], [1, 6], [2776062488, 196841345]]);
}

/// Words that lie side by side, in whichever of the numbers that name them: no byte is more frequent than another, and no
/// four bits of one say anything about the same four of its neighbor.
#[test]
fn neighbors_have_nothing_in_common() {
    const WORDS: u64 = 1 << 14;
    let key = Key::new(7, Stream::Generate);
    type Named<'a> = &'a dyn Fn(u64) -> u64;
    let families: [(&str, Named); 8] = [
        ("numbers", &|i| key.word(i)),
        ("high numbers", &|i| key.word(i << 40)),
        ("rows", &|i| key.of(i).word(0)),
        ("high rows", &|i| key.of(i << 40).word(5)),
        ("rooms", &|i| key.of(i >> 7).of(i & 127).word(1)),
        ("rows and numbers", &|i| key.of(i >> 7).word(i & 127)),
        ("seeds", &|i| Key::new(i, Stream::Generate).word(0)),
        ("seeds from the other end", &|i| Key::new(MAX_SEED - i, Stream::Generate).of(3).word(9)),
    ];
    for (name, word) in families {
        for shift in (0..64).step_by(4) {
            let (mut bytes, mut pairs, mut equal) = ([0; 256], [0; 256], [0; 16]);
            for i in 0..WORDS {
                let (this, next) = (word(i).rotate_right(shift), word(i + 1).rotate_right(shift));
                bytes[this as usize & 255] += 1;
                pairs[(this as usize & 15) << 4 | next as usize & 15] += 1;
                equal[(this ^ next) as usize & 15] += 1;
            }
            for (what, chi, critical) in [
                ("bytes", chi_square(&bytes), CRITICAL_255),
                ("pairs", chi_square(&pairs), CRITICAL_255),
                ("differences", chi_square(&equal), CRITICAL_15),
            ] {
                assert!(chi < critical, "{name}: {what} at bit {shift}: {chi}");
            }
        }
    }
}

/// One bit more or less in the name of a word turns each of its bits about every second time.
#[test]
fn every_bit_of_a_name_turns_half_of_the_word() {
    const NAMES: u64 = 400;
    let key = Key::new(3, Stream::Generate);
    let word = |(part, number): (u64, u64)| key.of(part).word(number);
    for bit in 0..64 {
        for turned in [(1_u64 << bit, 0), (0, 1_u64 << bit)] {
            let mut counts = [0_u32; 64];
            for i in 0..NAMES {
                let changed = word((i, i * i)) ^ word((i ^ turned.0, (i * i) ^ turned.1));
                counts.iter_mut().enumerate().for_each(|(k, count)| *count += (changed >> k & 1) as u32);
            }
            // Within five standard deviations of ten for each of 8192 counts.
            assert!(counts.iter().all(|count| (150..250).contains(count)), "{turned:?}: {counts:?}");
        }
    }
}

#[test]
fn below_is_even() {
    let key = Key::new(5, Stream::Generate);
    let mut counts = [0; 16];
    for i in 0..64_000 {
        let [row, column] = key.both_below([2, 8], i);
        counts[(8 * row + column) as usize] += 1;
    }
    assert!(chi_square(&counts) < CRITICAL_15, "{counts:?}");
    // So large that many words are thrown away.
    let mut counts = [0; 16];
    for i in 0..64_000 {
        let pair = key.both_below([3 << 30, u32::MAX], i);
        assert!(pair[0] < 3 << 30 && pair[1] < u64::from(u32::MAX));
        counts[(pair[0] / (3 << 28) * 4 + pair[1] / (1 << 30)) as usize] += 1;
    }
    assert!(chi_square(&counts) < CRITICAL_15, "{counts:?}");
    let mut counts = [0; 16];
    (0..64_000).for_each(|i| counts[key.below(16, i) as usize] += 1);
    assert!(chi_square(&counts) < CRITICAL_15, "{counts:?}");
    assert_eq!(key.below(1, 8), 0);
    assert!((0..1000).all(|i| key.below(3, i) < 3 && key.below(u64::MAX, i) < u64::MAX));
}

#[test]
fn keys_are_not_among_the_words_and_streams_differ() {
    let key = Key::new(0, Stream::Generate);
    let mut all: Vec<u64> = (0..1000).flat_map(|i| [key.word(i), key.of(i).word(0)]).collect();
    all.extend([Stream::Braid, Stream::MaxWalls, Stream::Solve].map(|stream| Key::new(0, stream).word(0)));
    let n = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), n);
}
