//! Generating mazes: [`Algorithm`] says how each algorithm works, what its mazes look like and where it is from; [`ALGORITHMS`] is the table
//! of what each promises and costs.
//!
//! Every algorithm takes a maze with all its walls, and opens passages until they connect all cells. The result is a spanning tree of the
//! grid, unless the entry of the algorithm says that its mazes are not perfect. Each step is reported to the observer.

// Most algorithms treat a cell without passages as unvisited. Most of those that need no rows carve on a board, which becomes the maze in the end.
// They are not inlined, since in one large function they would compete for registers.

mod active_list;
pub(crate) mod aldous_broder;
mod arrows;
pub(crate) mod backtracker;
mod bias;
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
mod from_root;
pub(crate) mod frontier;
pub(crate) mod growing_tree;
pub(crate) mod houston;
pub(crate) mod hunt_and_kill;
mod info;
mod join_parts;
pub(crate) mod kruskal;
mod lightest_first;
pub(crate) mod origin_shift;
pub(crate) mod parallel_backtracker;
mod pick;
mod place_set;
pub(crate) mod place_table;
pub(crate) mod prim;
pub(crate) mod quilt;
pub(crate) mod reverse_delete;
pub(crate) mod rows;
mod side_table;
pub(crate) mod sides_to_unvisited;
pub(crate) mod sidewinder;
pub(crate) mod spiral;
mod symmetric;
mod take_turns;
pub(crate) mod tessellation;
pub(crate) mod true_prim;
mod unicursal;
mod walk_time;
pub(crate) mod wanderer;
pub(crate) mod wilson;

pub(crate) use descent::Descent;
pub(crate) use division::Chamber;
pub(crate) use dungeon::dungeon_of_rooms;
pub(crate) use walk_time::{SearchLevels, WalkTime};

#[doc(inline)]
pub use bias::Bias;
pub(crate) use growing_tree::straight_growing_tree;
pub use info::AlgorithmInfo;
pub use pick::{Member, Pick};
#[doc(inline)]
pub use quilt::Passes;
pub(crate) use quilt::Quilt;
pub use rows::Rows;
pub use rows::part::{MAX_SIDE, Rectangle, WindowError};
pub use symmetric::Symmetry;
pub(crate) use symmetric::{Halves, symmetric};
pub(crate) use unicursal::{unicursal, way_around};

use std::str::FromStr;
use std::sync::LazyLock;

use crate::about::{InvalidValue, normalized_name};
use crate::grid::{Grid, Square};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::{Rng, Stream};

/// What nearly every algorithm uses.
mod prelude {
    pub(super) use super::Algorithm;
    pub(super) use super::board::{Board, Neighbor, carve_on_board};
    pub(super) use super::info::{AlgorithmInfo, DEFAULTS};
    pub(super) use crate::about::Growth;
    pub(super) use crate::grid::{BoardLayout as _, Cell, Grid, Place, Side, Sides, Square};
    pub(super) use crate::maze::Maze;
    pub(super) use crate::observe::{Observer, Pacer, Step};
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
            /// Returns the entry of this algorithm in the table.
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

            /// [Carves](Algorithm::carve) a maze on any grid. If the algorithm does not run on the grid (see [`grids`](AlgorithmInfo::grids())),
            /// does nothing, and returns `None`.
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

/// Carves a maze on any grid, by the grids that an algorithm runs on.
macro_rules! carve_on {
    (all) => { Grids::All };
    (rows) => { Grids::Rows };
    (squares) => { Grids::Squares };
    (all $module:ident ($($argument:ident),*)) => { Some($module::carve($($argument),*)) };
    (rows $module:ident ($maze:ident $(, $argument:ident)*)) => {
        match $maze.grid().as_square() {
            Some(grid) => Some(carve_squares($maze, grid, |maze| $module::carve(maze $(, $argument)*))),
            None => $maze.grid().cells_of_row(0).is_some().then(|| $module::carve_on_rows($maze $(, $argument)*)),
        }
    };
    (squares $module:ident ($maze:ident $(, $argument:ident)*)) => {
        $maze.grid().as_square().map(|grid| carve_squares($maze, grid, |maze| $module::carve(maze $(, $argument)*)))
    };
}

/// Carves a maze whose grid is these squares, whatever the type of the grid is.
fn carve_squares<G: Grid, E>(
    maze: &mut Maze<G>,
    grid: Square,
    carve: impl FnOnce(&mut Maze<Square>) -> Result<(), E>,
) -> Result<(), E> {
    let (_, passages) = maze.grid_and_passages();
    // Dropped first, so that a large maze is in memory once.
    *passages = Vec::new();
    let mut squares = Maze::closed(grid);
    let outcome = carve(&mut squares);
    std::mem::swap(passages, squares.grid_and_passages().1);
    outcome
}

algorithms! {
    /// The recursive backtracker: depth-first search with an explicit stack.
    ///
    /// Carves a perfect maze by depth-first search from a random cell: it walks to a random unvisited neighbor while there is one, and turns
    /// back otherwise.
    ///
    /// The walk goes on until it is stuck, which gives long winding passages, few dead ends (about a tenth of the cells) and a long solution.
    /// The current path is kept in a list, so no size overflows the call stack.
    ///
    /// # Source
    ///
    /// Jamis Buck, *Mazes for Programmers* (2015), p. 66; depth-first search is Trémaux's (1882), in Lucas, *Récréations
    /// mathématiques* I, p. 47.
    Backtracker => backtracker on all,
    /// Randomized Prim: a frontier of edges, which are taken in random order.
    ///
    /// Carves a perfect maze that grows from a random cell. The frontier is the edges that lead out of the carved part. One at a time
    /// is taken at random, and opened if it leads to an unvisited cell.
    ///
    /// The maze grows evenly in all directions like a crystal, which gives many short dead ends (about a third of the cells) and a direct
    /// solution. All edges are alike; [`TruePrim`](Algorithm::TruePrim) gives them weights.
    ///
    /// # Source
    ///
    /// R. C. Prim, "Shortest connection networks and some generalizations", *Bell System Technical Journal* 36 (1957);
    /// with an edge drawn at random in place of the shortest. Jamis Buck, *Mazes for Programmers* (2015), p. 175, has a relative that draws
    /// cells.
    Prim => prim on all,
    /// Prim's algorithm proper: the minimum spanning tree of random weights.
    ///
    /// Carves the minimum spanning tree of a grid whose edges have random weights. It grows from a random cell: of all edges that lead out of
    /// the carved part, the lightest is opened.
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
    /// Carves a perfect maze from the edges of the grid in random order. Each edge that joins two different sets of cells is opened.
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
    /// Carves a perfect maze from a list of active cells. In each step, it takes the cell that `pick` says. If the cell has unvisited
    /// neighbors, it carves to a random one, which becomes active; otherwise the cell leaves the list.
    ///
    /// `newest` gives exactly the maze of the [`Backtracker`](Algorithm::Backtracker) with the same seed, `random` a texture much like
    /// [`Prim`](Algorithm::Prim), and `oldest` long straight corridors from the start. A mix gives something in between.
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
    /// The tree begins as one random cell. From each cell outside of it, row by row, a random walk sets out until it meets the tree. If the
    /// walk crosses itself, the loop is erased. What remains is carved. The cells from which walks set out make no difference to the result.
    /// The texture has no bias at all, and three dead ends in ten cells.
    ///
    /// # Source
    ///
    /// D. B. Wilson, "Generating random spanning trees more quickly than the cover time", *STOC* (1996).
    Wilson => wilson on all,
    /// The Aldous-Broder algorithm: one random walk.
    ///
    /// Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
    ///
    /// A random walk visits the grid. If it enters a new cell, the wall on its way is opened. It takes long to find the last cells, so
    /// [`Wilson`](Algorithm::Wilson), whose mazes are as even, is the faster choice.
    ///
    /// # Source
    ///
    /// D. J. Aldous, "The random walk construction of uniform spanning trees and uniform labeled trees", *SIAM J. Discrete
    /// Mathematics* 3 (1990); A. Broder, "Generating random spanning trees", *FOCS* (1989).
    AldousBroder => aldous_broder on all,
    /// Hunt and kill: a walk until it is stuck, then a search for where to go on.
    ///
    /// Carves a perfect maze by a random walk through unvisited cells. When it is stuck, it hunts through the grid row by row for the first
    /// unvisited cell beside a visited one, opens a random wall between the two, and walks on from there.
    ///
    /// The passages are long and winding like those of the [`Backtracker`](Algorithm::Backtracker), with about as few dead ends, but the
    /// solution is shorter.
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 67.
    HuntAndKill => hunt_and_kill on all,
    /// The binary tree: each cell opens one of two sides.
    ///
    /// Carves a perfect maze in which each cell, row by row from the top left, opens one of the two sides of `bias` at random. If the border
    /// leaves only one of them, it opens that.
    ///
    /// The row and the column at the border that `bias` leads to are two straight corridors, and all other passages drift towards their
    /// corner. The texture is strongly diagonal, with one dead end in four cells.
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
    /// Carves a perfect maze row by row. At each cell, either the run goes on to the east, or it is closed, and a random cell of it opens
    /// south. The last row is one run.
    ///
    /// There is a straight corridor along the bottom, and a way down to it from every cell without a turn back. The texture is vertical, with
    /// somewhat more than one dead end in four cells.
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 12, upside down.
    Sidewinder => sidewinder on rows,
    /// Eller's algorithm: one row at a time.
    ///
    /// Carves a perfect maze one row at a time. It only knows which cells of the row above are connected. Neighbors of different sets are
    /// joined at random, and then each set is carried down in one or more places. In the last row, all sets are joined.
    ///
    /// The texture is even like that of [`Kruskal`](Algorithm::Kruskal), a little longer in the rows, with dead ends in about three cells in
    /// ten.
    ///
    /// # Source
    ///
    /// Marlin Eller (1982), in Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 189. The
    /// sets as rings, which two neighbors join in constant time, are from John Tromp, "On a Maze program", in D. Libes, *Obfuscated C and
    /// Other Mysteries* (1993).
    Eller => eller on rows,
    /// Recursive division: walls across chambers, each with one gap.
    ///
    /// Builds a perfect maze in an empty chamber. A wall with one gap divides it in two, across its longer side (in a random direction if it
    /// is square). The halves are divided in the same way, until every chamber is one cell wide.
    ///
    /// The walls are long and straight, the chambers are nested, and all passages lead through few gaps. The solution is easy to see from
    /// above. The chambers that are still to be divided are kept in a list, so no size overflows the call stack.
    ///
    /// # Source
    ///
    /// John Perry, in Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015), p. 197.
    Division => division on squares,
    /// The quilt: coarse to fine, every block becomes 2 × 2, and dead ends are hung anew.
    ///
    /// Carves a perfect maze from coarse to fine. Any part of it can be made alone, in a time that grows only with the part and with the
    /// logarithm of the maze.
    ///
    /// The maze of level `l` has a cell for each block of `2^l × 2^l` cells. The highest level is one cell, and level 0 is the whole maze.
    /// Each level is made from the one above in two steps:
    ///
    /// 1. Refine: each cell becomes a block of 2 × 2 cells. One of the four passages in the block is walled. Each passage between two blocks
    ///    is at a random place of their border.
    /// 2. Hang, in each of `passes` passes, first the dead ends in cells whose row and column have an even sum, then the others: each loses
    ///    its passage, and is joined to the neighbor in a random direction. If the level has no cell there, the dead end stays as it is.
    ///
    /// Without passes, the borders of all blocks can be seen as long walls with few doors. With four, the mazes look like those of
    /// [`Wilson`](Algorithm::Wilson): they have 28.7 % dead ends, and each pattern of 3 × 3 cells about as often. Paths are a little shorter
    /// and straighter: their length grows with the power 1.29 of the side, instead of 1.25.
    ///
    /// # Source
    ///
    /// This library. K. Pintér's *Pretty Big Maze* is another maze whose parts are made when they are looked at. D. A. Levin, Y. Peres and E.
    /// L. Wilmer, *Markov Chains and Mixing Times* (2nd edition, 2017), section 1.6, has the proof that symmetric steps keep a uniform
    /// distribution.
    Quilt {
        /// The number of times that dead ends are hung anew on each level.
        passes: Passes
    } => quilt on squares,
    /// Houston's algorithm: a random walk for the first cells, and walks to the tree for the others.
    ///
    /// Carves a perfect maze with hardly any bias, by two algorithms that make uniform spanning trees: the second one goes on where the first
    /// one stops.
    ///
    /// [`AldousBroder`](Algorithm::AldousBroder) is slow to find the last cells, and [`Wilson`](Algorithm::Wilson) to find the first ones. So
    /// the walk of the former visits a third of the cells, and then the walks of the latter begin.
    ///
    /// The mazes are not uniform, though they are often said to be: the end of the first walk says something about the cells nearby, which
    /// Wilson's walks do not take into account. On 3 × 2 cells, a third of which is two cells, the least likely maze is 0.94 times as likely
    /// as the mean one. Take [`Wilson`](Algorithm::Wilson) if that matters.
    ///
    /// # Source
    ///
    /// Robin Houston, in the comments on Jamis Buck, "Maze Generation: Wilson's algorithm" (2011).
    Houston => houston on all,
    /// Origin shift: a tree whose root wanders.
    ///
    /// Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
    ///
    /// The maze is a tree with a root. Every other cell has an exit, the side that leads towards the root. The root moves to a random
    /// neighbor: its old cell gets an exit to the new one, and the new one loses its exit. So the maze is perfect after every move. When the
    /// root has been in every cell, each exit is the one by which the root last left the cell, and no trace of the first tree is left. Such a
    /// tree of last exits is uniform, like the tree of first entrances that [`AldousBroder`](Algorithm::AldousBroder) makes.
    ///
    /// # Source
    ///
    /// CaptainLuma, "New maze generating algorithm: Origin Shift" (2023), with a chosen number of moves. Y. Hu, R. Lyons and P. Tang, "A
    /// reverse Aldous-Broder algorithm", *Annales de l'Institut Henri Poincaré, Probabilités et Statistiques* 57 (2021), prove that the tree
    /// is uniform when all cells have been visited.
    OriginShift => origin_shift on all,
    /// Cycle popping: an arrow in every cell, and new ones for those that run in a cycle.
    ///
    /// Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
    ///
    /// One random cell is the root. Every other cell draws an arrow to a random neighbor. While arrows form a cycle, those of the cycle are
    /// thrown away and drawn again, whichever cycle is taken first. In the end, all arrows lead to the root, and the walls that they cross are
    /// opened.
    ///
    /// [`Wilson`](Algorithm::Wilson) does the same, but draws arrows only in the cells that its walks visit, and takes as many of them. The
    /// algorithm is known from proofs, and rare in programs that make mazes. Both are partial rejection sampling of spanning trees.
    ///
    /// # Source
    ///
    /// J. G. Propp and D. B. Wilson, "How to get a perfectly random sample from a generic Markov chain and generate a random spanning
    /// tree of a directed graph", *Journal of Algorithms* 27 (1998); H. Guo, M. Jerrum and J. Liu, "Uniform sampling through the Lovász local
    /// lemma", *Journal of the ACM* 66 (2019).
    CyclePopping => cycle_popping on all,
    /// Randomized Borůvka: every tree opens its lightest wall, round after round.
    ///
    /// Carves a perfect maze in the way in which Borůvka finds a minimum spanning tree. All edges have random weights, and every cell is a
    /// tree at first. In each round, every tree opens the lightest edge that leads to another tree.
    ///
    /// If all weights differ, there is one tree of least weight, and each maze is as likely as with [`Kruskal`](Algorithm::Kruskal). But it
    /// grows everywhere at once, in rounds that at least halve the number of trees. The weights have 32 bits. Among `m` edges, two have the
    /// same weight with a probability of at most `m² / 2³³`, which is a thousandth for the 3,000 edges of 39 × 39 squares. The first of the
    /// two in the order of the cells is then always the lighter one. So mazes of 10⁵ edges and more are not exactly as likely.
    ///
    /// # Source
    ///
    /// O. Borůvka, "O jistém problému minimálním", *Práce Moravské přírodovědecké společnosti* 3 (1926); J. Nešetřil, E. Milková and
    /// H. Nešetřilová, "Otakar Borůvka on minimum spanning tree problem", *Discrete Mathematics* 233 (2001).
    Boruvka => boruvka on all,
    /// Reverse-delete: from a grid without walls, a wall wherever the maze stays connected.
    ///
    /// Builds a perfect maze by walls. It takes the edges of a grid without walls in random order, and closes each edge that is not
    /// needed to keep all cells connected.
    ///
    /// This is Kruskal's third construction, which takes the heaviest edge first. The edges that stay open are the minimum spanning tree, so
    /// each maze is as likely as with [`Kruskal`](Algorithm::Kruskal). But it appears wall by wall, as with
    /// [`Division`](Algorithm::Division).
    ///
    /// # Source
    ///
    /// J. B. Kruskal, "On the shortest spanning subtree of a graph and the traveling salesman problem", *Proceedings of the AMS* 7
    /// (1956), construction A′.
    ReverseDelete => reverse_delete on all,
    /// Several backtrackers at once, whose trees are joined in the end.
    ///
    /// Carves a perfect maze by several [backtrackers](Algorithm::Backtracker) that take turns: one for every 256 cells, and at least two.
    /// Each begins in a random cell, walks to random unvisited neighbors while there are any, and turns back otherwise. When all are done,
    /// random walls between their trees are opened until the maze is connected.
    ///
    /// The passages wind like those of one backtracker, but none is longer than its patch, so the solution is shorter.
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*, on growing several mazes at once; Jamis Buck, *Mazes for Programmers* (2015), p.
    /// 66, on the backtracker.
    ParallelBacktracker => parallel_backtracker on all,
    /// Spirals: passages that turn to the same hand wherever they can.
    ///
    /// Carves a perfect maze of spirals. Passages begin in random cells, one for every 64 cells, and take turns. Each is left-handed or
    /// right-handed, and goes on to the first unvisited neighbor on the side of its hand, so that it winds around its start and along
    /// whatever it meets. When all are stuck, a hunt goes through the cells once, row by row: where an unvisited one is beside a visited one,
    /// another passage begins. In the end, random walls between spirals are opened until the maze is connected.
    ///
    /// Left and right are as expected if the sides of a cell are numbered clockwise, as on [`Square`].
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Daedalus*, which has spiral mazes among others.
    Spiral => spiral on all,
    /// Blobby recursive division: rooms of any shape, each divided into two parts that grow in it.
    ///
    /// Builds a perfect maze in an empty room of any shape. Two parts of it grow from random cells until they fill the room, one random
    /// cell of their rims at a time. A wall with one gap is built between them. Both parts are divided in the same way, until every room is
    /// one cell.
    ///
    /// Like [`Division`](Algorithm::Division), it makes nested rooms with few gaps, but with crooked walls, and on any grid. The rooms that
    /// are still to be divided are kept in a list, so no size overflows the call stack.
    ///
    /// # Source
    ///
    /// Jamis Buck, "Blobby Recursive Division" (2015), in which small rooms stay.
    BlobbyDivision => blobby_division on all,
    /// Fractal tessellation: a maze and three copies of it are joined, again and again.
    ///
    /// Carves a perfect maze of copies. It begins with one cell, and doubles its width and its height by three copies of itself, to the
    /// right, below and diagonally. A random wall is opened on three of the four lines between the copies.
    ///
    /// The same pattern returns at every scale. A maze whose sides are not powers of two is cut from a larger one: the last copies are
    /// clipped, and if parts of them are not connected, random walls between the parts are opened. If one side is long enough, only the other
    /// one is doubled.
    ///
    /// # Source
    ///
    /// Walter D. Pullen, *Think Labyrinth: Maze Algorithms*: fractal tessellation.
    Tessellation => tessellation on squares,
    /// A dungeon: rooms, mazes between them, and doors.
    ///
    /// Carves a dungeon. It is connected, but not perfect: rooms have no walls inside, and often several doors.
    ///
    /// First, rooms are placed. Each grows from a random cell: a few times, a random side is drawn, and the neighbors of all its cells across
    /// that side join the room. On [`Square`], such a room is a rectangle; on hexagons, it has six sides. A room that would touch another
    /// one, or is only a corridor, is left out. Then [backtrackers](Algorithm::Backtracker) carve passages in the cells between rooms. In the
    /// end, random walls between rooms and passages are opened until everything is connected, and one in twenty of the others.
    ///
    /// # Source
    ///
    /// Robert Nystrom, "Rooms and Mazes: A Procedural Dungeon Generator" (2014).
    Dungeon => dungeon on all,
    /// A cellular automaton whose cells are the walls of a maze.
    ///
    /// Carves a maze by a cellular automaton. It is connected, but not perfect: it has loops.
    ///
    /// The automaton changes the walls between cells, not the cells themselves. The neighbors of a wall are the other walls of its two cells.
    /// At first, each wall is open or closed by the toss of a coin. In each turn, a closed wall should open if at most two of its neighbors
    /// are open, and an open one should close if more than three are. (In the notation of Conway's game of life, this is B012/S0123.) Each
    /// wall that should change does so with a probability of one half, since neighbors would otherwise change to and fro together. A
    /// corridor, in which each passage has two others beside it, stays as it is, and so do the walls along it, with four. After about ten
    /// turns, hardly any wall should change, and after at most twenty-four the turns end. In the end, random walls between parts are opened
    /// until the maze is connected.
    ///
    /// Four in five cells have two passages.
    ///
    /// # Source
    ///
    /// The rule *Maze* (B3/S12345) in M. Wójtowicz, *Mirek's Cellebration*, makes a maze of noise. Its cells are pixels, and nothing ensures
    /// that they are connected. A. Pech, P. Hingston, M. Masek and C. P. Lam, "Evolving cellular automata for maze generation", *ACALCI*
    /// (2015), search for such rules. N. Fatès and M. Morvan, "An experimental study of robustness to asynchronism for elementary cellular
    /// automata", *Complex Systems* 16 (2005), let each cell change with a probability.
    Cellular => cellular on all,
}

/// The grids that an algorithm runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grids {
    /// All grids.
    All,
    /// Grids that have rows ([`Grid::cells_of_row`]).
    Rows,
    /// Plain squares.
    Squares,
}

impl Algorithm {
    /// Returns the pick of an algorithm that can go [straight on](crate::options::MazeBuilder::straightness). The recursive backtracker is the
    /// growing tree that grows from the newest cell.
    pub(crate) fn growth_pick(&self) -> Option<Pick> {
        match *self {
            Algorithm::Backtracker => Some(Pick::only(Member::Newest)),
            Algorithm::GrowingTree { pick } => Some(pick),
            _ => None,
        }
    }

    /// Returns the algorithm with this name or alias, with the default of every option.
    pub(crate) fn from_name(name: &str) -> Option<Algorithm> {
        ALGORITHMS.iter().find(|info| info.name == name || info.aliases.contains(&name)).map(|info| info.algorithm)
    }

    /// Returns the names of all algorithms, and then all aliases.
    pub fn names() -> &'static [&'static str] {
        static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
            let aliases = ALGORITHMS.iter().flat_map(|info| info.aliases.iter().copied());
            ALGORITHMS.iter().map(|info| info.name).chain(aliases).collect()
        });
        &NAMES
    }

    /// Returns the name, such as `backtracker` for the recursive backtracker.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// Returns the name and the value of each option.
    pub(crate) fn options(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.info().options.iter().map(|option| (option.name, (option.get)(self)))
    }

    /// Generates the maze of this grid and seed, `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED). To watch the work or to stop it, see
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
    /// Returns the recursive backtracker.
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
        let found = Algorithm::from_name(text).or_else(|| Algorithm::from_name(&normalized_name(text)));
        found.ok_or_else(|| InvalidValue::unknown(Algorithm::names()))
    }
}
