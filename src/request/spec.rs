//! A maze that can be made, on whatever grid.

use std::fmt;

use dedale::generate::{Algorithm, Rectangle};
use dedale::observe::Observer;
use dedale::options::{InvalidOptions, MOST_ATTEMPTS, MazeOptions, NoneFound, ShapedOptions, Wanted, WindowOptions};
use dedale::render::OptionList;

/// The checked options of a maze.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "most mazes are plain, and need no block of memory for this")]
pub enum Spec {
    /// Of plain squares, which have separate, faster code.
    Plain(MazeOptions),
    /// On any other grid.
    Shaped(Box<ShapedOptions>),
    /// A part of one of plain squares, which may be far too large to be made as a whole.
    Window(Box<WindowOptions>),
}

/// Why a maze cannot be made.
#[derive(Clone, Debug, PartialEq)]
pub enum NotMade {
    /// Only the grid shows that the options are wrong.
    Invalid(InvalidOptions),
    /// No attempt has what is wanted.
    NoneFound(NoneFound),
}

impl From<InvalidOptions> for NotMade {
    fn from(invalid: InvalidOptions) -> NotMade {
        NotMade::Invalid(invalid)
    }
}

/// How many steps each cell of an attempt takes besides those of making it: the path is looked for.
const MEASURED: u64 = 4;

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

    /// The same with another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Spec {
        match self {
            Spec::Plain(maze) => Spec::Plain(maze.with_seed(seed)),
            Spec::Shaped(maze) => Spec::Shaped(Box::new(maze.with_seed(seed))),
            Spec::Window(_) => self.clone(),
        }
    }

    /// The seed that the maze is made from: another one than [`seed`](Spec::seed) where another attempt was found.
    pub fn drawn_seed(&self) -> u64 {
        match self {
            Spec::Plain(maze) => maze.drawn_seed(),
            Spec::Shaped(maze) => maze.drawn_seed(),
            Spec::Window(maze) => maze.seed(),
        }
    }

    /// The difficulty and the length that are asked for, if they are.
    pub fn wanted(&self) -> Option<&Wanted> {
        let wanted = match self {
            Spec::Plain(maze) => maze.wanted(),
            Spec::Shaped(maze) => maze.wanted(),
            Spec::Window(_) => return None,
        };
        Some(wanted).filter(|wanted| wanted.is_any())
    }

    /// The number of the attempt that was found.
    pub fn attempt(&self) -> Option<u32> {
        match self {
            Spec::Plain(maze) => maze.attempt(),
            Spec::Shaped(maze) => maze.attempt(),
            Spec::Window(_) => None,
        }
    }

    /// How many attempts are made at most to find it, if each takes as many steps as one of so many columns and rows, and all together at most
    /// `most_steps`. `None` where nothing is looked for.
    pub fn attempts(&self, size: [u32; 2], most_steps: u64) -> Option<u32> {
        let wanted = self.wanted().filter(|_| self.attempt().is_none())?;
        let fitting = most_steps / self.steps_of_attempt(size).max(1);
        Some(fitting.clamp(wanted.least_attempts().into(), MOST_ATTEMPTS.into()) as u32)
    }

    /// About how many steps it takes to make and measure one attempt.
    pub fn steps_of_attempt(&self, [columns, rows]: [u32; 2]) -> u64 {
        let cells = u64::from(columns) * u64::from(rows);
        self.expected_steps_at([columns, rows]).saturating_add(cells.saturating_mul(MEASURED))
    }

    /// The same with the first attempt, of at most so many, whose maze has what is wanted.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work; and within, [`NotMade`].
    pub fn find<O: Observer>(&self, most: u32, observer: &mut O) -> Result<Result<Spec, NotMade>, O::Stop> {
        Ok(match self {
            Spec::Plain(maze) => maze.find(most, observer)?.map(Spec::Plain).map_err(NotMade::NoneFound),
            Spec::Shaped(maze) => match maze.find(most, observer)? {
                Ok(found) => found.map(|maze| Spec::Shaped(Box::new(maze))).map_err(NotMade::NoneFound),
                Err(invalid) => Err(invalid.into()),
            },
            Spec::Window(_) => Ok(self.clone()),
        })
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
