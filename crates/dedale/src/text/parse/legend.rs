//! What characters and numbers are, as squares.

use super::error::{ParseError, Place};
use super::matrix::Square;
use super::{Marks, ReadOptions};

/// The meanings of the characters of a drawing.
pub(super) struct Legend<'a>(pub(super) &'a Marks);

impl Legend<'_> {
    /// Returns the meaning of a character, if it is known.
    pub(super) fn square(&self, char: char) -> Option<Square> {
        self.0.square(char).or_else(|| known(char))
    }
}

/// Returns the meaning that a character has in every file unless an option gives it another.
pub(super) fn known(char: char) -> Option<Square> {
    match char {
        '#' | '%' | '█' | '▓' | '■' | '⬛' => Some(Square::Wall),
        ' ' | '.' | '·' | '_' | '⬜' | '□' => Some(Square::Free),
        'S' | 's' | 'A' | 'P' | '🟦' => Some(Square::Start),
        'E' | 'e' | 'B' | 'F' | 'G' | 'g' | '🟥' | '🟩' => Some(Square::End),
        _ => None,
    }
}

/// The error for a character of a drawing that may be anything, which is at `place`, and for others; and how many there are of each.
pub(super) fn unknown_char((char, count): (char, usize), others: &[(char, usize)], place: Place) -> ParseError {
    let escaped = match char {
        '+' => " (in a URL, + is %2B)",
        '&' => " (in a URL, & is %26)",
        '\t' => " (in a URL, a tab is %09)",
        _ => "",
    };
    let shown = char.escape_debug();
    let mut detail = format!(
        "'{shown}' may be anything, and there are {count}: say what it is with walls={shown}, free={shown}, start={shown} or end={shown}{escaped}"
    );
    for (number, (other, count)) in others.iter().take(MAX_SHOWN).enumerate() {
        detail += if number == 0 { "; the same is to be said of " } else { ", " };
        detail += &format!("'{}' ({count})", other.escape_debug());
    }
    if others.len() > MAX_SHOWN {
        detail += " and more";
    }
    ParseError::malformed(place, detail)
}

/// How many characters beside the first one an error shows.
const MAX_SHOWN: usize = 7;

/// The meanings of the numbers of a matrix.
pub(super) struct NumberLegend {
    given: Vec<(i64, Square)>,
}

impl NumberLegend {
    /// The numbers that an option lists, separated by commas, semicolons or blanks. For rows of digits, each digit is a number.
    pub(super) fn new(options: &ReadOptions, are_digits: bool) -> Result<NumberLegend, ParseError> {
        let mut given = Vec::new();
        for (square, name, text) in options.marks.each() {
            let is_list = text.contains([',', ';', ' ', '-']) || !are_digits;
            let words: Vec<&str> = match is_list {
                true => text.split([',', ';', ' ']).filter(|word| !word.is_empty()).collect(),
                false => text.split("").filter(|word| !word.is_empty()).collect(),
            };
            for word in words {
                let number = word.parse().map_err(|_| {
                    let shown: String = word.chars().take(20).collect();
                    ParseError::malformed(None, format!("this file has numbers, and {name} says {shown:?}"))
                })?;
                given.push((number, square));
            }
        }
        Ok(NumberLegend { given })
    }

    /// Whether nothing is said of numbers.
    pub(super) fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Returns the meaning of a number, if it is known.
    pub(super) fn square(&self, number: i64) -> Option<Square> {
        let given = self.given.iter().find(|(given, _)| *given == number).map(|&(_, square)| square);
        given.or(match number {
            0 => Some(Square::Free),
            1 => Some(Square::Wall),
            2 => Some(Square::Start),
            3 => Some(Square::End),
            _ => None,
        })
    }
}

/// The error for a number that may be anything.
pub(super) fn unknown_number(number: i64, count: usize, place: Place) -> ParseError {
    let detail = format!(
        "{number} may be anything, and there are {count}: 0 is free, 1 a wall, 2 the start and 3 the end, and walls={number}, free={number}, \
         start={number} or end={number} says what else it is"
    );
    ParseError::malformed(place, detail)
}
