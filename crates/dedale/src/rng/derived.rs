//! A seed from a text, and many seeds from one.

use super::{Key, MAX_SEED, Stream};
use crate::about::{InvalidValue, parse_digits};
use crate::fnv;

/// The most bytes of a text that is a seed.
const MAX_SEED_BYTES: usize = 200;

/// Returns the seed that a text means: a number of `0 ..= MAX_SEED` is itself, and any other text is hashed, by the 64 bits of FNV-1a, of which the
/// highest 11 are folded into the lowest.
///
/// # Errors
///
/// [`InvalidValue`] for no text, and for one of more than 200 bytes.
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
    // Infinity is a word.
    let is_number = text.bytes().any(|byte| byte.is_ascii_digit()) && text.parse::<f64>().is_ok();
    if is_number {
        return Err(format!("must be a whole number between 0 and {MAX_SEED}, or a text that is no number").into());
    }
    let hash = text.bytes().fold(fnv::START, fnv::add);
    Ok((hash & MAX_SEED) ^ (hash >> 53))
}

/// Returns the seed of the maze with this number among the mazes of one seed, such as those of a book. Number 0 has the seed itself, so that the
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

/// Returns the seed of an attempt at a maze that has what is wanted: see [`find`](crate::options::MazeOptions::find), given the seed of that maze. Attempt 0 has the seed
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
