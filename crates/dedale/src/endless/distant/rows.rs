//! Paths in a binary tree and in a sidewinder.

use super::part::{Parts, PathPart, View, towards};
use crate::generate::Descent;
use crate::generate::quilt::Position;

/// The path between two cells of a maze whose paths lead from row to row to the last one.
///
/// The path to the last row from one cell and the one from the other are joined in some row, at the latest in the last one. Up to there both
/// are followed row by row; the path between the cells is the first one, a straight line in that row, and the second one backwards.
#[derive(Clone, Debug)]
pub(super) struct RowPath {
    descent: Descent,
    rows: u64,
    from: Position,
    to: Position,
}

/// The most rows that are followed to find where two paths are joined.
pub(crate) const MAX_ROWS: u64 = 1 << 18;

/// Both paths in one row: the columns in which they come into it.
#[derive(Clone, Debug)]
struct Pair {
    /// The row, counted towards the last one.
    row: u64,
    columns: [u64; 2],
}

impl RowPath {
    pub(super) fn new(descent: Descent, rows: u64, from: Position, to: Position) -> RowPath {
        RowPath { descent, rows, from, to }
    }

    /// The number of a row, counted towards the last one; and back.
    fn turned(&self, row: u64) -> u64 {
        if self.descent.is_down() { row } else { self.rows - 1 - row }
    }

    /// The column in which the path from a cell leaves its row, of which the row is counted towards the last one, and is not that one.
    fn exit(&self, row: u64, column: u64) -> u64 {
        self.descent.exit([self.turned(row), column])
    }

    /// The columns in which the path from a cell comes into the rows from its own to another one.
    fn down(&self, cell: Position, to_row: u64) -> Option<Vec<u64>> {
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

    /// The columns in which both paths leave the row; `None` where they are joined in it.
    fn exits(&self, pair: &Pair) -> Option<[u64; 2]> {
        if pair.row + 1 == self.rows {
            return None;
        }
        let exits = pair.columns.map(|column| self.exit(pair.row, column));
        (exits[0] != exits[1]).then_some(exits)
    }

    /// The first cells of the path, up to this many moves. `None` where that would need more than [`MAX_ROWS`] rows.
    pub(super) fn walk(&self, moves: u64) -> Option<RowCells<'_>> {
        let (row, to_row) = (self.turned(self.from[0]), self.turned(self.to[0]));
        let entries = match self.down(self.to, row) {
            Some(entries) => entries,
            // The other path comes into no column that the first moves reach.
            None => {
                let is_behind = self.to[1] > self.from[1];
                let is_far = self.to[1].abs_diff(self.from[1]) > moves;
                if !is_far || !self.descent.never_leads(!is_behind) {
                    return None;
                }
                Vec::new()
            }
        };
        Some(RowCells { path: self, at: self.from, target: None, is_back: false, entries, to_row })
    }

    /// The parts of the path in a window, which has cells. `None` where they cannot be found in [`MAX_ROWS`] rows.
    pub(super) fn parts(&self, window: &View) -> Option<Vec<PathPart>> {
        let mut parts = Parts::new(window.clone());
        // The rows of the window and the one after them, counted towards the last one.
        let last = [window[0].start, window[0].end - 1].map(|row| self.turned(row)).into_iter().max()?;
        let last = (last + 1).min(self.rows - 1);
        let rows = [self.from, self.to].map(|cell| self.turned(cell[0]));
        let is_left_out = [self.from, self.to].map(|cell| {
            let columns = &window[1];
            self.turned(cell[0]) > last
                || (cell[1] >= columns.end && self.descent.never_leads(false))
                || (cell[1] < columns.start && self.descent.never_leads(true))
        });
        if is_left_out == [true, true] {
            return Some(Vec::new());
        }
        let down = |cell: Position| self.down(cell, last.max(self.turned(cell[0])));
        let (mut first, mut second) = (down(self.from)?, down(self.to)?);
        // Both end in the row in which they are joined, or beyond the window.
        let joined = (rows[0].max(rows[1])..=last).find(|&row| {
            let columns = [first[(row - rows[0]) as usize], second[(row - rows[1]) as usize]];
            self.exits(&Pair { row, columns }).is_none()
        });
        if let Some(row) = joined {
            first.truncate((row - rows[0]) as usize + 1);
            second.truncate((row - rows[1]) as usize + 1);
        }
        for (row, columns) in (rows[0]..).zip(first.windows(2)) {
            let [entry, exit] = [columns[0], columns[1]].map(|column| [self.turned(row), column]);
            parts.see_line(entry, exit);
        }
        let end = |start: u64, columns: &[u64]| {
            columns.last().map(|&column| [self.turned(start + columns.len() as u64 - 1), column])
        };
        let (from, to) = (end(rows[0], &first)?, end(rows[1], &second)?);
        if joined.is_some() {
            parts.see_line(from, to);
        } else {
            parts.see(from);
            parts.see(to);
        }
        for (number, columns) in second.windows(2).enumerate().rev() {
            let row = self.turned(rows[1] + number as u64);
            let [entry, exit] = [columns[0], columns[1]].map(|column| [row, column]);
            parts.see_line(exit, entry);
        }
        Some(parts.parts)
    }

    /// The number of moves. `None` if it takes more than `most_rows` rows, or than [`MAX_ROWS`], to find it.
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
            let Some(exits) = self.exits(&Pair { row, columns }) else {
                return Some(moves + columns[0].abs_diff(columns[1]));
            };
            moves += 2 + columns[0].abs_diff(exits[0]) + columns[1].abs_diff(exits[1]);
            (row, columns) = (row + 1, exits);
        }
        None
    }
}

/// The cells of a path, one after another.
#[derive(Clone, Debug)]
pub(super) struct RowCells<'a> {
    path: &'a RowPath,
    at: Position,
    /// The column in which the path leaves the row; `None` before the first cell.
    target: Option<u64>,
    /// Whether the path from the other cell is followed, backwards.
    is_back: bool,
    /// The columns in which that path comes into its rows, up to this one; none where it need not be known.
    entries: Vec<u64>,
    /// The row of the other cell, counted towards the last one.
    to_row: u64,
}

impl RowCells<'_> {
    /// The column in which the path leaves the row that it came into.
    fn leave(&mut self) -> u64 {
        let (path, column) = (self.path, self.at[1]);
        let row = path.turned(self.at[0]);
        let is_last = row + 1 == path.rows;
        let other = match self.entries.last() {
            Some(&other) if row >= self.to_row => other,
            // Where the other path need not be known, it is beyond all columns that are asked for.
            None if is_last => path.to[1],
            _ => return path.exit(row, column),
        };
        match path.exits(&Pair { row, columns: [column, other] }) {
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

impl Iterator for RowCells<'_> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let path = self.path;
        match self.target {
            Some(column) if column != self.at[1] => self.at = towards(self.at, [self.at[0], column]),
            Some(_) if self.is_back => {
                self.entries.pop();
                let entry = *self.entries.last()?;
                self.at[0] = path.turned(path.turned(self.at[0]) - 1);
                self.target = Some(entry);
            }
            Some(_) => {
                self.at[0] = path.turned(path.turned(self.at[0]) + 1);
                self.target = Some(self.leave());
            }
            None => self.target = Some(self.leave()),
        }
        Some(self.at)
    }
}
