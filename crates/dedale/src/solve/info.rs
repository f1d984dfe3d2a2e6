//! What the table of solvers says of each: names, texts for people, what each promises, needs and costs.

use super::Solver;
use crate::about::{Growth, OptionInfo, named};

/// What the table of [`SOLVERS`](super::SOLVERS) says of one solver.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct SolverInfo {
    /// The solver, with the default of every option.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub solver: Solver,
    /// The name, as in text.
    pub name: &'static str,
    /// The name, as in a book.
    pub title: &'static str,
    /// How it searches, in a sentence or two.
    pub description: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo<Solver>],
    /// Whether its path is always a shortest one. In a maze without loops there is only one path.
    pub shortest: bool,
    /// Whether its path is a cheapest one in a maze with [weights](crate::maze::Maze::weights). All others take no notice of these.
    #[cfg_attr(feature = "serde", serde(rename = "weights"))]
    pub knows_weights: bool,
    /// Whether it needs more memory for larger mazes, or marks in them; others only need to know where they are.
    pub needs_memory: bool,
    /// Whether it finds a way in mazes with loops, too, wherever there is one.
    pub solves_loops: bool,
    /// What [`Solution::walk`](super::Solution::walk) is.
    pub walk: WalkKind,
    /// Whether cells that were seen wait until the search takes them up, one at a time, to look on from there: it reports a
    /// [`Visit`](crate::observe::Step::Visit) when a cell begins to wait, and a [`Back`](crate::observe::Step::Back) when it is taken up.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub has_frontier: bool,
    /// Time, in terms of `n` cells.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub time: &'static str,
    /// Memory beside the maze, in terms of `n` cells.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub memory: &'static str,
    /// The approximate number of steps to search a whole maze with this many cells, as in
    /// [`Estimate::steps`](crate::estimate::Estimate::steps).
    #[cfg_attr(feature = "serde", serde(skip))]
    pub steps: Growth,
    /// How many bytes of memory a cell takes at most while the maze is searched, beside the maze and the walk.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub bytes: u64,
    /// The most cells its walk has in a maze with this many cells, on any grid: where a cell has eight sides, a solver that walks each
    /// passage in both directions makes twice as many moves as on squares.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub longest_walk: Growth,
    /// When it gives up although there may be a way; empty when it never does.
    pub limits: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

named! {
    /// The kind of [walk](super::Solution::walk) that a solver makes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
    #[non_exhaustive]
    pub enum WalkKind {
        /// The solver walks through the maze, and these are its moves.
        Moves = "moves",
        /// The solver searches without walking, and this is a tour of what it searched: every dead branch in and back out, the branch
        /// with the goal last.
        Tour = "tour",
        /// The solver sees the maze from above, and this is its path.
        Path = "path",
    }
}

/// What most solvers have in common, for an `INFO` to begin with.
pub(super) const PLAIN: SolverInfo = SolverInfo {
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
