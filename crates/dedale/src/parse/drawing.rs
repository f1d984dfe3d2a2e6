//! A drawing as it was sent: how its lines are divided into squares, and how a path is added to it.

use super::error::EMOJI_STYLE;
use super::input::lines;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;

/// How a line is divided into squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// One character in each column whose number is a multiple of this. Between them are blanks.
    Every(usize),
    /// Between any two is this character, and maybe behind the last. Blanks and quotation marks may be around them.
    At(char),
    /// Between any two are white space, commas and semicolons; where two of these follow each other, there is an empty one.
    Words,
}

impl Split {
    /// Each character is a square.
    pub(crate) const CHARS: Split = Split::Every(1);

    /// Returns the squares of a line, each with the number of bytes before it.
    pub(crate) fn squares(self, line: &str) -> impl Iterator<Item = (usize, &str)> {
        let line = match self {
            Split::CHARS => line,
            Split::At(separator) => {
                let line = line.trim_end_matches(' ');
                line.strip_suffix(separator).unwrap_or(line)
            }
            _ => line.trim_end(),
        };
        // A line of white space has no cells, whatever is between them elsewhere.
        let is_blank = matches!(self, Split::At(_)) && line.trim().is_empty();
        let mut next = (!line.is_empty() && !is_blank).then_some(0);
        std::iter::from_fn(move || {
            let start = next?;
            let rest = &line[start..];
            match self {
                Split::Every(distance) => {
                    let mut chars = rest.char_indices().filter(|(_, char)| *char != EMOJI_STYLE);
                    let (before, char) = chars.next()?;
                    next = chars.nth(distance - 1).map(|(length, _)| start + length);
                    Some((start + before, &rest[before..before + char.len_utf8()]))
                }
                Split::At(separator) => {
                    let length = rest.find(separator);
                    next = length.map(|length| start + length + separator.len_utf8());
                    let cell = &rest[..length.unwrap_or(rest.len())];
                    let square = cell.trim_matches(' ');
                    let square = square.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(square);
                    Some((start + cell.find(square).unwrap_or(0), square))
                }
                Split::Words => {
                    let blanks = rest.len() - rest.trim_start().len();
                    let word = rest[blanks..].split(is_between_words).next()?;
                    let after = rest[blanks + word.len()..].trim_start();
                    let after = after.strip_prefix([',', ';']).unwrap_or(after);
                    next = Some(line.len() - after.len()).filter(|_| !after.is_empty());
                    Some((start + blanks, word))
                }
            }
        })
    }
}

/// Returns the character that a square is, which is a blank if there is nothing; `None` if there are several.
pub(crate) fn char_of(square: &str) -> Option<char> {
    let mut chars = square.chars().filter(|&char| char != EMOJI_STYLE);
    let char = chars.next().unwrap_or(' ');
    chars.next().is_none().then_some(char)
}

/// Returns true if a character separates numbers.
pub(crate) fn is_between_words(char: char) -> bool {
    char.is_whitespace() || matches!(char, ',' | ';')
}

/// A drawing of squares as it was sent, which is drawn again with a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareDrawing {
    text: String,
    /// The first line that is a row, counted from 0.
    first: usize,
    /// True if blank lines are none.
    skips_blank: bool,
    split: Split,
    /// True if the cells are at odd rows and columns.
    is_thin: bool,
    /// The squares that are marked, in their order: a path does not cover them.
    marked: Vec<[u32; 2]>,
}

impl SquareDrawing {
    pub(crate) fn new(
        text: &str,
        first: usize,
        skips_blank: bool,
        split: Split,
        is_thin: bool,
        marked: impl Iterator<Item = [u32; 2]>,
    ) -> SquareDrawing {
        let mut marked: Vec<_> = marked.collect();
        marked.sort_unstable();
        SquareDrawing { text: text.to_owned(), first, skips_blank, split, is_thin, marked }
    }

    /// Returns the drawing with the lines before and after it, which are no rows. In its text, those before it are empty.
    pub(crate) fn between(self, [before, behind]: [&str; 2]) -> SquareDrawing {
        let rest = &self.text[before.matches('\n').count()..];
        SquareDrawing { text: [before, rest, behind].concat(), ..self }
    }

    /// Returns the same drawing in a text that differs from its own only behind its rows.
    pub(crate) fn in_text(self, text: String) -> SquareDrawing {
        SquareDrawing { text, ..self }
    }

    /// Returns the text that was sent.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the drawing, character for character, with `mark` on those squares of the path of this maze that are not marked already.
    pub fn with_path<G: Grid>(&self, maze: &Maze<G>, path: &[Cell], mark: char) -> String {
        let mut squares: Vec<[u32; 2]> = Vec::with_capacity(2 * path.len());
        for &cell in path {
            let &[row, column] = maze.grid().address(cell).numbers() else { continue };
            if !self.is_thin {
                squares.push([row, column]);
                continue;
            }
            let at = [2 * row + 1, 2 * column + 1];
            // The wall between two cells was taken down.
            if let Some(&[y, x]) = squares.last() {
                squares.push([(y + at[0]) / 2, (x + at[1]) / 2]);
            }
            squares.push(at);
        }
        squares.retain(|square| self.marked.binary_search(square).is_err());
        squares.sort_unstable();
        squares.dedup();
        let mut out = String::with_capacity(self.text.len() + squares.len());
        let mut squares = squares.into_iter().peekable();
        let mut row = 0;
        for (number, (whole, line)) in self.text.split_inclusive('\n').zip(lines(&self.text)).enumerate() {
            let mut written = 0;
            if number >= self.first && !(self.skips_blank && line.trim().is_empty()) {
                let (mut places, mut width) = ((0..).zip(self.split.squares(line)), None);
                while let Some([_, column]) = squares.next_if(|square| square[0] == row) {
                    if let Some((_, (start, square))) = places.find(|(place, _)| *place == column) {
                        out.push_str(&line[written..start]);
                        written = start + square.len();
                    } else {
                        // Blanks were cut off at the end of the line.
                        out.push_str(&line[written..]);
                        written = line.len();
                        let width = width.get_or_insert_with(|| self.split.squares(line).count() as u32);
                        out.extend((*width..column).map(|_| ' '));
                        *width = column + 1;
                    }
                    out.push(mark);
                }
                row += 1;
            }
            out.push_str(&whole[written..]);
        }
        out
    }
}
