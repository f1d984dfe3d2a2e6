//! Rooms: rectangles of cells without walls between them.

use crate::about::Between;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::picture::Room;
use crate::rng::Rng;

/// The number of times that a place is drawn for each room.
pub(crate) const TRIES: u32 = 30;

/// Returns a random number of this range.
fn draw(size: Between<u32>, rng: &mut Rng) -> u32 {
    size.least() + rng.below(u64::from(size.most() - size.least()) + 1) as u32
}

/// Returns true if the rooms share a cell, a wall or a corner.
fn touch(a: &Room, b: &Room) -> bool {
    a.floor == b.floor
        && a.row <= b.row + b.rows
        && b.row <= a.row + a.rows
        && a.column <= b.column + b.columns
        && b.column <= a.column + a.columns
}

/// Places up to `count` rooms at random, and removes every wall inside of them. No two rooms touch, and their sides have `size` cells.
/// Returns the rooms.
///
/// The grid has `[floors, rows, columns]`, and `at` returns the cell at a place, if there is one. The size of a room and its place are drawn.
/// If it does not fit, because a cell is missing or another room touches it, both are drawn again, at most thirty times.
///
/// # Source
///
/// R. Nystrom, *Rooms and Mazes: A Procedural Dungeon Generator* (2014), in reverse: there, the maze fills the cells between the rooms.
pub fn rooms<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    count: u32,
    size: Between<u32>,
    [floors, all_rows, all_columns]: [u32; 3],
    at: impl Fn(&G, [u32; 3]) -> Option<Cell>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<Vec<Room>, O::Stop> {
    let mut placed: Vec<Room> = Vec::new();
    if count == 0 {
        return Ok(placed);
    }
    let mut is_taken = vec![false; maze.grid().cells() as usize];
    let mut cells: Vec<Cell> = Vec::new();
    for _ in 0..count {
        for _ in 0..TRIES {
            observer.go_on()?;
            let [rows, columns] = [draw(size, rng), draw(size, rng)];
            if rows > all_rows || columns > all_columns {
                continue;
            }
            let floor = rng.below(floors.into()) as u32;
            let [row, column] =
                [all_rows - rows, all_columns - columns].map(|last| rng.below(u64::from(last) + 1) as u32);
            let room = Room { floor, row, column, rows, columns };
            if placed.iter().any(|other| touch(other, &room)) {
                continue;
            }
            let places =
                (row..row + rows).flat_map(|row| (column..column + columns).map(move |column| [floor, row, column]));
            cells.clear();
            cells.extend(places.map_while(|place| at(maze.grid(), place)));
            // On a grid with joined edges, or on another floor, neighbors in a room may have numbers that are far apart.
            let touches = |&cell: &Cell| {
                let grid = maze.grid();
                grid.inner_sides(cell).into_iter().any(|side| is_taken[grid.across(cell, side).index()])
            };
            if cells.len() as u64 == u64::from(rows) * u64::from(columns) && !cells.iter().any(touches) {
                cells.iter().for_each(|cell| is_taken[cell.index()] = true);
                for &cell in &cells {
                    for side in maze.inner_walls(cell) {
                        if is_taken[maze.grid().across(cell, side).index()] {
                            maze.carve(cell, side, observer)?;
                        }
                    }
                }
                placed.push(room);
                break;
            }
        }
    }
    Ok(placed)
}
