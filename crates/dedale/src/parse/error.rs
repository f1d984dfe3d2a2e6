//! What is wrong with what was sent, and where.

use std::fmt;

use crate::about::OverLimit;
use crate::grid::Address;

/// The character that asks for the colorful look of the one before it. It is not counted in columns, and is no square.
pub(crate) const EMOJI_STYLE: char = '\u{fe0f}';

/// Why something could not be read as a maze: the first thing that is wrong with it, and what else is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// Whether it is not in the format, contradicts itself, or is too large.
    pub kind: ParseErrorKind,
    /// The name of the [format](super::InputFormat) that it was read as; `None` where none was recognized.
    pub format: Option<&'static str>,
    /// Where, if it is wrong in one place.
    pub place: Option<InputPlace>,
    /// A short description of the fault and of what is allowed, with little of the input.
    pub detail: String,
    /// The other faults of the same input, in the order in which they were found, at most [`MAX_FAULTS`](ParseError::MAX_FAULTS) with this one. They
    /// have no others themselves.
    pub others: Box<[ParseError]>,
}

/// In which way something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// It is not in the format.
    Malformed,
    /// Well-formed, but inconsistent.
    Inconsistent,
    /// Larger than is allowed.
    TooLarge(OverLimit),
    /// There is no memory for it: see [`read_within`](crate::formats::read_within).
    Refused,
}

/// A place in what was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InputPlace {
    /// The block in this row and column of the matrix of blocks, both from 0: that element of `cells`.
    Block {
        /// From 0 at the top.
        row: u64,
        /// From 0 at the left.
        column: u64,
    },
    /// The element of `cells` at this address, or the first numbers of one.
    Address(Address),
    /// A cell of a graph: that element of `cells`.
    Node {
        /// From 0.
        number: u64,
    },
    /// A place in the text, both from 1, as editors count.
    Text {
        /// From 1.
        line: u64,
        /// From 1: characters of a drawn maze, but bytes of JSON.
        column: u64,
    },
}

impl InputPlace {
    pub(crate) fn text(line: usize, column: usize) -> InputPlace {
        InputPlace::Text { line: line as u64, column: column as u64 }
    }

    /// Returns the place after the first `bytes` bytes of a line, whose `number` is counted from 0.
    pub(crate) fn in_line(number: usize, line: &str, bytes: usize) -> InputPlace {
        InputPlace::text(number + 1, line[..bytes].chars().filter(|&char| char != EMOJI_STYLE).count() + 1)
    }
}

impl ParseError {
    /// The most faults of one input that are reported.
    pub const MAX_FAULTS: usize = 20;

    fn new(kind: ParseErrorKind, place: impl Into<Option<InputPlace>>, detail: impl Into<String>) -> ParseError {
        ParseError { kind, format: None, place: place.into(), detail: detail.into(), others: Box::default() }
    }

    pub(crate) fn malformed(place: impl Into<Option<InputPlace>>, detail: impl Into<String>) -> ParseError {
        ParseError::new(ParseErrorKind::Malformed, place, detail)
    }

    pub(crate) fn inconsistent(place: impl Into<Option<InputPlace>>, detail: impl Into<String>) -> ParseError {
        ParseError::new(ParseErrorKind::Inconsistent, place, detail)
    }

    /// This fault and the others.
    ///
    /// ```
    /// use dedale::{formats, parse::ReadOptions};
    /// let error = formats::read(b"1 1 1\n1 0\n1 0 1.5\n", &ReadOptions::default()).unwrap_err();
    /// let lines: Vec<String> = error.all().map(|fault| fault.to_string()).collect();
    /// assert_eq!(lines.len(), 2);
    /// assert!(lines[0].starts_with("line 2, column 4: ") && lines[1].starts_with("line 3, column 5: "));
    /// ```
    pub fn all(&self) -> impl Iterator<Item = &ParseError> {
        std::iter::once(self).chain(&self.others)
    }

    /// Returns the error with its place moved down by `lines` and to the right by `columns`.
    pub(crate) fn moved(mut self, lines: usize, columns: usize) -> ParseError {
        if let Some(InputPlace::Text { line, column }) = &mut self.place {
            (*line, *column) = (*line + lines as u64, *column + columns as u64);
        }
        self
    }

    /// There are too many columns, rows or cells, or whatever the limit is called.
    pub(crate) fn too_many(place: impl Into<Option<InputPlace>>, over: OverLimit) -> ParseError {
        let detail = format!("too many {}: the limit is {}", over.limit, over.max);
        ParseError::new(ParseErrorKind::TooLarge(over), place, detail)
    }
}

impl fmt::Display for InputPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputPlace::Block { row, column } => write!(f, "row {row}, column {column} of the blocks"),
            InputPlace::Address(address) => write!(f, "cell [{address}]"),
            InputPlace::Node { number } => write!(f, "cell {number} of the graph"),
            InputPlace::Text { line, column } => write!(f, "line {line}, column {column}"),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.detail)
    }
}

impl std::error::Error for ParseError {}
