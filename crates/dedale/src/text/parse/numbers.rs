//! Rows of numbers in a text, each a square.

use super::Parsed;
use super::drawing::{Drawing, RowLines, Unit, is_between_words};
use super::error::{ParseError, Place};
use super::input::{Request, lines};
use super::legend::{NumberLegend, unknown_number};
use super::matrix::Matrix;

/// Whether a text has rows of numbers.
pub(super) fn fits(text: &str) -> bool {
    let Some(first) = lines(text).find(|line| !line.trim().is_empty()) else { return false };
    if has_blank_squares(text) {
        return false;
    }
    match are_digits(first) {
        // Other digits alone may be those of walls.
        true => text.chars().all(|char| char.is_whitespace() || matches!(char, '0'..='3')),
        false => {
            let is_of_number = |char: char| matches!(char, '0'..='9' | '.' | '-' | '+' | 'e' | 'E');
            let row = first.trim();
            let starts = row.strip_prefix('-').unwrap_or(row).starts_with(|char: char| char.is_ascii_digit());
            // Digits and E alone are hexadecimal.
            let is_separated = row.contains(is_between_words) || row.contains(['.', '-']);
            starts && is_separated && text.chars().all(|char| is_between_words(char) || is_of_number(char))
        }
    }
}

/// Whether blanks in a text of digits are squares of a drawing: lines have several in a row, and are not equally many words.
fn has_blank_squares(text: &str) -> bool {
    let filled = || lines(text).map(str::trim_end).filter(|line| !line.is_empty());
    let counts = || filled().map(|line| line.split_whitespace().count());
    let has_gaps = || filled().any(|line| line.contains("  ") || line.starts_with(' '));
    text.chars().all(|char| char.is_ascii_digit() || matches!(char, ' ' | '\r' | '\n'))
        && has_gaps()
        && counts().min() != counts().max()
}

/// Whether the squares of a line are digits without anything between.
fn are_digits(line: &str) -> bool {
    line.trim().chars().all(|char| char.is_ascii_digit())
}

/// Reads rows of numbers in a text.
pub(super) fn read_text(text: &str, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let (matrix, unit) = matrix_of(text, request)?;
    let drawing = Drawing::new(text, RowLines::Filled, unit, request.options.thin, matrix.marks());
    // Digits behind blanks are not in the columns that a drawing has them in.
    let is_straight = unit == Unit::Word || lines(text).all(|line| line.trim_start().len() == line.len());
    let drawing = Some(drawing).filter(|_| is_straight);
    Ok(Parsed { drawing, ..matrix.read(request)? })
}

/// The squares of the rows of numbers in a text, and how they are written.
pub(super) fn matrix_of(text: &str, request: &Request<'_>) -> Result<(Matrix, Unit), ParseError> {
    let is_filled = |line: &&str| !line.trim().is_empty();
    let Some(first) = lines(text).find(is_filled) else {
        return Err(ParseError::malformed(None, "there is nothing here, where rows of numbers must be"));
    };
    let are_digits = lines(text).all(are_digits);
    let rows = lines(text).filter(is_filled).count();
    let columns = if are_digits { first.trim().len() } else { words(first).count() };
    let mut numbers = Numbers::new([columns, rows], are_digits, request)?;
    let filled = lines(text).enumerate().filter(|(_, line)| is_filled(line));
    for (row, (number, line)) in filled.enumerate() {
        let place = |offset: usize| Place::text(number + 1, line[..offset].chars().count() + 1);
        let mut count = 0;
        let mut take = |offset: usize, word: &str| {
            count += 1;
            numbers.push(word, place(offset))
        };
        if are_digits {
            let start = line.len() - line.trim_start().len();
            for offset in start..start + line.trim().len() {
                take(offset, &line[offset..=offset])?;
            }
        } else {
            for (offset, word) in words(line) {
                take(offset, word)?;
            }
        }
        if count != columns {
            let detail = format!("row {row}, counted from 0, has {count} numbers, and the first one {columns}");
            return Err(ParseError::inconsistent(place(line.trim_end().len()), detail));
        }
    }
    let unit = if are_digits { Unit::Char } else { Unit::Word };
    Ok((numbers.finish()?, unit))
}

/// The numbers of a line, each with the place where it begins. An empty one is between two commas or semicolons; the last may be followed by one.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let rest = &line[offset..];
        let start = offset + rest.len() - rest.trim_start().len();
        if start == line.len() {
            return None;
        }
        let length = line[start..].find(is_between_words).unwrap_or(line.len() - start);
        let after = line[start + length..].trim_start();
        let after = after.strip_prefix([',', ';']).unwrap_or(after);
        offset = line.len() - after.len();
        Some((start, &line[start..start + length]))
    })
}

/// The squares of numbers.
pub(super) struct Numbers {
    legend: NumberLegend,
    matrix: Matrix,
    /// The first number that may be anything, where it is, and how many there are.
    unknown: Option<(i64, Place, usize)>,
}

impl Numbers {
    /// Of so many columns and rows, if these are within the limits.
    pub(super) fn new(size: [usize; 2], are_digits: bool, request: &Request<'_>) -> Result<Numbers, ParseError> {
        let matrix = Matrix::new(size, request)?;
        let legend = NumberLegend::new(request.options, are_digits)?;
        Ok(Numbers { legend, matrix, unknown: None })
    }

    /// The next number, as a word.
    pub(super) fn push(&mut self, word: &str, place: Place) -> Result<(), ParseError> {
        let number = match word {
            "false" => Some(0),
            "true" => Some(1),
            _ => word.parse::<i64>().ok().or_else(|| whole(word.parse::<f64>().ok()?)),
        };
        let wrong = || {
            let shown: String = word.chars().take(20).collect();
            ParseError::malformed(place, format!("{shown:?} is no whole number"))
        };
        self.push_number(number.ok_or_else(wrong)?, place);
        Ok(())
    }

    /// The next number.
    pub(super) fn push_number(&mut self, number: i64, place: Place) {
        match (self.legend.square(number), &mut self.unknown) {
            (Some(square), _) => self.matrix.push(square, place),
            (None, None) => self.unknown = Some((number, place, 1)),
            (None, Some((known, _, count))) => *count += usize::from(*known == number),
        }
    }

    /// The squares, if every number was known.
    pub(super) fn finish(self) -> Result<Matrix, ParseError> {
        match self.unknown {
            Some((number, place, count)) => Err(unknown_number(number, count, place)),
            None => {
                let mut matrix = self.matrix;
                matrix.may_be_turned = self.legend.is_empty();
                Ok(matrix)
            }
        }
    }
}

/// The whole number that this is.
pub(super) fn whole(number: f64) -> Option<i64> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    (number.fract() == 0.0 && number.abs() <= MOST).then_some(number as i64)
}
