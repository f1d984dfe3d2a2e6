//! Rooms: rectangles of cells without walls between them.

use super::option::check_unwoven;
use super::{EditOption, Edits};
use crate::about::{InvalidValue, Range, Why, parse_whole};
use crate::grid::{Cell, Grid, GridKind};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Rng;

/// How many rooms are placed, and how large they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rooms {
    /// How many are tried, `0 ..= 100`. There are fewer where no place is found for more.
    pub count: u32,
    /// How many cells their sides have, in `2 ..= 20`.
    pub size: Range<u32>,
}

impl Rooms {
    /// The most rooms.
    pub(crate) const MAX: u32 = 100;

    /// The sizes that a room may have, in cells a side.
    pub(crate) const SIDES: [u32; 2] = [2, 20];

    /// As many as this, with sides of three to seven cells.
    ///
    /// ```
    /// use dedale::edit::Rooms;
    /// assert_eq!(Rooms::new(4).size.to_string(), "3..7");
    /// ```
    pub fn new(count: u32) -> Rooms {
        Rooms { count, size: Range { least: 3, most: 7 } }
    }

    /// Those that are asked for, if any.
    pub(crate) fn of(edits: &Edits) -> Option<Rooms> {
        let usual = Rooms::new(edits.rooms);
        (edits.rooms > 0).then(|| Rooms { size: edits.room_size.unwrap_or(usual.size), ..usual })
    }

    /// How often a place is drawn for each room.
    const TRIES: u32 = 30;

    /// About how many steps it takes to place them: each try compares a room with those that are there.
    fn steps(self) -> u64 {
        let [count, tries, most] = [self.count, Rooms::TRIES, self.size.most()].map(u64::from);
        count * (tries * (4 + count / 4) + 2 * most * most)
    }
}

pub(crate) const ROOMS: EditOption = EditOption {
    name: "rooms",
    default: "0",
    description: "How many rooms without walls inside are placed.",
    grids: GridKind::has_places,
    breaks_halves: true,
    set: |edits, text| parse_whole(text, 0..=Rooms::MAX.into()).map(|rooms| edits.rooms = rooms as u32),
    get: |edits| (edits.rooms > 0).then(|| edits.rooms.into()),
    check: |edits, site| {
        let mut faults = check_unwoven(edits.rooms > 0, site);
        if edits.rooms > Rooms::MAX {
            faults.push(InvalidValue::out_of_range("", &(0..=Rooms::MAX)));
        }
        faults
    },
    steps: |edits, _| Rooms::of(edits).map_or(0, Rooms::steps),
    bytes: |edits| u64::from(edits.rooms > 0),
    ..EditOption::NONE
};

pub(crate) const ROOM_SIZE: EditOption = EditOption {
    name: "room_size",
    default: "3..7",
    description: "How many cells the sides of rooms have.",
    grids: GridKind::has_places,
    needs: Some(ROOMS.name),
    set: |edits, text| {
        let size = text.parse().ok().filter(|&size| is_room_size(size)).ok_or_else(not_a_room_size);
        size.map(|size| edits.room_size = Some(size))
    },
    get: |edits| edits.room_size.map(|size| size.to_string().into()),
    check: |edits, _| match edits.room_size {
        Some(size) if !is_room_size(size) => vec![not_a_room_size()],
        _ => Vec::new(),
    },
    fill: |edits| edits.room_size = Rooms::of(edits).map(|rooms| rooms.size),
    ..EditOption::NONE
};

fn is_room_size(size: Range<u32>) -> bool {
    let [from, to] = Rooms::SIDES;
    from <= size.least() && size.most() <= to
}

/// The reason why something is no size of a room.
fn not_a_room_size() -> InvalidValue {
    let [from, to] = Rooms::SIDES;
    Why::Unreadable("3..7")
        .because(format!("must be a number of cells between {from} and {to}, or a range of them such as 3..7"))
}

/// A number of this range, each equally likely.
fn draw(size: Range<u32>, rng: &mut Rng) -> u32 {
    size.least() + rng.below(u64::from(size.most() - size.least()) + 1) as u32
}

/// Where a room is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// The floor, from 0.
    pub floor: u32,
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
        self.floor == other.floor
            && self.row <= other.row + other.rows
            && other.row <= self.row + self.rows
            && self.column <= other.column + other.columns
            && other.column <= self.column + self.columns
    }
}

/// Places rooms at random, none of which touches another, and takes down every wall inside them. Returns where they are.
///
/// The grid has `[floors, rows, columns]`, and `at` gives the cell there, if there is one. The size of a room and its place are drawn; where
/// it does not fit, because a cell is missing or another room touches it, both are drawn again, thirty times at most.
///
/// # Complexity
///
/// Time `O(rooms × (rooms + size²))`, and a byte for each cell.
///
/// # Source
///
/// B. Nystrom, *Rooms and Mazes: A Procedural Dungeon Generator* (2014), the other way round: there the maze fills what the rooms leave.
///
/// ```
/// use dedale::edit::{Rooms, rooms};
/// use dedale::{generate::Algorithm, grid::Square, rng::{Rng, Stream}};
/// let grid = Square::new(30, 30)?;
/// let mut maze = Algorithm::Prim.generate(grid, 7);
/// let at = |grid: &Square, [_, row, column]: [u32; 3]| Some(grid.at(row, column));
/// let rng = &mut Rng::new(7, Stream::Rooms);
/// let Ok(placed) = rooms(&mut maze, Rooms::new(4), [1, 30, 30], at, rng, &mut ());
/// assert_eq!(placed.len(), 4);
/// assert!(maze.count_passages() > 899);
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
pub fn rooms<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    Rooms { count, size }: Rooms,
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
        for _ in 0..Rooms::TRIES {
            observer.go_on()?;
            let [rows, columns] = [draw(size, rng), draw(size, rng)];
            if rows > all_rows || columns > all_columns {
                continue;
            }
            let floor = rng.below(floors.into()) as u32;
            let [row, column] =
                [all_rows - rows, all_columns - columns].map(|last| rng.below(u64::from(last) + 1) as u32);
            let room = Room { floor, row, column, rows, columns };
            if placed.iter().any(|other| other.touches(&room)) {
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
