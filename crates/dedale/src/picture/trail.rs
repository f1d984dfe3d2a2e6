//! A path that is indexed by its cells.

use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;

/// The cells that a path passes, and the sides that it goes through.
///
/// One byte for each cell of the maze, so that a piece of a picture is drawn without a search of the path.
///
/// ```
/// use dedale::{grid::{Side, Square}, maze::Maze, picture::Trail};
/// let grid = Square::new(2, 2)?;
/// let mut maze = Maze::closed(grid);
/// maze.link(grid.at(0, 0), Side::E);
/// let path = Trail::new(&maze, &[grid.at(0, 0), grid.at(0, 1)]);
/// assert!(path.sides(grid.at(0, 1)).contains(Side::W));
/// assert!(!path.passes(grid.at(1, 0)));
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// The sides of each cell that the path goes through.
    crossed: Vec<Sides>,
    /// The cells that the path passes without going through a side, in the order of their numbers, such as the cell of a path of one cell.
    /// All eight bits of a set are sides, so no bit is left to mark them.
    isolated: Vec<Cell>,
}

impl Trail {
    /// Creates the trail of a path through `maze`, its cells in order. It may pass a cell more than once.
    ///
    /// If the outer wall is open at the first or at the last cell, the trail leads out through the opening. If both are one cell with several
    /// openings, it leads in through the first of them and out through the last. Two consecutive cells without a passage between them leave a
    /// gap, so that a trail never goes through a wall.
    ///
    /// # Complexity
    ///
    /// Time `O(cells + path)`, and one byte for each cell. Each cell of the path that is joined to no other takes four more bytes, and `log path`
    /// time.
    pub fn new<G: Grid>(maze: &Maze<G>, path: &[Cell]) -> Trail {
        let grid = maze.grid();
        let steps = path.windows(2).flat_map(|step| {
            let (near, far) = (step[0], step[1]);
            let side = maze.passages(near).into_iter().find(|&side| grid.across(near, side) == far);
            side.into_iter().flat_map(move |side| [(near, side), (far, grid.opposite(near, side))])
        });
        let openings = |cell: Cell| maze.open_sides(cell).minus(maze.passages(cell)).into_iter();
        let first = path.first().and_then(|&cell| Some((cell, openings(cell).next()?)));
        let last = path.last().and_then(|&cell| Some((cell, openings(cell).last()?)));
        Trail::of(grid, steps.chain(first).chain(last), path.iter().copied())
    }

    /// Creates the trail of a path that passes these cells, and goes through these sides of them.
    pub(crate) fn of(
        grid: &impl Grid,
        sides: impl Iterator<Item = (Cell, Side)>,
        cells: impl Iterator<Item = Cell>,
    ) -> Trail {
        let mut crossed = vec![Sides::NONE; grid.cells() as usize];
        for (cell, side) in sides {
            crossed[cell.index()] = crossed[cell.index()].with(side);
        }
        let mut isolated: Vec<Cell> = cells.filter(|cell| crossed[cell.index()].is_empty()).collect();
        isolated.sort_unstable();
        isolated.dedup();
        Trail { crossed, isolated }
    }

    /// Returns true if the path passes `cell`.
    #[inline]
    pub fn passes(&self, cell: Cell) -> bool {
        !self.crossed[cell.index()].is_empty() || self.isolated.binary_search(&cell).is_ok()
    }

    /// Returns the sides of `cell` that the path goes through.
    #[inline]
    pub fn sides(&self, cell: Cell) -> Sides {
        self.crossed[cell.index()]
    }
}
