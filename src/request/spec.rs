//! A maze that can be made, on whatever grid.

use std::fmt;

use dedale::generate::{Algorithm, Rectangle};
use dedale::options::{MazeOptions, ShapedOptions, WindowOptions};
use dedale::render::OptionList;

/// The checked options of a maze.
#[derive(Clone, Debug, PartialEq)]
pub enum Spec {
    /// Of plain squares, which have separate, faster code.
    Plain(MazeOptions),
    /// On any other grid.
    Shaped(Box<ShapedOptions>),
    /// A part of one of plain squares, which may be far too large to be made as a whole.
    Window(Box<WindowOptions>),
}

/// About how many steps it takes to find out where the first cell of a part of the largest maze is: each of its levels is made around it.
const TO_A_PART: u64 = 30_000;

/// How many bytes each cell of a part takes while it is made, and how many cells are made at a time.
const MADE: (u64, u64) = (4, 1 << 18);

impl Spec {
    /// The algorithm, with its own options.
    pub fn algorithm(&self) -> &Algorithm {
        match self {
            Spec::Plain(maze) => maze.algorithm(),
            Spec::Shaped(maze) => maze.algorithm(),
            Spec::Window(maze) => maze.algorithm(),
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        match self {
            Spec::Plain(maze) => maze.seed(),
            Spec::Shaped(maze) => maze.seed(),
            Spec::Window(maze) => maze.seed(),
        }
    }

    /// The number of cells, including those that a mask leaves out; of a part, those in it.
    pub fn cells(&self) -> u64 {
        match self {
            Spec::Plain(maze) => maze.cells(),
            Spec::Shaped(maze) => maze.cells(),
            Spec::Window(maze) => maze.cells(),
        }
    }

    /// About how many columns and rows of cells there are, or are wanted.
    pub fn extent(&self) -> [u32; 2] {
        match self {
            Spec::Plain(maze) => [maze.columns(), maze.rows()],
            Spec::Shaped(maze) => maze.extent(),
            Spec::Window(maze) => {
                let Rectangle { rows, columns, .. } = maze.window();
                // Both are within the limits of the server, which fit.
                [columns, rows].map(|side| u32::try_from(side).unwrap_or(u32::MAX))
            }
        }
    }

    /// Whether there may be more than one way between two cells.
    pub fn has_loops(&self) -> bool {
        match self {
            Spec::Plain(maze) => maze.has_loops(),
            Spec::Shaped(maze) => maze.has_loops(),
            // Walls may have been removed.
            Spec::Window(_) => true,
        }
    }

    /// The approximate number of steps to make it with so many columns and rows.
    pub fn expected_steps_at(&self, [columns, rows]: [u32; 2]) -> u64 {
        match self {
            Spec::Plain(maze) => maze.expected_steps_at(columns, rows),
            Spec::Shaped(maze) => maze.expected_steps_at(columns, rows),
            Spec::Window(maze) => {
                TO_A_PART.saturating_add((maze.algorithm().info().steps)(columns.into(), rows.into()))
            }
        }
    }

    /// The approximate memory to make it, in bytes.
    pub fn expected_bytes(&self) -> u64 {
        match self {
            Spec::Plain(maze) => maze.expected_bytes(),
            Spec::Shaped(maze) => maze.expected_bytes(),
            Spec::Window(maze) => 2 * maze.cells() + MADE.0 * maze.cells().min(MADE.1),
        }
    }

    /// What else shapes the maze besides its algorithm, size, seed and ends.
    pub fn shaping(&self) -> OptionList {
        match self {
            Spec::Plain(maze) => maze.shaping(),
            Spec::Shaped(maze) => maze.shaping(),
            Spec::Window(maze) => maze.shaping(),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Plain(maze) => maze.fmt(f),
            Spec::Shaped(maze) => maze.fmt(f),
            Spec::Window(maze) => maze.fmt(f),
        }
    }
}
