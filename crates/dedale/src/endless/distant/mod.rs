//! Paths in mazes that are too large to be generated as a whole.

mod chambers;
mod cost;
mod part;
mod quilt;
mod rows;

use std::fmt;

use crate::about::OverLimit;
use crate::generate::{Algorithm, Descent, MAX_SIDE, Quilt, Rectangle, WindowError};
use crate::rng::{Key, Stream};
use chambers::ChamberPath;
pub use part::PathPart;
use quilt::QuiltPath;
#[cfg(test)]
pub(crate) use quilt::{BENT, PathShape, STRAIGHT};
use rows::{MAX_ROWS, RowPath};

/// The path between two cells of a maze that may be too large to be generated: its first moves, its parts in a window, and its length.
///
/// In a quilt and in a maze by recursive division, every part of a path is found in bounded time. In a binary tree and in a sidewinder, the
/// paths from both cells are followed row by row to the row in which they are joined, so only parts near the cells are found.
///
/// Cells are named by their row and their column. A quilt also has paths through the blocks of its levels: a cell of level `l` is a block of
/// `2^l × 2^l` cells. The path on a higher level begins at the block through which every path from the first cell leads on that level. This
/// is nearly always the block of the cell, and else one beside it. It ends likewise.
///
/// ```
/// use dedale::generate::{Algorithm, Passes};
/// use dedale::endless::{DistantPath, Length};
///
/// let side = (1 << 53) - 1;
/// let quilt = Algorithm::Quilt { passes: Passes::default() };
/// let path = DistantPath::new(&quilt, [side, side], 7, [0, 0], [side - 1, side - 1])?;
/// let cells: Vec<[u64; 2]> = path.first(0, 1000)?.collect();
/// assert_eq!((cells[0], cells.len()), ([0, 0], 1001));
/// let Length::Estimate { moves, error } = path.length(10_000)? else { panic!("it is longer than 10,000 moves") };
/// assert!(moves > 1e19 && error < 0.03);
/// # Ok::<(), dedale::endless::DistantPathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistantPath {
    /// The columns and rows of the maze.
    size: [u64; 2],
    finder: PathFinder,
}

/// The number of moves of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Length {
    /// Exactly this number.
    Exact(u64),
    /// About this number.
    Estimate {
        /// The expected number of moves.
        moves: f64,
        /// The largest difference to the exact number in nineteen of twenty cases, as a share of that number.
        error: f64,
    },
}

/// How a path is found.
#[derive(Clone, Debug)]
enum PathFinder {
    Quilt(Quilt, QuiltPath),
    Rows(RowPath),
    Chambers(ChamberPath),
}

/// Why there is no [`DistantPath`], or no such part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DistantPathError {
    /// Paths in mazes of this algorithm are only found in whole mazes.
    Algorithm(Algorithm),
    /// There is no such maze, or no such part of it.
    Rectangle(WindowError),
    /// The maze does not have the cell with this row and column.
    Cell([u64; 2]),
    /// In a binary tree or a sidewinder, more than 2^18 rows would have to be followed to find this part of the path.
    TooFar,
    /// The path is too long to be walked, and its length can only be estimated in a quilt.
    Length,
}

impl DistantPathError {
    /// Returns the limit that is exceeded, if this is about one.
    pub fn over_limit(self) -> Option<OverLimit> {
        // Counting ends there.
        let over = OverLimit { limit: "rows", max: MAX_ROWS, asked: MAX_ROWS + 1 };
        (self == DistantPathError::TooFar).then_some(over)
    }
}

impl From<WindowError> for DistantPathError {
    fn from(error: WindowError) -> DistantPathError {
        DistantPathError::Rectangle(error)
    }
}

impl fmt::Display for DistantPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DistantPathError::Algorithm(algorithm) => {
                write!(f, "a path in a maze by {} is only found in the whole maze", algorithm.name())
            }
            DistantPathError::Rectangle(error) => error.fmt(f),
            DistantPathError::Cell([row, column]) => write!(f, "the maze has no cell {row},{column}"),
            DistantPathError::TooFar => {
                write!(
                    f,
                    "this part of the path is not found in {MAX_ROWS} rows; one in a maze by quilt or division is"
                )
            }
            DistantPathError::Length => {
                f.write_str("the path is long, and only in a maze by quilt is its length estimated")
            }
        }
    }
}

impl std::error::Error for DistantPathError {}

impl DistantPath {
    /// Creates the path from one cell to another, each by its row and its column, in a maze with these columns and rows and a seed in `0 ..=
    /// `[`MAX_SEED`](crate::rng::MAX_SEED).
    ///
    /// # Complexity
    ///
    /// Constant, except for a quilt: time `O(passes² × levels)` and memory `O(passes × levels)`, about a quarter of a millisecond and less
    /// than a megabyte for the largest one with four passes. A few cells of each level are kept.
    ///
    /// # Errors
    ///
    /// [`DistantPathError::Algorithm`] for algorithms other than quilt, binary tree, sidewinder and division, [`DistantPathError::Rectangle`] if
    /// there is no maze of this size, and [`DistantPathError::Cell`] if it does not have one of the cells.
    pub fn new(
        algorithm: &Algorithm,
        [columns, rows]: [u64; 2],
        seed: u64,
        from: [u64; 2],
        to: [u64; 2],
    ) -> Result<DistantPath, DistantPathError> {
        let key = Key::new(seed, Stream::Generate);
        let descent = Descent::new(algorithm, key, columns, rows);
        if descent.is_none() && !matches!(algorithm, Algorithm::Quilt { .. } | Algorithm::Division) {
            return Err(DistantPathError::Algorithm(*algorithm));
        }
        if ![columns, rows].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            return Err(WindowError::Whole.into());
        }
        if let Some(&outside) = [from, to].iter().find(|[row, column]| *row >= rows || *column >= columns) {
            return Err(DistantPathError::Cell(outside));
        }
        let size = [columns, rows];
        let finder = match (algorithm, descent) {
            (&Algorithm::Quilt { passes }, _) => {
                let quilt = Quilt::new(columns, rows, seed, passes)?;
                let path = QuiltPath::new(&quilt, from, to);
                PathFinder::Quilt(quilt, path)
            }
            (_, Some(descent)) => PathFinder::Rows(RowPath::new(descent, rows, from, to)),
            (_, None) => PathFinder::Chambers(ChamberPath::new(key, size, from, to)),
        };
        Ok(DistantPath { size, finder })
    }

    /// Returns the cells of the first `moves` moves on a level, which are one more, or of all moves if there are fewer. Level 0 is the maze,
    /// and the cells of a higher level are its blocks.
    ///
    /// # Complexity
    ///
    /// Expected time `O(moves + log (columns × rows))`, memory `O(log (columns × rows))`. For a binary tree and a sidewinder: expected time
    /// and memory `O(moves)`, and `O(rows)` for the rows between both cells, if `to` comes before `from` on the way to the last row.
    ///
    /// # Errors
    ///
    /// [`DistantPathError::Rectangle`] if there is no such level; only a quilt has several. [`DistantPathError::TooFar`] in a binary tree or a
    /// sidewinder, if there are more than 2^18 such rows between the cells.
    pub fn first(&self, level: u32, moves: u64) -> Result<impl Iterator<Item = [u64; 2]> + use<'_>, DistantPathError> {
        self.size(level)?;
        let most = usize::try_from(moves.saturating_add(1)).unwrap_or(usize::MAX);
        let cells: Box<dyn Iterator<Item = [u64; 2]>> = match &self.finder {
            PathFinder::Quilt(_, path) => path.walk(level),
            PathFinder::Rows(path) => Box::new(path.walk(moves).ok_or(DistantPathError::TooFar)?),
            PathFinder::Chambers(path) => Box::new(path.walk()),
        };
        Ok(cells.take(most))
    }

    /// Returns the parts of the path on a level that are in a window, in the order in which they are walked.
    ///
    /// # Complexity
    ///
    /// Expected time `O(rows × columns + log (whole columns × whole rows))`, and memory in proportion to the parts. For a binary tree and a
    /// sidewinder, time and memory in proportion to the rows from both cells to the end of the window.
    ///
    /// # Errors
    ///
    /// [`DistantPathError::Rectangle`] if there is no such level, and if the window is not inside of it or has no cells.
    /// [`DistantPathError::TooFar`] in a binary tree or a sidewinder, if there are more than 2^18 such rows.
    pub fn parts(&self, level: u32, window: Rectangle) -> Result<Vec<PathPart>, DistantPathError> {
        let view = window.within(self.size(level)?)?;
        match &self.finder {
            PathFinder::Quilt(_, path) => Ok(path.parts(level, &view)),
            PathFinder::Rows(path) => path.parts(&view).ok_or(DistantPathError::TooFar),
            PathFinder::Chambers(path) => Ok(path.parts(&view)),
        }
    }

    /// Returns the number of moves.
    ///
    /// It is exact if the path has at most `budget` moves. In a maze by division it is exact for as many straight lines, and in a binary tree
    /// or a sidewinder if the paths from both cells are joined within as many rows. Otherwise it is an estimate for a quilt: the expected length of a path through
    /// the same blocks of the lowest level on which there are at most `budget` of them. The error shrinks with the square root of the
    /// budget: a budget of 10,000 gives about one in a hundred. A budget under 100 counts as 100.
    ///
    /// # Complexity
    ///
    /// Expected time `O(budget + log (columns × rows))`.
    ///
    /// # Errors
    ///
    /// [`DistantPathError::Length`] where it is not exact, for other algorithms than quilt.
    pub fn length(&self, budget: u64) -> Result<Length, DistantPathError> {
        let exact = match &self.finder {
            PathFinder::Quilt(_, path) => return Ok(path.length(budget)),
            PathFinder::Rows(path) => path.length(budget),
            PathFinder::Chambers(path) => path.length(budget),
        };
        exact.map(Length::Exact).ok_or(DistantPathError::Length)
    }

    /// Returns the columns and rows of a level.
    fn size(&self, level: u32) -> Result<[u64; 2], DistantPathError> {
        match &self.finder {
            PathFinder::Quilt(quilt, _) => {
                quilt.size(level).ok_or(WindowError::Level { levels: quilt.levels() }.into())
            }
            _ if level == 0 => Ok(self.size),
            _ => Err(WindowError::Level { levels: 1 }.into()),
        }
    }
}
