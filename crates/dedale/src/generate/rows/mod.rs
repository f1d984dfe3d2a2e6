//! Mazes of any number of rows, one row at a time: what algorithms that go row by row have in common.
//!
//! Such an algorithm makes each row as bits, 64 columns in a word ([`row_bits`]). From these come whole mazes, in bands where any rows
//! can be made alone ([`bands`]), endless [`Rows`], and rectangular parts ([`part`]). On grids that are not plain squares, it has a slower
//! version that asks the grid for rows ([`on_any_grid`]).

pub(crate) mod bands;
pub(super) mod on_any_grid;
pub(super) mod part;
pub(super) mod row_bits;

use std::ops::Range;

use super::Algorithm;
use crate::grid::{Sides, Square, TooLarge};
use crate::rng::{Key, Stream};
use part::{LONGEST_SIDE, NoRectangle, Rectangle};
use row_bits::{ByRows, RowBits, Window};

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
    pub(super) wanted_columns: Range<u64>,
}

impl Part {
    /// All of a maze.
    pub(super) fn whole(key: Key, grid: &Square) -> Part {
        let [columns, rows] = [grid.columns(), grid.rows()].map(u64::from);
        Part { key, columns, rows, wanted: 0..rows, wanted_columns: 0..columns }
    }

    /// The blocks that the columns lie in.
    pub(super) fn window(&self) -> Window {
        Window::around(self.wanted_columns.start, self.wanted_columns.end)
    }
}

/// Returns the maker of a part of a maze of this algorithm.
pub(super) type MakeParts = fn(&Algorithm, &Part) -> Box<dyn ByRows>;

/// The rows of a maze in order, none of which is kept: exactly those of the whole maze of this size, seed and
/// algorithm.
///
/// All rows are made by binary tree, sidewinder, Eller and quilt; parts of a maze by binary tree, sidewinder, division and quilt.
///
/// # Complexity
///
/// Time `O(columns)` for each row, and memory `O(columns)`, whatever the number of rows: less than two bytes for each column, and 17 more
/// for Eller. A quilt makes 64 to 512 rows at a time, a quarter of a million cells or more, and has half a byte for each of them.
///
/// ```
/// use dedale::{generate::{Algorithm, Rows}, grid::Side};
/// let mut rows = Rows::new(&Algorithm::Eller, [1000, 1_000_000_000_000], 7, None)?;
/// let row = rows.next_row().expect("the first one");
/// assert_eq!(row.len(), 1000);
/// assert!(row.iter().any(|sides| sides.contains(Side::S)));
/// # Ok::<(), dedale::generate::NoRectangle>(())
/// ```
#[derive(Debug)]
pub struct Rows {
    maker: Box<dyn ByRows>,
    /// How many rows there are.
    rows: u64,
    /// The number of the next row, and the one after the last.
    next: u64,
    end: u64,
    line: RowBits,
    /// The open sides of the cells in all blocks of columns, of which the first ones are not asked for.
    sides: Vec<Sides>,
    skipped: usize,
    columns: u32,
}

impl Rows {
    /// The rows of the maze with this many columns and rows, or of a part of it, from the first to the last: exactly those of the whole maze,
    /// without the rest of it. Sides that lead out of the part are open where the whole maze has a passage.
    ///
    /// # Complexity
    ///
    /// For each row of a part `O(columns)`, after the part is widened to whole blocks of 64 columns. Division also divides the rooms around the
    /// part, an expected `O(log (columns × rows))` of them, and a quilt makes a few cells around it on each of its levels.
    ///
    /// # Errors
    ///
    /// [`NoRectangle`] for an algorithm that does not make this, where the part does not lie in the maze or has no cells, and where a side is
    /// too long.
    ///
    /// ```
    /// use dedale::generate::{Algorithm, LONGEST_SIDE, Rectangle, Rows};
    /// let part = Rectangle { row: 1_000_000_000_000, column: 2_000_000_000_000, rows: 20, columns: 30 };
    /// let mut rows = Rows::new(&Algorithm::Division, [LONGEST_SIDE, LONGEST_SIDE], 7, Some(part))?;
    /// assert_eq!(rows.next_row().map(<[_]>::len), Some(30));
    /// # Ok::<(), dedale::generate::NoRectangle>(())
    /// ```
    pub fn new(
        algorithm: &Algorithm,
        [columns, rows]: [u64; 2],
        seed: u64,
        part: Option<Rectangle>,
    ) -> Result<Rows, NoRectangle> {
        if ![columns, rows].iter().all(|side| (1..=LONGEST_SIDE).contains(side)) {
            return Err(NoRectangle::Whole);
        }
        let info = algorithm.info();
        let make = if part.is_some() { info.rectangle } else { info.rows };
        let make = make.ok_or(NoRectangle::Algorithm(*algorithm))?;
        let key = Key::new(seed, Stream::Generate);
        let part = part.unwrap_or(Rectangle { row: 0, column: 0, rows, columns });
        Rows::cut([columns, rows], part, |wanted, wanted_columns| {
            make(algorithm, &Part { key, columns, rows, wanted, wanted_columns })
        })
    }

    /// The rows of a part of something of this size, whose maker gets the rows and columns to be made.
    pub(super) fn cut(
        size: [u64; 2],
        part: Rectangle,
        make: impl FnOnce(Range<u64>, Range<u64>) -> Box<dyn ByRows>,
    ) -> Result<Rows, NoRectangle> {
        let [wanted, of_part] = part.within(size)?;
        let too_large = TooLarge { columns: of_part.end - of_part.start, rows: wanted.end - wanted.start };
        let width = u32::try_from(too_large.columns).map_err(|_| NoRectangle::Size(too_large))?;
        // One more column on both sides, and one more row above, for the walls that are theirs.
        let columns = of_part.start.saturating_sub(1)..(of_part.end + 1).min(size[0]);
        let above = wanted.start.saturating_sub(1);
        let window = Window::around(columns.start, columns.end);
        let mut maker = make(above..wanted.end, columns);
        let mut line = RowBits::new(window);
        if above < wanted.start {
            line.next(|line| maker.make(above, line));
        }
        let skipped = (of_part.start - window.start()) as usize;
        let sides = vec![Sides::NONE; (window.end() - window.start()) as usize];
        let (next, end) = (wanted.start, wanted.end);
        Ok(Rows { maker, rows: end - next, next, end, line, sides, skipped, columns: width })
    }

    /// The next row, from west to east: the sides of each cell that are open to a neighbor, those to the rows above and below
    /// included. `None` after the last row.
    pub fn next_row(&mut self) -> Option<&[Sides]> {
        if self.next == self.end {
            return None;
        }
        self.line.next(|line| self.maker.make(self.next, line));
        self.next += 1;
        self.line.write(&mut self.sides);
        Some(&self.sides[self.skipped..][..self.columns as usize])
    }

    /// How many rows there are: of the maze, or of the part of it.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// How many columns there are.
    pub(crate) fn columns(&self) -> u32 {
        self.columns
    }
}
