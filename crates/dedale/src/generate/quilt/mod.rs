//! The quilt: coarse to fine, every block becomes 2 × 2, and dead ends are re-attached.
//!
//! Carves a perfect maze from coarse to fine, so that any part of it can be made alone, in time that grows only with the part and the
//! logarithm of the maze.
//!
//! The maze of level `l` has a cell for each block of `2^l × 2^l` cells of the maze; the highest level is one cell, and level 0 is the
//! maze. Two steps make a level from the one above:
//!
//! 1. Refine: each cell becomes the 2 × 2 cells that the level has there. If there are four, one of the four passages between them is
//!    walled. A passage between two cells becomes one between two of their cells, at one of the places along their border.
//! 2. Hang, in each of `passes` passes, first the cells whose row and column have an even sum, then the others: every dead end loses
//!    its passage, and is joined to the neighbor in a random direction. If the level has no cell there, the dead end stays as it is.
//!
//! Without passes the borders of all blocks can be seen, as long walls with few doors. With four, the mazes look like those of
//! [`wilson`](super::wilson): 28.7 % dead ends, and 3 × 3 cells have one of their patterns about as often. Paths are a little shorter
//! and straighter: their length grows with the power 1.29 of the side, not 1.25.
//!
//! # Why it is a perfect maze
//!
//! Refining replaces the cells of a tree by trees (a square without one of its sides, two cells, or one) and its passages by single
//! passages, so a tree is left. Two dead ends of one color are not neighbors: one color has no two neighbors at all. So a half-pass
//! takes away leaves of the tree, no two of them joined, and a tree is left; and it puts each back with a single passage to a cell
//! that was never taken away.
//!
//! A half-pass moves each dead end in one of four directions with equal probability, and a move can be undone with the same
//! probability. So the probabilities of any two trees to become each other are equal, and if all trees are equally likely before, they
//! are after. Refining does not make all trees equally likely; hanging brings them nearer to that.
//!
//! Whether a cell is a dead end depends on its four walls, so a wall influences cells at most one step away in each half-pass. The cells of a
//! rectangle therefore depend on `2 × passes` more cells on each side, and on no others.
//!
//! It draws random numbers by position: two words say what happens to 32 blocks, or to 64 cells in a pass, by their level, row and
//! block of columns. So [`Rows`] can also be those of a part of a maze.
//!
//! # Steps
//!
//! The coarse levels are not reported. The maze of level 0 is carved as it is before any dead end is re-attached, row by row; then for
//! each dead end that moves a wall is built and another one is carved.
//!
//! # Source
//!
//! This library. Another maze whose parts are made when they are looked at is K. Pintér's *Pretty Big Maze*. That symmetric steps keep
//! a uniform distribution is in D. A. Levin, Y. Peres and E. L. Wilmer, *Markov Chains and Mixing Times* (2nd edition, 2017), section 1.6.

mod bits;
mod block;
mod levels;
mod passes;
mod trail;

pub(crate) use bits::{Bits, Level, LevelRect};
pub(crate) use block::Coordinates;
pub(crate) use levels::Quilt;
pub use passes::Passes;
pub(crate) use trail::CellHistory;

use super::prelude::*;
use std::ops::Range;

use super::rows::bands::{Bands, InBands, band_height, write_bands};
use super::rows::part::{NoRectangle, Rectangle};
use super::rows::row_bits::{ByRows, RowBits, Window};
use super::rows::{MakeParts, Rows};
use crate::about::{OptionInfo, own_option};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Quilt { passes: Passes::DEFAULT },
    name: "quilt",
    title: "Quilt",
    description: "From coarse to fine, every cell becomes a block of 2 × 2 cells, and dead ends are joined to another neighbor.",
    texture: "even, much like Wilson's, at every scale",
    options: &[OptionInfo {
        default: Passes::DEFAULT_TEXT,
        description: "How often dead ends are re-attached on each level; 0 shows the blocks.",
        ..own_option!(Algorithm::Quilt { passes })
    }],
    memory: "O(w)",
    bytes: 1,
    source: "this library",
    rows: Some(PARTS),
    rectangle: Some(PARTS),
    ..PLAIN
};

const PARTS: MakeParts = |algorithm, part| {
    let passes = if let Algorithm::Quilt { passes } = *algorithm { passes } else { Passes::DEFAULT };
    let quilt = Quilt::keyed(part.key, part.columns, part.rows, passes);
    Box::new(InBands::new(QuiltLevel::new(quilt, 0, part.wanted_columns.clone()), part.wanted.end))
};

pub(super) fn carve<O: Observer>(
    maze: &mut Maze<Square>,
    passes: Passes,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let (columns, rows) = (u64::from(maze.grid().columns()), u64::from(maze.grid().rows()));
    let quilt = Quilt::keyed(rng.key(), columns, rows, passes);
    if O::FOLLOWS {
        return tell(maze, &quilt, observer);
    }
    // Larger bands do not fit into the cache. A row takes a word, however narrow it is.
    write_bands(maze, &QuiltLevel::new(quilt, 0, 0..columns), band_height(1 << 18, columns), observer)
}

/// Carves level 0 as it is refined from level 1, and then moves each dead end that is re-attached.
fn tell<O: Observer>(maze: &mut Maze<Square>, quilt: &Quilt, observer: &mut O) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let whole = LevelRect { rows: 0..grid.rows().into(), columns: 0..grid.columns().into() };
    let mut bits = quilt.refined(0, &whole);
    let sides = |bits: &Bits, cell| bits.sides(grid.row(cell).into(), grid.column(cell).into());
    for cell in maze.cells() {
        let open = sides(&bits, cell);
        for side in [Side::E, Side::S].into_iter().filter(|&side| open.contains(side)) {
            maze.carve(cell, side, observer)?;
        }
    }
    for half in 0..quilt.level(0).half_passes() {
        observer.go_on()?;
        bits.hang_half(half);
        // Of the cells of this color, those whose passage has changed.
        for row in 0..grid.rows() {
            let first = (row + half as u32) % 2;
            for cell in (first..grid.columns()).step_by(2).map(|column| grid.at(row, column)) {
                let (before, after) = (maze.passages(cell), sides(&bits, cell));
                if before != after {
                    for side in before {
                        maze.wall(cell, side, observer)?;
                    }
                    for side in after {
                        maze.carve(cell, side, observer)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// A level of a quilt. Any rows of it can be made, or the part of them that is in the window.
#[derive(Clone, Debug)]
pub(crate) struct QuiltLevel {
    quilt: Quilt,
    level: u32,
    /// The columns that are made.
    columns: Range<u64>,
    window: Window,
}

impl QuiltLevel {
    /// Of these columns, none of which is beyond the last one of the level.
    pub(crate) fn new(quilt: Quilt, level: u32, columns: Range<u64>) -> QuiltLevel {
        let window = Window::around(columns.start, columns.end);
        QuiltLevel { quilt, level, columns, window }
    }
}

impl Bands for QuiltLevel {
    type Band = QuiltBand;

    fn columns(&self) -> u64 {
        self.columns.end - self.columns.start
    }

    fn band<O: Observer>(&self, rows: Range<u64>, observer: &mut O) -> Result<QuiltBand, O::Stop> {
        // Whole words: at least one.
        let width = (CELLS_IN_PIECE / (rows.end - rows.start)).max(64) / 64;
        let blocks = self.window.blocks();
        let mut pieces = Vec::with_capacity((blocks.end - blocks.start).div_ceil(width) as usize);
        for first in blocks.clone().step_by(width as usize) {
            observer.go_on()?;
            let blocks = first..(first + width).min(blocks.end);
            let columns = (64 * blocks.start).max(self.columns.start)..(64 * blocks.end).min(self.columns.end);
            let bits = self.quilt.hung(self.level, &LevelRect { rows: rows.clone(), columns });
            pieces.push((blocks, bits));
        }
        Ok(QuiltBand { pieces, window: self.window })
    }
}

/// How many cells of a band are made at a time, in a few milliseconds: bands of wide quilts are made in several pieces, one beside another.
const CELLS_IN_PIECE: u64 = 1 << 21;

/// Some rows of a quilt.
#[derive(Clone, Debug)]
pub(crate) struct QuiltBand {
    /// The words of each piece, and more than these.
    pieces: Vec<(Range<u64>, Bits)>,
    window: Window,
}

impl ByRows for QuiltBand {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        for (blocks, bits) in &self.pieces {
            let within = |window: Window| {
                let start = window.blocks().start;
                (blocks.start - start) as usize..(blocks.end - start) as usize
            };
            let [_, east, south] = bits.row(row);
            let (of_line, of_piece) = (within(self.window), within(bits.window()));
            line.east[of_line.clone()].copy_from_slice(&east[of_piece.clone()]);
            line.south[of_line].copy_from_slice(&south[of_piece]);
        }
    }
}

impl Quilt {
    /// The rows of a part of a level, in rows and columns of that level, from the first to the last. Sides that lead out of the part are open where the whole level has a passage.
    ///
    /// # Errors
    ///
    /// [`NoRectangle::Level`] where there is no such level, [`NoRectangle::Outside`] where the part does not lie in it or has no cells, and
    /// [`NoRectangle::Size`] for more than 2^32 − 1 columns.
    pub(crate) fn rows(&self, level: u32, part: Rectangle) -> Result<Rows, NoRectangle> {
        let size = self.size(level).ok_or(NoRectangle::Level { levels: self.levels() })?;
        Rows::cut(size, part, |rows, columns| {
            Box::new(InBands::new(QuiltLevel::new(self.clone(), level, columns), rows.end))
        })
    }
}
