//! The square grid: rows and columns, with four sides to a cell.

use std::hint::select_unpredictable;

use super::{Address, Cell, Grid, Side, Sides};
use crate::about::OverLimit;

/// A grid of `rows × columns` square cells with sides `N E S W`, numbered row by row from the top left.
///
/// ```
/// use dedale::grid::{Grid, Side, Square};
/// let grid = Square::new(3, 2)?; // 3 columns, 2 rows
/// let corner = grid.at(0, 0);
/// assert_eq!(grid.across(corner, Side::S), grid.at(1, 0));
/// assert_eq!(grid.inner_sides(corner).len(), 2);
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Square {
    columns: u32,
    rows: u32,
}

/// The grid would have no cells, or more cells than can be numbered (`2^32 - 1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLarge {
    /// The requested number of columns.
    pub columns: u64,
    /// The requested number of rows.
    pub rows: u64,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a grid of {} × {} cells: it must have between 1 and {} cells", self.columns, self.rows, u32::MAX)
    }
}

impl std::error::Error for TooLarge {}

impl Square {
    /// Creates a grid with this many columns and rows.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] if either is 0, or if `columns × rows` does not fit in 32 bits.
    pub const fn new(columns: u32, rows: u32) -> Result<Square, TooLarge> {
        match columns.checked_mul(rows) {
            Some(cells) if cells > 0 => Ok(Square { columns, rows }),
            _ => Err(TooLarge { columns: columns as u64, rows: rows as u64 }),
        }
    }

    /// Returns the number of columns.
    #[inline]
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// Returns the number of rows.
    #[inline]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the cell in this row and column, which must both be inside the grid.
    #[inline]
    pub const fn at(&self, row: u32, column: u32) -> Cell {
        debug_assert!(row < self.rows && column < self.columns);
        Cell(row * self.columns + column)
    }

    /// Returns the row of `cell`, from 0 at the top.
    #[inline]
    pub const fn row(&self, cell: Cell) -> u32 {
        cell.0 / self.columns
    }

    /// Returns the column of `cell`, from 0 at the left.
    #[inline]
    pub const fn column(&self, cell: Cell) -> u32 {
        cell.0 % self.columns
    }

    /// Returns the cells of one row, from west to east.
    pub(crate) fn row_cells(&self, row: u32) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        let first = self.at(row, 0).0;
        // Counted from the first cell, since the number after the last one may not fit.
        (0..self.columns).map(move |column| Cell(first + column))
    }
}

/// Returns the sides of a square that lead out of a rectangle, in which it has this row and column. The rectangle may be larger than a
/// [`Square`].
pub(crate) fn outer_sides_of([row, column]: [u64; 2], [columns, rows]: [u64; 2]) -> Sides {
    let outer =
        [(Side::N, row == 0), (Side::E, column + 1 == columns), (Side::S, row + 1 == rows), (Side::W, column == 0)];
    outer.into_iter().filter(|&(_, is_outer)| is_outer).map(|(side, _)| side).collect()
}

impl Grid for Square {
    #[inline]
    fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    #[inline]
    fn inner_sides(&self, cell: Cell) -> Sides {
        let column = self.column(cell);
        let north = u8::from(cell.0 >= self.columns);
        let east = u8::from(column + 1 < self.columns);
        let south = u8::from(cell.0 < self.cells() - self.columns);
        let west = u8::from(column > 0);
        Sides::from_bits(north | east << 1 | south << 2 | west << 3)
    }

    #[inline]
    fn outer_sides(&self, cell: Cell) -> Sides {
        Sides::SQUARE.minus(self.inner_sides(cell))
    }

    #[inline]
    fn across(&self, cell: Cell, side: Side) -> Cell {
        debug_assert!(self.inner_sides(cell).contains(side));
        // Without a branch, since the side cannot be predicted, and without a table, since solvers wait for the result.
        let number = u32::from(side.number() & 3);
        let level = 2_u32.wrapping_sub(number);
        let upright = select_unpredictable(number & 2 != 0, self.columns, self.columns.wrapping_neg());
        Cell(cell.0.wrapping_add(select_unpredictable(number & 1 != 0, level, upright)))
    }

    #[inline]
    fn opposite(&self, _cell: Cell, side: Side) -> Side {
        Side::new((side.number() + 2) & 3)
    }

    #[inline]
    fn straight_ahead(&self, cell: Cell, side: Side) -> Option<Side> {
        Some(self.opposite(cell, side))
    }

    #[inline(always)]
    fn as_square(&self) -> Option<Square> {
        Some(*self)
    }

    #[inline]
    fn direction(&self, _: Cell, side: Side) -> Option<[f64; 2]> {
        match side {
            Side::N => Some([0.0, -1.0]),
            Side::E => Some([1.0, 0.0]),
            Side::S => Some([0.0, 1.0]),
            Side::W => Some([-1.0, 0.0]),
            _ => None,
        }
    }

    fn address(&self, cell: Cell) -> Address {
        [self.row(cell), self.column(cell)].into()
    }

    fn find(&self, address: impl Into<Address>) -> Option<Cell> {
        let &[row, column] = address.into().numbers() else { return None };
        (row < self.rows && column < self.columns).then(|| self.at(row, column))
    }

    fn middle(&self) -> Cell {
        self.at((self.rows - 1) / 2, (self.columns - 1) / 2)
    }

    #[inline]
    fn sides_of(&self, _: Cell) -> Sides {
        Sides::SQUARE
    }

    fn side_name(&self, _: Cell, side: Side) -> &str {
        ["N", "E", "S", "W"][usize::from(side.number() & 3)]
    }

    fn has_letters(&self) -> bool {
        true
    }

    fn row_count(&self) -> u32 {
        self.rows
    }

    fn places_of_row(&self, row: u32) -> impl Iterator<Item = Option<Cell>> {
        self.row_cells(row).map(Some)
    }

    /// Returns the Manhattan distance: the difference of the rows plus that of the columns.
    #[inline]
    fn min_moves(&self, a: Cell, b: Cell) -> u32 {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }
}

/// The largest size of a maze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of columns, and of rows.
    pub max_side: u32,
    /// The largest number of cells.
    pub max_cells: u32,
}

impl Default for Limits {
    /// Returns limits of 65,535 columns or rows, and 4,194,304 cells.
    fn default() -> Limits {
        Limits { max_side: 65_535, max_cells: 4_194_304 }
    }
}

impl Limits {
    /// Returns the first limit that these columns and rows exceed.
    pub(crate) fn excess(self, size: [u64; 2]) -> Option<OverLimit> {
        OverLimit::of_size(size, [self.max_side.into(); 2], self.max_cells.into())
    }
}
