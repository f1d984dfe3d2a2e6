//! A path, kept so that each cell can be asked for its part of it.

use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;

/// Which cells a path passes, and through which of their sides.
///
/// One byte for each cell of the maze, so that a piece of a picture is drawn without a search of the path.
///
/// ```
/// use dedale::{grid::{Side, Square}, maze::Maze, render::Trail};
/// let grid = Square::new(2, 2)?;
/// let mut maze = Maze::closed(grid);
/// maze.link(grid.at(0, 0), Side::E);
/// let path = Trail::new(&maze, &[grid.at(0, 0), grid.at(0, 1)]);
/// assert!(path.crosses(grid.at(0, 1), Side::W));
/// assert!(!path.passes(grid.at(1, 0)));
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// By the cells' numbers: the square sides that are crossed, and [`HERE`] where the path passes at all.
    cells: Vec<Sides>,
}

/// No side of a square: the mark of a cell on the path, without which a path of one cell would leave no trace.
const HERE: Side = Side::new(4);

impl Trail {
    /// The trail of a path through `maze`, its cells in order. It may pass a cell more than once.
    ///
    /// Where the outer wall is open at the first or at the last cell the trail runs out through it; if they are one cell
    /// with several openings, in through the first of them and out through the last. Two cells in a row that no passage
    /// joins leave a gap, so that a trail never goes through a wall.
    ///
    /// # Complexity
    ///
    /// Time `O(cells + path)`; one byte for each cell.
    pub fn new<G: Grid>(maze: &Maze<G>, path: &[Cell]) -> Trail {
        let grid = maze.grid();
        let mut cells = vec![Sides::NONE; grid.cells() as usize];
        let mut cross = |cell: Cell, side: Side| cells[cell.index()] = cells[cell.index()].with(side);
        for &cell in path {
            cross(cell, HERE);
        }
        for step in path.windows(2) {
            let (near, far) = (step[0], step[1]);
            if let Some(side) = maze.passages(near).into_iter().find(|&side| grid.across(near, side) == far) {
                cross(near, side);
                cross(far, grid.opposite(near, side));
            }
        }
        let openings = |cell: Cell| maze.open_sides(cell).minus(maze.passages(cell)).into_iter();
        if let Some((&cell, side)) = path.first().and_then(|cell| Some((cell, openings(*cell).next()?))) {
            cross(cell, side);
        }
        if let Some((&cell, side)) = path.last().and_then(|cell| Some((cell, openings(*cell).last()?))) {
            cross(cell, side);
        }
        Trail { cells }
    }

    /// Whether the path passes `cell`.
    #[inline]
    pub fn passes(&self, cell: Cell) -> bool {
        self.cells[cell.index()].contains(HERE)
    }

    /// Whether the path goes through `side` of `cell`, in or out.
    #[inline]
    pub fn crosses(&self, cell: Cell, side: Side) -> bool {
        self.cells[cell.index()].contains(side)
    }

    /// The sides of `cell` that the path goes through.
    #[inline]
    pub fn sides(&self, cell: Cell) -> Sides {
        self.cells[cell.index()].without(HERE)
    }
}
