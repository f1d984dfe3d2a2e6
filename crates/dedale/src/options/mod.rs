//! What maze is wanted: its algorithm, grid, size, seed and edits, checked once.
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
pub(crate) use ends::outer_sides;
pub use ends::{ANY_EXIT, Ends, EndsRule, parse_address, parse_place};
pub use limits::SizeLimits;
pub use option::MazeOption;
pub use table::OPTIONS;
pub use wanted::{DIFFICULTY_SAMPLE, NoneFound};

use std::convert::Infallible;
use std::fmt;

use crate::about::InvalidValue;
use crate::generate::{Algorithm, GENERATOR_VERSION, Quilt, Rectangle};
use crate::grid::Side;
use crate::observe::Stopped;
use crate::picture::Metadata;
use crate::rng::{MAX_SEED, Rng, Stream};

use self::edits::Edits;
use self::ends::{Goal, NamedWall};

/// One option that is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidOption {
    /// The option, by the name that it has in text: `w` for the columns, `h` for the rows, `from` for the entrance, `to` for the
    /// exit.
    pub option: &'static str,
    /// Which of its values is wrong, from 0, where it has several (`remove`).
    pub index: usize,
    /// The reason, and what is allowed.
    pub reason: InvalidValue,
}

impl InvalidOption {
    /// The value number `index` of an option is wrong.
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
    /// One option is wrong.
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
    /// Only the grid shows that the options are wrong.
    Invalid(InvalidOptions),
    /// No attempt has what is wanted.
    NoneFound(NoneFound),
}

impl<S> MakeError<S> {
    /// The same as an error of work that is not stopped; or else what the observer said when it stopped the work.
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

/// A maze that can be made, whole or in part, on whatever grid: algorithm, size, seed and all options, checked.
///
/// A part of a maze, with [`window`](MazeOptions::window), is made without the rest. That maze may have up to `2^53 − 1` cells a side. The part
/// is, cell for cell, what is there in the whole maze, and its sides are closed only where a wall is.
///
/// Its [`Display`](fmt::Display) is `name=value` pairs with `&` between them, which can be parsed again. As a query, they ask the service
/// for the same maze.
#[derive(Clone, Debug, PartialEq)]
pub struct MazeOptions {
    /// The options that were set, and those that follow from them.
    set: MazeBuilder,
}

impl MazeOptions {
    /// The algorithm, with its own options.
    pub fn algorithm(&self) -> &Algorithm {
        &self.set.algorithm
    }

    /// The name of the algorithm; `None` of open ground, which none has made.
    pub fn made_by(&self) -> Option<&'static str> {
        (!self.is_open_ground()).then(|| self.set.algorithm.name())
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.set.seed
    }

    /// The same with another seed, `0 ..= MAX_SEED`, of which the lowest 53 bits are taken.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> MazeOptions {
        let mut options = self.clone();
        options.set_seed(seed);
        options
    }

    /// Sets another seed, as [`with_seed`](MazeOptions::with_seed) does.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.set.seed = seed & MAX_SEED;
    }

    /// The random numbers of a part of the work.
    fn rng(&self, stream: Stream) -> Rng {
        Rng::new(self.set.seed, stream)
    }

    /// The row and column of the entrance and of the exit, in cells of the whole maze, where they do not depend on its walls; `None` where they
    /// do, and on other grids than plain squares.
    pub fn places(&self) -> Option<[[u64; 2]; 2]> {
        match self.ends() {
            _ if !self.is_plain() => None,
            EndsRule::Random => Some(ends::drawn(self.size()?, self.seed())),
            _ => self.set.known_places(),
        }
    }

    /// The rule for the entrance and the exit, unless they were set.
    fn ends(&self) -> EndsRule {
        self.set.ends.unwrap_or_default()
    }

    /// Whether the exit is the nearest opening.
    pub fn ends_at_any_exit(&self) -> bool {
        self.set.to == Some(Goal::AnyExit)
    }

    /// The quilt that it is a part of; `None` with another algorithm.
    pub(crate) fn quilt(&self) -> Option<Quilt> {
        let Algorithm::Quilt { passes } = *self.algorithm() else { return None };
        let [columns, rows] = self.size()?;
        Quilt::new(columns, rows, self.seed(), passes).ok()
    }

    /// Another part of the same maze of squares, which is known to lie in it.
    pub(crate) fn part(&self, zoom_level: u32, window: Rectangle) -> MazeOptions {
        let mut part = self.clone();
        (part.set.level, part.set.window) = (Some(zoom_level), Some(window));
        part
    }

    /// The options as those that were set.
    pub(crate) fn into_builder(self) -> MazeBuilder {
        self.set
    }

    /// Whether it has options that need the whole maze.
    pub(crate) fn needs_whole(&self) -> bool {
        self.set.whole_maze_options().next().is_some()
    }

    /// The walls that are removed of plain squares.
    pub(crate) fn removed(&self) -> impl Iterator<Item = ([u64; 2], Side)> {
        self.set.remove.iter().filter_map(NamedWall::on_squares)
    }

    /// Whether the outer wall is opened at both ends.
    pub fn has_doors(&self) -> bool {
        self.set.edits.doors
    }

    /// What JSON says of a maze of plain squares, or of a part of it, before its cells. Where its ends depend on its walls, they are left at 0.
    pub fn metadata(&self) -> Metadata {
        let [from, to] = self.places().unwrap_or_default();
        let mut metadata = Metadata::new(self.size().unwrap_or_default(), from, to);
        metadata.window = self.window().map(|Rectangle { row, column, rows, columns }| [row, column, rows, columns]);
        metadata.zoom_level = Some(self.zoom_level()).filter(|&level| level > 0);
        self.tell(&mut metadata);
        metadata
    }

    /// Notes how the maze is made.
    fn tell(&self, metadata: &mut Metadata) {
        metadata.algo = self.made_by();
        metadata.seed = Some(self.seed());
        metadata.generator = Some(GENERATOR_VERSION);
        metadata.options = Some(self.shaping());
        metadata.ends = self.ends_asked();
    }

    /// Whether it costs something to enter a cell.
    pub(crate) fn is_weighted(&self) -> bool {
        self.set.edits.weights.is_some()
    }

    /// Whether there may be more than one way between two cells.
    pub(crate) fn has_loops(&self) -> bool {
        let Edits { rooms, braid, max_dead_end, max_walls, .. } = &self.set.edits;
        let is_joined = braid.is_some() || max_dead_end.is_some();
        let is_opened = *rooms > 0 || is_joined || max_walls.is_some() || !self.set.remove.is_empty();
        is_opened || self.is_open_ground() || !self.algorithm().info().perfect
    }
}
