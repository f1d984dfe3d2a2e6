//! Fractal tessellation: a maze and three copies of it are joined, again and again.
//!
//! ```text
//! begin with one cell
//! until the maze is large enough:
//!     copy it to the right, below and diagonally
//!     open a random wall on three of the four lines between the copies
//! cut it to size, and open random walls between parts until all cells are connected
//! ```
//!
//! [`Algorithm::Tessellation`](super::Algorithm::Tessellation) says more about its mazes, and where it is from.

use std::ops::Range;

use super::join_parts::join_parts;
use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Tessellation,
    name: "tessellation",
    aliases: &["fractal-tessellation"],
    title: "Fractal tessellation",
    description: "Begins with one cell; copies the maze to the right, below and diagonally, and opens three of the four walls between the copies, until it is large enough.",
    texture: "the same pattern again and again, at every scale",
    steps: Growth::Linear(5),
    bytes: 5,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
    ..DEFAULTS
};

pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let [columns, rows] = [grid.columns(), grid.rows()];
    // The width and the height of the part that is carved.
    let [mut width, mut height] = [1, 1];
    while width < columns || height < rows {
        // The columns and rows of the carved part, and those of the copies beside and below it, which may be clipped or have none.
        let [left, right] = [0..width, width..columns.min(width.saturating_mul(2))];
        let [top, bottom] = [0..height, height..rows.min(height.saturating_mul(2))];
        copy(maze, top.clone(), right.clone(), observer)?;
        copy(maze, bottom.clone(), left.clone(), observer)?;
        copy(maze, bottom.clone(), right.clone(), observer)?;
        let mut walls: Vec<(Cell, Side)> = Vec::with_capacity(4);
        for rows in [&top, &bottom].into_iter().filter(|rows| !rows.is_empty() && !right.is_empty()) {
            walls.push((grid.at(random(rows, rng), width - 1), Side::E));
        }
        for columns in [&left, &right].into_iter().filter(|columns| !columns.is_empty() && !bottom.is_empty()) {
            walls.push((grid.at(height - 1, random(columns, rng)), Side::S));
        }
        // One of the four walls stays, so that the copies form no ring.
        if walls.len() == 4 {
            walls.remove(rng.index(4));
        }
        for (cell, side) in walls {
            maze.carve(cell, side, observer)?;
        }
        [width, height] = [right.end, bottom.end];
    }
    let is_clipped = !columns.is_power_of_two() || !rows.is_power_of_two();
    if is_clipped { join_parts(maze, 0, rng, observer) } else { Ok(()) }
}

/// Returns a random number of a range.
fn random(range: &Range<u32>, rng: &mut Rng) -> u32 {
    range.start + rng.below(range.len() as u64) as u32
}

/// Carves a copy of the part at the top left in these rows and columns.
fn copy<O: Observer>(
    maze: &mut Maze<Square>,
    rows: Range<u32>,
    columns: Range<u32>,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    for (row, column) in rows.clone().flat_map(|row| columns.clone().map(move |column| (row, column))) {
        let open = maze.passages(grid.at(row - rows.start, column - columns.start));
        for (side, stays_inside) in [(Side::E, column + 1 < columns.end), (Side::S, row + 1 < rows.end)] {
            if stays_inside && open.contains(side) {
                maze.carve(grid.at(row, column), side, observer)?;
            }
        }
    }
    Ok(())
}
