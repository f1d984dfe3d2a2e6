//! Where a cell of a quilt was joined to the others before each half-pass, level by level.

use super::Quilt;
use super::bits::{Bits, Cells};
use super::block::Place;
use crate::grid::{Side, Sides};

/// Follows a cell of a quilt backwards through the half-passes of its level, then its block through those of the next higher level, and
/// so on.
///
/// Where a half-pass has hung the cell anew, all paths from it lead through its only neighbour, and that neighbour is followed from there:
/// see [`Trail::moves`].
pub(crate) struct Trail<'a> {
    quilt: &'a Quilt,
    level: u32,
    at: Place,
    /// The surroundings of the cell, from the highest level to that of `at`.
    near: Vec<Near>,
}

/// The surroundings of a cell on one level.
struct Near {
    /// The cells whose sides are known.
    cells: Cells,
    /// What they are before each half-pass, and after the last one.
    states: Vec<Bits>,
}

impl<'a> Trail<'a> {
    /// Begins at a cell of the maze.
    ///
    /// # Complexity
    ///
    /// Time `O(passes² × levels)`, memory `O(passes × levels)`.
    pub(crate) fn new(quilt: &'a Quilt, cell: Place) -> Trail<'a> {
        Trail { quilt, level: 0, at: cell, near: Near::on_all_levels(quilt, 0, cell, Reach::Likely) }
    }

    /// The half-passes of this level that hung the cell anew, the last one first, and the neighbour that each joined it to, which is the
    /// one that is followed from there. Then it goes on to the block of the last one, on the next higher level.
    pub(crate) fn moves(&mut self) -> Vec<(usize, Place)> {
        let mut moves = Vec::new();
        for half in (0..self.quilt.level(self.level).half_passes()).rev() {
            if !self.near.last().is_some_and(|near| near.cells.contains(self.at)) {
                self.near = Near::on_all_levels(self.quilt, self.level, self.at, Reach::Farthest);
            }
            let Some(near) = self.near.last() else { return moves };
            let [row, column] = self.at;
            let [before, after] = [half, half + 1].map(|state| near.states[state].sides(row, column));
            // Cells of the other colour keep theirs, but for dead ends that are joined to them.
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

/// How far the surroundings reach.
#[derive(Clone, Copy, Debug)]
enum Reach {
    /// As far as the followed cell can go on one level, which is nearly always enough.
    Likely,
    /// As far as it can go at all: on each level one cell in each half-pass; and its block is half as far from the block of the first
    /// cell, rounded up.
    Farthest,
}

impl Near {
    /// The surroundings of a cell and of its blocks.
    fn on_all_levels(quilt: &Quilt, level: u32, cell: Place, reach: Reach) -> Vec<Near> {
        let halves = quilt.level(level).half_passes() as u64;
        let reach = match reach {
            Reach::Likely => halves,
            Reach::Farthest => 2 * halves + 1,
        };
        let top = quilt.levels() - 1;
        let mut bits = Bits::of_one_cell(quilt.level(top));
        let mut all = vec![Near::new(Cells { rows: 0..1, columns: 0..1 }, &mut bits)];
        for number in (level..top).rev() {
            let [row, column] = cell.map(|place| place >> (number - level));
            let of_level = quilt.level(number);
            let cells = Cells { rows: row..row + 1, columns: column..column + 1 }.widened(reach, &of_level);
            // One more cell on each side, which has the walls to the north and to the west; and those that these depend on. All of them
            // are in blocks that are right, since these are at most `reach + 1` away.
            let wanted = cells.widened(1 + halves, &of_level);
            bits = bits.refine(of_level, &wanted);
            all.push(Near::new(cells, &mut bits));
        }
        all
    }

    /// Hangs all dead ends of a level anew, and keeps what these cells were.
    fn new(cells: Cells, bits: &mut Bits) -> Near {
        let passes = bits.level().half_passes() / 2;
        let mut states = Vec::with_capacity(2 * passes + 1);
        for pass in 0..passes {
            let directions = bits.directions(pass);
            for half in [2 * pass, 2 * pass + 1] {
                states.push(bits.of_rows(&cells.rows));
                bits.hang_half_in(half, &directions);
            }
        }
        states.push(bits.of_rows(&cells.rows));
        Near { cells, states }
    }
}

/// The neighbour of a dead end.
fn beyond([row, column]: Place, open: Sides) -> Place {
    match open.into_iter().next() {
        Some(Side::N) => [row - 1, column],
        Some(Side::E) => [row, column + 1],
        Some(Side::S) => [row + 1, column],
        _ => [row, column - 1],
    }
}
