//! How often dead ends are hung on each level of a quilt.

use std::fmt;
use std::str::FromStr;

use crate::about::{InvalidValue, parse_whole};

/// The number of passes in which a [quilt](crate::Algorithm::Quilt) hangs dead ends on each level, `0 ..= 8`.
///
/// ```
/// use dedale::generate::Passes;
/// assert_eq!(Passes::default().to_string(), "4");
/// assert!("8".parse::<Passes>().is_ok() && "9".parse::<Passes>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Passes(u8);

impl Passes {
    /// The largest number of passes.
    pub(crate) const MAX: u8 = 8;

    /// Four passes, with which the borders of the blocks can no longer be seen.
    pub(crate) const DEFAULT: Passes = Passes(4);

    /// [`DEFAULT`](Passes::DEFAULT) as text.
    pub(super) const DEFAULT_TEXT: &str = "4";

    /// Returns the number of passes.
    pub(crate) const fn get(self) -> u8 {
        self.0
    }
}

impl Default for Passes {
    /// Four passes.
    fn default() -> Passes {
        Passes::DEFAULT
    }
}

impl FromStr for Passes {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Passes, InvalidValue> {
        parse_whole(text, 0..=Passes::MAX.into()).map(|number| Passes(number as u8))
    }
}

impl fmt::Display for Passes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
