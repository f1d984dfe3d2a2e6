//! The passages of a cell of a quilt before each half-pass, level by level.

use std::rc::Rc;

use super::Quilt;
use super::bits::{Bits, LevelRect};
use super::block::Coordinates;
use crate::grid::{Side, Sides};

/// Follows a cell of a quilt backwards through the half-passes of its level, then its block through those of the next higher level, and so
/// on.
///
/// If a half-pass has hung the cell, all paths from it lead through its only neighbor. So that neighbor is followed from there: see
/// [`CellHistory::moves`].
pub(crate) struct CellHistory<'a> {
    quilt: &'a Quilt,
    level: u32,
    at: Coordinates,
    /// The surroundings of the cell, from the highest level to that of `at`.
    near: Vec<Rc<Near>>,
}

/// The surroundings of a cell on one level.
struct Near {
    /// The cells whose sides are known.
    cells: LevelRect,
    /// Their sides before each half-pass, and after the last one. The rows of each state follow those of the one before, with one row
    /// between.
    states: Bits,
}

/// The largest distance, in rows and in columns, of the blocks of two ends on a level for both to be in the same surroundings.
const CLOSE: u64 = 4;

/// The number of levels above the first one with both ends in one block for which surroundings are kept. The two have nearly always met by
/// then.
const LEVELS_APART: u32 = 3;

impl<'a> CellHistory<'a> {
    /// Creates the histories of two cells of the maze, to be followed until both are in one block.
    ///
    /// # Complexity
    ///
    /// Time `O(passes² × levels)`, memory `O(passes × levels)`.
    pub(crate) fn pair(quilt: &'a Quilt, cells: [Coordinates; 2]) -> [CellHistory<'a>; 2] {
        let top = quilt.levels() - 1;
        let distance = |level: u32| {
            let [a, b] = cells.map(|cell| cell.map(|place| place >> level));
            a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1]))
        };
        let first_within = |most| (0..top).find(|&level| distance(level) <= most).unwrap_or(top);
        let (close, one) = (first_within(CLOSE), first_within(0));
        let halves = quilt.level(0).half_passes() as u64;
        let mut descent = Surroundings::new(quilt, halves, one.saturating_add(LEVELS_APART));
        descent.go_down(close, 0, &cells);
        cells.map(|cell| {
            let mut descent = descent.clone();
            descent.go_down(0, 0, &[cell]);
            CellHistory { quilt, level: 0, at: cell, near: descent.near }
        })
    }

    /// Returns the half-passes of this level that hung the cell, the last one first, and the neighbor that each joined it to, which is
    /// followed from there. Then goes on to the block of the last neighbor, on the next higher level.
    pub(crate) fn moves(&mut self) -> Vec<(usize, Coordinates)> {
        let mut moves = Vec::new();
        let halves = self.quilt.level(self.level).half_passes();
        for half in (0..halves).rev() {
            if !self.near.last().is_some_and(|near| near.cells.contains(self.at)) {
                // It has gone farther than usual. On a level it moves by one cell in each half-pass at most, and its block is half as far
                // from the block of the first cell, rounded up.
                let mut descent = Surroundings::new(self.quilt, 2 * halves as u64 + 1, u32::MAX);
                descent.go_down(self.level, self.level, &[self.at]);
                self.near = descent.near;
            }
            let Some(near) = self.near.last() else { return moves };
            let [row, column] = self.at;
            let [before, after] = [half, half + 1].map(|state| near.sides(state, self.at));
            // Cells of the other color change only if dead ends are joined to them.
            if (row + column) % 2 == half as u64 % 2 && before != after {
                self.at = beyond(self.at, after);
                moves.push((half, self.at));
            }
        }
        self.near.pop();
        self.level += 1;
        self.at = self.at.map(|place| place / 2);
        moves
    }
}

/// The surroundings of some cells, made from the highest level down.
#[derive(Clone)]
struct Surroundings<'a> {
    quilt: &'a Quilt,
    /// The distance of the surroundings from the cells.
    reach: u64,
    /// The highest level whose states are kept.
    highest: u32,
    /// The level of the bits.
    level: u32,
    bits: Bits,
    near: Vec<Rc<Near>>,
}

impl<'a> Surroundings<'a> {
    fn new(quilt: &'a Quilt, reach: u64, highest: u32) -> Surroundings<'a> {
        let (level, mut bits) = (quilt.levels() - 1, quilt.one_cell());
        let near = vec![Rc::new(Near::new(LevelRect { rows: 0..1, columns: 0..1 }, &mut bits))];
        Surroundings { quilt, reach, highest, level, bits, near }
    }

    /// Goes down to a level, around the blocks of these cells, which are cells of the level `of`.
    fn go_down(&mut self, level: u32, of: u32, cells: &[Coordinates]) {
        let halves = self.quilt.level(level).half_passes() as u64;
        while self.level > level {
            self.level -= 1;
            let range = |axis: usize| {
                let places = || cells.iter().map(|cell| cell[axis] >> (self.level - of));
                places().min().unwrap_or(0)..places().max().unwrap_or(0) + 1
            };
            let of_level = self.quilt.level(self.level);
            let cells = LevelRect { rows: range(0), columns: range(1) }.widened(self.reach, &of_level);
            // One more cell on each side has the walls to the north and to the west, and these depend on others. All of them are in blocks
            // that are right, since these are at most `reach + 1` away.
            let wanted = cells.widened(1 + halves, &of_level);
            self.bits = self.bits.refine(of_level, &wanted);
            self.near.push(Rc::new(if self.level <= self.highest {
                Near::new(cells, &mut self.bits)
            } else {
                self.bits.hang();
                Near::unknown(&self.bits)
            }));
        }
    }
}

impl Near {
    /// Hangs all dead ends of a level, and keeps the states of these cells.
    fn new(cells: LevelRect, bits: &mut Bits) -> Near {
        let passes = bits.level().half_passes() / 2;
        let mut states = bits.empty((2 * passes + 1) * Near::height(&cells));
        let (keys, mut directions) = (bits.keys(), Vec::new());
        for pass in 0..passes {
            bits.draw_all(&keys, pass, &mut directions);
            for half in [2 * pass, 2 * pass + 1] {
                states.add(bits, &cells.rows);
                bits.hang_half_in(half, &directions);
            }
        }
        states.add(bits, &cells.rows);
        Near { cells, states }
    }

    /// Creates surroundings without any known cells.
    fn unknown(bits: &Bits) -> Near {
        Near { cells: LevelRect { rows: 0..0, columns: 0..0 }, states: bits.empty(0) }
    }

    /// Returns the number of rows of each state.
    fn height(cells: &LevelRect) -> usize {
        (cells.rows.end - cells.rows.start) as usize + 1
    }

    /// Returns the open sides of one of the cells before a half-pass.
    fn sides(&self, half: usize, [row, column]: Coordinates) -> Sides {
        self.states.sides((half * Near::height(&self.cells)) as u64 + row - self.cells.rows.start, column)
    }
}

/// Returns the neighbor of a dead end.
fn beyond([row, column]: Coordinates, open: Sides) -> Coordinates {
    match open.into_iter().next() {
        Some(Side::N) => [row - 1, column],
        Some(Side::E) => [row, column + 1],
        Some(Side::S) => [row + 1, column],
        _ => [row, column - 1],
    }
}
