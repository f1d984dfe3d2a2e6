//! Options that are set one by one, and then checked.

use std::fmt;
use std::sync::Arc;

use super::edits::Edits;
use super::ends::{GivenAddress, Goal, NamedWall};
use super::limits::Constraints;
use super::wanted::{MAX_ATTEMPTS, Target};
use super::{EndsRule, InvalidOptions, MakeError};
use crate::about::{Range, Share};
use crate::edit::{Items, Lines, Weights};
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
#[must_use]
pub struct MazeBuilder {
    pub(super) algorithm: Algorithm,
    pub(crate) seed: u64,
    /// The grid, but for its size.
    pub(crate) mesh: MeshOptions,
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
    pub(super) from: Option<GivenAddress>,
    pub(super) to: Option<Goal>,
    pub(super) ends: Option<EndsRule>,
    pub(super) straightness: Share,
    pub(super) symmetry: Option<Symmetry>,
    pub(super) unicursal: bool,
    pub(crate) edits: Edits,
    pub(super) remove: Vec<NamedWall>,
    pub(super) wanted: Target,
    /// Limits and refused values, which the check uses up.
    pub(super) constraints: Constraints,
}

impl Maze<Square> {
    /// A builder of mazes, with every option at its default.
    pub fn builder() -> MazeBuilder {
        MazeBuilder::default()
    }
}

impl MazeBuilder {
    /// The algorithm, with its own options.
    pub fn algorithm(mut self, algorithm: Algorithm) -> MazeBuilder {
        self.algorithm = algorithm;
        self
    }

    /// The number of columns and of rows. A maze that is made as a whole has at most 2^32 − 1 of each; one of which a part is made, at most
    /// [`LONGEST_SIDE`](crate::generate::LONGEST_SIDE). A grid of another size that was [given](MazeBuilder::on) is forgotten.
    pub fn size(mut self, columns: u64, rows: u64) -> MazeBuilder {
        self.change_grid(|builder| (builder.columns, builder.rows) = (Some(columns), Some(rows)));
        self
    }

    /// The seed, `0 ..= `[`MAX_SEED`](crate::rng::MAX_SEED).
    pub fn seed(mut self, seed: u64) -> MazeBuilder {
        self.seed = seed;
        self
    }

    /// The kind of grid. A grid of another kind that was [given](MazeBuilder::on) is forgotten.
    pub fn grid(mut self, kind: GridKind) -> MazeBuilder {
        self.say(|mesh| mesh.kind = kind);
        self
    }

    /// The grid: all that its options say, the size too. A grid that was [given](MazeBuilder::on) is forgotten.
    pub fn mesh(mut self, mesh: MeshOptions) -> MazeBuilder {
        let size = Some([mesh.columns, mesh.rows].map(u64::from)).filter(|_| mesh.kind != GridKind::Polar);
        (self.columns, self.rows) = size.map(|[columns, rows]| (columns, rows)).unzip();
        self.rings = Some(mesh.rings).filter(|_| mesh.kind == GridKind::Polar);
        (self.mesh, self.given) = (mesh, None);
        self
    }

    /// The shape that the grid is cut to. A grid of another shape that was [given](MazeBuilder::on) is forgotten.
    pub fn mask(mut self, mask: Mask) -> MazeBuilder {
        self.say(|mesh| mesh.mask = Some(mask));
        self
    }

    /// The grid itself, which may be a custom one, or have tunnels. All that was set of the grid before is forgotten.
    pub fn on(mut self, mesh: Mesh) -> MazeBuilder {
        self.weave = Share::NONE;
        self = self.mesh(mesh.options().clone());
        let is_known = mesh.kind() != GridKind::Custom && mesh.crossings().is_empty() && !is_rectangle(mesh.options());
        self.given = Some(Arc::new(mesh)).filter(|_| !is_known);
        self
    }

    /// The part of the maze that is made, in cells of the `zoom_level`.
    pub fn window(mut self, window: Rectangle) -> MazeBuilder {
        self.window = Some(window);
        self
    }

    /// Sets the option that has this name in text. A value that is none of it is [refused](MazeBuilder::refuse).
    fn with(mut self, option: &'static str, value: impl fmt::Display) -> MazeBuilder {
        if let Err(reason) = self.set(option, &value.to_string()) {
            self.refuse(option, 0, reason);
        }
        self
    }

    /// The maze is open ground: squares without walls between them, of which this share, `0.0 ..= 1.0`, is blocked, drawn from the seed. Entrance and
    /// exit are free. Where they are to be `connected`, there is a way between any two free squares.
    pub fn obstacles(self, share: f64, connected: bool) -> MazeBuilder {
        self.with("obstacles", share).with("parts", if connected { "one" } else { "any" })
    }

    /// One more wall that is removed, on this side of the cell in this row and column: see [`remove`](crate::edit::remove()).
    pub fn remove(self, row: u64, column: u64, side: Side) -> MazeBuilder {
        self.with("remove", format_args!("{row},{column},{}", side.letter()))
    }

    /// Changes the grid that options say, but for its size. One that was given is forgotten, unless it is the same.
    pub(super) fn say(&mut self, change: impl FnOnce(&mut MeshOptions)) {
        self.change_grid(|builder| change(&mut builder.mesh));
    }

    /// Changes the grid that options say. One that was given is forgotten, unless it is the same.
    pub(super) fn change_grid(&mut self, change: impl FnOnce(&mut MazeBuilder)) {
        let given = self.given.take();
        change(self);
        self.given = given.filter(|mesh| *mesh.options() == self.chosen_mesh());
    }

    /// The grid that was set. A size beyond that of any grid is replaced by the largest.
    pub(crate) fn chosen_mesh(&self) -> MeshOptions {
        if let Some(mesh) = &self.given {
            return mesh.options().clone();
        }
        let [columns, rows] = self.chosen_size().map(|side| u32::try_from(side).unwrap_or(u32::MAX));
        MeshOptions { columns, rows, rings: self.rings.unwrap_or(self.mesh.rings), ..self.mesh.clone() }
    }

    /// The number of columns and of rows that were set, or the default.
    pub(crate) fn chosen_size(&self) -> [u64; 2] {
        [self.columns, self.rows].map(|side| side.unwrap_or(30))
    }

    /// Returns true if the maze is one of plain squares: a part of it may be made, and perhaps it may be made row by row.
    pub(crate) fn is_plain(&self) -> bool {
        self.has_places() && self.obstacles.is_none()
    }

    /// Whether cells are named by row and column in a rectangle of squares, and what is named is there: plain squares, and open ground.
    pub(super) fn has_places(&self) -> bool {
        self.is_rectangle() && !self.edits.sparse.is_some()
    }

    /// Whether the grid is a rectangle of squares, all in one level, without tunnels: plain squares, unless cells of it are taken out.
    pub(crate) fn is_rectangle(&self) -> bool {
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
    pub fn make(self) -> Result<Picture, MakeError> {
        self.options()?.find(MAX_ATTEMPTS, &mut ())?.make(&mut ())
    }

    /// Checks the options and makes the maze, which must be one of plain squares; [`make`](MazeBuilder::make) makes it on any grid.
    pub fn build(self) -> Result<Maze<Square>, MakeError> {
        let reason = "must be one of plain squares, without wrap, mask, weave, floors and sparse";
        self.make()?.maze.into_squares().ok_or_else(|| InvalidOptions::one("grid", reason).into())
    }
}

/// Methods that set an option by its name, each to what is written of its arguments.
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
    /// The level of a quilt, the maze of its blocks of `2^level × 2^level` cells: all of it where no [window](MazeBuilder::window) is set.
    zoom_level(level: u32) => "zoom_level", "{level}";
    /// The row and column of the entrance.
    entrance(row: u64, column: u64) => "from", "{row},{column}";
    /// The row and column of the exit.
    exit(row: u64, column: u64) => "to", "{row},{column}";
    /// How entrance and exit are found. Not together with [`entrance`](MazeBuilder::entrance) or [`exit`](MazeBuilder::exit).
    ends(rule: EndsRule) => "ends", "{rule}";
    /// Whether the outer wall is open at the entrance and at the exit: see [`doors`](crate::edit::doors()).
    doors(doors: bool) => "doors", "{doors}";
    /// How likely a passage goes straight on, `0.0 ..= 1.0`, with the recursive backtracker and the growing tree.
    straightness(share: f64) => "straightness", "{share}";
    /// In which two halves that match the maze is made, which are joined once.
    symmetry(symmetry: Symmetry) => "symmetry", "{symmetry}";
    /// Whether the maze is a labyrinth, one way without branches: it follows the walls of a maze of half as many columns and rows.
    unicursal(unicursal: bool) => "unicursal", "{unicursal}";
    /// The difficulty that is [looked for](super::MazeOptions::find): `easy`, `medium` or `hard`, a number of bits, or a range of either.
    difficulty(difficulty: &str) => "difficulty", "{difficulty}";
    /// The length of the shortest path that is [looked for](super::MazeOptions::find).
    length(length: Range<u32>) => "length", "{length}";
    /// How many rooms there are, `0 ..= 100`: see [`rooms`](crate::edit::rooms()).
    rooms(count: u32) => "rooms", "{count}";
    /// How many cells the sides of rooms have, in `2 ..= 20`.
    room_size(size: Range<u32>) => "room_size", "{size}";
    /// The share of possible crossings, `0.0 ..= 1.0`, at which a passage may run under another one: see [`Mesh::woven`].
    weave(share: f64) => "weave", "{share}";
    /// The share of cells, `0.0 ..= 1.0`, that are taken out, dead end by dead end: see [`sparse`](crate::edit::sparse()).
    sparse(share: f64) => "sparse", "{share}";
    /// The share of dead ends, `0.0 ..= 1.0`, that are opened into loops: see [`braid`](crate::edit::braid()).
    braid(share: f64) => "braid", "{share}";
    /// The most cells that a dead end may have, at least 1: see [`max_dead_end`](crate::edit::max_dead_end()).
    max_dead_end(cells: u32) => "max_dead_end", "{cells}";
    /// The largest share, `0.0 ..= 1.0`, of the inner walls of a row or column that remain: see [`max_walls`](crate::edit::max_walls()).
    max_walls(share: f64) => "max_walls", "{share}";
    /// Whether that is about rows, columns or both.
    max_walls_in(lines: Lines) => "max_walls_in", "{lines}";
    /// What it costs to enter the cells: see [`weights`](crate::edit::weights()).
    weights(weights: Weights) => "weights", "{weights}";
    /// How likely it is, `0.0 ..= 1.0`, that the exit can be reached: see [`block`](crate::edit::block()).
    solvable(share: f64) => "solvable", "{share}";
    /// Things to place, of one name, at most 20 times: see [`place`](crate::edit::place()).
    items(items: Items) => "items", "{items}";
    /// How many doors are on the way to the exit, at most 100, each with a key before it: see [`place`](crate::edit::place()).
    locks(locks: u32) => "locks", "{locks}";
    /// How many openings the outer wall has, each of another cell, at most 1,000. The exit is the nearest of them, unless another one is set.
    exits(exits: u32) => "exits", "{exits}";
}

/// Whether a grid is a rectangle of squares, all in one level.
fn is_rectangle(mesh: &MeshOptions) -> bool {
    let MeshOptions { kind, floors, wrap, mask, .. } = mesh;
    *kind == GridKind::Square && *floors == 1 && *wrap == Wrap::Off && mask.is_none()
}
