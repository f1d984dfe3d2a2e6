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

use std::ops::Range;

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
    ..DEFAULTS
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    maze.clear(observer)?;
    wall_off_loops(maze, observer)?;
    let mut floor = RoomMap::of(maze);
    let mut rooms = vec![floor.whole()];
    while let Some(room) = rooms.pop() {
        if room.len() > 1 {
            let parts = floor.grow_two_parts(room, maze, rng, observer)?;
            let mut wall = floor.border(&parts, maze, observer)?;
            // There is a border, unless the grid is not connected, against what [`Grid`] promises.
            if !wall.is_empty() {
                wall.remove(rng.index(wall.len()));
            }
            for (cell, side) in wall {
                maze.wall(cell, side, observer)?;
            }
            floor.number_rooms(&parts);
            rooms.extend(parts);
        }
    }
    Ok(())
}

/// Builds the walls between cells and themselves, if the grid has such cells.
fn wall_off_loops<G: Grid, O: Observer>(maze: &mut Maze<G>, observer: &mut O) -> Result<(), O::Stop> {
    let loops: Vec<(Cell, Side)> =
        maze.links().filter(|(cell, _, neighbor)| cell == neighbor).map(|(cell, side, _)| (cell, side)).collect();
    loops.into_iter().try_for_each(|(cell, side)| maze.wall(cell, side, observer).map(|_| ()))
}

/// A room: its cells, as a range of [`RoomMap::cells`].
type RoomCells = Range<usize>;

/// The cells of all rooms.
struct RoomMap {
    /// The cells, in an order in which those of each room are contiguous.
    cells: Vec<Cell>,
    /// By the number of a cell: the start of its room, or, while its room is divided, [`FIRST`] or [`SECOND`] if the cell is in that part.
    room_of: Vec<u32>,
    /// The cells of both growing parts that may have a neighbor in neither part. Empty unless a room is being divided.
    rim: Vec<Cell>,
}

/// The two parts of a room that is divided. No room starts there, except for the last cell of the largest possible maze.
const FIRST: u32 = u32::MAX;
const SECOND: u32 = u32::MAX - 1;

impl RoomMap {
    /// Creates the floor of a maze that is one room.
    fn of<G: Grid>(maze: &Maze<G>) -> RoomMap {
        let cells: Vec<Cell> = maze.cells().collect();
        RoomMap { room_of: vec![0; cells.len()], cells, rim: Vec::new() }
    }

    fn whole(&self) -> RoomCells {
        0..self.cells.len()
    }

    /// Grows two parts from random cells of a room until they fill it, and returns them.
    fn grow_two_parts<G: Grid, O: Observer>(
        &mut self,
        room: RoomCells,
        maze: &Maze<G>,
        rng: &mut Rng,
        observer: &mut O,
    ) -> Result<[RoomCells; 2], O::Stop> {
        let cells = &mut self.cells[room.clone()];
        let first = rng.index(cells.len());
        let second = (first + 1 + rng.index(cells.len() - 1)) % cells.len();
        let rim = &mut self.rim;
        for (seed, part) in [(first, FIRST), (second, SECOND)] {
            self.room_of[cells[seed].index()] = part;
            rim.push(cells[seed]);
        }
        while !rim.is_empty() {
            let chosen = rng.index(rim.len());
            let cell = rim[chosen];
            observer.see(Step::Visit(cell))?;
            let is_free = |(_, neighbor): &(Side, Cell)| self.room_of[neighbor.index()] == room.start as u32;
            let free: Sides = maze.neighbors(cell).filter(is_free).map(|(side, _)| side).collect();
            if let Some(side) = free.pick(|sides| rng.below(sides)) {
                let neighbor = maze.grid().across(cell, side);
                self.room_of[neighbor.index()] = self.room_of[cell.index()];
                rim.push(neighbor);
            }
            if free.len() < 2 {
                rim.swap_remove(chosen);
            }
        }
        let middle = room.start + partition(cells, |cell| self.room_of[cell.index()] == FIRST);
        Ok([room.start..middle, middle..room.end])
    }

    /// Returns the passages from the first part of a room to the second one.
    fn border<G: Grid, O: Observer>(
        &self,
        [first, _]: &[RoomCells; 2],
        maze: &Maze<G>,
        observer: &mut O,
    ) -> Result<Vec<(Cell, Side)>, O::Stop> {
        let mut border = Vec::new();
        let leads_over = |(_, neighbor): &(Side, Cell)| self.room_of[neighbor.index()] == SECOND;
        let mut pacer = Pacer::default();
        for &cell in &self.cells[first.clone()] {
            pacer.tick(observer)?;
            border.extend(maze.neighbors(cell).filter(leads_over).map(|(side, _)| (cell, side)));
        }
        Ok(border)
    }

    /// Makes each part of a divided room a room.
    fn number_rooms(&mut self, parts: &[RoomCells; 2]) {
        for part in parts {
            self.cells[part.clone()].iter().for_each(|cell| self.room_of[cell.index()] = part.start as u32);
        }
    }
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
