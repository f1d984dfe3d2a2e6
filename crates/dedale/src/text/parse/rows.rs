//! The form of numbers: rows of them as text, as JSON, or as an array of numpy.

use super::error::ParseError;
use super::input::{Input, Request};
#[cfg(feature = "json")]
use super::json_rows;
use super::{Parsed, npy, numbers};

/// Whether there are rows of numbers, or JSON rows of squares.
pub(super) fn fits(input: &Input<'_>) -> bool {
    #[cfg(feature = "json")]
    if json_rows::find(input.text()).is_some_and(|found| found.kind != json_rows::Rows::Objects) {
        return true;
    }
    input.is_array() || numbers::fits(input.text())
}

/// Reads rows of numbers.
pub(super) fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    if input.is_array() {
        return npy::read(input.bytes, request);
    }
    #[cfg(feature = "json")]
    if matches!(input.first_char(), Some('[' | '{')) {
        return json_rows::read(input.text(), request);
    }
    numbers::read(input.text(), request)
}
