//! JSON rows of squares: numbers, or strings of characters. They may be the value of a member of an object.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Parsed;
use super::error::{ParseError, Place};
use super::input::Request;
use super::json_ends::SaidEnds;
use super::numbers::{self, Numbers};
use super::snippet::Snippet;
use super::squares;
use super::values::Text;

/// How many bytes are taken for each byte of lists, while they grow.
pub(super) const LISTED_BYTES: u64 = 16;

/// What rows are made of, by how they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rows {
    /// `[[1,`, or `[[true,`
    Numbers,
    /// `["#`
    Lines,
    /// `[["#",`
    Characters,
    /// `[[{`
    Objects,
}

/// The kind of the rows that begin here; `None` if no rows do.
fn rows_of(value: &str) -> Option<Rows> {
    let inside = value.strip_prefix('[')?.trim_ascii_start();
    if inside.starts_with('"') {
        return Some(Rows::Lines);
    }
    let element = inside.strip_prefix('[')?.trim_ascii_start();
    match element.as_bytes().first()? {
        b'0'..=b'9' | b'-' | b't' | b'f' => Some(Rows::Numbers),
        b'"' => Some(Rows::Characters),
        b'{' => Some(Rows::Objects),
        b'n' if element.starts_with("null") => rows_of_next(element),
        _ => None,
    }
}

/// What rows are made of whose first element is missing.
fn rows_of_next(element: &str) -> Option<Rows> {
    let is_between =
        |char: char| char.is_ascii_whitespace() || matches!(char, ',' | '[' | ']') || char.is_ascii_lowercase();
    element.trim_start_matches(is_between).starts_with('{').then_some(Rows::Objects)
}

/// The rows in a text, and what is said of their ends.
pub(super) struct Found<'a> {
    pub(super) rows: Snippet<'a>,
    pub(super) kind: Rows,
    pub(super) ends: SaidEnds<'a>,
}

/// The rows in a text: those that it is, or the value of a member.
pub(super) fn find(text: &str) -> Option<Found<'_>> {
    let value = text.trim_ascii_start();
    if value.starts_with('[') {
        // What it looks like is seen before the whole is read.
        let kind = rows_of(value)?;
        let whole: &RawValue = serde_json::from_str(value).ok()?;
        return Some(Found { rows: Snippet::new(text, whole), kind, ends: SaidEnds::default() });
    }
    if !value.starts_with('{') {
        return None;
    }
    let Members { rows, ends } = serde_json::from_str(value).ok()?;
    let named = || rows.iter().filter(|(name, ..)| MAZE_NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)));
    // Which of several is the maze is not known, unless it is called so.
    let (_, value, kind) = match (&rows[..], named().count()) {
        ([rows], _) => rows,
        (_, 1) => named().next()?,
        _ => return None,
    };
    Some(Found { rows: Snippet::new(text, value), kind: *kind, ends })
}

/// The same in a text that is JSON from its first character, where a form feed is no white space.
pub(super) fn find_in_json(text: &str) -> Option<Found<'_>> {
    find(text).filter(|_| text.trim_start_matches([' ', '\t', '\r', '\n']).starts_with(['[', '{']))
}

/// Why a text in which no rows of some kind were found is refused: it is no JSON, or else as `detail` says.
pub(super) fn without_rows(text: &str, detail: &str) -> ParseError {
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => ParseError::malformed(None, detail),
        Err(error) => ParseError::from_json(&error, ""),
    }
}

/// The names of the member that is the maze, where other members are lists of rows too.
const MAZE_NAMES: [&str; 5] = ["maze", "grid", "map", "board", "labyrinth"];

/// The names of members that list the places of squares, which look like rows of two numbers.
const PLACES: [&str; 5] = ["path", "solution", "visited", "walls", "obstacles"];

/// How many members of an object may be rows.
const MAX_ROWS: usize = 16;

/// The members of an object that are rows, each with its name, and those that say where the maze begins and ends.
struct Members<'a> {
    rows: Vec<(String, &'a RawValue, Rows)>,
    ends: SaidEnds<'a>,
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members<'de>, D::Error> {
        struct AnyMembers;

        impl<'de> Visitor<'de> for AnyMembers {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Members { rows: Vec::new(), ends: SaidEnds::default() };
                while let Some(Text(name)) = map.next_key()? {
                    let value: &RawValue = map.next_value()?;
                    let are_places =
                        PLACES.iter().any(|known| name.eq_ignore_ascii_case(known)) && has_pairs(value.get());
                    let rows = rows_of(value.get()).filter(|_| members.rows.len() < MAX_ROWS && !are_places);
                    members.rows.extend(rows.map(|rows| (name.to_string(), value, rows)));
                    members.ends.add(&name, value);
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(AnyMembers)
    }
}

/// Whether the first row has two elements.
fn has_pairs(rows: &str) -> bool {
    let first = rows.trim_start_matches(['[', ' ', '\t', '\r', '\n']).split(']').next();
    first.is_some_and(|row| row.matches(',').count() == 1)
}

/// Whether a text has rows of squares.
pub(super) fn fits(text: &str) -> bool {
    find(text).is_some_and(|found| found.kind != Rows::Objects)
}

/// Whether a text has rows of objects.
pub(super) fn fits_objects(text: &str) -> bool {
    find(text).is_some_and(|found| found.kind == Rows::Objects)
}

/// Reads rows of numbers or of characters.
pub(super) fn read(text: &str, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let nothing = "this has no rows of numbers, such as [[1,0]], and none of strings, such as [\"#.#\"]";
    let Some(Found { rows, kind, ends }) = find_in_json(text) else { return Err(without_rows(text, nothing)) };
    let parsed = match kind {
        Rows::Numbers => read_numbers(rows, request)?,
        Rows::Lines => {
            request.ask(LISTED_BYTES * text.len() as u64)?;
            let lines: Vec<Cow<'_, str>> = rows.read(|json| Vec::deserialize(json))?;
            read_lines(&lines, request)?
        }
        Rows::Characters => {
            request.ask(LISTED_BYTES * text.len() as u64)?;
            let rows: Vec<Vec<Cow<'_, str>>> = rows.read(|json| Vec::deserialize(json))?;
            for (row, cells) in (0..).zip(&rows) {
                if let Some(column) = cells.iter().position(|cell| cell.chars().count() != 1) {
                    let place = Place::Address([row, column as u32].into());
                    return Err(ParseError::malformed(place, "a square must be one character"));
                }
            }
            read_lines(&rows.iter().map(|cells| cells.concat().into()).collect::<Vec<_>>(), request)?
        }
        Rows::Objects => return Err(without_rows(text, nothing)),
    };
    Ok(ends.applied(parsed, request.options.thin))
}

/// Reads strings as the lines of a text.
fn read_lines(lines: &[Cow<'_, str>], request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = lines.join("\n");
    let are_digits = text.chars().all(|char| char.is_ascii_digit() || char == '\n');
    let matrix = match are_digits {
        true => numbers::matrix_of(&text, request).map(|(matrix, _)| matrix),
        false => squares::matrix_of(&text, request).map(|(matrix, _)| matrix),
    };
    matrix.and_then(|matrix| matrix.read(request)).map_err(|error| match error.place {
        Some(Place::Text { line, column }) => {
            let detail = format!("string {line}, character {column}, both counted from 1: {}", error.detail);
            ParseError { place: None, detail, ..error }
        }
        _ => error,
    })
}

/// Reads rows of numbers. That they are JSON was seen before.
fn read_numbers(rows: Snippet<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = rows.text();
    let count = text.bytes().filter(|&byte| byte == b'[').count() - 1;
    let first = &text[..text.find(']').unwrap_or(text.len())];
    let columns = first.bytes().filter(|&byte| byte == b',').count() + 1;
    let mut numbers = Numbers::new([columns, count], false, request)?;
    let (mut line, mut column) = rows.start();
    let (mut depth, mut in_row, mut word) = (0, 0, None);
    for (offset, byte) in text.bytes().enumerate() {
        let place = Place::text(line, column);
        if matches!(byte, b',' | b']' | b' ' | b'\t' | b'\r' | b'\n')
            && let Some((start, place)) = word.take()
        {
            if depth != 2 {
                return Err(ParseError::malformed(place, "a row of numbers must be here"));
            }
            numbers.push(&text[start..offset], place)?;
            in_row += 1;
        }
        match byte {
            b'[' if depth < 2 => (depth, in_row) = (depth + 1, 0),
            b']' => {
                if depth == 2 && in_row != columns {
                    let detail = format!("this row has {in_row} numbers, and the first one {columns}");
                    return Err(ParseError::inconsistent(place, detail));
                }
                depth -= 1;
            }
            b',' | b' ' | b'\t' | b'\r' | b'\n' => {}
            b'0'..=b'9' | b'-' | b'+' | b'.' | b'E' | b'a' | b'e' | b'f' | b'l' | b'r' | b's' | b't' | b'u' => {
                word.get_or_insert((offset, place));
            }
            _ => return Err(ParseError::malformed(place, "a whole number, true or false must be here")),
        }
        (line, column) = if byte == b'\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    numbers.finish()?.read(request)
}
