//! Making perfect mazes: one file for each algorithm, each a plain function, and one table that describes them all.
//!
//! Every function takes a maze whose walls all stand and opens passages until they form a spanning tree of the grid.
//! That a cell has no passage yet is how most of them know that it is new; the observer is told of each step. Those that need
//! no rows carve on a board, which becomes the maze in the end. They are not inlined, since in one large function they would lose
//! the processor's registers to each other.
//!
//! To add an algorithm: a file with its function, a variant of [`Algorithm`] and of [`Generator`], a row of
//! [`ALGORITHMS`], and its goldens. The compiler and the tests name whatever else is missing.

mod aldous_broder;
mod backtracker;
mod bands;
mod binary_tree;
mod board;
mod counted_list;
mod division;
mod eller;
mod forest;
mod frontier;
mod growing_tree;
mod hunt_and_kill;
mod kruskal;
mod lightest_first;
mod lines;
mod linked_list;
mod pick;
mod prim;
mod random_order;
mod rectangle;
mod rows;
mod sidewinder;
mod table;
mod true_prim;
mod wilson;

pub use aldous_broder::aldous_broder;
pub use backtracker::backtracker;
pub use binary_tree::{Bias, binary_tree};
pub use division::division;
pub use eller::eller;
pub use growing_tree::growing_tree;
pub use hunt_and_kill::hunt_and_kill;
pub use kruskal::kruskal;
pub use pick::{InvalidPick, Member, Pick};
pub use prim::prim;
pub use rectangle::{LONGEST_SIDE, NoRectangle, Rectangle, rectangle};
pub use rows::Rows;
pub use sidewinder::sidewinder;
pub use table::{ALGORITHMS, About};
pub use true_prim::true_prim;
pub use wilson::wilson;

use crate::grid::Square;
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Rng;

/// The version of everything that decides where a wall stands: the algorithms, the edits and their order, the seeded
/// generator and its sampling.
///
/// The same generator version, algorithm, size, seed and options give the same maze on every machine and for ever. A
/// change that moves even one wall of one seed needs the next number; the goldens in `tests/golden` say when.
pub const GENERATOR_VERSION: u32 = 1;

/// The name of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// [`backtracker`]
    Backtracker,
    /// [`prim`]
    Prim,
    /// [`true_prim`]
    TruePrim,
    /// [`kruskal`]
    Kruskal,
    /// [`growing_tree`]
    GrowingTree,
    /// [`wilson`]
    Wilson,
    /// [`aldous_broder`]
    AldousBroder,
    /// [`hunt_and_kill`]
    HuntAndKill,
    /// [`binary_tree`]
    BinaryTree,
    /// [`sidewinder`]
    Sidewinder,
    /// [`eller`]
    Eller,
    /// [`division`]
    Division,
}

impl Algorithm {
    /// The algorithm with this name or alias, as the table of [`ALGORITHMS`] spells it.
    ///
    /// ```
    /// use dedale::generate::Algorithm;
    /// assert_eq!(Algorithm::from_name("dfs"), Some(Algorithm::Backtracker));
    /// assert_eq!(Algorithm::from_name("pirm"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Algorithm> {
        ALGORITHMS.iter().find(|about| about.name == name || about.aliases.contains(&name)).map(|about| about.algorithm)
    }

    /// The row of the table that describes this algorithm.
    pub fn about(self) -> &'static About {
        // Rows stand in the order of the variants; a test holds them to it.
        &ALGORITHMS[self as usize]
    }

    /// The name, as in a query: `recursive backtracker` is `backtracker`.
    pub fn name(self) -> &'static str {
        self.about().name
    }
}

/// An algorithm and the options that are its own: all it needs beside a maze and a source of choices.
#[derive(Clone, Debug, PartialEq)]
pub enum Generator {
    /// See [`backtracker`].
    Backtracker,
    /// See [`prim`].
    Prim,
    /// See [`true_prim`].
    TruePrim,
    /// See [`kruskal`].
    Kruskal,
    /// See [`growing_tree`].
    GrowingTree {
        /// Which member of the active list is taken.
        pick: Pick,
    },
    /// See [`wilson`].
    Wilson,
    /// See [`aldous_broder`].
    AldousBroder,
    /// See [`hunt_and_kill`].
    HuntAndKill,
    /// See [`binary_tree`].
    BinaryTree {
        /// The corner that every passage leads towards.
        bias: Bias,
    },
    /// See [`sidewinder`].
    Sidewinder,
    /// See [`eller`].
    Eller,
    /// See [`division`].
    Division,
}

impl Generator {
    /// The algorithm's name.
    pub fn algorithm(&self) -> Algorithm {
        match self {
            Generator::Backtracker => Algorithm::Backtracker,
            Generator::Prim => Algorithm::Prim,
            Generator::TruePrim => Algorithm::TruePrim,
            Generator::Kruskal => Algorithm::Kruskal,
            Generator::GrowingTree { .. } => Algorithm::GrowingTree,
            Generator::Wilson => Algorithm::Wilson,
            Generator::AldousBroder => Algorithm::AldousBroder,
            Generator::HuntAndKill => Algorithm::HuntAndKill,
            Generator::BinaryTree { .. } => Algorithm::BinaryTree,
            Generator::Sidewinder => Algorithm::Sidewinder,
            Generator::Eller => Algorithm::Eller,
            Generator::Division => Algorithm::Division,
        }
    }

    /// Opens passages in `maze`, whose walls must all stand, until it is a perfect maze.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer says so; the maze is then unfinished.
    pub fn carve<O: Observer>(&self, maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
        match self {
            Generator::Backtracker => backtracker(maze, rng, observer),
            Generator::Prim => prim(maze, rng, observer),
            Generator::TruePrim => true_prim(maze, rng, observer),
            Generator::Kruskal => kruskal(maze, rng, observer),
            Generator::GrowingTree { pick } => growing_tree(maze, pick, rng, observer),
            Generator::Wilson => wilson(maze, rng, observer),
            Generator::AldousBroder => aldous_broder(maze, rng, observer),
            Generator::HuntAndKill => hunt_and_kill(maze, rng, observer),
            Generator::BinaryTree { bias } => binary_tree(maze, *bias, rng, observer),
            Generator::Sidewinder => sidewinder(maze, rng, observer),
            Generator::Eller => eller(maze, rng, observer),
            Generator::Division => division(maze, rng, observer),
        }
    }
}
