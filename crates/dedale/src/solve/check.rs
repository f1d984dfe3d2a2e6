//! Whether a path leads where it should.

use std::error::Error;
use std::fmt;

use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;

/// Where and why a path fails.
///
/// ```
/// use dedale::grid::{Side, Square};
/// use dedale::maze::Maze;
/// use dedale::solve::{Reason, follow};
///
/// let grid = Square::new(2, 1)?;
/// let failure = follow(&Maze::closed(grid), grid.at(0, 0), grid.at(0, 1), &[Side::E]).unwrap_err();
/// assert_eq!((failure.at, failure.reason, failure.cell), (0, Reason::Wall, grid.at(0, 0)));
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The move that cannot be made, from 0; the number of moves, where all can be made but do not lead to the goal.
    pub at: usize,
    /// Why it fails.
    pub reason: Reason,
    /// The cell that the moves before it lead to.
    pub cell: Cell,
    /// The side that the move goes through, where it goes through one.
    pub side: Option<Side>,
}

/// Why a path fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// The path does not begin where it should.
    Start,
    /// A wall is in the way.
    Wall,
    /// The move leads out of the maze.
    Outside,
    /// The cell has no such side.
    Side,
    /// The next cell is not a neighbor.
    Jump,
    /// All moves can be made, and end in another cell than the goal.
    End,
}

impl Reason {
    /// The name, as in a response of the service.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Start => "start",
            Reason::Wall => "wall",
            Reason::Outside => "outside",
            Reason::Side => "side",
            Reason::Jump => "jump",
            Reason::End => "end",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.reason {
            Reason::Start => "the path does not begin where it should",
            Reason::Wall => "a wall is in the way",
            Reason::Outside => "the move leads out of the maze",
            Reason::Side => "the cell has no such side",
            Reason::Jump => "the next cell is not a neighbor",
            Reason::End => "the path ends in another cell than the goal",
        };
        write!(f, "move {}, from cell {}: {reason}", self.at, self.cell.0)
    }
}

impl Error for Failure {}

/// Checks that these moves lead from `from` to `to`, each through an open side. The result is their [cost](Maze::cost_of).
///
/// # Complexity
///
/// Time `O(moves)`.
///
/// # Errors
///
/// [`Failure`] at the first move that cannot be made, or at the end.
pub fn follow<G: Grid>(maze: &Maze<G>, from: Cell, to: Cell, moves: &[Side]) -> Result<u64, Failure> {
    follow_by(maze, from, to, moves, |_, &side| Some(side))
}

/// Checks that these moves lead from `from` to `to`, where `side_of` says which side of a cell each of them is: one by its name, for
/// example. `None` is no side of the cell. The result is the [cost](Maze::cost_of) of the moves.
///
/// # Complexity
///
/// Time `O(moves)`.
///
/// # Errors
///
/// [`Failure`] at the first move that cannot be made, or at the end.
///
/// ```
/// use dedale::grid::{Grid, GridKind, Mesh, MeshOptions, Side};
/// use dedale::maze::Maze;
/// use dedale::solve::{Reason, follow_by};
///
/// let hexagons = Mesh::new(&MeshOptions { columns: 2, rows: 1, ..MeshOptions::new(GridKind::Hex) })?;
/// let [from, to] = [[0, 0], [0, 1]].map(|address| hexagons.find(address).unwrap());
/// let mut maze = Maze::closed(hexagons);
/// maze.link(from, Side::new(1));
/// let side_of = |cell, name: &str| maze.grid().side_named(cell, name);
/// assert!(follow_by(&maze, from, to, ["E"], side_of).is_ok());
/// assert_eq!(follow_by(&maze, from, to, ["N"], side_of).unwrap_err().reason, Reason::Side);
/// # Ok::<(), dedale::grid::InvalidMesh>(())
/// ```
pub fn follow_by<G: Grid, M>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    moves: impl IntoIterator<Item = M>,
    side_of: impl Fn(Cell, M) -> Option<Side>,
) -> Result<u64, Failure> {
    let (mut cell, mut count, mut cost) = (from, 0, 0);
    for (at, next) in moves.into_iter().enumerate() {
        let side = side_of(cell, next);
        let stepped = side.ok_or(Reason::Side).and_then(|side| step(maze, cell, side));
        cell = stepped.map_err(|reason| Failure { at, reason, cell, side })?;
        count = at + 1;
        cost += u64::from(maze.weight(cell));
    }
    arrives(cell, to, count).map(|()| cost)
}

/// Checks that these cells lead from `from` to `to`, both included, each through an open side to the next. `None` is a cell that is
/// not in the maze. The result is the [cost](Maze::cost_of) of the path.
///
/// # Complexity
///
/// Time `O(cells)`.
///
/// # Errors
///
/// [`Failure`] at the first cell that cannot be reached, or at the end.
pub fn trace<G: Grid>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    cells: impl IntoIterator<Item = Option<Cell>>,
) -> Result<u64, Failure> {
    let mut cells = cells.into_iter();
    if cells.next().flatten() != Some(from) {
        return Err(Failure { at: 0, reason: Reason::Start, cell: from, side: None });
    }
    let (mut cell, mut moves, mut cost) = (from, 0, 0);
    for next in cells {
        let fails = |reason, side| Failure { at: moves, reason, cell, side };
        let next = next.ok_or(fails(Reason::Outside, None))?;
        let side = side_to(maze, cell, next).ok_or(fails(Reason::Jump, None))?;
        cell = step(maze, cell, side).map_err(|reason| fails(reason, Some(side)))?;
        moves += 1;
        cost += u64::from(maze.weight(cell));
    }
    arrives(cell, to, moves).map(|()| cost)
}

/// The side of a cell that leads to another: one that is open, where there is one among several.
pub(crate) fn side_to<G: Grid>(maze: &Maze<G>, from: Cell, to: Cell) -> Option<Side> {
    let leads_there = |&side: &Side| maze.grid().across(from, side) == to;
    let find = |sides: Sides| sides.into_iter().find(leads_there);
    find(maze.passages(from)).or_else(|| find(maze.grid().inner_sides(from)))
}

/// The cell across a side, or why there is no way through it.
fn step<G: Grid>(maze: &Maze<G>, cell: Cell, side: Side) -> Result<Cell, Reason> {
    if maze.passages(cell).contains(side) {
        Ok(maze.grid().across(cell, side))
    } else if maze.open_sides(cell).contains(side) {
        Err(Reason::Outside)
    } else {
        Err(Reason::Wall)
    }
}

fn arrives(cell: Cell, to: Cell, at: usize) -> Result<(), Failure> {
    if cell == to { Ok(()) } else { Err(Failure { at, reason: Reason::End, cell, side: None }) }
}
