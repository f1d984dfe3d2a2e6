//! Labyrinths: a single way without branches through all cells.
//!
//! ```text
//! divide each cell of a perfect maze into four cells
//! begin in the cell at the top left
//! until the cell below it is reached, around all of the maze:
//!     carve to the next cell: across a passage of the maze where there is one, and else along its wall
//! ```

use crate::grid::{Cell, Grid, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::Observer;

/// Carves a labyrinth, a single way without branches through every cell, along both sides of the passages of `tree`, a perfect maze with half
/// as many columns and rows.
///
/// The way leads from the top left cell, once around the tree, to the cell below it.
///
/// # Complexity
///
/// Time `O(cells)`, and a byte for each cell.
///
/// # Panics
///
/// Panics unless `maze` has twice as many columns and rows as `tree`.
///
/// # Source
///
/// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*, who makes unicursal mazes by bisecting the passages of a perfect one.
pub(crate) fn unicursal<O: Observer>(
    maze: &mut Maze<Square>,
    tree: &Maze<Square>,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let (grid, half) = (*maze.grid(), tree.grid());
    assert_eq!([grid.columns(), grid.rows()], [2 * half.columns(), 2 * half.rows()], "a tree of half the size");
    let (first, last) = (grid.at(0, 0), grid.at(1, 0));
    let (mut cell, mut side) = (first, Side::E);
    while cell != last {
        let neighbor = maze.carve(cell, side, observer)?;
        let back = grid.opposite(cell, side);
        // Each cell has two passages, and one of them leads back.
        side = way_around(tree, neighbor).without(back).nth(0).unwrap_or(back);
        cell = neighbor;
    }
    Ok(())
}

/// Returns the two sides of a cell at which the way around a tree with half as many columns and rows goes on.
pub(crate) fn way_around(tree: &Maze<Square>, cell: Cell) -> Sides {
    // Two sides of each cell lead out of its cell of the tree, and two to other quarters of that cell. Its two ways are out where the tree has
    // a passage, and else along the wall there.
    let half = tree.grid();
    let [row, column] = [cell.0 / (2 * half.columns()), cell.0 % (2 * half.columns())];
    let open = tree.passages(half.at(row / 2, column / 2));
    let (out_y, in_y) = if row % 2 == 0 { (Side::N, Side::S) } else { (Side::S, Side::N) };
    let (out_x, in_x) = if column % 2 == 0 { (Side::W, Side::E) } else { (Side::E, Side::W) };
    let first = if open.contains(out_y) { out_y } else { in_x };
    let second = if open.contains(out_x) { out_x } else { in_y };
    Sides::NONE.with(first).with(second)
}
