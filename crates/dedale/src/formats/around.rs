//! The lines around a maze in a text that are no rows of it, and the numbers in them: how large the maze is, and where it begins and ends.

use std::fmt::Write as _;

use crate::grid::{AnyGrid, Grid};
use crate::maze::Maze;
use crate::parse::input::{Input, count_chars, filled};

/// The most lines above a maze that say its size and its ends, and the most lines below it that say its ends.
const MAX_ABOVE: usize = 4;
const MAX_BELOW: usize = 2;

/// The numbers of a size and of two ends.
const MAX_NUMBERS: usize = 6;

/// Returns the number of squares that a line may be: of its numbers, if it has nothing else, or else of its characters.
pub(super) fn count_squares(line: &str) -> usize {
    let words = || line.split([',', ';', '\t', ' ']).filter(|word| !word.is_empty());
    let are_numbers = words().nth(1).is_some() && words().all(|word| word.parse::<f64>().is_ok());
    if are_numbers { words().count() } else { count_chars(line) }
}

/// Returns the numbers of some lines, at most one more than there can be. Between them may be brackets, and a name before those of a line, as in
/// `start: (0, 0)`. Lines without digits are left out. `None` if a line has something else.
fn numbers_of<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Vec<u32>> {
    let is_between = |char: char| char.is_whitespace() || ",;x()[]".contains(char);
    let is_name = |char: char| char.is_ascii_alphabetic() || matches!(char, '_' | ' ');
    let mut numbers = Vec::new();
    for line in lines.filter(|line| line.contains(|char: char| char.is_ascii_digit())) {
        let (name, rest) = line.split_once(['=', ':']).unwrap_or(("", line));
        if !name.chars().all(is_name) {
            return None;
        }
        for word in rest.split(is_between).filter(|word| !word.is_empty()) {
            numbers.push(word.parse().ok()?);
            if numbers.len() > MAX_NUMBERS {
                return None;
            }
        }
    }
    Some(numbers)
}

/// Returns the last four numbers, if those before them are `size`, the rows and columns of a maze, or its side. With `may_lack_size`, there may be none before
/// them.
fn behind_size(numbers: &[u32], size: [usize; 2], may_lack_size: bool) -> Option<[u32; 4]> {
    let (said, ends) = numbers.split_last_chunk::<4>()?;
    let [rows, columns] = size.map(|side| side as u32);
    let is_size = match *said {
        [] => may_lack_size,
        [side] => side == rows && side == columns,
        [first, second] => [first, second] == [rows, columns] || [first, second] == [columns, rows],
        _ => false,
    };
    is_size.then_some(*ends)
}

/// Returns all lines that are not blank, also those that were read as the size of the maze.
pub(super) fn filled_lines<'a>(input: &'a Input<'_>) -> impl Iterator<Item = (usize, &'a str)> + Clone {
    filled(input.around()[0]).chain(filled(input.text()))
}

/// Returns the lines from the first row to the last one, where the lines around them say how many rows and columns there are, and the ends. Lines are
/// counted from 0. Of several such parts of a text, it is the one whose ends have the greatest number, since most rows are of 0 and 1.
pub(super) fn counted_rows(input: &Input<'_>) -> Option<[usize; 2]> {
    let all = filled_lines(input).count();
    let mut best: Option<(u32, [usize; 2])> = None;
    for above in 1..=MAX_ABOVE {
        // The size comes first.
        let head = || filled_lines(input).take(above).map(|(_, line)| line);
        let Some(numbers) = numbers_of(head()).filter(|numbers| !numbers.is_empty()) else { continue };
        for below in 0..=MAX_BELOW {
            // The lines below have all numbers that are still missing.
            let Some(rows) = all.checked_sub(above + below).filter(|&rows| rows > 1) else { continue };
            if (below == 0) != (numbers.len() > 4) {
                continue;
            }
            let mut lines = filled_lines(input).skip(above).take(rows);
            let Some((start, first)) = lines.next() else { continue };
            let columns = count_squares(first.trim_end());
            let around = || head().chain(filled_lines(input).skip(above + rows).map(|(_, line)| line));
            let said = numbers_of(around()).and_then(|said| behind_size(&said, [rows, columns], false));
            let Some(greatest) = said.and_then(|ends| ends.into_iter().max()) else { continue };
            // Several lines that are as long as rows are rows, and a number that is too large is none of an end.
            let are_long = above + below > 1 && around().all(|line| count_squares(line.trim_end()) == columns);
            if are_long || greatest as usize > rows.max(columns) {
                continue;
            }
            let are_rows = lines
                .zip(start + 1..)
                .all(|((number, line), next)| number == next && count_squares(line.trim_end()) == columns);
            if are_rows && best.is_none_or(|(known, _)| greatest > known) {
                best = Some((greatest, [start, start + rows]));
            }
        }
    }
    best.map(|(_, rows)| rows)
}

/// Returns what proposes the ends that some lines around a maze may say, in addition to `lines`: a text to be added to an error. Empty if they say none that are cells.
pub(super) fn proposed_ends<'a>(
    around: impl Iterator<Item = &'a str>,
    lines: &str,
    maze: &Maze<AnyGrid>,
    size: [usize; 2],
) -> String {
    let grid = maze.grid();
    let sizes = [Some(size), grid.square().map(|grid| [grid.rows(), grid.columns()].map(|side| side as usize))];
    let numbers = numbers_of(around).unwrap_or_default();
    let Some([a, b, c, d]) = sizes.into_iter().flatten().find_map(|size| behind_size(&numbers, size, true)) else {
        return String::new();
    };
    let mut found: Vec<[[u32; 2]; 2]> = Vec::new();
    // As row and column, or as column and row, from 0 or from 1.
    for first in [0, 1] {
        for ends in [[[a, b], [c, d]], [[b, a], [d, c]]] {
            let counted = ends.map(|[row, column]| Some([row.checked_sub(first)?, column.checked_sub(first)?]));
            let [Some(from), Some(to)] = counted else { continue };
            let are_cells = from != to && [from, to].iter().all(|&end| grid.find(end).is_some());
            if are_cells && !found.contains(&[from, to]) {
                found.push([from, to]);
            }
        }
    }
    let mut text = String::new();
    for (number, [[row, column], [to_row, to_column]]) in found.iter().enumerate() {
        // Nothing that is written to a text fails.
        let _ = match number {
            0 => write!(text, "; if {a} {b} {c} {d} are its ends, "),
            _ if number + 1 == found.len() => write!(text, " or "),
            _ => write!(text, ", "),
        };
        let _ = write!(text, "{lines}&from={row},{column}&to={to_row},{to_column}");
    }
    if !found.is_empty() {
        text += " says so";
    }
    text
}
