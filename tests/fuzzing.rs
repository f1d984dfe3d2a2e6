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
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use axum::http::StatusCode;
use combinations::Shaped;
use dedale::rng::{Rng, Stream, derived_seed};
use dedale_server::parameters::table::{PARAMETERS, Parameter};
use dedale_server::server::router::PATHS;
use serde_json::Value;

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

use request::Idle;

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
    for Parameter { name, names, .. } in PARAMETERS.iter() {
        wanted.insert(format!("&{name}="));
        wanted.extend(names.clone().unwrap_or_default().into_iter().map(str::to_owned));
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

#[test]
fn every_pair_of_what_shapes_a_maze_is_answered_in_every_format() {
    every_combination(2, 1);
}

#[test]
#[ignore = "takes minutes: .ci/long has it, with the optimizations of a release"]
fn every_triple_of_what_shapes_a_maze_is_answered_in_every_format() {
    every_combination(3, usize::MAX);
}

/// Each request has a whole answer, or is refused with an error that names one of its parameters, or what says how it is written.
fn every_combination(most: usize, values: usize) {
    request::start();
    let all = Shaped::all(most, values);
    let (idle, turn) = Idle::some(thread::available_parallelism().map_or(1, NonZero::get));
    let (next, answered, refused) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let failed = Mutex::new(Vec::new());
    let ask_all = |idle: Idle| {
        while let Some(shaped) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut is_there = true;
            for (number, request) in shaped.requests().enumerate() {
                // What there is not in one format, there is hardly in another.
                if !is_there && number % 8 != 2 {
                    continue;
                }
                let ask = || {
                    let (status, body) = idle.ask(request.as_bytes());
                    if status == StatusCode::OK {
                        answered.fetch_add(1, Ordering::Relaxed);
                        return;
                    }
                    refused.fetch_add(1, Ordering::Relaxed);
                    is_there &= number > 0;
                    let problem: Value = serde_json::from_slice(&body).unwrap();
                    let errors = problem["errors"].as_array().unwrap();
                    let names: Vec<_> = errors.iter().map(|error| error["parameter"].as_str().unwrap()).collect();
                    // Only the way through a maze shows whether there is room for what is to be on it.
                    if status == StatusCode::UNPROCESSABLE_ENTITY {
                        assert!(names == ["word"] || names == ["sum"], "{problem}");
                        assert_eq!(problem["type"], "urn:dedale:problem:does-not-fit");
                        assert!(problem["placed"].as_u64().unwrap() < problem["asked"].as_u64().unwrap(), "{problem}");
                    } else {
                        assert_eq!(status, StatusCode::BAD_REQUEST);
                    }
                    let is_sent = |name: &&str| {
                        ["format", "encoding", "include"].contains(name) || shaped.names().any(|sent| sent == *name)
                    };
                    assert!(!names.is_empty() && names.iter().all(is_sent), "{problem}");
                };
                if catch_unwind(AssertUnwindSafe(ask)).is_err() {
                    failed.lock().unwrap().push(request);
                }
            }
        }
    };
    thread::scope(|scope| idle.into_iter().for_each(|idle| drop(scope.spawn(|| ask_all(idle)))));
    drop(turn);
    let (answered, refused, failed) = (answered.into_inner(), refused.into_inner(), failed.into_inner().unwrap());
    println!("{answered} answered, {refused} refused");
    assert!(failed.is_empty(), "{} of {}: {:#?}", failed.len(), answered + refused, &failed[..failed.len().min(20)]);
    assert!(answered > all.len() && refused > all.len(), "{answered} answered, {refused} refused");
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
            4 => drop(bytes.splice(at..end, (0..rng.index(8)).map(|_| rng.below(256) as u8).collect::<Vec<_>>())),
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
