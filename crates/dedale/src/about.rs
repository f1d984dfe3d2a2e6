//! Options that are set and read by name, which the tables of algorithms, of solvers and of options of a maze share.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// An option of `T`, an [`Algorithm`](crate::generate::Algorithm), a [`Solver`](crate::solve::Solver) or a
/// [`MazeBuilder`](crate::options::MazeBuilder): its texts, and how it is set and read by name.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(bound = ""))]
#[non_exhaustive]
pub struct OptionInfo<T: 'static> {
    /// The name, as in text.
    pub name: &'static str,
    /// The names of its values; empty if its values are numbers.
    pub values: &'static [&'static str],
    /// The default, as text.
    pub default: &'static str,
    /// What it does.
    pub description: &'static str,
    /// Sets the option to the value that the text names. Does nothing to a variant that does not have the option.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub set: fn(&mut T, &str) -> Result<(), InvalidValue>,
    /// Returns the value as text, which `set` can read; empty for a variant that does not have the option.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub get: fn(&T) -> String,
}

impl<T> OptionInfo<T> {
    /// What most entries of tables share: no name, no values and no effect.
    pub(crate) const DEFAULTS: OptionInfo<T> =
        OptionInfo { name: "", values: &[], default: "", description: "", set: |_, _| Ok(()), get: |_| String::new() };
}

/// How the cost of an algorithm or a solver grows with the number of cells.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Growth {
    /// This much for each cell.
    Linear(u64),
    /// This much for each cell, times one more than the binary logarithm of their number.
    Logarithmic(u64),
    /// In proportion to the number of cells to the power of 1.5, like the moves of a random walk in a maze, up to a maximum.
    Walk(f64, u64),
    /// This much for each pair of cells.
    Quadratic(f64),
}

impl Growth {
    /// Returns the cost of this many cells, or [`u64::MAX`] if it is larger.
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

/// The error of a text that is not a value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidValue {
    /// What is wrong.
    pub kind: InvalidValueKind,
    /// The reason, as a sentence without its subject, such as "must be odd".
    reason: String,
}

/// What is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidValueKind {
    /// The values are names, and this is none of them. Has all names that are allowed.
    Unknown(&'static [&'static str]),
    /// It cannot be parsed. Has an example of what can.
    Unreadable(&'static str),
    /// It is text with other characters than these.
    Letters(&'static str),
    /// It is a number outside of a range, or not a number. Has the least and the largest number.
    NotBetween([String; 2]),
    /// It is less than this number.
    TooLittle(String),
    /// It is more than this number.
    TooMuch(String),
    /// It is valid, but exceeds a limit.
    TooLarge(OverLimit),
    /// It is not a multiple of this number.
    NoMultiple(u64),
    /// There is no such cell. Has the address of the last one.
    NoCell(String),
    /// The cell is inside of the maze, and must be at its border.
    Inside,
    /// The cell has no such side. Has the sides that it has.
    NoSide(String),
    /// The grid has too few cells for it. Has the smallest size, such as `9 × 9` or `rings=5`.
    TooSmall(String),
    /// It divides a grid into this many parts that are not connected.
    Parts(u32),
    /// It requires another option, or a value of one, such as `mask` or `algo=quilt`.
    Needs(String),
    /// It is not valid together with another option, or with a value of one.
    Conflict(String),
    /// It is not valid with the grid or the algorithm.
    Unsupported,
    /// Another fault.
    Other,
}

impl InvalidValueKind {
    /// Creates the error of a value with this fault, for this reason.
    pub fn with_reason(self, reason: impl Into<String>) -> InvalidValue {
        InvalidValue { kind: self, reason: reason.into() }
    }
}

/// A limit that is exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct OverLimit {
    /// The name of what is limited, such as `cells`.
    pub limit: &'static str,
    /// The largest allowed number.
    pub max: u64,
    /// The number that exceeds it. If counting ends at the first one too many, the true number may be larger.
    pub asked: u64,
}

impl OverLimit {
    /// Returns the first limit that these columns and rows exceed: of columns, of rows, or of cells.
    pub(crate) fn of_size([columns, rows]: [u64; 2], most: [u64; 2], max_cells: u64) -> Option<OverLimit> {
        let counts = [
            ("columns", most[0], columns),
            ("rows", most[1], rows),
            ("cells", max_cells, columns.saturating_mul(rows)),
        ];
        let mut all = counts.into_iter().map(|(limit, max, asked)| OverLimit { limit, max, asked });
        all.find(|over| over.asked > over.max)
    }

    /// Creates the error of a value that exceeds the limit, for this reason.
    pub fn with_reason(self, reason: impl Into<String>) -> InvalidValue {
        InvalidValueKind::TooLarge(self).with_reason(reason)
    }
}

impl InvalidValue {
    /// Creates the error of a value that is none of these names.
    pub fn unknown(allowed: &'static [&'static str]) -> InvalidValue {
        InvalidValueKind::Unknown(allowed).with_reason(format!("must be one of {}", allowed.join(", ")))
    }

    /// Creates the error of a value that is outside of this range, or not a number. `what` says what it must be, such as `a whole number `.
    pub(crate) fn out_of_range<T: fmt::Display>(what: &str, range: &RangeInclusive<T>) -> InvalidValue {
        let [least, most] = [range.start(), range.end()].map(T::to_string);
        let reason = format!("must be {what}between {least} and {most}");
        InvalidValueKind::NotBetween([least, most]).with_reason(reason)
    }

    /// Creates the error of a value that requires this option, or this value of one.
    pub fn needs(other: impl Into<String>) -> InvalidValue {
        let other = other.into();
        let reason = format!("is only valid with {other}");
        InvalidValueKind::Needs(other).with_reason(reason)
    }

    /// Creates the error of a value that is not valid together with this option, or with this value of one: only one of both can be given.
    pub fn conflict(other: impl Into<String>) -> InvalidValue {
        InvalidValue::conflict_since(other, ": give one or the other")
    }

    /// Creates the error of a value that is not valid together with this option, or with this value of one. `more` is the rest of the
    /// sentence.
    pub fn conflict_since(other: impl Into<String>, more: &str) -> InvalidValue {
        let other = other.into();
        let reason = format!("does not go with {other}{more}");
        InvalidValueKind::Conflict(other).with_reason(reason)
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for InvalidValue {}

impl From<String> for InvalidValue {
    fn from(reason: String) -> InvalidValue {
        InvalidValueKind::Other.with_reason(reason)
    }
}

impl From<&str> for InvalidValue {
    fn from(reason: &str) -> InvalidValue {
        InvalidValueKind::Other.with_reason(reason)
    }
}

/// An enum whose variants have names, in the order in which messages list them. As text, it is its name, whose case is ignored.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* $vis:vis enum $type:ident { $($(#[$of:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$about])*
        $vis enum $type {
            $($(#[$of])* $variant),*
        }

        impl $type {
            /// All variants, in the order in which messages list them.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];

            /// Their names, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Returns the name, as in options.
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
                known.copied().ok_or_else(|| $crate::about::InvalidValue::unknown($type::NAMES))
            }
        }
    };
}
pub(crate) use named;

/// How an option of a single variant is set from text and written as text.
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
            ..OptionInfo::DEFAULTS
        }
    };
    ($text:ident) => { $text.parse() };
    ($text:ident, $parse:expr) => { $parse($text) };
}
pub(crate) use own_option;

/// Returns the name of an algorithm or a solver as in tables: in lower case, with `-` for `_`.
pub(crate) fn normalized_name(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// Returns the greatest common divisor of two numbers. If one is 0, it is the other.
pub(crate) const fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Parses decimal digits, without a sign. Returns [`u64::MAX`] if the number is larger.
#[doc(hidden)]
pub fn parse_digits(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

/// Parses a number in this range, and returns it in thousandths, rounded.
#[doc(hidden)]
pub fn parse_thousandths(text: &str, range: RangeInclusive<f64>) -> Result<u32, InvalidValue> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number
        .map(|number: f64| (number * 1000.0).round() as u32)
        .ok_or_else(|| InvalidValue::out_of_range("a number ", &range))
}

/// Parses `true` or `false`.
pub(crate) fn parse_flag(text: &str) -> Result<bool, InvalidValue> {
    text.to_ascii_lowercase().parse().map_err(|_| InvalidValue::unknown(&["true", "false"]))
}

/// Parses a whole number in this range, in decimal digits.
#[doc(hidden)]
pub fn parse_whole(text: &str, range: RangeInclusive<u64>) -> Result<u64, InvalidValue> {
    parse_digits(text).filter(|number| range.contains(number)).ok_or_else(|| {
        let is_number = parse_digits(text.strip_prefix('-').unwrap_or(text)).is_some();
        let what = if is_number { "" } else { "a whole number " };
        InvalidValue::out_of_range(what, &range)
    })
}

/// Parses a whole number from 1 to `max`, the largest number of what `limit` names. A larger number is [`InvalidValueKind::TooLarge`].
#[doc(hidden)]
pub fn parse_within(text: &str, limit: &'static str, max: u64) -> Result<u64, InvalidValue> {
    match parse_digits(text) {
        Some(asked) if asked > max => {
            Err(OverLimit { limit, max, asked }.with_reason(format!("must be between 1 and {max}")))
        }
        _ => parse_whole(text, 1..=max),
    }
}

/// The numbers from a least one to a largest one, both included. As text, it is `40..60`, or a single number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Between<T> {
    pub(crate) least: T,
    pub(crate) most: T,
}

impl<T: Copy + PartialOrd> Between<T> {
    /// Creates the range from `least` to `most`; `None` unless they are in this order.
    pub fn new(least: T, most: T) -> Option<Between<T>> {
        (least <= most).then_some(Between { least, most })
    }

    /// Returns the least number.
    pub const fn least(self) -> T {
        self.least
    }

    /// Returns the largest number.
    pub const fn most(self) -> T {
        self.most
    }

    /// Returns true if the number is in the range.
    pub fn contains(self, number: T) -> bool {
        self.least <= number && number <= self.most
    }

    /// Parses a range, whose ends `end` parses: `A..B`, or a single number.
    pub(crate) fn parse(text: &str, end: impl Fn(&str) -> Option<T>) -> Option<Between<T>> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        Between::new(end(least)?, end(most)?)
    }
}

impl<T: fmt::Display + PartialEq> fmt::Display for Between<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Between { least, most } = self;
        if least == most { least.fmt(f) } else { write!(f, "{least}..{most}") }
    }
}

impl<T: Copy + PartialOrd + FromStr> FromStr for Between<T> {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Between<T>, InvalidValue> {
        let number = |text: &str| {
            // Digits, and perhaps a point between them.
            let is_number = text.splitn(2, '.').all(|digits| parse_digits(digits).is_some());
            text.parse().ok().filter(|_| is_number)
        };
        let reason = "must be a number, or a range that begins with the smaller one, such as 40..60";
        Between::parse(text, number).ok_or_else(|| InvalidValueKind::Unreadable("40..60").with_reason(reason))
    }
}

/// A share of a whole, `0 ..= 1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Share(f64);

impl FromStr for Share {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Share, InvalidValue> {
        Share::new(text.parse().unwrap_or(f64::NAN))
    }
}

impl Share {
    /// Nothing.
    pub(crate) const NONE: Share = Share(0.0);
    /// The whole.
    pub const ALL: Share = Share(1.0);

    /// Creates the share `value`, unless it is less than 0, more than 1 or not a number.
    pub fn new(value: f64) -> Result<Share, InvalidValue> {
        let why = || {
            InvalidValueKind::NotBetween(["0", "1"].map(str::to_owned))
                .with_reason("must be a number between 0 and 1, such as 0.5")
        };
        // Adding zero turns the negative zero into the ordinary one.
        if (0.0..=1.0).contains(&value) { Ok(Share(value + 0.0)) } else { Err(why()) }
    }

    /// Returns the number, `0 ..= 1`.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// Returns the share as the value of an option; `None` for 0, the default.
    pub(crate) fn shown(self) -> Option<OptionValue> {
        self.is_some().then_some(OptionValue::Number(self.0))
    }

    /// Returns true if it is more than 0.
    pub(crate) fn is_some(self) -> bool {
        self.0 > 0.0
    }

    /// Returns the share in units of 2^-53, rounded down.
    pub(crate) fn to_53_bits(self) -> u64 {
        // A product with a power of two is exact.
        (self.0 * (1_u64 << 53) as f64) as u64
    }

    /// Returns this share of `whole` things, rounded to the nearest number of them, with halves up.
    pub(crate) fn of(self, whole: u32) -> u32 {
        // The number of halves, rounded down, and then an odd one up.
        self.at_most_of_u64(2 * u64::from(whole)).div_ceil(2) as u32
    }

    /// Returns the largest number of `whole` things that is at most this share of them.
    pub(crate) fn at_most_of(self, whole: u32) -> u32 {
        self.at_most_of_u64(u64::from(whole)) as u32
    }

    fn at_most_of_u64(self, whole: u64) -> u64 {
        // The product may be rounded to either side of a whole number. Comparing the quotient, as a caller would, decides.
        let near = (whole as f64 * self.0) as u64;
        let fits = |count: u64| count <= whole && count as f64 / whole as f64 <= self.0;
        if fits(near + 1) {
            near + 1
        } else if near == 0 || fits(near) {
            near
        } else {
            near - 1
        }
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
    Text(Cow<'static, str>),
    /// Several texts.
    List(Vec<String>),
}

/// Writes the value as text.
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

macro_rules! values {
    ($($type:ty => $variant:ident,)*) => {
        $(impl From<$type> for OptionValue {
            fn from(value: $type) -> OptionValue {
                OptionValue::$variant(value.into())
            }
        })*
    };
}
values! {
    bool => Flag,
    f64 => Number,
    u32 => Whole,
    &'static str => Text,
    String => Text,
    Vec<String> => List,
}

impl OptionValue {
    /// Creates the value of a text: a whole number if it consists of digits.
    pub(crate) fn of_text(text: String) -> OptionValue {
        let whole = text.parse().ok().filter(|_| parse_digits(&text).is_some());
        whole.map_or_else(|| OptionValue::Text(text.into()), OptionValue::Whole)
    }
}
