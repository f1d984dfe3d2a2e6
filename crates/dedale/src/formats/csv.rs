//! The maze as a table of numbers, for spreadsheets and for programs that read arrays.
//!
//! As blocks, a maze of `rows × columns` cells is `2 × rows + 1` lines of `2 × columns + 1` numbers, as in the JSON encoding `blocks`:
//! 1 for a wall, 0 where one can walk, and 2 on the path. There is no line of headings. Of a grid with more axes than two, the rows of
//! all floors follow each other, and the pieces of a place are beside each other.
//!
//! The reader accepts rows of numbers that are separated by commas, semicolons or blanks, and rows of digits. Each number is a square.

use std::io::Write as _;

use super::table::{self, Notation, Table};
use super::words::write_even;
use crate::grid::Cell;
use crate::parse::Parsed;
use crate::parse::drawing::{Split, SquareDrawing, is_between_words};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{ReadContext, filled, lines};
use crate::parse::matrix::{Matrix, truth_of};
use crate::picture::RowSource;
use crate::picture::piece_writer::{PieceWriter, WriteInfo};

pub(crate) const WRITE: WriteInfo = WriteInfo::TEXT;

pub(crate) fn start(table: Table, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    table::start(table, Digits, source)
}

/// Digits, with a comma between two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits;

impl Notation for Digits {
    fn write_start(self, _: Table, _: &[u64], _: &mut Vec<u8>) {}

    fn write_squares(self, numbers: &[u8], out: &mut Vec<u8>) {
        write_even(numbers.iter().map(|number| [b'0' + number, b',']), out);
    }

    fn write(self, _: Table, number: i32, out: &mut Vec<u8>) {
        match u8::try_from(number) {
            Ok(digit) if digit < 10 => out.extend_from_slice(&[b'0' + digit, b',']),
            // Nothing that is written to a vector fails.
            _ => drop(write!(out, "{number},")),
        }
    }

    fn write_pair(self, [from, to]: [Cell; 2], is_open: bool, out: &mut Vec<u8>) {
        let _ = writeln!(out, "{},{},{}", from.0, to.0, u8::from(is_open));
    }

    fn end_row(self, out: &mut Vec<u8>) {
        // In the place of the last comma.
        out.pop();
        out.push(b'\n');
    }
}

/// Returns true if there are rows of numbers in a text.
pub(super) fn fits(text: &str) -> bool {
    let first = filled(text).next().map(|(_, line)| line.trim()).filter(|_| !has_blank_squares(text));
    let Some(first) = first else { return false };
    if are_digits(first) {
        // Other digits alone may be those of walls.
        return text.chars().all(|char| char.is_whitespace() || matches!(char, '0'..='3'));
    }
    if Head::of(text).is_some() || are_truths(text) {
        return true;
    }
    let is_of_number = |char: char| matches!(char, '0'..='9' | '.' | '-' | '+' | 'e' | 'E');
    let starts = first.strip_prefix('-').unwrap_or(first).starts_with(|char: char| char.is_ascii_digit());
    // Digits and E alone are hexadecimal.
    let is_separated = first.contains(is_between_words) || first.contains(['.', '-']);
    starts && is_separated && text.chars().all(|char| is_between_words(char) || is_of_number(char))
}

/// Returns true if a text is rows of `True` and `False`, as programs write them.
fn are_truths(text: &str) -> bool {
    let mut words = text.split(is_between_words).filter(|word| !word.is_empty());
    let is_truth = |word: &str| truth_of(word).is_some();
    words.next().is_some_and(is_truth) && words.all(is_truth)
}

/// What pandas writes around the numbers of a table: the numbers of the columns in the first line, and in each line that of the row.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// How many words of each line are no squares.
    before: usize,
    /// How many columns are named.
    columns: usize,
}

impl Head {
    /// Returns the head of a table whose columns and rows are counted from 0; or without numbers of rows, where its columns are too many for the first line to
    /// be squares.
    fn of(text: &str) -> Option<Head> {
        /// The largest number that is one square.
        const LARGEST: usize = 3;
        let words = |line| line_words(line).map(|word| word.parse::<usize>().ok());
        let are_counted = |mut words: &mut dyn Iterator<Item = Option<usize>>| {
            let count = (&mut words).enumerate().take_while(|&(number, word)| word == Some(number)).count();
            Some(count).filter(|&count| words.next().is_none() && count > 1)
        };
        let (_, first) = filled(text).next()?;
        if first.starts_with([',', ';']) {
            let columns = are_counted(&mut words(first).skip(1))?;
            let are_rows =
                filled(text).skip(1).enumerate().all(|(row, (_, line))| words(line).next() == Some(Some(row)));
            return are_rows.then_some(Head { before: 1, columns });
        }
        let columns = are_counted(&mut words(first)).filter(|&columns| columns > LARGEST + 1)?;
        Some(Head { before: 0, columns })
    }
}

/// Returns the words of a line of a table. Between two separators there may be none.
fn line_words(line: &str) -> impl Iterator<Item = &str> {
    Split::Words.squares(line).map(|(_, word)| word)
}

/// Reads the rows of numbers in a text.
pub(super) fn read(text: &str, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    if let Some(Head { before, columns }) = Head::of(text) {
        let what = if before > 0 { ", and the first word of each row that of the row" } else { "" };
        context.warn(None, format!("the first line was read as the numbers of {columns} columns{what}"));
        let mut cut = String::with_capacity(text.len());
        let (first, _) = filled(text).next().unwrap_or_default();
        for (number, line) in lines(text).enumerate() {
            // The lines stay where they are, so that errors name them.
            let line = if number > first { line } else { "" };
            for (place, word) in line_words(line).skip(before).enumerate() {
                if place > 0 {
                    cut.push(',');
                }
                cut += word;
            }
            cut.push('\n');
        }
        return matrix_of(&cut, context)?.0.read(context);
    }
    let (matrix, split) = matrix_of(text, context)?;
    // Digits behind blanks are not in the columns that a drawing has them in.
    let is_straight = split == Split::Words || lines(text).all(|line| line.trim_start().len() == line.len());
    let first = filled(text).next().map_or(0, |(number, _)| number);
    let drawing =
        is_straight.then(|| SquareDrawing::new(text, first, true, split, context.options.thin, matrix.marks()));
    Ok(Parsed { drawing: drawing.filter(|_| !context.are_sides), ..matrix.read(context)? })
}

/// Returns true if blanks in a text of digits are squares of a drawing: lines have several in a row, and are not equally many words.
pub(super) fn has_blank_squares(text: &str) -> bool {
    let counts = || filled(text).map(|(_, line)| line.split_whitespace().count());
    let has_gaps = || filled(text).any(|(_, line)| line.trim_end().contains("  ") || line.starts_with(' '));
    text.chars().all(|char| char.is_ascii_digit() || matches!(char, ' ' | '\r' | '\n'))
        && has_gaps()
        && counts().min() != counts().max()
}

/// Returns true if the squares of a line are digits without anything between.
fn are_digits(line: &str) -> bool {
    line.trim().chars().all(|char| char.is_ascii_digit())
}

/// Returns the numbers of a line. Blanks may be around digits.
fn numbers(line: &str, split: Split) -> impl Iterator<Item = (usize, &str)> {
    split.squares(line).filter(move |(_, word)| split == Split::Words || !word.trim().is_empty())
}

/// Returns the squares of the rows of numbers in a text, and how they are written.
pub(super) fn matrix_of(text: &str, context: &ReadContext<'_>) -> Result<(Matrix, Split), ParseError> {
    let are_digits = lines(text).all(are_digits);
    let split = if are_digits { Split::CHARS } else { Split::Words };
    let Some((_, first)) = filled(text).next() else {
        return Err(ParseError::malformed(None, "there is nothing here, where rows of numbers must be"));
    };
    let columns = numbers(first, split).count();
    let mut matrix = Matrix::of_numbers([columns, filled(text).count()], are_digits, context)?;
    for (row, (number, line)) in filled(text).enumerate() {
        context.go_on()?;
        let mut count = 0;
        for (start, word) in numbers(line, split) {
            count += 1;
            // Of a row that is too long, no more is kept than of the others.
            if count <= columns
                && let Err(error) = matrix.push_number(word, || InputPlace::in_line(number, line, start))
            {
                context.fault(error)?;
            }
        }
        if count != columns {
            let detail = format!("row {row}, counted from 0, has {count} numbers, and the first one {columns}");
            let place = InputPlace::in_line(number, line, line.trim_end().len());
            context.fault(ParseError::inconsistent(place, detail))?;
        }
    }
    context.check_faults()?;
    Ok((matrix, split))
}
