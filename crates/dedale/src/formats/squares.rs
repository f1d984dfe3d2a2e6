//! The maze as squares, a character each: `#` for a wall, a blank where one can walk, `S` and `E` at the ends, `&` where both are one cell, and
//! `*` on the path.
//!
//! Drawings with other characters are read too; [`Legend`](crate::parse::Legend) can define these.

use crate::about::gcd;
use crate::about::named;
use crate::parse::drawing::{Split, SquareDrawing, char_of};
use crate::parse::error::{EMOJI_STYLE, InputPlace, ParseError};
use crate::parse::input::{Input, ReadContext, count_chars, filled, lines};
use crate::parse::legend::{Meanings, Sign, SquareKind, known};
use crate::parse::matrix::Matrix;
use crate::parse::{InputFormat, Parsed};
use crate::picture::piece_writer::{PieceWriter, WriteInfo, by_strip};
use crate::picture::strip::{Blocks, FREE, PATH, WALL};
use crate::picture::{Metadata, RowSource, Strip};

pub(crate) const WRITE: WriteInfo = WriteInfo { path_glyphs: "*", ..WriteInfo::TEXT };

named! {
    /// The part of a maze that one square shows.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum SquareOf {
        /// Each cell, each wall and each corner: a maze of `rows × columns` cells has `(2 × rows + 1) × (2 × columns + 1)` squares.
        #[default]
        Block = "block",
        /// Each place of a cell, of a maze that has no walls between its cells: those that a mask leaves out are walls.
        Cell = "cell",
    }
}

/// How a maze is written as squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareStyle {
    /// What is a square.
    pub of: SquareOf,
    /// The character of the path.
    pub mark: char,
    /// The characters of walls, of free squares, of the entrance, of the exit, and of a cell that is both.
    pub squares: [char; 5],
}

impl SquareStyle {
    /// A square for each block, and `*` on the path.
    pub const DEFAULT: SquareStyle = SquareStyle { of: SquareOf::Block, mark: '*', squares: ['#', ' ', 'S', 'E', '&'] };

    /// The same as emojis, which are squares themselves.
    pub const EMOJI: SquareStyle =
        SquareStyle { mark: '🟨', squares: ['⬛', '⬜', '🟦', '🟥', '🟪'], ..SquareStyle::DEFAULT };
}

impl SquareOf {
    /// Returns the column of squares that a cell is in.
    pub(super) fn column(self, cell: u32) -> usize {
        let column = cell as usize;
        if self == SquareOf::Block { 2 * column + 1 } else { column }
    }

    /// How many columns and rows of squares there are.
    pub(crate) fn size(self, metadata: &Metadata) -> [u64; 2] {
        metadata.size().map(|side| if self == SquareOf::Block { 2 * side + 1 } else { side })
    }
}

pub(crate) fn start(style: SquareStyle, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    let [from, to] = source.metadata().places_of_ends();
    let [wall, free, start, end, both] = style.squares;
    let characters = [free, wall, style.mark, start, end, both];
    let marks = if from == to { [5, 5] } else { [3, 4] };
    by_strip(source, move |strip, out| {
        let mut squares = squares(strip, style.of);
        for (number, end) in marks.into_iter().zip([from, to]) {
            if let Some([_, column]) = end.filter(|&[row, _]| row == strip.row) {
                // The last line is that of the cells.
                let first = squares.numbers.len() - squares.width;
                squares.numbers[first + style.of.column(column as u32)] = number;
            }
        }
        for line in squares.lines() {
            let squares = line.iter().map(|&number| characters[usize::from(number)]);
            let chars = squares.chain(['\n']);
            chars.for_each(|char| out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()));
        }
    })
}

/// Returns the squares of one strip, in the numbers of blocks.
pub(crate) fn squares(strip: &Strip<'_>, of: SquareOf) -> Blocks {
    let square = |column: u32| match () {
        () if strip.is_left_out(column) => WALL,
        () if strip.path_at(column).is_some() => PATH,
        () => FREE,
    };
    match of {
        SquareOf::Block => strip.blocks(),
        SquareOf::Cell => {
            Blocks { numbers: (0..strip.here.len() as u32).map(square).collect(), width: strip.columns() as usize }
        }
    }
}

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "squares",
    description: "A drawing of one character a square: # is a wall, a blank or a dot is free, S the start, E the end.",
    first_line: "#########",
    is_of_squares: true,
    fits,
    read,
};

/// Returns true if a text looks like squares: most of it are characters of squares, or it has few characters in many lines of one length.
fn fits(input: &Input<'_>) -> bool {
    let text = input.text();
    let (mut all, mut known_chars, mut has_walls) = (0, 0, false);
    for char in text.chars().filter(|char| !char.is_whitespace() && *char != EMOJI_STYLE) {
        let known = known(Sign::Char(char));
        all += 1;
        known_chars += usize::from(known.is_some());
        has_walls |= known == Some(SquareKind::Wall);
    }
    let is_drawn = all > 0 && (has_walls && 2 * known_chars > all || is_drawn_with_few(text));
    is_drawn || split_of(text, &Meanings::default()) != Split::CHARS
}

/// Returns true if a text has only a few different characters, and most of its lines are equally long.
fn is_drawn_with_few(text: &str) -> bool {
    const FEW: usize = 8;
    const VERY_FEW: usize = 4;
    /// Of a large drawing whose lines are all equally long.
    const FEW_IN_ALL: usize = 16;
    const LARGE: usize = 5;
    let mut different = Vec::new();
    for char in text.chars().filter(|char| !char.is_whitespace()) {
        if !different.contains(&char) {
            different.push(char);
        }
        if different.len() > FEW_IN_ALL {
            return false;
        }
    }
    let lengths = || lines(text).map(|line| count_chars(line.trim_end())).filter(|&length| length > 0);
    let longest = lengths().max().unwrap_or(0);
    let (all, equal) = (lengths().count(), lengths().filter(|&length| length == longest).count());
    if different.len() > FEW {
        return all == equal && all >= LARGE && longest >= LARGE;
    }
    all > 1 && 2 * equal > all || all > 2 && different.len() <= VERY_FEW
}

/// Reads a drawing of squares.
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let wide = with_wide_chars(input.text());
    let text = wide.as_deref().unwrap_or(input.text());
    let split = split_of(text, &Meanings::of_chars(&context.options.legend));
    let (matrix, rows) = matrix_of(text, split, context)?;
    check_ghosts(text, &matrix.meanings)?;
    // A path is not drawn between separators, since blanks may be squares.
    let drawing = (split == Split::CHARS && wide.is_none()).then(|| {
        SquareDrawing::new(text, rows.first, rows.is_double_spaced, split, context.options.thin, matrix.marks())
    });
    Ok(Parsed { drawing, ..matrix.read(context)? })
}

/// Returns the text with a blank behind each emoji, if emojis stand among other characters and its lines are equally long only so: an emoji is as wide as two of
/// them.
fn with_wide_chars(text: &str) -> Option<String> {
    let is_wide = |char: char| matches!(char, '\u{1f300}'..='\u{1faff}');
    if !text.contains(is_wide) {
        return None;
    }
    let (mut chars, mut columns) = (None, None);
    let (mut are_equal, mut are_straight) = (true, true);
    for (_, line) in filled(text) {
        let wide = line.chars().filter(|&char| is_wide(char)).count();
        let all = line.trim_end().chars().filter(|&char| char != EMOJI_STYLE).count();
        are_equal &= *chars.get_or_insert(all) == all;
        are_straight &= *columns.get_or_insert(all + wide) == all + wide;
    }
    (are_straight && !are_equal).then(|| {
        let mut out = String::with_capacity(text.len() * 5 / 4);
        for char in text.chars() {
            out.push(char);
            if is_wide(char) {
                out.push(' ');
            }
        }
        out
    })
}

/// Food in a layout of Pac-Man.
const FOOD: char = '.';

/// Returns true for a layout of Pac-Man: it has walls of % and a P.
fn is_pac_man(text: &str) -> bool {
    text.contains('%') && !text.contains('#') && text.contains('P')
}

/// Returns the place of the only food in a layout of Pac-Man, which is the goal there. `None` if there is other food, or none, or if an end or the food has another
/// meaning.
fn only_food(text: &str, context: &ReadContext<'_>) -> Option<InputPlace> {
    let options = context.options;
    let are_given = options.has_ends
        || !options.legend.end.is_empty()
        || options.legend.each().iter().any(|(_, _, chars)| chars.contains(FOOD));
    let may_be =
        !are_given && is_pac_man(text) && text.contains(' ') && !text.contains('o') && text.matches(FOOD).count() == 1;
    let mut places =
        lines(text).enumerate().filter_map(|(number, line)| Some(InputPlace::in_line(number, line, line.find(FOOD)?)));
    places.next().filter(|_| may_be)
}

/// Fails for a layout of Pac-Man with food or several G, in which a letter would be taken for the end: G is a ghost there.
fn check_ghosts(text: &str, meanings: &Meanings) -> Result<(), ParseError> {
    let has_food = text.contains([FOOD, 'o']);
    let has_ghosts = text.matches('G').nth(1).is_some();
    let is_end = |char: char| {
        let is_letter = char.is_ascii_alphabetic() && known(Sign::Char(char)) == Some(SquareKind::End);
        is_letter && (has_food || char == 'G' && has_ghosts) && meanings.given(Sign::Char(char)).is_none()
    };
    if !is_pac_man(text) {
        return Ok(());
    }
    let letter = lines(text).enumerate().find_map(|(number, line)| Some((number, line, line.find(is_end)?)));
    letter.map_or(Ok(()), |(number, line, before)| {
        let letter = &line[before..=before];
        let what = if letter == "G" { "is a ghost and not the end" } else { "may be no end" };
        let goal = if meanings.given(Sign::Char(FOOD)) == Some(SquareKind::End) {
            format!(" says so, or else end={letter}")
        } else {
            format!(" and to=row,column say where to go, or else end={letter}")
        };
        let detail = format!(
            "with walls of % and a P, this is a layout of Pac-Man, in which {letter} {what}: free={letter}{goal}"
        );
        Err(ParseError::malformed(InputPlace::in_line(number, line, before), detail))
    })
}

/// How the lines of a text are divided: at commas, semicolons or tabs, if there are such in all lines and they are no squares; or at blanks.
fn split_of(text: &str, meanings: &Meanings) -> Split {
    let is_separator = |&char: &char| matches!(char, ',' | ';' | '\t') && meanings.given(Sign::Char(char)).is_none();
    let Some(separator) = filled(text).next().and_then(|(_, first)| first.chars().find(is_separator)) else {
        return Split::Every(distance_of(text).unwrap_or(1));
    };
    let split = Split::At(separator);
    // One character between any two separators, and two in each line at least.
    let is_split = |(_, line): (usize, &str)| {
        split.squares(line).nth(1).is_some() && split.squares(line).all(|(_, square)| char_of(square).is_some())
    };
    if filled(text).all(is_split) { split } else { Split::CHARS }
}

/// Returns the distance between the columns that have characters, if all other columns are blank. Some line must have a character in each of them, and walls
/// that are drawn in one piece have none.
fn distance_of(text: &str) -> Option<usize> {
    let (mut distance, mut widest, mut longest) = (0, 0, 0);
    let (mut count_filled, mut last_filled) = (0, None);
    for (number, line) in filled(text) {
        let mut count = 0;
        for (column, _) in (0..).zip(Split::CHARS.squares(line)).filter(|(_, (_, square))| !square.trim().is_empty()) {
            distance = gcd(distance, column);
            widest = widest.max(column);
            count += 1;
        }
        let is_next = last_filled.is_none_or(|last| last + 1 == number);
        if distance == 1 || !is_next {
            return None;
        }
        (count_filled, last_filled, longest) = (count_filled + 1, Some(number), longest.max(count));
    }
    let is_split = distance > 1 && count_filled > 1 && longest > 2 && longest == widest / distance + 1;
    is_split.then_some(distance as usize)
}

/// How many squares there may be for each byte, most of them missing at the ends of lines.
const MAX_FILLED: usize = 8;

/// Which lines of a text are rows, and how long these are.
#[derive(Clone, Copy)]
pub(super) struct DrawnLines {
    first: usize,
    last: usize,
    columns: usize,
    /// True if blanks are squares of the drawing.
    has_blanks: bool,
    /// True if every second line is empty, and no row.
    is_double_spaced: bool,
}

impl DrawnLines {
    /// Returns true if every second line is empty.
    fn is_double_spaced(self, text: &str) -> bool {
        let mut rows = lines(text).take(self.last + 1).skip(self.first).enumerate();
        self.last > self.first + 2 && rows.all(|(row, line)| line.is_empty() == (row % 2 == 1))
    }

    /// Returns the lines that are rows, with their numbers.
    fn rows(self, text: &str) -> impl Iterator<Item = (usize, &str)> {
        let rows = lines(text).enumerate().take(self.last + 1).skip(self.first);
        rows.step_by(if self.is_double_spaced { 2 } else { 1 })
    }

    /// Blank lines around a drawing are none of it, unless it has blank lines as long as all others.
    fn of(text: &str, split: Split) -> Option<DrawnLines> {
        let (mut filled, mut seen): (Option<DrawnLines>, Option<DrawnLines>) = (None, None);
        let (mut are_equal, mut has_blanks) = (true, false);
        for (number, line) in lines(text).enumerate() {
            let (mut all, mut visible) = (0, 0);
            for (_, square) in split.squares(line) {
                all += 1;
                if !square.trim().is_empty() {
                    has_blanks |= all > visible + 1;
                    visible = all;
                }
            }
            let new = DrawnLines { first: number, last: number, columns: all, has_blanks, is_double_spaced: false };
            if all > 0 {
                let extent = filled.get_or_insert(new);
                are_equal &= extent.columns == all && (number == extent.last || number == extent.last + 1);
                extent.last = number;
            }
            if visible > 0 {
                let extent = seen.get_or_insert(DrawnLines { columns: 0, ..new });
                (extent.last, extent.columns) = (number, extent.columns.max(visible));
            }
        }
        let seen = seen?;
        let lines = if are_equal { filled? } else { seen };
        Some(DrawnLines { has_blanks, is_double_spaced: lines.is_double_spaced(text), ..lines })
    }
}

/// Returns the squares in a text, and which of its lines are their rows.
pub(super) fn matrix_of(
    text: &str,
    split: Split,
    context: &ReadContext<'_>,
) -> Result<(Matrix, DrawnLines), ParseError> {
    let nothing = || ParseError::malformed(None, "there is nothing here, where squares must be drawn");
    let drawn @ DrawnLines { columns, has_blanks, .. } = DrawnLines::of(text, split).ok_or_else(nothing)?;
    if drawn.is_double_spaced {
        context.warn(None, "every second line is empty, and was left out");
    }
    let rows = drawn.rows(text).count();
    let mut meanings = Meanings::of_chars(&context.options.legend);
    if let Some(place) = only_food(text, context) {
        meanings.give(FOOD, SquareKind::End);
        context
            .warn(place, "with walls of % and a P, this is a layout of Pac-Man, and its only food was read as the end");
    }
    let mut matrix = Matrix::new([columns, rows], meanings, context)?;
    // One long line among short ones would make much of little.
    if columns.saturating_mul(rows) > (MAX_FILLED * text.len()).max(1 << 16) {
        let detail = format!("too little is drawn here for {rows} lines of {columns} squares");
        return Err(ParseError::malformed(None, detail));
    }
    // Short lines are filled with blanks if these are squares of the drawing, otherwise with walls.
    let blank = matrix.meanings.square(Sign::Char(' ')).filter(|_| has_blanks);
    let missing = blank.unwrap_or(SquareKind::Wall);
    for (number, line) in drawn.rows(text) {
        context.go_on()?;
        let mut column = 0;
        for (start, square) in split.squares(line) {
            column += 1;
            // Behind the last column are blanks alone.
            if column <= columns || !square.trim().is_empty() {
                matrix
                    .push_sign(Sign::Char(char_of(square).unwrap_or(' ')), || InputPlace::in_line(number, line, start));
            }
        }
        for _ in column..columns {
            matrix.push(missing, || InputPlace::in_line(number, line, line.len()));
        }
    }
    Ok((matrix, drawn))
}
