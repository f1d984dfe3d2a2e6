//! Mazes of any number of rows, made one row at a time.
//!
//! Such an algorithm makes each row as bits, 64 columns in a word ([`row_bits`]). They become whole mazes, in bands if any rows can be made
//! separately ([`bands`]), endless [`Rows`], and rectangular parts ([`part`]). On grids other than plain squares, the algorithm has a slower
//! version, which asks the grid for the cells of each row ([`row_cell`]).

pub(crate) mod bands;
pub(super) mod part;
pub(super) mod row_bits;
pub(super) mod row_cell;

use std::ops::Range;

use super::Algorithm;
use crate::grid::{Sides, Square, TooLarge};
use crate::rng::{Key, Stream};
use part::{MAX_SIDE, Rectangle, WindowError};
use row_bits::{RowBits, RowGenerator, WordRange};

/// The rows and columns that are requested of a maze.
pub(super) struct RowRequest {
    pub(super) key: Key,
    /// The columns of the whole maze.
    pub(super) columns: u64,
    /// The rows of the whole maze.
    pub(super) rows: u64,
    /// The rows that are requested, in order.
    pub(super) wanted: Range<u64>,
    /// The columns that are requested.
    pub(super) wanted_columns: Range<u64>,
}

impl RowRequest {
    /// Requests all of a maze.
    pub(super) fn whole(key: Key, grid: &Square) -> RowRequest {
        let [columns, rows] = [grid.columns(), grid.rows()].map(u64::from);
        RowRequest { key, columns, rows, wanted: 0..rows, wanted_columns: 0..columns }
    }

    /// Returns the blocks of columns that the requested columns are in.
    pub(super) fn blocks(&self) -> WordRange {
        WordRange::around(self.wanted_columns.start, self.wanted_columns.end)
    }
}

/// A function that returns the maker of the rows that are requested.
pub(super) type MakeRows = fn(&Algorithm, &RowRequest) -> Box<dyn RowGenerator>;

/// The rows of a maze, one after another. They are exactly the rows of the whole maze with this size, seed and algorithm, and none of them is
/// kept.
///
/// Binary tree, sidewinder, Eller and quilt make all rows of a maze. Binary tree, sidewinder, division and quilt make parts of one.
///
/// # Complexity
///
/// Time `O(columns)` for each row, and memory `O(columns)` for any number of rows: less than two bytes for each column, and 17 more for
/// Eller. A quilt makes 64 to 512 rows at a time, a quarter of a million cells or more, with half a byte for each of them.
///
/// ```
/// use dedale::{generate::{Algorithm, Rows}, grid::Side};
/// let mut rows = Rows::new(&Algorithm::Eller, [1000, 1_000_000_000_000], 7, None)?;
/// let row = rows.next_row().expect("the first one");
/// assert_eq!(row.len(), 1000);
/// assert!(row.iter().any(|sides| sides.contains(Side::S)));
/// # Ok::<(), dedale::generate::WindowError>(())
/// ```
#[derive(Debug)]
pub struct Rows {
    maker: Box<dyn RowGenerator>,
    /// The number of all rows.
    rows: u64,
    /// The number of the next row, and the number after the last one.
    next: u64,
    end: u64,
    line: RowBits,
    /// The open sides of the cells in all blocks of columns. The first ones are skipped, since they were not requested.
    sides: Vec<Sides>,
    skipped: usize,
    columns: u32,
}

impl Rows {
    /// Creates the rows of the maze with these columns and rows, or of a part of it. They are exactly the rows of the whole maze, which is
    /// not made. Sides that lead out of the part are open if the whole maze has a passage there.
    ///
    /// # Complexity
    ///
    /// Time `O(columns)` for each row of a part, which is widened to whole blocks of 64 columns. Division also divides the chambers around
    /// the part, an expected `O(log (columns × rows))` of them, and a quilt makes a few cells around it on each of its levels.
    ///
    /// # Errors
    ///
    /// [`WindowError`] if the algorithm does not make rows, or parts; if the part is not inside the maze, or has no cells; and if a side is
    /// too long.
    ///
    /// ```
    /// use dedale::generate::{Algorithm, MAX_SIDE, Rectangle, Rows};
    /// let part = Rectangle { row: 1_000_000_000_000, column: 2_000_000_000_000, rows: 20, columns: 30 };
    /// let mut rows = Rows::new(&Algorithm::Division, [MAX_SIDE, MAX_SIDE], 7, Some(part))?;
    /// assert_eq!(rows.next_row().map(<[_]>::len), Some(30));
    /// # Ok::<(), dedale::generate::WindowError>(())
    /// ```
    pub fn new(
        algorithm: &Algorithm,
        [columns, rows]: [u64; 2],
        seed: u64,
        part: Option<Rectangle>,
    ) -> Result<Rows, WindowError> {
        if ![columns, rows].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            return Err(WindowError::Whole);
        }
        let info = algorithm.info();
        let make = if part.is_some() { info.rectangle } else { info.rows };
        let make = make.ok_or(WindowError::Algorithm(*algorithm))?;
        let key = Key::new(seed, Stream::Generate);
        let part = part.unwrap_or(Rectangle { row: 0, column: 0, rows, columns });
        Rows::cut([columns, rows], part, |wanted, wanted_columns| {
            make(algorithm, &RowRequest { key, columns, rows, wanted, wanted_columns })
        })
    }

    /// Creates the rows of a part of something of this size. `make` gets the rows and columns to make.
    pub(super) fn cut(
        size: [u64; 2],
        part: Rectangle,
        make: impl FnOnce(Range<u64>, Range<u64>) -> Box<dyn RowGenerator>,
    ) -> Result<Rows, WindowError> {
        let [wanted, of_part] = part.within(size)?;
        let too_large = TooLarge { columns: of_part.end - of_part.start, rows: wanted.end - wanted.start };
        let width = u32::try_from(too_large.columns).map_err(|_| WindowError::Size(too_large))?;
        // One more column on both sides, and one more row above, which have some of the walls.
        let columns = of_part.start.saturating_sub(1)..(of_part.end + 1).min(size[0]);
        let above = wanted.start.saturating_sub(1);
        let blocks = WordRange::around(columns.start, columns.end);
        let mut maker = make(above..wanted.end, columns);
        let mut line = RowBits::new(blocks);
        if above < wanted.start {
            line.next(|line| maker.make(above, line));
        }
        let skipped = (of_part.start - blocks.first_column()) as usize;
        let sides = vec![Sides::NONE; (blocks.end_column() - blocks.first_column()) as usize];
        let (next, end) = (wanted.start, wanted.end);
        Ok(Rows { maker, rows: end - next, next, end, line, sides, skipped, columns: width })
    }

    /// Returns the next row, from west to east: the open sides of each cell, including those to the rows above and below. `None` after the
    /// last row.
    pub fn next_row(&mut self) -> Option<&[Sides]> {
        if self.next == self.end {
            return None;
        }
        self.line.next(|line| self.maker.make(self.next, line));
        self.next += 1;
        self.line.write(&mut self.sides);
        Some(&self.sides[self.skipped..][..self.columns as usize])
    }

    /// Returns the number of rows of the maze, or of the part of it.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of columns.
    pub(crate) fn columns(&self) -> u32 {
        self.columns
    }
}
