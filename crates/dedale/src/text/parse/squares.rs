//! Drawings of one character a square.

use super::drawing::{Drawing, EMOJI_STYLE, RowLines, Unit};
use super::error::{ParseError, Place};
use super::input::{Input, Request, count_chars, lines};
use super::legend::{Legend, known, unknown_char};
use super::matrix::{Matrix, Square};
use super::{Marks, Parsed, gcd};

/// Whether a text looks like squares: most of it are characters of squares, or it has few characters in many lines of one length.
pub(super) fn fits(input: &Input<'_>) -> bool {
    let text = input.text();
    let (mut all, mut known_chars, mut has_walls) = (0, 0, false);
    for char in text.chars().filter(|char| !char.is_whitespace() && *char != EMOJI_STYLE) {
        let known = known(char);
        all += 1;
        known_chars += usize::from(known.is_some());
        has_walls |= known == Some(Square::Wall);
    }
    let is_drawn = all > 0 && (has_walls && 2 * known_chars > all || is_drawn_with_few(text));
    is_drawn || without_separators(text, &Marks::default()).is_some()
}

/// Whether a text has a few different characters alone, in lines of which most are equally long.
fn is_drawn_with_few(text: &str) -> bool {
    const FEW: usize = 8;
    const VERY_FEW: usize = 4;
    let mut different = Vec::new();
    for char in text.chars().filter(|char| !char.is_whitespace()) {
        if !different.contains(&char) {
            different.push(char);
        }
        if different.len() > FEW {
            return false;
        }
    }
    let lengths = || lines(text).map(|line| count_chars(line.trim_end())).filter(|&length| length > 0);
    let longest = lengths().max().unwrap_or(0);
    let (all, equal) = (lengths().count(), lengths().filter(|&length| length == longest).count());
    all > 1 && 2 * equal > all || all > 2 && different.len() <= VERY_FEW
}

/// Reads a drawing of squares.
pub(super) fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    if let Some(squares) = without_separators(text, &request.options.marks) {
        // A path is not drawn between separators, since blanks may be squares.
        let column = |line: u64, square: u64| squares.between.column(lines(text).nth(line as usize)?, square);
        let (matrix, _) = matrix_of(&squares.text, request).map_err(|error| error.in_column(column))?;
        return matrix.read(request);
    }
    let (matrix, first) = matrix_of(text, request)?;
    let drawing = Drawing::new(text, RowLines::From(first), Unit::Char, request.options.thin, matrix.marks());
    Ok(Parsed { drawing: Some(drawing), ..matrix.read(request)? })
}

/// The squares of a drawing that has something between them.
struct Separated {
    /// One character a square.
    text: String,
    between: Between,
}

/// What is between the squares of a line.
enum Between {
    /// This character, and blanks around the squares.
    Char(char),
    /// As many blanks as there are columns from one to the next, less one.
    Blanks(u64),
}

impl Between {
    /// The column of a square of this line, both from 0.
    fn column(&self, line: &str, square: u64) -> Option<u64> {
        let separator = match *self {
            Between::Blanks(distance) => return Some(square * distance),
            Between::Char(separator) => separator,
        };
        let mut cells = cells(line, separator);
        let before: usize = cells.by_ref().take(square as usize).map(|cell| count_chars(cell) + 1).sum();
        let cell = cells.next()?;
        let char = square_of(cell)?;
        let inside = cell.chars().take_while(|&other| other != char).count();
        Some((before + inside.min(count_chars(cell).saturating_sub(1))) as u64)
    }
}

/// The squares between commas, semicolons or tabs, or with blanks between them, if these are in all lines.
fn without_separators(text: &str, marks: &Marks) -> Option<Separated> {
    let first = lines(text).find(|line| !line.trim().is_empty())?;
    // Those that are not squares.
    let separator =
        first.chars().find(|char| matches!(char, ',' | ';' | '\t')).filter(|&char| marks.square(char).is_none());
    match separator {
        Some(separator) => split_at(text, separator),
        None => split_at_blanks(text),
    }
}

/// What is between the separators of a line. One may follow the last square.
fn cells(line: &str, separator: char) -> impl Iterator<Item = &str> {
    let line = line.trim_end_matches(' ');
    line.strip_suffix(separator).unwrap_or(line).split(separator)
}

/// The character between two separators, quoted or not, with blanks around it; of blanks alone it is a blank. `None` if there are several.
fn square_of(cell: &str) -> Option<char> {
    let square = cell.trim_matches(' ');
    let square = square.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(square);
    let mut chars = square.chars().filter(|&char| char != EMOJI_STYLE);
    let char = chars.next().unwrap_or(' ');
    chars.next().is_none().then_some(char)
}

/// One character between any two separators, and two in each line at least.
fn split_at(text: &str, separator: char) -> Option<Separated> {
    let mut squares = String::with_capacity(text.len());
    for line in lines(text) {
        if !line.trim().is_empty() {
            let mut count = 0;
            for cell in cells(line, separator) {
                squares.push(square_of(cell)?);
                count += 1;
            }
            if count < 2 {
                return None;
            }
        }
        squares.push('\n');
    }
    Some(Separated { text: squares, between: Between::Char(separator) })
}

/// The characters in every second column, or third and so on, where all others are blank and some line has one in each: of walls that are drawn in
/// one piece, this cannot be.
fn split_at_blanks(text: &str) -> Option<Separated> {
    let (mut distance, mut widest, mut longest) = (0, 0, 0);
    let (mut filled, mut last_filled) = (0, None);
    for (number, line) in lines(text).enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let chars = line.chars().filter(|&char| char != EMOJI_STYLE);
        let mut count = 0;
        for (column, _) in (0..).zip(chars).filter(|(_, char)| !char.is_whitespace()) {
            distance = gcd(distance, column);
            widest = widest.max(column);
            count += 1;
        }
        let is_next = last_filled.is_none_or(|last| last + 1 == number);
        if distance == 1 || !is_next {
            return None;
        }
        (filled, last_filled, longest) = (filled + 1, Some(number), longest.max(count));
    }
    if distance < 2 || filled < 2 || longest < 3 || longest != widest / distance + 1 {
        return None;
    }
    let mut squares = String::with_capacity(text.len());
    for line in lines(text) {
        let chars = line.trim_end().chars().filter(|&char| char != EMOJI_STYLE);
        squares.extend(chars.step_by(distance as usize));
        squares.push('\n');
    }
    Some(Separated { text: squares, between: Between::Blanks(distance.into()) })
}

/// How many squares there may be for each byte, most of them missing at the ends of lines.
const MOST_FILLED: usize = 8;

/// Which lines of a text are rows, and how long these are.
struct Frame {
    first: usize,
    last: usize,
    columns: usize,
}

impl Frame {
    /// Blank lines around a drawing are none of it, unless it has blank lines as long as all others.
    fn of(text: &str) -> Option<Frame> {
        let width = |line: &str| line.chars().filter(|&char| char != EMOJI_STYLE).count();
        let (mut filled, mut seen): (Option<Frame>, Option<Frame>) = (None, None);
        let mut are_equal = true;
        for (number, line) in lines(text).enumerate() {
            let all = width(line);
            if all > 0 {
                let frame = filled.get_or_insert(Frame { first: number, last: number, columns: all });
                are_equal &= frame.columns == all && (number == frame.last || number == frame.last + 1);
                frame.last = number;
            }
            let visible = width(line.trim_end());
            if visible > 0 {
                let frame = seen.get_or_insert(Frame { first: number, last: number, columns: 0 });
                (frame.last, frame.columns) = (number, frame.columns.max(visible));
            }
        }
        let seen = seen?;
        if are_equal { filled } else { Some(seen) }
    }
}

/// The squares in a text, and which of its lines, counted from 0, is their first row.
pub(super) fn matrix_of(text: &str, request: &Request<'_>) -> Result<(Matrix, usize), ParseError> {
    let nothing = || ParseError::malformed(None, "there is nothing here, where squares must be drawn");
    let Frame { first, last, columns } = Frame::of(text).ok_or_else(nothing)?;
    let rows = last - first + 1;
    let mut matrix = Matrix::new([columns, rows], request)?;
    // One long line among short ones would make much of little.
    if columns.saturating_mul(rows) > (MOST_FILLED * text.len()).max(1 << 16) {
        let detail = format!("too little is drawn here for {rows} lines of {columns} squares");
        return Err(ParseError::malformed(None, detail));
    }
    let legend = Legend(&request.options.marks);
    let missing = missing_square(text, &legend);
    for (number, line) in lines(text).enumerate().take(last + 1).skip(first) {
        let mut column = 0;
        for char in line.chars().filter(|&char| char != EMOJI_STYLE) {
            column += 1;
            let place = Place::text(number + 1, column);
            match legend.square(char) {
                // Blanks behind the last column.
                _ if column > columns && char.is_whitespace() => {}
                Some(square) => matrix.push(square, place),
                None => {
                    let (count, others) = unknown(char, lines(text).skip(number), &legend);
                    return Err(unknown_char((char, count), &others, place));
                }
            }
        }
        for column in column..columns {
            matrix.push(missing, Place::text(number + 1, column + 1));
        }
    }
    Ok((matrix, first))
}

/// How many times this character is in these lines; and the others that may be anything, in the order in which they come, with their numbers.
fn unknown<'a>(first: char, lines: impl Iterator<Item = &'a str>, legend: &Legend<'_>) -> (usize, Vec<(char, usize)>) {
    let mut count = 0;
    let mut others: Vec<(char, usize)> = Vec::new();
    let chars = lines.flat_map(str::chars).filter(|&char| char != EMOJI_STYLE && legend.square(char).is_none());
    for char in chars {
        match others.iter().position(|(known, _)| *known == char) {
            _ if char == first => count += 1,
            Some(number) => others[number].1 += 1,
            None if others.len() < MAX_UNKNOWN => others.push((char, 1)),
            None => {}
        }
    }
    (count, others)
}

/// How many other unknown characters are counted.
const MAX_UNKNOWN: usize = 31;

/// The character that fills short lines: a blank if blanks are free squares of this drawing, otherwise a wall.
fn missing_square(text: &str, legend: &Legend<'_>) -> Square {
    let has_blanks = lines(text).any(|line| line.trim_end().contains(' '));
    match legend.square(' ') {
        Some(square) if has_blanks => square,
        _ => Square::Wall,
    }
}
