//! Solving mazes: [`Solver`], which says what each solver does; [`SOLVERS`], the table of what each promises, costs and is from; and the
//! distances from one cell to all others.
//!
//! Every solver takes a maze and two of its cells, and returns a [`Solution`]: a path through passages alone, since an opening in
//! the outer wall leads nowhere. All are deterministic: sides are looked at in the order of their numbers, and the mouse draws from a
//! seed. The table says how much time and memory each takes, and where it is from.

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
mod pairs;
pub(crate) mod pledge;
mod random_mouse;
mod solution;
#[cfg(feature = "png")]
mod squares;
mod tree;
mod tremaux;
mod walk;
mod wall_follower;

pub(crate) use check::side_to;
pub use check::{Failure, FailureReason, follow, trace};
pub(crate) use distances::{COST_BYTES, SEARCH_BYTES, cost_steps, search_steps};
pub use distances::{Distances, ExitPath, UNREACHED, costs, distances, exit_paths};
pub use info::{SolverInfo, WalkKind};
pub(crate) use lengths::Lengths;
pub(crate) use pairs::Pairs;
pub use solution::{GaveUp, Outcome, Solution, State};
#[cfg(feature = "png")]
pub use squares::Traced;
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
    ($($(#[$about:meta])* $variant:ident $({ $($(#[$doc:meta])* $option:ident: $type:ty),* })? => $module:ident),* $(,)?) => {
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
                $(#[$about])*
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
    /// Breadth-first search: by distance, until the goal is met.
    ///
    /// Looks at all cells one move away, then at all two moves away, until `to` is among them. So the path is a shortest one.
    ///
    /// It floods the maze evenly, and has seen every cell that is nearer than `to` when it arrives. A cell is done when it was looked
    /// on from, and open while it waits in the queue; [`Step::Back`] says which is taken from the queue.
    Bfs => bfs,
    /// Depth-first search: walk on while there is something new, else turn back.
    ///
    /// Walks to a new cell, the first in the order of the sides, while there is one, else turns back (backtracking).
    ///
    /// In a perfect maze the path is the only one; with loops it may wind much more than it must. The way walked is kept in a list,
    /// so no size overflows the call stack. A cell is done when the walk has backed out of it, and open while it is on the way. As a walk
    /// through a maze it is older than its source: see [`Tremaux`](Solver::Tremaux).
    Dfs => dfs,
    /// Iterative deepening: depth-first search of one move, then of two, until the exit is met.
    ///
    /// A depth-first search turns back after one move, then another one after two, and so on.
    ///
    /// Each search sees the cells that are one move farther than those of the search before, and so the first that meets `to` has a
    /// shortest path. What was meant to save memory in game trees costs a lot of walking in a maze, where the path is long: every cell is
    /// walked to again in each search. With loops, a cell could be met by many ways in each. Therefore the distance of each cell is noted
    /// when it is first seen, which is that of the search then; a cell that is met later than that, or again in the same search, is not
    /// entered (A. Reinefeld and T. A. Marsland, "Enhanced iterative-deepening search", *IEEE Transactions on Pattern Analysis and Machine
    /// Intelligence* 16, 1994). A cell is open while it is on the way, and done when the walk has backed out of it.
    IterativeDeepening => iterative_deepening,
    /// Dijkstra's algorithm: the cell that is the cheapest to reach first.
    ///
    /// Always looks on from the cell that is the cheapest to reach.
    ///
    /// In a maze with [weights](crate::maze::Maze::weights) each move costs the weight of the cell that it enters, and the path is a cheapest
    /// one. Where there are none each move costs the same, so the cheapest cell is the nearest, and of several that with the lowest number. It looks on from the
    /// same cells then as [`Bfs`](Solver::Bfs) does, and also from those that are as far away as the exit and have a lower number. A cell is
    /// done when it was looked on from, and open while it waits; [`Step::Back`] says which is taken.
    Dijkstra => dijkstra,
    /// A*: the most promising cell first.
    ///
    /// Always looks on from the cell whose moves so far, together with the fewest that can be left ([`Grid::min_moves`]), are the least. In
    /// a maze with [weights](crate::maze::Maze::weights) it finds a cheapest path: each move costs the weight of the cell that it enters, and
    /// of those that can be left as much as the cheapest cell.
    ///
    /// It leans towards `to`. In an open room it goes almost straight there; in a maze without loops, where the way leads off in every
    /// direction, it saves little. Of cells that promise the same, the one with more moves behind it goes first, and of those the one
    /// with the lowest number. The promise never falls by more than one a move (it is *consistent*), so no cell need be looked on from
    /// twice. A cell is done when it was looked on from, and open while it waits;
    /// [`Step::Back`] says which is taken.
    Astar => astar,
    /// Greedy best-first search: the cell that seems nearest to the goal first.
    ///
    /// Always looks on from the cell from which the fewest moves can be left
    /// ([`Grid::min_moves`]), however many lead there.
    ///
    /// It always finds a way if there is one, but not always a shortest one: it runs into every pocket that points towards `to`, and
    /// keeps the first way that it found to a cell. With few walls it sees fewer cells than [`Astar`](Solver::Astar) does. Of cells
    /// that seem equally near, the one that was seen last goes first. On a grid that knows no distances, it is a depth-first search
    /// that sees all neighbors of a cell at once. A cell is done when it was looked on from, and open while it waits in the heap;
    /// [`Step::Back`] says which is taken.
    Greedy => greedy,
    /// Breadth-first search from both ends at once.
    ///
    /// Of the two frontiers the smaller is always moved on by one whole level; when they are equal, the other than last time, and that
    /// of `from` first. All cells up to some distance from either end are known then, and no passage leads from one ball to the other;
    /// so the first that does, while the next level is looked at, is on a shortest path. Two small balls hold fewer cells than a large
    /// one. Where no way leads to `to`, it is proved as soon as either ball has nowhere to grow, which is soon if `to` is walled in. A
    /// cell is done when it was looked on from, and open while it is on a frontier.
    ///
    /// The walk is the tour of both trees, joined where they met; where they did not, it is that of `from`'s alone.
    Bidirectional => bidirectional,
    /// Dead-end filling: what is left when every dead end is gone.
    ///
    /// Fills in every dead end, and whatever becomes one by that, but neither `from` nor `to`; then looks for a shortest path through what
    /// is left, breadth first.
    ///
    /// In a perfect maze nothing is left but the path. With loops the path is still a shortest one: a cell is only filled when at most
    /// one way leads on from it, so no path that passes each cell once can pass it, and all shortest paths are left standing.
    ///
    /// It sees the maze from above: it looks at each cell in turn ([`Step::Visit`]) and fills the whole blind alley that ends there
    /// ([`Step::Fill`]). So all cells are seen; one is done when it was filled, and open when it was left standing. Its walk is the path
    /// itself, and `from` alone where there is none.
    DeadEndFilling => dead_end_filling,
    /// Cul-de-sac filling: what is left when every dead end is gone, and every corridor that leads back to where it begins.
    ///
    /// Fills in every dead end and every noose, and whatever becomes one by that, but neither `from` nor `to`; then looks for a shortest path
    /// through what is left, breadth first.
    ///
    /// A noose is a corridor that leads back to the junction where it begins. No path that passes each cell once can use it, and all
    /// shortest paths are left standing. In a perfect maze there are none, and nothing is
    /// left but the path.
    ///
    /// It sees the maze from above, and looks at each cell in turn ([`Step::Visit`]). A cell with at most one way is filled
    /// ([`Step::Fill`]), and the only cell beside it looked at next. A cell with two ways joins the corridors on both sides; the ends of
    /// each corridor know each other, so that it is found at once when they lead to the same junction. Then the corridor is filled, and
    /// the junction looked at next. So it never scans the maze again, however deep nooses hang in one another. All cells are seen; one is
    /// done when it was filled, and open when it was left standing. Its walk is the path itself, and `from` alone where there is none.
    CulDeSacFilling => cul_de_sac_filling,
    /// Blind-alley filling: what is left when everything is gone that is entered and left by the same cell.
    ///
    /// Fills in every blind alley, but neither `from` nor `to`; then looks for a shortest path through what is left, breadth first.
    ///
    /// A blind alley is any part of the maze, with or without loops, that can only be left by the cell where it was entered. What is left
    /// are exactly the cells of all paths from `from` to `to` that pass each cell once: all that
    /// [`DeadEndFilling`](Solver::DeadEndFilling) and [`CulDeSacFilling`](Solver::CulDeSacFilling) leave, or fewer.
    ///
    /// Pullen sends a wall follower down every passage, and fills it if the wall follower comes back by it. That takes long, and works in
    /// the plane only. Here one walk through the maze, depth first, finds out which cells separate others from both ends. It reports each
    /// cell that it comes to as a [`Step::Visit`], and fills a part ([`Step::Fill`]) as soon as it has been everywhere in it. All cells are
    /// seen; one is done when it was filled, and open when it was left standing. Its walk is the path itself, and `from` alone where there
    /// is none.
    BlindAlleyFilling => blind_alley_filling,
    /// The collision solver: water from the start, and a wall wherever it meets itself.
    ///
    /// Floods the maze from `from`, with a wall wherever two columns of water meet. So all shortest paths are left, and it takes one of them.
    ///
    /// Water that comes from two sides and flows no further has met itself: the cell is filled, since no shortest path leads through it.
    /// So is every dead end, and every cell that becomes one of both by that. What is left are exactly the cells of all shortest paths,
    /// and those of `from` and `to`.
    ///
    /// Pullen floods the maze again and again, until nothing collides. Since nothing that is left becomes farther away by that, it is
    /// enough to look at the cells once more, the farthest first: a cell is filled unless water flowed on from it to one that is left. Each
    /// cell that the water reaches is a [`Step::Visit`], and each that is filled a [`Step::Fill`]. A cell is done when it was filled, open
    /// when it was left standing, and not seen where no water came. Its walk is the path that is taken, and `from` alone where there is
    /// none.
    Collision => collision,
    /// The chain algorithm: along a line to the exit, and round the walls in between.
    ///
    /// The line is a shortest way on the grid without walls. Where a wall stands on it, two robots follow that wall in turns, one with the
    /// left hand on it and one with the right, until one of them meets the line at a place that is nearer to `to`. The search goes on from
    /// there. So a maze is solved like a chain of smaller ones, and most paths are short.
    ///
    /// A flat maze is always solved: the line is on the other side of the wall, comes back to this side somewhere, and the wall leads
    /// there. On grids with joined edges, floors or tunnels it may not, and the search gives up when both robots are about to repeat their
    /// first moves. A cell is done when a robot, or the search itself, has moved on from it; [`Step::Back`] says from which. The path leads
    /// to `to` by those cells from which others were seen first.
    Chain => chain,
    /// The hand rule: one hand on the wall, all the way.
    ///
    /// It begins as if it had come in by the first opening of `from` in the outer wall, or else from the west, looking east.
    /// In a maze without loops the rule leads along every wall, and so to every cell that there is a way to. With loops it may go
    /// round an island for ever, or round the wall that `to` is an island in; it gives up when it is about to repeat its first move.
    /// Each move determines the one before it as it does the one after, so that the first move is the first to be repeated, and no
    /// other need be remembered. The path is its way with the loops erased. A cell is open while it is on the way, and done when a
    /// loop or a dead end that it was on has been walked past.
    ///
    /// Right and left mean what they say where the sides of a cell are numbered in clockwise order, as on
    /// [`Square`](crate::grid::Square). On other grids the same holds: the rule follows the order of the sides, and leads through every
    /// cell of a maze without loops.
    WallFollower {
        /// The hand that is on the wall.
        hand: Hand
    } => wall_follower,
    /// Pledge's algorithm: always in one direction, and along walls until as many turns were made to the left as to the right.
    ///
    /// It needs no memory but a number. Walk to the east. At a wall turn right, keep the left hand on the wall, and count the turns: one more
    /// for each to the right, one less for each to the left. When the count is zero again, and only then, leave the wall and walk on to the east. A
    /// [wall follower](Solver::WallFollower) may go round an island for ever; here the count is never zero again once round the inside
    /// of a wall, and always is once round an island. So from anywhere in a flat maze, with loops or without, it comes to the outer wall,
    /// follows it, and finds an exit there. In a maze without loops all walls are one, and it comes to every cell.
    ///
    /// On every grid whose sides have a [direction](Grid::direction), east is the side whose direction is the nearest to it, and turns are
    /// counted as full rounds. Stairs have none, nor has a custom grid without polygons: from there on it keeps its hand on the wall, as a
    /// wall follower does.
    ///
    /// It gives up when it is about to repeat its moves. That is so when it leaves a wall where it left one before, or has been all round
    /// a wall without leaving it. It also gives up after eight moves for each cell, which in mazes of many kinds were three at most. The path
    /// is its way with the loops erased. A cell is open while it is on the way, and done when a loop or a dead end that it was on has been
    /// walked past.
    Pledge => pledge,
    /// Trémaux's rules: marks on the passages, and no memory.
    ///
    /// Anyone can follow these rules in a real maze by marking passages:
    ///
    /// 1. Mark each passage every time you walk through it, and never walk through one that has two marks.
    /// 2. Where you have not been before, take any new passage; at the end of a blind alley turn round.
    /// 3. Where you come by a new passage to a place where you have been, turn round at once.
    /// 4. Where you come back by a passage that now has two marks, take a new passage if there is one, else one with one mark.
    ///
    /// The walk never gets lost, goes through each passage at most once each way, and comes back to where it began if there is no way. On
    /// arrival the passages with one mark are the path. "Any new passage" is the first in the order of the sides here. In a maze without
    /// loops it walks as [`Dfs`](Solver::Dfs) does; with loops it goes to see places again, which it cannot know from afar. A cell is
    /// done when the walk has backed out of it for good, and open while it is on the way.
    Tremaux => tremaux,
    /// Flood fill, as a micromouse does it: towards the exit, as if there were no walls but those that it has seen.
    ///
    /// A micromouse knows the grid and where `to` is, and it sees the walls of each cell when it comes there.
    ///
    /// Every cell has a number: how many moves are left from it, if there are no walls but those that were seen. The mouse goes to the
    /// cell beside it with the lowest number, the first of several in the order of the sides. A new wall may raise numbers: those that are
    /// not one more than the lowest of a cell beside them are taken away, the lowest first, and filled in again from what is left around
    /// them, as water fills what is flooded. Where the mouse itself is left without a number, no way leads to `to`. The path is its way with
    /// the loops erased, and need not be a shortest one: what it has not seen may be nearer. A cell is open while it is on the way, and done
    /// when a loop or a dead end that it was on has been walked past.
    Flood => flood,
    /// The random mouse: no plan, no memory, and time.
    ///
    /// It runs along a corridor, takes any passage at random where there are several, and turns round in dead ends only.
    ///
    /// Each passage on, but the one it came by, is equally likely. The path is its way with the loops erased. It proves nothing about
    /// what it does not find: after `30 × cells^1.5` moves, or ten million, it gives up, in a large maze even where there is a way. In mazes by
    /// Prim's or Wilson's algorithm, where it takes the longest, it makes a twentieth of them on average. A cell is open while
    /// it is on the way, and done when a loop or a dead end that it was on has been walked past.
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
