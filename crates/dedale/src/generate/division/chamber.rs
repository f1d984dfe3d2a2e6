//! Chambers, and the walls that divide them.

use std::ops::{Add, Range, Sub};

use crate::grid::{Cell, Side, Square};
use crate::rng::Key;

/// The numbers of both axes: the first one counts rows, and the second one columns.
pub(super) const ROWS: usize = 0;
pub(super) const COLUMNS: usize = 1;

/// The number of a row or of a column: the whole of it, or its lower half, in which small chambers are divided in three quarters of the time.
pub(crate) trait Number: Copy + Ord + Add<Output = Self> + Sub<Output = Self> + From<u8> {}

impl Number for u64 {}
impl Number for u32 {}

/// A rectangle of cells without a wall inside: where it begins and how large it is, along both axes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chamber<N = u64> {
    pub(super) start: [N; 2],
    pub(super) size: [N; 2],
}

/// A wall behind a row or a column: behind `line` of `axis`. It is `length` cells long, and begins at `start` of the other axis. The gap is at
/// one of these cells, counted from the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall<N = u64> {
    pub(super) axis: usize,
    pub(super) line: N,
    pub(super) start: N,
    pub(super) length: N,
    pub(super) gap: N,
}

impl Wall {
    /// Returns the sides of cells at which it stands: all along it, except at the gap.
    pub(super) fn sides(self, grid: Square) -> impl Iterator<Item = (Cell, Side)> {
        (0..self.length).filter(move |&along| along != self.gap).map(move |along| {
            let (line, along) = (self.line as u32, (self.start + along) as u32);
            if self.axis == ROWS { (grid.at(line, along), Side::S) } else { (grid.at(along, line), Side::E) }
        })
    }

    /// Returns the wall in the lower halves of the numbers.
    pub(super) fn lower(&self) -> Wall<u32> {
        let [line, start, length, gap] = [self.line, self.start, self.length, self.gap].map(|number| number as u32);
        Wall { axis: self.axis, line, start, length, gap }
    }
}

/// The multiplier of chamber sizes, which distinguishes them from positions: one with a good spectrum, from G. Steele and
/// S. Vigna, "Computationally easy, spectrally good multipliers for congruential pseudorandom number generators" (2021).
const SIZES: u64 = 0xd134_2543_de82_ef95;

impl<N: Number> Chamber<N> {
    /// Returns true if it is more than one cell high and wide.
    #[inline]
    pub(super) fn is_divisible(&self) -> bool {
        (self.size[ROWS] > N::from(1)) & (self.size[COLUMNS] > N::from(1))
    }

    /// Returns the number of lines behind which a wall across the chamber can stand, and a wall down the chamber. A wall divides the longer
    /// side; if both are equal, either.
    #[inline]
    fn lines(&self) -> (N, N) {
        let [rows, columns] = self.size;
        let (none, one) = (N::from(0), N::from(1));
        (if rows >= columns { rows - one } else { none }, if columns >= rows { columns - one } else { none })
    }

    /// Divides the chamber by the wall behind a line: one of those across the chamber, or of those down, which are numbered after them. Returns
    /// the wall, with this gap, and the halves before and behind it.
    #[inline]
    pub(super) fn divide(&self, [line, gap]: [N; 2]) -> (Wall<N>, [Chamber<N>; 2]) {
        let (across, _) = self.lines();
        let (axis, line) = if line < across { (ROWS, line) } else { (COLUMNS, line - across) };
        let (other_axis, depth) = (1 - axis, line + N::from(1));
        let (mut near, mut far) = (*self, *self);
        near.size[axis] = depth;
        far.start[axis] = far.start[axis] + depth;
        far.size[axis] = far.size[axis] - depth;
        let (start, length) = (self.start[other_axis], self.size[other_axis]);
        (Wall { axis, line: self.start[axis] + line, start, length, gap }, [near, far])
    }
}

impl Chamber<u32> {
    /// Draws the line of the wall and the gap.
    #[inline]
    pub(super) fn draw(&self, key: Key) -> [u32; 2] {
        let (across, down) = self.lines();
        let number = |[row, column]: [u32; 2]| u64::from(row) << 32 | u64::from(column);
        let chamber = number(self.start).wrapping_add(number(self.size).wrapping_mul(SIZES));
        key.both_below([across + down, self.size[ROWS].min(self.size[COLUMNS])], chamber).map(|drawn| drawn as u32)
    }
}

impl Chamber {
    /// Returns the number of cells.
    pub(super) fn cells(&self) -> u64 {
        self.size[ROWS].saturating_mul(self.size[COLUMNS])
    }

    /// Creates the chamber that is all of a maze.
    pub(super) fn whole(grid: Square) -> Chamber {
        Chamber::new(0..grid.rows().into(), 0..grid.columns().into())
    }

    /// Creates the chamber of these rows and columns.
    pub(crate) fn new(rows: Range<u64>, columns: Range<u64>) -> Chamber {
        Chamber { start: [rows.start, columns.start], size: [rows.end - rows.start, columns.end - columns.start] }
    }

    /// Returns true if the cell with this row and column is in the chamber.
    pub(crate) fn contains(&self, cell: [u64; 2]) -> bool {
        [ROWS, COLUMNS].into_iter().all(|axis| cell[axis].wrapping_sub(self.start[axis]) < self.size[axis])
    }

    /// Returns the two halves of a chamber, and in each the cell beside the gap in the wall between them; `None` if it is not divisible.
    pub(crate) fn halves(&self, key: Key) -> Option<[(Chamber, [u64; 2]); 2]> {
        if !self.is_divisible() {
            return None;
        }
        let (wall, [near, far]) = self.divide(self.draw(key));
        let gap = wall.start + wall.gap;
        let beside = |line| if wall.axis == ROWS { [line, gap] } else { [gap, line] };
        Some([(near, beside(wall.line)), (far, beside(wall.line + 1))])
    }

    /// Returns true if the two have a cell in common.
    #[inline]
    pub(crate) fn overlaps(&self, other: &Chamber) -> bool {
        // Where one begins behind the end of the other, the difference is a huge number.
        let meets = |axis: usize| {
            let behind = self.start[axis].wrapping_sub(other.start[axis]);
            let before = other.start[axis].wrapping_sub(self.start[axis]);
            (behind < other.size[axis]) | (before < self.size[axis])
        };
        meets(ROWS) & meets(COLUMNS)
    }

    /// Returns true if all of it is in another chamber.
    #[inline]
    pub(super) fn is_inside(&self, other: &Chamber) -> bool {
        [ROWS, COLUMNS].into_iter().all(|axis| {
            let behind = self.start[axis].wrapping_sub(other.start[axis]);
            behind < other.size[axis] && self.size[axis] <= other.size[axis] - behind
        })
    }

    /// Returns the key with which this chamber is divided. The upper halves of the numbers, which are zero near the origin, make a separate
    /// one.
    #[inline]
    pub(super) fn key(&self, key: Key) -> Key {
        let [row, column] = self.start.map(|start| start >> 32);
        if row | column == 0 { key } else { key.of(row << 32 | column) }
    }

    /// Returns the chamber in the lower halves of the numbers, if the upper ones of all its cells are the same: then all chambers that it is
    /// divided into have the same [key](Chamber::key).
    pub(super) fn lower(&self) -> Option<Chamber<u32>> {
        let is_one = |axis: usize| self.start[axis] >> 32 == (self.start[axis] + self.size[axis] - 1) >> 32;
        (is_one(ROWS) && is_one(COLUMNS))
            .then(|| Chamber { start: self.start.map(|start| start as u32), size: self.size.map(|size| size as u32) })
    }

    /// Draws the line of the wall and the gap.
    pub(super) fn draw(&self, key: Key) -> [u64; 2] {
        let [start, size] = [self.start, self.size].map(|pair| pair.map(|number| number as u32));
        let key = self.key(key);
        if self.size.iter().all(|&side| side <= 1 << 31) {
            return Chamber { start, size }.draw(key).map(u64::from);
        }
        let (across, down) = self.lines();
        let [row, column] = start.map(u64::from);
        let key = key.of(self.size[ROWS]).of(self.size[COLUMNS]).of(row << 32 | column);
        [key.below(across + down, 0), key.below(self.size[ROWS].min(self.size[COLUMNS]), 1)]
    }
}
