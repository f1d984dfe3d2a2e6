//! Rows of numbers, as they are read: as [text](super::csv), as [JSON](super::json), in the [code](super::code) of a program, or as an
//! [array of numpy](super::npy).

#[cfg(feature = "json")]
use super::json::rows;
use super::{code, csv, npy};
use crate::parse::error::ParseError;
use crate::parse::input::{Input, ReadContext};
use crate::parse::{InputFormat, Parsed};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "numbers",
    description: "Rows of whole numbers, 0 free, 1 wall, 2 start, 3 end: between commas, semicolons, blanks or tabs, or as digits alone; JSON rows of \
              numbers or strings, and such arrays in the code of a program; an array of numpy with two axes.",
    first_line: "1,1,1,1,1",
    is_of_squares: true,
    fits,
    read,
};

/// Returns true if there are rows of numbers, or JSON rows of squares.
fn fits(input: &Input<'_>) -> bool {
    #[cfg(feature = "json")]
    if rows::fits(input.text()) {
        return true;
    }
    input.is_array() || csv::fits(input.text()) || code::fits(input.text())
}

/// Reads rows of numbers.
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    if input.is_array() {
        return npy::read(input.bytes, context);
    }
    #[cfg(feature = "json")]
    if rows::fits(input.text()) {
        return rows::read(input.text(), context);
    }
    if code::fits(input.text()) {
        return code::read(input.text(), context);
    }
    #[cfg(feature = "json")]
    if matches!(input.first_char(), Some('[' | '{')) {
        return rows::read(input.text(), context);
    }
    csv::read(input.text(), context)
}
