//! Checking whether a path leads to its goal.

use std::error::Error;
use std::fmt;

use crate::about::named;
use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;

/// The error of a path that does not lead to its goal: where and why it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PathError {
    /// The number of the move that cannot be made, from 0. If all can be made, but do not lead to the goal, the number of moves.
    pub at: usize,
    /// Why it fails.
    pub kind: PathErrorKind,
    /// The cell to which the moves before it lead.
    pub cell: Cell,
    /// The side of the move, if it has one.
    pub side: Option<Side>,
}

named! {
    /// Why a path fails.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum PathErrorKind {
        /// The path does not begin at its start.
        Start = "start",
        /// A wall is in the way.
        Wall = "wall",
        /// The move leads out of the maze.
        Outside = "outside",
        /// The cell has no such side.
        Side = "side",
        /// The next cell is not a neighbor.
        Jump = "jump",
        /// All moves can be made, but they do not end at the goal.
        End = "end",
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.kind {
            PathErrorKind::Start => "the path does not begin where it should",
            PathErrorKind::Wall => "a wall is in the way",
            PathErrorKind::Outside => "the move leads out of the maze",
            PathErrorKind::Side => "the cell has no such side",
            PathErrorKind::Jump => "the next cell is not a neighbor",
            PathErrorKind::End => "the path ends in another cell than the goal",
        };
        write!(f, "move {}, from cell {}: {reason}", self.at, self.cell.0)
    }
}

impl Error for PathError {}

/// Checks that moves lead from `from` to `to`, each through an open side. Returns their [cost](Maze::cost_of). `side_of` returns the side of
/// a cell that a move goes through, such as the side with its name, or `None` if the cell has no such side.
///
/// # Errors
///
/// [`PathError`] at the first move that cannot be made, or at the end.
///
/// ```
/// use dedale::grid::{Grid, GridKind, Mesh, MeshOptions, Side};
/// use dedale::maze::Maze;
/// use dedale::solve::{PathErrorKind, check_moves};
///
/// let hexagons = Mesh::new(&MeshOptions { columns: 2, rows: 1, ..MeshOptions::new(GridKind::Hex) })?;
/// let [from, to] = [[0, 0], [0, 1]].map(|address| hexagons.find(address).unwrap());
/// let mut maze = Maze::closed(hexagons);
/// maze.link(from, Side::new(1));
/// let side_of = |cell, name: &str| maze.grid().side_named(cell, name);
/// assert_eq!(check_moves(&maze, from, to, ["E"], side_of), Ok(1));
/// assert_eq!(check_moves(&maze, from, to, ["N"], side_of).unwrap_err().kind, PathErrorKind::Side);
/// # Ok::<(), dedale::grid::InvalidMesh>(())
/// ```
pub fn check_moves<G: Grid, M>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    moves: impl IntoIterator<Item = M>,
    side_of: impl Fn(Cell, M) -> Option<Side>,
) -> Result<u64, PathError> {
    follow(maze, [from, to], moves, |cell, next| side_of(cell, next).ok_or(PathErrorKind::Side))
}

/// Checks that cells lead from `from` to `to`, both included, each through an open side to the next. Returns the [cost](Maze::cost_of) of the
/// path. `None` is a cell that is not in the maze.
///
/// # Errors
///
/// [`PathError`] at the first cell that cannot be reached, or at the end.
pub fn check_path<G: Grid>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    cells: impl IntoIterator<Item = Option<Cell>>,
) -> Result<u64, PathError> {
    let mut cells = cells.into_iter();
    if cells.next().flatten() != Some(from) {
        return Err(PathError { at: 0, kind: PathErrorKind::Start, cell: from, side: None });
    }
    follow(maze, [from, to], cells, |cell, next: Option<Cell>| {
        side_to(maze, cell, next.ok_or(PathErrorKind::Outside)?).ok_or(PathErrorKind::Jump)
    })
}

/// Returns the cost of moves, if each goes through an open side and they lead from one cell to the other.
fn follow<G: Grid, M>(
    maze: &Maze<G>,
    [from, to]: [Cell; 2],
    moves: impl IntoIterator<Item = M>,
    side_of: impl Fn(Cell, M) -> Result<Side, PathErrorKind>,
) -> Result<u64, PathError> {
    let (mut cell, mut count, mut cost) = (from, 0, 0);
    for next in moves {
        let side = side_of(cell, next);
        let neighbor = side.and_then(|side| step(maze, cell, side));
        cell = neighbor.map_err(|kind| PathError { at: count, kind, cell, side: side.ok() })?;
        count += 1;
        cost += u64::from(maze.weight(cell));
    }
    if cell == to { Ok(cost) } else { Err(PathError { at: count, kind: PathErrorKind::End, cell, side: None }) }
}

/// Returns the side of a cell that leads to another cell; an open one, if there are several.
pub(crate) fn side_to<G: Grid>(maze: &Maze<G>, from: Cell, to: Cell) -> Option<Side> {
    let leads_there = |&side: &Side| maze.grid().across(from, side) == to;
    let find = |sides: Sides| sides.into_iter().find(leads_there);
    find(maze.passages(from)).or_else(|| find(maze.grid().inner_sides(from)))
}

/// Returns the cell across a side, or why no move leads through it.
fn step<G: Grid>(maze: &Maze<G>, cell: Cell, side: Side) -> Result<Cell, PathErrorKind> {
    if maze.passages(cell).contains(side) {
        Ok(maze.grid().across(cell, side))
    } else if maze.open_sides(cell).contains(side) {
        Err(PathErrorKind::Outside)
    } else {
        Err(PathErrorKind::Wall)
    }
}
