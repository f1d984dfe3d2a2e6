//! What characters and numbers are, as squares.

use std::fmt;

use super::drawing::char_of;
use super::error::{InputPlace, ParseError};
use super::input::ReadContext;

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
    pub(crate) fn each(&self) -> [(SquareKind, &'static str, &str); 4] {
        [
            (SquareKind::Wall, "walls", &self.walls),
            (SquareKind::Free, "free", &self.free),
            (SquareKind::Start, "start", &self.start),
            (SquareKind::End, "end", &self.end),
        ]
    }

    /// Returns true if no meaning is given.
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

    /// For numbers, listed between commas, semicolons or blanks. For rows of digits, each digit is a number. A letter for which `has_letter` is true may
    /// stand among them.
    pub(crate) fn of_numbers(
        legend: &Legend,
        are_digits: bool,
        has_letter: impl Fn(&str) -> bool,
    ) -> Result<Meanings, ParseError> {
        let mut given = Vec::new();
        for (square, name, text) in legend.each() {
            let is_list = text.contains([',', ';', ' ', '-']) || !are_digits;
            let words: Vec<&str> =
                if is_list { text.split([',', ';', ' ']).collect() } else { text.split("").collect() };
            for word in words.into_iter().filter(|word| !word.is_empty()) {
                let sign = match (word.parse(), char_of(word)) {
                    (Ok(number), _) => Sign::Number(number),
                    (_, Some(letter)) if has_letter(word) => Sign::Char(letter),
                    _ => {
                        let shown: String = word.chars().take(20).collect();
                        let detail = format!("this file has numbers, and {name} says {shown:?}");
                        return Err(ParseError::malformed(None, detail));
                    }
                };
                given.push((sign, square));
            }
        }
        Ok(Meanings::new(given))
    }

    /// Gives a character of ASCII a meaning.
    pub(crate) fn give(&mut self, char: char, square: SquareKind) {
        if let Some(given) = self.ascii.get_mut(ascii_of(Sign::Char(char))) {
            *given = Some(square);
        }
    }

    /// Returns the given meaning of a sign, if there is one.
    pub(crate) fn given(&self, sign: Sign) -> Option<SquareKind> {
        match self.ascii.get(ascii_of(sign)) {
            Some(square) => *square,
            None => {
                let index = self.others.binary_search_by_key(&sign, |(sign, _)| *sign).ok()?;
                Some(self.others[index].1)
            }
        }
    }

    /// Returns the meaning of a sign, if it is known.
    #[inline]
    pub(crate) fn square(&self, sign: Sign) -> Option<SquareKind> {
        self.given(sign).or_else(|| known(sign))
    }

    /// Returns true if no meaning is given.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }
}

/// Returns the number of a character of ASCII; a larger one for any other sign.
fn ascii_of(sign: Sign) -> usize {
    match sign {
        Sign::Char(char) => char as usize,
        Sign::Number(_) => usize::MAX,
    }
}

/// Returns the meaning that a sign has in every file unless an option gives it another.
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

/// A sign that may be anything.
#[derive(Debug)]
struct UnknownSign {
    sign: Sign,
    /// Where the first one is.
    place: InputPlace,
    /// How many squares have it.
    count: usize,
    /// True if one of these is at the border.
    is_at_border: bool,
}

/// The signs that may be anything, in the order in which they came.
#[derive(Debug, Default)]
pub(crate) struct Unknown(Vec<UnknownSign>);

/// The numbers of squares whose signs are known.
pub(crate) struct KnownSquares {
    pub(crate) walls: usize,
    pub(crate) free: usize,
    pub(crate) starts: usize,
    pub(crate) ends: usize,
    /// The sign of the only wall, if there is one.
    pub(crate) lone_wall: Option<Sign>,
}

/// How many different signs are counted, and how many are shown beside the first one.
const MAX_COUNTED: usize = 64;
const MAX_SHOWN: usize = 7;

impl Unknown {
    #[cold]
    pub(crate) fn add(&mut self, sign: Sign, is_at_border: bool, place: impl FnOnce() -> InputPlace) {
        if let Some(known) = self.0.iter_mut().find(|known| known.sign == sign) {
            known.count += 1;
            known.is_at_border |= is_at_border;
        } else if self.0.len() < MAX_COUNTED {
            self.0.push(UnknownSign { sign, place: place(), count: 1, is_at_border });
        }
    }

    /// Returns the number of squares that have such a sign.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|unknown| unknown.count).sum()
    }

    /// Fails if there are some, with a fault for each. The first one names the others too, and proposes what all of them are.
    pub(crate) fn check(&self, known: impl Fn() -> KnownSquares, context: &ReadContext<'_>) -> Result<(), ParseError> {
        for first in 0..self.0.len().min(ParseError::MAX_FAULTS) {
            let mut fault = Unknown::fault(&self.0[first..], first == 0);
            if first == 0 {
                fault.detail += &proposals(&self.0, &known());
            }
            context.fault(fault)?;
        }
        context.check_faults()
    }

    /// Returns the fault that the first of these signs is, which may name the others.
    fn fault(signs: &[UnknownSign], names_others: bool) -> ParseError {
        let (&UnknownSign { sign, place, count, .. }, others) = (&signs[0], &signs[1..]);
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
                let others = others.iter().filter_map(|other| {
                    if let Sign::Char(char) = other.sign { Some((char, other.count)) } else { None }
                });
                for (number, (other, count)) in others.clone().take(MAX_SHOWN).enumerate() {
                    detail += if number == 0 { "; say it for these too: " } else { ", " };
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

/// What signs are, as proposed: those of walls, of free squares, of the start and of the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Proposal([Vec<Sign>; 4]);

impl Proposal {
    fn with(mut self, square: SquareKind, signs: &[Sign]) -> Proposal {
        self.0[place_in_legend(square)].extend_from_slice(signs);
        self
    }
}

impl fmt::Display for Proposal {
    /// Writes the parameters as they are in a URL.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = ["walls", "free", "start", "end"].into_iter().zip(&self.0).filter(|(_, signs)| !signs.is_empty());
        for (number, (name, signs)) in named.enumerate() {
            write!(f, "{}{name}=", if number == 0 { "" } else { "&" })?;
            for (place, sign) in signs.iter().enumerate() {
                match sign {
                    Sign::Number(number) if place == 0 => write!(f, "{number}")?,
                    Sign::Number(number) => write!(f, ",{number}")?,
                    // What ends a parameter, or a word, or is else something in a URL.
                    Sign::Char(char) if char.is_whitespace() || "%+&#=;:,.()'\"\\?".contains(*char) => {
                        char.encode_utf8(&mut [0; 4]).bytes().try_for_each(|byte| write!(f, "%{byte:02X}"))?;
                    }
                    Sign::Char(char) => write!(f, "{char}")?,
                }
            }
        }
        Ok(())
    }
}

/// Returns the place of what a square is among the parameters of a legend.
fn place_in_legend(square: SquareKind) -> usize {
    match square {
        SquareKind::Wall => 0,
        SquareKind::Free => 1,
        SquareKind::Start => 2,
        SquareKind::End | SquareKind::Both => 3,
    }
}

/// Proposes what all of these signs may be, so that there are walls, free squares and no end twice: the likely ones first. It is a text to be added to an
/// error.
///
/// A sign that one square has may be an end, and others are walls or free.
fn proposals(unknown: &[UnknownSign], known: &KnownSquares) -> String {
    const MOST: usize = 8;
    use SquareKind::{End, Free, Start, Wall};
    let signs_of = |is_one: &dyn Fn(&UnknownSign) -> bool| -> Vec<Sign> {
        unknown.iter().filter(|unknown| is_one(unknown)).map(|unknown| unknown.sign).collect()
    };
    let (many, mut single) = (signs_of(&|unknown| unknown.count > 1), signs_of(&|unknown| unknown.count == 1));
    let border = signs_of(&|unknown| unknown.count > 1 && unknown.is_at_border);
    let inner = signs_of(&|unknown| unknown.count > 1 && !unknown.is_at_border);
    let mut has_walls = known.walls > 0;
    // A wall alone is none, if other signs may be walls.
    if let Some(lone) = known.lone_wall.filter(|_| !many.is_empty()) {
        single.push(lone);
        has_walls = false;
    }
    if unknown.len() + usize::from(single.len() > unknown.len()) < 2
        && !matches!(unknown, [UnknownSign { sign: Sign::Number(_), .. }])
    {
        return String::new();
    }
    let none = Proposal::default;
    let mut of_many: Vec<Proposal> = Vec::new();
    if has_walls {
        of_many.push(none().with(Free, &many));
        of_many.push(none().with(Wall, &border).with(Free, &inner));
        of_many.push(none().with(Wall, &many));
    } else {
        // Some are walls. If nothing is free yet, some are free.
        if known.free > 0 || !inner.is_empty() {
            of_many.push(none().with(Wall, &border).with(Free, &inner));
        }
        let mut by_count: Vec<&UnknownSign> = unknown.iter().filter(|unknown| unknown.count > 1).collect();
        by_count.sort_by_key(|unknown| std::cmp::Reverse(unknown.count));
        for wall in by_count.iter().take(3).map(|unknown| unknown.sign) {
            let others: Vec<Sign> = many.iter().copied().filter(|&sign| sign != wall).collect();
            of_many.push(none().with(Wall, &[wall]).with(Free, &others));
        }
        if known.free > 0 {
            of_many.push(none().with(Wall, &many));
        }
    }
    let are_numbers = unknown.iter().any(|unknown| matches!(unknown.sign, Sign::Number(_)));
    // Walls of several kinds are numbers from 1.
    if are_numbers && (known.starts > 1 || known.ends > 1) {
        let [starts, ends] = [(known.starts, 2), (known.ends, 3)].map(|(count, number)| (count > 0).then_some(number));
        let kinds: Vec<Sign> = [starts, ends].into_iter().flatten().map(Sign::Number).collect();
        of_many.insert(0, none().with(Wall, &many).with(Wall, &single).with(Wall, &kinds));
    }
    if are_numbers && known.walls > 0 && known.free > 0 {
        of_many.push(none().with(Wall, &many).with(Wall, &[Sign::Number(0)]).with(Free, &[Sign::Number(1)]));
    }
    if of_many.is_empty() {
        of_many.push(none());
    }
    let mut of_single: Vec<Proposal> = Vec::new();
    let others = |sign: Sign| -> Vec<Sign> { single.iter().copied().filter(|&other| other != sign).collect() };
    match (known.starts, known.ends, &single[..]) {
        (_, _, []) => of_single.push(none()),
        // The start and the end are often 1 and 2.
        (1, 0, [Sign::Number(1)]) => of_single.push(none().with(Start, &single).with(End, &[Sign::Number(2)])),
        (0, 0, &[one, other]) => {
            for (start, end) in [(one, other), (other, one)] {
                of_single.push(none().with(Start, &[start]).with(End, &[end]));
            }
        }
        (0, _, few @ ([_] | [_, _] | [_, _, _])) => {
            of_single.extend(few.iter().map(|&sign| none().with(Free, &others(sign)).with(Start, &[sign])));
        }
        _ => {}
    }
    if known.ends == 0 || known.starts > 0 {
        let few = if single.len() <= 3 { &single[..] } else { &[] };
        if (known.starts, known.ends, single.len()) != (0, 0, 2) {
            of_single.extend(few.iter().map(|&sign| none().with(Free, &others(sign)).with(End, &[sign])));
        }
    }
    of_single.push(none().with(Free, &single));
    let mut all: Vec<Proposal> = Vec::new();
    for many in &of_many {
        for single in &of_single {
            let mut joined = many.clone();
            for (signs, more) in joined.0.iter_mut().zip(&single.0) {
                signs.extend_from_slice(more);
            }
            let fits = joined != none() && joined.0.iter().all(|signs| signs.len() <= Legend::MAX);
            if fits && !all.contains(&joined) && all.len() < MOST {
                all.push(joined);
            }
        }
    }
    let mut text = String::new();
    for (number, proposal) in all.iter().enumerate() {
        text += match number {
            0 => "; all at once, as in a URL: ",
            _ if number + 1 == all.len() => " or ",
            _ => ", ",
        };
        text += &proposal.to_string();
    }
    text
}
