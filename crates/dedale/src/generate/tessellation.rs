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
    ..PLAIN
};

pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let [columns, rows] = [grid.columns(), grid.rows()];
    // The width and the height of the carved part.
    let [mut width, mut height] = [1, 1];
    while width < columns || height < rows {
        // The width of the copy to the right, and the height of the copy below; 0 if there is none.
        let [right, below] = [width.min(columns - width), height.min(rows - height)];
        copy(maze, [height, right], [0, width], observer)?;
        copy(maze, [below, width], [height, 0], observer)?;
        copy(maze, [below, right], [height, width], observer)?;
        // The four lines between the copies, and a random wall on each that has cells on both sides.
        let lines = [
            (Side::E, 0..height),
            (Side::E, height..height + below),
            (Side::S, 0..width),
            (Side::S, width..width + right),
        ];
        let mut walls: Vec<(Cell, Side)> = Vec::with_capacity(lines.len());
        for (side, line) in lines {
            let beyond = if side == Side::E { right } else { below };
            if beyond > 0 && !line.is_empty() {
                let along = line.start + rng.below(line.len() as u64) as u32;
                walls
                    .push((if side == Side::E { grid.at(along, width - 1) } else { grid.at(height - 1, along) }, side));
            }
        }
        // One of the four walls stays, so that the copies form no ring.
        let stays = if walls.len() == 4 { rng.index(4) } else { 4 };
        for (_, (cell, side)) in walls.into_iter().enumerate().filter(|&(number, _)| number != stays) {
            maze.carve(cell, side, observer)?;
        }
        [width, height] = [width + right, height + below];
    }
    let is_clipped = !columns.is_power_of_two() || !rows.is_power_of_two();
    if is_clipped { join_parts(maze, 0, rng, observer) } else { Ok(()) }
}

/// Carves a copy of the part at the top left at another place.
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
