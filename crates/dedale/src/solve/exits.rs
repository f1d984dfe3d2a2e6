//! The ways to the openings of a maze.

use super::costs;
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::Observer;

/// An opening of the outer wall, and a way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExitPath {
    /// The cell with the opening.
    pub cell: Cell,
    /// The side that is open.
    pub side: Side,
    /// The cells of a cheapest way, or where there are no weights, of a shortest one; `None` where no way leads there.
    pub path: Option<Vec<Cell>>,
}

/// The one of these cells to which the way from `from` [costs](costs()) least, the one with the lowest number of several; `None` where no
/// way leads to any.
///
/// # Complexity
///
/// That of [`costs`](costs()).
pub(crate) fn nearest_of<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    cells: impl IntoIterator<Item = Cell>,
    observer: &mut O,
) -> Result<Option<Cell>, O::Stop> {
    let costs = costs(maze, from, observer)?;
    let reached = cells.into_iter().filter_map(|cell| costs.to(cell).map(|cost| (cost, cell)));
    Ok(reached.min().map(|(_, cell)| cell))
}

/// A way from `from` to each of the [openings](Maze::openings), in their order.
///
/// # Complexity
///
/// That of [`costs`](costs()), and time and memory in proportion to the cells of the ways.
///
/// ```
/// use dedale::{generate::Algorithm, grid::{Side, Square}, solve::exit_paths};
/// let grid = Square::new(3, 1)?;
/// let mut maze = Algorithm::Backtracker.generate(grid, 7);
/// maze.open_outer(grid.at(0, 2), Side::E);
/// let paths = exit_paths(&maze, grid.at(0, 0), &mut ())?;
/// assert_eq!(paths[0].path, Some(vec![grid.at(0, 0), grid.at(0, 1), grid.at(0, 2)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exit_paths<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    observer: &mut O,
) -> Result<Vec<ExitPath>, O::Stop> {
    let costs = costs(maze, from, observer)?;
    let mut paths = Vec::new();
    for (cell, side) in maze.openings() {
        observer.go_on()?;
        let path = costs.to(cell).map(|cost| {
            let (mut path, mut here, mut left) = (vec![cell], cell, cost);
            // The cell before is one from which it costs to enter this one what is missing there.
            while let Some(before) = left.checked_sub(maze.weight(here)) {
                let mut ways = maze.neighbors(here);
                let Some((_, next)) = ways.find(|&(_, next)| costs.to(next) == Some(before)) else { break };
                path.push(next);
                (here, left) = (next, before);
            }
            path.reverse();
            path
        });
        paths.push(ExitPath { cell, side, path });
    }
    Ok(paths)
}
