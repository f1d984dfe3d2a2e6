//! The moves of a path by their names.

use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::solve::side_to;

/// The moves of a path, each by the name of the side that it goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Directions {
    /// A letter for each, in one word: on a square.
    Word(String),
    /// A name for each: on other grids.
    Names(Vec<Box<str>>),
}

impl Directions {
    /// Returns the letters of a word, as bytes; none where the moves have names.
    pub(crate) fn letters(&self) -> &[u8] {
        if let Directions::Word(word) = self { word.as_bytes() } else { &[] }
    }

    #[cfg(feature = "json")]
    pub(super) fn len(&self) -> usize {
        match self {
            Directions::Word(word) => word.len(),
            Directions::Names(names) => names.len(),
        }
    }
}

/// Returns the moves of a path through a maze. Where several sides lead to the next cell, a move goes through one that is open.
///
/// ```
/// use dedale::{generate::Algorithm, grid::Square, formats::{Directions, directions}};
/// let grid = Square::new(2, 1)?;
/// let maze = Algorithm::Prim.generate(grid, 7);
/// assert_eq!(directions(&maze, &[grid.at(0, 1), grid.at(0, 0)]), Directions::Word("W".into()));
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
pub fn directions<G: Grid>(maze: &Maze<G>, path: &[Cell]) -> Directions {
    let grid = maze.grid();
    let name = |pair: &[Cell]| side_to(maze, pair[0], pair[1]).map_or("?", |side| grid.side_name(pair[0], side));
    let names = path.windows(2).map(name);
    if grid.has_letters() {
        Directions::Word(names.collect())
    } else {
        Directions::Names(names.map(Box::from).collect())
    }
}
