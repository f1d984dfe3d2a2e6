//! Information about a solver: names, texts for people, properties and costs.

use super::Solver;
use crate::about::{Growth, OptionInfo, named};

/// Information about a solver: an entry of [`SOLVERS`](super::SOLVERS).
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SolverInfo {
    /// The solver, with the default of every option.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub solver: Solver,
    /// The name, as in options.
    pub name: &'static str,
    /// The name in prose.
    pub title: &'static str,
    /// A description in a sentence or two.
    pub description: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo<Solver>],
    /// True if its path is always a shortest one. In a maze without loops, there is only one path.
    pub shortest: bool,
    /// True if its path is a cheapest one in a maze with [weights](crate::maze::Maze::weights). Other solvers ignore weights.
    #[cfg_attr(feature = "serde", serde(rename = "weights"))]
    pub knows_weights: bool,
    /// True if it needs more memory for larger mazes, or makes marks in them. Other solvers only need to know where they are.
    pub needs_memory: bool,
    /// True if it also finds a path in mazes with loops, if there is one.
    pub solves_loops: bool,
    /// The kind of its [`Solution::walk`](super::Solution::walk).
    pub walk: WalkKind,
    /// True if seen cells wait until the search takes them, one at a time, and goes on from there. It reports a
    /// [`Visit`](crate::observe::Step::Visit) when a cell begins to wait, and a [`Back`](crate::observe::Step::Back) when it is taken.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub has_frontier: bool,
    /// Expected time, in terms of `n` cells.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub time: &'static str,
    /// Memory in addition to the maze, in terms of `n` cells.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub memory: &'static str,
    /// The approximate number of steps to search a whole maze with this many cells, as in
    /// [`Estimate::steps`](crate::estimate::Estimate::steps).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub steps: Growth,
    /// The largest number of bytes of memory for each cell during the search, in addition to the maze and the walk.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub bytes: u64,
    /// The largest number of cells in its walk, in a maze with this many cells on any grid. If cells have eight sides, a solver that walks
    /// each passage in both directions makes twice as many moves as on squares.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub longest_walk: Growth,
    /// When it gives up although there may be a path; empty if it never does.
    pub limits: &'static str,
    /// The source of the algorithm.
    pub source: &'static str,
}

named! {
    /// The kind of [walk](super::Solution::walk) that a solver makes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
    #[non_exhaustive]
    pub enum WalkKind {
        /// The solver walks through the maze, and the walk is its moves.
        Moves = "moves",
        /// The solver searches without walking, and the walk is a tour of what it searched: into every dead branch and back out, and into the
        /// branch with the goal last.
        Tour = "tour",
        /// The solver sees the maze from above, and the walk is its path.
        Path = "path",
    }
}

/// What most entries share.
pub(super) const DEFAULTS: SolverInfo = SolverInfo {
    solver: Solver::Bfs,
    name: "",
    title: "",
    description: "",
    options: &[],
    shortest: false,
    knows_weights: false,
    needs_memory: true,
    solves_loops: true,
    walk: WalkKind::Tour,
    has_frontier: false,
    time: "O(n)",
    memory: "O(n)",
    steps: Growth::Linear(4),
    bytes: 10,
    longest_walk: Growth::Linear(2),
    limits: "",
    source: "",
};
