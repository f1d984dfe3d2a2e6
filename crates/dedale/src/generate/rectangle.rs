//! Parts of mazes that are too large to be generated as a whole.

use super::Algorithm;
use super::lines::{ByRows, Line, Window};
use super::rows::Part;
use crate::grid::{Side, Sides, Square, TooLarge};
use crate::maze::Maze;
use crate::rng::{Key, Stream};

/// A rectangle of cells: a part of a larger maze, or all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rectangle {
    /// The number of its first row.
    pub row: u64,
    /// The number of its first column.
    pub column: u64,
    /// How many rows it has.
    pub rows: u64,
    /// How many columns it has.
    pub columns: u64,
}

/// Why a [`rectangle`](rectangle()) cannot be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRectangle {
    /// The algorithm can only generate whole mazes.
    Algorithm(Algorithm),
    /// The maze has no cells, or a side longer than [`LONGEST_SIDE`].
    Whole,
    /// The rectangle is not inside the maze.
    Outside,
    /// There is no such level: a [`Quilt`](super::Quilt) has so many.
    Level {
        /// How many there are, from 0.
        levels: u32,
    },
    /// The rectangle has no cells, or too many for one maze.
    Size(TooLarge),
}

impl std::fmt::Display for NoRectangle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoRectangle::Algorithm(algorithm) => write!(f, "{} makes no part of a maze alone", algorithm.name()),
            NoRectangle::Whole => write!(f, "a maze has between 1 and {LONGEST_SIDE} rows and columns"),
            NoRectangle::Outside => f.write_str("the rectangle does not lie in the maze"),
            NoRectangle::Level { levels } => write!(f, "there are the levels 0 to {}", levels - 1),
            NoRectangle::Size(size) => size.fmt(f),
        }
    }
}

impl std::error::Error for NoRectangle {}

/// The maximum number of rows and of columns of a maze for [`rectangle`](rectangle()).
pub const LONGEST_SIDE: u64 = 1 << 31;

/// Generates one rectangle of a maze of `columns × rows` cells, without the rest: the same as if it were cut from the whole
/// maze of this size, algorithm and seed. Passages that lead out of the rectangle are openings in its outer wall.
///
/// This works for binary tree, sidewinder, division and quilt, which draw random numbers by position.
///
/// # Complexity
///
/// Time and memory in proportion to the rectangle, after it is widened to whole blocks of 64 columns: for a binary tree, and
/// expected for a sidewinder, which looks for both ends of the runs that lead into the rectangle, half a block each. Division
/// also divides the rooms around the rectangle, an expected `O(log (columns × rows))`; a quilt makes a few cells around the rectangle on
/// each of its levels.
///
/// # Errors
///
/// [`NoRectangle`] for another algorithm, and where the rectangle does not lie in the maze or one of the two is too large.
///
/// ```
/// use dedale::generate::{Algorithm, LONGEST_SIDE, Rectangle, rectangle};
/// let part = Rectangle { row: 1_000_000_000, column: 2_000_000_000, rows: 20, columns: 30 };
/// let maze = rectangle(&Algorithm::Division, LONGEST_SIDE, LONGEST_SIDE, 7, part)?;
/// assert_eq!((maze.grid().rows(), maze.grid().columns()), (20, 30));
/// assert!(maze.openings().count() > 0);
/// # Ok::<(), dedale::generate::NoRectangle>(())
/// ```
pub fn rectangle(
    algorithm: &Algorithm,
    columns: u64,
    rows: u64,
    seed: u64,
    part: Rectangle,
) -> Result<Maze<Square>, NoRectangle> {
    if ![columns, rows].iter().all(|side| (1..=LONGEST_SIDE).contains(side)) {
        return Err(NoRectangle::Whole);
    }
    let size = u32::try_from(part.columns).ok().zip(u32::try_from(part.rows).ok());
    let too_large = TooLarge { columns: part.columns, rows: part.rows };
    let grid =
        size.ok_or(too_large).and_then(|(columns, rows)| Square::new(columns, rows)).map_err(NoRectangle::Size)?;
    let (end_column, end_row) = (part.column.checked_add(part.columns), part.row.checked_add(part.rows));
    let (Some(end_column), Some(end_row)) = (end_column, end_row) else { return Err(NoRectangle::Outside) };
    if end_column > columns || end_row > rows {
        return Err(NoRectangle::Outside);
    }
    // One more column on both sides, and one more row above, for the walls that are theirs.
    let window = Window::around(part.column.saturating_sub(1), (end_column + 1).min(columns));
    let key = Key::new(seed, Stream::Generate);
    let whole = Part { key, columns, rows, wanted: part.row.saturating_sub(1)..end_row, window };
    let make = algorithm.info().rectangle.ok_or(NoRectangle::Algorithm(*algorithm))?;
    Ok(cut(&mut *make(algorithm, &whole), grid, window, part))
}

/// Makes the rows of the window that the rectangle lies in, from the one above it, and keeps of each what is in the rectangle.
fn cut<A: ByRows + ?Sized>(algorithm: &mut A, grid: Square, window: Window, part: Rectangle) -> Maze<Square> {
    let mut maze = Maze::closed(grid);
    let mut line = Line::new(window);
    if part.row > 0 {
        line.next(algorithm, part.row - 1);
    }
    let mut sides = vec![Sides::NONE; (window.end() - window.start()) as usize];
    let first = (part.column - window.start()) as usize;
    for row in 0..grid.rows() {
        line.next(algorithm, part.row + u64::from(row));
        line.write(&mut sides);
        let open = &sides[first..][..grid.columns() as usize];
        let (_, passages) = maze.grid_and_passages();
        passages[grid.at(row, 0).index()..][..open.len()].copy_from_slice(open);
    }
    let (top, bottom) = (grid.row_cells(0), grid.row_cells(grid.rows() - 1));
    let [west, east] = [0, grid.columns() - 1].map(|column| (0..grid.rows()).map(move |row| grid.at(row, column)));
    let border = [
        (Side::N, top.collect::<Vec<_>>()),
        (Side::S, bottom.collect()),
        (Side::W, west.collect()),
        (Side::E, east.collect()),
    ];
    for (side, cells) in border {
        for cell in cells {
            let (_, passages) = maze.grid_and_passages();
            let open = &mut passages[cell.index()];
            if open.contains(side) {
                *open = open.without(side);
                maze.open_outer(cell, side);
            }
        }
    }
    maze
}
