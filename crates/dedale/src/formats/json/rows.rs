//! JSON rows of squares: numbers, or strings of characters. They may be the value of a member of an object.

use serde::de::IgnoredAny;

use super::ends::SaidEnds;
use crate::formats::strings;
use crate::parse::Parsed;
use crate::parse::drawing::char_of;
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::ReadContext;
use crate::parse::json_value::{Value, is_one_of};
use crate::parse::legend::Sign;
use crate::parse::matrix::Matrix;

/// What rows are made of, by how they begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    /// `[[1,`, or `[[true,`
    Numbers,
    /// `["#`
    Lines,
    /// `[["#",`
    Characters,
    /// `[[{`
    Objects,
    /// `[{`
    ListOfObjects,
    /// `[1,`, with the number of columns in another member.
    Flat(usize),
}

/// Returns the kind of the rows that begin here; `None` if no rows do.
fn kind_of_rows(value: &str) -> Option<RowKind> {
    let inside = value.strip_prefix('[')?.trim_ascii_start();
    if inside.starts_with('"') {
        return Some(RowKind::Lines);
    }
    if inside.starts_with('{') {
        return Some(RowKind::ListOfObjects);
    }
    let element = inside.strip_prefix('[')?.trim_ascii_start();
    match element.as_bytes().first()? {
        b'0'..=b'9' | b'-' | b't' | b'f' => Some(RowKind::Numbers),
        b'"' => Some(RowKind::Characters),
        b'{' => Some(RowKind::Objects),
        b'n' if element.starts_with("null") => kind_of_next_row(element),
        _ => None,
    }
}

/// What rows are made of whose first element is missing.
fn kind_of_next_row(element: &str) -> Option<RowKind> {
    let is_between =
        |char: char| char.is_ascii_whitespace() || matches!(char, ',' | '[' | ']') || char.is_ascii_lowercase();
    element.trim_start_matches(is_between).starts_with('{').then_some(RowKind::Objects)
}

/// The rows in a text, and the ends that it gives.
pub(super) struct FoundRows<'a> {
    pub(super) rows: Value<'a>,
    pub(super) kind: RowKind,
    pub(super) ends: SaidEnds<'a>,
}

/// The names of the member that is the maze, where other members are lists of rows too.
const MAZE_NAMES: [&str; 6] = ["maze", "grid", "map", "board", "labyrinth", "cells"];

/// The names of members that may be all squares in one array, and of those that are the number of columns then.
const FLAT_NAMES: [&str; 3] = ["data", "tiles", "squares"];
const WIDTHS: [&str; 5] = ["width", "w", "cols", "columns", "size"];

/// The names of members that list the places of squares, which look like rows of two numbers.
const PAIR_LISTS: [&str; 5] = ["path", "solution", "visited", "walls", "obstacles"];

/// How many members of an object may be rows.
const MAX_ROWS: usize = 16;

/// Returns the rows in a text: those that it is, or the value of a member.
pub(super) fn find(text: &str) -> Option<FoundRows<'_>> {
    let whole = Value::new(text);
    let value = text.trim_ascii_start();
    if value.starts_with('[') {
        // What it looks like is seen before the whole is read.
        let kind = kind_of_rows(value)?;
        return whole.read::<IgnoredAny>().ok().map(|_| FoundRows { rows: whole, kind, ends: SaidEnds::default() });
    }
    if !value.starts_with('{') {
        return None;
    }
    let (mut rows, mut ends) = (Vec::new(), SaidEnds::default());
    let (mut flat, mut width) = (None, None);
    let read = whole.members("an object", |name, value| {
        let are_places = is_one_of(&name, &PAIR_LISTS) && has_pairs(value.text());
        let kind = kind_of_rows(value.text()).filter(|_| rows.len() < MAX_ROWS && !are_places);
        rows.extend(kind.map(|kind| (is_one_of(&name, &MAZE_NAMES), value, kind)));
        let is_flat =
            value.text().strip_prefix('[').is_some_and(|inside| inside.trim_ascii_start().starts_with(is_flag));
        if is_flat && (is_one_of(&name, &MAZE_NAMES) || is_one_of(&name, &FLAT_NAMES)) {
            flat.get_or_insert(value);
        } else if is_one_of(&name, &WIDTHS) {
            width = value.text().parse().ok().filter(|&width| width > 0);
        }
        ends.add(&name, value);
        Ok(())
    });
    read.ok()?;
    if let (true, Some(flat), Some(width)) = (rows.is_empty(), flat, width) {
        return Some(FoundRows { rows: flat, kind: RowKind::Flat(width), ends });
    }
    let mut named = rows.iter().filter(|(is_maze, ..)| *is_maze);
    // Which of several is the maze is not known, unless it is called so.
    let &(_, rows, kind) = match (&rows[..], named.next(), named.next()) {
        ([rows], ..) | (_, Some(rows), None) => rows,
        _ => return None,
    };
    Some(FoundRows { rows, kind, ends })
}

/// Why a text in which no rows of some kind were found is refused: it is no JSON, or else as `detail` says.
pub(super) fn without_rows(text: &str, detail: &str) -> ParseError {
    Value::new(text).read::<IgnoredAny>().err().unwrap_or_else(|| ParseError::malformed(None, detail))
}

/// Returns true if a text has rows of squares.
pub(crate) fn fits(text: &str) -> bool {
    find(text).is_some_and(|found| !matches!(found.kind, RowKind::Objects | RowKind::ListOfObjects))
        || unwrapped(text).is_some()
}

/// Returns a text of rows that are members of objects, as in `[{"row":"#.#"}]`, with blanks for all of each object but the value of its only
/// member. `None` if it is no such text.
pub(super) fn unwrapped(text: &str) -> Option<String> {
    /// The most lists and objects around a square.
    const MAX_NESTED: usize = 16;
    find(text).filter(|found| found.kind == RowKind::ListOfObjects)?;
    let mut out = text.as_bytes().to_vec();
    // For each open bracket: whether it begins an object that is left out, and whether the member of that has begun.
    let mut open: Vec<(bool, bool)> = Vec::new();
    let mut count_left_out = 0;
    let mut bytes = text.bytes().enumerate().peekable();
    while let Some((start, byte)) = bytes.next() {
        match byte {
            b'"' => {
                let mut end = start;
                while let Some((at, byte)) = bytes.next() {
                    end = at;
                    match byte {
                        b'\\' => drop(bytes.next()),
                        b'"' => break,
                        _ => {}
                    }
                }
                if let Some((true, has_begun @ false)) = open.last_mut() {
                    *has_begun = true;
                    out.get_mut(start..=end)?.fill(b' ');
                }
            }
            b'{' | b'[' => {
                if open.len() == MAX_NESTED {
                    return None;
                }
                let is_object = byte == b'{' && open.len() > count_left_out;
                // Below an array there are only such objects.
                if byte == b'{' && count_left_out > 0 {
                    return None;
                }
                open.push((is_object, false));
                if is_object {
                    count_left_out += 1;
                    out[start] = b' ';
                }
            }
            b'}' | b']' => {
                let (is_left_out, _) = open.pop()?;
                if is_left_out {
                    count_left_out -= 1;
                    out[start] = b' ';
                }
            }
            b':' if open.last()?.0 => {
                out[start] = b' ';
                // The value that is left is a string or an array.
                while bytes.next_if(|(_, byte)| byte.is_ascii_whitespace()).is_some() {}
                bytes.peek().filter(|(_, byte)| matches!(byte, b'"' | b'['))?;
            }
            // A second member.
            b',' if open.last()?.0 => return None,
            _ => {}
        }
    }
    let out = String::from_utf8(out).ok()?;
    find(&out).filter(|found| !matches!(found.kind, RowKind::Objects | RowKind::ListOfObjects))?;
    Some(out)
}

/// Returns true if a character begins a number or a truth.
fn is_flag(char: char) -> bool {
    char.is_ascii_digit() || matches!(char, '-' | 't' | 'f')
}

/// Returns true if the first row has two elements.
fn has_pairs(rows: &str) -> bool {
    let first = rows.trim_start_matches(['[', ' ', '\t', '\r', '\n']).split(']').next();
    first.is_some_and(|row| row.matches(',').count() == 1)
}

/// Reads rows of numbers or of characters.
pub(crate) fn read(text: &str, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    if let Some(text) = unwrapped(text) {
        context.ask(text.len() as u64)?;
        return read_rows(&text, context);
    }
    read_rows(text, context)
}

/// Reads the rows of a text that are no objects.
fn read_rows(text: &str, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let are_squares = |found: &FoundRows<'_>| !matches!(found.kind, RowKind::Objects | RowKind::ListOfObjects);
    let Some(FoundRows { rows, kind, ends }) = find(text).filter(are_squares) else {
        let nothing = "this has no rows of numbers, such as [[1,0]], and none of strings, such as [\"#.#\"]";
        return Err(without_rows(text, nothing));
    };
    let rows = rows.of(context);
    let parsed = match kind {
        RowKind::Numbers => read_numbers(rows, context)?,
        RowKind::Flat(columns) => read_flat(rows, columns, context)?,
        kind => read_lines(rows, kind, context)?,
    };
    Ok(ends.applied(parsed, context.options.thin))
}

/// Reads strings as the lines of a text, or as its characters.
fn read_lines(rows: Value<'_>, kind: RowKind, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let (mut text, mut number) = (String::new(), 0);
    rows.each("an array of rows", |row| {
        if number > 0 {
            text.push('\n');
        }
        if kind == RowKind::Lines {
            text += &row.string("a string")?;
        } else {
            let mut column = 0;
            row.each("an array of characters", |square| {
                let square = square.string("a string")?;
                if square.chars().count() != 1 {
                    let place = InputPlace::Address([number, column].into());
                    return Err(ParseError::malformed(place, "a square must be one character"));
                }
                text += &square;
                column += 1;
                Ok(())
            })?;
        }
        number += 1;
        Ok(())
    })?;
    strings::read_lines(&text, context)
}

/// Reads the numbers of all rows in one array.
fn read_flat(all: Value<'_>, columns: usize, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let mut count = 0_usize;
    all.each("an array of numbers", |_| {
        count += 1;
        Ok(())
    })?;
    if !count.is_multiple_of(columns) {
        let detail = format!("{count} numbers are no rows of {columns}, as many as another member says");
        return Err(ParseError::inconsistent(all.end(), detail));
    }
    let mut matrix = Matrix::of_numbers([columns, count / columns], false, context)?;
    all.each("an array of numbers", |number| {
        // The place of each would be counted from the beginning.
        let place = [matrix.len() / columns, matrix.len() % columns].map(|number| number as u32);
        matrix.push_number(number.text(), || InputPlace::Address(place.into()))
    })?;
    matrix.read(context)
}

/// Reads rows of numbers, or of true and false.
fn read_numbers(rows: Value<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let (mut columns, mut count) = (0, 0);
    rows.each("an array of rows", |row| {
        if count == 0 {
            row.each("a row of numbers", |_| {
                columns += 1;
                Ok(())
            })?;
        }
        count += 1;
        Ok(())
    })?;
    let mut matrix = Matrix::of_numbers_in(rows.text(), [columns, count], context)?;
    rows.each("an array of rows", |row| {
        let mut in_row = 0;
        row.each("a row of numbers", |number| {
            in_row += 1;
            if number.text().starts_with('"') {
                let text = number.string("a whole number or a letter")?;
                if let Some(char) = char_of(&text).filter(|char| !char.is_ascii_digit()) {
                    matrix.push_sign(Sign::Char(char), || number.start());
                    return Ok(());
                }
                return matrix.push_number(&text, || number.start());
            }
            if number.text().starts_with(['[', '{', 'n']) {
                return Err(ParseError::malformed(number.start(), "a whole number, true or false must be here"));
            }
            matrix.push_number(number.text(), || number.start())
        })?;
        if in_row == columns {
            return Ok(());
        }
        let detail = format!("this row has {in_row} numbers, and the first one {columns}");
        Err(ParseError::inconsistent(row.end(), detail))
    })?;
    matrix.read(context)
}
