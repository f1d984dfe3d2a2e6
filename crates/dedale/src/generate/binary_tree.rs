//! The binary tree: each cell opens one of two sides.
//!
//! ```text
//! for each cell, row by row:
//!     carve to one of the two neighbors that bias names, at random
//! ```
//!
//! It draws random numbers by position: the coins of 64 cells are one word, which depends on their row and their block of 64 columns, but not
//! on the size of the maze. So [`Rows`](super::Rows) can also be those of a part of a maze.
//!
//! [`Algorithm::BinaryTree`](super::Algorithm::BinaryTree) says more about its mazes, and where it is from.

use super::prelude::*;
use super::rows::row_bits::{
    ByRows, CarvesRows, RowBits, Window, carve_rows, column, columns_before, first_from, has, last_before,
};
use super::rows::{MakeParts, Part};
use crate::about::{OptionInfo, named, own_option};
use crate::rng::Key;

named! {
    /// The corner that a binary tree leads towards.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Bias {
        /// Each cell opens south or east.
        #[default]
        SouthEast = "se",
        /// Each cell opens south or west.
        SouthWest = "sw",
        /// Each cell opens north or east.
        NorthEast = "ne",
        /// Each cell opens north or west.
        NorthWest = "nw",
    }
}

impl Bias {
    const fn sides(self) -> (Side, Side) {
        match self {
            Bias::SouthEast => (Side::S, Side::E),
            Bias::SouthWest => (Side::S, Side::W),
            Bias::NorthEast => (Side::N, Side::E),
            Bias::NorthWest => (Side::N, Side::W),
        }
    }
}

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::BinaryTree { bias: Bias::SouthEast },
    name: "binary-tree",
    title: "Binary tree",
    description: "Row by row from the top left, each cell opens one of the two sides that bias names, at random.",
    texture: "a strong diagonal drift, two straight corridors along the borders",
    options: &[OptionInfo {
        values: Bias::NAMES,
        default: Bias::SouthEast.name(),
        description: "The corner that every passage drifts towards.",
        ..own_option!(Algorithm::BinaryTree { bias })
    }],
    memory: "O(w)",
    bytes: 1,
    source: "J. Buck, Mazes for Programmers (2015), p. 6",
    rows: Some(PARTS),
    rectangle: Some(PARTS),
    ..PLAIN
};

const PARTS: MakeParts = |algorithm, part| {
    let bias = if let Algorithm::BinaryTree { bias } = *algorithm { bias } else { Bias::default() };
    Box::new(BinaryTree::new(bias, part))
};

pub(super) fn carve<O: Observer>(
    maze: &mut Maze<Square>,
    bias: Bias,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let whole = Part::whole(rng.key(), maze.grid());
    carve_rows(maze, BinaryTree::new(bias, &whole), observer)
}

/// The rows of a binary tree, in the columns of a window.
#[derive(Clone, Debug)]
pub(crate) struct BinaryTree {
    coins: Key,
    bias: Bias,
    columns: u64,
    rows: u64,
    window: Window,
}

impl BinaryTree {
    pub(super) fn new(bias: Bias, part: &Part) -> BinaryTree {
        BinaryTree { coins: part.key, bias, columns: part.columns, rows: part.rows, window: part.window() }
    }

    /// Returns whether cells open south rather than north, and east rather than west.
    pub(super) fn leads(&self) -> (bool, bool) {
        let (vertical, horizontal) = self.bias.sides();
        (vertical == Side::S, horizontal == Side::E)
    }

    /// Returns the column whose cells cannot open to a side.
    fn border(&self) -> u64 {
        if self.leads().1 { self.columns - 1 } else { 0 }
    }

    /// Returns the cells of a block that open north or south if they can, in the row with this key.
    fn vertical(&self, row: Key, block: u64) -> u64 {
        // The cells of the border have no other way.
        (row.word(block) | column(self.border(), block)) & columns_before(self.columns, block)
    }

    /// Returns the column in which the path from this cell to the next row leaves its row. The row must not be the last one.
    pub(super) fn exit(&self, row: u64, column: u64) -> u64 {
        let coins = self.coins.of(row);
        let vertical = |block| self.vertical(coins, block);
        let exit =
            if self.leads().1 { first_from(column, self.columns, vertical) } else { last_before(column + 1, vertical) };
        exit.unwrap_or(column)
    }
}

impl ByRows for BinaryTree {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        let (south, east) = self.leads();
        // The walls to the south are opened from this row, or from the row below.
        let coins = self.coins.of(if south { row } else { row + 1 });
        let last = row + 1 == self.rows;
        for (word, block) in line.south.iter_mut().zip(self.window.blocks()) {
            *word = if last { 0 } else { self.vertical(coins, block) };
        }
        // Cells that open neither north nor south open to a side.
        let vertical = if south { &line.south } else { &line.north };
        let border = self.border();
        for ((word, vertical), block) in line.east.iter_mut().zip(vertical).zip(self.window.blocks()) {
            *word = !vertical & columns_before(self.columns, block) & !column(border, block);
        }
        if !east {
            // A way to the west is a way to the east of the column before.
            let mut next = 0;
            for word in line.east.iter_mut().rev() {
                (*word, next) = (*word >> 1 | next << 63, *word);
            }
        }
    }
}

impl CarvesRows for BinaryTree {
    fn opened(&self, line: &RowBits, columns: u32) -> Vec<(u32, Side)> {
        let (vertical, horizontal) = self.bias.sides();
        let ways = if self.leads().0 { &line.south } else { &line.north };
        let side = |column| {
            if has(ways, column) {
                return Some((column, vertical));
            }
            (u64::from(column) != self.border()).then_some((column, horizontal))
        };
        (0..columns).filter_map(side).collect()
    }
}
