//! Recursive division: walls across rooms, each with one gap.

use crate::grid::{Side, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Stopped};
use crate::rng::Rng;

/// A rectangle of cells without a wall inside.
struct Room {
    row: u32,
    column: u32,
    rows: u32,
    columns: u32,
}

/// Builds a perfect maze from an empty room: a wall with one gap divides it in two, across its longer side (a square either
/// way), and so on in both halves until every room is one cell wide.
///
/// Long straight walls and a texture of nested rooms, with passages that all lead through few gaps; the solution is easy to
/// see from above. The rooms still to divide are kept in a list, so no size overflows the machine's stack.
///
/// # Complexity
///
/// Time `O(cells × log cells)` as a rule; memory for the rooms still to divide.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// John Perry, as told in Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015),
/// p. 197.
///
/// ```
/// use dedale::{generate::division, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// division(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn division<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    maze.clear(observer)?;
    let (rows, columns) = (maze.grid().rows(), maze.grid().columns());
    let mut rooms = vec![Room { row: 0, column: 0, rows, columns }];
    while let Some(room) = rooms.pop() {
        if room.rows < 2 || room.columns < 2 {
            continue;
        }
        let across = room.rows > room.columns || (room.rows == room.columns && rng.coin());
        let halves =
            if across { divide_across(maze, &room, rng, observer)? } else { divide_down(maze, &room, rng, observer)? };
        rooms.extend(halves);
    }
    Ok(())
}

/// Builds a wall from west to east, and gives the rooms north and south of it.
fn divide_across<O: Observer>(
    maze: &mut Maze<Square>,
    room: &Room,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<[Room; 2], Stopped> {
    let north = 1 + rng.below(u64::from(room.rows - 1)) as u32;
    let gap = rng.below(u64::from(room.columns)) as u32;
    let grid = *maze.grid();
    for column in (0..room.columns).filter(|&column| column != gap) {
        maze.wall(grid.at(room.row + north - 1, room.column + column), Side::S, observer)?;
    }
    Ok([Room { rows: north, ..*room }, Room { row: room.row + north, rows: room.rows - north, ..*room }])
}

/// Builds a wall from north to south, and gives the rooms west and east of it.
fn divide_down<O: Observer>(
    maze: &mut Maze<Square>,
    room: &Room,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<[Room; 2], Stopped> {
    let west = 1 + rng.below(u64::from(room.columns - 1)) as u32;
    let gap = rng.below(u64::from(room.rows)) as u32;
    let grid = *maze.grid();
    for row in (0..room.rows).filter(|&row| row != gap) {
        maze.wall(grid.at(room.row + row, room.column + west - 1), Side::E, observer)?;
    }
    Ok([Room { columns: west, ..*room }, Room { column: room.column + west, columns: room.columns - west, ..*room }])
}
