//! Paths in a binary tree and in a sidewinder.

use super::part::{PartCollector, PathPart, View, cells_of};
use crate::generate::Descent;
use crate::generate::quilt::Coordinates;

/// The path between two cells of a maze whose paths lead from row to row to the last one.
///
/// The paths from both cells to the last row are joined in some row, at the latest in the last one. Up to there, both are followed row by
/// row. The path between the cells is the first one, a straight line in that row, and the second one backwards.
#[derive(Clone, Debug)]
pub(super) struct RowPath {
    descent: Descent,
    rows: u64,
    from: Coordinates,
    to: Coordinates,
}

/// The largest number of rows that are followed to find where two paths are joined.
pub(crate) const MAX_ROWS: u64 = 1 << 18;

impl RowPath {
    pub(super) fn new(descent: Descent, rows: u64, from: Coordinates, to: Coordinates) -> RowPath {
        RowPath { descent, rows, from, to }
    }

    /// Returns the number of a row, counted towards the last one. The same function converts it back.
    fn turned(&self, row: u64) -> u64 {
        if self.descent.is_down() { row } else { self.rows - 1 - row }
    }

    /// Returns the column in which the path from a cell leaves its row. The row is counted towards the last one, which it must not be.
    fn exit(&self, row: u64, column: u64) -> u64 {
        self.descent.exit([self.turned(row), column])
    }

    /// Returns the columns in which the path from a cell comes into the rows from its own to another one.
    fn down(&self, cell: Coordinates, to_row: u64) -> Option<Vec<u64>> {
        let row = self.turned(cell[0]);
        if to_row.saturating_sub(row) > MAX_ROWS {
            return None;
        }
        let mut columns = vec![cell[1]];
        let mut column = cell[1];
        for row in row..to_row {
            column = self.exit(row, column);
            columns.push(column);
        }
        Some(columns)
    }

    /// Returns the columns in which both paths leave a row that they enter in these columns; `None` if they are joined in it.
    fn exits(&self, row: u64, columns: [u64; 2]) -> Option<[u64; 2]> {
        if row + 1 == self.rows {
            return None;
        }
        let exits = columns.map(|column| self.exit(row, column));
        (exits[0] != exits[1]).then_some(exits)
    }

    /// Returns the first cells of the path, up to this many moves. `None` if that would need more than [`MAX_ROWS`] rows.
    pub(super) fn walk(&self, moves: u64) -> Option<impl Iterator<Item = Coordinates> + use<'_>> {
        let (row, to_row) = (self.turned(self.from[0]), self.turned(self.to[0]));
        let entries = match self.down(self.to, row) {
            Some(entries) => entries,
            // The first moves do not reach a column in which the other path comes.
            None => {
                let is_behind = self.to[1] > self.from[1];
                let is_far = self.to[1].abs_diff(self.from[1]) > moves;
                if !is_far || !self.descent.never_leads(!is_behind) {
                    return None;
                }
                Vec::new()
            }
        };
        Some(cells_of(RowRuns { path: self, at: [row, self.from[1]], is_back: false, entries, to_row }))
    }

    /// Returns the parts of the path in a window, which has cells. `None` if they cannot be found in [`MAX_ROWS`] rows.
    pub(super) fn parts(&self, window: &View) -> Option<Vec<PathPart>> {
        // The rows of the window and the one after them, counted towards the last row.
        let last = [window[0].start, window[0].end - 1].map(|row| self.turned(row)).into_iter().max()?;
        let last = (last + 1).min(self.rows - 1);
        let ends = [self.from, self.to];
        let rows = ends.map(|cell| self.turned(cell[0]));
        let is_left_out = ends.map(|cell| {
            let columns = &window[1];
            self.turned(cell[0]) > last
                || (cell[1] >= columns.end && self.descent.never_leads(false))
                || (cell[1] < columns.start && self.descent.never_leads(true))
        });
        if is_left_out == [true, true] {
            return Some(Vec::new());
        }
        let down = |end: usize| self.down(ends[end], last.max(rows[end]));
        let mut columns = [down(0)?, down(1)?];
        // Both end in the row in which they are joined, or beyond the window.
        let column = |end: usize, row: u64| columns[end][(row - rows[end]) as usize];
        let joined =
            (rows[0].max(rows[1])..=last).find(|&row| self.exits(row, [column(0, row), column(1, row)]).is_none());
        if let Some(row) = joined {
            [0, 1].into_iter().for_each(|end| columns[end].truncate((row - rows[end]) as usize + 1));
        }
        let mut parts = PartCollector::new(window.clone());
        let [first, second] = [0, 1].map(|end| {
            let row = |number: usize| self.turned(rows[end] + number as u64);
            let lines = columns[end].windows(2).enumerate();
            let lines = lines.map(|(number, pair)| [pair[0], pair[1]].map(|column| [row(number), column]));
            let at = columns[end].last().map(|&column| [row(columns[end].len() - 1), column]);
            (lines.collect::<Vec<_>>(), at)
        });
        first.0.into_iter().for_each(|line| parts.see_line(line));
        parts.see_line([first.1?, second.1?]);
        second.0.into_iter().rev().for_each(|[entry, exit]| parts.see_line([exit, entry]));
        Some(parts.parts)
    }

    /// Returns the number of moves. `None` if it takes more than `most_rows` rows, or more than [`MAX_ROWS`], to find it.
    pub(super) fn length(&self, most_rows: u64) -> Option<u64> {
        let cells = [self.from, self.to];
        let rows = cells.map(|cell| self.turned(cell[0]));
        let mut row = rows[0].max(rows[1]);
        let (mut moves, mut columns) = (0, [0; 2]);
        for (end, cell) in cells.into_iter().enumerate() {
            let entries = self.down(cell, row)?;
            moves += row - rows[end] + entries.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum::<u64>();
            columns[end] = *entries.last()?;
        }
        for _ in 0..=most_rows.min(MAX_ROWS) {
            let Some(exits) = self.exits(row, columns) else {
                return Some(moves + columns[0].abs_diff(columns[1]));
            };
            moves += 2 + columns[0].abs_diff(exits[0]) + columns[1].abs_diff(exits[1]);
            (row, columns) = (row + 1, exits);
        }
        None
    }
}

/// The straight lines of a path, one in each row.
#[derive(Clone, Debug)]
struct RowRuns<'a> {
    path: &'a RowPath,
    /// The start of the next line, with its row counted towards the last one.
    at: Coordinates,
    /// True if the path from the other cell is followed, backwards.
    is_back: bool,
    /// The columns in which that path enters its rows, up to this one; empty if they need not be known.
    entries: Vec<u64>,
    /// The row of the other cell, counted towards the last one.
    to_row: u64,
}

impl RowRuns<'_> {
    /// Returns the column in which the path leaves the row that it came into.
    fn leave(&mut self) -> u64 {
        let (path, [row, column]) = (self.path, self.at);
        let is_last = row + 1 == path.rows;
        let other = match self.entries.last() {
            Some(&other) if row >= self.to_row => other,
            // If the other path need not be known, it is beyond all requested columns.
            None if is_last => path.to[1],
            _ => return path.exit(row, column),
        };
        match path.exits(row, [column, other]) {
            Some([exit, other_exit]) => {
                if !self.entries.is_empty() {
                    self.entries.push(other_exit);
                }
                exit
            }
            None => {
                self.is_back = true;
                other
            }
        }
    }
}

impl Iterator for RowRuns<'_> {
    type Item = [Coordinates; 2];

    fn next(&mut self) -> Option<[Coordinates; 2]> {
        let [row, column] = self.at;
        let target = if self.is_back { *self.entries.last()? } else { self.leave() };
        self.at = if self.is_back { [row.wrapping_sub(1), target] } else { [row + 1, target] };
        if self.is_back {
            self.entries.pop();
        }
        Some([column, target].map(|column| [self.path.turned(row), column]))
    }
}
