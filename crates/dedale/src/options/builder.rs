//! Options that are set one by one, and then checked.

use std::fmt;
use std::sync::Arc;

use super::edits::Edits;
use super::ends::{GivenAddress, Goal, NamedWall};
use super::limits::Constraints;
use super::wanted::{MAX_ATTEMPTS, Target};
use super::{EndsRule, InvalidOptions, MakeError};
use crate::about::{Between, Share};
use crate::edit::{Items, Lines, Weights};
use crate::generate::{Algorithm, Rectangle, Symmetry};
use crate::grid::{GridKind, Mask, MaskOutline, Mesh, MeshOptions, Side, Square};
use crate::maze::Maze;
use crate::picture::Picture;

/// The options of a maze that have not been checked yet. Every method sets one of them and returns the builder.
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
#[must_use]
pub struct MazeBuilder {
    pub(super) algorithm: Algorithm,
    pub(crate) seed: u64,
    /// The grid, except its size.
    pub(crate) mesh: MeshOptions,
    pub(super) columns: Option<u64>,
    pub(super) rows: Option<u64>,
    pub(super) rings: Option<u32>,
    /// The grid, if its options do not determine it: a custom one, one with tunnels, or a mesh of plain squares.
    pub(super) given: Option<Arc<Mesh>>,
    pub(super) weave: Share,
    /// The share of squares that are blocked, if the maze is open ground.
    pub(super) obstacles: Option<Share>,
    /// True if the free squares need not be connected.
    pub(super) any_parts: bool,
    pub(super) window: Option<Rectangle>,
    pub(super) level: Option<u32>,
    pub(super) from: Option<GivenAddress>,
    pub(super) to: Option<Goal>,
    pub(super) ends: Option<EndsRule>,
    pub(super) straightness: Share,
    pub(super) symmetry: Option<Symmetry>,
    pub(super) unicursal: bool,
    /// The shape that the way shows.
    pub(super) reveal: Option<Mask>,
    pub(crate) edits: Edits,
    pub(super) remove: Vec<NamedWall>,
    pub(super) wanted: Target,
    /// Limits and refused values, which the check uses up.
    pub(super) constraints: Constraints,
}

impl Maze<Square> {
    /// Creates a builder of mazes, with every option at its default.
    pub fn builder() -> MazeBuilder {
        MazeBuilder::default()
    }
}

impl MazeBuilder {
    /// Sets the algorithm, with its own options.
    pub fn algorithm(mut self, algorithm: Algorithm) -> MazeBuilder {
        self.algorithm = algorithm;
        self
    }

    /// Sets the number of columns and of rows. A maze that is made as a whole has at most 2^32 − 1 of each, and a maze from which a part is
    /// made has at most [`MAX_SIDE`](crate::generate::MAX_SIDE). A grid of another size that was [given](MazeBuilder::on) is dropped.
    pub fn size(mut self, columns: u64, rows: u64) -> MazeBuilder {
        self.change_grid(|builder| (builder.columns, builder.rows) = (Some(columns), Some(rows)));
        self
    }

    /// Sets the seed, `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED).
    pub fn seed(mut self, seed: u64) -> MazeBuilder {
        self.seed = seed;
        self
    }

    /// Sets the kind of grid. A grid of another kind that was [given](MazeBuilder::on) is dropped.
    pub fn grid(mut self, kind: GridKind) -> MazeBuilder {
        self.change_mesh(|mesh| mesh.kind = kind);
        self
    }

    /// Sets all options of the grid, including its size. A grid that was [given](MazeBuilder::on) is dropped.
    pub fn mesh(mut self, mesh: MeshOptions) -> MazeBuilder {
        let size = Some([mesh.columns, mesh.rows].map(u64::from)).filter(|_| mesh.kind != GridKind::Polar);
        (self.columns, self.rows) = size.map(|[columns, rows]| (columns, rows)).unzip();
        self.rings = Some(mesh.rings).filter(|_| mesh.kind == GridKind::Polar);
        (self.mesh, self.given) = (mesh, None);
        self
    }

    /// Sets the shape to which the grid is cut. A grid of another shape that was [given](MazeBuilder::on) is dropped.
    pub fn mask(mut self, mask: Mask) -> MazeBuilder {
        self.change_mesh(|mesh| mesh.mask = Some(mask));
        self
    }

    /// Sets a shape that the way from the entrance to the exit shows: it visits all cells of the shape, and no others but those of a corridor to
    /// each end. The maze is perfect, and no larger areas than small patches look different outside of the shape. Bits are those of blocks of
    /// two by two cells.
    pub fn reveal(mut self, shape: Mask) -> MazeBuilder {
        self.reveal = Some(shape);
        self
    }

    /// Sets the grid itself, which may be a custom one, or have tunnels. All options of the grid that were set before are dropped.
    pub fn on(mut self, mesh: Mesh) -> MazeBuilder {
        self.weave = Share::NONE;
        self = self.mesh(mesh.options().clone());
        let is_known = mesh.kind() != GridKind::Custom && mesh.crossings().is_empty() && !mesh.options().is_rectangle();
        self.given = Some(Arc::new(mesh)).filter(|_| !is_known);
        self
    }

    /// Sets the part of the maze that is made, in cells of the `zoom_level`.
    pub fn window(mut self, window: Rectangle) -> MazeBuilder {
        self.window = Some(window);
        self
    }

    /// Sets the option with this name from text. An invalid value is [refused](MazeBuilder::refuse).
    fn with(mut self, option: &'static str, value: impl fmt::Display) -> MazeBuilder {
        if let Err(reason) = self.set(option, &value.to_string()) {
            self.refuse(option, 0, reason);
        }
        self
    }

    /// Makes the maze open ground: squares without walls between them. This share of them, `0.0 ..= 1.0`, is blocked, drawn from the seed.
    /// Entrance and exit are free. If `connected` is true, there is a way between any two free squares.
    pub fn obstacles(self, share: f64, connected: bool) -> MazeBuilder {
        self.with("obstacles", share).with("parts", if connected { "one" } else { "any" })
    }

    /// Removes one more wall, on this side of the cell in this row and column: see [`remove`](crate::edit::remove()).
    pub fn remove(self, row: u64, column: u64, side: Side) -> MazeBuilder {
        self.with("remove", format_args!("{row},{column},{}", side.letter()))
    }

    /// Changes the options of the grid, except its size. A grid that was given is dropped, unless it is the same.
    pub(super) fn change_mesh(&mut self, change: impl FnOnce(&mut MeshOptions)) {
        self.change_grid(|builder| change(&mut builder.mesh));
    }

    /// Changes the options of the grid. A grid that was given is dropped, unless it is the same.
    pub(super) fn change_grid(&mut self, change: impl FnOnce(&mut MazeBuilder)) {
        let given = self.given.take();
        change(self);
        self.given = given.filter(|mesh| *mesh.options() == self.chosen_mesh());
    }

    /// Returns the grid that was set. A size beyond that of any grid is replaced by the largest one.
    pub(crate) fn chosen_mesh(&self) -> MeshOptions {
        if let Some(mesh) = &self.given {
            return mesh.options().clone();
        }
        let [columns, rows] = self.chosen_size().map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        MeshOptions { columns, rows, rings: self.rings.unwrap_or(self.mesh.rings), ..self.mesh.clone() }
    }

    /// Returns the number of columns and of rows that were set, or the default.
    pub(crate) fn chosen_size(&self) -> [u64; 2] {
        [self.columns, self.rows].map(|side| side.unwrap_or(30))
    }

    /// Returns true if the maze is one of plain squares: a part of it may be made, and perhaps it may be made row by row.
    pub(crate) fn is_plain(&self) -> bool {
        self.has_places() && self.obstacles.is_none()
    }

    /// Returns true if cells are named by row and column in a rectangle of squares, and such a cell exists: on plain squares, and on open ground.
    pub(super) fn has_places(&self) -> bool {
        self.is_rectangle() && !self.edits.sparse.is_some()
    }

    /// Returns true if the grid is a rectangle of squares on one floor, without tunnels: plain squares, unless cells of it are taken out.
    pub(crate) fn is_rectangle(&self) -> bool {
        let is_whole = !self.weave.is_some() && self.given.is_none();
        is_whole && self.mesh.is_rectangle()
    }

    /// Returns true if there may be tunnels: drawn from the seed, or those of a given grid.
    pub(crate) fn is_woven(&self) -> bool {
        self.weave.is_some() || self.given.as_ref().is_some_and(|mesh| !mesh.crossings().is_empty())
    }

    /// Returns true if a part of a maze is made.
    pub(crate) fn is_part(&self) -> bool {
        self.window.is_some() || self.level.is_some()
    }

    /// Checks the options and makes the maze, on any grid.
    pub fn make(self) -> Result<Picture, MakeError> {
        self.options()?.find(MAX_ATTEMPTS, &mut ())?.make(&mut ())
    }

    /// Checks the options and makes the maze, which must be one of plain squares. [`make`](MazeBuilder::make) makes it on any grid.
    pub fn build(self) -> Result<Maze<Square>, MakeError> {
        let reason = "must be one of plain squares, without wrap, mask, weave, floors and sparse";
        self.make()?.maze.into_squares().ok_or_else(|| InvalidOptions::one("grid", reason).into())
    }
}

/// Methods that set an option by its name, each to its arguments as text.
macro_rules! setters {
    ($($(#[$about:meta])* $method:ident($($value:ident: $type:ty),+) => $option:literal, $text:literal;)*) => {
        impl MazeBuilder {
            $($(#[$about])*
            pub fn $method(self, $($value: $type),+) -> MazeBuilder {
                self.with($option, format_args!($text))
            })*
        }
    };
}

setters! {
    /// Sets the level of a quilt: the maze of its blocks of `2^level × 2^level` cells. Without a [window](MazeBuilder::window), all of it is
    /// made.
    zoom_level(level: u32) => "zoom_level", "{level}";
    /// Sets the row and column of the entrance.
    entrance(row: u64, column: u64) => "from", "{row},{column}";
    /// Sets the row and column of the exit.
    exit(row: u64, column: u64) => "to", "{row},{column}";
    /// Sets how entrance and exit are found. Not valid together with [`entrance`](MazeBuilder::entrance) or [`exit`](MazeBuilder::exit).
    ends(rule: EndsRule) => "ends", "{rule}";
    /// Opens the outer wall at the entrance and at the exit: see [`doors`](crate::edit::doors()).
    doors(doors: bool) => "doors", "{doors}";
    /// Sets the probability that a passage goes straight on, `0.0 ..= 1.0`, with the recursive backtracker and the growing tree.
    straightness(share: f64) => "straightness", "{share}";
    /// Makes the maze in two halves that match in this way, and are joined once.
    symmetry(symmetry: Symmetry) => "symmetry", "{symmetry}";
    /// Makes the maze a labyrinth, a single way without branches, which follows the walls of a maze with half as many columns and rows.
    unicursal(unicursal: bool) => "unicursal", "{unicursal}";
    /// Sets whether the cells at the border of the [mask](MazeBuilder::mask) are cut along its outline.
    outline(outline: MaskOutline) => "outline", "{outline}";
    /// Sets the difficulty to [look for](super::MazeOptions::find): `easy`, `medium` or `hard`, a number of bits, or a range of either.
    difficulty(difficulty: &str) => "difficulty", "{difficulty}";
    /// Sets the length of the shortest path to [look for](super::MazeOptions::find).
    length(length: Between<u32>) => "length", "{length}";
    /// Sets the number of rooms, `0 ..= 100`: see [`rooms`](crate::edit::rooms()).
    rooms(count: u32) => "rooms", "{count}";
    /// Sets the number of cells of the sides of rooms, in `2 ..= 20`.
    room_size(size: Between<u32>) => "room_size", "{size}";
    /// Sets the share of possible crossings, `0.0 ..= 1.0`, where a passage may run under another one: see [`Mesh::woven`].
    weave(share: f64) => "weave", "{share}";
    /// Sets the share of cells, `0.0 ..= 1.0`, that are taken out, dead end by dead end: see [`sparse`](crate::edit::sparse()).
    sparse(share: f64) => "sparse", "{share}";
    /// Sets the share of dead ends, `0.0 ..= 1.0`, that are opened into loops: see [`braid`](crate::edit::braid()).
    braid(share: f64) => "braid", "{share}";
    /// Sets the largest number of cells of a dead end, at least 1: see [`max_dead_end`](crate::edit::max_dead_end()).
    max_dead_end(cells: u32) => "max_dead_end", "{cells}";
    /// Sets the largest share, `0.0 ..= 1.0`, of the inner walls of a row or column that remain: see [`max_walls`](crate::edit::max_walls()).
    max_walls(share: f64) => "max_walls", "{share}";
    /// Sets the lines that `max_walls` is about: rows, columns or both.
    max_walls_in(lines: Lines) => "max_walls_in", "{lines}";
    /// Sets the cost of entering the cells: see [`weights`](crate::edit::weights()).
    weights(weights: Weights) => "weights", "{weights}";
    /// Sets the probability, `0.0 ..= 1.0`, that the exit can be reached: see [`make_unsolvable`](crate::edit::make_unsolvable()).
    solvable(share: f64) => "solvable", "{share}";
    /// Adds things of one name to place, at most 20 times: see [`place`](crate::edit::place()).
    items(items: Items) => "items", "{items}";
    /// Sets the number of doors on the way to the exit, at most 100, each with a key before it: see [`place`](crate::edit::place()).
    locks(locks: u32) => "locks", "{locks}";
    /// Sets the word whose letters are on the way to the exit: see [`letters`](crate::edit::letters()).
    word(word: &str) => "word", "{word}";
    /// Sets the range of the numbers on the way to the exit, `0 ..= 99`, which are to be added up: see [`letters`](crate::edit::letters()).
    sum(range: Between<u32>) => "sum", "{range}";
    /// Sets the number of letters or numbers at dead ends, `0.0 ..= 1.0` for each one on the way to the exit.
    decoys(share: f64) => "decoys", "{share}";
    /// Sets the number of openings in the outer wall, each at another cell, at most 1,000. The exit is the nearest of them, unless another
    /// one is set.
    exits(exits: u32) => "exits", "{exits}";
}
