//! The options of a maze: its algorithm, grid, size, seed and edits, checked once.
//!
//! A [`MazeBuilder`] takes options one by one, typed or as text. [`MazeBuilder::options`] checks them all together
//! and reports everything that is wrong at once. The [`MazeOptions`] that it returns needs no further checks, except for what only
//! the grid itself shows, and for a `length` or `difficulty` that no maze has, which [`find`](MazeOptions::find) refuses.

mod builder;
mod carving;
mod check;
mod cost;
mod edits;
mod ends;
mod ground;
mod limits;
mod make;
mod option;
mod option_grid;
mod possible;
mod table;
pub(crate) mod wanted;

pub use builder::MazeBuilder;
pub use ends::{ANY_EXIT, Ends, EndsRule, parse_address, parse_place};
pub use limits::SizeLimits;
pub use option::MazeOption;
pub use table::OPTIONS;
pub use wanted::{DIFFICULTY_SAMPLE, NotFoundError};

use std::convert::Infallible;
use std::fmt;

use crate::about::InvalidValue;
use crate::edit::{DoesNotFitError, OnTheWay};
use crate::generate::{Algorithm, GENERATOR_VERSION, Quilt, Rectangle};
use crate::grid::{Mask, Side};
use crate::observe::Stopped;
use crate::picture::Metadata;
use crate::rng::{MAX_SEED, Rng, Stream};

use self::edits::Edits;
use self::ends::{Goal, NamedWall};

/// One option that is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidOption {
    /// The name of the option: `w` for the columns, `h` for the rows, `from` for the entrance, `to` for the exit.
    pub option: &'static str,
    /// The number of the wrong value, from 0, if the option has several (`remove`).
    pub index: usize,
    /// The reason, and what is allowed.
    pub reason: InvalidValue,
}

impl InvalidOption {
    /// Creates the error that the value number `index` of an option is wrong.
    fn new(option: &'static str, index: usize, reason: impl Into<InvalidValue>) -> InvalidOption {
        InvalidOption { option, index, reason: reason.into() }
    }
}

impl fmt::Display for InvalidOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.option, self.reason)
    }
}

/// Everything that is wrong with the options of a maze: at least one [`InvalidOption`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidOptions(pub Vec<InvalidOption>);

impl InvalidOptions {
    /// Creates the error that one option is wrong.
    pub fn one(option: &'static str, reason: impl Into<InvalidValue>) -> InvalidOptions {
        InvalidOptions(vec![InvalidOption::new(option, 0, reason)])
    }
}

impl fmt::Display for InvalidOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(InvalidOption::to_string).collect::<Vec<_>>().join("; "))
    }
}

impl std::error::Error for InvalidOptions {}

/// Why a maze is not made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MakeError<S = Infallible> {
    /// The observer stopped the work.
    Stopped(S),
    /// The grid shows that the options are wrong.
    Invalid(InvalidOptions),
    /// No attempt has what is wanted.
    NotFound(NotFoundError),
    /// The maze has too few places for what an option asks for.
    DoesNotFit {
        /// The name of the option.
        option: &'static str,
        /// What is asked for, and what there is room for.
        error: DoesNotFitError,
    },
}

impl<S> MakeError<S> {
    /// Returns this as an error of work that is not stopped, or the error with which the observer stopped the work.
    pub fn unless_stopped<E>(self) -> Result<MakeError<E>, S> {
        match self {
            MakeError::Stopped(stop) => Err(stop),
            MakeError::Invalid(invalid) => Ok(MakeError::Invalid(invalid)),
            MakeError::NotFound(none) => Ok(MakeError::NotFound(none)),
            MakeError::DoesNotFit { option, error } => Ok(MakeError::DoesNotFit { option, error }),
        }
    }
}

impl<S: fmt::Display> fmt::Display for MakeError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MakeError::Stopped(stop) => stop.fmt(f),
            MakeError::Invalid(invalid) => invalid.fmt(f),
            MakeError::NotFound(none) => none.fmt(f),
            MakeError::DoesNotFit { option, error } => write!(f, "{option}: {error}"),
        }
    }
}

impl<S: fmt::Debug + fmt::Display> std::error::Error for MakeError<S> {}

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

/// A maze that can be made, whole or in part, on any grid: algorithm, size, seed and all options, checked.
///
/// A part of a maze, with [`window`](MazeOptions::window), is made without the rest. The maze may have sides of up to `2^53 − 1` cells. The
/// part has exactly the passages of the whole maze, also those that lead out of it.
///
/// Its [`Display`](fmt::Display) writes `name=value` pairs with `&` between them, which can be parsed again. As a query, they request the
/// same maze from the service.
#[derive(Clone, Debug, PartialEq)]
pub struct MazeOptions {
    /// The options that were set, and those that follow from them.
    set: MazeBuilder,
}

impl MazeOptions {
    /// Returns the algorithm, with its own options.
    pub fn algorithm(&self) -> &Algorithm {
        &self.set.algorithm
    }

    /// Returns the name of the algorithm; `None` for open ground, which needs none.
    pub fn made_by(&self) -> Option<&'static str> {
        (!self.is_open_ground()).then(|| self.set.algorithm.name())
    }

    /// Returns the seed.
    pub fn seed(&self) -> u64 {
        self.set.seed
    }

    /// Returns these options with another seed, `0 ..= MAX_SEED`, or with its lowest 53 bits if it is larger.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> MazeOptions {
        let mut options = self.clone();
        options.set_seed(seed);
        options
    }

    /// Returns what is read on the way to the exit.
    pub fn on_the_way(&self) -> Option<OnTheWay> {
        self.set.edits.on_the_way().map(|(_, what)| what)
    }

    /// Returns these options with something else to be read on the way to the exit, or nothing. No wall depends on it.
    #[must_use]
    pub fn with_on_the_way(&self, what: Option<OnTheWay>) -> MazeOptions {
        let mut options = self.clone();
        options.set.edits.set_on_the_way(what);
        options
    }

    /// Returns the shape that the way shows.
    pub fn reveal(&self) -> Option<&Mask> {
        self.set.reveal.as_ref()
    }

    /// Returns these options with another shape that the way shows.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] if there is no room for the shape, or if other options do not go with one.
    pub fn with_reveal(&self, shape: Mask) -> Result<MazeOptions, InvalidOptions> {
        self.set.clone().reveal(shape).options()
    }

    /// Sets another seed, as [`with_seed`](MazeOptions::with_seed) does.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.set.seed = seed & MAX_SEED;
    }

    /// Returns the generator of random numbers for a part of the work.
    fn rng(&self, stream: Stream) -> Rng {
        Rng::new(self.set.seed, stream)
    }

    /// Returns the row and column of the entrance and of the exit, in cells of the whole maze. `None` if they depend on the walls, and on
    /// grids other than plain squares.
    pub fn places(&self) -> Option<[[u64; 2]; 2]> {
        match self.ends() {
            _ if !self.is_plain() => None,
            EndsRule::Random => Some(ends::drawn(self.size()?, self.seed())),
            _ => self.set.known_places(),
        }
    }

    /// Returns the rule for the entrance and the exit, unless they were set.
    fn ends(&self) -> EndsRule {
        self.set.ends.unwrap_or_default()
    }

    /// Returns true if the exit is the nearest opening.
    pub fn ends_at_any_exit(&self) -> bool {
        self.set.to == Some(Goal::AnyExit)
    }

    /// Returns the quilt, if that is the algorithm.
    pub(crate) fn quilt(&self) -> Option<Quilt> {
        let Algorithm::Quilt { passes } = *self.algorithm() else { return None };
        let [columns, rows] = self.size()?;
        Quilt::new(columns, rows, self.seed(), passes).ok()
    }

    /// Returns another part of the same maze of squares, which must be inside of it.
    pub(crate) fn part(&self, zoom_level: u32, window: Rectangle) -> MazeOptions {
        let mut part = self.clone();
        (part.set.level, part.set.window) = (Some(zoom_level), Some(window));
        part
    }

    /// Returns a builder with these options.
    pub(crate) fn into_builder(self) -> MazeBuilder {
        self.set
    }

    /// Returns true if it has options that need the whole maze.
    pub(crate) fn needs_whole(&self) -> bool {
        self.set.whole_maze_options().next().is_some()
    }

    /// Returns the walls that are removed from plain squares.
    pub(crate) fn removed(&self) -> impl Iterator<Item = ([u64; 2], Side)> {
        self.set.remove.iter().filter_map(NamedWall::on_squares)
    }

    /// Returns true if the outer wall is opened at both ends.
    pub fn has_doors(&self) -> bool {
        self.set.edits.doors
    }

    /// Returns the metadata of a maze of plain squares, or of a part of it. Ends that depend on the walls are left at 0.
    pub fn metadata(&self) -> Metadata {
        let [from, to] = self.places().unwrap_or_default();
        let mut metadata = Metadata::new(self.size().unwrap_or_default(), from, to);
        metadata.window = self.window().map(|Rectangle { row, column, rows, columns }| [row, column, rows, columns]);
        metadata.zoom_level = Some(self.zoom_level()).filter(|&level| level > 0);
        self.describe(&mut metadata);
        metadata
    }

    /// Notes how the maze is made.
    fn describe(&self, metadata: &mut Metadata) {
        metadata.algo = self.made_by();
        metadata.seed = Some(self.seed());
        metadata.generator = Some(GENERATOR_VERSION);
        metadata.options = Some(self.shaping());
        metadata.ends = self.ends_asked();
    }

    /// Returns true if cells have weights.
    pub(crate) fn is_weighted(&self) -> bool {
        self.set.edits.weights.is_some()
    }

    /// Returns true if there may be more than one way between two cells.
    pub(crate) fn has_loops(&self) -> bool {
        let Edits { rooms, braid, max_dead_end, max_walls, .. } = &self.set.edits;
        let is_joined = braid.is_some() || max_dead_end.is_some();
        let is_opened = *rooms > 0 || is_joined || max_walls.is_some() || !self.set.remove.is_empty();
        is_opened || self.is_open_ground() || !self.algorithm().info().perfect
    }
}
