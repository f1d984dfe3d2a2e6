//! Options that are set and read by name: what the tables of algorithms, of solvers and of a maze's options share.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// An option of `T`, an [`Algorithm`](crate::generate::Algorithm), a [`Solver`](crate::solve::Solver) or a
/// [`MazeBuilder`](crate::options::MazeBuilder): its texts, and how it is set and read by its name.
///
/// Whatever reads or lists options goes through this, so that it names none of them.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(bound = ""))]
#[non_exhaustive]
pub struct OptionInfo<T: 'static> {
    /// The name, as in text.
    pub name: &'static str,
    /// The names that it can be set to; empty where its values are numbers.
    pub values: &'static [&'static str],
    /// The default, as text.
    pub default: &'static str,
    /// What it does.
    pub description: &'static str,
    /// Sets the option to the value that the text names. Does nothing to a variant that does not have the option.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] when the text names no value.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub set: fn(&mut T, &str) -> Result<(), InvalidValue>,
    /// The value as text, such that `set` reads it back; empty for a variant that does not have the option.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub get: fn(&T) -> String,
}

impl<T> OptionInfo<T> {
    /// An option without a name, a list of values and an effect, for tables.
    pub(crate) const PLAIN: OptionInfo<T> =
        OptionInfo { name: "", values: &[], default: "", description: "", set: |_, _| Ok(()), get: |_| String::new() };
}

/// How what an algorithm or a solver takes grows with the number of cells: the classes of all that is estimated.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Growth {
    /// This much for each cell.
    Linear(u64),
    /// This much for each cell, times one more than the binary logarithm of their number.
    Logarithmic(u64),
    /// In proportion to the number of cells to the power of 1.5, as the moves of a random walk in a maze; and the most that there are.
    Walk(f64, u64),
    /// This much for each pair of cells.
    Quadratic(f64),
}

impl Growth {
    /// What this many cells take; [`u64::MAX`] if it is more than that.
    ///
    /// ```
    /// use dedale::about::Growth;
    /// let growths = [Growth::Linear(3), Growth::Logarithmic(3), Growth::Walk(0.5, 900), Growth::Quadratic(0.5)];
    /// assert_eq!(growths.map(|growth| growth.of(64)), [192, 1344, 256, 2048]);
    /// ```
    pub fn of(self, cells: u64) -> u64 {
        let number = cells as f64;
        match self {
            Growth::Linear(each) => cells.saturating_mul(each),
            Growth::Logarithmic(each) => cells.saturating_mul(each * u64::from(1 + cells.max(1).ilog2())),
            Growth::Walk(each, most) => ((number * number.sqrt() * each) as u64).min(most),
            Growth::Quadratic(each) => (number * number * each) as u64,
        }
    }
}

/// Why a text is not a value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidValue {
    /// The values are names, and this is none of them.
    Unknown {
        /// Every name that is allowed.
        allowed: &'static [&'static str],
    },
    /// A number outside of a range, or no number.
    OutOfRange {
        /// The article of what it must be, if it is not even that: `a whole number `.
        what: &'static str,
        /// The least that it may be.
        least: String,
        /// The most.
        most: String,
    },
    /// It requires another option, or a value of one.
    Needs {
        /// The other option, such as `mask` or `algo=quilt`.
        other: String,
        /// More about it, which follows in the sentence.
        why: &'static str,
    },
    /// It does not go with another option, or with a value of one.
    Conflict {
        /// What it does not go with.
        other: String,
        /// More about it, which follows in the sentence.
        why: &'static str,
    },
    /// It leaves so many parts of a grid without a way between them.
    Parts(u32),
    /// It is wrong in another way.
    Because {
        /// In which.
        why: Why,
        /// The reason, as a sentence without its subject, such as "must be odd".
        reason: String,
    },
    /// It is understood, and larger than it may be.
    TooLarge {
        /// What is too large, and by how much.
        over: OverLimit,
        /// The reason, as a sentence without its subject.
        reason: String,
    },
}

/// In which way a value is wrong that has its own sentence as a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It is not written as it must be: an example of what is.
    Unreadable(&'static str),
    /// It is a number outside of a range: the least, and the most.
    NotBetween([String; 2]),
    /// It is less than this.
    TooLittle(String),
    /// It is more than this.
    TooMuch(String),
    /// It is no multiple of this number.
    NoMultiple(u64),
    /// There is no such cell: the address of the last one.
    NoCell(String),
    /// The cell is inside of the maze, and must be at its border.
    Inside,
    /// The cell has no such side: those that it has.
    NoSide(String),
    /// The grid has too few cells for it: the least size, such as `9 × 9` or `rings=5`.
    TooSmall(String),
    /// It does not go with the grid or the algorithm.
    Unsupported,
    /// Another one.
    Other,
}

impl Why {
    /// It is wrong in this way, for this reason.
    pub fn because(self, reason: impl Into<String>) -> InvalidValue {
        InvalidValue::Because { why: self, reason: reason.into() }
    }
}

/// A limit that is exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OverLimit {
    /// What is limited, such as `cells`.
    pub limit: &'static str,
    /// How many there may be at most.
    pub max: u64,
    /// How many there would be. Where counting ends with the first that is one too many, it is not known by how many there are more.
    pub asked: u64,
}

impl OverLimit {
    /// The first limit that these columns and rows exceed, in columns, rows and cells.
    pub(crate) fn of_size([columns, rows]: [u64; 2], most: [u64; 2], max_cells: u64) -> Option<OverLimit> {
        let counts = [
            ("columns", most[0], columns),
            ("rows", most[1], rows),
            ("cells", max_cells, columns.saturating_mul(rows)),
        ];
        let mut all = counts.into_iter().map(|(limit, max, asked)| OverLimit { limit, max, asked });
        all.find(|over| over.asked > over.max)
    }

    /// Something exceeds a limit, for this reason.
    pub fn because(self, reason: impl Into<String>) -> InvalidValue {
        InvalidValue::TooLarge { over: self, reason: reason.into() }
    }
}

impl InvalidValue {
    /// A number outside of this range, or no number.
    pub(crate) fn out_of_range<T: fmt::Display>(what: &'static str, range: &RangeInclusive<T>) -> InvalidValue {
        InvalidValue::OutOfRange { what, least: range.start().to_string(), most: range.end().to_string() }
    }

    /// It requires this option, or this value of one.
    pub fn needs(other: impl Into<String>) -> InvalidValue {
        InvalidValue::Needs { other: other.into(), why: "" }
    }

    /// It does not go with this option, or with this value of one: only one of both can be given.
    pub fn conflict(other: impl Into<String>) -> InvalidValue {
        InvalidValue::Conflict { other: other.into(), why: ": give one or the other" }
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidValue::Unknown { allowed } => write!(f, "must be one of {}", allowed.join(", ")),
            InvalidValue::OutOfRange { what, least, most } => write!(f, "must be {what}between {least} and {most}"),
            InvalidValue::Needs { other, why } => write!(f, "is only valid with {other}{why}"),
            InvalidValue::Conflict { other, why } => write!(f, "does not go with {other}{why}"),
            InvalidValue::Parts(parts) => {
                write!(f, "leaves {parts} parts without a way between them: parts=largest keeps the largest of them")
            }
            InvalidValue::Because { reason, .. } | InvalidValue::TooLarge { reason, .. } => f.write_str(reason),
        }
    }
}

impl std::error::Error for InvalidValue {}

impl From<String> for InvalidValue {
    fn from(reason: String) -> InvalidValue {
        Why::Other.because(reason)
    }
}

impl From<&str> for InvalidValue {
    fn from(reason: &str) -> InvalidValue {
        Why::Other.because(reason)
    }
}

/// An enum whose variants have names, in the order in which messages list them: as text it is its name, which is read in upper and in lower case.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* pub enum $type:ident { $($(#[$of:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$about])*
        pub enum $type {
            $($(#[$of])* $variant),*
        }

        impl $type {
            /// All there are, in the order in which messages name them.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// Their names, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The name, as in text.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),*
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::about::InvalidValue;

            fn from_str(name: &str) -> Result<$type, Self::Err> {
                let known = $type::ALL.iter().find(|known| known.name().eq_ignore_ascii_case(name));
                known.copied().ok_or($crate::about::InvalidValue::Unknown { allowed: $type::NAMES })
            }
        }
    };
}
pub(crate) use named;

/// How an option that one variant has is set from a text and shown as one.
macro_rules! own_option {
    ($owner:ident::$variant:ident { $field:ident } $(, $parse:expr)?) => {
        OptionInfo {
            name: stringify!($field),
            set: |owner, text| {
                if let $owner::$variant { $field } = owner {
                    *$field = own_option!(text $(, $parse)?)?;
                }
                Ok(())
            },
            get: |owner| if let $owner::$variant { $field } = owner { $field.to_string() } else { String::new() },
            ..OptionInfo::PLAIN
        }
    };
    ($text:ident) => { $text.parse() };
    ($text:ident, $parse:expr) => { $parse($text) };
}
pub(crate) use own_option;

/// The name of an algorithm or a solver as tables have it: in lower case, with `-` for `_`.
pub(crate) fn plain_name(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// A number of decimal digits alone, without a sign; [`u64::MAX`] where it is larger than that.
///
/// ```
/// use dedale::about::parse_digits;
/// assert_eq!(parse_digits("007"), Some(7));
/// assert_eq!(parse_digits("99999999999999999999"), Some(u64::MAX));
/// assert_eq!(parse_digits("+7"), None);
/// ```
pub fn parse_digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

/// A number of this range, rounded to thousandths: how many of these it is.
///
/// # Errors
///
/// [`InvalidValue::OutOfRange`] when it is something else.
///
/// ```
/// use dedale::about::parse_thousandths;
/// assert_eq!(parse_thousandths("1.2", 0.1..=100.0), Ok(1200));
/// assert_eq!(parse_thousandths("0", 0.1..=100.0).unwrap_err().to_string(), "must be a number between 0.1 and 100");
/// ```
pub fn parse_thousandths(text: &str, range: RangeInclusive<f64>) -> Result<u32, InvalidValue> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number
        .map(|number: f64| (number * 1000.0).round() as u32)
        .ok_or_else(|| InvalidValue::out_of_range("a number ", &range))
}

/// `true` or `false`.
pub(crate) fn parse_flag(text: &str) -> Result<bool, InvalidValue> {
    text.to_ascii_lowercase().parse().map_err(|_| InvalidValue::Unknown { allowed: &["true", "false"] })
}

/// A whole number of this range, in decimal digits.
///
/// # Errors
///
/// [`InvalidValue::OutOfRange`] when it is something else.
///
/// ```
/// use dedale::about::parse_whole;
/// assert_eq!(parse_whole("7", 1..=9), Ok(7));
/// assert_eq!(parse_whole("-7", 1..=9).unwrap_err().to_string(), "must be between 1 and 9");
/// assert_eq!(parse_whole("x", 1..=9).unwrap_err().to_string(), "must be a whole number between 1 and 9");
/// ```
pub fn parse_whole(text: &str, range: RangeInclusive<u64>) -> Result<u64, InvalidValue> {
    parse_digits(text).filter(|number| range.contains(number)).ok_or_else(|| {
        let is_number = parse_digits(text.strip_prefix('-').unwrap_or(text)).is_some();
        let what = if is_number { "" } else { "a whole number " };
        InvalidValue::out_of_range(what, &range)
    })
}

/// A whole number from 1 to `max`, the most of what `limit` names.
///
/// # Errors
///
/// [`InvalidValue::TooLarge`] for a larger number, and [`InvalidValue::OutOfRange`] when it is something else.
///
/// ```
/// use dedale::about::{InvalidValue, OverLimit, parse_within};
/// assert_eq!(parse_within("7", "rows", 9), Ok(7));
/// let InvalidValue::TooLarge { over, .. } = parse_within("12", "rows", 9).unwrap_err() else { panic!("it is a number") };
/// assert_eq!(over, OverLimit { limit: "rows", max: 9, asked: 12 });
/// assert_eq!(parse_within("0", "rows", 9).unwrap_err().to_string(), "must be between 1 and 9");
/// ```
pub fn parse_within(text: &str, limit: &'static str, max: u64) -> Result<u64, InvalidValue> {
    match parse_digits(text) {
        Some(asked) if asked > max => {
            Err(OverLimit { limit, max, asked }.because(format!("must be between 1 and {max}")))
        }
        _ => parse_whole(text, 1..=max),
    }
}

/// The numbers from a least one to a largest one, both included: as text `40..60`, or one number, which is both.
///
/// ```
/// use dedale::about::Range;
/// let length: Range<u32> = "40..60".parse()?;
/// assert_eq!((length.to_string(), length.contains(60)), ("40..60".to_owned(), true));
/// assert_eq!(Range::new(8.0, 12.5), "8..12.5".parse().ok());
/// assert_eq!((Range::new(5, 5), "5".to_owned()), ("5".parse().ok(), Range::new(5, 5).unwrap().to_string()));
/// assert!("60..40".parse::<Range<u32>>().is_err());
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range<T> {
    pub(crate) least: T,
    pub(crate) most: T,
}

impl<T: Copy + PartialOrd> Range<T> {
    /// From `least` to `most`; `None` unless they are in this order.
    pub fn new(least: T, most: T) -> Option<Range<T>> {
        (least <= most).then_some(Range { least, most })
    }

    /// The least number.
    pub const fn least(self) -> T {
        self.least
    }

    /// The largest number.
    pub const fn most(self) -> T {
        self.most
    }

    /// Whether the number is one of them.
    pub fn contains(self, number: T) -> bool {
        self.least <= number && number <= self.most
    }
}

impl<T: Copy + PartialOrd> Range<T> {
    /// Reads a range whose ends are read by `end`: `A..B`, or one of them, which is both.
    pub(crate) fn read(text: &str, end: impl Fn(&str) -> Option<T>) -> Option<Range<T>> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        Range::new(end(least)?, end(most)?)
    }
}

impl<T: fmt::Display + PartialEq> fmt::Display for Range<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Range { least, most } = self;
        if least == most { least.fmt(f) } else { write!(f, "{least}..{most}") }
    }
}

impl<T: Copy + PartialOrd + FromStr> FromStr for Range<T> {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Range<T>, InvalidValue> {
        let number = |text: &str| {
            // Digits, and perhaps a point between them.
            let is_number = text.splitn(2, '.').all(|digits| parse_digits(digits).is_some());
            text.parse().ok().filter(|_| is_number)
        };
        let reason = "must be a number, or a range that begins with the smaller one, such as 40..60";
        Range::read(text, number).ok_or_else(|| Why::Unreadable("40..60").because(reason))
    }
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
#[non_exhaustive]
pub enum OptionValue {
    /// Yes or no.
    Flag(bool),
    /// A number, such as a share between 0 and 1.
    Number(f64),
    /// A whole number.
    Whole(u64),
    /// A name, or another text.
    Text(String),
    /// Several texts.
    List(Vec<String>),
}

/// As in text.
impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(flag) => flag.fmt(f),
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Whole(number) => number.fmt(f),
            OptionValue::Text(text) => f.write_str(text),
            OptionValue::List(texts) => f.write_str(&texts.join(";")),
        }
    }
}

impl From<bool> for OptionValue {
    fn from(flag: bool) -> OptionValue {
        OptionValue::Flag(flag)
    }
}

impl From<u32> for OptionValue {
    fn from(number: u32) -> OptionValue {
        OptionValue::Whole(number.into())
    }
}

impl From<f64> for OptionValue {
    fn from(number: f64) -> OptionValue {
        OptionValue::Number(number)
    }
}

impl OptionValue {
    /// The value that this text means: a whole number if it consists of digits.
    pub(crate) fn of_text(text: String) -> OptionValue {
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_whole).map_or(OptionValue::Text(text), OptionValue::Whole)
    }
}

impl From<&str> for OptionValue {
    fn from(text: &str) -> OptionValue {
        OptionValue::Text(text.to_owned())
    }
}

impl From<String> for OptionValue {
    fn from(text: String) -> OptionValue {
        OptionValue::Text(text)
    }
}

impl From<Vec<String>> for OptionValue {
    fn from(texts: Vec<String>) -> OptionValue {
        OptionValue::List(texts)
    }
}
