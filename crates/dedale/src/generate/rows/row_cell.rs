//! The cells of a row of any grid that has rows: hexagons, triangles, rings, and squares around a cylinder.

use crate::generate::bias::Bias;
use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;
use crate::observe::Observer;

/// A cell of a row, and the sides to the cells that are made after it.
pub(crate) struct RowCell {
    pub(crate) cell: Cell,
    /// The side to the next cell of the row.
    pub(crate) along: Option<Side>,
    /// The sides to the next row.
    pub(crate) onward: Sides,
}

/// Returns the cells of a row. Rows, and the cells of each, are in the order that leads to the corner of `bias`, and there are `rows` of them.
pub(crate) fn row_cells<G: Grid>(grid: &G, bias: Bias, rows: u32, row: u32) -> Vec<RowCell> {
    let is_downwards = matches!(bias, Bias::SouthEast | Bias::SouthWest);
    let is_rightwards = matches!(bias, Bias::SouthEast | Bias::NorthEast);
    let numbers_of = |row: u32| {
        let from_top = if is_downwards { row } else { rows - 1 - row };
        grid.cells_of_row(from_top).unwrap_or_default()
    };
    let numbers = numbers_of(row);
    let next_row = if row + 1 < rows { numbers_of(row + 1) } else { 0..0 };
    let row_cell = |cell: u32| {
        let next = if is_rightwards { cell + 1 } else { cell.wrapping_sub(1) };
        let (cell, sides) = (Cell(cell), grid.inner_sides(Cell(cell)));
        RowCell {
            cell,
            along: sides.into_iter().find(|&side| numbers.contains(&next) && grid.across(cell, side).0 == next),
            onward: sides.into_iter().filter(|&side| next_row.contains(&grid.across(cell, side).0)).collect(),
        }
    };
    if is_rightwards { numbers.clone().map(row_cell).collect() } else { numbers.clone().rev().map(row_cell).collect() }
}

/// Returns the number of rows of a grid.
pub(crate) fn count_rows<G: Grid>(grid: &G) -> u32 {
    (0..).take_while(|&row| grid.cells_of_row(row).is_some()).count() as u32
}

/// Opens the wall between a cell and the next one of its row, if it stands.
pub(crate) fn join_before<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    before: Option<(Cell, Side)>,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if let Some((cell, side)) = before.filter(|&(cell, side)| !maze.passages(cell).contains(side)) {
        maze.carve(cell, side, observer)?;
    }
    Ok(())
}
