//! What is wanted of a maze that only the finished maze shows: its difficulty, and the length of its shortest path.

use std::fmt;
use std::str::FromStr;

use super::check::Faults;
use super::option::OPTION;
use super::{MakeError, MazeBuilder, MazeOption};
use crate::about::{InvalidValue, Range, Why, named};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::measure::path_difficulty;
use crate::observe::Observer;
use crate::rng::attempt_seed;
use crate::solve::Solver;

named! {
    /// A third of the mazes with the same options, by their difficulty.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Third {
        /// The lower third.
        Easy = "easy",
        /// The middle third.
        Medium = "medium",
        /// The upper third.
        Hard = "hard",
    }
}

/// A difficulty that is wanted, as in [`Stats::difficulty`](crate::measure::Stats::difficulty): of a range of thirds, or of a number of bits
/// in a range.
///
/// ```
/// use dedale::options::{Difficulty, Third};
/// assert_eq!("medium".parse(), Ok(Difficulty::from(Third::Medium)));
/// assert_eq!("easy..medium".parse::<Difficulty>()?.to_string(), "easy..medium");
/// assert_eq!("8..12.5".parse::<Difficulty>()?.to_string(), "8..12.5");
/// assert!("12..8".parse::<Difficulty>().is_err());
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Difficulty {
    /// In one of these thirds of the mazes with the same options.
    Thirds(Range<Third>),
    /// Of a number of bits in this range.
    Between(Range<f64>),
}

impl From<Third> for Difficulty {
    fn from(third: Third) -> Difficulty {
        Difficulty::Thirds(Range { least: third, most: third })
    }
}

impl Difficulty {
    /// How many of the first attempts show what is easy, medium and hard.
    pub const SAMPLE: u32 = 30;

    /// The bounds, given the sorted difficulties of the sample.
    fn bounds(self, sorted: &[f64]) -> [f64; 2] {
        let thirds = match self {
            Difficulty::Thirds(thirds) => thirds,
            Difficulty::Between(bits) => return [bits.least(), bits.most()],
        };
        // The last of the lower third, and the first of the upper one.
        let third = (sorted.len() / 3).max(1);
        let [low, high] = [third - 1, sorted.len().saturating_sub(third)]
            .map(|place| sorted.get(place).copied().unwrap_or(f64::INFINITY));
        let inside = sorted.get(third..sorted.len().saturating_sub(third)).unwrap_or_default();
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

    /// Whether the bounds, if it has any, are numbers of bits.
    fn is_valid(self) -> bool {
        match self {
            Difficulty::Between(bits) => 0.0 <= bits.least() && bits.most().is_finite(),
            Difficulty::Thirds(_) => true,
        }
    }

    /// Whether it is a share of the mazes with the same options.
    fn is_share(self) -> bool {
        matches!(self, Difficulty::Thirds(_))
    }
}

/// The reason why something is no difficulty.
fn no_difficulty() -> InvalidValue {
    let reason = "must be easy, medium or hard, or a number of choices on the way; or a range of either, such as easy..medium or 8..12";
    Why::Unreadable("8..12").because(reason)
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
        let thirds = Range::read(text, |word| word.parse().ok()).map(Difficulty::Thirds);
        let bits = || text.parse().ok().map(Difficulty::Between).filter(|bits| bits.is_valid());
        thirds.or_else(bits).ok_or_else(no_difficulty)
    }
}

pub(super) const DIFFICULTY: MazeOption = MazeOption {
    name: "difficulty",
    description: "The difficulty that is wanted: easy, medium or hard, a number of bits, or a range.",
    set: |builder, text| text.parse().map(|difficulty| builder.wanted.difficulty = Some(difficulty)),
    get: |builder| builder.wanted.difficulty.map(|difficulty| difficulty.to_string().into()),
    check: |builder, faults| {
        if builder.wanted.difficulty.is_some_and(|difficulty| !difficulty.is_valid()) {
            faults.add("difficulty", no_difficulty());
        }
        builder.check_whole("difficulty", builder.wanted.difficulty.is_some(), faults);
    },
    ..OPTION
};

pub(super) const LENGTH: MazeOption = MazeOption {
    name: "length",
    description: "The range that the moves of the shortest path are to be in.",
    set: |builder, text| {
        let length = text.parse().map_err(|_| {
            Why::Unreadable("40..60").because("must be a number of moves, or a range of them such as 40..60")
        });
        length.map(|length| builder.wanted.length = Some(length))
    },
    get: |builder| builder.wanted.length.map(|length| length.to_string().into()),
    check: |builder, faults| {
        let is_alone = builder.wanted.length.is_some() && builder.wanted.difficulty.is_none();
        builder.check_whole("length", is_alone, faults);
    },
    ..OPTION
};

impl MazeBuilder {
    /// Checks that a maze whose walls must be known is not too large to be made as a whole.
    fn check_whole(&self, option: &'static str, is_set: bool, faults: &mut Faults) {
        let Some([columns, rows]) = faults.size.filter(|_| is_set && self.is_plain()) else { return };
        if columns.saturating_mul(rows) > u32::MAX.into() {
            faults.add(option, format!("needs the whole maze, which may then have at most {} cells", u32::MAX));
        }
    }
}

/// What is wanted of a maze.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Its difficulty.
    pub difficulty: Option<Difficulty>,
    /// The length of its shortest path.
    pub length: Option<Range<u32>>,
}

/// How many steps it takes to measure an attempt, for each of its cells.
pub(super) const MEASURED_STEPS: u64 = 4;

/// How many bytes of memory that takes for each cell.
pub(super) const MEASURED_BYTES: u64 = 9;

/// The length and the difficulty of an attempt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Measured {
    length: Option<u32>,
    difficulty: Option<f64>,
}

impl Measured {
    pub(super) fn of<G: Grid, O: Observer>(
        maze: &Maze<G>,
        from: Cell,
        to: Cell,
        observer: &mut O,
    ) -> Result<Measured, O::Stop> {
        let solution = Solver::Bfs.run(maze, from, to, false, observer)?;
        let difficulty = solution.path().map(|path| path_difficulty(maze, path));
        Ok(Measured { length: solution.length(), difficulty })
    }
}

/// No attempt had what was wanted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NoneFound {
    /// How many attempts were made.
    pub attempts: u32,
    /// The seed of the attempt that was nearest, the first of several.
    pub nearest: u64,
    /// Its difficulty.
    pub difficulty: Option<f64>,
    /// The length of its shortest path.
    pub length: Option<u32>,
}

impl fmt::Display for NoneFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoneFound { attempts, nearest, difficulty, length } = self;
        write!(f, "none of {attempts} attempts has what is wanted; the nearest is seed={nearest}")?;
        if let (Some(difficulty), Some(length)) = (difficulty, length) {
            write!(f, ", with difficulty {difficulty:.1} and length {length}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NoneFound {}

/// The most attempts.
pub(crate) const MAX_ATTEMPTS: u32 = 10_000;

impl Wanted {
    /// Whether anything is wanted.
    pub(crate) fn is_any(&self) -> bool {
        self.difficulty.is_some() || self.length.is_some()
    }

    /// How many attempts it takes at least to know what is wanted.
    pub(crate) fn least_attempts(&self) -> u32 {
        if self.difficulty.is_some_and(Difficulty::is_share) { Difficulty::SAMPLE } else { 1 }
    }

    /// The seed of the first attempt that has what is wanted, of `most` at a maze of this `seed`. `measure` makes the maze of a seed.
    /// It takes [`Difficulty::SAMPLE`] attempts to know which are easy and which are hard: with fewer, none is found.
    pub(super) fn find<S>(
        &self,
        seed: u64,
        most: u32,
        mut measure: impl FnMut(u64) -> Result<Measured, MakeError<S>>,
    ) -> Result<u64, MakeError<S>> {
        let mut sample = Vec::new();
        if self.difficulty.is_some_and(Difficulty::is_share) {
            for attempt in 0..Difficulty::SAMPLE.min(most) {
                sample.push(measure(attempt_seed(seed, attempt))?);
            }
        }
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
        Err(MakeError::NoneFound(NoneFound {
            attempts: most,
            nearest,
            difficulty: measured.and_then(|measured| measured.difficulty),
            length: measured.and_then(|measured| measured.length),
        }))
    }
}

/// How far a number is from a range, as a share of its nearer end; 0 inside, and where there is no range.
fn off(number: Option<f64>, range: Option<[f64; 2]>) -> f64 {
    let Some([least, most]) = range else { return 0.0 };
    match number {
        None => f64::INFINITY,
        Some(number) if number < least => (least - number) / least.max(1.0),
        Some(number) if number > most => (number - most) / most.max(1.0),
        Some(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches among attempts with these difficulties and lengths.
    fn found(difficulty: &str, length: &str, known: &[(f64, u32)]) -> Result<u32, MakeError> {
        let number = |seed: u64| (0..).find(|&attempt| attempt_seed(7, attempt) == seed).unwrap();
        let wanted = Wanted {
            difficulty: (!difficulty.is_empty()).then(|| difficulty.parse().unwrap()),
            length: (!length.is_empty()).then(|| length.parse().unwrap()),
        };
        let measure = |seed: u64| {
            let (difficulty, length) = known[number(seed) as usize];
            Ok(Measured { difficulty: Some(difficulty), length: Some(length) })
        };
        wanted.find(7, known.len() as u32, measure).map(number)
    }

    #[test]
    fn the_first_attempt_that_lies_in_the_range_is_found() {
        let known = [(5.0, 50), (8.0, 30), (9.0, 70), (9.0, 40)];
        assert_eq!(found("8..10", "", &known), Ok(1));
        assert_eq!((found("9", "", &known), found("9..9", "", &known)), (Ok(2), Ok(2)));
        assert_eq!(found("", "40..45", &known), Ok(3));
        assert_eq!(found("8..10", "40..60", &known), Ok(3));
        let Err(MakeError::NoneFound(none)) = found("20..30", "", &known) else { panic!("none is so difficult") };
        assert_eq!((none.attempts, none.nearest, none.difficulty), (4, attempt_seed(7, 2), Some(9.0)));
        let text = "none of 4 attempts has what is wanted; the nearest is seed=6694606148408161, with difficulty 9.0 and length 70";
        assert_eq!(none.to_string(), text);
    }

    #[test]
    fn thirds_of_the_sample_are_easy_medium_and_hard() {
        let known: Vec<(f64, u32)> = (0..30).map(|attempt| (f64::from((attempt * 7 + 15) % 30), 1)).collect();
        let of = |name: &str| {
            let wanted: Difficulty = name.parse().unwrap();
            let mut sorted: Vec<f64> = known.iter().map(|it| it.0).collect();
            sorted.sort_by(f64::total_cmp);
            let [least, most] = wanted.bounds(&sorted);
            known.iter().filter(|it| (least..=most).contains(&it.0)).count()
        };
        assert_eq!([of("easy"), of("medium"), of("hard")], [10; 3]);
        assert_eq!([of("easy..medium"), of("medium..hard"), of("easy..hard"), of("EASY..easy")], [20, 20, 30, 10]);
        assert_eq!(found("medium", "", &known), Ok(0));
        assert_eq!(found("hard", "", &known), Ok(1));
        // Where all are the same, each is everything.
        assert_eq!(found("easy", "", &[(3.0, 1); 30]), Ok(0));
        assert_eq!(found("hard", "", &[(3.0, 1); 30]), Ok(0));
    }

    #[test]
    fn no_more_attempts_are_made_than_are_allowed() {
        for (difficulty, most) in [("easy", 1), ("hard", 29), ("3..4", 5), ("easy", 0)] {
            let wanted = Wanted { difficulty: difficulty.parse().ok(), length: None };
            let mut made = 0;
            let measure = |_| {
                made += 1;
                Ok(Measured { difficulty: Some(9.0), length: Some(9) })
            };
            let Err(MakeError::<()>::NoneFound(none)) = wanted.find(7, most, measure) else { panic!("{difficulty}") };
            assert_eq!((none.attempts, made), (most, most), "{difficulty}");
        }
    }

    #[test]
    fn texts_that_are_no_range() {
        for text in [
            "",
            "8..",
            "..8",
            "12..8",
            "-1..3",
            "nan..3",
            "1..inf",
            "1e1..20",
            "1...3",
            "0...5",
            "0..5.",
            ".5..1",
            "hard..easy",
            "easy..8",
        ] {
            assert!(text.parse::<Difficulty>().is_err(), "{text}");
        }
        for text in ["", "8..", "..8", "12..8", "-1..3", "1.5..3", "easy"] {
            assert!((LENGTH.set)(&mut MazeBuilder::default(), text).is_err(), "{text}");
        }
    }
}
