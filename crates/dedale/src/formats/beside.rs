//! Words beside a drawing, behind some of its lines.

use crate::parse::Legend;
use crate::parse::error::InputPlace;
use crate::parse::input::{count_chars, filled, lines};
use crate::parse::legend::{Sign, known};

/// How many blanks there are at least between a drawing and words beside it.
const GAP: usize = 2;

/// Words beside the lines of a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordsBeside<'a> {
    /// How many characters wide the drawing is.
    columns: usize,
    /// The first words, and where they begin.
    pub(super) first: &'a str,
    pub(super) place: InputPlace,
    /// How many lines have words.
    pub(super) count: usize,
}

impl<'a> WordsBeside<'a> {
    /// Returns the words in a text: most of its lines are equally long, and all others are shorter, or are as long if what follows two blanks is left out. There are words
    /// of letters that no square has.
    pub(super) fn of(text: &'a str, legend: &Legend) -> Option<WordsBeside<'a>> {
        let columns = common_length(text).filter(|&columns| columns > 2)?;
        let given = [&legend.walls, &legend.free, &legend.start, &legend.end];
        let is_square =
            |char: char| known(Sign::Char(char)).is_some() || given.iter().any(|signs| signs.contains(char));
        let split = |line: &'a str| line.split_at(line.char_indices().nth(columns).map_or(line.len(), |(at, _)| at));
        // The characters of the lines that have no words.
        let mut drawn: u128 = 0;
        let bit = |char: char| if char.is_ascii() { 1_u128 << char as u32 } else { 0 };
        for (_, line) in filled(text) {
            let (row, rest) = split(line.trim_end());
            if rest.is_empty() {
                drawn |= row.chars().map(bit).fold(0, |all, bit| all | bit);
            }
        }
        let is_drawn = |char: char| is_square(char) || drawn & bit(char) != 0 || !char.is_ascii();
        let mut found: Option<WordsBeside<'a>> = None;
        for (number, line) in filled(text) {
            let (row, rest) = split(line.trim_end());
            if rest.is_empty() {
                continue;
            }
            let words = rest.trim_start_matches([' ', '\t']);
            let is_row = !row.trim().is_empty() && row.chars().all(is_drawn);
            if !is_row
                || rest.len() - words.len() < GAP
                || !words.split(|char: char| !char.is_alphabetic()).any(|word| is_word(word, is_drawn))
            {
                return None;
            }
            let place = InputPlace::in_line(number, line, row.len() + rest.len() - words.len());
            found.get_or_insert(WordsBeside { columns, first: words, place, count: 0 }).count += 1;
        }
        found
    }

    /// Returns the text without them. All that is left keeps its place.
    pub(super) fn removed_from(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for (number, line) in lines(text).enumerate() {
            if number > 0 {
                out.push('\n');
            }
            out.extend(line.chars().take(self.columns));
        }
        out
    }
}

/// Returns true if some letters are no squares: two of them are different, and one is nowhere in the drawing.
fn is_word(word: &str, is_drawn: impl Fn(char) -> bool) -> bool {
    let first = word.chars().next();
    word.chars().any(|char| Some(char) != first) && !word.chars().all(is_drawn)
}

/// Returns the length that more than half of the lines have, without the blanks at their ends.
fn common_length(text: &str) -> Option<usize> {
    let lengths = || filled(text).map(|(_, line)| count_chars(line.trim_end()));
    // Lines of two lengths cancel each other out, and what is left is the most common one, if it is more than half.
    let (mut length, mut left) = (0, 0_usize);
    for next in lengths() {
        match left {
            0 => (length, left) = (next, 1),
            _ if next == length => left += 1,
            _ => left -= 1,
        }
    }
    (2 * lengths().filter(|&next| next == length).count() > lengths().count()).then_some(length)
}
