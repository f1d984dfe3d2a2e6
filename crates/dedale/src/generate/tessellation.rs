//! Fractal tessellation: a maze is copied four times, and the copies are joined.
//!
//! ```text
//! begin with one cell
//! until the maze is large enough:
//!     copy it to the right, below and diagonally
//!     open a random wall on three of the four lines between the copies
//! ```
//!
//! [`Algorithm::Tessellation`](super::Algorithm::Tessellation) says more about its mazes, and where it is from.

use super::parts::join_parts;
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
    ..PLAIN
};

pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let [columns, rows] = [grid.columns(), grid.rows()];
    // The width and the height of what is carved.
    let [mut width, mut height] = [1, 1];
    while width < columns || height < rows {
        // Those of the copies to the right and below, 0 where there are none.
        let [right, below] = [width.min(columns - width), height.min(rows - height)];
        copy(maze, [height, right], [0, width], observer)?;
        copy(maze, [below, width], [height, 0], observer)?;
        copy(maze, [below, right], [height, width], observer)?;
        // A wall on each line between two copies.
        let mut on_line = |first: u32, length: u32| (length > 0).then(|| first + rng.below(length.into()) as u32);
        let upright =
            [on_line(0, if right > 0 { height } else { 0 }), on_line(height, if right > 0 { below } else { 0 })];
        let lying = [on_line(0, if below > 0 { width } else { 0 }), on_line(width, if below > 0 { right } else { 0 })];
        let upright = upright.into_iter().flatten().map(|row| (grid.at(row, width - 1), Side::E));
        let lying = lying.into_iter().flatten().map(|column| (grid.at(height - 1, column), Side::S));
        let walls: Vec<(Cell, Side)> = upright.chain(lying).collect();
        // Of four copies in a ring, two neighbors stay apart.
        let stays = if walls.len() == 4 { rng.index(4) } else { 4 };
        for (_, (cell, side)) in walls.into_iter().enumerate().filter(|&(number, _)| number != stays) {
            maze.carve(cell, side, observer)?;
        }
        [width, height] = [width + right, height + below];
    }
    let is_clipped = !columns.is_power_of_two() || !rows.is_power_of_two();
    if is_clipped { join_parts(maze, 0, rng, observer) } else { Ok(()) }
}

/// Carves a copy of the square at the top left at another place.
fn copy<O: Observer>(
    maze: &mut Maze<Square>,
    [rows, columns]: [u32; 2],
    [down, along]: [u32; 2],
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let open = maze.passages(grid.at(row, column));
        let to = grid.at(row + down, column + along);
        for (side, stays_inside) in [(Side::E, column + 1 < columns), (Side::S, row + 1 < rows)] {
            if stays_inside && open.contains(side) {
                maze.carve(to, side, observer)?;
            }
        }
    }
    Ok(())
}
