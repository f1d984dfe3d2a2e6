//! Solving mazes: [`Solver`] says how each solver works; [`SOLVERS`] is the table of what each promises and costs, and where it is from;
//! [`distances`](distances()) measures from one cell to all others.
//!
//! Every solver takes a maze and two of its cells, and returns a [`Solution`]: a path through passages, since an opening in the outer wall
//! leads nowhere. All solvers are deterministic: sides are looked at in the order of their numbers, and the mouse draws from a seed.

mod astar;
mod best_first;
mod bfs;
mod bidirectional;
mod blind_alley_filling;
mod chain;
mod check;
mod collision;
mod cul_de_sac_filling;
mod dead_end_filling;
mod dfs;
pub mod diagonals;
mod dijkstra;
mod distances;
mod flood;
mod greedy;
mod info;
mod iterative_deepening;
mod lengths;
pub(crate) mod pledge;
mod random_mouse;
mod solution;
#[cfg(feature = "png")]
mod squares;
mod tree;
mod tree_order;
mod tremaux;
mod walk;
mod wall_follower;

pub(crate) use check::side_to;
pub use check::{PathError, PathErrorKind, check_moves, check_path};
pub(crate) use distances::{COST_BYTES, SEARCH_BYTES, cost_steps, search_steps};
pub use distances::{Distances, ExitPath, UNREACHED, costs, distances, exit_paths};
pub use info::{SolverInfo, WalkKind};
pub(crate) use lengths::Lengths;
pub use solution::{GaveUp, Outcome, Solution, State};
#[cfg(feature = "png")]
pub use squares::Traced;
#[cfg(feature = "png")]
pub(crate) use squares::{moved, trace as trace_squares};
pub(crate) use tree_order::TreeOrder;
#[doc(inline)]
pub use wall_follower::Hand;

use std::str::FromStr;

use crate::about::{InvalidValue, normalized_name};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use info::DEFAULTS;

/// The factor by which a search on a [custom](crate::grid::GridKind::Custom) grid may take more bytes than [`SolverInfo::bytes`],
/// [`SEARCH_BYTES`] and [`COST_BYTES`] say: nearly all cells of a tree may be leaves, and wait at the same time.
pub(crate) const TIMES_ON_CUSTOM_GRIDS: u64 = 3;

/// The version of what solvers find and report. It is raised if a path, a walk, a state or a step of any solver changes for the same maze.
///
/// Tests compare the solutions of a version with digests, as they compare mazes by the [generator
/// version](crate::generate::GENERATOR_VERSION).
pub const VERSION: u32 = 1;

/// Writes [`Solver`], [`SOLVERS`] and the calls from a list of variants, their options, and the modules that they are in.
macro_rules! solvers {
    ($($(#[$about:meta])* $variant:ident $({ $($(#[$doc:meta])* $option:ident: $type:ty),* })? => $module:ident),* $(,)?) => {
        /// A solver and its options: everything it needs except a maze and two of its cells.
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
                $(#[$about])*
                $variant $({ $($(#[$doc])* $option: $type),* })?
            ),*
        }

        /// Every solver, in the order of the variants of [`Solver`].
        pub static SOLVERS: &[SolverInfo] = &[$($module::INFO),*];

        impl Solver {
            /// Returns the names of all solvers.
            pub fn names() -> &'static [&'static str] {
                &[$($module::INFO.name),*]
            }

            /// Returns the entry of this solver in the table.
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
    /// Breadth-first search: by distance, until the goal is met.
    ///
    /// Looks at all cells one move away, then at all cells two moves away, and so on, until `to` is among them. So the path is a shortest
    /// one.
    ///
    /// It floods the maze evenly, and has seen every cell nearer than `to` when it arrives. Cells wait in a queue, from which the search
    /// takes one at a time and looks at its neighbors ([`Step::Back`]). A cell is open while it waits, and done afterwards.
    Bfs => bfs,
    /// Depth-first search: walk on while there are new cells, and turn back otherwise.
    ///
    /// Walks to a new cell while there is one, the first in the order of the sides, and turns back otherwise (backtracking).
    ///
    /// In a perfect maze, there is only one path. With loops, the path may wind much more than necessary. The current path is kept in a list,
    /// so no size overflows the call stack. A cell is open while it is on the path, and done when the walk has backed out of it. As a walk
    /// through a maze it is older than its source: see [`Tremaux`](Solver::Tremaux).
    Dfs => dfs,
    /// Iterative deepening: depth-first search of one move, then of two, until the goal is met.
    ///
    /// A depth-first search turns back after one move, then another one after two, and so on.
    ///
    /// Each search sees the cells that are one move farther than those of the search before, so the first one that meets `to` has a shortest
    /// path. It was invented to save memory in game trees. In a maze, where paths are long, it costs a lot of walking: each search walks to
    /// every cell again. With loops, a search could reach a cell by many ways. So the distance of each cell is noted when it is first seen,
    /// and a cell that is reached later than that, or again in the same search, is not entered (A. Reinefeld and T. A. Marsland, "Enhanced
    /// iterative-deepening search", *IEEE Transactions on Pattern Analysis and Machine Intelligence* 16, 1994). A cell is open while it is on
    /// the path, and done when the walk has backed out of it.
    IterativeDeepening => iterative_deepening,
    /// Dijkstra's algorithm: the cell that is the cheapest to reach first.
    ///
    /// Always goes on from the cell that is the cheapest to reach.
    ///
    /// In a maze with [weights](crate::maze::Maze::weights), each move costs the weight of the cell that it enters, and the path is a
    /// cheapest one. Without weights, each move costs the same, so the cheapest cell is the nearest, and the one with the lowest number if
    /// there are several. It then takes every cell that is nearer than the exit, and those as far away that have a lower number;
    /// [`Bfs`](Solver::Bfs) stops when it sees the exit. A cell is open while it waits, and done when it is taken ([`Step::Back`]).
    Dijkstra => dijkstra,
    /// A*: the most promising cell first.
    ///
    /// Always goes on from the cell with the least sum of the moves so far and the fewest that can be left ([`Grid::min_moves`]). In a maze
    /// with [weights](crate::maze::Maze::weights), it finds a cheapest path: each move costs the weight of the cell that it enters, and each
    /// move that can be left costs the weight of the cheapest cell.
    ///
    /// It leans towards `to`. In an open room, it goes almost straight there. In a maze without loops, where the path leads in every
    /// direction, it saves little. Of cells with equal sums, the one with more moves so far is taken first, then the one with the lowest
    /// number. The fewest moves left fall by at most one with each move (they are *consistent*), so no cell is taken twice. A cell is open
    /// while it waits, and done when it is taken ([`Step::Back`]).
    Astar => astar,
    /// Greedy best-first search: the cell that seems nearest to the goal first.
    ///
    /// Always goes on from the cell with the fewest moves that can be left ([`Grid::min_moves`]), whatever the number of moves so far.
    ///
    /// It finds a path if there is one, but not always a shortest one: it runs into every pocket that points towards `to`, and keeps the
    /// first way that it found to a cell. With few walls, it sees fewer cells than [`Astar`](Solver::Astar). Of cells that seem equally near,
    /// the one that was seen last is taken first. On a grid without known distances, it is a depth-first search that sees all neighbors of a
    /// cell at once. A cell is open while it waits in the heap, and done when it is taken ([`Step::Back`]).
    Greedy => greedy,
    /// Breadth-first search from both ends at once.
    ///
    /// The smaller of the two frontiers is moved on by one whole level at a time. If they are equal, it is the other one than last time, and
    /// that of `from` first. All cells up to some distance from each end are then known, and no passage leads from one ball to the other. So
    /// the first such passage, found while the next level is looked at, is on a shortest path. Two small balls have fewer cells than a large
    /// one. If there is no path to `to`, this is proved as soon as either ball cannot grow, which is soon if `to` is walled in. A cell is
    /// open while it is on a frontier, and done afterwards.
    ///
    /// The walk is a tour of both trees, joined where they met, or a tour of the tree of `from` if they did not meet.
    Bidirectional => bidirectional,
    /// Dead-end filling: the maze without its dead ends.
    ///
    /// Fills in every dead end, and every cell that becomes one, except `from` and `to`. Then it finds a shortest path through the rest,
    /// breadth first.
    ///
    /// In a perfect maze, only the path is left. With loops, the path is still a shortest one: a cell is only filled when at most one way
    /// leads on from it, so no path that passes each cell once can pass it, and all shortest paths are left.
    ///
    /// It sees the maze from above: it looks at each cell in order ([`Step::Visit`]), and fills the whole blind alley that ends there
    /// ([`Step::Fill`]). So it sees all cells. A cell is done if it was filled, and open otherwise. The walk is the path, or `from` alone if
    /// there is none.
    DeadEndFilling => dead_end_filling,
    /// Cul-de-sac filling: the maze without dead ends, and without corridors that lead back to where they begin.
    ///
    /// Fills in every dead end and every noose, and everything that becomes one, except `from` and `to`. Then it finds a shortest path
    /// through the rest, breadth first.
    ///
    /// A noose is a corridor that leads back to the junction where it begins. No path that passes each cell once can use it, so all shortest
    /// paths are left. A perfect maze has no nooses, and only the path is left.
    ///
    /// It sees the maze from above, and looks at each cell in order ([`Step::Visit`]). A cell with at most one way is filled
    /// ([`Step::Fill`]), and its only neighbor is looked at next. A cell with two ways joins the corridors on both sides. The ends of each
    /// corridor know each other, so if they lead to the same junction, this is found at once. Then the corridor is filled, and the junction
    /// is looked at next. So the maze is never scanned again, however deeply nooses are nested. It sees all cells. A cell is done if it was
    /// filled, and open otherwise. The walk is the path, or `from` alone if there is none.
    CulDeSacFilling => cul_de_sac_filling,
    /// Blind-alley filling: the maze without the parts that are entered and left through one cell.
    ///
    /// Fills in every blind alley, except `from` and `to`. Then it finds a shortest path through the rest, breadth first.
    ///
    /// A blind alley is any part of the maze, with or without loops, that can only be left through the cell where it is entered. The rest is
    /// exactly the cells of all paths from `from` to `to` that pass each cell once: all cells that [`DeadEndFilling`](Solver::DeadEndFilling)
    /// and [`CulDeSacFilling`](Solver::CulDeSacFilling) leave, or fewer.
    ///
    /// Pullen sends a wall follower down every passage, and fills the passage if the wall follower comes back through it. That takes long,
    /// and works in the plane only. Here, one depth-first walk through the maze finds the cells that separate others from both ends. It
    /// reports each cell that it enters as a [`Step::Visit`], and fills a part ([`Step::Fill`]) when it has been everywhere in it. It sees
    /// all cells. A cell is done if it was filled, and open otherwise. The walk is the path, or `from` alone if there is none.
    BlindAlleyFilling => blind_alley_filling,
    /// The collision solver: water flows from the start, and leaves a wall where it meets itself.
    ///
    /// Floods the maze from `from`, with a wall wherever two streams of water meet. All shortest paths are left, and it takes one of them.
    ///
    /// If water comes into a cell from two sides and flows no further, it has met itself: the cell is filled, since no shortest path leads
    /// through it. So is every dead end, and every cell that becomes either. The rest is exactly the cells of all shortest paths, with `from`
    /// and `to`.
    ///
    /// Pullen floods the maze again and again, until nothing collides. Since no remaining cell gets farther away, it is enough to look at the
    /// cells once more, the farthest first: a cell is filled unless water flowed on from it to a remaining cell. It reports each cell that
    /// the water reaches as a [`Step::Visit`], and each filled cell as a [`Step::Fill`]. A cell is done if it was filled, open if it is left,
    /// and not seen if no water came there. The walk is the path, or `from` alone if there is none.
    Collision => collision,
    /// The chain algorithm: along a line to the exit, and round the walls in between.
    ///
    /// The line is a shortest path on the grid without walls. If a wall stands on it, two robots follow that wall in turns, one with the left
    /// hand on it and one with the right, until one of them meets the line at a place that is nearer to `to`. The search goes on from there.
    /// So a maze is solved like a chain of smaller ones, and most paths are short.
    ///
    /// A flat maze is always solved: the line is on the other side of the wall, comes back to this side somewhere, and the wall leads there.
    /// On grids with joined edges, floors or tunnels it may not, and the search gives up when both robots are about to repeat their first
    /// moves. A cell is done when a robot, or the search itself, has moved on from it ([`Step::Back`]). The path leads to `to` through the
    /// cells from which others were seen first.
    Chain => chain,
    /// The hand rule: one hand on the wall, all the way.
    ///
    /// It begins as if it had come in through the first opening of `from` in the outer wall, or else from the west, looking east. In a maze
    /// without loops, the rule leads along every wall, and so to every cell that can be reached. With loops, it may go around an island
    /// forever, or around the wall that encloses `to`. It gives up when it is about to repeat its first move. Each move determines both the
    /// next and the previous one, so the first move is the first to be repeated, and no other need be remembered. The path is its way without
    /// loops. A cell is open while it is on the way, and done when a loop or a dead end that it was on has been walked past.
    ///
    /// Right and left are as expected if the sides of a cell are numbered clockwise, as on [`Square`](crate::grid::Square). On other grids,
    /// the rule follows the order of the sides, and also leads through every cell of a maze without loops.
    WallFollower {
        /// The hand on the wall.
        hand: Hand
    } => wall_follower,
    /// Pledge's algorithm: walk in one direction, and along walls until as many turns were made to the left as to the right.
    ///
    /// It needs no memory except a number. Walk to the east. At a wall, turn right, keep the left hand on the wall, and count the turns: one
    /// more for each to the right, one less for each to the left. When the count is zero again, and only then, leave the wall, and walk on to
    /// the east. A [wall follower](Solver::WallFollower) may go around an island forever. Here, the count is always zero again once around an
    /// island, and never once around the inside of a wall. So from anywhere in a flat maze, with loops or without, it gets to the outer wall,
    /// follows it, and finds an exit there. In a maze without loops, all walls are one, and it gets to every cell.
    ///
    /// This works on every grid whose sides have a [direction](Grid::direction). East is the side whose direction is the nearest to it, and
    /// turns are counted as full rounds. Stairs have no direction, nor do custom grids without polygons: from there on, it keeps its hand on
    /// the wall, like a wall follower.
    ///
    /// It gives up when it is about to repeat its moves: when it leaves a wall where it left one before, or has been all around a wall
    /// without leaving it. It also gives up after eight moves for each cell; in mazes of many kinds, there were three at most. The path is
    /// its way without loops. A cell is open while it is on the way, and done when a loop or a dead end that it was on has been walked past.
    Pledge => pledge,
    /// Trémaux's rules: marks on the passages, and no memory.
    ///
    /// Anyone can follow these rules in a real maze by marking passages:
    ///
    /// 1. Mark each passage every time you walk through it, and never walk through a passage with two marks.
    /// 2. In a place where you have not been before, take any new passage. At the end of a blind alley, turn around.
    /// 3. If you come through a new passage to a place where you have been, turn around at once.
    /// 4. If you come back through a passage that now has two marks, take a new passage if there is one, and else one with one mark.
    ///
    /// The walk never gets lost, goes through each passage at most once in each direction, and comes back to where it began if there is no
    /// path. On arrival, the passages with one mark are the path. "Any new passage" is here the first one in the order of the sides. In a
    /// maze without loops, it walks like [`Dfs`](Solver::Dfs). With loops, it visits places again, since it cannot know them from afar. A
    /// cell is open while it is on the way, and done when the walk has backed out of it for good.
    Tremaux => tremaux,
    /// Flood fill, as in a micromouse: towards the exit, as if there were only the walls that it has seen.
    ///
    /// A micromouse knows the grid and the place of `to`, and sees the walls of each cell when it enters it.
    ///
    /// Every cell has a number: the moves left from it, if there are only the walls that were seen. The mouse goes to the neighbor with the
    /// lowest number, the first of several in the order of the sides. A new wall may raise numbers: those that are not one more than the
    /// lowest one of a neighbor are removed, the lowest first, and filled in again from the numbers around them, like water. If the mouse
    /// itself is left without a number, there is no path to `to`. The path is its way without loops, and need not be a shortest one, since
    /// cells that it has not seen may be nearer. A cell is open while it is on the way, and done when a loop or a dead end that it was on has
    /// been walked past.
    Flood => flood,
    /// The random mouse: no plan, no memory, and time.
    ///
    /// It runs along corridors, takes a random passage at junctions, and turns around only in dead ends.
    ///
    /// Each passage except the one that it came through is equally likely. The path is its way without loops. It proves nothing about what it
    /// does not find: after `30 × cells^1.5` moves, or ten million, it gives up, which may happen in a large maze that has a path. It takes
    /// the longest in mazes by Prim's or Wilson's algorithm, with a twentieth of these moves on average. A cell is open while it is on the
    /// way, and done when a loop or a dead end that it was on has been walked past.
    RandomMouse {
        /// The seed of its choices, `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED).
        seed: u64
    } => random_mouse,
}

/// The input of every solver.
pub(crate) struct Search<'a, G> {
    pub(crate) maze: &'a Maze<G>,
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) keep_walk: bool,
}

impl<G> Search<'_, G> {
    /// Returns true if the search begins or ends at this cell.
    #[inline]
    fn has_end(&self, cell: Cell) -> bool {
        cell == self.from || cell == self.to
    }
}

impl Solver {
    /// Returns the solver with this name, with the default of every option.
    pub(crate) fn from_name(name: &str) -> Option<Solver> {
        SOLVERS.iter().find(|info| info.name == name).map(|info| info.solver)
    }

    /// Returns the name, as in options.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// Returns the default solver of a maze: breadth-first search, Dijkstra's algorithm if it has weights, and A* if [moves across
    /// corners](diagonals) are √2 long.
    ///
    /// ```
    /// use dedale::{Maze, Solver};
    /// let maze = Maze::builder().size(9, 9).seed(7).build()?;
    /// assert_eq!(Solver::recommended_for(&maze), Solver::Bfs);
    /// # Ok::<(), dedale::options::MakeError>(())
    /// ```
    pub fn recommended_for<G: Grid>(maze: &Maze<G>) -> Solver {
        Solver::recommended(maze.weights().is_some(), G::HAS_DIAGONALS)
    }

    /// Returns what [`recommended_for`](Self::recommended_for) will return for a maze that is not made yet.
    #[doc(hidden)]
    pub fn recommended(is_weighted: bool, has_diagonals: bool) -> Solver {
        match (has_diagonals, is_weighted) {
            (true, _) => Solver::Astar,
            (false, true) => Solver::Dijkstra,
            (false, false) => Solver::Bfs,
        }
    }

    /// Returns the name and the value of each option.
    ///
    /// ```
    /// use dedale::solve::{Hand, Solver};
    /// let solver = Solver::WallFollower { hand: Hand::Left };
    /// assert!(solver.options().eq([("hand", "left".to_owned())]));
    /// ```
    pub fn options(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.info().options.iter().map(|option| (option.name, (option.get)(self)))
    }

    /// Finds a path from `from` to `to`. The solution has no [walk](Solution::walk).
    ///
    /// # Panics
    ///
    /// Panics if `from` or `to` is not a cell of the maze.
    ///
    /// ```
    /// use dedale::{grid::Square, maze::Maze, solve::{Outcome, Solver}};
    /// let grid = Square::new(2, 1).unwrap();
    /// let solution = Solver::Dfs.solve(&Maze::closed(grid), grid.at(0, 0), grid.at(0, 1));
    /// assert_eq!(solution.outcome, Outcome::Unreachable);
    /// ```
    pub fn solve<G: Grid>(&self, maze: &Maze<G>, from: Cell, to: Cell) -> Solution {
        let Ok(solution) = self.solve_observed(maze, from, to, &mut ());
        solution
    }

    /// [Solves](Self::solve) a maze, and reports each step to `observer`, and in the end each cell of the path as a [`Step::Path`].
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] if the observer stops the search.
    ///
    /// # Panics
    ///
    /// Panics if `from` or `to` is not a cell of the maze.
    pub fn solve_observed<G: Grid, O: Observer>(
        &self,
        maze: &Maze<G>,
        from: Cell,
        to: Cell,
        observer: &mut O,
    ) -> Result<Solution, O::Stop> {
        self.run(maze, from, to, false, observer)
    }

    /// [Solves](Self::solve_observed) a maze, and keeps the [walk](Solution::walk), which takes four bytes for each move.
    ///
    /// ```
    /// use dedale::{Maze, Solver};
    /// let maze = Maze::builder().size(9, 9).seed(7).build()?;
    /// let (from, to) = (maze.grid().at(0, 0), maze.grid().at(8, 8));
    /// let Ok(solution) = Solver::Tremaux.walk(&maze, from, to, &mut ());
    /// let walk = solution.walk.unwrap_or_default();
    /// assert_eq!((walk.first(), walk.last()), (Some(&from), Some(&to)));
    /// # Ok::<(), dedale::options::MakeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] if the observer stops the search.
    ///
    /// # Panics
    ///
    /// Panics if `from` or `to` is not a cell of the maze.
    pub fn walk<G: Grid, O: Observer>(
        &self,
        maze: &Maze<G>,
        from: Cell,
        to: Cell,
        observer: &mut O,
    ) -> Result<Solution, O::Stop> {
        self.run(maze, from, to, true, observer)
    }

    fn run<G: Grid, O: Observer>(
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

    /// Parses the name of a solver. Case is ignored, and `_` is the same as `-`.
    ///
    /// ```
    /// use dedale::solve::Solver;
    /// assert_eq!("Dead_End_Filling".parse(), Ok(Solver::DeadEndFilling));
    /// ```
    fn from_str(text: &str) -> Result<Solver, InvalidValue> {
        let found = Solver::from_name(text).or_else(|| Solver::from_name(&normalized_name(text)));
        found.ok_or_else(|| InvalidValue::unknown(Solver::names()))
    }
}
