//! A maze that can be made, on whatever grid.

use std::fmt;

use dedale::generate::Algorithm;
use dedale::options::{MazeOptions, ShapedOptions};
use dedale::render::OptionList;

/// The checked options of a maze.
#[derive(Clone, Debug, PartialEq)]
pub enum Spec {
    /// Of plain squares, which have faster code of their own.
    Plain(MazeOptions),
    /// On any other grid.
    Shaped(Box<ShapedOptions>),
}

impl Spec {
    /// The algorithm, with its own options.
    pub fn algorithm(&self) -> &Algorithm {
        match self {
            Spec::Plain(maze) => maze.algorithm(),
            Spec::Shaped(maze) => maze.algorithm(),
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        match self {
            Spec::Plain(maze) => maze.seed(),
            Spec::Shaped(maze) => maze.seed(),
        }
    }

    /// The number of cells, including those that a mask leaves out.
    pub fn cells(&self) -> u64 {
        match self {
            Spec::Plain(maze) => maze.cells(),
            Spec::Shaped(maze) => maze.cells(),
        }
    }

    /// About how many columns and rows of cells there are.
    pub fn extent(&self) -> [u32; 2] {
        match self {
            Spec::Plain(maze) => [maze.columns(), maze.rows()],
            Spec::Shaped(maze) => maze.extent(),
        }
    }

    /// Whether there may be more than one way between two cells.
    pub fn has_loops(&self) -> bool {
        match self {
            Spec::Plain(maze) => maze.has_loops(),
            Spec::Shaped(maze) => maze.has_loops(),
        }
    }

    /// The approximate number of steps to make it with so many columns and rows.
    pub fn expected_steps_at(&self, [columns, rows]: [u32; 2]) -> u64 {
        match self {
            Spec::Plain(maze) => maze.expected_steps_at(columns, rows),
            Spec::Shaped(maze) => maze.expected_steps_at(columns, rows),
        }
    }

    /// The approximate memory to make it, in bytes.
    pub fn expected_bytes(&self) -> u64 {
        match self {
            Spec::Plain(maze) => maze.expected_bytes(),
            Spec::Shaped(maze) => maze.expected_bytes(),
        }
    }

    /// What else shapes the maze besides its algorithm, size, seed and ends.
    pub fn shaping(&self) -> OptionList {
        match self {
            Spec::Plain(maze) => maze.shaping(),
            Spec::Shaped(maze) => maze.shaping(),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Plain(maze) => maze.fmt(f),
            Spec::Shaped(maze) => maze.fmt(f),
        }
    }
}
