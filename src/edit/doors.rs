//! Doors: the outer wall opened at the entrance and at the exit.

use super::remove;
use crate::grid::{Cell, Grid, Side, Sides, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Stopped};

/// Opens the outer wall at `from` and at `to`, cells of the border: at the entrance to the west before the north, at the exit
/// to the east before the south, and the other sides after.
///
/// Where both are one cell with several outer sides, the exit is another side than the entrance; where it has only one,
/// that side is both.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
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
pub fn doors<O: Observer>(maze: &mut Maze<Square>, from: Cell, to: Cell, observer: &mut O) -> Result<(), Stopped> {
    let entrance = first_outer(maze, from, [Side::W, Side::N, Side::E, Side::S], Sides::NONE);
    if let Some(side) = entrance {
        remove(maze, from, side, observer)?;
    }
    let taken = if from == to { entrance.into_iter().collect() } else { Sides::NONE };
    if let Some(side) = first_outer(maze, to, [Side::E, Side::S, Side::N, Side::W], taken) {
        remove(maze, to, side, observer)?;
    }
    Ok(())
}

fn first_outer(maze: &Maze<Square>, cell: Cell, order: [Side; 4], taken: Sides) -> Option<Side> {
    let outer = maze.grid().outer_sides(cell).minus(taken);
    order.into_iter().find(|&side| outer.contains(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_border_gets_its_side() {
        let grid = Square::new(3, 3).unwrap();
        let cases = [
            ((0, 0), (0, 0), "WN"),
            ((0, 1), (0, 1), "N"),
            ((2, 2), (0, 0), "NE"),
            ((0, 2), (2, 0), "NS"),
            ((1, 2), (1, 0), "WE"),
        ];
        for (from, to, letters) in cases {
            let mut maze = Maze::closed(grid);
            doors(&mut maze, grid.at(from.0, from.1), grid.at(to.0, to.1), &mut ()).unwrap();
            let mut sides: Vec<char> = maze.openings().map(|(_, side)| side.letter()).collect();
            let mut expected: Vec<char> = letters.chars().collect();
            sides.sort_unstable();
            expected.sort_unstable();
            assert_eq!(sides, expected, "{from:?} {to:?}");
        }
    }
}
