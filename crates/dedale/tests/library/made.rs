//! Helpers that all test programs of the library share.

use dedale::grid::{Cell, Square};
use dedale::maze::Maze;
use dedale::observe::{Observer, Step, Stopped};
use dedale::options::{MakeError, MazeOptions};
use dedale::picture::Picture;

/// A maze of plain squares, and where it begins and ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    pub maze: Maze<Square>,
    pub from: Cell,
    pub to: Cell,
}

impl Made {
    /// Makes the maze of these options.
    pub fn of(options: &MazeOptions) -> Made {
        Made::watched(options, &mut ()).unwrap()
    }

    /// The same while an observer looks on.
    pub fn watched<O: Observer>(options: &MazeOptions, observer: &mut O) -> Result<Made, MakeError<O::Stop>> {
        let Picture { maze, from, to, .. } = options.make(observer)?;
        let maze = maze.into_squares().unwrap();
        Ok(Made { maze, from, to })
    }
}

/// The options of a query.
pub fn read(query: &str) -> MazeOptions {
    query.parse().unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// An observer that follows the steps, whatever it does with them. The generic code of the library is compiled for each type of observer,
/// and thus for all closures at once.
pub type Told<'a> = &'a mut dyn FnMut(Step) -> Result<(), Stopped>;
