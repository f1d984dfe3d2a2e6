//! Drawings of one character a square.

use super::Parsed;
use super::drawing::{Drawing, EMOJI_STYLE, RowLines, Unit};
use super::error::{ParseError, Place};
use super::input::{Input, Request, count_chars, lines};
use super::legend::{Legend, known, unknown_char};
use super::matrix::{Matrix, Square};

/// Whether a text looks like squares: most of it are characters of squares, or it has few characters in many lines of one length.
pub(super) fn fits(input: &Input<'_>) -> bool {
    let text = input.text();
    let seen = || text.chars().filter(|char| !char.is_whitespace() && *char != EMOJI_STYLE);
    let all = seen().count();
    let known_chars = seen().filter(|&char| known(char).is_some()).count();
    let has_walls = seen().any(|char| known(char) == Some(Square::Wall));
    if without_separators(text).is_some() {
        return true;
    }
    all > 0 && (has_walls && 2 * known_chars > all || is_drawn_with_few(text))
}

/// Whether a text has a few different characters alone, in lines of which most are equally long.
fn is_drawn_with_few(text: &str) -> bool {
    const FEW: usize = 8;
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
    all > 1 && 2 * equal > all
}

/// Reads a drawing of squares.
pub(super) fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    if let Some(squares) = without_separators(text) {
        // A path is not drawn between separators, since blanks may be squares.
        let (matrix, _) = matrix_of(&squares, request).map_err(ParseError::among_separators)?;
        return matrix.read(request);
    }
    let (matrix, first) = matrix_of(text, request)?;
    let drawing = Drawing::new(text, RowLines::From(first), Unit::Char, request.options.thin, matrix.marks());
    Ok(Parsed { drawing: Some(drawing), ..matrix.read(request)? })
}

/// The text without the commas, semicolons or tabs between its squares, if there is one behind each but the last of every line.
fn without_separators(text: &str) -> Option<String> {
    let filled = || lines(text).filter(|line| !line.trim().is_empty());
    let separator = filled().next()?.chars().nth(1).filter(|char| matches!(char, ',' | ';' | '\t'))?;
    let is_separated = |line: &str| line.chars().skip(1).step_by(2).all(|char| char == separator);
    let has_squares = |line: &str| line.chars().step_by(2).all(|char| char != separator);
    if !filled().all(|line| is_separated(line) && has_squares(line)) {
        return None;
    }
    Some(
        text.split('\n')
            .map(|line| line.trim_end_matches('\r').chars().step_by(2).collect::<String>() + "\n")
            .collect(),
    )
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
                    let count = text.chars().filter(|&other| other == char).count();
                    return Err(unknown_char(char, count, place));
                }
            }
        }
        for column in column..columns {
            matrix.push(missing, Place::text(number + 1, column + 1));
        }
    }
    Ok((matrix, first))
}

/// The character that fills short lines: a blank if blanks are free squares of this drawing, otherwise a wall.
fn missing_square(text: &str, legend: &Legend<'_>) -> Square {
    let has_blanks = lines(text).any(|line| line.trim_end().contains(' '));
    match legend.square(' ') {
        Some(square) if has_blanks => square,
        _ => Square::Wall,
    }
}
