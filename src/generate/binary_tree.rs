//! The binary tree: each cell opens one of two sides.

use crate::grid::{Grid, Side, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Stopped};
use crate::rng::Rng;

/// The corner that a binary tree leads towards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bias {
    /// Each cell opens south or east.
    #[default]
    SouthEast,
    /// Each cell opens south or west.
    SouthWest,
    /// Each cell opens north or east.
    NorthEast,
    /// Each cell opens north or west.
    NorthWest,
}

impl Bias {
    /// Every corner, in the order in which messages name them.
    pub const ALL: [Bias; 4] = [Bias::SouthEast, Bias::SouthWest, Bias::NorthEast, Bias::NorthWest];

    /// The name, as in a query: `se`, `sw`, `ne` or `nw`.
    pub const fn name(self) -> &'static str {
        match self {
            Bias::SouthEast => "se",
            Bias::SouthWest => "sw",
            Bias::NorthEast => "ne",
            Bias::NorthWest => "nw",
        }
    }

    const fn sides(self) -> (Side, Side) {
        match self {
            Bias::SouthEast => (Side::S, Side::E),
            Bias::SouthWest => (Side::S, Side::W),
            Bias::NorthEast => (Side::N, Side::E),
            Bias::NorthWest => (Side::N, Side::W),
        }
    }
}

/// Carves a perfect maze in which each cell, row by row from the top left, opens one of the two sides of `bias` at random;
/// where the border leaves only one, that one.
///
/// The row and the column along the border that `bias` leads to are two straight corridors, and every other passage
/// drifts towards their corner: a strong diagonal texture, with one dead end in four cells.
///
/// # Complexity
///
/// Time `O(cells)`, one random bit a cell. No memory beside the maze.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// Jamis Buck, *Mazes for Programmers* (2015), p. 6.
///
/// ```
/// use dedale::{generate::{Bias, binary_tree}, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// binary_tree(&mut maze, Bias::SouthEast, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn binary_tree<O: Observer>(
    maze: &mut Maze<Square>,
    bias: Bias,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), Stopped> {
    let (vertical, horizontal) = bias.sides();
    for cell in maze.cells() {
        let inner = maze.grid().inner_sides(cell);
        let side = match (inner.contains(vertical), inner.contains(horizontal)) {
            (true, true) if rng.coin() => vertical,
            (_, true) => horizontal,
            (true, false) => vertical,
            (false, false) => continue,
        };
        maze.carve(cell, side, observer)?;
    }
    Ok(())
}
