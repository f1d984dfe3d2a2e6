//! Bytes that must never change: digests of the beginnings of mazes that are made while they are written, in every format.
//!
//! `DEDALE_BLESS=1 cargo test -p dedale --lib inside::streams::` writes `golden/streams.txt` anew, by the rules of the pictures in
//! `tests/library/golden_pictures.rs`.

use dedale::endless::Streamed;
use dedale::formats::{VERSION, Writer};
use dedale::generate::{Algorithm, Bias, GENERATOR_VERSION, Rows};
use dedale::grid::Side;
use dedale::picture::Metadata;

use super::every_format::formats;
use super::goldens::{Goldens, Promise, sha256};

static STREAMS: Promise = Promise {
    file: "streams.txt",
    title: "rendering version",
    constant: "formats::VERSION",
    test: "--lib inside::streams",
};

#[test]
fn streams_have_not_changed() {
    assert_eq!(
        GENERATOR_VERSION, 1,
        "streams are made by generators: see that their new bytes are those of the new mazes"
    );
    let generators = [
        ("eller", Algorithm::Eller),
        ("sidewinder", Algorithm::Sidewinder),
        ("binary-tree", Algorithm::BinaryTree { bias: Bias::SouthEast }),
    ];
    let mut lines = Vec::new();
    for (algorithm, generator) in &generators {
        for (name, format) in formats() {
            let rows = Rows::new(generator, [70, 1_000_000], 7, None).unwrap();
            let metadata = Metadata { seed: Some(7), ..Metadata::new([70, 1_000_000], [0, 0], [999_999, 69]) };
            let mut streamed = Streamed::new(rows, metadata);
            for (at, side) in [([0, 0], Side::W), ([3, 5], Side::S), ([4, 69], Side::E)] {
                streamed.open(at, side);
            }
            let Ok(mut writer) = Writer::of_rows(streamed, format) else { continue };
            let mut bytes = Vec::new();
            (0..20).for_each(|_| writer.write_next(&mut bytes));
            lines.push((format!("{algorithm}-70x1000000 first-pieces {name}"), sha256(&bytes)));
        }
    }
    STREAMS.check(&Goldens { promise: &STREAMS, version: VERSION, lines });
}
