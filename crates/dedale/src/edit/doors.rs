//! Removing single walls, and doors: openings of the outer wall at the entrance and at the exit.

use crate::grid::{Cell, Grid, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::Observer;

/// Opens the outer wall at `from` and at `to`, cells of the border. At the entrance, the west is preferred, then the north, and then the
/// other sides; at the exit, the east and then the south.
///
/// If both are the same cell, the exit is at another side than the entrance, unless the cell has only one outer side.
pub fn doors<O: Observer>(maze: &mut Maze<Square>, from: Cell, to: Cell, observer: &mut O) -> Result<(), O::Stop> {
    let grid = maze.grid();
    let [entrance, exit] = door_sides(grid.outer_sides(from), grid.outer_sides(to), from == to);
    let doors = entrance.map(|side| (from, side)).into_iter().chain(exit.map(|side| (to, side)));
    doors.into_iter().try_for_each(|(cell, side)| remove(maze, cell, side, observer))
}

/// Returns the sides at which [`doors`] opens the outer wall at the entrance and at the exit, among their outer sides. `is_one` is true if
/// both are the same cell.
pub(crate) fn door_sides(of_entrance: Sides, of_exit: Sides, is_one: bool) -> [Option<Side>; 2] {
    let entrance = [Side::W, Side::N, Side::E, Side::S].into_iter().find(|&side| of_entrance.contains(side));
    let taken = if is_one { entrance } else { None };
    let exit =
        [Side::E, Side::S, Side::N, Side::W].into_iter().find(|&side| of_exit.contains(side) && taken != Some(side));
    [entrance, exit]
}

/// Removes the wall at `side` of `cell`: an inner wall becomes a passage, and an outer wall becomes an opening. Does nothing if no wall
/// stands there.
pub fn remove<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    cell: Cell,
    side: Side,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if maze.open_sides(cell).contains(side) {
        Ok(())
    } else if maze.grid().outer_sides(cell).contains(side) {
        maze.open(cell, side, observer)
    } else {
        maze.carve(cell, side, observer).map(|_| ())
    }
}
