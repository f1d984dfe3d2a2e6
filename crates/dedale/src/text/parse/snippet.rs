//! A part of a text of JSON that is read apart from the rest.

use serde::de::DeserializeSeed;
use serde_json::value::RawValue;

use super::error::ParseError;

/// The text of a value, to be read later, and all that comes before it.
#[derive(Clone, Copy)]
pub(super) struct Snippet<'a> {
    before: &'a str,
    text: &'a str,
}

impl<'a> Snippet<'a> {
    /// The text of a value in `whole`.
    pub(super) fn new(whole: &'a str, value: &'a RawValue) -> Snippet<'a> {
        let text = value.get();
        let start = text.as_ptr().addr() - whole.as_ptr().addr();
        Snippet { before: &whole[..start], text }
    }

    /// Whether it is an object, or none of JSON.
    pub(super) fn is_object(&self) -> bool {
        self.text.starts_with('{')
    }

    /// Reads the value.
    pub(super) fn read<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, ParseError> {
        let read = seed.deserialize(&mut serde_json::Deserializer::from_str(self.text));
        read.map_err(|error| ParseError::from_json(&error, self.before))
    }
}
