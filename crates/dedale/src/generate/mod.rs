//! Generating mazes: [`Algorithm`], which says what each algorithm does, what its mazes look like and where it is from; and [`ALGORITHMS`], the
//! table of what each promises and costs.
//!
//! Every algorithm takes a maze with all its walls and opens passages until they connect all cells: as a spanning tree of the grid, unless its
//! entry says that its mazes are not perfect.
//! Each step is reported to the observer.

// Most algorithms treat a cell without passages as unvisited. Those that need no rows carve on a board, which becomes the maze in the end.
// They are not inlined, because in one large function they would compete for registers.

mod active_list;
pub(crate) mod aldous_broder;
pub(crate) mod backtracker;
pub(crate) mod binary_tree;
pub(crate) mod blobby_division;
pub(crate) mod board;
pub(crate) mod boruvka;
pub(crate) mod cellular;
pub(crate) mod cycle_popping;
mod descent;
pub(crate) mod division;
pub(crate) mod dungeon;
pub(crate) mod edge;
pub(crate) mod eller;
mod exits;
mod from_root;
pub(crate) mod frontier;
pub(crate) mod growing_tree;
pub(crate) mod houston;
pub(crate) mod hunt_and_kill;
mod info;
pub(crate) mod kruskal;
mod lightest_first;
pub(crate) mod origin_shift;
pub(crate) mod parallel_backtracker;
mod parts;
mod pick;
mod place_set;
pub(crate) mod prim;
pub(crate) mod quilt;
pub(crate) mod reverse_delete;
pub(crate) mod rows;
pub(crate) mod sides_to_unvisited;
pub(crate) mod sidewinder;
pub(crate) mod spiral;
mod symmetric;
pub(crate) mod tessellation;
pub(crate) mod true_prim;
mod unicursal;
mod walk;
pub(crate) mod wanderer;
pub(crate) mod wilson;

pub(crate) use descent::Descent;
pub(crate) use division::Chamber;
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
    ($($(#[$about:meta])* $variant:ident $({ $($(#[$doc:meta])* $option:ident: $type:ty),* })? => $module:ident on $grids:ident),* $(,)?) => {
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
                $(#[$about])*
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
    /// The recursive backtracker: depth-first search with an explicit stack.
    ///
    /// Carves a perfect maze by depth-first search from a random cell: walk to a random new neighbor while there is one,
    /// else turn back.
    ///
    /// The walk continues until it is stuck, which gives long winding passages, few dead ends (about a tenth of the
    /// cells) and a long solution. The current path is kept in a list, so no size overflows the call stack.
    ///
    /// # Source
    ///
    /// Jamis Buck, *Mazes for Programmers* (2015), p. 66; depth-first search is Trémaux's (1882), in Lucas, *Récréations
    /// mathématiques* I, p. 47.
    Backtracker => backtracker on all,
    /// Randomized Prim: a frontier of edges, which are taken in random order.
    ///
    /// Carves a perfect maze by growing it from a random cell: of the frontier, the edges that lead out of what is carved,
    /// one is taken at random, and opened if its far cell is still new.
    ///
    /// The maze grows evenly in all directions like a crystal, which gives many short dead ends (about a third of the cells)
    /// and a direct solution. Here all edges that lead out are alike; [`TruePrim`](Algorithm::TruePrim) weighs them.
    ///
    /// # Source
    ///
    /// R. C. Prim, "Shortest connection networks and some generalizations", *Bell System Technical Journal* 36 (1957);
    /// with an edge drawn at random in place of the shortest. Jamis Buck, *Mazes for Programmers* (2015), p. 175, has a relative that draws
    /// cells.
    Prim => prim on all,
    /// Prim's algorithm proper: the minimum spanning tree of random weights.
    ///
    /// Carves the minimum spanning tree of a grid whose edges have random weights, grown from a random cell: of all edges
    /// that lead out of what is carved, the lightest is opened.
    ///
    /// The maze has the texture of [`Kruskal`](Algorithm::Kruskal), since both give the minimum spanning tree of random
    /// weights: many short dead ends (about three cells in ten), less regular than [`Prim`](Algorithm::Prim).
    ///
    /// # Source
    ///
    /// R. C. Prim, "Shortest connection networks and some generalizations", *Bell System Technical Journal* 36 (1957);
    /// relatives in which cells have weights: Jamis Buck, *Mazes for Programmers* (2015), p. 179.
    TruePrim => true_prim on all,
    /// Randomized Kruskal: edges in random order, opened where they join two sets.
    ///
    /// Carves a perfect maze by taking the edges of the grid in random order and opening each that connects two different
    /// sets of cells.
    ///
    /// The maze appears everywhere at once. Its texture is even and has many short dead ends (about three cells in ten).
    ///
    /// # Source
    ///
    /// J. B. Kruskal, "On the shortest spanning subtree of a graph", *Proceedings of the AMS* 7 (1956); randomized as in
    /// Jamis Buck, *Mazes for Programmers* (2015), p. 158.
    Kruskal => kruskal on all,
    /// The growing tree: many algorithms in one. They differ in the cell that the tree grows from next.
    ///
    /// Carves a perfect maze from a list of active cells: take the member that `pick` says, carve from it to a random new
    /// neighbor, which becomes active; a member without one leaves the list.
    ///
    /// `newest` gives exactly the maze of the [`Backtracker`](Algorithm::Backtracker) with the same seed, `random` a texture much
    /// like [`Prim`](Algorithm::Prim), `oldest` long straight corridors from the start, and a mix what lies between.
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 184.
    GrowingTree {
        /// Which member of the active list is taken.
        pick: Pick
    } => growing_tree on all,
    /// Wilson's algorithm: loop-erased random walks.
    ///
    /// Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
    ///
    /// The tree begins as one random cell. From each cell outside it, row by row, a random walk sets out until it meets the
    /// tree; whenever the walk crosses itself, the loop is erased; what remains is carved. Which cell a walk sets out from does
    /// not matter to the result. The texture has no bias at all, and three dead ends in ten cells.
    ///
    /// # Source
    ///
    /// D. B. Wilson, "Generating random spanning trees more quickly than the cover time", *STOC* (1996).
    Wilson => wilson on all,
    /// The Aldous-Broder algorithm: one random walk.
    ///
    /// Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
    ///
    /// A random walk visits the grid; whenever it enters a new cell, the wall it came through is opened. The last cells take
    /// long to be found, so [`Wilson`](Algorithm::Wilson), whose mazes are as even, is the faster choice.
    ///
    /// # Source
    ///
    /// D. J. Aldous, "The random walk construction of uniform spanning trees and uniform labeled trees", *SIAM J. Discrete
    /// Mathematics* 3 (1990); A. Broder, "Generating random spanning trees", *FOCS* (1989).
    AldousBroder => aldous_broder on all,
    /// Hunt and kill: a walk until it is stuck, then a search for where to go on.
    ///
    /// Carves a perfect maze by a random walk through new cells; when it is stuck, the hunt goes through the grid row by row for
    /// the first new cell beside a visited one, opens a random wall between the two, and the walk goes on from there.
    ///
    /// Long winding passages like the [`Backtracker`](Algorithm::Backtracker)'s, with about as few dead ends, but a shorter
    /// solution.
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 67.
    HuntAndKill => hunt_and_kill on all,
    /// The binary tree: each cell opens one of two sides.
    ///
    /// Carves a perfect maze in which each cell, row by row from the top left, opens one of the two sides of `bias` at random;
    /// where the border leaves only one, that one.
    ///
    /// The row and the column along the border that `bias` leads to are two straight corridors, and every other passage
    /// drifts towards their corner: a strong diagonal texture, with one dead end in four cells.
    ///
    /// # Source
    ///
    /// Jamis Buck, *Mazes for Programmers* (2015), p. 6.
    BinaryTree {
        /// The corner that every passage leads towards.
        bias: Bias
    } => binary_tree on rows,
    /// The sidewinder: runs to the east, each with one way south.
    ///
    /// Carves a perfect maze row by row: at each cell either the run goes on to the east, or it is closed and a random cell of
    /// it opens south. The last row is one run.
    ///
    /// A straight corridor along the bottom, and from any cell a way down to it without a turn back: a vertical texture, with
    /// somewhat more than one dead end in four cells.
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 12, upside down.
    Sidewinder => sidewinder on rows,
    /// Eller's algorithm: one row at a time.
    ///
    /// Carves a perfect maze one row at a time, knowing of the rows above only which cells of the last one are connected:
    /// neighbors of different sets are joined at random, then each set is carried down in one or more places. In the last row
    /// all sets are joined.
    ///
    /// An even texture, like [`Kruskal`](Algorithm::Kruskal)'s, a little longer in the rows, with dead ends in about three cells in
    /// ten.
    ///
    /// # Source
    ///
    /// Marlin Eller (1982), as told in Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for
    /// Programmers* (2015), p. 189. That the sets are rings, which two neighbors join in constant time, is from John Tromp,
    /// "On a Maze program", in D. Libes, *Obfuscated C and Other Mysteries* (1993).
    Eller => eller on rows,
    /// Recursive division: walls across rooms, each with one gap.
    ///
    /// Builds a perfect maze from an empty room: a wall with one gap divides it in two, across its longer side (a square either
    /// way), and so on in both halves until every room is one cell wide.
    ///
    /// Long straight walls and a texture of nested rooms, with passages that all lead through few gaps; the solution is easy to
    /// see from above. The rooms still to divide are kept in a list, so no size overflows the call stack.
    ///
    /// # Source
    ///
    /// John Perry, as told in Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015),
    /// p. 197.
    Division => division on squares,
    /// The quilt: coarse to fine, every block becomes 2 × 2, and dead ends are re-attached.
    ///
    /// Carves a perfect maze from coarse to fine, so that any part of it can be made alone, in time that grows only with the part and the
    /// logarithm of the maze.
    ///
    /// The maze of level `l` has a cell for each block of `2^l × 2^l` cells of the maze; the highest level is one cell, and level 0 is the
    /// maze. Two steps make a level from the one above:
    ///
    /// 1. Refine: each cell becomes the 2 × 2 cells that the level has there. If there are four, one of the four passages between them is
    ///    walled. A passage between two cells becomes one between two of their cells, at one of the places along their border.
    /// 2. Hang, in each of `passes` passes, first the cells whose row and column have an even sum, then the others: every dead end loses
    ///    its passage, and is joined to the neighbor in a random direction. If the level has no cell there, the dead end stays as it is.
    ///
    /// Without passes the borders of all blocks can be seen, as long walls with few doors. With four, the mazes look like those of
    /// [`Wilson`](Algorithm::Wilson): 28.7 % dead ends, and 3 × 3 cells have one of their patterns about as often. Paths are a little shorter
    /// and straighter: their length grows with the power 1.29 of the side, not 1.25.
    ///
    /// # Source
    ///
    /// This library. Another maze whose parts are made when they are looked at is K. Pintér's *Pretty Big Maze*. That symmetric steps keep
    /// a uniform distribution is in D. A. Levin, Y. Peres and E. L. Wilmer, *Markov Chains and Mixing Times* (2nd edition, 2017), section 1.6.
    Quilt {
        /// How often dead ends are re-attached on each level.
        passes: Passes
    } => quilt on squares,
    /// Houston's algorithm: a random walk for the first cells, and walks to the tree for the others.
    ///
    /// Carves a perfect maze with hardly any bias, by the two algorithms that make uniform spanning trees: the second goes on where the first one stops.
    ///
    /// [`AldousBroder`](Algorithm::AldousBroder) is slow to find the last cells, and [`Wilson`](Algorithm::Wilson) to find the first ones. So
    /// the former walks until a third of the cells are visited, and then the walks of the latter begin.
    ///
    /// The mazes are not uniform, though it is often said that they are: where the first walk stands when it ends says something about the
    /// cells nearby, and Wilson's walks do not know it. On 3 × 2 cells, where a third is two cells, the least likely maze is 0.94 times as likely
    /// as the mean one. Take [`Wilson`](Algorithm::Wilson) where that matters.
    ///
    /// # Source
    ///
    /// Robin Houston, in the comments on Jamis Buck, "Maze Generation: Wilson's algorithm" (2011).
    Houston => houston on all,
    /// Origin shift: a tree whose root wanders.
    ///
    /// Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
    ///
    /// The maze is a tree with a root, in which every other cell has an exit, the side that leads on to the root. The root moves to a
    /// random neighbor: its old cell gets an exit to the new one, and the new one loses its own. So the maze is perfect after every move.
    /// When the root has been in every cell, each exit is the one by which it last left, and no trace of the first tree is
    /// left. Such a tree of last exits is uniform, as the tree of first entrances is that the
    /// [`AldousBroder`](Algorithm::AldousBroder) algorithm makes.
    ///
    /// # Source
    ///
    /// CaptainLuma, "New maze generating algorithm: Origin Shift" (2023), where the number of moves is chosen. That the tree is uniform when all
    /// cells have been visited: Y. Hu, R. Lyons and P. Tang, "A reverse Aldous-Broder algorithm", *Annales de l'Institut Henri
    /// Poincaré, Probabilités et Statistiques* 57 (2021).
    OriginShift => origin_shift on all,
    /// Cycle popping: an arrow in every cell, and new ones for those that run in a circle.
    ///
    /// Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
    ///
    /// One random cell is the root. Every other cell draws an arrow to a random neighbor. While arrows run in a circle, those of the circle are
    /// thrown away and drawn again; which circle comes first does not matter to the result. When none is left, all arrows lead to
    /// the root, and what they point through is open.
    ///
    /// This is what [`Wilson`](Algorithm::Wilson) does with arrows that are drawn only where its walks come by, which takes as many of them.
    /// Mathematicians know it as a proof; programs that make mazes hardly have it. Both are the method of partial rejection sampling for spanning trees.
    ///
    /// # Source
    ///
    /// J. G. Propp and D. B. Wilson, "How to get a perfectly random sample from a generic Markov chain and generate a random spanning
    /// tree of a directed graph", *Journal of Algorithms* 27 (1998); H. Guo, M. Jerrum and J. Liu, "Uniform sampling through the Lovász local
    /// lemma", *Journal of the ACM* 66 (2019).
    CyclePopping => cycle_popping on all,
    /// Randomized Borůvka: every tree opens its lightest wall, round after round.
    ///
    /// Carves a perfect maze as Borůvka finds a minimum spanning tree: all edges have random weights, every cell is a tree at
    /// first, and in each round every tree opens the lightest edge that leads to another tree.
    ///
    /// Where all weights differ, there is one tree of least weight, and each maze is as likely as with [`Kruskal`](Algorithm::Kruskal). What
    /// differs is how it grows: everywhere at once, in rounds of which each at least halves the number of trees. The weights have 32 bits. Among
    /// `m` edges, two have the same with a probability of at most `m² / 2³³`, a thousandth for the 3,000 edges of 39 × 39 squares; of these two,
    /// the first in the order of the cells is always the lighter one. So mazes of 10⁵ edges and more are not exactly as likely.
    ///
    /// # Source
    ///
    /// O. Borůvka, "O jistém problému minimálním", *Práce Moravské přírodovědecké společnosti* 3 (1926); J. Nešetřil, E. Milková and
    /// H. Nešetřilová, "Otakar Borůvka on minimum spanning tree problem", *Discrete Mathematics* 233 (2001).
    Boruvka => boruvka on all,
    /// Reverse-delete: from a grid without walls, a wall wherever the maze stays connected.
    ///
    /// Builds a perfect maze by walls: from a grid without any, it takes the edges in random order and builds a wall at each one without
    /// which all cells are still connected.
    ///
    /// This is Kruskal's third construction, which takes the heaviest edge first. What stays open is the minimum spanning tree, so each maze
    /// is as likely as with [`Kruskal`](Algorithm::Kruskal), but it appears as [`Division`](Algorithm::Division) does: wall by wall.
    ///
    /// # Source
    ///
    /// J. B. Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman problem", *Proceedings of the AMS* 7
    /// (1956), construction A′.
    ReverseDelete => reverse_delete on all,
    /// Several backtrackers at once, and what they have carved joined in the end.
    ///
    /// Carves a perfect maze by several [backtrackers](Algorithm::Backtracker) that take turns: there is one for every 256 cells, and two at
    /// least. Each begins in a random cell, walks to random new neighbors while there are any, and else turns back. When all are done, random
    /// walls between their trees are opened until the maze is connected.
    ///
    /// The passages wind as the backtracker's do, but none is longer than its patch, so the solution is shorter.
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*, of growing several mazes at once; Jamis Buck, *Mazes for Programmers* (2015), p. 66,
    /// of the backtracker.
    ParallelBacktracker => parallel_backtracker on all,
    /// Spirals: passages that turn to the same hand wherever they can.
    ///
    /// Carves a perfect maze of spirals: passages begin in random cells, one for every 64 cells, and take turns. Each is left-handed or
    /// right-handed, and from every cell it leads to the first new cell on the side of its hand, so that it winds around its start and
    /// along whatever it meets. When all are stuck, a hunt goes through the grid row by row for the first new cell beside a visited one, and
    /// another passage begins there. In the end, random walls between spirals that nothing joins are opened.
    ///
    /// Left and right mean what they say where the sides of a cell are numbered in clockwise order, as on
    /// [`Square`].
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Daedalus*, which has spiral mazes among its others.
    Spiral => spiral on all,
    /// Blobby recursive division: rooms of any shape, divided between two parts that grow in them.
    ///
    /// Builds a perfect maze from an empty room of any shape: two parts of it grow from random cells, a random cell of their rims at a time,
    /// until they fill the room. Between them a wall is built that leaves one gap. So it goes on in both, until every room is one cell.
    ///
    /// As [`Division`](Algorithm::Division), it makes nested rooms which few gaps lead into, but with crooked walls, and on any grid.
    /// The rooms still to divide are kept in a list, so no size overflows the call stack.
    ///
    /// # Source
    ///
    /// Jamis Buck, "Blobby Recursive Division" (2015), where rooms stay that are small.
    BlobbyDivision => blobby_division on all,
    /// Fractal tessellation: a maze is copied four times, and the copies are joined.
    ///
    /// Carves a perfect maze of copies: it begins with one cell, and doubles its width and its height by three copies of itself, to the right,
    /// below and diagonally, of which a random wall is opened on three of the four lines between them.
    ///
    /// The same pattern comes back at every scale. A maze whose sides are not powers of two is cut from a larger one: the last copies are
    /// clipped, and where that leaves parts without a way to them, random walls between the parts are opened. When one
    /// side is long enough, only the other one is doubled.
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*: fractal tessellation.
    Tessellation => tessellation on squares,
    /// A dungeon: rooms, mazes between them, and doors.
    ///
    /// Carves a dungeon. It is connected, but not perfect: rooms have no walls inside, and often several doors.
    ///
    /// First, rooms are placed. Each grows from a random cell: a few times, a side is drawn, and all of its cells are joined by those across that
    /// side. On [`Square`], such a room is a rectangle; on hexagons, it has six sides. Where a room would touch
    /// another one, or is no more than a corridor, it is left out. Then [backtrackers](Algorithm::Backtracker) carve passages in all that is left
    /// between rooms. In the end, random walls between rooms and passages are opened until everything is connected, and so is one in twenty
    /// of the others.
    ///
    /// # Source
    ///
    /// Robert Nystrom, "Rooms and Mazes: A Procedural Dungeon Generator" (2014).
    Dungeon => dungeon on all,
    /// A cellular automaton whose cells are the walls of a maze.
    ///
    /// Carves a maze by a cellular automaton. It is connected, but not perfect: it has loops.
    ///
    /// The automaton changes the walls between cells, and not the cells themselves. The neighbors of a wall are the other walls of its two
    /// cells. At first, each is open or closed by the toss of a coin. Then all of them look at their neighbors in turns: a closed one opens where at
    /// most two of these are open, and an open one closes where more than three are. (In the notation of Conway's game of life, that is B012/S0123.) A
    /// corridor, in which each passage has two others beside it, stays as it is, and so do the walls along it, with four. Of the walls that
    /// want to change, each does with a probability of one half, or else neighbors would change to and fro together. After some ten turns, hardly
    /// any wants to, and after at most twenty-four the turns end. In the end, random walls between parts that nothing joins are opened.
    ///
    /// Four in five cells have two passages.
    ///
    /// # Source
    ///
    /// That a rule of birth and survival makes a maze of noise is known from *Maze* (B3/S12345) in M. Wójtowicz, *Mirek's Cellebration*, whose
    /// cells are pixels: there, nothing ensures that one can get from one place to another. A. Pech, P. Hingston, M. Masek and C. P. Lam,
    /// "Evolving cellular automata for maze generation", *ACALCI* (2015), look for such rules. That each changes with a probability of one half is
    /// from N. Fatès and M. Morvan, "An experimental study of robustness to asynchronism for elementary cellular automata", *Complex
    /// Systems* 16 (2005).
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
