//! Doors: the outer wall opened at the entrance and at the exit.

use super::EditOption;
use super::remove;
use crate::about::parse_flag;
use crate::grid::{Cell, Grid, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::Observer;

pub(crate) const DOORS: EditOption = EditOption {
    name: "doors",
    values: &["true", "false"],
    default: "false",
    description: "Whether the outer wall is open at the entrance and at the exit.",
    is_of_parts: true,
    set: |edits, text| parse_flag(text).map(|doors| edits.doors = doors),
    get: |edits| edits.doors.then_some(true.into()),
    ..EditOption::NONE
};

/// Opens the outer wall at `from` and at `to`, cells of the border: at the entrance to the west before the north, at the exit
/// to the east before the south, and the other sides after.
///
/// Where both are one cell with several outer sides, the exit is another side than the entrance; where it has only one,
/// that side is both.
///
/// ```
/// use dedale::{edit::doors, grid::{Side, Square}, maze::Maze};
/// let grid = Square::new(3, 3)?;
/// let mut maze = Maze::closed(grid);
/// doors(&mut maze, grid.at(0, 0), grid.at(2, 2), &mut ())?;
/// let openings: Vec<_> = maze.openings().collect();
/// assert_eq!(openings, [(grid.at(0, 0), Side::W), (grid.at(2, 2), Side::E)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn doors<O: Observer>(maze: &mut Maze<Square>, from: Cell, to: Cell, observer: &mut O) -> Result<(), O::Stop> {
    let grid = maze.grid();
    let [entrance, exit] = door_sides(grid.outer_sides(from), grid.outer_sides(to), from == to);
    if let Some(side) = entrance {
        remove(maze, from, side, observer)?;
    }
    if let Some(side) = exit {
        remove(maze, to, side, observer)?;
    }
    Ok(())
}

/// The sides of the entrance and of the exit where [`doors`] opens the outer wall, of those that are outer ones; `is_one`: both
/// are one cell.
pub(crate) fn door_sides(of_entrance: Sides, of_exit: Sides, is_one: bool) -> [Option<Side>; 2] {
    let entrance = [Side::W, Side::N, Side::E, Side::S].into_iter().find(|&side| of_entrance.contains(side));
    let taken = if is_one { entrance } else { None };
    let exit =
        [Side::E, Side::S, Side::N, Side::W].into_iter().find(|&side| of_exit.contains(side) && taken != Some(side));
    [entrance, exit]
}
