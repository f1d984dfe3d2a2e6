//! Seeds from texts, and many seeds from one.

use super::{Key, MAX_SEED, Stream};
use crate::about::{InvalidValue, parse_digits};
use crate::fnv;

/// The largest number of bytes of a text as a seed.
const MAX_SEED_BYTES: usize = 200;

/// Parses a seed. A number in `0 ..= MAX_SEED` is that seed. Any other text is hashed by FNV-1a of 64 bits, whose highest 11 bits are folded
/// into the lowest.
///
/// # Errors
///
/// [`InvalidValue`] if the text is empty, or has more than 200 bytes.
///
/// # Source
///
/// G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, *The FNV Non-Cryptographic Hash Algorithm*, RFC 9923 (2025).
///
/// ```
/// use dedale::rng::parse_seed;
/// assert_eq!(parse_seed("7"), Ok(7));
/// assert_eq!(parse_seed("anna"), Ok(8103966380040206));
/// assert!(parse_seed("").is_err() && parse_seed("-5").is_err());
/// ```
pub fn parse_seed(text: &str) -> Result<u64, InvalidValue> {
    if text.is_empty() || text.len() > MAX_SEED_BYTES {
        return Err(format!("must be a number or a text of 1 to {MAX_SEED_BYTES} bytes").into());
    }
    if let Some(number) = parse_digits(text).filter(|&number| number <= MAX_SEED) {
        return Ok(number);
    }
    // Infinity is a text.
    let is_number = text.bytes().any(|byte| byte.is_ascii_digit()) && text.parse::<f64>().is_ok();
    if is_number {
        return Err(format!("must be a whole number between 0 and {MAX_SEED}, or a text that is no number").into());
    }
    let hash = text.bytes().fold(fnv::START, fnv::add);
    Ok((hash & MAX_SEED) ^ (hash >> 53))
}

/// Returns the seed of the maze with this number among the mazes of one seed, such as those of a book. Number 0 is the seed itself, so that
/// the first of many mazes is the maze of the seed.
///
/// The others are the highest 53 bits of words that are computed from the seed and the number. They are unrelated to each other and to those
/// of any other seed, however near it is, and each is computed without those before it.
///
/// ```
/// use dedale::rng::derived_seed;
/// assert_eq!(derived_seed(7, 0), 7);
/// assert_eq!([1, 2].map(|number| derived_seed(7, number)), [2713684620272286, 3829849194641468]);
/// ```
pub const fn derived_seed(seed: u64, number: u64) -> u64 {
    derived(seed, number, Stream::Seeds)
}

/// Returns the seed of an attempt to [find](crate::options::MazeOptions::find) a maze, from the seed of that maze. Attempt 0 is the seed
/// itself. The others are unrelated to [`derived_seed`], so that no attempt at one of many mazes is another one of them.
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
