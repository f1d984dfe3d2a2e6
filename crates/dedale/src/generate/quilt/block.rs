//! One block of a level of a quilt: its cells on the next lower level, and the doors to its neighbors.

use super::bits::Level;

/// The row and the column of a cell, on its level.
pub(crate) type Coordinates = [u64; 2];

/// The up to 2 × 2 cells of a block, before any dead end is hung.
///
/// The cells are numbered clockwise from the upper left one, and so are the passages between them, from the one between the upper two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The upper left cell.
    corner: Coordinates,
    /// The passage that is walled, or that the block does not have.
    walled: u64,
    /// The row of the door to the east and the column of the door to the south, 0 or 1.
    doors: [u64; 2],
}

const ABOVE: u64 = 0;
const RIGHT: u64 = 1;
const BELOW: u64 = 2;
const LEFT: u64 = 3;

/// The walled passage, by the two bits of a block.
const WALLED: [u64; 4] = [ABOVE, LEFT, BELOW, RIGHT];

impl Level {
    /// Returns the block with this row and column, with its cells on this level. It is the same block that
    /// [`Bits::refine`](super::bits::Bits::refine) makes.
    #[inline]
    pub(crate) fn block(&self, [row, column]: Coordinates) -> Block {
        let key = self.blocks.of(row);
        let bits = |number: u64| key.word(2 * (column / 32) + number) >> (2 * (column % 32)) & 3;
        let corner = [2 * row, 2 * column];
        let (is_tall, is_wide) = (corner[0] + 1 < self.rows, corner[1] + 1 < self.columns);
        let walled = if !is_tall {
            BELOW
        } else if !is_wide {
            RIGHT
        } else {
            WALLED[bits(0) as usize]
        };
        let doors = bits(1);
        Block { corner, walled, doors: [doors & u64::from(is_tall), doors >> 1 & u64::from(is_wide)] }
    }

    /// Returns the two cells at the door between two neighboring blocks, first the one in `block`, then the one in `next`.
    #[inline]
    pub(crate) fn door(&self, block: Coordinates, next: Coordinates) -> [Coordinates; 2] {
        let is_first = block < next;
        let first = self.block(if is_first { block } else { next });
        let [row, column] = first.corner;
        let [to_east, to_south] = first.doors;
        let cells = if block[0] == next[0] {
            [[row + to_east, column + 1], [row + to_east, column + 2]]
        } else {
            [[row + 1, column + to_south], [row + 2, column + to_south]]
        };
        if is_first { cells } else { [cells[1], cells[0]] }
    }
}

impl Block {
    /// Returns the cells of the path between two cells of the block, including both.
    #[inline]
    pub(crate) fn through(&self, from: Coordinates, to: Coordinates) -> Through {
        let number = |place: Coordinates| {
            let [down, right] = [place[0] - self.corner[0], place[1] - self.corner[1]];
            2 * down + (down ^ right)
        };
        let (from, to) = (number(from), number(to));
        let ahead = |number: u64| number.wrapping_sub(from) % 4;
        // Clockwise, unless the wall is in the way.
        let step = if ahead(self.walled) >= ahead(to) { 1 } else { 3 };
        Through { corner: self.corner, next: Some(from), to, step }
    }
}

/// The cells of a path through a block, one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Through {
    corner: Coordinates,
    next: Option<u64>,
    to: u64,
    /// 1 for clockwise, or 3 for counterclockwise.
    step: u64,
}

impl Iterator for Through {
    type Item = Coordinates;

    #[inline]
    fn next(&mut self) -> Option<Coordinates> {
        let number = self.next?;
        self.next = (number != self.to).then_some((number + self.step) % 4);
        let (down, turn) = (number >> 1, number & 1);
        Some([self.corner[0] + down, self.corner[1] + (down ^ turn)])
    }
}
