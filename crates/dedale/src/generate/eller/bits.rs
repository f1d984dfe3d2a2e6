//! Eller's algorithm on plain squares, 64 columns at a time, whose coins are the bits of a word.
//!
//! It draws random numbers row by row, so [`Rows`](crate::generate::Rows) makes any number of rows without storing them.

use super::column_sets::ColumnSets;
use crate::generate::rows::RowRequest;
use crate::generate::rows::row_bits::{CarvesRows, RowBits, RowGenerator};
use crate::grid::Side;
use crate::rng::Key;

/// The rows of Eller's algorithm. The draws of a column come from the same words in every maze.
#[derive(Clone, Debug)]
pub(super) struct Eller {
    joins: Key,
    carries: Key,
    choices: Key,
    rows: u64,
    sets: ColumnSets,
}

impl Eller {
    pub(super) fn new(&RowRequest { key, columns, rows, .. }: &RowRequest) -> Eller {
        Eller {
            joins: key.of(0),
            carries: key.of(1),
            choices: key.of(2),
            rows,
            sets: ColumnSets::new(columns as usize),
        }
    }
}

impl RowGenerator for Eller {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        let is_last = row + 1 == self.rows;
        let (joins, carries) = (self.joins.of(row), self.carries.of(row));
        for block in line.blocks().numbers() {
            let coins = if is_last { u64::MAX } else { joins.word(block) };
            line.open_east(block, self.sets.join_neighbors(block, coins));
        }
        if is_last {
            return;
        }
        self.sets.choose_one_of_each(self.choices.of(row));
        for block in line.blocks().numbers() {
            line.open_south(block, self.sets.carry_down(block, carries.word(block)));
        }
    }
}

impl CarvesRows for Eller {
    const JOINS: bool = true;

    fn opened(&self, line: &RowBits, columns: u32) -> Vec<(u32, Side)> {
        let opened = |side| (0..columns).filter(move |&column| line.is_open(column, side)).map(move |at| (at, side));
        [Side::E, Side::S].into_iter().flat_map(opened).collect()
    }
}
