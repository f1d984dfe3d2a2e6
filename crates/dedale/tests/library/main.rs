//! The tests of the library, as one program: what they share, and what they make of the library's generic code, is compiled once.
//!
//! `cargo test -p dedale --test library golden::` runs those of one file. `tests/memory.rs` is a separate program: it counts all
//! allocations of its process.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a test may do what the library may not")]

mod animation;
mod any_grid;
mod cost;
mod distant;
mod drawn_masks;
mod edits;
mod endless;
mod exits;
mod files;
mod generators;
mod golden;
mod golden_pictures;
mod golden_solutions;
mod goldens;
mod ground;
mod hexagons;
mod laying;
mod maze;
mod mesh_pictures;
mod options;
mod parse;
mod parse_any;
mod pictures;
mod pixels;
mod possible;
mod posts;
mod quilt;
mod render;
mod rock;
mod rooms;
mod shapes;
mod solids;
mod solve;
mod tiles;
mod ways;
mod weights;
mod windows;
mod with_serde;

use dedale::grid::{Cell, Mesh, Square};
use dedale::maze::Maze;
use dedale::observe::{Observer, Step, Stopped};
use dedale::options::{MakeError, MazeBuilder, MazeOptions};
use dedale::picture::Picture;

/// A maze of plain squares, and where it begins and ends.
#[derive(Clone, Debug, PartialEq)]
struct Made {
    maze: Maze<Square>,
    from: Cell,
    to: Cell,
}

impl Made {
    /// Makes the maze of these options.
    fn of(options: &MazeOptions) -> Made {
        Made::watched(options, &mut ()).unwrap()
    }

    /// The same while an observer looks on.
    fn watched<O: Observer>(options: &MazeOptions, observer: &mut O) -> Result<Made, MakeError<O::Stop>> {
        let Picture { maze, from, to, .. } = options.make(observer)?;
        let maze = maze.into_squares().unwrap();
        Ok(Made { maze, from, to })
    }
}

/// The options of a query.
fn read(query: &str) -> MazeOptions {
    query.parse().unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// The options of a query for a maze on a mesh, also if its cells are plain squares.
fn on_mesh(query: &str) -> MazeOptions {
    let mut builder: MazeBuilder = query.parse().unwrap_or_else(|error| panic!("{query}: {error}"));
    if builder.is_plain() {
        let mesh = Mesh::new(&builder.chosen_mesh()).unwrap();
        builder = builder.on(mesh);
    }
    builder.options().unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// The maze of such options.
fn mesh_of(query: &str) -> Picture {
    on_mesh(query).make(&mut ()).unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// An observer that follows the steps, whatever it does with them. The generic code of the library is compiled for each type of observer,
/// and thus for all closures at once.
type Told<'a> = &'a mut dyn FnMut(Step) -> Result<(), Stopped>;

/// An observer that can cancel, but does not follow the steps.
struct Watch {
    /// After how many steps to stop.
    after: usize,
    told: usize,
}

impl Observer for Watch {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        self.told += 1;
        if self.told > self.after { Err(Stopped) } else { Ok(()) }
    }
}
