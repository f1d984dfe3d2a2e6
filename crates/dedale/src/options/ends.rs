//! Where a maze begins and ends.

use crate::grid::{Address, Cell, Side, Sides};
use crate::maze::Maze;
use crate::measure::farthest_border_pair_within;
use crate::observe::Observer;
use crate::render::Plane;
use crate::solve::distances;

/// The row and the column of a cell, both from 0 at the top left.
pub type Place = [u32; 2];

/// The reason why a text is not a [`Place`].
pub const NOT_A_PLACE: &str = "must be row,col: two whole numbers, such as 0,0";

/// The reason why a text is not a wall.
pub(super) const NOT_A_WALL: &str = "must be row,col,side: two whole numbers and N, E, S or W, such as 0,0,E";

/// How entrance and exit are found where they are not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndsRule {
    /// The top left and the bottom right corner.
    #[default]
    Corners,
    /// The two border cells with the longest shortest path between them.
    Farthest,
}

impl EndsRule {
    /// Every rule, in the order in which messages name them.
    pub const ALL: &[EndsRule] = &[EndsRule::Corners, EndsRule::Farthest];

    /// The names of [`EndsRule::ALL`], in the same order.
    pub const NAMES: &[&str] = &["corners", "farthest"];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        EndsRule::NAMES[self as usize]
    }

    /// The ends that the rule gives a maze of so many columns and rows, which must not be 0.
    pub fn ends(self, [columns, rows]: [u32; 2]) -> Ends {
        self.or([0, 0], [rows.saturating_sub(1), columns.saturating_sub(1)])
    }

    /// The ends that the rule gives a maze with these corners.
    pub fn or<P>(self, from: P, to: P) -> Ends<P> {
        match self {
            EndsRule::Corners => Ends::Cells { from, to },
            EndsRule::Farthest => Ends::Farthest,
        }
    }
}

/// Where a maze begins and ends: a [`Place`] of squares, or an [`Address`] on any grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ends<P = Place> {
    /// At these cells.
    Cells {
        /// The entrance.
        from: P,
        /// The exit.
        to: P,
    },
    /// At the two border cells with the longest shortest path between them; on a grid without a border, at any two cells that are far from
    /// each other.
    Farthest,
}

impl<P: Into<Address>> Ends<P> {
    /// The same cells, each replaced by the one that is given here, if any. Ends that are looked for in the finished maze stay as they
    /// are.
    #[must_use]
    pub fn with(self, entrance: Option<P>, exit: Option<P>) -> Ends<P> {
        match self {
            Ends::Cells { from, to } => Ends::Cells { from: entrance.unwrap_or(from), to: exit.unwrap_or(to) },
            Ends::Farthest => Ends::Farthest,
        }
    }

    /// The entrance and the exit of this maze.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the search.
    ///
    /// # Panics
    ///
    /// When a cell does not lie in the maze.
    pub fn find<G: Plane, O: Observer>(self, maze: &Maze<G>, observer: &mut O) -> Result<(Cell, Cell), O::Stop> {
        self.find_within(maze, u64::MAX, observer)
    }

    /// The entrance and the exit of this maze. Where those that are farthest apart would take more than so many `searches`, these are the
    /// farthest that were found until then: see [`farthest_border_pair_within`].
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the search.
    ///
    /// # Panics
    ///
    /// When a cell does not lie in the maze.
    pub fn find_within<G: Plane, O: Observer>(
        self,
        maze: &Maze<G>,
        searches: u64,
        observer: &mut O,
    ) -> Result<(Cell, Cell), O::Stop> {
        let grid = maze.grid();
        let at = |place: P| {
            let address = place.into();
            grid.cell_at_address(address).unwrap_or_else(|| panic!("{address} is no cell of the maze"))
        };
        let has_border = || maze.cells().any(|cell| !grid.outer_sides(cell).is_empty());
        match self {
            Ends::Cells { from, to } => Ok((at(from), at(to))),
            Ends::Farthest if has_border() => {
                farthest_border_pair_within(maze, searches, observer).map(|pair| pair.ends)
            }
            Ends::Farthest => {
                let end = distances(maze, Cell(0), observer)?.farthest();
                let other = distances(maze, end, observer)?.farthest();
                Ok((end.min(other), end.max(other)))
            }
        }
    }
}

/// The reason why a place is not a cell of a maze of so many columns and rows; `None` if it is one.
///
/// ```
/// use dedale::options::outside;
/// assert_eq!(outside([2, 8], [9, 3]), None);
/// assert_eq!(outside([8, 2], [9, 3]).unwrap(), "must be a cell of the maze, row,col from 0,0 to 2,8");
/// ```
pub fn outside([row, column]: Place, [columns, rows]: [u32; 2]) -> Option<String> {
    let is_inside = row < rows && column < columns;
    (!is_inside).then(|| {
        let (last_row, last_column) = (rows.saturating_sub(1), columns.saturating_sub(1));
        format!("must be a cell of the maze, row,col from 0,0 to {last_row},{last_column}")
    })
}

/// The sides of a cell that lead out of a maze of so many columns and rows.
pub(super) fn outer_sides<N: Copy + Into<u64>>(place: [N; 2], size: [N; 2]) -> Sides {
    let ([row, column], [columns, rows]) = (place.map(Into::into), size.map(Into::into));
    let outer =
        [(Side::N, row == 0), (Side::E, column + 1 == columns), (Side::S, row + 1 == rows), (Side::W, column == 0)];
    outer.into_iter().filter(|&(_, is_outer)| is_outer).map(|(side, _)| side).collect()
}
