//! The quilt: coarse to fine, every block becomes 2 × 2, and dead ends are hung anew.
//!
//! ```text
//! begin with a maze of one cell
//! for each level below, down to that of the maze:
//!     refine: make a block of 2 × 2 cells of each cell
//!         carve three of the four passages in the block, at random
//!         carve each passage between two blocks at a random place of their border
//!     for each pass, and in it for each color of a chessboard:
//!         hang each dead end of the color on its neighbor in a random direction, if the level has one there
//! ```
//!
//! [`Algorithm::Quilt`](super::Algorithm::Quilt) says more about its mazes, and where it is from.
//!
//! # Why it is a perfect maze
//!
//! Refining replaces the cells of a tree by trees (a square without one of its sides, two cells, or one cell), and its passages by single
//! passages. So the result is a tree. A half-pass takes leaves away from a tree, no two of them joined, since cells of one color are never
//! neighbors. So a tree is left. It then puts each leaf back with a single passage to a cell that was not taken away.
//!
//! A half-pass moves each dead end in one of four directions with equal probability, and the opposite move has the same probability. So any
//! two trees become each other with equal probability: if all trees are equally likely before, they are afterwards. Refining does not make
//! all trees equally likely, but hanging brings them nearer to that.
//!
//! Whether a cell is a dead end depends on its four walls, so a wall influences cells at most one step away in each half-pass. The cells of a
//! rectangle therefore depend on `2 × passes` more cells on each side, and on no others.
//!
//! It draws random numbers by position: two words determine what happens to 32 blocks, or to 64 cells in a pass, by their level, their row
//! and their block of columns. So [`Rows`] can also be those of a part of a maze.
//!
//! # Steps
//!
//! The levels above the maze are not reported. The maze is carved as it is before any dead end is hung anew, row by row. Then, for
//! each dead end that moves, a wall is built and another one is carved.

mod bits;
mod block;
mod history;
mod levels;
mod passes;

pub(crate) use bits::{Bits, Level, LevelRect};
pub(crate) use block::Coordinates;
pub(crate) use history::CellHistory;
pub(crate) use levels::Quilt;
pub use passes::Passes;

use super::prelude::*;
use std::ops::Range;

use super::rows::bands::{Bands, InBands, band_height, write_bands};
use super::rows::part::{Rectangle, WindowError};
use super::rows::row_bits::{RowBits, RowGenerator, WordRange};
use super::rows::{MakeRows, Rows};
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
    rows: Some(ROWS),
    rectangle: Some(ROWS),
    ..DEFAULTS
};

const ROWS: MakeRows = |algorithm, request| {
    let passes = if let Algorithm::Quilt { passes } = *algorithm { passes } else { Passes::DEFAULT };
    let quilt = Quilt::keyed(request.key, request.columns, request.rows, passes);
    Box::new(InBands::new(QuiltLevel::new(quilt, 0, request.wanted_columns.clone()), request.wanted.end))
};

pub(super) fn carve<O: Observer>(
    maze: &mut Maze<Square>,
    passes: Passes,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let (columns, rows) = (u64::from(maze.grid().columns()), u64::from(maze.grid().rows()));
    let quilt = Quilt::keyed(rng.key(), columns, rows, passes);
    if !O::FOLLOWS {
        // Larger bands do not fit into the cache. A row takes a word, however narrow it is.
        return write_bands(maze, &QuiltLevel::new(quilt, 0, 0..columns), band_height(1 << 18, columns), observer);
    }
    let mut bits = quilt.one_cell();
    for number in (0..quilt.levels() - 1).rev() {
        let level = quilt.level(number);
        bits = bits.refine(level, &level.whole());
        if number == 0 {
            carve_refined(maze, &bits, observer)?;
        }
        for half_pass in 0..level.half_passes() {
            observer.go_on()?;
            bits.hang_half(half_pass);
            if number == 0 {
                carve_hung(maze, &bits, half_pass, observer)?;
            }
        }
    }
    Ok(())
}

/// Carves all passages of a refined level.
fn carve_refined<O: Observer>(maze: &mut Maze<Square>, bits: &Bits, observer: &mut O) -> Result<(), O::Stop> {
    for cell in maze.cells() {
        let open = bits.sides_of(cell, maze.grid());
        for side in [Side::E, Side::S].into_iter().filter(|&side| open.contains(side)) {
            maze.carve(cell, side, observer)?;
        }
    }
    Ok(())
}

/// Moves the dead ends that a half-pass has hung on other neighbors.
fn carve_hung<O: Observer>(
    maze: &mut Maze<Square>,
    bits: &Bits,
    half_pass: usize,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    for row in 0..grid.rows() {
        // The cells of the color of this half-pass.
        let first = (row + half_pass as u32) % 2;
        for cell in (first..grid.columns()).step_by(2).map(|column| grid.at(row, column)) {
            let (before, after) = (maze.passages(cell), bits.sides_of(cell, &grid));
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
    Ok(())
}

/// Some columns of a level of a quilt. Any rows of them can be made.
#[derive(Clone, Debug)]
pub(crate) struct QuiltLevel {
    quilt: Quilt,
    level: u32,
    /// The columns that are made.
    columns: Range<u64>,
    window: WordRange,
}

impl QuiltLevel {
    /// Creates the level with these columns, which must not go beyond its last one.
    pub(crate) fn new(quilt: Quilt, level: u32, columns: Range<u64>) -> QuiltLevel {
        let window = WordRange::around(columns.start, columns.end);
        QuiltLevel { quilt, level, columns, window }
    }
}

impl Bands for QuiltLevel {
    type Band = QuiltBand;

    fn columns(&self) -> u64 {
        self.columns.end - self.columns.start
    }

    fn band<O: Observer>(&self, rows: Range<u64>, observer: &mut O) -> Result<QuiltBand, O::Stop> {
        // Whole words, and at least one.
        let width = (CELLS_IN_PIECE / (rows.end - rows.start)).max(64) / 64;
        let blocks = self.window.numbers();
        let mut pieces = Vec::with_capacity((blocks.end - blocks.start).div_ceil(width) as usize);
        for first in blocks.clone().step_by(width as usize) {
            observer.go_on()?;
            let blocks = first..(first + width).min(blocks.end);
            let columns = (64 * blocks.start).max(self.columns.start)..(64 * blocks.end).min(self.columns.end);
            let bits = self.quilt.hung(self.level, &LevelRect { rows: rows.clone(), columns });
            pieces.push((blocks, bits));
        }
        Ok(QuiltBand { pieces })
    }
}

/// The number of cells of a band that are made at a time, which takes a few milliseconds. Wider bands are made in several pieces, side by
/// side.
const CELLS_IN_PIECE: u64 = 1 << 21;

/// Some rows of a quilt.
#[derive(Clone, Debug)]
pub(crate) struct QuiltBand {
    /// The pieces: their blocks of columns, and bits that include these.
    pieces: Vec<(Range<u64>, Bits)>,
}

impl RowGenerator for QuiltBand {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        for (blocks, bits) in &self.pieces {
            let [_, east, south] = bits.row(row);
            let first = bits.window().numbers().start;
            for block in blocks.clone() {
                let word = (block - first) as usize;
                line.open_east(block, east[word]);
                line.open_south(block, south[word]);
            }
        }
    }
}

impl Quilt {
    /// Returns the rows of a part of a level, in rows and columns of that level. Sides that lead out of the part are open if the whole level
    /// has a passage there.
    ///
    /// # Errors
    ///
    /// [`WindowError::Level`] if there is no such level, [`WindowError::Outside`] if the part is not inside it or has no cells, and
    /// [`WindowError::Size`] for more than 2^32 − 1 columns.
    pub(crate) fn rows(&self, level: u32, part: Rectangle) -> Result<Rows, WindowError> {
        let size = self.size(level).ok_or(WindowError::Level { levels: self.levels() })?;
        Rows::cut(size, part, |rows, columns| {
            Box::new(InBands::new(QuiltLevel::new(self.clone(), level, columns), rows.end))
        })
    }
}
