//! Rooms: rectangles of cells without walls between them.

use super::{Edits, check_unwoven};
use crate::about::{Range, Why, parse_whole};
use crate::grid::{Cell, Grid, GridKind};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::options::{MazeOption, OPTION};
use crate::picture::Room;
use crate::rng::Rng;

/// The most rooms.
const MAX_ROOMS: u32 = 100;

/// The sizes that a room may have, in cells a side, and those that it has unless others are asked for.
const SIDES: Range<u32> = Range { least: 2, most: 20 };
const USUAL_SIDES: Range<u32> = Range { least: 3, most: 7 };

/// How often a place is drawn for each room.
const TRIES: u32 = 30;

pub(crate) const ROOMS: MazeOption = MazeOption {
    name: "rooms",
    default: "0",
    description: "How many rooms without walls inside are placed.",
    grids: GridKind::has_places,
    breaks_halves: true,
    needs_walls: true,
    set: |maze, text| parse_whole(text, 0..=MAX_ROOMS.into()).map(|rooms| maze.edits.rooms = rooms as u32),
    get: |maze| (maze.edits.rooms > 0).then(|| maze.edits.rooms.into()),
    check: |maze, faults| check_unwoven("rooms", maze.edits.rooms > 0, maze, faults),
    // Each try compares a room with those that are there.
    steps: |maze, _| {
        let [count, tries, most] = [maze.edits.rooms, TRIES, room_size(&maze.edits).most()].map(u64::from);
        count * (tries * (4 + count / 4) + 2 * most * most)
    },
    bytes: |_| 1,
    ..OPTION
};

pub(crate) const ROOM_SIZE: MazeOption = MazeOption {
    name: "room_size",
    default: "3..7",
    description: "How many cells the sides of rooms have.",
    grids: GridKind::has_places,
    needs: Some(ROOMS.name),
    set: |maze, text| {
        let is_within = |size: &Range<u32>| SIDES.contains(size.least()) && SIDES.contains(size.most());
        let size = text.parse().ok().filter(is_within);
        maze.edits.room_size = Some(size.ok_or_else(|| {
            let Range { least, most } = SIDES;
            let reason =
                format!("must be a number of cells between {least} and {most}, or a range of them such as 3..7");
            Why::Unreadable("3..7").because(reason)
        })?);
        Ok(())
    },
    get: |maze| maze.edits.room_size.map(|size| size.to_string().into()),
    fill: |maze| maze.edits.room_size = (maze.edits.rooms > 0).then(|| room_size(&maze.edits)),
    ..OPTION
};

/// How many cells the sides of rooms have.
pub(crate) fn room_size(edits: &Edits) -> Range<u32> {
    edits.room_size.unwrap_or(USUAL_SIDES)
}

/// A number of this range, each equally likely.
fn draw(size: Range<u32>, rng: &mut Rng) -> u32 {
    size.least() + rng.below(u64::from(size.most() - size.least()) + 1) as u32
}

/// Whether the rooms share a cell, a wall or a corner.
fn touch(a: &Room, b: &Room) -> bool {
    a.floor == b.floor
        && a.row <= b.row + b.rows
        && b.row <= a.row + a.rows
        && a.column <= b.column + b.columns
        && b.column <= a.column + a.columns
}

/// Places up to `count` rooms at random, none of which touches another, and takes down every wall inside them. Their sides have `size` cells. Returns
/// where they are.
///
/// The grid has `[floors, rows, columns]`, and `at` gives the cell there, if there is one. The size of a room and its place are drawn; where
/// it does not fit, because a cell is missing or another room touches it, both are drawn again, thirty times at most.
///
/// # Source
///
/// B. Nystrom, *Rooms and Mazes: A Procedural Dungeon Generator* (2014), the other way round: there the maze fills what the rooms leave.
pub fn rooms<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    count: u32,
    size: Range<u32>,
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
            // On a grid whose edges are joined, or on another floor, rooms are neighbors whose numbers are far apart.
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
