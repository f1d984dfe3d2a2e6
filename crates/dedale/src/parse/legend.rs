//! What characters and numbers are, as squares.

use super::error::{ParseError, Place};
use super::input::Request;

/// The meaning of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareKind {
    Wall,
    Free,
    Start,
    End,
    /// The start and the end.
    Both,
}

/// What characters of a drawing are; or what numbers are, with commas, semicolons or blanks between them. Each text has up to [`MAX`](Legend::MAX) characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legend {
    /// Those of walls.
    pub walls: String,
    /// Those of free squares.
    pub free: String,
    /// Those of the start.
    pub start: String,
    /// Those of the end.
    pub end: String,
}

impl Legend {
    /// The most characters of each text.
    pub const MAX: usize = 64;

    /// What squares there are, the name of each, and what marks them.
    fn each(&self) -> [(SquareKind, &'static str, &str); 4] {
        [
            (SquareKind::Wall, "walls", &self.walls),
            (SquareKind::Free, "free", &self.free),
            (SquareKind::Start, "start", &self.start),
            (SquareKind::End, "end", &self.end),
        ]
    }

    /// Whether nothing is said.
    pub(crate) fn is_empty(&self) -> bool {
        self.each().iter().all(|(_, _, chars)| chars.is_empty())
    }

    /// Fails if a character is said to be two things, or if there are too many.
    pub(crate) fn check(&self) -> Result<(), ParseError> {
        let each = self.each();
        if let Some((_, name, chars)) = each.iter().find(|(_, _, chars)| chars.chars().nth(Legend::MAX).is_some()) {
            let detail = format!("{name} has {} characters, and may have {}", chars.chars().count(), Legend::MAX);
            return Err(ParseError::malformed(None, detail));
        }
        for (number, (_, name, chars)) in each.iter().enumerate() {
            for (_, other, others) in &each[..number] {
                let is_separator = |char: &char| matches!(char, ',' | ';' | ' ');
                let is_number = |text: &str| text.chars().any(|char| char.is_ascii_digit());
                let both = chars.chars().find(|char| others.contains(*char) && !is_separator(char));
                if let Some(both) = both.filter(|_| !is_number(chars)) {
                    return Err(ParseError::malformed(None, format!("{other} and {name} both have {both:?}")));
                }
            }
        }
        Ok(())
    }
}

/// A sign for a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sign {
    Char(char),
    Number(i64),
}

/// The meanings of the signs of a file.
#[derive(Debug)]
pub(crate) struct Meanings {
    /// Of each character of ASCII the meaning that is given, before all else.
    ascii: [Option<SquareKind>; 128],
    /// Of other characters and of numbers, each once, in order.
    others: Vec<(Sign, SquareKind)>,
    is_empty: bool,
}

impl Default for Meanings {
    fn default() -> Meanings {
        Meanings::new(Vec::new())
    }
}

impl Meanings {
    /// The first of several meanings of a sign counts.
    fn new(given: Vec<(Sign, SquareKind)>) -> Meanings {
        let mut meanings = Meanings { ascii: [None; 128], is_empty: given.is_empty(), others: given };
        meanings.others.retain(|(sign, square)| match meanings.ascii.get_mut(ascii_of(*sign)) {
            Some(known) => {
                known.get_or_insert(*square);
                false
            }
            None => true,
        });
        meanings.others.sort_by_key(|(sign, _)| *sign);
        meanings.others.dedup_by_key(|(sign, _)| *sign);
        meanings
    }

    /// For a drawing of characters.
    pub(crate) fn of_chars(legend: &Legend) -> Meanings {
        let given = legend
            .each()
            .into_iter()
            .flat_map(|(square, _, chars)| chars.chars().map(move |char| (Sign::Char(char), square)));
        Meanings::new(given.collect())
    }

    /// For numbers, listed between commas, semicolons or blanks. For rows of digits, each digit is a number.
    pub(crate) fn of_numbers(legend: &Legend, are_digits: bool) -> Result<Meanings, ParseError> {
        let mut given = Vec::new();
        for (square, name, text) in legend.each() {
            let is_list = text.contains([',', ';', ' ', '-']) || !are_digits;
            let words: Vec<&str> =
                if is_list { text.split([',', ';', ' ']).collect() } else { text.split("").collect() };
            for word in words.into_iter().filter(|word| !word.is_empty()) {
                let number = word.parse().map_err(|_| {
                    let shown: String = word.chars().take(20).collect();
                    ParseError::malformed(None, format!("this file has numbers, and {name} says {shown:?}"))
                })?;
                given.push((Sign::Number(number), square));
            }
        }
        Ok(Meanings::new(given))
    }

    /// The meaning that is said of a sign, if any is.
    pub(crate) fn given(&self, sign: Sign) -> Option<SquareKind> {
        match self.ascii.get(ascii_of(sign)) {
            Some(square) => *square,
            None => {
                let index = self.others.binary_search_by_key(&sign, |(sign, _)| *sign).ok()?;
                Some(self.others[index].1)
            }
        }
    }

    /// The meaning of a sign, if it is known.
    #[inline]
    pub(crate) fn square(&self, sign: Sign) -> Option<SquareKind> {
        self.given(sign).or_else(|| known(sign))
    }

    /// Whether nothing is said.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }
}

/// The number of a character of ASCII; a larger one for any other sign.
fn ascii_of(sign: Sign) -> usize {
    match sign {
        Sign::Char(char) => char as usize,
        Sign::Number(_) => usize::MAX,
    }
}

/// The meaning that a sign has in every file unless an option gives it another.
pub(crate) fn known(sign: Sign) -> Option<SquareKind> {
    match sign {
        Sign::Number(0) | Sign::Char(' ' | '.' | '·' | '_' | '⬜' | '□') => Some(SquareKind::Free),
        Sign::Number(1) | Sign::Char('#' | '%' | '█' | '▓' | '■' | '⬛') => Some(SquareKind::Wall),
        Sign::Number(2) | Sign::Char('S' | 's' | 'A' | 'P' | '🟦') => Some(SquareKind::Start),
        Sign::Number(3) | Sign::Char('E' | 'e' | 'B' | 'F' | 'G' | 'g' | '🟥' | '🟩') => Some(SquareKind::End),
        Sign::Char('&' | '🟪') => Some(SquareKind::Both),
        _ => None,
    }
}

/// The signs that may be anything, in the order in which they came: where the first of each is, and how many there are.
#[derive(Debug, Default)]
pub(crate) struct Unknown(Vec<(Sign, Place, usize)>);

/// How many different signs are counted, and how many are shown beside the first one.
const MAX_COUNTED: usize = 32;
const MAX_SHOWN: usize = 7;

impl Unknown {
    #[cold]
    pub(crate) fn add(&mut self, sign: Sign, place: impl FnOnce() -> Place) {
        if let Some((_, _, count)) = self.0.iter_mut().find(|(known, ..)| *known == sign) {
            *count += 1;
        } else if self.0.len() < MAX_COUNTED {
            self.0.push((sign, place(), 1));
        }
    }

    /// Fails if there are some, with a fault for each. The first one names the others too.
    pub(crate) fn check(&self, request: &Request<'_>) -> Result<(), ParseError> {
        let faults = (0..self.0.len()).map(|first| Unknown::fault(&self.0[first..], first == 0));
        faults.into_iter().try_for_each(|fault| request.fault(fault))?;
        request.check_faults()
    }

    /// The fault that the first of these signs is, which may name the others.
    fn fault(signs: &[(Sign, Place, usize)], names_others: bool) -> ParseError {
        let (&(sign, place, count), others) = (&signs[0], &signs[1..]);
        let others = if names_others { others } else { &[] };
        let detail = match sign {
            Sign::Number(number) => format!(
                "{number} may be anything, and there are {count}: 0 is free, 1 a wall, 2 the start and 3 the end, and walls={number}, \
                 free={number}, start={number} or end={number} says what else it is"
            ),
            Sign::Char(char) => {
                let escaped = match char {
                    '+' => " (in a URL, + is %2B)",
                    '&' => " (in a URL, & is %26)",
                    '\t' => " (in a URL, a tab is %09)",
                    _ => "",
                };
                let shown = char.escape_debug();
                let says =
                    format!("say what it is with walls={shown}, free={shown}, start={shown} or end={shown}{escaped}");
                let mut detail = format!("'{shown}' may be anything, and there are {count}: {says}");
                let others =
                    others.iter().filter_map(
                        |(sign, _, count)| if let Sign::Char(char) = sign { Some((char, count)) } else { None },
                    );
                for (number, (other, count)) in others.clone().take(MAX_SHOWN).enumerate() {
                    detail += if number == 0 { "; the same is to be said of " } else { ", " };
                    detail += &format!("'{}' ({count})", other.escape_debug());
                }
                if others.count() > MAX_SHOWN {
                    detail += " and more";
                }
                detail
            }
        };
        ParseError::malformed(place, detail)
    }
}
