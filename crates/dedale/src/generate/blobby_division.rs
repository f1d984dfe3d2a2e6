//! Blobby recursive division: rooms of any shape, each divided into two parts that grow in it.
//!
//! ```text
//! take down all walls
//! the maze is the first room to divide
//! for each room to divide, until there is none:
//!     if it has more than one cell:
//!         grow two parts from random cells of it until they fill it
//!         build the wall between them, but not at a random gap
//!         divide both parts
//! ```
//!
//! [`Algorithm::BlobbyDivision`](super::Algorithm::BlobbyDivision) says more about its mazes, and where it is from.

use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::BlobbyDivision,
    name: "blobby-division",
    aliases: &["blobby-recursive-division"],
    title: "Blobby division",
    description: "An empty room is divided between two blobs that grow from random cells, by a wall with one gap, and so are both, until every room is a cell.",
    texture: "nested rooms of irregular shapes, few ways through",
    time: "O(n log n) expected",
    steps: Growth::Logarithmic(6),
    bytes: 12,
    source: "J. Buck, Blobby Recursive Division (2015)",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    maze.clear(observer)?;
    wall_off_loops(maze, observer)?;
    // The cells of a room are contiguous, and its number is the index of the first one.
    let mut cells: Vec<Cell> = maze.cells().collect();
    // By cell: the number of its room, or the part that it belongs to while its room is divided.
    let mut place_of = vec![0_u32; cells.len()];
    let mut rooms = Vec::new();
    rooms.push(0..cells.len());
    let (mut rim, mut border) = (Vec::new(), Vec::new());
    while let Some(room) = rooms.pop() {
        if room.len() < 2 {
            continue;
        }
        grow(maze, &cells[room.clone()], room.start as u32, &mut place_of, &mut rim, rng, observer)?;
        let middle = room.start + partition(&mut cells[room.clone()], |cell| place_of[cell.index()] == FIRST);
        border.clear();
        for cells in cells[room.start..middle].chunks(CHECK_INTERVAL as usize) {
            observer.go_on()?;
            for &cell in cells {
                let leads_over = |(_, far): &(Side, Cell)| place_of[far.index()] == SECOND;
                border.extend(maze.neighbors(cell).filter(leads_over).map(|(side, _)| (cell, side)));
            }
        }
        // There is a border, unless the grid is not connected, against what [`Grid`] promises.
        let gap = if border.is_empty() { 0 } else { rng.index(border.len()) };
        for (_, &(cell, side)) in border.iter().enumerate().filter(|&(number, _)| number != gap) {
            maze.wall(cell, side, observer)?;
        }
        for part in [room.start..middle, middle..room.end] {
            cells[part.clone()].iter().for_each(|cell| place_of[cell.index()] = part.start as u32);
            rooms.push(part);
        }
    }
    Ok(())
}

/// The two parts of a divided room. No room has these numbers, except for the last cell of the largest possible maze.
const FIRST: u32 = u32::MAX;
const SECOND: u32 = u32::MAX - 1;

/// Builds the walls between cells and themselves, if the grid has such cells.
fn wall_off_loops<G: Grid, O: Observer>(maze: &mut Maze<G>, observer: &mut O) -> Result<(), O::Stop> {
    let loops: Vec<(Cell, Side)> =
        maze.links().filter(|(cell, _, far)| cell == far).map(|(cell, side, _)| (cell, side)).collect();
    loops.into_iter().try_for_each(|(cell, side)| maze.wall(cell, side, observer).map(|_| ()))
}

/// Grows two parts from random cells of a room until they fill it.
fn grow<G: Grid, O: Observer>(
    maze: &Maze<G>,
    room: &[Cell],
    number: u32,
    place_of: &mut [u32],
    rim: &mut Vec<Cell>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let first = rng.index(room.len());
    let second = (first + 1 + rng.index(room.len() - 1)) % room.len();
    for (seed, part) in [(first, FIRST), (second, SECOND)] {
        place_of[room[seed].index()] = part;
        rim.push(room[seed]);
    }
    while !rim.is_empty() {
        let chosen = rng.index(rim.len());
        let cell = rim[chosen];
        observer.see(Step::Visit(cell))?;
        let free: Sides =
            maze.neighbors(cell).filter(|(_, far)| place_of[far.index()] == number).map(|(side, _)| side).collect();
        if let Some(side) = free.pick(|sides| rng.below(sides)) {
            let far = maze.grid().across(cell, side);
            place_of[far.index()] = place_of[cell.index()];
            rim.push(far);
        }
        // A cell is in the rim as long as it has a free neighbor.
        if free.len() < 2 {
            rim.swap_remove(chosen);
        }
    }
    Ok(())
}

/// Moves the items for which `is_first` is true before the others, and returns the number of them.
fn partition<T>(items: &mut [T], is_first: impl Fn(&T) -> bool) -> usize {
    let mut first = 0;
    for item in 0..items.len() {
        if is_first(&items[item]) {
            items.swap(first, item);
            first += 1;
        }
    }
    first
}
