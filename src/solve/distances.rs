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
    observer.see(Step::Visit(from))?;
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        for side in maze.passages(cell) {
            let far = grid.across(cell, side);
            if moves[far.index()] == UNREACHED {
                moves[far.index()] = moves[cell.index()] + 1;
                observer.see(Step::Visit(far))?;
                queue.push(far);
            }
        }
    }
    let last = queue.last().copied().unwrap_or(from);
    Ok(Distances { from, moves, last })
}
