//! The sidewinder on plain squares, 64 cells at a time, whose coins are the bits of a word.
//!
//! It draws random numbers by position: one word, which depends on the row and the block of 64 columns, says where runs end; another one,
//! which depends on the row and the last cell of a run, says which cell of the run opens south. Neither depends on the size of the maze. So
//! [`Rows`](crate::generate::Rows) can also be those of a part of a maze.

use crate::generate::rows::RowRequest;
use crate::generate::rows::row_bits::{
    CarvesRows, RowBits, RowGenerator, column, columns_before, columns_of, first_from, last_before,
};
use crate::grid::Side;
use crate::rng::Key;

/// The rows of a sidewinder.
#[derive(Clone, Debug)]
pub(crate) struct Sidewinder {
    coins: Key,
    choices: Key,
    columns: u64,
    rows: u64,
}

impl Sidewinder {
    pub(in crate::generate) fn new(request: &RowRequest) -> Sidewinder {
        let &RowRequest { key, columns, rows, .. } = request;
        Sidewinder { coins: key.of(0), choices: key.of(1), columns, rows }
    }

    /// Returns the cells of a block.
    fn cells(&self, block: u64) -> u64 {
        columns_before(self.columns, block)
    }

    /// Returns the cells of a block that close a run, in the row whose coins have this key: where the coin says so, and the last cell.
    fn ends(&self, row: Key, block: u64) -> u64 {
        (row.word(block) | column(self.columns - 1, block)) & self.cells(block)
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
    pub(crate) fn exit(&self, row: u64, column: u64) -> u64 {
        let coins = self.coins.of(row);
        let end = self.run_end(coins, column).unwrap_or(column);
        Sidewinder::chosen(self.choices.of(row), self.run_start(coins, column), end)
    }
}

impl RowGenerator for Sidewinder {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        let blocks = line.blocks();
        if row + 1 == self.rows {
            for block in blocks.numbers() {
                line.open_east(block, columns_before(self.columns - 1, block));
            }
            return;
        }
        let (coins, choices) = (self.coins.of(row), self.choices.of(row));
        // The first run may begin before these blocks, and open south there.
        let mut start = self.run_start(coins, blocks.first_column());
        for block in blocks.numbers() {
            let ends = self.ends(coins, block);
            line.open_east(block, self.cells(block) & !ends);
            for end in columns_of(block, ends) {
                line.open_south_of(Sidewinder::chosen(choices, start, end));
                start = end + 1;
            }
        }
        // The last run may end behind these blocks, and open south in them.
        if let Some(end) = self.run_end(coins, blocks.end_column()) {
            line.open_south_of(Sidewinder::chosen(choices, start, end));
        }
    }
}

impl CarvesRows for Sidewinder {
    fn opened(&self, line: &RowBits, columns: u32) -> Vec<(u32, Side)> {
        let (mut opened, mut start) = (Vec::new(), 0);
        for column in 0..columns {
            if line.is_open(column, Side::E) {
                opened.push((column, Side::E));
            } else {
                let chosen = (start..=column).find(|&chosen| line.is_open(chosen, Side::S));
                opened.extend(chosen.map(|chosen| (chosen, Side::S)));
                start = column + 1;
            }
        }
        opened
    }
}
