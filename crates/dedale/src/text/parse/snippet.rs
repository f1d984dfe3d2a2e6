//! A part of a text of JSON that is read apart from the rest.

use serde_json::Deserializer;
use serde_json::de::StrRead;
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

    /// The text.
    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    /// The line and the column of its first byte, both from 1.
    pub(super) fn start(&self) -> (usize, usize) {
        let line = self.before.rsplit('\n').next().unwrap_or_default();
        (self.before.matches('\n').count() + 1, line.len() + 1)
    }

    /// Whether it is an object, or none of JSON.
    pub(super) fn is_object(&self) -> bool {
        self.text.starts_with('{')
    }

    /// Reads the value, as `read` does.
    pub(super) fn read<T>(
        self,
        read: impl FnOnce(&mut Deserializer<StrRead<'a>>) -> serde_json::Result<T>,
    ) -> Result<T, ParseError> {
        read(&mut Deserializer::from_str(self.text)).map_err(|error| ParseError::from_json(&error, self.before))
    }
}
