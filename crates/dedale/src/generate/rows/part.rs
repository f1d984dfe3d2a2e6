//! Parts of mazes that are too large to be generated as a whole.

use std::ops::Range;

use crate::generate::Algorithm;
use crate::grid::TooLarge;

/// A rectangle of cells: a part of a larger maze, or all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rectangle {
    /// The number of its first row.
    pub row: u64,
    /// The number of its first column.
    pub column: u64,
    /// The number of rows.
    pub rows: u64,
    /// The number of columns.
    pub columns: u64,
}

impl Rectangle {
    /// Returns its rows and its columns, if it has cells and is inside an area with these columns and rows.
    pub(crate) fn within(&self, [columns, rows]: [u64; 2]) -> Result<[Range<u64>; 2], WindowError> {
        let range = |start: u64, length: u64, end: u64| {
            let range = start..start.checked_add(length)?;
            (length > 0 && range.end <= end).then_some(range)
        };
        let ranges = range(self.row, self.rows, rows).zip(range(self.column, self.columns, columns));
        ranges.map(|(rows, columns)| [rows, columns]).ok_or(WindowError::Outside)
    }
}

/// Why a part of a maze cannot be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WindowError {
    /// The algorithm can only generate whole mazes.
    Algorithm(Algorithm),
    /// The maze has no cells, or a side longer than [`MAX_SIDE`].
    Whole,
    /// The rectangle is not inside the maze, or has no cells.
    Outside,
    /// There is no such level of a [quilt](crate::Algorithm::Quilt).
    Level {
        /// The number of levels, which are numbered from 0.
        levels: u32,
    },
    /// The rectangle has too many columns or cells for one maze.
    Size(TooLarge),
}

impl std::fmt::Display for WindowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WindowError::Algorithm(algorithm) => write!(f, "{} makes no part of a maze alone", algorithm.name()),
            WindowError::Whole => write!(f, "a maze has between 1 and {MAX_SIDE} rows and columns"),
            WindowError::Outside => f.write_str("the rectangle does not lie in the maze"),
            WindowError::Level { levels } => write!(f, "there are the levels 0 to {}", levels - 1),
            WindowError::Size(size) => size.fmt(f),
        }
    }
}

impl std::error::Error for WindowError {}

/// The longest side of a maze from which parts are made, `2^53 − 1`: every program that reads JSON keeps numbers up to it exact.
pub const MAX_SIDE: u64 = (1 << 53) - 1;
