//! Random numbers: known values, and that all are equally likely.

use dedale::generate::{Member, Pick};
use dedale::rng::{BatchedDraws, MAX_SEED, Rng, Stream, attempt_seed, derived_seed};
use std::collections::{BTreeMap, BTreeSet};

/// If one of these fails, every maze has changed: see `GENERATOR_VERSION`.
#[test]
fn known_values() {
    // All of these were worked out apart from this code, from the published definitions.
    assert_eq!(Rng::new(0, Stream::Generate).word(), 5_987_356_902_031_041_503);
    assert_eq!(Rng::new(7, Stream::Braid).word(), 2_639_351_585_828_693_497);
    assert_eq!(Rng::new(MAX_SEED, Stream::MaxWalls).word(), 3_113_217_399_368_014_106);
    assert_eq!(Rng::new(7, Stream::Solve).word(), 902_636_220_146_514_187);
    let mut rng = Rng::new(7, Stream::Generate);
    let numbers: Vec<u64> = [1, 2, 3, 6, 100, 1 << 40, u64::MAX].iter().map(|&n| rng.below(n)).collect();
    assert_eq!(numbers, [0, 0, 0, 4, 42, 1_059_554_849_525, 8_590_716_767_756_797_064]);
    let coins: String = (0..70).map(|_| if rng.coin() { '1' } else { '0' }).collect();
    assert_eq!(coins, "0000000111000101011110000100011011001101100111111000101010011101000101");
    let mut items: Vec<u32> = (0..12).collect();
    rng.shuffle(&mut items);
    assert_eq!(items, [11, 1, 3, 4, 9, 5, 8, 7, 6, 2, 10, 0]);
}

/// As above: these are what every maze is made of.
#[test]
fn known_values_of_many_from_one_word() {
    let mut rng = Rng::new(7, Stream::Generate);
    let twelfths: Vec<u32> = (0..40).map(|_| rng.twelfth()).collect();
    assert_eq!(
        twelfths,
        [
            0, 7, 11, 7, 11, 5, 4, 6, 4, 5, 0, 4, 1, 4, 4, 7, 2, 0, 9, 4, 11, 11, 2, 3, 0, 0, 7, 0, 9, 11, 2, 1, 8, 7,
            3, 11, 7, 10, 10, 0
        ]
    );
    let bits: Vec<u32> = [2, 2, 3, 1, 8, 32, 32].iter().map(|&n| rng.bits(n)).collect();
    assert_eq!(bits, [0, 3, 3, 0, 1, 2_674_549_528, 4_118_348_662]);
    assert_eq!(
        [5, 100, 2, 1 << 15].map(|n| rng.four_below(n)),
        [[2, 1, 0, 1], [72, 38, 66, 64], [0, 0, 0, 0], [32_188, 24_530, 17_055, 6281]]
    );
}

#[test]
fn many_from_one_word_are_even() {
    let mut rng = Rng::new(4, Stream::Generate);
    // Pairs, so that one depends on the other nowhere.
    let (mut pairs, mut orders) = ([0_u32; 144], [0_u32; 120]);
    for _ in 0..144_000 {
        pairs[(rng.twelfth() * 12 + rng.twelfth()) as usize] += 1;
    }
    for _ in 0..120_000 {
        let [a, b, c, d] = rng.four_below(5);
        orders[((a * 4 + b) * 3 + c) * 2 + d] += 1;
    }
    // Chi-square with 143 and 119 degrees of freedom stays under 199 and 171 in 999 of 1000 fair runs; these are fixed.
    for (counts, critical) in [(&pairs[..], 199.0), (&orders[..], 171.0)] {
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1_000.0).powi(2) / 1_000.0).sum();
        assert!(chi < critical, "{counts:?}");
    }
}

#[test]
fn streams_and_seeds_differ() {
    let first = |seed, stream| Rng::new(seed, stream).word();
    let words = [
        first(0, Stream::Generate),
        first(MAX_SEED, Stream::Generate),
        first(0, Stream::Braid),
        first(MAX_SEED, Stream::Braid),
        first(0, Stream::MaxWalls),
        first(MAX_SEED, Stream::MaxWalls),
        first(0, Stream::Solve),
        first(MAX_SEED, Stream::Solve),
    ];
    for (i, word) in words.iter().enumerate() {
        assert!(!words[..i].contains(word));
    }
}

#[test]
fn below_is_even_and_reaches_both_ends() {
    let mut rng = Rng::new(3, Stream::Generate);
    let mut counts = [0u32; 6];
    for _ in 0..60_000 {
        counts[rng.below(6) as usize] += 1;
    }
    // Chi-square with 5 degrees of freedom stays under 20.5 in 999 of 1000 fair runs; this run is fixed.
    let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
    assert!(chi < 20.5, "{counts:?}");
}

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

#[test]
fn members_are_those_that_are_drawn_one_by_one() {
    for (width, members) in (1..=255).map(|members| (3, members)).chain((1..16).map(|members| (2, members))) {
        let mut rng = Rng::new(members.into(), Stream::Generate);
        // So that the first word has no whole number of them.
        let _ = rng.bits(1 + u32::from(members) % 23);
        let mut plain = rng.clone();
        let mut draws = BatchedDraws::new(width, members);
        for round in 0..60 {
            draws.sift(&rng);
            for _ in 0..round {
                let (mut number, mut expected_drawn) = (plain.bits(width), 1);
                while members >> number & 1 == 0 {
                    (number, expected_drawn) = (plain.bits(width), expected_drawn + 1);
                }
                assert_eq!((draws.next(&mut rng), draws.drawn()), (number as u8, expected_drawn), "{members:b}");
            }
            draws.settle(&mut rng);
            assert_eq!(rng.bits(1 + round % 7), plain.bits(1 + round % 7), "{members:b}");
        }
    }
}

/// The numbers below `count` in an order of which four are drawn at a time.
fn order_in_fours(count: u32, seed: u64) -> Vec<u32> {
    let mut all: Vec<u32> = (0..count).collect();
    Rng::new(seed, Stream::Generate).shuffle_in_fours(&mut all);
    all
}

#[test]
fn every_item_comes_once() {
    for count in [0, 1, 63, 64, 65, 67, 4_096, 32_768] {
        let mut order = order_in_fours(count, 7);
        assert!(count < 63 || !order.is_sorted());
        order.sort_unstable();
        assert!(order.into_iter().eq(0..count));
    }
}

#[test]
fn every_order_is_equally_likely() {
    let mut counts = BTreeMap::new();
    (0..24_000).for_each(|seed| *counts.entry(order_in_fours(4, seed)).or_insert(0) += 1);
    // Chi-square with 23 degrees of freedom stays under 49.8 in 999 of 1000 fair runs; these seeds are fixed.
    let chi: f64 = counts.values().map(|&count| (f64::from(count) - 1_000.0).powi(2) / 1_000.0).sum();
    assert_eq!(counts.len(), 24);
    assert!(chi < 49.8, "{counts:?}");
}

#[test]
fn members_come_by_their_weights() {
    let mut rng = Rng::new(1, Stream::Generate);
    let mix: Pick = "oldest:3,newest:1".parse().unwrap();
    let oldest = (0..4000).filter(|_| mix.member(&mut rng) == Member::Oldest).count();
    assert!((2880..3120).contains(&oldest), "{oldest}");
}
