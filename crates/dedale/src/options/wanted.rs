//! Properties that a finished maze should have: its difficulty, and the length of its shortest path.

use std::fmt;
use std::str::FromStr;

use super::check::Faults;
use super::option::SHAPING;
use super::{MakeError, MazeBuilder, MazeOption};
use crate::about::{Between, InvalidValue, InvalidValueKind, named};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::measure::path_difficulty;
use crate::observe::Observer;
use crate::rng::attempt_seed;
use crate::solve::Solver;

named! {
    /// A third of the mazes with the same options, by their difficulty.
    #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
    pub(crate) enum Third {
        Easy = "easy",
        Medium = "medium",
        Hard = "hard",
    }
}

/// A wanted difficulty, as in [`Stats::difficulty`](crate::measure::Stats::difficulty).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Difficulty {
    /// In one of these thirds of the mazes with the same options.
    Thirds(Between<Third>),
    /// Of a number of bits in this range.
    Between(Between<f64>),
}

/// The number of first attempts that determine what is easy, medium and hard.
pub const DIFFICULTY_SAMPLE: u32 = 30;

impl Difficulty {
    /// Returns the bounds, given the sorted difficulties of the sample.
    pub(crate) fn bounds(self, sorted: &[f64]) -> [f64; 2] {
        let thirds = match self {
            Difficulty::Thirds(thirds) => thirds,
            Difficulty::Between(bits) => return [bits.least(), bits.most()],
        };
        // The last of the lower third, and the first of the upper one.
        let third = (sorted.len() / 3).max(1);
        let upper = sorted.len().saturating_sub(third);
        let [low, high] = [third - 1, upper].map(|place| sorted.get(place).copied().unwrap_or(f64::INFINITY));
        let inside = sorted.get(third..upper).unwrap_or_default();
        let least = match thirds.least() {
            Third::Easy => 0.0,
            Third::Medium => inside.first().copied().unwrap_or(low),
            Third::Hard => high,
        };
        let most = match thirds.most() {
            Third::Easy => low,
            Third::Medium => inside.last().copied().unwrap_or(high),
            Third::Hard => f64::INFINITY,
        };
        [least, most]
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difficulty::Thirds(thirds) => thirds.fmt(f),
            Difficulty::Between(bits) => bits.fmt(f),
        }
    }
}

impl FromStr for Difficulty {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Difficulty, InvalidValue> {
        let thirds = Between::parse(text, |word| word.parse().ok()).map(Difficulty::Thirds);
        let bits = || text.parse().ok().filter(|bits: &Between<f64>| bits.most().is_finite()).map(Difficulty::Between);
        thirds.or_else(bits).ok_or_else(|| {
            let reason = "must be easy, medium or hard, or a number of choices on the way; or a range of either, such as easy..medium or 8..12";
            InvalidValueKind::Unreadable("8..12").with_reason(reason)
        })
    }
}

pub(super) const DIFFICULTY: MazeOption = MazeOption {
    name: "difficulty",
    words: Third::NAMES,
    description: "The difficulty that is wanted: easy, medium or hard, a number of bits, or a range.",
    set: |builder, text| text.parse().map(|difficulty| builder.wanted.difficulty = Some(difficulty)),
    get: |builder| builder.wanted.difficulty.map(|difficulty| difficulty.to_string().into()),
    check: |builder, faults| builder.check_whole("difficulty", builder.wanted.difficulty.is_some(), faults),
    ..SHAPING
};

pub(super) const LENGTH: MazeOption = MazeOption {
    name: "length",
    description: "The range that the moves of the shortest path are to be in.",
    set: |builder, text| {
        let length = text.parse().map_err(|_| {
            InvalidValueKind::Unreadable("40..60")
                .with_reason("must be a number of moves, or a range of them such as 40..60")
        });
        length.map(|length| builder.wanted.length = Some(length))
    },
    get: |builder| builder.wanted.length.map(|length| length.to_string().into()),
    check: |builder, faults| {
        let is_alone = builder.wanted.length.is_some() && builder.wanted.difficulty.is_none();
        builder.check_whole("length", is_alone, faults);
    },
    ..SHAPING
};

impl MazeBuilder {
    /// Checks that a maze whose walls must be known can be made as a whole.
    fn check_whole(&self, option: &'static str, is_set: bool, faults: &mut Faults) {
        let Some([columns, rows]) = faults.size.filter(|_| is_set && self.is_plain()) else { return };
        if columns.saturating_mul(rows) > u32::MAX.into() {
            faults.add(option, format!("needs the whole maze, which may then have at most {} cells", u32::MAX));
        }
    }
}

/// The wanted properties of a maze.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Target {
    pub(crate) difficulty: Option<Difficulty>,
    pub(crate) length: Option<Between<u32>>,
}

/// The number of steps that measuring an attempt takes for each of its cells.
pub(super) const MEASURED_STEPS: u64 = 4;

/// The number of bytes of memory that measuring takes for each cell.
pub(super) const MEASURED_BYTES: u64 = 9;

/// The length and the difficulty of an attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measured {
    pub(crate) length: Option<u32>,
    pub(crate) difficulty: Option<f64>,
}

impl Measured {
    pub(super) fn of<G: Grid, O: Observer>(
        maze: &Maze<G>,
        from: Cell,
        to: Cell,
        observer: &mut O,
    ) -> Result<Measured, O::Stop> {
        let solution = Solver::Bfs.solve_observed(maze, from, to, observer)?;
        let difficulty = solution.path().map(|path| path_difficulty(maze, path));
        Ok(Measured { length: solution.length(), difficulty })
    }
}

/// The error that no attempt had the wanted properties.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NotFoundError {
    /// The number of attempts.
    pub attempts: u32,
    /// The seed of the nearest attempt, the first of several.
    pub nearest: u64,
    /// Its difficulty.
    pub difficulty: Option<f64>,
    /// The length of its shortest path.
    pub length: Option<u32>,
}

impl fmt::Display for NotFoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotFoundError { attempts, nearest, difficulty, length } = self;
        write!(f, "none of {attempts} attempts has what is wanted; the nearest is seed={nearest}")?;
        if let (Some(difficulty), Some(length)) = (difficulty, length) {
            write!(f, ", with difficulty {difficulty:.1} and length {length}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NotFoundError {}

/// The largest number of attempts.
pub(super) const MAX_ATTEMPTS: u32 = 10_000;

impl Target {
    /// Returns true if any property is wanted.
    pub(super) fn is_any(&self) -> bool {
        self.difficulty.is_some() || self.length.is_some()
    }

    /// Returns the smallest number of attempts that determines the wanted properties.
    pub(super) fn least_attempts(&self) -> u32 {
        if matches!(self.difficulty, Some(Difficulty::Thirds(_))) { DIFFICULTY_SAMPLE } else { 1 }
    }

    /// Returns the seed of the first attempt with the wanted properties, of at most `most` attempts at a maze of this `seed`. `measure` makes
    /// the maze of a seed and measures it. [`DIFFICULTY_SAMPLE`] attempts determine what is easy and what is hard; with fewer, none is found.
    pub(crate) fn find<S>(
        &self,
        seed: u64,
        most: u32,
        mut measure: impl FnMut(u64) -> Result<Measured, MakeError<S>>,
    ) -> Result<u64, MakeError<S>> {
        let of_sample = if self.least_attempts() > 1 { DIFFICULTY_SAMPLE.min(most) } else { 0 };
        let sample: Vec<Measured> =
            (0..of_sample).map(|attempt| measure(attempt_seed(seed, attempt))).collect::<Result<_, _>>()?;
        let mut sorted: Vec<f64> = sample.iter().filter_map(|measured| measured.difficulty).collect();
        sorted.sort_by(f64::total_cmp);
        let bits = self.difficulty.map(|difficulty| difficulty.bounds(&sorted));
        let moves = self.length.map(|length| [f64::from(length.least()), f64::from(length.most())]);
        let mut nearest: Option<(f64, u64, Measured)> = None;
        for attempt in 0..most {
            let tried = attempt_seed(seed, attempt);
            let measured = match sample.get(attempt as usize) {
                Some(&known) => known,
                None => measure(tried)?,
            };
            let off = off(measured.difficulty, bits) + off(measured.length.map(f64::from), moves);
            if off == 0.0 && most >= self.least_attempts() {
                return Ok(tried);
            }
            if nearest.is_none_or(|(least, ..)| off < least) {
                nearest = Some((off, tried, measured));
            }
        }
        let (nearest, measured) = nearest.map_or((seed, None), |(_, tried, measured)| (tried, Some(measured)));
        Err(MakeError::NotFound(NotFoundError {
            attempts: most,
            nearest,
            difficulty: measured.and_then(|measured| measured.difficulty),
            length: measured.and_then(|measured| measured.length),
        }))
    }
}

/// Returns how far a number is from a range, as a share of its nearer end; 0 inside of it, and if there is no range.
fn off(number: Option<f64>, range: Option<[f64; 2]>) -> f64 {
    let Some([least, most]) = range else { return 0.0 };
    match number {
        None => f64::INFINITY,
        Some(number) if number < least => (least - number) / least.max(1.0),
        Some(number) if number > most => (number - most) / most.max(1.0),
        Some(_) => 0.0,
    }
}
