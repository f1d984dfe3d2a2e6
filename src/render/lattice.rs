//! A square maze taken apart into blocks, the one geometry of every text form.
//!
//! ```text
//!    x  0   1   2   3   4
//!  y
//!  0    ·  ───  ·  ───  ·      ·       a point, where up to four walls meet
//!  1    │   a   │   b   │      a b c d cells
//!  2    ·  ───  ·  ───  ·      ─── │   sides: a wall, or a gap where it is open
//!  3    │   c   │   d   │
//!  4    ·  ───  ·  ───  ·
//! ```
//!
//! A maze of `rows × columns` cells is `(2 × rows + 1) × (2 × columns + 1)` blocks. Each form gives the blocks its own
//! widths and looks.

use crate::grid::{Cell, Side, Sides, Square};
use crate::maze::Maze;

/// One block of the lattice.
pub(super) enum Block {
    /// A point. In `row` and `column` of the points, one more of each than of the cells.
    Point { row: u32, column: u32 },
    /// A side that is closed: a lying wall where it is `N` or `S` of its cell, else a standing one.
    Wall(Side),
    /// A side of a cell that is open, to a neighbour or through the outer wall.
    Gap(Cell, Side),
    /// The inside of a cell.
    Cell(Cell),
    /// No block: the line of blocks ends here.
    End,
}

/// Tells `put` of the blocks of one piece, line by line and from west to east: the line of sides north of `row` and the
/// line of its cells; for the row after the last one, the line of sides south of the maze.
#[inline]
pub(super) fn each_block(maze: &Maze<Square>, row: u32, mut put: impl FnMut(Block)) {
    let grid = maze.grid();
    let (rows, columns) = (grid.rows(), grid.columns());
    for column in 0..=columns {
        put(Block::Point { row, column });
        if column < columns {
            put(lying(maze, row, column));
        }
    }
    put(Block::End);
    if row < rows {
        for column in 0..=columns {
            put(standing(maze, row, column));
            if column < columns {
                put(Block::Cell(grid.at(row, column)));
            }
        }
        put(Block::End);
    }
}

/// The sides of the cell in this row and column that are open, outer ones included.
#[inline]
pub(super) fn open_sides(maze: &Maze<Square>, row: u32, column: u32) -> Sides {
    let grid = maze.grid();
    let cell = grid.at(row, column);
    // Only at the border are there openings to look for.
    if row == 0 || column == 0 || row + 1 == grid.rows() || column + 1 == grid.columns() {
        maze.open_sides(cell)
    } else {
        maze.passages(cell)
    }
}

/// The sides of a point from which a wall leads away.
#[inline]
pub(super) fn arms(maze: &Maze<Square>, row: u32, column: u32) -> Sides {
    let grid = maze.grid();
    let (rows, columns) = (grid.rows(), grid.columns());
    let [north, east, south, west] = if row > 0 && row < rows && column > 0 && column < columns {
        // Four inner walls, of which the cell north-west of the point has two and the one south-east of it has the others.
        let (before, after) = (maze.passages(grid.at(row - 1, column - 1)), maze.passages(grid.at(row, column)));
        [before.contains(Side::E), after.contains(Side::N), after.contains(Side::W), before.contains(Side::S)]
            .map(|open| !open)
    } else {
        let is_wall = |side: Block| matches!(side, Block::Wall(_));
        [
            row > 0 && is_wall(standing(maze, row - 1, column)),
            column < columns && is_wall(lying(maze, row, column)),
            row < rows && is_wall(standing(maze, row, column)),
            column > 0 && is_wall(lying(maze, row, column - 1)),
        ]
    };
    Sides::from_bits(u8::from(north) | u8::from(east) << 1 | u8::from(south) << 2 | u8::from(west) << 3)
}

/// The side that leads east from a point: north of a cell, but south of the last row.
#[inline]
fn lying(maze: &Maze<Square>, row: u32, column: u32) -> Block {
    if row < maze.grid().rows() { side(maze, row, column, Side::N) } else { side(maze, row - 1, column, Side::S) }
}

/// The side that leads south from a point: west of a cell, but east of the last column.
#[inline]
fn standing(maze: &Maze<Square>, row: u32, column: u32) -> Block {
    if column < maze.grid().columns() { side(maze, row, column, Side::W) } else { side(maze, row, column - 1, Side::E) }
}

#[inline]
fn side(maze: &Maze<Square>, row: u32, column: u32, side: Side) -> Block {
    if open_sides(maze, row, column).contains(side) {
        Block::Gap(maze.grid().at(row, column), side)
    } else {
        Block::Wall(side)
    }
}
