//! The sidewinder: runs to the east, each with one way south.
//!
//! ```text
//! for each row, and each cell of it from the west:
//!     if a coin says so, or in the last row, carve east, unless this is the last cell
//!     else, close the run: carve south from a random cell of it
//! ```
//!
//! It draws random numbers by position: one word, which depends on the row and the block of 64 columns, says where runs end; another one,
//! which depends on the row and the last cell of a run, says which cell of the run opens south. Neither depends on the size of the maze. So
//! [`Rows`](super::Rows) can also be those of a part of a maze.
//!
//! [`Algorithm::Sidewinder`](super::Algorithm::Sidewinder) says more about its mazes, and where it is from.

use super::prelude::*;
use super::rows::Part;
use super::rows::row_bits::{
    ByRows, CarvesRows, RowBits, Window, carve_rows, column, columns_before, first_from, has, last_before,
};
use crate::rng::Key;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Sidewinder,
    name: "sidewinder",
    title: "Sidewinder",
    description: "Row by row, either the run goes on to the east, or it is closed and a random cell of it opens south.",
    texture: "a vertical drift, one straight corridor along the bottom",
    memory: "O(w)",
    bytes: 1,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 12",
    rows: Some(|_, part| Box::new(Sidewinder::new(part))),
    rectangle: Some(|_, part| Box::new(Sidewinder::new(part))),
    ..PLAIN
};

pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let whole = Part::whole(rng.key(), maze.grid());
    carve_rows(maze, Sidewinder::new(&whole), observer)
}

/// The rows of a sidewinder, in the columns of a window.
#[derive(Clone, Debug)]
pub(crate) struct Sidewinder {
    coins: Key,
    choices: Key,
    columns: u64,
    rows: u64,
    window: Window,
}

impl Sidewinder {
    pub(super) fn new(part: &Part) -> Sidewinder {
        let &Part { key, columns, rows, .. } = part;
        Sidewinder { coins: key.of(0), choices: key.of(1), columns, rows, window: part.window() }
    }

    /// Returns the cells of a block that end a run, in the row whose coins have this key.
    fn ends(&self, row: Key, block: u64) -> u64 {
        (row.word(block) | column(self.columns - 1, block)) & columns_before(self.columns, block)
    }

    /// Returns the first column of the run of a column, in the row whose coins have this key.
    fn run_start(&self, row: Key, column: u64) -> u64 {
        last_before(column, |block| self.ends(row, block)).map_or(0, |end| end + 1)
    }

    /// Returns the last column of the run of a column, in the row whose coins have this key; `None` if there is no such column.
    fn run_end(&self, row: Key, column: u64) -> Option<u64> {
        first_from(column, self.columns, |block| self.ends(row, block))
    }

    /// Returns the column in which a run opens south, in the row whose choices have this key.
    fn chosen(row: Key, start: u64, end: u64) -> u64 {
        start + row.below(end - start + 1, end)
    }

    /// Returns the column in which the run of this cell opens south. The row must not be the last one.
    pub(super) fn exit(&self, row: u64, column: u64) -> u64 {
        let coins = self.coins.of(row);
        let end = self.run_end(coins, column).unwrap_or(column);
        Sidewinder::chosen(self.choices.of(row), self.run_start(coins, column), end)
    }
}

impl ByRows for Sidewinder {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        line.south.fill(0);
        if row + 1 == self.rows {
            for (word, block) in line.east.iter_mut().zip(self.window.blocks()) {
                *word = columns_before(self.columns - 1, block);
            }
            return;
        }
        let (coins, choices, window) = (self.coins.of(row), self.choices.of(row), self.window.start());
        let mut start = self.run_start(coins, window);
        let mut close = |end: u64| {
            let chosen = Sidewinder::chosen(choices, start, end);
            start = end + 1;
            // The way south of the first run may be before the window, and that of the last run behind it.
            if let Some(word) = chosen.checked_sub(window).and_then(|column| line.south.get_mut(column as usize / 64)) {
                *word |= 1 << (chosen % 64);
            }
        };
        for (word, block) in line.east.iter_mut().zip(self.window.blocks()) {
            let mut ends = self.ends(coins, block);
            *word = !ends & columns_before(self.columns, block);
            while ends != 0 {
                close(block * 64 + u64::from(ends.trailing_zeros()));
                ends &= ends - 1;
            }
        }
        if let Some(end) = self.run_end(coins, self.window.end()) {
            close(end);
        }
    }
}

impl CarvesRows for Sidewinder {
    fn opened(&self, line: &RowBits, columns: u32) -> Vec<(u32, Side)> {
        let (mut opened, mut run_start) = (Vec::new(), 0);
        for column in 0..columns {
            if has(&line.east, column) {
                opened.push((column, Side::E));
            } else {
                opened.extend(
                    (run_start..=column).find(|&chosen| has(&line.south, chosen)).map(|chosen| (chosen, Side::S)),
                );
                run_start = column + 1;
            }
        }
        opened
    }
}
