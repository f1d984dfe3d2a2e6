//! The binary tree on plain squares, 64 cells at a time, whose coins are the bits of a word.
//!
//! It draws random numbers by position: the word of 64 cells depends on their row and their block of 64 columns, but not on the size of the
//! maze. So [`Rows`](crate::generate::Rows) can also be those of a part of a maze.

use crate::generate::bias::Bias;
use crate::generate::rows::RowRequest;
use crate::generate::rows::row_bits::{
    CarvesRows, RowBits, RowGenerator, column, columns_before, first_from, last_before,
};
use crate::grid::Side;
use crate::rng::Key;

/// The rows of a binary tree.
#[derive(Clone, Debug)]
pub(crate) struct BinaryTree {
    coins: Key,
    bias: Bias,
    columns: u64,
    rows: u64,
}

impl BinaryTree {
    pub(in crate::generate) fn new(bias: Bias, request: &RowRequest) -> BinaryTree {
        BinaryTree { coins: request.key, bias, columns: request.columns, rows: request.rows }
    }

    /// Returns whether cells open south rather than north, and east rather than west.
    pub(crate) fn leads(&self) -> (bool, bool) {
        let (vertical, horizontal) = self.bias.sides();
        (vertical == Side::S, horizontal == Side::E)
    }

    /// Returns the column whose cells cannot open to a side.
    fn border(&self) -> u64 {
        if self.leads().1 { self.columns - 1 } else { 0 }
    }

    /// Returns the cells of a block.
    fn cells(&self, block: u64) -> u64 {
        columns_before(self.columns, block)
    }

    /// Returns the cells of a block whose only neighbor of the two is to the north or south.
    fn border_cells(&self, block: u64) -> u64 {
        column(self.border(), block)
    }

    /// Returns the cells of a block that open north or south if they can, in the row with this key.
    fn vertical(&self, row: Key, block: u64) -> u64 {
        (row.word(block) | self.border_cells(block)) & self.cells(block)
    }

    /// Returns the column in which the path from this cell to the next row leaves its row. The row must not be the last one.
    pub(crate) fn exit(&self, row: u64, column: u64) -> u64 {
        let coins = self.coins.of(row);
        let vertical = |block| self.vertical(coins, block);
        let exit =
            if self.leads().1 { first_from(column, self.columns, vertical) } else { last_before(column + 1, vertical) };
        exit.unwrap_or(column)
    }
}

impl RowGenerator for BinaryTree {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        let (south, east) = self.leads();
        // The walls to the south are opened from this row, or from the row below.
        let coins = self.coins.of(if south { row } else { row + 1 });
        let is_last = row + 1 == self.rows;
        for block in line.blocks().numbers() {
            let to_south = if is_last { 0 } else { self.vertical(coins, block) };
            line.open_south(block, to_south);
            let vertical = if south { to_south } else { line.north(block) };
            let horizontal = self.cells(block) & !vertical & !self.border_cells(block);
            if east {
                line.open_east(block, horizontal);
            } else {
                line.open_west(block, horizontal);
            }
        }
    }
}

impl CarvesRows for BinaryTree {
    fn opened(&self, line: &RowBits, columns: u32) -> Vec<(u32, Side)> {
        let (vertical, horizontal) = self.bias.sides();
        let side = |column| {
            if line.is_open(column, vertical) {
                return Some((column, vertical));
            }
            (u64::from(column) != self.border()).then_some((column, horizontal))
        };
        (0..columns).filter_map(side).collect()
    }
}
