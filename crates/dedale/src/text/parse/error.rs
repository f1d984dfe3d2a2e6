//! What is wrong with what was sent, and where.

use std::fmt;

use crate::about::OverLimit;
use crate::grid::Address;

/// Why something could not be read as a maze: the first thing that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// Whether it is not of the form, contradicts itself, or is too large.
    pub kind: Kind,
    /// The name of the [form](super::Form) that it was read as; `None` where none was recognized.
    pub form: Option<&'static str>,
    /// Where, if it is wrong in one place.
    pub place: Option<Place>,
    /// A short description of the fault and of what is allowed, with little of the input.
    pub detail: String,
}

/// In which way something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// It is not of the form.
    Malformed,
    /// Well-formed, but inconsistent.
    Inconsistent,
    /// Larger than is allowed.
    TooLarge(OverLimit),
    /// There is no memory for it: see [`read_within`](super::read_within).
    Refused,
}

/// A place in what was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Place {
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

impl Place {
    pub(super) fn text(line: usize, column: usize) -> Place {
        Place::Text { line: line as u64, column: column as u64 }
    }
}

impl ParseError {
    /// How many characters of something that was sent are repeated to its sender.
    #[cfg(feature = "json")]
    const LONGEST_DETAIL: usize = 200;

    pub(super) fn malformed(place: impl Into<Option<Place>>, detail: impl Into<String>) -> ParseError {
        ParseError { kind: Kind::Malformed, form: None, place: place.into(), detail: detail.into() }
    }

    pub(super) fn inconsistent(place: impl Into<Option<Place>>, detail: impl Into<String>) -> ParseError {
        ParseError { kind: Kind::Inconsistent, form: None, place: place.into(), detail: detail.into() }
    }

    /// The same, so many lines further down.
    pub(super) fn lower_by(mut self, lines: usize) -> ParseError {
        if let Some(Place::Text { line, .. }) = &mut self.place {
            *line += lines as u64;
        }
        self
    }

    /// The same, so many columns further to the right.
    pub(super) fn right_by(mut self, columns: usize) -> ParseError {
        if let Some(Place::Text { column, .. }) = &mut self.place {
            *column += columns as u64;
        }
        self
    }

    /// The same in a line of which not all characters were read: `place` gives the column of each that was, both from 0.
    pub(super) fn in_column(mut self, place: impl FnOnce(u64, u64) -> Option<u64>) -> ParseError {
        if let Some(Place::Text { line, column }) = &mut self.place {
            *column = place(*line - 1, *column - 1).map_or(*column, |column| column + 1);
        }
        self
    }

    /// There are too many columns, rows or cells, or whatever the limit is called.
    pub(super) fn too_many(place: impl Into<Option<Place>>, over: OverLimit) -> ParseError {
        let detail = format!("too many {}: the limit is {}", over.limit, over.max);
        ParseError { kind: Kind::TooLarge(over), form: None, place: place.into(), detail }
    }

    /// What serde has to say of JSON that comes after this text. It may repeat a whole value, which is cut.
    #[cfg(feature = "json")]
    pub(super) fn from_json(error: &serde_json::Error, before: &str) -> ParseError {
        let detail = without_place(error);
        let place = (error.line() > 0).then(|| {
            let lines = before.matches('\n').count();
            let columns = if error.line() == 1 { before.rsplit('\n').next().unwrap_or_default().len() } else { 0 };
            // The column is the number of bytes read in the line, which may be none yet.
            Place::text(lines + error.line(), (columns + error.column()).max(1))
        });
        let mut detail = plain(&detail).unwrap_or(detail);
        if let Some((end, _)) = detail.char_indices().nth(ParseError::LONGEST_DETAIL) {
            detail.truncate(end);
            detail.push('…');
        }
        ParseError::malformed(place, detail)
    }
}

/// What serde says of JSON, without the place: where it knows that, it says it twice, in words and in numbers.
#[cfg(feature = "json")]
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let mut detail = error.to_string();
    let words = format!(" at line {} column {}", error.line(), error.column());
    detail.truncate(detail.strip_suffix(&words).unwrap_or(&detail).len());
    detail
}

/// What serde says in other words: what there is, and what must be there.
#[cfg(feature = "json")]
fn plain(detail: &str) -> Option<String> {
    let name = |start: &str| detail.strip_prefix(start)?.strip_suffix('`');
    if let Some(name) = name("duplicate field `") {
        return Some(format!("{name} is given twice"));
    }
    if let Some(name) = name("missing field `") {
        return Some(format!("{name} is missing"));
    }
    if detail == "trailing characters" {
        return Some("there is more text after the end of the JSON".to_owned());
    }
    if let Some(what) = detail.strip_prefix("EOF while parsing ") {
        return Some(format!("the text ends in the middle of {what}"));
    }
    if let Some(what) = detail.strip_prefix("expected ") {
        return Some(format!("must be {what} here"));
    }
    let (found, expected) = detail.strip_prefix("invalid ")?.rsplit_once(", expected ")?;
    if let Some(length) = found.strip_prefix("length ") {
        return Some(format!("must be {expected}, and has {length} elements"));
    }
    let (_, found) = found.split_once(": ")?;
    let value = ["integer", "floating point", "boolean", "string", "character"]
        .iter()
        .find_map(|kind| found.strip_prefix(kind)?.strip_prefix(' '))
        .map(|value| value.trim_matches('`'));
    let found = match found {
        "sequence" => "a list",
        "map" => "an object",
        _ => value.unwrap_or(found),
    };
    Some(format!("must be {expected}, and is {found}"))
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Block { row, column } => write!(f, "row {row}, column {column} of the blocks"),
            Place::Address(address) => write!(f, "cell [{address}]"),
            Place::Node { number } => write!(f, "cell {number} of the graph"),
            Place::Text { line, column } => write!(f, "line {line}, column {column}"),
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
