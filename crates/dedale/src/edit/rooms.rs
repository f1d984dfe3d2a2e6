//! Rooms: rectangles of cells without walls between them.

use std::fmt;
use std::str::FromStr;

use crate::about::{InvalidValue, parse_whole};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Rng;

/// How many rooms are placed, and how large they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rooms {
    /// How many are tried, `0 ..= `[`Rooms::MAX`]. There are fewer where no place is found for more.
    pub count: u32,
    /// How many cells their sides have.
    pub size: RoomSize,
}

impl Rooms {
    /// The most rooms.
    pub const MAX: u32 = 100;

    /// The sizes that a room may have, in cells a side.
    pub const SIDES: [u32; 2] = [2, 20];

    /// How often a place is drawn for each room.
    const TRIES: u32 = 30;

    /// About how many steps it takes to place them: each try compares a room with those that are there.
    pub(crate) fn steps(&self) -> u64 {
        let [count, tries, most] = [self.count, Rooms::TRIES, self.size.most].map(u64::from);
        count * (tries * (4 + count / 4) + 2 * most * most)
    }
}

/// The least and the most cells that a side of a room has: `3..7`, or `5` for both.
///
/// ```
/// use dedale::edit::RoomSize;
/// let size: RoomSize = "3..7".parse()?;
/// assert_eq!(size.to_string(), "3..7");
/// assert_eq!("5".parse::<RoomSize>()?.to_string(), "5..5");
/// assert!("7..3".parse::<RoomSize>().is_err());
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoomSize {
    least: u32,
    most: u32,
}

impl Default for RoomSize {
    /// Three to seven cells.
    fn default() -> RoomSize {
        RoomSize { least: 3, most: 7 }
    }
}

impl RoomSize {
    /// At least and at most so many cells a side; `None` unless both are of [`Rooms::SIDES`], and in their order.
    ///
    /// ```
    /// use dedale::edit::RoomSize;
    /// assert_eq!(RoomSize::new(3, 7), Some(RoomSize::default()));
    /// assert_eq!(RoomSize::new(7, 3).or(RoomSize::new(1, 3)).or(RoomSize::new(3, 21)), None);
    /// ```
    pub const fn new(least: u32, most: u32) -> Option<RoomSize> {
        let [from, to] = Rooms::SIDES;
        if from <= least && least <= most && most <= to { Some(RoomSize { least, most }) } else { None }
    }

    fn draw(self, rng: &mut Rng) -> u32 {
        self.least + rng.below(u64::from(self.most - self.least) + 1) as u32
    }
}

impl fmt::Display for RoomSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.least, self.most)
    }
}

impl FromStr for RoomSize {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<RoomSize, InvalidValue> {
        let [from, to] = Rooms::SIDES;
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let side = |text| parse_whole(text, from.into()..=to.into()).ok().map(|side| side as u32);
        let size = side(least).zip(side(most)).and_then(|(least, most)| RoomSize::new(least, most));
        size.ok_or_else(|| {
            let range =
                format!("must be a range of cells between {from} and {to}, such as 3..7, or one number of them");
            InvalidValue::from(range)
        })
    }
}

/// Where a room is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The level, from 0.
    pub level: u32,
    /// The first row.
    pub row: u32,
    /// The first column.
    pub column: u32,
    /// How many rows it has.
    pub rows: u32,
    /// How many columns it has.
    pub columns: u32,
}

impl Room {
    /// Whether the rooms share a cell, a wall or a corner.
    fn touches(&self, other: &Room) -> bool {
        self.level == other.level
            && self.row <= other.row + other.rows
            && other.row <= self.row + self.rows
            && self.column <= other.column + other.columns
            && other.column <= self.column + self.columns
    }
}

/// Places rooms at random, none of which touches another, and takes down every wall inside them. Returns where they are.
///
/// The grid has `[levels, rows, columns]`, and `at` gives the cell there, if there is one. The size of a room and its place are drawn; where
/// it does not fit, because a cell is missing or another room touches it, both are drawn again, thirty times at most.
///
/// # Complexity
///
/// Time `O(rooms × (rooms + size²))`, and a byte for each cell.
///
/// # Errors
///
/// [`Observer::Stop`] if the observer cancels the work.
///
/// # Source
///
/// B. Nystrom, *Rooms and Mazes: A Procedural Dungeon Generator* (2014), the other way round: there the maze fills what the rooms leave.
///
/// ```
/// use dedale::edit::{RoomSize, Rooms, rooms};
/// use dedale::{generate::Algorithm, grid::Square, rng::{Rng, Stream}};
/// let grid = Square::new(30, 30)?;
/// let mut maze = Algorithm::Prim.generate(grid, 7);
/// let asked = Rooms { count: 4, size: RoomSize::default() };
/// let at = |grid: &Square, [_, row, column]: [u32; 3]| Some(grid.at(row, column));
/// let rng = &mut Rng::new(7, Stream::Rooms);
/// let Ok(placed) = rooms(&mut maze, asked, [1, 30, 30], at, rng, &mut ());
/// assert_eq!(placed.len(), 4);
/// assert!(maze.count_passages() > 899);
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
pub fn rooms<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    Rooms { count, size }: Rooms,
    [levels, all_rows, all_columns]: [u32; 3],
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
        for _ in 0..Rooms::TRIES {
            observer.go_on()?;
            let [rows, columns] = [size.draw(rng), size.draw(rng)];
            if rows > all_rows || columns > all_columns {
                continue;
            }
            let level = rng.below(levels.into()) as u32;
            let [row, column] =
                [all_rows - rows, all_columns - columns].map(|last| rng.below(u64::from(last) + 1) as u32);
            let room = Room { level, row, column, rows, columns };
            if placed.iter().any(|other| other.touches(&room)) {
                continue;
            }
            let places =
                (row..row + rows).flat_map(|row| (column..column + columns).map(move |column| [level, row, column]));
            cells.clear();
            cells.extend(places.map_while(|place| at(maze.grid(), place)));
            // On a grid whose edges are joined, or on another level, rooms are neighbors whose numbers are far apart.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Algorithm;
    use crate::grid::{Side, Square};
    use crate::rng::Stream;

    #[test]
    fn rooms_are_open_inside_and_do_not_touch() {
        for (columns, rows, count, size) in
            [(30, 20, 9, "3..7"), (9, 9, 100, "2"), (3, 40, 7, "2..20"), (2, 1, 5, "2"), (60, 60, 100, "2..4")]
        {
            for seed in 0..20 {
                let grid = Square::new(columns, rows).unwrap();
                let mut maze = Algorithm::Wilson.generate(grid, seed);
                let before = maze.clone();
                let size = size.parse().unwrap();
                let at = |grid: &Square, [_, row, column]: [u32; 3]| Some(grid.at(row, column));
                let rng = &mut Rng::new(seed, Stream::Rooms);
                let placed = rooms(&mut maze, Rooms { count, size }, [1, rows, columns], at, rng, &mut ()).unwrap();
                assert!(placed.len() <= count as usize);
                let mut room_of = vec![None; grid.cells() as usize];
                for (number, room) in placed.iter().enumerate() {
                    assert!([room.rows, room.columns].iter().all(|side| (size.least..=size.most).contains(side)));
                    for row in room.row..room.row + room.rows {
                        for column in room.column..room.column + room.columns {
                            // Neither a cell nor a corner of it belongs to another room.
                            for near in [[0, 0], [0, 2], [2, 0], [2, 2], [0, 1], [1, 0], [1, 1], [1, 2], [2, 1]] {
                                let [near_row, near_column] = [row + near[0], column + near[1]];
                                if (1..=rows).contains(&near_row) && (1..=columns).contains(&near_column) {
                                    let other = room_of[grid.at(near_row - 1, near_column - 1).index()];
                                    assert!(other.is_none_or(|other| other == number), "{placed:?}");
                                }
                            }
                            room_of[grid.at(row, column).index()] = Some(number);
                        }
                    }
                }
                for cell in maze.cells() {
                    for side in grid.inner_sides(cell) {
                        let is_inside = room_of[cell.index()].is_some()
                            && room_of[cell.index()] == room_of[grid.across(cell, side).index()];
                        let was_open = before.passages(cell).contains(side);
                        assert_eq!(maze.passages(cell).contains(side), is_inside || was_open);
                    }
                }
            }
        }
    }

    #[test]
    fn rooms_need_all_of_their_cells() {
        let grid = Square::new(9, 9).unwrap();
        let mut maze = Maze::closed(grid);
        let at = |grid: &Square, [_, row, column]: [u32; 3]| (column != 4).then(|| grid.at(row, column));
        let asked = Rooms { count: 20, size: "3..9".parse().unwrap() };
        let placed = rooms(&mut maze, asked, [1, 9, 9], at, &mut Rng::new(7, Stream::Rooms), &mut ()).unwrap();
        assert!(!placed.is_empty());
        assert!((0..9).all(|row| maze.passages(grid.at(row, 4)).is_empty()));
        assert!((0..9).all(|row| !maze.passages(grid.at(row, 3)).contains(Side::E)));
    }

    #[test]
    fn sizes_that_are_none() {
        let wrong = "must be a range of cells between 2 and 20, such as 3..7, or one number of them";
        for text in ["", "1", "21", "3..", "..7", "7..3", "3..7..9", "3-7", "2..21", "a"] {
            assert_eq!(text.parse::<RoomSize>(), Err(InvalidValue::Malformed(wrong.into())), "{text}");
        }
    }
}
