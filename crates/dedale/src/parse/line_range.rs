//! Which lines of a text are read.

use std::fmt;
use std::str::FromStr;

use crate::about::{InvalidValue, InvalidValueKind};

/// Some lines of a text, which are next to each other. The others are no part of the maze: a title, or a sentence below.
///
/// ```
/// use dedale::parse::LineRange;
/// let lines: LineRange = "3-20".parse()?;
/// assert_eq!(lines.to_string(), "3-20");
/// assert_eq!("3-".parse::<LineRange>()?.to_string(), "3-");
/// assert!("0-3".parse::<LineRange>().is_err() && "4-3".parse::<LineRange>().is_err());
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LineRange {
    /// The first line, from 1.
    pub(crate) first: u32,
    /// The last line, which is part of it; `None` for the last one of the text.
    pub(crate) last: Option<u32>,
}

fn unreadable() -> InvalidValue {
    InvalidValueKind::Unreadable("3-20")
        .with_reason("must be the first and the last line, from 1, as in 3-20; or 3- for all lines from there on")
}

impl FromStr for LineRange {
    type Err = InvalidValue;

    /// Parses `FIRST-LAST`, or `FIRST-` for all lines from there on.
    fn from_str(text: &str) -> Result<LineRange, InvalidValue> {
        let (first, last) = text.split_once('-').ok_or_else(unreadable)?;
        let number = |text: &str| text.parse().ok().filter(|&number| number > 0).ok_or_else(unreadable);
        let range = LineRange {
            first: number(first)?,
            last: Some(last).filter(|last| !last.is_empty()).map(number).transpose()?,
        };
        if range.last.is_some_and(|last| last < range.first) { Err(unreadable()) } else { Ok(range) }
    }
}

impl fmt::Display for LineRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-", self.first)?;
        self.last.map_or(Ok(()), |last| write!(f, "{last}"))
    }
}
