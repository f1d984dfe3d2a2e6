//! A drawing as it was sent, to which a path can be added.

use super::input::lines;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;

/// A drawing of squares as it was sent, which is drawn again with a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    text: String,
    rows: RowLines,
    unit: Unit,
    /// Whether the cells are at odd rows and columns.
    is_thin: bool,
    /// The squares that are marked, in their order: a path does not cover them.
    marked: Vec<[u32; 2]>,
}

/// Which lines of a text are rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowLines {
    /// All from this one on, counted from 0.
    From(usize),
    /// Those that are not blank.
    Filled,
    /// Those that are not blank, from this one on.
    FilledFrom(usize),
}

/// The meaning of one square of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Char,
    /// What is between commas, semicolons or white space.
    Word,
}

impl Drawing {
    pub(super) fn new(
        text: &str,
        rows: RowLines,
        unit: Unit,
        is_thin: bool,
        marked: impl Iterator<Item = [u32; 2]>,
    ) -> Drawing {
        let mut marked: Vec<_> = marked.collect();
        marked.sort_unstable();
        Drawing { text: text.to_owned(), rows, unit, is_thin, marked }
    }

    /// The same below these lines, which are none of its rows, and are empty in its text.
    pub(super) fn below(self, head: &str) -> Drawing {
        let before = lines(&self.text).take_while(|line| line.trim().is_empty()).count();
        let rows = if self.rows == RowLines::Filled { RowLines::FilledFrom(before.max(1)) } else { self.rows };
        let rest = &self.text[head.matches('\n').count()..];
        Drawing { text: head.to_owned() + rest, rows, ..self }
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The drawing, character for character, with `mark` on those squares of the path of this maze that are not marked already.
    ///
    /// ```
    /// use dedale::solve::Solver;
    /// use dedale::text::parse::{self, ReadOptions};
    /// let parsed = parse::read(b"#####\n#S E#\n#####\n", &ReadOptions::default())?;
    /// let (from, to) = parsed.from.zip(parsed.to).unwrap();
    /// let solution = Solver::Bfs.solve(&parsed.maze, from, to);
    /// let drawing = parsed.drawing.unwrap();
    /// assert_eq!(drawing.with_path(&parsed.maze, solution.path().unwrap(), '*'), "#####\n#S*E#\n#####\n");
    /// # Ok::<(), parse::ParseError>(())
    /// ```
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
        self.marked_at(&squares, mark)
    }

    fn marked_at(&self, squares: &[[u32; 2]], mark: char) -> String {
        let mut out = String::with_capacity(self.text.len() + squares.len());
        let mut next = squares.iter().copied().peekable();
        let mut row = 0;
        for (number, line) in lines(&self.text).enumerate() {
            let start = line.as_ptr().addr() - self.text.as_ptr().addr();
            let end = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length + 1);
            let is_row = match self.rows {
                RowLines::From(first) => number >= first,
                RowLines::Filled => !line.trim().is_empty(),
                RowLines::FilledFrom(first) => number >= first && !line.trim().is_empty(),
            };
            if is_row {
                let mut columns = Vec::new();
                while let Some([_, column]) = next.next_if(|square| square[0] == row) {
                    columns.push(column);
                }
                self.write_line(line, &columns, mark, &mut out);
                row += 1;
            } else {
                out.push_str(line);
            }
            out.push_str(&self.text[start + line.len()..end]);
        }
        out
    }

    fn write_line(&self, line: &str, columns: &[u32], mark: char, out: &mut String) {
        let mut columns = columns.iter().copied().peekable();
        let mut number = 0;
        let mut is_in_word = false;
        for char in line.chars() {
            match self.unit {
                Unit::Char if char == EMOJI_STYLE => out.push(char),
                Unit::Char => {
                    out.push(if columns.next_if_eq(&number).is_some() { mark } else { char });
                    number += 1;
                }
                Unit::Word if is_between_words(char) => {
                    number += u32::from(is_in_word);
                    is_in_word = false;
                    out.push(char);
                }
                Unit::Word => {
                    let is_marked = columns.peek() == Some(&number);
                    match (is_marked, is_in_word) {
                        (true, false) => out.push(mark),
                        (true, true) => {}
                        (false, _) => out.push(char),
                    }
                    is_in_word = true;
                }
            }
            // The column of a word is left behind with it.
            while self.unit == Unit::Word && !is_in_word && columns.next_if(|&column| column < number).is_some() {}
        }
        // Blanks that were cut off at the end of the line.
        if self.unit == Unit::Char {
            for column in columns {
                while number < column {
                    out.push(' ');
                    number += 1;
                }
                out.push(mark);
                number += 1;
            }
        }
    }
}

/// The character that asks for the colorful look of the one before it. It is no square.
pub(super) const EMOJI_STYLE: char = '\u{fe0f}';

/// Whether a character separates numbers.
pub(super) fn is_between_words(char: char) -> bool {
    char.is_whitespace() || matches!(char, ',' | ';')
}
