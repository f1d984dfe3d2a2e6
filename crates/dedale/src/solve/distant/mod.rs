//! Paths in mazes that are too large to be generated as a whole.

mod length;
mod part;
mod quilt;

use std::fmt;

use crate::generate::{Algorithm, NoRectangle, Quilt, Rectangle};
pub use length::Length;
pub use part::PathPart;
use part::view;
use quilt::QuiltPath;

/// The path between two cells of a maze that may be too large to be generated: its first moves, its parts in a window, and its length.
///
/// Cells are named by their row and their column. A quilt also has paths through the blocks of its levels, see [`Quilt`]. The path on a
/// higher level begins at the block through which every path from the first cell leads on that level, and ends likewise: nearly always the
/// blocks that these two cells are in, else blocks beside them.
///
/// ```
/// use dedale::generate::{Algorithm, Passes};
/// use dedale::solve::{DistantPath, Length};
///
/// let side = (1 << 53) - 1;
/// let quilt = Algorithm::Quilt { passes: Passes::default() };
/// let path = DistantPath::new(&quilt, [side, side], 7, [0, 0], [side - 1, side - 1])?;
/// let cells: Vec<[u64; 2]> = path.first(0, 1000)?.collect();
/// assert_eq!((cells[0], cells.len()), ([0, 0], 1001));
/// let Length::Estimate { moves, error } = path.length(10_000)? else { panic!("it is longer than 10,000 moves") };
/// assert!(moves > 1e19 && error < 0.03);
/// # Ok::<(), dedale::solve::NoDistantPath>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistantPath {
    quilt: Quilt,
    path: QuiltPath,
}

/// Why there is no [`DistantPath`], or no such part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoDistantPath {
    /// Paths in mazes of this algorithm are only found in whole mazes.
    Algorithm(Algorithm),
    /// There is no such maze, or no such part of it.
    Rectangle(NoRectangle),
    /// The maze does not have the cell with this row and column.
    Cell([u64; 2]),
}

impl From<NoRectangle> for NoDistantPath {
    fn from(no_rectangle: NoRectangle) -> NoDistantPath {
        NoDistantPath::Rectangle(no_rectangle)
    }
}

impl fmt::Display for NoDistantPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoDistantPath::Algorithm(algorithm) => {
                write!(f, "a path in a maze by {} is only found in the whole maze", algorithm.name())
            }
            NoDistantPath::Rectangle(no_rectangle) => no_rectangle.fmt(f),
            NoDistantPath::Cell([row, column]) => write!(f, "the maze has no cell {row},{column}"),
        }
    }
}

impl std::error::Error for NoDistantPath {}

impl DistantPath {
    /// The path from one cell to another one, each by its row and its column, in a maze with this many columns and rows and this seed
    /// `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED).
    ///
    /// # Complexity
    ///
    /// For a quilt: time `O(passes² × levels)` and memory `O(passes × levels)`, about a millisecond and less than a megabyte for the largest
    /// one with four passes. What is kept is a few cells of each level.
    ///
    /// # Errors
    ///
    /// [`NoDistantPath::Algorithm`] for other algorithms than quilt, [`NoDistantPath::Rectangle`] where there is no maze of this size, and
    /// [`NoDistantPath::Cell`] where it does not have one of the cells.
    pub fn new(
        algorithm: &Algorithm,
        [columns, rows]: [u64; 2],
        seed: u64,
        from: [u64; 2],
        to: [u64; 2],
    ) -> Result<DistantPath, NoDistantPath> {
        let Algorithm::Quilt { passes } = *algorithm else { return Err(NoDistantPath::Algorithm(*algorithm)) };
        let quilt = Quilt::new(columns, rows, seed, passes)?;
        if let Some(&outside) = [from, to].iter().find(|[row, column]| *row >= rows || *column >= columns) {
            return Err(NoDistantPath::Cell(outside));
        }
        let path = QuiltPath::new(&quilt, from, to);
        Ok(DistantPath { quilt, path })
    }

    /// The first `moves` moves on a level, as one cell more; or all, where there are not as many. Level 0 is the maze, and the cells of a
    /// higher level are its blocks.
    ///
    /// # Complexity
    ///
    /// For a quilt: expected time `O(moves + levels)`, memory `O(levels)`.
    ///
    /// # Errors
    ///
    /// [`NoDistantPath::Rectangle`] where there is no such level.
    pub fn first(&self, level: u32, moves: u64) -> Result<impl Iterator<Item = [u64; 2]> + use<'_>, NoDistantPath> {
        self.size(level)?;
        let most = usize::try_from(moves.saturating_add(1)).unwrap_or(usize::MAX);
        Ok(self.path.walk(level).take(most))
    }

    /// The parts of the path on a level that lie in a window, in the order in which they are walked.
    ///
    /// # Complexity
    ///
    /// For a quilt: time and memory in proportion to the parts and to those on higher levels, at most `O(rows × columns + levels)`.
    ///
    /// # Errors
    ///
    /// [`NoDistantPath::Rectangle`] where there is no such level, and where the window does not lie in it or has no cells.
    pub fn parts(&self, level: u32, window: Rectangle) -> Result<Vec<PathPart>, NoDistantPath> {
        let view = view(window, self.size(level)?).ok_or(NoRectangle::Outside)?;
        Ok(self.path.parts(level, &view))
    }

    /// The number of moves.
    ///
    /// It is exact if the path has at most `budget` moves, and an estimate otherwise: for a quilt, the expected length of a path through
    /// the same blocks of the lowest level on which there are at most `budget` of them. The error shrinks with the square root of the
    /// budget: a budget of 10,000 gives about one in a hundred. A budget under 100 counts as 100.
    ///
    /// # Complexity
    ///
    /// Expected time `O(budget + levels)`, memory `O(levels)`.
    ///
    /// # Errors
    ///
    /// None for a quilt.
    pub fn length(&self, budget: u64) -> Result<Length, NoDistantPath> {
        Ok(self.path.length(budget))
    }

    /// The columns and rows of a level.
    fn size(&self, level: u32) -> Result<[u64; 2], NoDistantPath> {
        self.quilt.size(level).ok_or(NoRectangle::Level { levels: self.quilt.levels() }.into())
    }
}
