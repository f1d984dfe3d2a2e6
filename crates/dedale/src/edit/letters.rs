//! The letters of a word on the way to the exit, or numbers to add up, and others at dead ends.

use std::fmt;
use std::str::FromStr;

use super::items::PathBranches;
use crate::about::{Between, InvalidValue, InvalidValueKind, Share};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::picture::Letter;
use crate::rng::Rng;
use crate::stroke_font::{self, ALPHABETS};

/// A word that is read on the way to the exit: 2 to 40 capital letters and digits.
///
/// ```
/// use dedale::edit::SolutionWord;
/// let word: SolutionWord = "Mäuse".parse()?;
/// assert_eq!(word.to_string(), "MÄUSE");
/// assert!("no way".parse::<SolutionWord>().is_err());
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionWord(String);

impl SolutionWord {
    /// The fewest letters of a word.
    pub const MIN: usize = 2;
    /// The most letters of a word.
    pub const MAX: usize = 40;

    /// Returns every letter and digit that a word may have.
    pub fn characters() -> impl Iterator<Item = char> {
        stroke_font::characters()
    }

    /// Returns the letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SolutionWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The Greek vowels with an accent, which capital letters do not have.
const WITHOUT_TONOS: [(char, char); 9] =
    [('Ά', 'Α'), ('Έ', 'Ε'), ('Ή', 'Η'), ('Ί', 'Ι'), ('Ό', 'Ο'), ('Ύ', 'Υ'), ('Ώ', 'Ω'), ('ΐ', 'Ϊ'), ('ΰ', 'Ϋ')];

impl FromStr for SolutionWord {
    type Err = InvalidValue;

    /// Parses a word. Small letters become capital ones, and `ß` becomes `SS`.
    fn from_str(text: &str) -> Result<SolutionWord, InvalidValue> {
        let plain =
            |letter: char| WITHOUT_TONOS.iter().find(|(known, _)| *known == letter).map_or(letter, |known| known.1);
        let word: String = text.trim().chars().map(plain).flat_map(char::to_uppercase).map(plain).collect();
        let other = word.chars().find(|&letter| stroke_font::strokes(letter).is_none());
        if other.is_none() && (SolutionWord::MIN..=SolutionWord::MAX).contains(&word.chars().count()) {
            return Ok(SolutionWord(word));
        }
        let wrong = other.map_or_else(String::new, |letter| format!(", and has {letter:?}"));
        let kind = match other {
            Some(_) => InvalidValueKind::Letters("A–Z Ä É Ñ Ç … Α–Ω А–Я 0–9"),
            None => InvalidValueKind::Unreadable("MOUSE"),
        };
        Err(kind.with_reason(format!(
            "must be {} to {} letters and digits{wrong}: there are A to Z, those with accents of German, French, Spanish, Italian and Portuguese, \
             Greek and Cyrillic letters, and 0 to 9",
            SolutionWord::MIN,
            SolutionWord::MAX
        )))
    }
}

/// What is read on the way to the exit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnTheWay {
    /// The letters of a word, in their order.
    Word(SolutionWord),
    /// Random numbers in a range, whose sum is the answer.
    Sum(Between<u32>),
}

/// The number of cells of the way for each number on it, and the fewest and the most numbers.
const CELLS_OF_A_NUMBER: usize = 6;
const NUMBERS: [usize; 2] = [2, 10];

/// The letters or numbers that were placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedLetters {
    /// Those on the way to the exit, in their order, and then those at dead ends.
    pub letters: Vec<Letter>,
    /// The word, or the digits of the sum of the numbers on the way.
    pub answer: String,
}

/// The error that there are too few cells on the way for all letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoesNotFitError {
    /// The number of letters, or the fewest numbers.
    pub asked: u32,
    /// The number of cells for them.
    pub placed: u32,
}

impl fmt::Display for DoesNotFitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DoesNotFitError { asked, placed } = self;
        write!(
            f,
            "there is room for {placed} letters or numbers on the way to the exit of this maze, and {asked} are needed"
        )
    }
}

impl std::error::Error for DoesNotFitError {}

/// Places the letters of a word, or numbers, in cells of the way to the exit, and others at dead ends. `path` has the cells of a path from the
/// entrance to the exit. Returns them and their answer.
///
/// Those on the way are at cells that every way to the exit passes, in their order, spread evenly, and never at an end. So in a maze with loops,
/// all ways have the same answer, and there may be too few cells. `decoys` is the number of letters at dead ends, relative to those on the way. They
/// are at random dead ends that can be reached, and never in a cell beside a letter on the way. If there are too few such dead ends, there are
/// fewer. A decoy is a letter of the script of a random letter of the word, or a number in the same range. Cells that are `taken` have no
/// letters.
///
/// # Errors
///
/// [`DoesNotFitError`] if there are too few cells on the way. The [`Stop`](Observer::Stop) of the observer.
pub fn letters<G: Grid, O: Observer>(
    maze: &Maze<G>,
    path: &[Cell],
    what: &OnTheWay,
    decoys: Share,
    is_taken: impl Fn(Cell) -> bool,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<Result<PlacedLetters, DoesNotFitError>, O::Stop> {
    let PathBranches { first, unavoidable, .. } = PathBranches::of(maze, path, observer)?;
    let inner = 1..path.len().saturating_sub(1) as u32;
    let places = unavoidable.into_iter().filter(|place| inner.contains(place)).map(|place| path[place as usize]);
    let places: Vec<Cell> = places.filter(|&cell| !is_taken(cell)).collect();
    let count = match what {
        OnTheWay::Word(word) => word.0.chars().count(),
        OnTheWay::Sum(_) => (places.len() / CELLS_OF_A_NUMBER).clamp(NUMBERS[0], NUMBERS[1]),
    };
    if places.len() < count {
        return Ok(Err(DoesNotFitError { asked: count as u32, placed: places.len() as u32 }));
    }
    let number = |range: &Between<u32>, rng: &mut Rng| {
        u64::from(range.least()) + rng.below(u64::from(range.most() - range.least()) + 1)
    };
    let (texts, answer) = match what {
        OnTheWay::Word(word) => (word.0.chars().map(String::from).collect::<Vec<_>>(), word.0.clone()),
        OnTheWay::Sum(range) => {
            let numbers: Vec<u64> = (0..count).map(|_| number(range, rng)).collect();
            (numbers.iter().map(u64::to_string).collect(), numbers.iter().sum::<u64>().to_string())
        }
    };
    // In the middle of each of equal parts of the way.
    let cells: Vec<Cell> = (0..count).map(|place| places[(2 * place + 1) * places.len() / (2 * count)]).collect();
    observer.go_on()?;
    let grid = maze.grid();
    let is_beside =
        |cell: Cell| grid.inner_sides(cell).into_iter().any(|side| cells.contains(&grid.across(cell, side)));
    let ends = [path.first(), path.last()];
    let mut dead_ends = Vec::new();
    let decoys = decoys.of(count as u32) as usize;
    if decoys > 0 {
        for cell in maze.cells().filter(|&cell| maze.is_dead_end(cell)) {
            let is_reached = first[cell.index()] != super::items::NOWHERE;
            if is_reached && !ends.contains(&Some(&cell)) && !is_taken(cell) && !is_beside(cell) {
                dead_ends.push(cell);
            }
        }
    }
    let mut letters: Vec<Letter> =
        cells.iter().zip(&texts).map(|(&cell, text)| Letter { cell, text: text.clone(), on_path: true }).collect();
    for _ in 0..decoys.min(dead_ends.len()) {
        observer.go_on()?;
        let cell = dead_ends.swap_remove(rng.index(dead_ends.len()));
        let text = match what {
            OnTheWay::Word(_) => alike(&texts[rng.index(texts.len())], rng),
            OnTheWay::Sum(range) => number(range, rng).to_string(),
        };
        letters.push(Letter { cell, text, on_path: false });
    }
    Ok(Ok(PlacedLetters { letters, answer }))
}

/// Returns a random letter of the script of this one, or a digit if it is one.
fn alike(letter: &str, rng: &mut Rng) -> String {
    let is_greek = letter.chars().any(|letter| ('\u{370}'..='\u{3ff}').contains(&letter));
    let is_cyrillic = letter.chars().any(|letter| ('\u{400}'..='\u{4ff}').contains(&letter));
    let is_digit = letter.bytes().all(|byte| byte.is_ascii_digit());
    let [latin, greek, cyrillic, digits] = ALPHABETS;
    let alphabet = match () {
        () if is_digit => digits,
        () if is_greek => greek,
        () if is_cyrillic => cyrillic,
        () => latin,
    };
    let letters: Vec<char> = alphabet.chars().collect();
    letters[rng.index(letters.len())].to_string()
}
