//! Hashes of mazes, for finding equal ones.

use crate::fnv::{START, add};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;

/// Returns the hash of a maze with these rows and cells, whose cells have these walls.
fn hash(rows: u32, cells: u32, walls: impl Iterator<Item = u8>) -> u64 {
    let sizes = [rows, cells].into_iter().flat_map(u32::to_le_bytes);
    walls.fold(sizes.fold(START, add), add)
}

/// Returns a hash of the walls, as described at [`Hash::of`](super::Hash::of).
pub(crate) fn wall_hash<G: Grid>(maze: &Maze<G>) -> u64 {
    let grid = maze.grid();
    hash(grid.row_count(), grid.cells(), maze.cells().map(|cell| maze.closed_sides(cell).bits()))
}

/// Returns the smallest [`wall_hash`] of a maze and of its images. A maze whose rows differ in length, or on a grid other than one floor of
/// squares, has its [`wall_hash`].
pub(crate) fn canonical_hash<G: Grid>(maze: &Maze<G>) -> u64 {
    let grid = maze.grid();
    let size = [grid.row_count(), grid.cells() / grid.row_count()];
    let cells_of = |row| grid.places_of_row(row).flatten().count();
    let is_flat = grid.has_letters() && grid.address(Cell(0)).numbers().len() == 2;
    if !is_flat || (0..size[0]).any(|row| cells_of(row) != size[1] as usize) {
        return wall_hash(maze);
    }
    let images = (0..if size[0] == size[1] { 8 } else { 4 }).map(|image| hash_of_image(maze, size, image));
    images.min().unwrap_or(START)
}

/// Returns the hash of an image of a maze, mirrored from north to south with bit 1, from west to east with bit 2, and then along the diagonal
/// with bit 4.
fn hash_of_image<G: Grid>(maze: &Maze<G>, [rows, columns]: [u32; 2], image: u8) -> u64 {
    let [is_down, is_across, is_turned] = [1, 2, 4].map(|bit| image & bit != 0);
    let moved = sides_of_image(image);
    let cell = |row: u32, column: u32| {
        let (row, column) = if is_turned { (column, row) } else { (row, column) };
        let row = if is_down { rows - 1 - row } else { row };
        let column = if is_across { columns - 1 - column } else { column };
        moved[usize::from(maze.closed_sides(Cell(row * columns + column)).bits() & 15)]
    };
    let walls = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    hash(rows, rows * columns, walls.map(|(row, column)| cell(row, column)))
}

/// Returns the image of each set of sides.
fn sides_of_image(image: u8) -> [u8; 16] {
    let swapped = |sides: u8, a: u8, b: u8| {
        let rest = sides & !(1 << a | 1 << b);
        rest | (sides >> a & 1) << b | (sides >> b & 1) << a
    };
    // North, east, south and west are the bits from the lowest one.
    let mut sides = [0_u8; 16];
    for (number, set) in (0..).zip(&mut sides) {
        *set = number;
        if image & 1 != 0 {
            *set = swapped(*set, 0, 2);
        }
        if image & 2 != 0 {
            *set = swapped(*set, 1, 3);
        }
        if image & 4 != 0 {
            *set = swapped(swapped(*set, 0, 3), 1, 2);
        }
    }
    sides
}
