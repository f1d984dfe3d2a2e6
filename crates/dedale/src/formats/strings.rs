//! Strings that are the lines of a drawing of squares, or rows of digits: in [JSON](super::json), and in the [code](super::code) of a program.

use super::{csv, squares};
use crate::parse::Parsed;
use crate::parse::drawing::Split;
use crate::parse::error::{ParseError, Place};
use crate::parse::input::Request;

/// Reads strings as the lines of a drawing of squares, or of digits. Errors name the string and the character in it.
pub(super) fn read_lines(text: &str, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let are_digits = text.chars().all(|char| char.is_ascii_digit() || char == '\n');
    let matrix = match are_digits {
        true => csv::matrix_of(text, request).map(|(matrix, _)| matrix),
        false => squares::matrix_of(text, Split::CHARS, request).map(|(matrix, _)| matrix),
    };
    matrix.and_then(|matrix| matrix.read(request)).map_err(|error| match error.place {
        Some(Place::Text { line, column }) => {
            let detail = format!("string {line}, character {column}, both counted from 1: {}", error.detail);
            ParseError { place: None, detail, ..error }
        }
        _ => error,
    })
}
