//! Mazes in the source code of programs, as they are read: an array of arrays of numbers, an array of strings, or the rows of one below each other.
//!
//! `maze = [[1, 0], …]` of Python and JavaScript, `{{1, 0}, …}` of C and Java, `['#.#', …]`, and what numpy prints are such arrays. There may be other code
//! around them.

use super::strings;
use crate::parse::Parsed;
use crate::parse::drawing::char_of;
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::ReadContext;
use crate::parse::legend::{Sign, known};
use crate::parse::matrix::{Matrix, truth_of};

/// A part of source code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    /// `[`, `{` or `(`.
    Open,
    /// The bracket that ends one.
    Close,
    /// A number or a name.
    Word(&'a str),
    /// What is inside of quotation marks.
    Text(&'a str),
    /// Any other character.
    Other,
}

/// The tokens of a text, each with its place. Blanks, commas, semicolons and comments are left out.
struct Tokens<'a> {
    text: &'a str,
    offset: usize,
    /// The line of the offset, from 1, and where it begins.
    line: usize,
    line_start: usize,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, offset: 0, line: 1, line_start: 0 }
    }

    /// Goes on by so many bytes.
    fn skip(&mut self, bytes: usize) {
        let skipped = &self.text[self.offset..self.offset + bytes];
        if let Some(last) = skipped.rfind('\n') {
            self.line += skipped.matches('\n').count();
            self.line_start = self.offset + last + 1;
        }
        self.offset += bytes;
    }

    /// Returns the length of a comment or of what separates tokens here, if there is one.
    fn separator(&self) -> Option<usize> {
        let rest = &self.text[self.offset..];
        let first = rest.chars().next()?;
        if first.is_whitespace() || matches!(first, ',' | ';') {
            return Some(first.len_utf8());
        }
        let end = |mark: &str| rest.find(mark).map_or(rest.len(), |length| length + mark.len());
        match () {
            () if rest.starts_with("/*") => Some(2 + rest[2..].find("*/").map_or(rest.len() - 2, |length| length + 2)),
            () if first == '#' || rest.starts_with("//") => Some(end("\n")),
            () => None,
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (InputPlace, Token<'a>);

    fn next(&mut self) -> Option<(InputPlace, Token<'a>)> {
        while let Some(length) = self.separator() {
            self.skip(length);
        }
        let rest = &self.text[self.offset..];
        let place = InputPlace::text(self.line, self.offset - self.line_start + 1);
        let first = rest.chars().next()?;
        let is_word = |char: char| char.is_alphanumeric() || matches!(char, '_' | '.' | '+' | '-');
        let (token, length) = match first {
            '[' | '{' | '(' => (Token::Open, 1),
            ']' | '}' | ')' => (Token::Close, 1),
            '"' | '\'' | '`' => match rest[1..].find(first) {
                Some(length) => (Token::Text(&rest[1..=length]), length + 2),
                None => (Token::Other, 1),
            },
            _ if is_word(first) => {
                let word = rest.split(|char| !is_word(char)).next().unwrap_or_default();
                (Token::Word(word), word.len())
            }
            _ => (Token::Other, first.len_utf8()),
        };
        self.skip(length);
        Some((place, token))
    }
}

/// The form of the rows of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ArrayRows {
    /// Lists of numbers or of truths.
    Numbers,
    /// Lists of characters.
    Chars,
    /// Strings.
    Strings,
}

/// An array that was found.
#[derive(Clone, Copy, Debug)]
struct Array {
    rows: ArrayRows,
    /// How many rows there are, and how long the first one is.
    size: [usize; 2],
    /// True if all rows are as long.
    is_even: bool,
    /// True if there are brackets around all rows.
    is_nested: bool,
    /// The number of the first token of its first row, and of that behind the last row.
    tokens: [usize; 2],
    place: InputPlace,
}

impl Array {
    /// Returns true if it may be a maze: lists of two numbers below each other are places, and most strings are words.
    fn is_maze(&self, is_drawn: bool) -> bool {
        let [rows, columns] = self.size;
        let is_large = rows > 1 && columns > 1;
        let is_one = columns > 2 || self.is_nested;
        is_large && if self.rows == ArrayRows::Strings { self.is_even && is_drawn } else { is_one }
    }
}

/// The elements of a row; `None` for a word that is neither a number nor a truth value.
fn kind_of(token: Token<'_>) -> Option<ArrayRows> {
    match token {
        Token::Word(word) => (truth_of(word).is_some() || word.parse::<f64>().is_ok()).then_some(ArrayRows::Numbers),
        Token::Text(text) => (text.chars().count() == 1).then_some(ArrayRows::Chars),
        _ => None,
    }
}

/// Returns the arrays of a text that may be mazes: at most so many that there is more than one.
fn arrays(text: &str) -> Vec<Array> {
    let (mut found, mut finder) = (Vec::new(), Finder::default());
    for (number, (place, token)) in Tokens::new(text).enumerate() {
        finder.take(number, place, token, &mut found);
    }
    finder.end(&mut found);
    found
}

/// The consecutive rows in the part of a text that was read.
#[derive(Debug, Default)]
struct Finder {
    /// The rows of the array so far.
    array: Option<Array>,
    /// True if all strings of the array are mostly characters of squares.
    is_drawn: bool,
    /// True if a list began in a list.
    is_nested: bool,
    /// True if a row has something that is no square.
    is_broken: bool,
    /// The characters of the strings of the array, as long as they are few.
    signs: Vec<char>,
    /// The row that is open: what it is made of, how long it is so far, and its first token.
    row: Option<(Option<ArrayRows>, usize, usize, InputPlace)>,
}

impl Finder {
    fn take(&mut self, number: usize, place: InputPlace, token: Token<'_>, found: &mut Vec<Array>) {
        match (token, self.row) {
            // A list in a list: the outer one is no row.
            (Token::Open, _) => {
                self.is_nested |= self.row.is_some();
                if self.row.is_some_and(|(_, length, ..)| length > 0) {
                    self.end(found);
                }
                self.row = Some((None, 0, number, place));
            }
            (Token::Close, Some((Some(rows), length, first, place))) => {
                self.row = None;
                self.add(rows, length, [first, number + 1], place, found);
            }
            // Outside of all rows, this ends the array.
            (Token::Close, _) => self.end(found),
            // A string of several characters is a row itself.
            (Token::Text(text), row)
                if text.chars().nth(1).is_some() && row.is_none_or(|(_, length, ..)| length == 0) =>
            {
                self.row = None;
                for char in text.chars() {
                    if self.signs.len() <= FEW_SIGNS && !self.signs.contains(&char) {
                        self.signs.push(char);
                    }
                }
                let squares = text.chars().filter(|&char| known(Sign::Char(char)).is_some() || char.is_ascii_digit());
                let is_drawn = 2 * squares.count() > text.chars().count();
                self.is_drawn =
                    is_drawn && (self.is_drawn || self.array.is_none_or(|array| array.rows != ArrayRows::Strings));
                self.add(ArrayRows::Strings, text.chars().count(), [number, number + 1], place, found);
            }
            (token, Some((rows, length, first, place))) => match kind_of(token) {
                // Letters may mark squares among numbers.
                Some(kind) => {
                    let kind = if rows.is_none_or(|rows| rows == kind) { kind } else { ArrayRows::Numbers };
                    self.row = Some((Some(kind), length + 1, first, place));
                }
                None => {
                    self.is_broken = true;
                    self.row = Some((rows.or(Some(ArrayRows::Numbers)), length + 1, first, place));
                }
            },
            (_, None) => self.end(found),
        }
    }

    /// Adds a row to the array, or begins another one with it.
    fn add(&mut self, rows: ArrayRows, length: usize, tokens: [usize; 2], place: InputPlace, found: &mut Vec<Array>) {
        match &mut self.array {
            Some(array) if (array.rows == ArrayRows::Strings) == (rows == ArrayRows::Strings) => {
                if array.rows != rows {
                    array.rows = ArrayRows::Numbers;
                }
                array.size[0] += 1;
                array.is_even &= array.size[1] == length;
                array.tokens[1] = tokens[1];
            }
            _ => {
                let (is_drawn, is_nested, is_broken) = (self.is_drawn, self.is_nested, self.is_broken);
                let signs = std::mem::take(&mut self.signs);
                self.end(found);
                (self.is_drawn, self.is_broken, self.signs) = (is_drawn, is_broken, signs);
                self.array = Some(Array { rows, size: [1, length], is_even: true, is_nested, tokens, place });
            }
        }
    }

    /// Ends the array.
    fn end(&mut self, found: &mut Vec<Array>) {
        self.row = None;
        let are_few =
            self.signs.len() <= FEW_SIGNS && self.array.is_some_and(|array| array.size.iter().all(|&side| side > 2));
        let is_drawn = self.is_drawn || are_few;
        let is_maze = |array: &Array| found.len() < 2 && !self.is_broken && array.is_maze(is_drawn);
        let array = self.array.take().filter(is_maze);
        found.extend(array);
        (self.is_drawn, self.is_nested, self.is_broken) = (false, false, false);
        self.signs.clear();
    }
}

/// How many different characters a drawing has whose walls are none of the usual ones.
const FEW_SIGNS: usize = 6;

/// Returns true if there is such an array in a text.
pub(super) fn fits(text: &str) -> bool {
    text.contains(['[', '{', '(']) && !arrays(text).is_empty()
}

/// Reads the array in a text.
pub(super) fn read(text: &str, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let found = arrays(text);
    let array = match found[..] {
        [array] => array,
        [first, second] if pairs(first) != pairs(second) => {
            if pairs(first) {
                second
            } else {
                first
            }
        }
        [_, second, ..] => {
            let detail =
                "a second array begins here, and which of them is the maze is not known: lines=FIRST-LAST says it";
            return Err(ParseError::inconsistent(second.place, detail));
        }
        [] => {
            let detail = "there is no array of rows here, such as [[1, 0], [0, 1]] or [\"#.#\", \"#.#\"]";
            return Err(ParseError::malformed(None, detail));
        }
    };
    context.go_on()?;
    let [first, end] = array.tokens;
    let tokens = Tokens::new(text).take(end).skip(first);
    match array.rows {
        ArrayRows::Numbers => read_numbers(array, tokens, context),
        rows => read_chars(rows, array, tokens, context),
    }
}

/// Returns true if all rows of an array have two numbers: places, or moves.
fn pairs(array: Array) -> bool {
    array.size[1] == 2 && array.is_even
}

fn read_numbers<'a>(
    array: Array,
    tokens: impl Iterator<Item = (InputPlace, Token<'a>)>,
    context: &ReadContext<'_>,
) -> Result<Parsed, ParseError> {
    let [rows, columns] = array.size;
    let mut matrix = Matrix::of_numbers([columns, rows], false, context)?;
    let mut in_row = 0;
    for (place, token) in tokens {
        match token {
            Token::Word(_) | Token::Text(_) => {
                in_row += 1;
                match token {
                    // Of a row that is too long, no more is kept than of the others.
                    _ if in_row > columns => {}
                    Token::Text(text) => push_text(&mut matrix, text, place)?,
                    Token::Word(word) => matrix.push_number(word, || place)?,
                    _ => {}
                }
            }
            Token::Close if in_row > 0 => {
                context.go_on()?;
                if in_row != columns {
                    let detail = format!("this row has {in_row} numbers, and the first one {columns}");
                    context.fault(ParseError::inconsistent(place, detail))?;
                }
                in_row = 0;
            }
            _ => {}
        }
    }
    context.check_faults()?;
    matrix.read(context)
}

/// Adds a square that is a number or a letter between quotation marks.
fn push_text(matrix: &mut Matrix, text: &str, place: InputPlace) -> Result<(), ParseError> {
    match char_of(text) {
        Some(char) if !char.is_ascii_digit() => matrix.push_sign(Sign::Char(char), || place),
        _ => matrix.push_number(text, || place)?,
    }
    Ok(())
}

/// Reads rows of characters as the lines of a text.
fn read_chars<'a>(
    rows: ArrayRows,
    array: Array,
    tokens: impl Iterator<Item = (InputPlace, Token<'a>)>,
    context: &ReadContext<'_>,
) -> Result<Parsed, ParseError> {
    let (mut text, mut has_chars) = (String::new(), false);
    for (_, token) in tokens {
        match token {
            Token::Text(char) => {
                text += char;
                has_chars = true;
            }
            Token::Close => {}
            _ => continue,
        }
        if has_chars && (rows == ArrayRows::Strings || token == Token::Close) {
            text.push('\n');
            has_chars = false;
        }
    }
    strings::read_lines(&text, context).map_err(|error| ParseError { place: Some(array.place), ..error })
}
