//! The checks of the fuzz targets pass for every file of their corpora, and for several thousand variations of them; and what
//! the fuzzers are given to begin with knows every path and every parameter.
//!
//! This is not fuzzing: which inputs are worth keeping is not looked at, so that far less is found than in the same time by a fuzzer.
//! It shows that the targets work, and that what they have found stays mended. `FUZZ_SEED` draws other inputs, `FUZZ_INPUTS` another
//! number of them for each target.

// What helps a test may panic like one.
#![allow(clippy::unwrap_used)]

use std::any::Any;
use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use dedale::rng::{Rng, Stream, derived_seed};
use dedale_server::paths::PATHS;
use dedale_server::request::parameters::{PARAMETERS, Parameter};

#[path = "../fuzz/src/combinations.rs"]
mod combinations;
#[path = "../fuzz/src/parse_json.rs"]
mod parse_json;
#[path = "../fuzz/src/parse_text.rs"]
mod parse_text;
#[path = "../fuzz/src/query.rs"]
mod query;
#[path = "../fuzz/src/request.rs"]
mod request;

/// The longest input that is made here.
const LONGEST: usize = 4096;

/// The words of the dictionary, without their quotes.
fn words() -> BTreeSet<&'static str> {
    let lines = include_str!("../fuzz/requests.dict").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let word = |line: &'static str| line.strip_prefix('"').and_then(|line| line.strip_suffix('"'));
    lines.map(|line| word(line).unwrap_or_else(|| panic!("no word of a dictionary: {line}"))).collect()
}

#[test]
fn the_dictionary_of_requests_has_every_path_and_every_parameter_with_its_values() {
    let mut wanted: BTreeSet<String> =
        PATHS.iter().filter_map(|path| path.split('{').next()).map(str::to_owned).collect();
    for Parameter { name, names, .. } in PARAMETERS {
        wanted.insert(format!("&{name}="));
        wanted.extend(names.map(|names| names()).unwrap_or_default().into_iter().map(str::to_owned));
    }
    let words = words();
    let missing: Vec<String> =
        wanted.iter().filter(|word| !words.contains(word.as_str())).map(|word| format!("{word:?}")).collect();
    assert!(missing.is_empty(), "fuzz/requests.dict lacks:\n{}", missing.join("\n"));
}

#[test]
fn mazes_as_json() {
    try_all("parse_json", 4_000, &[], parse_json::run);
}

#[test]
fn mazes_as_text() {
    try_all("parse_text", 1_000, &[], parse_text::run);
}

#[test]
fn queries() {
    try_all("query", 2_000, &words().into_iter().collect::<Vec<_>>(), query::run);
}

#[test]
fn requests() {
    request::start();
    let mut sent = 0;
    try_all("request", 2_000, &words().into_iter().collect::<Vec<_>>(), |bytes| sent += u32::from(request::run(bytes)));
    assert!(sent > 500, "{sent} inputs were requests");
}

/// `FUZZ_COMBINATIONS` sends another number of them.
#[test]
fn combinations_of_parameters() {
    request::start();
    let count = number("FUZZ_COMBINATIONS").unwrap_or(4_000);
    let seed = number("FUZZ_SEED").unwrap_or(1);
    let mut answered = 0;
    for i in 0..count {
        let bytes = combinations::request(&mut Rng::new(derived_seed(seed, i), Stream::Generate));
        guard(&format!("request {i} of FUZZ_SEED={seed}"), &bytes, &mut |bytes| {
            answered += u64::from(request::alone(bytes));
        });
    }
    assert!(answered > count / 4, "{answered} of {count} requests had an answer");
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

/// Tries every file of a corpus, and then `count` inputs that are made of these.
fn try_all(target: &str, count: u64, words: &[&str], mut run: impl FnMut(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let corpus: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(corpus.len() > 30, "{} has {} files", folder.display(), corpus.len());
    for (file, bytes) in files.iter().zip(&corpus) {
        guard(&file.display().to_string(), bytes, &mut run);
    }
    let seed = number("FUZZ_SEED").unwrap_or(1);
    let mut rng = Rng::new(seed, Stream::Generate);
    for i in 0..number("FUZZ_INPUTS").unwrap_or(count) {
        let bytes = mutated(&corpus, words, &mut rng);
        guard(&format!("input {i} of FUZZ_SEED={seed}"), &bytes, &mut run);
    }
}

/// Tries one input, and says which it was where that fails.
fn guard(name: &str, bytes: &[u8], run: &mut impl FnMut(&[u8])) {
    catch_unwind(AssertUnwindSafe(|| run(bytes))).unwrap_or_else(|panic: Box<dyn Any + Send>| {
        eprintln!("{name} failed: {:?}", String::from_utf8_lossy(bytes));
        resume_unwind(panic)
    });
}

/// One input of the corpus, changed in a few places.
fn mutated(corpus: &[Vec<u8>], words: &[&str], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = corpus[rng.index(corpus.len())].clone();
    for _ in 0..=rng.index(4) {
        let at = rng.index(bytes.len() + 1);
        let end = (at + 1 + rng.index(16)).min(bytes.len());
        match rng.index(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << rng.index(8),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
            3 if !words.is_empty() => drop(bytes.splice(at..at, words[rng.index(words.len())].bytes())),
            4 => drop(bytes.splice(at..end, (0..rng.index(8)).map(|_| rng.bits(8) as u8).collect::<Vec<_>>())),
            _ => {
                // What is left of another one, from any place on.
                let other = &corpus[rng.index(corpus.len())];
                bytes.splice(at.., other[rng.index(other.len() + 1)..].iter().copied());
            }
        }
    }
    bytes.truncate(LONGEST);
    bytes
}
