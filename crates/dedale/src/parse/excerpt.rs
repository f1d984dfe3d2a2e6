//! The text around a place.

use super::error::{EMOJI_STYLE, InputPlace};
use super::input;

/// The part of a line of text where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Excerpt {
    /// The line, or the part of a long one that is around the place.
    pub text: String,
    /// How many characters of it are before the place.
    pub before: usize,
}

impl InputPlace {
    /// Returns the line that this place is in, of the input in which it was found; `None` if it is no place in a text, or the input is none. Time
    /// `O(bytes)`.
    pub fn excerpt(&self, bytes: &[u8]) -> Option<Excerpt> {
        /// How much of a long line is shown before the place, and behind it.
        const SHOWN: usize = 40;
        let &InputPlace::Text { line, column } = self else { return None };
        let text = input::decode(bytes).ok()?;
        let line = input::lines(&text).nth(line.checked_sub(1)? as usize)?;
        let before = usize::try_from(column.checked_sub(1)?).ok()?;
        let first = before.saturating_sub(SHOWN);
        let text: String = line.chars().filter(|char| *char != EMOJI_STYLE).skip(first).take(2 * SHOWN).collect();
        let text = text.trim_end().to_owned();
        Some(Excerpt { text, before: before - first })
    }
}
