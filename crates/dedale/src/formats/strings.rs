//! Strings that are the lines of a drawing of squares, or rows of digits: in [JSON](super::json), and in the [code](super::code) of a program.

use super::{csv, squares};
use crate::parse::Parsed;
use crate::parse::drawing::Split;
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{ReadContext, count_chars};
use crate::parse::matrix::Matrix;

/// Reads strings as the lines of a drawing of squares, or of digits. Errors name the string and the character in it.
pub(super) fn read_lines(text: &str, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    if context.are_sides {
        return read_sums(text, context);
    }
    let are_digits = text.chars().all(|char| char.is_ascii_digit() || char == '\n');
    let matrix = match are_digits {
        true => csv::matrix_of(text, context).map(|(matrix, _)| matrix),
        false => squares::matrix_of(text, Split::CHARS, context).map(|(matrix, _)| matrix),
    };
    matrix.and_then(|matrix| matrix.read(context)).map_err(|error| match error.place {
        Some(InputPlace::Text { line, column }) => {
            let detail = format!("string {line}, character {column}, both counted from 1: {}", error.detail);
            ParseError { place: None, detail, ..error }
        }
        _ => error,
    })
}

/// Reads strings of hexadecimal digits, each the sum of the bits of a cell's sides.
fn read_sums(text: &str, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let columns = text.lines().next().map_or(0, count_chars);
    let mut matrix = Matrix::of_numbers([columns, text.lines().count()], true, context)?;
    for (row, line) in (1..).zip(text.lines()) {
        context.go_on()?;
        if count_chars(line) != columns {
            let detail =
                format!("string {row}, counted from 1, has {} digits, and the first one {columns}", count_chars(line));
            return Err(ParseError::inconsistent(None, detail));
        }
        for (column, char) in (1..).zip(line.chars()) {
            let wrong = || {
                let detail =
                    format!("string {row}, character {column}, both counted from 1: {char:?} is no hexadecimal digit");
                ParseError::malformed(None, detail)
            };
            matrix.push_whole(char.to_digit(16).ok_or_else(wrong)?.into(), || InputPlace::text(row, column))?;
        }
    }
    matrix.read(context)
}
