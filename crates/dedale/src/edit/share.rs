//! A share of a whole: a number from 0 to 1.

use std::fmt;
use std::str::FromStr;

use crate::about::{InvalidValue, OptionValue, Why};

/// A share of a whole, `0 ..= 1`.
///
/// ```
/// use dedale::edit::Share;
/// assert!(Share::new(0.5)? < Share::new(0.75)?);
/// assert!(Share::new(1.5).is_err());
/// # Ok::<(), dedale::edit::NotAShare>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Share(f64);

/// The number is not between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NotAShare(pub f64);

impl fmt::Display for NotAShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a number between 0 and 1", self.0)
    }
}

impl From<NotAShare> for InvalidValue {
    fn from(_: NotAShare) -> InvalidValue {
        Why::NotBetween(["0".into(), "1".into()]).because("must be a number between 0 and 1, such as 0.5")
    }
}

impl std::error::Error for NotAShare {}

impl FromStr for Share {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Share, InvalidValue> {
        Ok(Share::new(text.parse().unwrap_or(f64::NAN))?)
    }
}

impl Share {
    /// Nothing.
    pub(crate) const NONE: Share = Share(0.0);
    /// The whole.
    pub const ALL: Share = Share(1.0);

    /// The share `value`.
    ///
    /// # Errors
    ///
    /// [`NotAShare`] when it is less than 0, more than 1 or not a number.
    pub fn new(value: f64) -> Result<Share, NotAShare> {
        // Adding zero turns the negative zero into the ordinary one.
        if (0.0..=1.0).contains(&value) { Ok(Share(value + 0.0)) } else { Err(NotAShare(value)) }
    }

    /// The number, `0 ..= 1`.
    pub const fn value(self) -> f64 {
        self.0
    }

    /// The share as the value of an option; `None` for nothing, the default.
    pub(crate) fn shown(self) -> Option<OptionValue> {
        self.is_some().then_some(OptionValue::Number(self.0))
    }

    /// Whether it is more than nothing.
    pub(crate) fn is_some(self) -> bool {
        self.0 > 0.0
    }

    /// The share in units of 2^-53, rounded down.
    pub(crate) fn to_53_bits(self) -> u64 {
        // A product with a power of two is exact.
        (self.0 * (1_u64 << 53) as f64) as u64
    }

    /// This share of `whole` things, rounded to the nearest number of them, halves up.
    pub(crate) fn of(self, whole: u32) -> u32 {
        // The number of halves, rounded down, and then the odd one up.
        self.at_most_of_u64(2 * u64::from(whole)).div_ceil(2) as u32
    }

    /// The largest number of `whole` things that is at most this share of them.
    pub(crate) fn at_most_of(self, whole: u32) -> u32 {
        self.at_most_of_u64(u64::from(whole)) as u32
    }

    fn at_most_of_u64(self, whole: u64) -> u64 {
        // The product may be rounded to either side of a whole number; comparing the quotient, as a caller would, decides.
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
