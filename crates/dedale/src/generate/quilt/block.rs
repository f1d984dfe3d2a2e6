//! One block of a level of a quilt: the cells that it becomes on the next lower level, and the doors to its neighbors.

use super::bits::Level;

/// The row and the column of a cell, on its level.
pub(crate) type Position = [u64; 2];

/// The up to 2 × 2 cells of a block, before any dead end is re-attached.
///
/// They are counted clockwise from the upper left one, and so are the passages between them, from the one between the upper two.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    /// The upper left cell.
    corner: Position,
    /// The one of the four passages that is walled, or that the block does not have.
    walled: u64,
    /// The row of the door to the east and the column of the door to the south, 0 or 1.
    doors: [u64; 2],
}

const ABOVE: u64 = 0;
const RIGHT: u64 = 1;
const BELOW: u64 = 2;
const LEFT: u64 = 3;

/// The passage that is walled, by the two bits of a block.
const WALLED: [u64; 4] = [ABOVE, LEFT, BELOW, RIGHT];

impl Level {
    /// The block with this row and column, which becomes cells of this level: the same that [`Bits::refine`](super::bits::Bits::refine)
    /// makes of it.
    #[inline]
    pub(crate) fn block(&self, [row, column]: Position) -> Block {
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

    /// The two cells at the door between two neighboring blocks: first the one in `block`, then the one in `next`.
    #[inline]
    pub(crate) fn door(&self, block: Position, next: Position) -> [Position; 2] {
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
    /// The cells of the path between two cells of the block, with both of them.
    #[inline]
    pub(crate) fn through(&self, from: Position, to: Position) -> Through {
        let number = |place: Position| {
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
    corner: Position,
    next: Option<u64>,
    to: u64,
    /// One clockwise, or three, which is one counter-clockwise.
    step: u64,
}

impl Through {
    /// No cells.
    pub(crate) const NONE: Through = Through { corner: [0, 0], next: None, to: 0, step: 0 };
}

impl Iterator for Through {
    type Item = Position;

    #[inline]
    fn next(&mut self) -> Option<Position> {
        let number = self.next?;
        self.next = (number != self.to).then_some((number + self.step) % 4);
        let (down, turn) = (number >> 1, number & 1);
        Some([self.corner[0] + down, self.corner[1] + (down ^ turn)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::{Bits, LevelRect};
    use super::super::{Passes, Quilt};
    use super::*;
    use crate::grid::Side;

    /// Blocks have the passages that refining gives them, with four cells, two or one.
    #[test]
    fn blocks_are_as_refined() {
        for (columns, rows) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 3), (7, 4), (4, 7), (130, 67), (67, 131)] {
            let quilt = Quilt::new(columns, rows, columns + rows, Passes::DEFAULT).expect("a size that is allowed");
            for number in 0..quilt.levels() - 1 {
                let level = quilt.level(number);
                let bits = quilt.refined(number, &LevelRect { rows: 0..level.rows, columns: 0..level.columns });
                let above = quilt.level(number + 1);
                for block in (0..above.rows).flat_map(|row| (0..above.columns).map(move |column| [row, column])) {
                    check(&level, &bits, block);
                }
            }
        }
    }

    fn check(level: &Level, bits: &Bits, block: Position) {
        let cells = (0..4).map(|number| [2 * block[0] + number / 2, 2 * block[1] + number % 2]);
        let cells: Vec<Position> = cells.filter(|&[row, column]| row < level.rows && column < level.columns).collect();
        let is_open = |from: Position, to: Position| {
            let side = match (to[0].wrapping_sub(from[0]), to[1].wrapping_sub(from[1])) {
                (0, 1) => Side::E,
                (0, u64::MAX) => Side::W,
                (1, 0) => Side::S,
                (u64::MAX, 0) => Side::N,
                _ => return false,
            };
            bits.sides(from[0], from[1]).contains(side)
        };
        for (&from, &to) in cells.iter().flat_map(|from| cells.iter().map(move |to| (from, to))) {
            let path: Vec<Position> = level.block(block).through(from, to).collect();
            assert_eq!((path.first(), path.last()), (Some(&from), Some(&to)));
            assert!(path.windows(2).all(|pair| is_open(pair[0], pair[1])), "{block:?}: {path:?}");
        }
        for next in [[block[0], block[1] + 1], [block[0] + 1, block[1]]] {
            // A door is open if the blocks are joined, and nothing else is open between them.
            let is_next = |place: Position| [place[0] / 2, place[1] / 2] == next;
            let beyond =
                |[row, column]: Position| [[row, column + 1], [row + 1, column]].into_iter().find(|&to| is_next(to));
            let open = |&from: &Position| beyond(from).is_some_and(|to| is_open(from, to));
            for from in cells.iter().filter(|from| open(from)) {
                let to = beyond(*from).expect("a cell beyond the door");
                assert_eq!(level.door(block, next), [*from, to]);
                assert_eq!(level.door(next, block), [to, *from]);
            }
        }
    }
}
