//! What maze is wanted: its algorithm, grid, size, seed and edits, checked once.
//!
//! A [`MazeBuilder`] takes options one by one, typed or as text. [`MazeBuilder::options`] checks them all together
//! and reports everything that is wrong at once. The [`MazeOptions`] that it returns needs no further checks, but for what only
//! the grid itself shows, and for a `length` or `difficulty` that no maze has, which [`find`](MazeOptions::find) refuses.

mod builder;
mod carving;
mod check;
mod cost;
mod ends;
mod ground;
mod limits;
mod made;
mod make;
mod option;
mod possible;
mod table;
mod wanted;
mod work;

pub use builder::{Chosen, MazeBuilder};
pub(crate) use ends::outer_sides;
pub use ends::{ANY_EXIT, Ends, EndsRule, outside, outside_mesh, parse_address, parse_place};
pub(crate) use ground::Ground;
pub use limits::SizeLimits;
pub use made::MakeError;
pub use option::MazeOption;
pub use table::OPTIONS;
pub(crate) use wanted::MAX_ATTEMPTS;
pub use wanted::{Difficulty, NoneFound, Third, Wanted};
pub use work::Work;

use std::fmt;

use self::carving::Carving;
use self::ends::{Goal, KnownEnds, NamedWall};
use crate::about::InvalidValue;
use crate::edit::{Edits, Share};
use crate::generate::{Algorithm, GENERATOR_VERSION, Quilt, Rectangle};
use crate::grid::{GridKind, Side, Square, TooLarge};
use crate::picture::Head;
use crate::rng::{MAX_SEED, Rng, Stream};

/// One option that is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidOption {
    /// The option, by the name that it has in text: `w` for the columns, `h` for the rows, `from` for the entrance, `to` for the
    /// exit.
    pub option: &'static str,
    /// Which of its values is wrong, from 0, where it has several (`remove`).
    pub index: usize,
    /// The reason, and what is allowed.
    pub reason: InvalidValue,
}

impl InvalidOption {
    /// The value number `index` of an option is wrong.
    pub fn new(option: &'static str, index: usize, reason: impl Into<InvalidValue>) -> InvalidOption {
        InvalidOption { option, index, reason: reason.into() }
    }
}

impl fmt::Display for InvalidOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.option, self.reason)
    }
}

/// Everything that is wrong with the options of a maze: at least one [`InvalidOption`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidOptions(pub Vec<InvalidOption>);

impl InvalidOptions {
    /// One option is wrong.
    pub fn one(option: &'static str, reason: impl Into<InvalidValue>) -> InvalidOptions {
        InvalidOptions(vec![InvalidOption::new(option, 0, reason)])
    }
}

impl fmt::Display for InvalidOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidOptions {}

/// A maze that can be made, whole or in part, on whatever grid: algorithm, size, seed and all options, checked.
///
/// A part of a maze, with [`window`](MazeOptions::window), is made without the rest. That maze may have up to `2^53 − 1` cells a side. The part
/// is, cell for cell, what is there in the whole maze, and its sides are closed only where a wall is.
///
/// Its [`Display`](fmt::Display) is `name=value` pairs with `&` between them, which can be parsed again. As a query, they ask the service
/// for the same maze.
///
/// ```
/// use dedale::options::MazeOptions;
///
/// let options: MazeOptions = "algo=growing-tree&pick=oldest&w=3&h=2&seed=7".parse()?;
/// assert_eq!(options.to_string(), "algo=growing-tree&w=3&h=2&seed=7&from=0,0&to=1,2&pick=oldest");
/// let picture = options.make(&mut ())?;
/// assert_eq!(picture.maze.count_passages(), 5);
///
/// let options: MazeOptions = "algo=wilson&grid=hex&w=12&h=9&seed=7".parse()?;
/// assert_eq!(options.to_string(), "algo=wilson&grid=hex&w=12&h=9&seed=7");
/// let picture = options.make(&mut ())?;
/// assert_eq!(picture.maze.count_passages(), 12 * 9 - 1);
///
/// let part: MazeOptions = "algo=quilt&w=9007199254740991&h=1000000&seed=7&window=999000,8000,2,4".parse()?;
/// assert_eq!(part.cells(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MazeOptions {
    algorithm: Algorithm,
    seed: u64,
    ground: Ground,
    straightness: Share,
    carving: Carving,
    edits: Edits,
    remove: Vec<NamedWall>,
    ends: KnownEnds,
    wanted: Wanted,
}

impl MazeOptions {
    /// The algorithm, with its own options.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// The name of the algorithm; `None` of open ground, which none has made.
    pub fn made_by(&self) -> Option<&'static str> {
        (!self.is_open_ground()).then(|| self.algorithm.name())
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The same with another seed, `0 ..= MAX_SEED`, of which the lowest 53 bits are taken.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> MazeOptions {
        MazeOptions { seed: seed & MAX_SEED, ..self.clone() }
    }

    /// Sets another seed, as [`with_seed`](MazeOptions::with_seed) does.
    pub(crate) fn set_seed(&mut self, seed: u64) {
        self.seed = seed & MAX_SEED;
    }

    /// The random numbers of a part of the work.
    fn rng(&self, stream: Stream) -> Rng {
        Rng::new(self.seed, stream)
    }

    /// The same with this seed, whose maze has what was wanted.
    pub(crate) fn found_at(&self, seed: u64) -> MazeOptions {
        MazeOptions { wanted: Wanted::default(), ..self.with_seed(seed) }
    }

    /// What is wanted of the maze that only the finished maze shows.
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// The grid of a maze of plain squares as a whole.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] when it has more than 2^32 − 1 cells: then it can only be made [by rows](MazeOptions::by_rows).
    pub fn grid(&self) -> Result<Square, TooLarge> {
        let mesh = self.mesh();
        Square::new(mesh.columns, mesh.rows)
    }

    /// The row and column of the entrance and of the exit, in cells of the whole maze, where they do not depend on its walls; `None` where they
    /// do, and on other grids than plain squares.
    pub fn places(&self) -> Option<[[u64; 2]; 2]> {
        match self.ends {
            _ if !self.is_plain() => None,
            KnownEnds::Cells { .. } => self.ends.places(),
            KnownEnds::Rule(EndsRule::Random) => {
                let mesh = self.mesh();
                Some(ends::drawn([mesh.columns, mesh.rows], self.seed).map(|place| place.map(u64::from)))
            }
            _ => None,
        }
    }

    /// The rule by which entrance and exit are found where they were not set.
    pub fn ends(&self) -> EndsRule {
        if let KnownEnds::Rule(rule) = self.ends { rule } else { EndsRule::Corners }
    }

    /// Whether the exit is the nearest opening.
    pub fn ends_at_any_exit(&self) -> bool {
        matches!(self.ends, KnownEnds::Nearest { .. })
    }

    /// The quilt that it is a part of; `None` with another algorithm.
    pub(crate) fn quilt(&self) -> Option<Quilt> {
        let Algorithm::Quilt { passes } = *self.algorithm() else { return None };
        let [columns, rows] = self.size()?;
        Quilt::new(columns, rows, self.seed(), passes).ok()
    }

    /// Another part of the same maze of squares, which is known to lie in it.
    pub(crate) fn part(&self, zoom_level: u32, window: Rectangle) -> MazeOptions {
        let size = self.size().unwrap_or_default();
        MazeOptions { ground: Ground::Part { size, zoom_level, window }, ..self.clone() }
    }

    /// The options as those that were set.
    pub(crate) fn to_builder(&self) -> MazeBuilder {
        let mesh = self.mesh().into_owned();
        let size = self.size().filter(|_| self.mesh().kind != GridKind::Custom);
        let (from, to, rule) = match self.ends {
            KnownEnds::Cells { from, to } => (from, to.map(Goal::Cell), None),
            KnownEnds::Nearest { from } => (from, Some(Goal::AnyExit), None),
            KnownEnds::Rule(rule) => (None, None, Some(rule)),
        };
        let (obstacles, any_parts) = match self.ground {
            Ground::Open { obstacles, any_parts, .. } => (Some(obstacles), any_parts),
            _ => (None, false),
        };
        let (given, weave) = match &self.ground {
            Ground::Plain { .. } | Ground::Part { .. } | Ground::Open { .. } => (None, Share::NONE),
            Ground::Mesh { weave, .. } => (None, *weave),
            Ground::Given { mesh, weave } => (Some(mesh.clone()), *weave),
        };
        let is_part = self.window().is_some();
        MazeBuilder {
            algorithm: self.algorithm,
            seed: self.seed,
            columns: size.map(|size| size[0]),
            rows: size.map(|size| size[1]),
            rings: Some(mesh.rings).filter(|_| mesh.kind == GridKind::Polar),
            mesh,
            given,
            weave,
            obstacles,
            any_parts,
            window: self.window(),
            level: is_part.then_some(self.zoom_level()),
            from,
            to,
            ends: rule,
            straightness: self.straightness,
            symmetry: if let Carving::Halves(symmetry) = self.carving { Some(symmetry) } else { None },
            unicursal: self.carving == Carving::Unicursal,
            edits: self.edits.clone(),
            remove: self.remove.clone(),
            wanted: self.wanted,
            ..MazeBuilder::default()
        }
    }

    /// Whether it has options that need the whole maze.
    pub(crate) fn needs_whole(&self) -> bool {
        self.to_builder().whole_maze_options().next().is_some()
    }

    /// The walls that are removed of plain squares.
    pub(crate) fn removed(&self) -> impl Iterator<Item = ([u64; 2], Side)> {
        self.remove.iter().filter_map(NamedWall::on_squares)
    }

    /// Whether the outer wall is opened at both ends.
    pub fn has_doors(&self) -> bool {
        self.edits.doors
    }

    /// What JSON says of a maze of plain squares, or of a part of it, before its cells. Where its ends depend on its walls, they are left at 0.
    pub fn head(&self) -> Head {
        let [from, to] = self.places().unwrap_or_default();
        let mut head = Head::new(self.size().unwrap_or_default(), from, to);
        head.algo = self.made_by();
        head.window = self.window().map(|Rectangle { row, column, rows, columns }| [row, column, rows, columns]);
        head.zoom_level = Some(self.zoom_level()).filter(|&level| level > 0);
        head.seed = Some(self.seed());
        head.generator = Some(GENERATOR_VERSION);
        head.options = Some(self.shaping());
        head.ends = self.ends_asked();
        head
    }

    /// The most openings that its outer wall may have, without doors.
    pub fn most_openings(&self) -> u64 {
        u64::from(self.edits.exits) + self.remove.len() as u64
    }

    /// Whether it has exits that are drawn.
    pub(crate) fn has_exits(&self) -> bool {
        self.edits.exits > 0
    }

    /// How many times as long it takes to paint the cells as if none lay over another: see [`Mesh::overlap`](crate::grid::Mesh::overlap).
    pub fn overlap(&self) -> f64 {
        if let Ground::Given { mesh, .. } = &self.ground { mesh.overlap() } else { 1.0 }
    }

    /// Whether it costs something to enter a cell.
    pub fn is_weighted(&self) -> bool {
        self.edits.weights.is_some()
    }

    /// Whether there may be more than one way between two cells.
    pub fn has_loops(&self) -> bool {
        let Edits { rooms, braid, max_dead_end, max_walls, .. } = &self.edits;
        let is_joined = braid.is_some() || max_dead_end.is_some();
        let is_opened = *rooms > 0 || is_joined || max_walls.is_some() || !self.remove.is_empty();
        is_opened || self.is_open_ground() || !self.algorithm().info().perfect
    }
}
