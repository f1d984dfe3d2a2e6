//! Solving mazes: one file for each solver, each a plain function, and one table that describes them all; and the distances
//! from one cell to all others.
//!
//! Every solver takes a maze and two of its cells, and comes back with a [`Solution`]: a path through passages alone, for an
//! opening in the outer wall leads nowhere. The observer is told of each step, at least one for each bounded piece of work. All are
//! deterministic: sides are looked at in the order of their numbers, and the mouse draws from a seed.
//!
//! To add a solver: a file with its function, a variant of [`Solver`] and of [`Search`], and a row of [`SOLVERS`]. The compiler and
//! the tests name whatever else is missing.

mod astar;
mod bfs;
mod bidirectional;
mod dead_end_filling;
mod dfs;
mod distances;
mod random_mouse;
mod solution;
mod table;
mod tree;
mod tremaux;
mod wall_follower;
mod way;

pub use astar::astar;
pub use bfs::bfs;
pub use bidirectional::bidirectional;
pub use dead_end_filling::dead_end_filling;
pub use dfs::dfs;
pub use distances::{Distances, UNREACHED, distances};
pub use random_mouse::{MOUSE_MOVES, random_mouse};
pub use solution::{GaveUp, Outcome, Solution, State};
pub use table::{About, SOLVERS};
pub use tremaux::tremaux;
pub use wall_follower::{Hand, wall_follower};

use crate::grid::{Cell, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// The name of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solver {
    /// [`bfs`](bfs())
    Bfs,
    /// [`dfs`](dfs())
    Dfs,
    /// [`astar`](astar())
    Astar,
    /// [`bidirectional`](bidirectional())
    Bidirectional,
    /// [`dead_end_filling`](dead_end_filling())
    DeadEndFilling,
    /// [`wall_follower`](wall_follower())
    WallFollower,
    /// [`tremaux`](tremaux())
    Tremaux,
    /// [`random_mouse`](random_mouse())
    RandomMouse,
}

impl Solver {
    /// The solver with this name, as the table of [`SOLVERS`] spells it.
    ///
    /// ```
    /// use dedale::solve::Solver;
    /// assert_eq!(Solver::from_name("dead-end-filling"), Some(Solver::DeadEndFilling));
    /// assert_eq!(Solver::from_name("bsf"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Solver> {
        SOLVERS.iter().find(|about| about.name == name).map(|about| about.solver)
    }

    /// The row of the table that describes this solver.
    pub fn about(self) -> &'static About {
        // Rows stand in the order of the variants; a test holds them to it.
        &SOLVERS[self as usize]
    }

    /// The name, as in a query.
    pub fn name(self) -> &'static str {
        self.about().name
    }
}

/// A solver and the options that are its own: all it needs beside a maze and two cells.
///
/// ```
/// use dedale::{generate::backtracker, grid::Square, maze::Maze, rng::{Rng, Stream}, solve::Search};
/// let grid = Square::new(30, 1).unwrap();
/// let mut maze = Maze::closed(grid);
/// backtracker(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// let solution = Search::Bfs.run(&maze, grid.at(0, 0), grid.at(0, 29), false, &mut ())?;
/// assert_eq!(solution.length(), Some(29));
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Search {
    /// See [`bfs`](bfs()).
    Bfs,
    /// See [`dfs`](dfs()).
    Dfs,
    /// See [`astar`](astar()).
    Astar,
    /// See [`bidirectional`](bidirectional()).
    Bidirectional,
    /// See [`dead_end_filling`](dead_end_filling()).
    DeadEndFilling,
    /// See [`wall_follower`](wall_follower()).
    WallFollower {
        /// The hand that is on the wall.
        hand: Hand,
    },
    /// See [`tremaux`](tremaux()).
    Tremaux,
    /// See [`random_mouse`](random_mouse()).
    RandomMouse {
        /// What its choices are drawn from, `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED).
        seed: u64,
    },
}

impl Search {
    /// The solver's name.
    pub fn solver(&self) -> Solver {
        match self {
            Search::Bfs => Solver::Bfs,
            Search::Dfs => Solver::Dfs,
            Search::Astar => Solver::Astar,
            Search::Bidirectional => Solver::Bidirectional,
            Search::DeadEndFilling => Solver::DeadEndFilling,
            Search::WallFollower { .. } => Solver::WallFollower,
            Search::Tremaux => Solver::Tremaux,
            Search::RandomMouse { .. } => Solver::RandomMouse,
        }
    }

    /// Looks for a way from `from` to `to`, and in the end tells `observer` each cell of the path as a [`Step::Path`]. The
    /// [walk](Solution::walk) is kept only when `keep_walk` says so.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer says so.
    ///
    /// # Panics
    ///
    /// When `from` or `to` is not a cell of the maze.
    pub fn run<O: Observer>(
        &self,
        maze: &Maze<Square>,
        from: Cell,
        to: Cell,
        keep_walk: bool,
        observer: &mut O,
    ) -> Result<Solution, O::Stop> {
        let solution = match *self {
            Search::Bfs => bfs(maze, from, to, keep_walk, observer),
            Search::Dfs => dfs(maze, from, to, keep_walk, observer),
            Search::Astar => astar(maze, from, to, keep_walk, observer),
            Search::Bidirectional => bidirectional(maze, from, to, keep_walk, observer),
            Search::DeadEndFilling => dead_end_filling(maze, from, to, keep_walk, observer),
            Search::WallFollower { hand } => wall_follower(maze, from, to, hand, keep_walk, observer),
            Search::Tremaux => tremaux(maze, from, to, keep_walk, observer),
            Search::RandomMouse { seed } => random_mouse(maze, from, to, seed, keep_walk, observer),
        }?;
        for &cell in solution.path().unwrap_or_default() {
            observer.see(Step::Path(cell))?;
        }
        Ok(solution)
    }
}
