//! How often dead ends are re-attached.

use std::fmt;
use std::str::FromStr;

use crate::about::{InvalidValue, parse_whole};

/// How many passes of hanging a [quilt](crate::Algorithm::Quilt) makes on each level, `0 ..= 8`.
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

    /// Four: then the borders of the blocks cannot be seen any more.
    pub(crate) const DEFAULT: Passes = Passes(4);

    /// [`DEFAULT`](Passes::DEFAULT) as text.
    pub(super) const DEFAULT_TEXT: &str = "4";

    /// The number of passes.
    pub(crate) const fn get(self) -> u8 {
        self.0
    }
}

impl Default for Passes {
    /// Four.
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
