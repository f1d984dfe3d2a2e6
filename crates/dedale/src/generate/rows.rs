//! Mazes of any number of rows, one row at a time.

use std::fmt::Debug;
use std::ops::Range;

use super::Algorithm;
use super::lines::{ByRows, Line, Window};
use crate::grid::Sides;
use crate::rng::{Key, Stream};

/// What is to be made of which maze.
pub(super) struct Part {
    pub(super) key: Key,
    /// The columns of the whole maze.
    pub(super) columns: u64,
    /// The rows of the whole maze.
    pub(super) rows: u64,
    /// The rows that are asked for, in turn.
    pub(super) wanted: Range<u64>,
    /// The columns that are asked for.
    pub(super) window: Window,
}

/// Returns the maker of a part of a maze of this algorithm.
pub(super) type MakeParts = fn(&Algorithm, &Part) -> Box<dyn MakesRows>;

/// A maker of rows whose algorithm is not known when it is compiled.
pub(super) trait MakesRows: ByRows + Debug + Send + Sync {
    fn boxed(&self) -> Box<dyn MakesRows>;
}

impl<A: ByRows + Clone + Debug + Send + Sync + 'static> MakesRows for A {
    fn boxed(&self) -> Box<dyn MakesRows> {
        Box::new(self.clone())
    }
}

/// The rows of a maze in order, none of which is kept: exactly those of the whole maze of this size, seed and
/// algorithm.
///
/// For binary tree, sidewinder, Eller and quilt. Other algorithms need the whole maze.
///
/// # Complexity
///
/// Time `O(columns)` for each row, and memory `O(columns)`, whatever the number of rows: less than two bytes for each column, and 17 more
/// for Eller. A quilt makes 64 to 512 rows at a time, a quarter of a million cells or more, and has half a byte for each of them.
///
/// ```
/// use dedale::{generate::{Algorithm, Rows}, grid::Side};
/// let mut rows = Rows::new(&Algorithm::Eller, 1000, 1_000_000_000_000, 7).expect("has rows");
/// let row = rows.next_row().expect("the first one");
/// assert_eq!(row.len(), 1000);
/// assert!(row.iter().any(|sides| sides.contains(Side::S)));
/// ```
#[derive(Debug)]
pub struct Rows {
    maker: Box<dyn MakesRows>,
    rows: u64,
    /// The number of the next row.
    next: u64,
    line: Line,
    sides: Vec<Sides>,
}

impl Clone for Rows {
    fn clone(&self) -> Rows {
        let Rows { maker, rows, next, line, sides } = self;
        Rows { maker: maker.boxed(), rows: *rows, next: *next, line: line.clone(), sides: sides.clone() }
    }
}

impl Rows {
    /// The rows of the maze with this many columns and rows, both at least 1; `None` where there are no columns or no rows, or
    /// when the algorithm needs the whole maze.
    pub fn new(algorithm: &Algorithm, columns: u32, rows: u64, seed: u64) -> Option<Rows> {
        if columns == 0 || rows == 0 {
            return None;
        }
        let window = Window::all(u64::from(columns));
        let key = Key::new(seed, Stream::Generate);
        let part = Part { key, columns: u64::from(columns), rows, wanted: 0..rows, window };
        let maker = algorithm.info().rows?(algorithm, &part);
        Some(Rows { maker, rows, next: 0, line: Line::new(window), sides: vec![Sides::NONE; columns as usize] })
    }

    /// The next row, from west to east: the sides of each cell that are open to a neighbour, those to the rows above and below
    /// included. `None` after the last row.
    pub fn next_row(&mut self) -> Option<&[Sides]> {
        if self.next == self.rows {
            return None;
        }
        self.line.next(&mut *self.maker, self.next);
        self.next += 1;
        self.line.write(&mut self.sides);
        Some(&self.sides)
    }

    /// The number of the row that comes next, from 0 at the top.
    pub fn number(&self) -> u64 {
        self.next
    }

    /// How many rows the maze has.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many columns the maze has.
    pub fn columns(&self) -> u32 {
        self.sides.len() as u32
    }
}
