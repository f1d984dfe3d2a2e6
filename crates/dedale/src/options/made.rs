//! Mazes as they are made, and why they are not.

use std::convert::Infallible;
use std::error::Error;
use std::{fmt, io};

use super::{InvalidOptions, NoneFound};
use crate::format::Format;
use crate::grid::{Mesh, Square};
use crate::observe::Stopped;
use crate::picture::Picture;

/// A maze that was made, with all that is known of it.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one of it at a time, and most mazes are of plain squares")]
pub enum Made {
    /// Of plain squares.
    Squares(Picture<Square>),
    /// On any other grid.
    Mesh(Picture<Mesh>),
}

impl Made {
    /// The whole maze in a format, for mazes that are known to be small; `None` where the format [cannot say](Format::can_write) its grid.
    ///
    /// ```
    /// use dedale::{Format, MazeBuilder, grid::GridKind};
    /// let made = MazeBuilder::default().grid(GridKind::Triangle).size(9, 6).seed(7).make()?;
    /// assert!(made.to_bytes(Format::Svg(Default::default())).is_some());
    /// assert_eq!(made.to_bytes(Format::Ascii), None);
    /// # Ok::<(), dedale::options::MakeError>(())
    /// ```
    pub fn to_bytes(&self, format: Format) -> Option<Vec<u8>> {
        match self {
            Made::Squares(picture) => Some(picture.to_bytes(format)),
            Made::Mesh(picture) => picture.to_bytes(format),
        }
    }

    /// Writes the maze as [`Picture::write_to`] does.
    ///
    /// # Errors
    ///
    /// Those of [`Picture::write_to`].
    pub fn write_to(&self, format: Format, out: &mut impl io::Write) -> io::Result<()> {
        match self {
            Made::Squares(picture) => picture.write_to(format, out),
            Made::Mesh(picture) => picture.write_to(format, out),
        }
    }

    /// The maze, if it is one of plain squares.
    pub fn into_squares(self) -> Option<Picture<Square>> {
        if let Made::Squares(picture) = self { Some(picture) } else { None }
    }

    /// The maze, if it is one on any other grid.
    pub fn into_mesh(self) -> Option<Picture<Mesh>> {
        if let Made::Mesh(picture) = self { Some(picture) } else { None }
    }
}

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
