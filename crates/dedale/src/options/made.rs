//! Why a maze is not made.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;

use super::{InvalidOptions, NoneFound};
use crate::observe::Stopped;

/// Why a maze is not made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MakeError<S = Infallible> {
    /// The observer stopped the work.
    Stopped(S),
    /// Only the grid shows that the options are wrong.
    Invalid(InvalidOptions),
    /// No attempt has what is wanted.
    NoneFound(NoneFound),
}

impl<S> MakeError<S> {
    /// The same as an error of work that is not stopped, or why it was.
    ///
    /// # Errors
    ///
    /// What the observer said when it stopped the work.
    pub fn unless_stopped<E>(self) -> Result<MakeError<E>, S> {
        match self {
            MakeError::Stopped(stop) => Err(stop),
            MakeError::Invalid(invalid) => Ok(MakeError::Invalid(invalid)),
            MakeError::NoneFound(none) => Ok(MakeError::NoneFound(none)),
        }
    }
}

impl<S: fmt::Display> fmt::Display for MakeError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MakeError::Stopped(stop) => stop.fmt(f),
            MakeError::Invalid(invalid) => invalid.fmt(f),
            MakeError::NoneFound(none) => none.fmt(f),
        }
    }
}

impl<S: Error + 'static> Error for MakeError<S> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            MakeError::Stopped(stop) => Some(stop),
            MakeError::Invalid(invalid) => Some(invalid),
            MakeError::NoneFound(none) => Some(none),
        }
    }
}

impl<S> From<InvalidOptions> for MakeError<S> {
    fn from(invalid: InvalidOptions) -> MakeError<S> {
        MakeError::Invalid(invalid)
    }
}

impl From<Stopped> for MakeError<Stopped> {
    fn from(stopped: Stopped) -> MakeError<Stopped> {
        MakeError::Stopped(stopped)
    }
}

impl<S> From<NoneFound> for MakeError<S> {
    fn from(none: NoneFound) -> MakeError<S> {
        MakeError::NoneFound(none)
    }
}
