//! Generating mazes: a module for each algorithm, which says what it does, what it takes and where it is from; [`Algorithm`], which runs them; and the
//! table of what there is to know of them, [`ALGORITHMS`].
//!
//! Every algorithm takes a maze with all its walls and opens passages until they connect all cells: as a spanning tree of the grid, unless its
//! entry says that its mazes are not perfect.
//! Each step is reported to the observer.

// Most algorithms treat a cell without passages as unvisited. Those that need no rows carve on a board, which becomes the maze in the end.
// They are not inlined, because in one large function they would compete for registers.

mod active_list;
pub mod aldous_broder;
pub mod backtracker;
pub mod binary_tree;
pub mod blobby_division;
pub(crate) mod board;
pub mod boruvka;
pub mod cellular;
pub mod cycle_popping;
mod descent;
pub mod division;
pub mod dungeon;
pub(crate) mod edge;
pub mod eller;
mod exits;
mod from_root;
pub(crate) mod frontier;
pub mod growing_tree;
pub mod houston;
pub mod hunt_and_kill;
mod info;
pub mod kruskal;
mod lightest_first;
pub mod origin_shift;
pub mod parallel_backtracker;
mod parts;
mod pick;
mod place_set;
pub mod prim;
pub mod quilt;
pub mod reverse_delete;
pub(crate) mod rows;
pub(crate) mod sides_to_unvisited;
pub mod sidewinder;
pub mod spiral;
mod symmetric;
pub mod tessellation;
pub mod true_prim;
mod unicursal;
mod walk;
pub(crate) mod wanderer;
pub mod wilson;

pub(crate) use descent::Descent;
pub(crate) use division::Room;
pub(crate) use dungeon::dungeon_of_rooms;
pub(crate) use walk::{Levels, WalkTime};

#[doc(inline)]
pub use binary_tree::Bias;
#[doc(inline)]
pub(crate) use growing_tree::straight_growing_tree;
pub use info::AlgorithmInfo;
pub use pick::{Member, Pick};
#[doc(inline)]
pub use quilt::Passes;
pub(crate) use quilt::Quilt;
pub use rows::Rows;
pub use rows::part::{LONGEST_SIDE, NoRectangle, Rectangle};
pub use symmetric::Symmetry;
pub(crate) use symmetric::{Halves, symmetric};
pub(crate) use unicursal::unicursal;

use std::str::FromStr;
use std::sync::LazyLock;

use crate::about::{InvalidValue, plain_name};
use crate::grid::{Grid, Square};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::{Rng, Stream};

/// What nearly every algorithm uses.
mod prelude {
    pub(super) use super::Algorithm;
    pub(super) use super::board::{Board, carve_on_board};
    pub(super) use super::info::{AlgorithmInfo, PLAIN};
    pub(super) use crate::about::Growth;
    pub(super) use crate::grid::{Cell, Grid, Places as _, Side, Sides, Square};
    pub(super) use crate::maze::Maze;
    pub(super) use crate::observe::{CHECK_INTERVAL, Observer, Step};
    pub(super) use crate::rng::Rng;
}

/// The version of everything that determines the position of a wall: the algorithms, the edits and their order, the seeded
/// random number generator and its sampling.
///
/// The same generator version, algorithm, size, seed and options give the same maze on every machine, forever. A
/// change that moves even one wall of one seed must increase this number; the goldens in `tests/golden` detect that.
pub const GENERATOR_VERSION: u32 = 1;

/// Writes [`Algorithm`], [`ALGORITHMS`] and the calls from a list of variants, their options, and the modules that they are in.
macro_rules! algorithms {
    ($($variant:ident $({ $($(#[$doc:meta])* $option:ident: $type:ty),* })? => $module:ident on $grids:ident),* $(,)?) => {
        /// An algorithm and its options: everything it needs except a maze and random numbers.
        ///
        /// ```
        /// use dedale::{generate::Algorithm, grid::Square};
        /// let maze = Algorithm::Wilson.generate(Square::new(30, 30).unwrap(), 7);
        /// assert_eq!(maze.count_passages(), 899);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Algorithm {
            $(
                #[doc = concat!("See [`", stringify!($module), "`].")]
                $variant $({ $($(#[$doc])* $option: $type),* })?
            ),*
        }

        /// Every algorithm, in the order of the variants of [`Algorithm`].
        pub static ALGORITHMS: &[AlgorithmInfo] = &[$(AlgorithmInfo { grids: carve_on!($grids), ..$module::INFO }),*];

        impl Algorithm {
            /// The entry of this algorithm in the table.
            pub fn info(&self) -> &'static AlgorithmInfo {
                match self {
                    $(Algorithm::$variant { .. } => &const { AlgorithmInfo { grids: carve_on!($grids), ..$module::INFO } }),*
                }
            }

            /// Opens passages in `maze`, whose walls must all stand, until it is a [perfect](AlgorithmInfo::perfect) maze, or else a connected one.
            ///
            /// # Errors
            ///
            /// [`Observer::Stop`] if the observer cancels the work; the maze is then unfinished.
            pub fn carve<O: Observer>(
                &self,
                maze: &mut Maze<Square>,
                rng: &mut Rng,
                observer: &mut O,
            ) -> Result<(), O::Stop> {
                match *self {
                    $(
                        Algorithm::$variant $({ $($option),* })? => $module::carve(maze $($(, $option)*)?, rng, observer)
                    ),*
                }
            }

            /// The same on any grid; `None`, and nothing done, on a grid on which the algorithm does not run: see
            /// [`grids`](AlgorithmInfo::grids()).
            ///
            /// On plain squares it makes the maze of [`carve`](Algorithm::carve). On a [`Mesh`](crate::grid::Mesh) of squares, algorithms that go
            /// row by row make other mazes.
            pub fn carve_on<G: Grid, O: Observer>(
                &self,
                maze: &mut Maze<G>,
                rng: &mut Rng,
                observer: &mut O,
            ) -> Option<Result<(), O::Stop>> {
                match *self {
                    $(
                        Algorithm::$variant $({ $($option),* })? => {
                            carve_on!($grids $module (maze $($(, $option)*)?, rng, observer))
                        }
                    ),*
                }
            }
        }
    };
}

/// What is done on grids other than squares, by what an algorithm asks of a grid.
macro_rules! carve_on {
    (all) => { Grids::All };
    (rows) => { Grids::Rows };
    (squares) => { Grids::Squares };
    (all $module:ident ($($argument:ident),*)) => { Some($module::carve($($argument),*)) };
    (rows $module:ident ($maze:ident $(, $argument:ident)*)) => {
        match $maze.grid().as_square() {
            Some(grid) => Some(carve_squares($maze, grid, |maze| $module::carve(maze $(, $argument)*))),
            None => $maze.grid().cells_of_row(0).is_some().then(|| rows::on_any_grid::$module($maze $(, $argument)*)),
        }
    };
    (squares $module:ident ($maze:ident $(, $argument:ident)*)) => {
        $maze.grid().as_square().map(|grid| carve_squares($maze, grid, |maze| $module::carve(maze $(, $argument)*)))
    };
}

/// Carves a maze whose grid is these squares, whatever the type of the grid.
fn carve_squares<G: Grid, E>(
    maze: &mut Maze<G>,
    grid: Square,
    carve: impl FnOnce(&mut Maze<Square>) -> Result<(), E>,
) -> Result<(), E> {
    let (_, passages) = maze.grid_and_passages();
    // So that a large maze is in memory once.
    *passages = Vec::new();
    let mut squares = Maze::closed(grid);
    let outcome = carve(&mut squares);
    std::mem::swap(passages, squares.grid_and_passages().1);
    outcome
}

algorithms! {
    Backtracker => backtracker on all,
    Prim => prim on all,
    TruePrim => true_prim on all,
    Kruskal => kruskal on all,
    GrowingTree {
        /// Which member of the active list is taken.
        pick: Pick
    } => growing_tree on all,
    Wilson => wilson on all,
    AldousBroder => aldous_broder on all,
    HuntAndKill => hunt_and_kill on all,
    BinaryTree {
        /// The corner that every passage leads towards.
        bias: Bias
    } => binary_tree on rows,
    Sidewinder => sidewinder on rows,
    Eller => eller on rows,
    Division => division on squares,
    Quilt {
        /// How often dead ends are re-attached on each level.
        passes: Passes
    } => quilt on squares,
    Houston => houston on all,
    OriginShift => origin_shift on all,
    CyclePopping => cycle_popping on all,
    Boruvka => boruvka on all,
    ReverseDelete => reverse_delete on all,
    ParallelBacktracker => parallel_backtracker on all,
    Spiral => spiral on all,
    BlobbyDivision => blobby_division on all,
    Tessellation => tessellation on squares,
    Dungeon => dungeon on all,
    Cellular => cellular on all,
}

/// What an algorithm asks of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grids {
    /// Nothing: it runs on every grid.
    All,
    /// Rows: it runs on grids that have them ([`Grid::cells_of_row`]).
    Rows,
    /// Plain squares.
    Squares,
}

impl Algorithm {
    /// Which member of its list this algorithm grows from, where it can go [straight on](crate::options::MazeBuilder::straightness): the recursive backtracker
    /// is the growing tree that grows from the newest.
    pub(crate) fn growth_pick(&self) -> Option<Pick> {
        match *self {
            Algorithm::Backtracker => Some(Pick::only(Member::Newest)),
            Algorithm::GrowingTree { pick } => Some(pick),
            _ => None,
        }
    }

    /// The algorithm with this name or alias, with the default of every option.
    pub(crate) fn from_name(name: &str) -> Option<Algorithm> {
        ALGORITHMS.iter().find(|info| info.name == name || info.aliases.contains(&name)).map(|info| info.algorithm)
    }

    /// Every name of an algorithm, and then every alias.
    pub fn names() -> &'static [&'static str] {
        static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
            let aliases = ALGORITHMS.iter().flat_map(|info| info.aliases.iter().copied());
            ALGORITHMS.iter().map(|info| info.name).chain(aliases).collect()
        });
        &NAMES
    }

    /// The name, as in text: that of the recursive backtracker is `backtracker`.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// The name and the value of each option.
    pub(crate) fn options(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.info().options.iter().map(|option| (option.name, (option.get)(self)))
    }

    /// The maze of this grid and seed, `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED). To watch or to stop the work, see
    /// [`carve`](Algorithm::carve).
    ///
    /// ```
    /// use dedale::{generate::Algorithm, grid::Square};
    /// let grid = Square::new(12, 9).unwrap();
    /// assert_eq!(Algorithm::Prim.generate(grid, 7), Algorithm::Prim.generate(grid, 7));
    /// ```
    pub fn generate(&self, grid: Square, seed: u64) -> Maze<Square> {
        let mut maze = Maze::closed(grid);
        let Ok(()) = self.carve(&mut maze, &mut Rng::new(seed, Stream::Generate), &mut ());
        maze
    }
}

impl Default for Algorithm {
    /// The recursive backtracker.
    fn default() -> Algorithm {
        Algorithm::Backtracker
    }
}

impl FromStr for Algorithm {
    type Err = InvalidValue;

    /// Parses the name or an alias of an algorithm. Case is ignored, and `_` is the same as `-`.
    ///
    /// ```
    /// use dedale::generate::Algorithm;
    /// assert_eq!("Hunt_And_Kill".parse(), Ok(Algorithm::HuntAndKill));
    /// ```
    fn from_str(text: &str) -> Result<Algorithm, InvalidValue> {
        let found = Algorithm::from_name(text).or_else(|| Algorithm::from_name(&plain_name(text)));
        found.ok_or_else(|| InvalidValue::unknown(Algorithm::names()))
    }
}
