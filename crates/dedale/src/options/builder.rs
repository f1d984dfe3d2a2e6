//! Options that are set one by one, and then checked.

use std::sync::Arc;

use super::ends::{Goal, NamedWall, Spot};
use super::limits::Constraints;
use super::{EndsRule, InvalidOption, InvalidOptions, MAX_ATTEMPTS, MakeError, Wanted};
use crate::edit::{Edits, Items, Lines, Rooms, Share, Weights};
use crate::generate::{Algorithm, Rectangle, Symmetry};
use crate::grid::{GridKind, Mask, Mesh, MeshOptions, Side, Square, Wrap};
use crate::maze::Maze;
use crate::picture::Picture;

/// The options of a maze that are not checked yet. Every method sets one of them and returns the builder;
/// [`set`](MazeBuilder::set) sets one by its name in text.
///
/// | option | when it is not set |
/// |---|---|
/// | grid | squares |
/// | size | 30 columns, 30 rows; 15 rings |
/// | algorithm | recursive backtracker |
/// | seed | 0 |
/// | entrance and exit | the top left and the bottom right corner |
/// | all others | none |
///
/// ```
/// use dedale::generate::Algorithm;
/// use dedale::maze::Maze;
///
/// let maze = Maze::builder().size(20, 10).algorithm(Algorithm::Prim).seed(7).braid(0.5).build()?;
/// assert_eq!((maze.grid().columns(), maze.grid().rows()), (20, 10));
///
/// let wrong = Maze::builder().size(20, 0).braid(1.5).build().unwrap_err();
/// assert_eq!(wrong.to_string(), "braid: must be a number between 0 and 1, such as 0.5; h: must be between 1 and 4294967295");
/// # Ok::<(), dedale::options::MakeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MazeBuilder {
    pub(super) algorithm: Algorithm,
    pub(super) seed: u64,
    /// The grid, but for its size.
    pub(super) mesh: MeshOptions,
    pub(super) columns: Option<u64>,
    pub(super) rows: Option<u64>,
    pub(super) rings: Option<u32>,
    /// The grid, where its options do not say all of it: a custom one, one with tunnels, or a mesh of plain squares.
    pub(super) given: Option<Arc<Mesh>>,
    pub(super) weave: Share,
    /// The share of squares that are blocked, if the maze is open ground.
    pub(super) obstacles: Option<Share>,
    /// Whether the free squares need not be connected.
    pub(super) any_parts: bool,
    pub(super) window: Option<Rectangle>,
    pub(super) level: Option<u32>,
    pub(super) from: Option<Spot>,
    pub(super) to: Option<Goal>,
    pub(super) ends: Option<EndsRule>,
    pub(super) straightness: Share,
    pub(super) symmetry: Option<Symmetry>,
    pub(super) unicursal: bool,
    pub(super) edits: Edits,
    pub(super) remove: Vec<NamedWall>,
    pub(super) wanted: Wanted,
    /// Limits and refused values, which the check uses up.
    pub(super) constraints: Constraints,
}

impl Maze<Square> {
    /// A builder of mazes, with every option at its default.
    ///
    /// ```
    /// use dedale::maze::Maze;
    /// let maze = Maze::builder().size(5, 4).seed(7).build()?;
    /// assert_eq!(maze.count_passages(), 5 * 4 - 1);
    /// # Ok::<(), dedale::options::MakeError>(())
    /// ```
    pub fn builder() -> MazeBuilder {
        MazeBuilder::default()
    }
}

impl MazeBuilder {
    /// The algorithm, with its own options.
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> MazeBuilder {
        self.algorithm = algorithm;
        self
    }

    /// The number of columns and of rows. A maze that is made as a whole has at most 2^32 − 1 of each; one of which a part is made, at most
    /// [`LONGEST_SIDE`](crate::generate::LONGEST_SIDE).
    #[must_use]
    pub fn size(mut self, columns: u64, rows: u64) -> MazeBuilder {
        (self.columns, self.rows) = (Some(columns), Some(rows));
        self
    }

    /// The seed, `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED).
    #[must_use]
    pub fn seed(mut self, seed: u64) -> MazeBuilder {
        self.seed = seed;
        self
    }

    /// The kind of grid. A grid of another kind that was [given](MazeBuilder::on) is forgotten.
    #[must_use]
    pub fn grid(mut self, kind: GridKind) -> MazeBuilder {
        self.say(|mesh| mesh.kind = kind);
        self
    }

    /// The grid: all that its options say, the size too. A grid that was [given](MazeBuilder::on) is forgotten.
    ///
    /// ```
    /// use dedale::grid::{GridKind, Limits, Mask, MeshOptions};
    /// use dedale::options::MazeBuilder;
    /// let drawn = Mask::from_text("###\n# #\n", Limits::default()).unwrap();
    /// let mask = Some(drawn.mask);
    /// let grid = MeshOptions { mask, columns: drawn.columns, rows: drawn.rows, ..MeshOptions::new(GridKind::Square) };
    /// let picture = MazeBuilder::default().mesh(grid).options()?.make(&mut ())?;
    /// assert_eq!(picture.maze.count_passages(), 4);
    /// # Ok::<(), dedale::options::MakeError>(())
    /// ```
    #[must_use]
    pub fn mesh(mut self, mesh: MeshOptions) -> MazeBuilder {
        let size = Some([mesh.columns, mesh.rows].map(u64::from)).filter(|_| mesh.kind != GridKind::Polar);
        (self.columns, self.rows) = size.map(|[columns, rows]| (columns, rows)).unzip();
        self.rings = Some(mesh.rings).filter(|_| mesh.kind == GridKind::Polar);
        (self.mesh, self.given) = (mesh, None);
        self
    }

    /// The shape that the grid is cut to. A grid of another shape that was [given](MazeBuilder::on) is forgotten.
    #[must_use]
    pub fn mask(mut self, mask: Mask) -> MazeBuilder {
        self.say(|mesh| mesh.mask = Some(mask));
        self
    }

    /// The grid itself, which may be a custom one, or have tunnels. All that was set of the grid before is forgotten.
    ///
    /// ```
    /// use dedale::grid::{Graph, GraphCell, GraphSide};
    /// use dedale::options::MazeBuilder;
    /// // A ring of nine cells.
    /// let mut graph = Graph::default();
    /// for cell in 0..9 {
    ///     let side = |name, to| GraphSide { to: Some(to), ..GraphSide::outer(name) };
    ///     graph.add(GraphCell { sides: &[side("next", (cell + 1) % 9), side("back", (cell + 8) % 9)], ..GraphCell::default() })?;
    /// }
    /// let options = MazeBuilder::default().seed(7).on(graph.into_mesh()?).options()?;
    /// let picture = options.make(&mut ())?;
    /// assert_eq!(picture.maze.count_passages(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on(mut self, mesh: Mesh) -> MazeBuilder {
        self = self.weave(0.0).mesh(mesh.options().clone());
        let is_known = mesh.kind() != GridKind::Custom && mesh.crossings().is_empty() && !is_rectangle(mesh.options());
        self.given = Some(Arc::new(mesh)).filter(|_| !is_known);
        self
    }

    /// The part of the maze that is made, in cells of the [zoom level](MazeBuilder::zoom_level).
    ///
    /// ```
    /// use dedale::generate::{Algorithm, LONGEST_SIDE, Rectangle};
    /// use dedale::options::MazeBuilder;
    /// let part = Rectangle { row: 1 << 40, column: 1 << 50, rows: 20, columns: 30 };
    /// let builder = MazeBuilder::default().size(LONGEST_SIDE, LONGEST_SIDE).window(part);
    /// assert_eq!(builder.clone().algorithm(Algorithm::Division).options()?.window(), Some(part));
    /// let wrong = builder.size(5, 0).zoom_level(2).algorithm(Algorithm::Prim).options().unwrap_err();
    /// assert_eq!(wrong.0.len(), 2);
    /// # Ok::<(), dedale::options::InvalidOptions>(())
    /// ```
    #[must_use]
    pub fn window(mut self, window: Rectangle) -> MazeBuilder {
        self.window = Some(window);
        self
    }

    /// The level of a quilt of which a part is made, or all of it where no [window](MazeBuilder::window) is set: the maze of its blocks of
    /// `2^level × 2^level` cells.
    #[must_use]
    pub fn zoom_level(mut self, level: u32) -> MazeBuilder {
        self.level = Some(level);
        self
    }

    /// The row and column of the entrance.
    #[must_use]
    pub fn entrance(mut self, row: u64, column: u64) -> MazeBuilder {
        self.from = Some([row, column].into());
        self
    }

    /// The row and column of the exit.
    #[must_use]
    pub fn exit(mut self, row: u64, column: u64) -> MazeBuilder {
        self.to = Some(Goal::Cell([row, column].into()));
        self
    }

    /// How entrance and exit are found. Not together with [`entrance`](MazeBuilder::entrance) or [`exit`](MazeBuilder::exit).
    #[must_use]
    pub fn ends(mut self, rule: EndsRule) -> MazeBuilder {
        self.ends = Some(rule);
        self
    }

    /// Whether the outer wall is open at the entrance and at the exit: see [`doors`](crate::edit::doors()).
    #[must_use]
    pub fn doors(mut self, doors: bool) -> MazeBuilder {
        self.edits.doors = doors;
        self
    }

    /// How likely a passage goes straight on, `0.0 ..= 1.0`, with the recursive backtracker and the growing tree.
    #[must_use]
    pub fn straightness(mut self, share: f64) -> MazeBuilder {
        self.straightness = self.share("straightness", share);
        self
    }

    /// The difficulty that the maze is to have, and the length of its shortest path: see [`MazeOptions::find`](super::MazeOptions::find).
    #[must_use]
    pub fn wanted(mut self, wanted: Wanted) -> MazeBuilder {
        self.wanted = wanted;
        self
    }

    /// In which two halves that match the maze is made, which are joined once.
    #[must_use]
    pub fn symmetry(mut self, symmetry: Symmetry) -> MazeBuilder {
        self.symmetry = Some(symmetry);
        self
    }

    /// Whether the maze is a labyrinth, one way without branches: it follows the walls of a maze of half as many columns
    /// and rows.
    #[must_use]
    pub fn unicursal(mut self, unicursal: bool) -> MazeBuilder {
        self.unicursal = unicursal;
        self
    }

    /// How many rooms there are, and how large: see [`rooms`](crate::edit::rooms()).
    #[must_use]
    pub fn rooms(mut self, rooms: Rooms) -> MazeBuilder {
        (self.edits.rooms, self.edits.room_size) = (rooms.count, Some(rooms.size).filter(|_| rooms.count > 0));
        self
    }

    /// The share of possible crossings, `0.0 ..= 1.0`, at which a passage may run under another one: see
    /// [`Mesh::woven`](crate::grid::Mesh::woven).
    #[must_use]
    pub fn weave(mut self, share: f64) -> MazeBuilder {
        self.weave = self.share("weave", share);
        self
    }

    /// The maze is open ground: squares without walls between them, of which this share, `0.0 ..= 1.0`, is blocked, drawn from the seed. Entrance and
    /// exit are free. Where they are to be `connected`, there is a way between any two free squares.
    ///
    /// ```
    /// use dedale::options::MazeBuilder;
    /// use dedale::solve::Solver;
    /// let made = MazeBuilder::default().size(20, 10).seed(7).obstacles(0.3, true).make()?;
    /// assert_eq!(made.maze.cells().count(), 140);
    /// assert!(Solver::Bfs.solve(&made.maze, made.from, made.to).path().is_some());
    /// # Ok::<(), dedale::options::MakeError>(())
    /// ```
    #[must_use]
    pub fn obstacles(mut self, share: f64, connected: bool) -> MazeBuilder {
        self.obstacles = Some(self.share("obstacles", share));
        self.any_parts = !connected;
        self
    }

    /// The share of cells, `0.0 ..= 1.0`, that are taken out, dead end by dead end: see [`sparse`](crate::edit::sparse()).
    #[must_use]
    pub fn sparse(mut self, share: f64) -> MazeBuilder {
        self.edits.sparse = self.share("sparse", share);
        self
    }

    /// The share of dead ends, `0.0 ..= 1.0`, that are opened into loops: see [`braid`](crate::edit::braid()).
    #[must_use]
    pub fn braid(mut self, share: f64) -> MazeBuilder {
        self.edits.braid = self.share("braid", share);
        self
    }

    /// The most cells that a dead end may have, at least 1: see [`max_dead_end`](crate::edit::max_dead_end()).
    #[must_use]
    pub fn max_dead_end(mut self, cells: u32) -> MazeBuilder {
        self.edits.max_dead_end = Some(cells);
        self
    }

    /// The largest share, `0.0 ..= 1.0`, of the inner walls of each row, of each column, or of both, that are still standing in the
    /// end: see [`max_walls`](crate::edit::max_walls()).
    #[must_use]
    pub fn max_walls(mut self, share: f64, lines: Lines) -> MazeBuilder {
        self.edits.max_walls = Some(self.share("max_walls", share));
        self.edits.max_walls_in = Some(lines);
        self
    }

    /// One more wall that is removed, on this side of the cell in this row and column: see [`remove`](crate::edit::remove()).
    #[must_use]
    pub fn remove(mut self, row: u64, column: u64, side: Side) -> MazeBuilder {
        self.remove.push(NamedWall { cell: [row, column].into(), side: side.letter().to_string() });
        self
    }

    /// What it costs to enter the cells: see [`weights`](crate::edit::weights()).
    #[must_use]
    pub fn weights(mut self, weights: Weights) -> MazeBuilder {
        self.edits.weights = Some(weights);
        self
    }

    /// How likely it is, `0.0 ..= 1.0`, that the exit can be reached: see [`block`](crate::edit::block()).
    #[must_use]
    pub fn solvable(mut self, share: f64) -> MazeBuilder {
        self.edits.solvable = Some(self.share("solvable", share));
        self
    }

    /// Things to place, of one name, at most 20 times: see [`place`](crate::edit::place).
    #[must_use]
    pub fn items(mut self, items: Items) -> MazeBuilder {
        self.edits.items.push(items);
        self
    }

    /// How many doors are on the way to the exit, at most 100, each with a key before it: see [`place`](crate::edit::place).
    #[must_use]
    pub fn locks(mut self, locks: u32) -> MazeBuilder {
        self.edits.locks = locks;
        self
    }

    /// How many openings the outer wall has, each of another cell, drawn from the seed: at most 1,000. The
    /// exit is the nearest of them, unless another one is set.
    ///
    /// ```
    /// use dedale::maze::Maze;
    /// let maze = Maze::builder().size(9, 7).seed(7).exits(4).build()?;
    /// assert_eq!(maze.openings().count(), 4);
    /// let wrong = Maze::builder().size(3, 3).exits(9).build().unwrap_err();
    /// assert_eq!(wrong.to_string(), "exits: must be at most 8, since so many cells are at the border");
    /// # Ok::<(), dedale::options::MakeError>(())
    /// ```
    #[must_use]
    pub fn exits(mut self, exits: u32) -> MazeBuilder {
        self.edits.exits = exits;
        self
    }

    /// Changes the grid that options say. One that was given is forgotten, unless it is the same.
    pub(super) fn say(&mut self, change: impl FnOnce(&mut MeshOptions)) {
        let mut changed = self.mesh.clone();
        change(&mut changed);
        if changed != self.mesh {
            (self.mesh, self.given) = (changed, None);
        }
    }

    /// The share with this value, or a refused option.
    fn share(&mut self, option: &'static str, value: f64) -> Share {
        self.constraints.forget_share(option);
        Share::new(value).unwrap_or_else(|reason| {
            self.constraints.no_shares.push(InvalidOption::new(option, 0, reason));
            Share::NONE
        })
    }

    /// The options set so far, with defaults for the rest. They may be invalid.
    ///
    /// ```
    /// use dedale::{Algorithm, MazeBuilder};
    /// let chosen = MazeBuilder::default().algorithm(Algorithm::Prim).size(30, 0).chosen();
    /// assert_eq!((chosen.algorithm, chosen.size, chosen.is_plain), (Algorithm::Prim, [30, 0], true));
    /// ```
    pub fn chosen(&self) -> Chosen {
        Chosen {
            algorithm: self.algorithm,
            seed: self.seed,
            mesh: self.chosen_mesh(),
            size: self.chosen_size(),
            is_plain: self.is_plain(),
            is_woven: self.is_woven(),
            is_part: self.is_part(),
        }
    }

    /// The grid that was set. Of a size that is larger than a grid has, the largest is said.
    pub(crate) fn chosen_mesh(&self) -> MeshOptions {
        let [columns, rows] = self.chosen_size().map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        MeshOptions { columns, rows, rings: self.rings.unwrap_or(self.mesh.rings), ..self.mesh.clone() }
    }

    /// The number of columns and of rows that were set, or the default.
    pub(crate) fn chosen_size(&self) -> [u64; 2] {
        [self.columns, self.rows].map(|side| side.unwrap_or(30))
    }

    /// Whether the maze is one of plain squares, a rectangle of which no cell is taken out, of which a part may be made: then it can be made
    /// in memory of one byte a cell, and perhaps row by row.
    pub(crate) fn is_plain(&self) -> bool {
        self.has_places() && self.obstacles.is_none()
    }

    /// Whether cells are named by row and column in a rectangle of squares, and what is named is there: plain squares, and open ground.
    pub(super) fn has_places(&self) -> bool {
        self.is_rectangle() && !self.edits.sparse.is_some()
    }

    /// Whether the grid is a rectangle of squares, all in one level, without tunnels: plain squares, unless cells of it are taken out.
    pub(super) fn is_rectangle(&self) -> bool {
        let is_whole = !self.weave.is_some() && self.given.is_none();
        is_whole && is_rectangle(&self.mesh)
    }

    /// Whether there may be tunnels: drawn from the seed, or those of the grid that was given.
    pub(crate) fn is_woven(&self) -> bool {
        self.weave.is_some() || self.given.as_ref().is_some_and(|mesh| !mesh.crossings().is_empty())
    }

    /// Whether a part of a maze is made.
    pub(crate) fn is_part(&self) -> bool {
        self.window.is_some() || self.level.is_some()
    }

    /// Checks the options and makes the maze, on whatever grid.
    ///
    /// # Errors
    ///
    /// [`MakeError`] that says what is wrong with the options, or that no maze has what is wanted.
    pub fn make(self) -> Result<Picture, MakeError> {
        self.options()?.find(MAX_ATTEMPTS, &mut ())?.make(&mut ())
    }

    /// Checks the options and makes the maze, which must be one of plain squares; [`make`](MazeBuilder::make) makes it on any grid.
    ///
    /// # Errors
    ///
    /// [`MakeError`] that says what is wrong with the options, or that no maze has what is wanted.
    pub fn build(self) -> Result<Maze<Square>, MakeError> {
        let made = self.make()?;
        let other = || {
            InvalidOptions::one("grid", "must be one of plain squares, without wrap, mask, weave, floors and sparse")
        };
        made.maze.into_squares().ok_or_else(|| other().into())
    }
}

/// The options of a maze before they are checked: see [`MazeBuilder::chosen`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Chosen {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The seed.
    pub seed: u64,
    /// The grid. Of a size that is larger than a grid has, the largest is said.
    pub mesh: MeshOptions,
    /// The number of columns and of rows.
    pub size: [u64; 2],
    /// Whether the maze is one of plain squares, a rectangle of which no cell is taken out, of which a part may be made: then it can be made
    /// in memory of one byte a cell, and perhaps row by row.
    pub is_plain: bool,
    /// Whether there may be tunnels: drawn from the seed, or those of the grid that was given.
    pub is_woven: bool,
    /// Whether a part of a maze is made.
    pub is_part: bool,
}

/// Whether a grid is a rectangle of squares, all in one level.
pub(super) fn is_rectangle(mesh: &MeshOptions) -> bool {
    let MeshOptions { kind, floors, wrap, mask, .. } = mesh;
    *kind == GridKind::Square && *floors == 1 && *wrap == Wrap::Off && mask.is_none()
}
