//! Mazes of any number of rows, one row at a time.

use super::binary_tree::BinaryTree;
use super::eller::Eller;
use super::lines::{Line, Window};
use super::sidewinder::Sidewinder;
use super::{Algorithm, Generator};
use crate::grid::Sides;
use crate::rng::{Key, Stream};

/// The rows of a maze, one after the other, none of which is kept: exactly those of the whole maze of this size, seed and
/// algorithm.
///
/// For binary tree, sidewinder and Eller, which need to know no more than a row; the others have no rows.
///
/// # Complexity
///
/// Time `O(columns)` for each row, and memory `O(columns)`, whatever the number of rows: less than two bytes for each column, and 17 more
/// for Eller.
///
/// ```
/// use dedale::{generate::{Generator, Rows}, grid::Side};
/// let mut rows = Rows::new(&Generator::Eller, 1000, 1_000_000_000_000, 7).expect("has rows");
/// let row = rows.next_row().expect("the first one");
/// assert_eq!(row.len(), 1000);
/// assert!(row.iter().any(|sides| sides.contains(Side::S)));
/// ```
#[derive(Clone, Debug)]
pub struct Rows {
    algorithm: Rowwise,
    rows: u64,
    /// The number of the next row.
    next: u64,
    line: Line,
    sides: Vec<Sides>,
}

/// The algorithms that make one row at a time.
#[derive(Clone, Debug)]
enum Rowwise {
    BinaryTree(BinaryTree),
    Sidewinder(Sidewinder),
    Eller(Eller),
}

impl Rows {
    /// The rows of the maze with this many columns and rows, both at least 1; `None` where there are no columns or no rows, or
    /// when the algorithm needs the whole maze.
    pub fn new(generator: &Generator, columns: u32, rows: u64, seed: u64) -> Option<Rows> {
        if columns == 0 || rows == 0 {
            return None;
        }
        let key = Key::new(seed, Stream::Generate);
        let width = u64::from(columns);
        let window = Window::all(width);
        let algorithm = match *generator {
            Generator::BinaryTree { bias } => {
                Rowwise::BinaryTree(BinaryTree { coins: key, bias, columns: width, rows, window })
            }
            Generator::Sidewinder => Rowwise::Sidewinder(Sidewinder::new(key, width, rows, window)),
            Generator::Eller => Rowwise::Eller(Eller::new(key, columns, rows)),
            _ => return None,
        };
        let sides = vec![Sides::NONE; columns as usize];
        Some(Rows { algorithm, rows, next: 0, line: Line::new(window), sides })
    }

    /// The next row, from west to east: the sides of each cell that are open to a neighbour, those to the rows above and below
    /// included. `None` after the last row.
    pub fn next_row(&mut self) -> Option<&[Sides]> {
        if self.next == self.rows {
            return None;
        }
        match &mut self.algorithm {
            Rowwise::BinaryTree(tree) => self.line.next(tree, self.next),
            Rowwise::Sidewinder(sidewinder) => self.line.next(sidewinder, self.next),
            Rowwise::Eller(eller) => self.line.next(eller, self.next),
        }
        self.next += 1;
        self.line.write(&mut self.sides);
        Some(&self.sides)
    }

    /// The number of the row that comes next, from 0 at the top.
    pub fn number(&self) -> u64 {
        self.next
    }

    /// How many rows the maze has.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// How many columns the maze has.
    pub fn columns(&self) -> u32 {
        self.sides.len() as u32
    }
}

impl Algorithm {
    /// Whether the algorithm makes one row at a time, so that [`Rows`] has its mazes.
    pub fn makes_rows(self) -> bool {
        matches!(self, Algorithm::BinaryTree | Algorithm::Sidewinder | Algorithm::Eller)
    }

    /// Whether parts of its mazes can be made alone, by [`rectangle`](super::rectangle()).
    pub fn makes_rectangles(self) -> bool {
        matches!(self, Algorithm::BinaryTree | Algorithm::Sidewinder | Algorithm::Division)
    }
}
