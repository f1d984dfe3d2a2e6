//! What maze is wanted: its algorithm, size, seed and edits, checked once.
//!
//! A [`MazeBuilder`] takes options one by one, typed or as the text of a query. [`MazeBuilder::options`] checks them all together
//! and reports everything that is wrong at once. The [`MazeOptions`] that it returns can always be made: whoever holds one need not
//! check anything again.

mod text;

pub use text::{NOT_A_PLACE, OPTIONS, ParseOptionsError, parse_place};

use std::fmt;

use crate::edit::{Lines, Share, braid, door_sides, doors, max_walls, remove};
use crate::generate::{Algorithm, GENERATOR_VERSION, Rows};
use crate::grid::{Cell, Side, Sides, Square, TooLarge};
use crate::maze::Maze;
use crate::measure::farthest_border_pair;
use crate::observe::Observer;
use crate::render::{Head, OptionList, Streamed};
use crate::rng::{MAX_SEED, Rng, Stream};

/// The row and the column of a cell, both from 0 at the top left.
pub type Place = [u32; 2];

/// How entrance and exit are found where they are not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndsRule {
    /// The top left and the bottom right corner.
    #[default]
    Corners,
    /// The two border cells with the longest shortest path between them.
    Farthest,
}

impl EndsRule {
    /// Every rule, in the order in which messages name them.
    pub const ALL: &[EndsRule] = &[EndsRule::Corners, EndsRule::Farthest];

    /// The names of [`EndsRule::ALL`], in the same order.
    pub const NAMES: &[&str] = &["corners", "farthest"];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        EndsRule::NAMES[self as usize]
    }

    /// The ends that the rule gives a maze of so many columns and rows, which must not be 0.
    pub fn ends(self, [columns, rows]: [u32; 2]) -> Ends {
        match self {
            EndsRule::Corners => Ends::Cells { from: [0, 0], to: [rows.saturating_sub(1), columns.saturating_sub(1)] },
            EndsRule::Farthest => Ends::Farthest,
        }
    }
}

/// Where a maze begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ends {
    /// At these cells.
    Cells {
        /// The entrance.
        from: Place,
        /// The exit.
        to: Place,
    },
    /// At the two border cells with the longest shortest path between them.
    Farthest,
}

impl Ends {
    /// The same cells, each replaced by the one that is given here, if any. Ends that are looked for in the finished maze stay as they
    /// are.
    #[must_use]
    pub fn with(self, entrance: Option<Place>, exit: Option<Place>) -> Ends {
        match self {
            Ends::Cells { from, to } => Ends::Cells { from: entrance.unwrap_or(from), to: exit.unwrap_or(to) },
            Ends::Farthest => Ends::Farthest,
        }
    }

    /// The entrance and the exit of this maze.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the search.
    ///
    /// # Panics
    ///
    /// When a cell does not lie in the maze.
    pub fn find<O: Observer>(self, maze: &Maze<Square>, observer: &mut O) -> Result<(Cell, Cell), O::Stop> {
        let at = |[row, column]: Place| maze.grid().at(row, column);
        match self {
            Ends::Cells { from, to } => Ok((at(from), at(to))),
            Ends::Farthest => farthest_border_pair(maze, observer),
        }
    }
}

/// A maze, and where it begins and ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The maze.
    pub maze: Maze<Square>,
    /// The entrance.
    pub from: Cell,
    /// The exit.
    pub to: Cell,
}

/// The options of a maze that are not checked yet. Every method sets one of them and returns the builder.
///
/// | option | when it is not set |
/// |---|---|
/// | size | 30 columns, 30 rows |
/// | algorithm | recursive backtracker |
/// | seed | 0 |
/// | entrance and exit | the top left and the bottom right corner |
/// | doors, braid, max walls, removed walls | none |
///
/// ```
/// use dedale::generate::Algorithm;
/// use dedale::maze::Maze;
///
/// let maze = Maze::builder().size(20, 10).algorithm(Algorithm::Prim).seed(7).braid(0.5).build()?;
/// assert_eq!((maze.grid().columns(), maze.grid().rows()), (20, 10));
///
/// let wrong = Maze::builder().size(20, 0).braid(1.5).build().unwrap_err();
/// assert_eq!(wrong.to_string(), "h: must be at least 1; braid: must be a number between 0 and 1");
/// # Ok::<(), dedale::options::InvalidOptions>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MazeBuilder {
    algorithm: Algorithm,
    columns: u32,
    rows: u32,
    seed: u64,
    from: Option<Place>,
    to: Option<Place>,
    ends: Option<EndsRule>,
    doors: bool,
    braid: f64,
    max_walls: Option<f64>,
    max_walls_in: Option<Lines>,
    remove: Vec<(Place, Side)>,
}

impl Default for MazeBuilder {
    /// The defaults that the table above lists.
    fn default() -> MazeBuilder {
        MazeBuilder {
            algorithm: Algorithm::Backtracker,
            columns: 30,
            rows: 30,
            seed: 0,
            from: None,
            to: None,
            ends: None,
            doors: false,
            braid: 0.0,
            max_walls: None,
            max_walls_in: None,
            remove: Vec::new(),
        }
    }
}

impl Maze<Square> {
    /// A builder of mazes, with every option at its default.
    ///
    /// ```
    /// use dedale::maze::Maze;
    /// let maze = Maze::builder().size(5, 4).seed(7).build()?;
    /// assert_eq!(maze.count_passages(), 5 * 4 - 1);
    /// # Ok::<(), dedale::options::InvalidOptions>(())
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

    /// The number of columns and of rows.
    #[must_use]
    pub fn size(mut self, columns: u32, rows: u32) -> MazeBuilder {
        (self.columns, self.rows) = (columns, rows);
        self
    }

    /// The seed, `0 ..= `[`MAX_SEED`].
    #[must_use]
    pub fn seed(mut self, seed: u64) -> MazeBuilder {
        self.seed = seed;
        self
    }

    /// The row and column of the entrance.
    #[must_use]
    pub fn entrance(mut self, row: u32, column: u32) -> MazeBuilder {
        self.from = Some([row, column]);
        self
    }

    /// The row and column of the exit.
    #[must_use]
    pub fn exit(mut self, row: u32, column: u32) -> MazeBuilder {
        self.to = Some([row, column]);
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
        self.doors = doors;
        self
    }

    /// The share of dead ends, `0.0 ..= 1.0`, that are opened into loops: see [`braid`](crate::edit::braid()).
    #[must_use]
    pub fn braid(mut self, share: f64) -> MazeBuilder {
        self.braid = share;
        self
    }

    /// The largest share, `0.0 ..= 1.0`, of the inner walls of each row, of each column, or of both, that are still standing in the
    /// end: see [`max_walls`](crate::edit::max_walls()).
    #[must_use]
    pub fn max_walls(mut self, share: f64, lines: Lines) -> MazeBuilder {
        (self.max_walls, self.max_walls_in) = (Some(share), Some(lines));
        self
    }

    /// One more wall that is removed, on this side of the cell in this row and column: see [`remove`](crate::edit::remove()).
    #[must_use]
    pub fn remove(mut self, row: u32, column: u32, side: Side) -> MazeBuilder {
        self.remove.push(([row, column], side));
        self
    }

    /// The algorithm that was set, or the default.
    pub fn get_algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// The seed that was set, or the default.
    pub fn get_seed(&self) -> u64 {
        self.seed
    }

    /// Those of the options that were set for which the whole maze must be known, by their names in a query. Without any, an algorithm
    /// that makes rows can make the maze [row by row](MazeOptions::by_rows).
    pub fn whole_maze_options(&self) -> impl Iterator<Item = &'static str> + use<> {
        let asked = [
            ("braid", self.braid > 0.0),
            ("max_walls", self.max_walls.is_some()),
            ("ends", self.ends == Some(EndsRule::Farthest)),
        ];
        asked.into_iter().filter(|&(_, is_asked)| is_asked).map(|(name, _)| name)
    }

    /// Checks the options.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong.
    pub fn options(self) -> Result<MazeOptions, InvalidOptions> {
        let mut faults = Vec::new();
        let mut fault = |option: &'static str, index: usize, reason: String| {
            faults.push(InvalidOption { option, index, reason });
        };
        let size = [self.columns, self.rows];
        for (option, side) in [("w", self.columns), ("h", self.rows)] {
            if side == 0 {
                fault(option, 0, "must be at least 1".into());
            }
        }
        if self.seed > MAX_SEED {
            fault("seed", 0, format!("must be between 0 and {MAX_SEED}"));
        }
        if self.ends.is_some() && (self.from.is_some() || self.to.is_some()) {
            fault("ends", 0, "does not go with from or to: give one or the other".into());
        }
        for (option, place) in [("from", self.from), ("to", self.to)] {
            let Some(place) = place else { continue };
            if let Some(reason) = outside(place, size) {
                fault(option, 0, reason);
            } else if self.doors && outer_sides(place, size).is_empty() {
                fault(option, 0, "must be a cell on the border, since doors=true opens the outer wall there".into());
            }
        }
        let mut share = |option, number: f64| {
            let share = Share::new(number);
            if share.is_err() {
                fault(option, 0, NOT_A_SHARE.into());
            }
            share.unwrap_or(Share::NONE)
        };
        let braid = share("braid", self.braid);
        let most = self.max_walls.map(|number| share("max_walls", number));
        if self.max_walls_in.is_some() && most.is_none() {
            fault("max_walls_in", 0, "is only valid with max_walls".into());
        }
        for (index, &(place, _)) in self.remove.iter().enumerate() {
            if let Some(reason) = outside(place, size) {
                fault("remove", index, reason);
            }
        }
        if !faults.is_empty() {
            return Err(InvalidOptions(faults));
        }
        let ends = self.ends.unwrap_or_default().ends(size).with(self.from, self.to);
        Ok(MazeOptions {
            algorithm: self.algorithm,
            columns: self.columns,
            rows: self.rows,
            seed: self.seed,
            ends,
            doors: self.doors,
            braid,
            max_walls: most.map(|share| (share, self.max_walls_in.unwrap_or_default())),
            remove: self.remove,
        })
    }

    /// Checks the options and makes the maze.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong; also when the maze has more than 2^32 − 1 cells.
    pub fn build(self) -> Result<Maze<Square>, InvalidOptions> {
        let options = self.options()?;
        if let Err(error) = options.grid() {
            return Err(InvalidOptions(vec![InvalidOption { option: "w", index: 0, reason: error.to_string() }]));
        }
        let Ok(made) = options.make(&mut ());
        Ok(made.maze)
    }
}

/// What is wrong with a number that must be a share.
const NOT_A_SHARE: &str = "must be a number between 0 and 1";

/// What is wrong with a place, if it is no cell of a maze of so many columns and rows.
///
/// ```
/// use dedale::options::outside;
/// assert_eq!(outside([2, 8], [9, 3]), None);
/// assert_eq!(outside([8, 2], [9, 3]).unwrap(), "must be a cell of the maze, row,col from 0,0 to 2,8");
/// ```
pub fn outside([row, column]: Place, [columns, rows]: [u32; 2]) -> Option<String> {
    let is_inside = row < rows && column < columns;
    (!is_inside).then(|| {
        let (last_row, last_column) = (rows.saturating_sub(1), columns.saturating_sub(1));
        format!("must be a cell of the maze, row,col from 0,0 to {last_row},{last_column}")
    })
}

/// The sides of a cell that lead out of a maze of so many columns and rows.
fn outer_sides([row, column]: Place, [columns, rows]: [u32; 2]) -> Sides {
    let outer =
        [(Side::N, row == 0), (Side::E, column + 1 == columns), (Side::S, row + 1 == rows), (Side::W, column == 0)];
    outer.into_iter().filter(|&(_, is_outer)| is_outer).map(|(side, _)| side).collect()
}

/// One option that is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidOption {
    /// The option, by the name that it has in a query: `w` for the columns, `h` for the rows, `from` for the entrance, `to` for the
    /// exit.
    pub option: &'static str,
    /// Which of its values is wrong, from 0, where it has several (`remove`).
    pub index: usize,
    /// What is wrong, and what is allowed.
    pub reason: String,
}

impl fmt::Display for InvalidOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.option, self.reason)
    }
}

/// Everything that is wrong with the options of a maze: at least one [`InvalidOption`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidOptions(pub Vec<InvalidOption>);

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

/// A maze that can be made: algorithm, size, seed and all options, checked.
///
/// Its [`Display`](fmt::Display) is the query that asks the service for the same maze, and what it displays can be parsed again:
///
/// ```
/// use dedale::options::MazeOptions;
///
/// let options: MazeOptions = "algo=growing-tree&pick=oldest&w=3&h=2&seed=7".parse()?;
/// assert_eq!(options.to_string(), "algo=growing-tree&w=3&h=2&seed=7&from=0,0&to=1,2&pick=oldest");
/// let Ok(made) = options.make(&mut ());
/// assert_eq!(made.maze.count_passages(), 5);
/// # Ok::<(), dedale::options::ParseOptionsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MazeOptions {
    algorithm: Algorithm,
    columns: u32,
    rows: u32,
    seed: u64,
    ends: Ends,
    doors: bool,
    braid: Share,
    max_walls: Option<(Share, Lines)>,
    remove: Vec<(Place, Side)>,
}

impl MazeOptions {
    /// The algorithm, with its own options.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// The number of columns.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of cells.
    pub fn cells(&self) -> u64 {
        u64::from(self.columns) * u64::from(self.rows)
    }

    /// The grid of the maze as a whole.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] when it has more than 2^32 − 1 cells: then it can only be made [by rows](MazeOptions::by_rows).
    pub fn grid(&self) -> Result<Square, TooLarge> {
        Square::new(self.columns, self.rows)
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Where the maze begins and ends.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// Makes the maze. What is done, and in which order, is part of
    /// [`GENERATOR_VERSION`]:
    ///
    /// 1. the algorithm carves a perfect maze;
    /// 2. `braid` opens dead ends;
    /// 3. `max_walls` opens walls of rows, then of columns;
    /// 4. `remove` takes single walls down;
    /// 5. `ends=farthest` looks for entrance and exit;
    /// 6. `doors` opens the outer wall at both.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work.
    ///
    /// # Panics
    ///
    /// When there is no [`grid`](MazeOptions::grid) of so many cells.
    pub fn make<O: Observer>(&self, observer: &mut O) -> Result<Made, O::Stop> {
        let grid = self.grid().unwrap_or_else(|error| panic!("{error}"));
        let mut maze = Maze::closed(grid);
        self.algorithm.carve(&mut maze, &mut Rng::new(self.seed, Stream::Generate), observer)?;
        braid(&mut maze, self.braid, &mut Rng::new(self.seed, Stream::Braid), observer)?;
        if let Some((share, lines)) = self.max_walls {
            max_walls(&mut maze, share, lines, &mut Rng::new(self.seed, Stream::MaxWalls), observer)?;
        }
        for &([row, column], side) in &self.remove {
            remove(&mut maze, grid.at(row, column), side, observer)?;
        }
        let (from, to) = self.ends.find(&maze, observer)?;
        if self.doors {
            doors(&mut maze, from, to, observer)?;
        }
        Ok(Made { maze, from, to })
    }

    /// The walls that doors open, as places and sides.
    fn door_walls(&self, from: Place, to: Place) -> impl Iterator<Item = (Place, Side)> {
        let [entrance, exit] = [from, to].map(|end| outer_sides(end, [self.columns, self.rows]));
        let [entrance, exit] = door_sides(entrance, exit, from == to);
        let walls = [entrance.map(|side| (from, side)), exit.map(|side| (to, side))];
        walls.into_iter().flatten().filter(|_| self.doors)
    }

    /// What else shapes the maze besides its algorithm, size, seed and ends: the names of options that are not at their defaults, and
    /// of the algorithm's own, with values that can be set again.
    pub fn shaping(&self) -> OptionList {
        let mut options = OptionList::default();
        if self.braid > Share::NONE {
            options.push("braid", self.braid.value());
        }
        if let Some((share, lines)) = self.max_walls {
            options.push("max_walls", share.value());
            options.push("max_walls_in", lines.name());
        }
        if !self.remove.is_empty() {
            options.push("remove", self.remove.iter().map(text::wall_text).collect::<Vec<_>>());
        }
        if self.doors {
            options.push("doors", true);
        }
        for (name, value) in self.algorithm.options() {
            options.push(name, value);
        }
        options
    }

    /// What JSON says of this maze before its cells, with the row and column of its entrance and of its exit.
    pub fn head(&self, from: Place, to: Place) -> Head {
        let mut head = Head::new([self.columns.into(), self.rows.into()], from.map(u64::from), to.map(u64::from));
        head.algo = Some(self.algorithm.name());
        head.seed = Some(self.seed);
        head.generator = Some(GENERATOR_VERSION);
        head.options = Some(self.shaping());
        head
    }

    /// The maze made row by row, of which nothing has been made yet; `None` where that cannot be done: by another algorithm, or with
    /// options that need the whole maze.
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// use dedale::render::{Format, Writer};
    ///
    /// let options: MazeOptions = "algo=eller&w=1000&h=100000000&seed=7".parse()?;
    /// let rows = options.by_rows().expect("Eller's algorithm makes rows");
    /// let mut writer = Writer::by_rows(rows, Format::Ascii).expect("ASCII is written row by row");
    /// let first = writer.next().expect("the first row");
    /// assert!(first.starts_with(b"+---+---+"));
    /// # Ok::<(), dedale::options::ParseOptionsError>(())
    /// ```
    pub fn by_rows(&self) -> Option<Streamed> {
        let Ends::Cells { from, to } = self.ends else { return None };
        if self.braid > Share::NONE || self.max_walls.is_some() {
            return None;
        }
        let rows = Rows::new(&self.algorithm, self.columns, self.rows.into(), self.seed)?;
        let mut maze = Streamed::new(rows, from.map(u64::from), to.map(u64::from));
        for (at, side) in self.remove.iter().copied().chain(self.door_walls(from, to)) {
            maze.open(at.map(u64::from), side);
        }
        maze.head = self.head(from, to);
        Some(maze)
    }

    /// About how many steps it takes to make the maze, a step being what the recursive backtracker does for a cell: a measure of
    /// where to do the work, not a promise.
    pub fn expected_steps(&self) -> u64 {
        let (columns, rows) = (u64::from(self.columns), u64::from(self.rows));
        let info = self.algorithm.info();
        // The mean time to walk to a cell grows with the length of the grid over its width.
        let aspect = if info.walks { columns.max(rows) / columns.min(rows) } else { 0 };
        let searched = if self.ends == Ends::Farthest { 8 } else { 0 };
        self.cells().saturating_mul(info.steps + aspect + searched)
    }
}
