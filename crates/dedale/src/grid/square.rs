//! The square grid: rows and columns, four sides a cell.

use std::hint::select_unpredictable;

use super::layout::{Internal, Layout};
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
pub struct Square {
    columns: u32,
    rows: u32,
}

/// The grid would have no cells, or more than a cell's number can tell apart (`2^32 - 1`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLarge {
    /// The columns asked for.
    pub columns: u64,
    /// The rows asked for.
    pub rows: u64,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a grid of {} × {} cells: it must have between 1 and {} cells", self.columns, self.rows, u32::MAX)
    }
}

impl std::error::Error for TooLarge {}

impl Square {
    /// A grid with this many columns and rows.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] when either is 0 or `columns × rows` does not fit in 32 bits.
    pub const fn new(columns: u32, rows: u32) -> Result<Square, TooLarge> {
        match columns.checked_mul(rows) {
            Some(cells) if cells > 0 => Ok(Square { columns, rows }),
            _ => Err(TooLarge { columns: columns as u64, rows: rows as u64 }),
        }
    }

    /// How many columns there are.
    #[inline]
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// How many rows there are.
    #[inline]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The cell in this row and column, which must both be inside the grid.
    #[inline]
    pub const fn at(&self, row: u32, column: u32) -> Cell {
        debug_assert!(row < self.rows && column < self.columns);
        Cell(row * self.columns + column)
    }

    /// The row of `cell`, from 0 at the top.
    #[inline]
    pub const fn row(&self, cell: Cell) -> u32 {
        cell.0 / self.columns
    }

    /// The column of `cell`, from 0 at the left.
    #[inline]
    pub const fn column(&self, cell: Cell) -> u32 {
        cell.0 % self.columns
    }

    /// The cells of one row, from west to east.
    pub(crate) fn row_cells(&self, row: u32) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        let first = self.at(row, 0).0;
        // Counted up from the first cell, since the number after the last one may not fit.
        (0..self.columns).map(move |column| Cell(first + column))
    }
}

/// Its [`Layout`].
impl Square {
    /// From a place on a working board to the one south of it.
    #[inline]
    const fn stride(&self) -> usize {
        self.columns as usize + 1
    }

    #[inline]
    pub(super) fn all_sides(&self) -> Sides {
        Sides::SQUARE
    }

    /// A row of places before the first row of cells and one after the last, and one place more than columns in each row: it
    /// lies east of that row and west of the next. So every cell has a place on each side, and each of these is a cell's or
    /// none, without a look at rows and columns.
    #[inline]
    pub(super) fn places(&self) -> usize {
        self.stride() * (self.rows as usize + 2)
    }

    #[inline]
    pub(super) fn run(&self) -> u32 {
        self.columns
    }

    #[inline]
    pub(super) fn place(&self, cell: Cell) -> usize {
        // One more for each row before.
        cell.index() + self.row(cell) as usize + self.stride() + 1
    }

    #[inline]
    pub(super) fn cell_at(&self, place: usize) -> Cell {
        let past_first = place - self.stride() - 1;
        Cell((past_first - past_first / self.stride()) as u32)
    }

    #[inline]
    pub(super) fn sides_at(&self, _place: usize) -> Sides {
        Sides::SQUARE
    }

    #[inline]
    pub(super) fn place_across(&self, place: usize, side: Side) -> usize {
        match side {
            Side::N => place - self.stride(),
            Side::E => place + 1,
            Side::S => place + self.stride(),
            _ => place - 1,
        }
    }

    #[inline]
    pub(super) fn steps_evenly(&self) -> bool {
        true
    }

    #[inline]
    pub(super) fn opposite_at(&self, _place: usize, side: Side) -> Side {
        self.opposite(Cell(0), side)
    }

    #[inline(always)]
    pub(super) fn at_least_to(&self, to: Cell) -> impl Fn(Cell) -> u32 + use<> {
        let [columns, to_row, to_column] = [self.columns, self.row(to), self.column(to)];
        // One division instead of one for each cell: the product with this, rounded down, is the exact quotient of numbers of 32 bits.
        let inverse = u64::MAX / u64::from(columns);
        move |cell| {
            let row = (((u128::from(cell.0) + 1) * u128::from(inverse)) >> 64) as u32;
            row.abs_diff(to_row) + (cell.0 - row * columns).abs_diff(to_column)
        }
    }
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
        // Without a branch, because the side is unpredictable, and without a table, because solvers wait for the result.
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
    fn board_layout(&self, _: Internal) -> Layout<'_> {
        Layout::Square(self)
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

    /// The Manhattan distance: the rows plus the columns between the two cells.
    #[inline]
    fn at_least(&self, a: Cell, b: Cell) -> u32 {
        self.row(a).abs_diff(self.row(b)) + self.column(a).abs_diff(self.column(b))
    }
}

/// How large a maze may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of columns, and of rows.
    pub max_side: u32,
    /// The largest number of cells.
    pub max_cells: u32,
}

impl Default for Limits {
    /// 65,535 columns or rows, and 4,194,304 cells.
    fn default() -> Limits {
        Limits { max_side: 65_535, max_cells: 4_194_304 }
    }
}

impl Limits {
    /// The first limit that these columns and rows exceed.
    ///
    /// ```
    /// use dedale::grid::Limits;
    /// let limits = Limits { max_side: 50, max_cells: 1000 };
    /// let over = |columns, rows| limits.excess([columns, rows]).map(|over| (over.limit, over.max, over.asked));
    /// assert_eq!(over(40, 25), None);
    /// assert_eq!(over(40, 26), Some(("cells", 1000, 1040)));
    /// assert_eq!(over(40, 60), Some(("rows", 50, 60)));
    /// ```
    pub fn excess(self, size: [u64; 2]) -> Option<OverLimit> {
        OverLimit::of_size(size, [self.max_side.into(); 2], self.max_cells.into())
    }
}
