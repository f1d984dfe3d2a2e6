//! Solving mazes: a module for each solver, which says what it does, what it takes and where it is from; [`Solver`], which runs them; the
//! table of what there is to know of them, [`SOLVERS`]; and the distances from one cell to all others.
//!
//! Every solver takes a maze and two of its cells, and returns a [`Solution`]: a path through passages alone, since an opening in
//! the outer wall leads nowhere. All are deterministic: sides are looked at in the order of their numbers, and the mouse draws from a
//! seed. The table says how much time and memory each takes, and where it is from.

pub mod astar;
mod best_first;
pub mod bfs;
pub mod bidirectional;
pub mod blind_alley_filling;
pub mod chain;
mod check;
pub mod collision;
pub mod cul_de_sac_filling;
pub mod dead_end_filling;
pub mod dfs;
pub mod diagonals;
pub mod dijkstra;
mod distances;
pub mod flood;
pub mod greedy;
mod info;
pub mod iterative_deepening;
mod lengths;
mod pairs;
pub mod pledge;
pub mod random_mouse;
mod solution;
#[cfg(feature = "png")]
mod squares;
mod tree;
pub mod tremaux;
pub mod wall_follower;
mod way;

pub(crate) use check::side_to;
pub use check::{Failure, Reason, follow, trace};
pub(crate) use distances::{COST_BYTES, SEARCH_BYTES, cost_steps, search_steps};
pub use distances::{Distances, ExitPath, UNREACHED, costs, distances, exit_paths};
pub use info::{SolverInfo, WalkKind};
pub(crate) use lengths::Lengths;
pub(crate) use pairs::Pairs;
pub use solution::{GaveUp, Outcome, Solution, State};
#[cfg(feature = "png")]
pub use squares::{Traced, middle_path};
#[cfg(feature = "png")]
pub(crate) use squares::{moved, trace as trace_squares};
#[doc(inline)]
pub use wall_follower::Hand;

use std::str::FromStr;

use crate::about::{InvalidValue, plain_name};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use info::PLAIN;

/// How many times as many bytes a search takes at most on a [custom](crate::grid::GridKind::Custom) grid as [`SolverInfo::bytes`],
/// [`SEARCH_BYTES`] and [`COST_BYTES`] say: nearly all cells of a tree may be leaves, and wait at the same time.
pub(crate) const TIMES_ON_CUSTOM_GRIDS: u64 = 3;

/// The version of what solvers find and report: raised when, for the same maze, a path, a walk, a state or a step of any solver
/// changes.
///
/// The solutions of one version are held to digests by the tests, as mazes are by the
/// [generator version](crate::generate::GENERATOR_VERSION).
pub const VERSION: u32 = 1;

/// Writes [`Solver`], [`SOLVERS`] and the calls from a list of variants, their options, and the modules that they are in.
macro_rules! solvers {
    ($($variant:ident $({ $($(#[$doc:meta])* $option:ident: $type:ty),* })? => $module:ident),* $(,)?) => {
        /// A solver and its options: all it needs beside a maze and two of its cells.
        ///
        /// ```
        /// use dedale::{generate::Algorithm, grid::Square, solve::Solver};
        /// let grid = Square::new(30, 1).unwrap();
        /// let maze = Algorithm::Backtracker.generate(grid, 7);
        /// let solution = Solver::Bfs.solve(&maze, grid.at(0, 0), grid.at(0, 29));
        /// assert_eq!(solution.length(), Some(29));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
        #[non_exhaustive]
        pub enum Solver {
            $(
                #[doc = concat!("See [`", stringify!($module), "`].")]
                $variant $({ $($(#[$doc])* $option: $type),* })?
            ),*
        }

        /// Every solver, in the order of the variants of [`Solver`].
        pub static SOLVERS: &[SolverInfo] = &[$($module::INFO),*];

        impl Solver {
            /// The name of every solver.
            pub fn names() -> &'static [&'static str] {
                &[$($module::INFO.name),*]
            }

            /// What the table says of this solver.
            pub fn info(&self) -> &'static SolverInfo {
                match self {
                    $(Solver::$variant { .. } => &$module::INFO),*
                }
            }

            fn find<G: Grid, O: Observer>(&self, search: &Search<'_, G>, observer: &mut O) -> Result<Solution, O::Stop> {
                match *self {
                    $(
                        Solver::$variant $({ $($option),* })? => $module::$module(search, $($($option,)*)? observer),
                    )*
                }
            }
        }
    };
}

solvers! {
    Bfs => bfs,
    Dfs => dfs,
    IterativeDeepening => iterative_deepening,
    Dijkstra => dijkstra,
    Astar => astar,
    Greedy => greedy,
    Bidirectional => bidirectional,
    DeadEndFilling => dead_end_filling,
    CulDeSacFilling => cul_de_sac_filling,
    BlindAlleyFilling => blind_alley_filling,
    Collision => collision,
    Chain => chain,
    WallFollower {
        /// The hand that is on the wall.
        hand: Hand
    } => wall_follower,
    Pledge => pledge,
    Tremaux => tremaux,
    Flood => flood,
    RandomMouse {
        /// What its choices are drawn from, `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED).
        seed: u64
    } => random_mouse,
}

/// What every solver is given.
pub(crate) struct Search<'a, G> {
    pub(crate) maze: &'a Maze<G>,
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) keep_walk: bool,
}

impl<G> Search<'_, G> {
    /// Whether it begins or ends at this cell.
    #[inline]
    fn has_end(&self, cell: Cell) -> bool {
        cell == self.from || cell == self.to
    }
}

impl Solver {
    /// The solver with this name, with the default of every option.
    pub(crate) fn from_name(name: &str) -> Option<Solver> {
        SOLVERS.iter().find(|info| info.name == name).map(|info| info.solver)
    }

    /// The name, as in text.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// The solver that is taken where none is named: breadth-first search, Dijkstra's algorithm for a maze with weights, and A* where
    /// [moves across corners](diagonals) are √2 long.
    pub fn recommended(is_weighted: bool, has_diagonals: bool) -> Solver {
        match (has_diagonals, is_weighted) {
            (true, _) => Solver::Astar,
            (false, true) => Solver::Dijkstra,
            (false, false) => Solver::Bfs,
        }
    }

    /// The name and the value of each option.
    ///
    /// ```
    /// use dedale::solve::{Hand, Solver};
    /// let solver = Solver::WallFollower { hand: Hand::Left };
    /// assert!(solver.options().eq([("hand", "left".to_owned())]));
    /// ```
    pub fn options(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.info().options.iter().map(|option| (option.name, (option.get)(self)))
    }

    /// Looks for a way from `from` to `to`.
    ///
    /// # Panics
    ///
    /// When `from` or `to` is not a cell of the maze.
    ///
    /// ```
    /// use dedale::{grid::Square, maze::Maze, solve::{Outcome, Solver}};
    /// let grid = Square::new(2, 1).unwrap();
    /// let solution = Solver::Dfs.solve(&Maze::closed(grid), grid.at(0, 0), grid.at(0, 1));
    /// assert_eq!(solution.outcome, Outcome::Unreachable);
    /// ```
    pub fn solve<G: Grid>(&self, maze: &Maze<G>, from: Cell, to: Cell) -> Solution {
        let Ok(solution) = self.run(maze, from, to, false, &mut ());
        solution
    }

    /// [`solve`](Self::solve), reported to `observer` step by step, and in the end each cell of the path as a [`Step::Path`].
    /// `keep_walk` says whether the solution has the [walk](Solution::walk), which takes four bytes for each move.
    pub fn run<G: Grid, O: Observer>(
        &self,
        maze: &Maze<G>,
        from: Cell,
        to: Cell,
        keep_walk: bool,
        observer: &mut O,
    ) -> Result<Solution, O::Stop> {
        let solution = self.find(&Search { maze, from, to, keep_walk }, observer)?;
        for &cell in solution.path().unwrap_or_default() {
            observer.see(Step::Path(cell))?;
        }
        Ok(solution)
    }
}

impl FromStr for Solver {
    type Err = InvalidValue;

    /// Finds the solver by its name. Upper and lower case mean the same, and so do `_` and `-`.
    ///
    /// ```
    /// use dedale::solve::Solver;
    /// assert_eq!("Dead_End_Filling".parse(), Ok(Solver::DeadEndFilling));
    /// ```
    fn from_str(text: &str) -> Result<Solver, InvalidValue> {
        let found = Solver::from_name(text).or_else(|| Solver::from_name(&plain_name(text)));
        found.ok_or_else(|| InvalidValue::unknown(Solver::names()))
    }
}
