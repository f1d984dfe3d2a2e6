//! Tests of what users of the library do not see: random draws, layouts in memory, the levels of quilts, estimates. They are compiled into the library,
//! `cargo test -p dedale --lib inside::`; all others are users of it, in `tests/library`.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a test may do what the library may not")]

mod carving;
mod contour;
mod cost;
mod distant;
mod drawings;
mod draws;
#[path = "../library/every_format.rs"]
mod every_format;
mod exits;
mod farthest;
mod film;
mod forest;
mod generators;
#[path = "../library/goldens.rs"]
mod goldens;
mod keys;
mod laying;
mod layout;
#[path = "../library/made.rs"]
mod made;
mod maze;
mod painted;
mod quilt;
#[path = "../library/rectangles.rs"]
mod rectangles;
mod share;
mod solve;
mod stats;
mod streams;
mod style;
mod tables;
mod wanted;

use dedale::generate::{Algorithm, Quilt, Rectangle, Rows, WindowError};
use dedale::grid::{Sides, Square, TooLarge};
use dedale::maze::Maze;
use dedale::observe::{Observer, Step, Stopped};

/// An observer that can cancel, but does not follow the steps.
struct Watch {
    /// After how many steps and questions to stop.
    after: usize,
    told: usize,
}

impl Observer for Watch {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        self.see(Step::Clear)
    }

    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        self.told += 1;
        if self.told > self.after { Err(Stopped) } else { Ok(()) }
    }
}

/// A part of a maze that is not made as a whole: see [`Rows`].
fn rectangle(
    algorithm: &Algorithm,
    columns: u64,
    rows: u64,
    seed: u64,
    part: Rectangle,
) -> Result<Maze<Square>, WindowError> {
    let mut rows = Rows::new(algorithm, [columns, rows], seed, Some(part))?;
    let too_large = WindowError::Size(TooLarge { columns: part.columns, rows: part.rows });
    let height = u32::try_from(part.rows).map_err(|_| too_large)?;
    let mut maze = Maze::closed(Square::new(rows.columns(), height).map_err(WindowError::Size)?);
    for number in 0..height {
        maze.write_row(number, rows.next_row().unwrap());
    }
    Ok(maze)
}

/// A part of a level of a quilt.
struct Patch {
    part: Rectangle,
    /// The open sides of its cells, row by row.
    rows: Vec<Vec<Sides>>,
}

impl Patch {
    fn new(quilt: &Quilt, level: u32, part: Rectangle) -> Result<Patch, WindowError> {
        let mut made = quilt.rows(level, part)?;
        let rows = std::iter::from_fn(|| made.next_row().map(<[Sides]>::to_vec)).collect();
        Ok(Patch { part, rows })
    }

    /// The open sides of a cell, by its row and column in the whole level.
    fn sides(&self, row: u64, column: u64) -> Sides {
        self.rows[(row - self.part.row) as usize][(column - self.part.column) as usize]
    }
}
