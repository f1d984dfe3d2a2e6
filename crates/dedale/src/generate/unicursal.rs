//! Labyrinths: a single way without branches through all cells.

use crate::grid::{Grid, Side, Sides, Square};
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
    // Every cell has two ways on: along the passages of the tree, and past its walls.
    let ways = |cell| {
        let [row, column] = [grid.row(cell), grid.column(cell)];
        let open = tree.passages(half.at(row / 2, column / 2));
        let [across, within] = [
            [if row % 2 == 0 { Side::N } else { Side::S }, if column % 2 == 0 { Side::W } else { Side::E }],
            [if row % 2 == 0 { Side::S } else { Side::N }, if column % 2 == 0 { Side::E } else { Side::W }],
        ];
        let [up, aside] = across.map(|side| open.contains(side));
        // Along a wall, a cell leads to the cell beside it in the same cell of the tree. Where there is a passage, it leads across.
        let vertical = if up { across[0] } else { within[1] };
        let horizontal = if aside { across[1] } else { within[0] };
        Sides::NONE.with(vertical).with(horizontal)
    };
    let (first, last) = (grid.at(0, 0), grid.at(1, 0));
    let (mut cell, mut side) = (first, Side::E);
    while cell != last {
        let far = maze.carve(cell, side, observer)?;
        let back = grid.opposite(cell, side);
        // Each cell has two ways, one of which leads back.
        side = ways(far).without(back).nth(0).unwrap_or(back);
        cell = far;
    }
    Ok(())
}
