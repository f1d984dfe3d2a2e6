//! Breadth-first search over a whole maze.

use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};

/// The distance of a cell that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// How many moves each cell is from one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    from: Cell,
    /// By the cells' numbers; [`UNREACHED`] where no way leads.
    moves: Vec<u32>,
    /// The last cell that was reached.
    last: Cell,
}

impl Distances {
    /// The cell that the distances are from.
    pub fn from(&self) -> Cell {
        self.from
    }

    /// How many moves `cell` is away; `None` where no way leads to it.
    #[inline]
    pub fn to(&self, cell: Cell) -> Option<u32> {
        let moves = self.moves[cell.index()];
        (moves != UNREACHED).then_some(moves)
    }

    /// The distances as a slice, by the cells' numbers, [`UNREACHED`] where no way leads.
    pub fn as_slice(&self) -> &[u32] {
        &self.moves
    }

    /// The largest distance of any cell that can be reached.
    pub fn longest(&self) -> u32 {
        self.moves[self.last.index()]
    }

    /// The cell at the largest distance; of several, the one with the lowest number.
    pub fn farthest(&self) -> Cell {
        let longest = self.longest();
        let first = self.moves.iter().position(|&moves| moves == longest);
        Cell(first.unwrap_or(0) as u32)
    }
}

/// The number of moves from `from` to every cell of the maze, by breadth-first search.
///
/// # Complexity
///
/// Time `O(cells)`; eight bytes for each cell.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// E. F. Moore, "The shortest path through a maze", *Proc. International Symposium on the Theory of Switching* (1959).
///
/// ```
/// use dedale::{generate::backtracker, grid::Square, maze::Maze, rng::{Rng, Stream}, solve::distances};
/// let grid = Square::new(9, 1).unwrap();
/// let mut maze = Maze::closed(grid);
/// backtracker(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// let distances = distances(&maze, grid.at(0, 0), &mut ())?;
/// assert_eq!(distances.to(grid.at(0, 8)), Some(8));
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn distances<G: Grid, O: Observer>(maze: &Maze<G>, from: Cell, observer: &mut O) -> Result<Distances, Stopped> {
    let grid = maze.grid();
    let mut moves = vec![UNREACHED; grid.cells() as usize];
    moves[from.index()] = 0;
    // The cells that were reached, in order. After the last one there is room for one that was not.
    let mut queue = vec![0; grid.cells() as usize + 1];
    queue[0] = from.0;
    let (mut next, mut reached) = (0, 1);
    while next < reached {
        let cell = Cell(queue[next]);
        next += 1;
        observer.see(Step::Visit(cell))?;
        let (open, moves_to_far) = (maze.passages(cell), moves[cell.index()] + 1);
        // The same work for a wall as for a passage, since nobody can predict which it is: behind a wall is the cell itself.
        for side in grid.sides() {
            let far = if open.contains(side) { grid.across(cell, side) } else { cell };
            let known = moves[far.index()];
            moves[far.index()] = if known == UNREACHED { moves_to_far } else { known };
            queue[reached] = far.0;
            reached += usize::from(known == UNREACHED);
        }
    }
    Ok(Distances { from, moves, last: Cell(queue[reached - 1]) })
}
