//! Types that the tables of algorithms and of solvers share.

use std::fmt;

/// An option of one variant of `T`, where `T` is [`Algorithm`](crate::generate::Algorithm) or [`Solver`](crate::solve::Solver): its texts, and how it is set and
/// read by its name.
///
/// A query, a catalogue and a JSON document go through this, so that none of them names an option.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OptionInfo<T: 'static> {
    /// The name, as in a query.
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
    pub set: fn(&mut T, &str) -> Result<(), InvalidValue>,
    /// The value as text, such that `set` reads it back; empty for a variant that does not have the option.
    pub get: fn(&T) -> String,
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
    /// The reason, as a sentence without its subject, such as "must be between 0 and 9".
    Malformed(String),
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidValue::Unknown { allowed } => write!(f, "must be one of {}", allowed.join(", ")),
            InvalidValue::Malformed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for InvalidValue {}
