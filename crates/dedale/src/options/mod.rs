//! What maze is wanted: its algorithm, size, seed and edits, checked once.
//!
//! A [`MazeBuilder`] takes options one by one, typed or as the text of a query. [`MazeBuilder::options`] checks them all together
//! and reports everything that is wrong at once. The [`MazeOptions`] that it returns can always be made, and needs no
//! further checks.

mod builder;
mod cost;
mod ends;
mod possible;
mod shaped;
mod shaped_check;
mod text;
mod tiles;
mod wanted;
mod ways;
mod window;

pub use builder::MazeBuilder;
pub use ends::{Ends, EndsRule, NOT_A_PLACE, Place, outside, outside_mesh};
pub use shaped::ShapedOptions;
pub use text::{OPTIONS, ParseOptionsError, parse_address, parse_place};
pub use tiles::{Tile, TileScale, Tiles};
pub use wanted::{Difficulty, MOST_ATTEMPTS, NoneFound, PathLength, Wanted};
pub use window::{WindowBuilder, WindowOptions};

use std::convert::Infallible;
use std::fmt;

use ends::outer_sides;
use possible::Possible;
use wanted::Measured;
use ways::Ways;

use crate::edit::{Lines, Share, braid, door_sides, doors, max_walls, remove};
use crate::generate::{Algorithm, GENERATOR_VERSION, Rows};
use crate::grid::{Cell, Side, Square, TooLarge};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::render::{Head, OptionList, OptionValue, Streamed};
use crate::rng::{MAX_SEED, Rng, Stream, attempt_seed};

/// A maze, and where it begins and ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made<G = Square> {
    /// The maze.
    pub maze: Maze<G>,
    /// The entrance.
    pub from: Cell,
    /// The exit.
    pub to: Cell,
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
    /// The reason, and what is allowed.
    pub reason: String,
}

impl InvalidOption {
    /// The value number `index` of an option is wrong.
    pub fn new(option: &'static str, index: usize, reason: impl Into<String>) -> InvalidOption {
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
    ways: Ways,
    braid: Share,
    max_walls: Option<(Share, Lines)>,
    remove: Vec<(Place, Side)>,
    wanted: Wanted,
    /// The attempt that was found.
    attempt: Option<u32>,
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

    /// The same with another seed, `0 ..= MAX_SEED`, of which the lowest 53 bits are taken.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> MazeOptions {
        MazeOptions { seed: seed & MAX_SEED, ..self.clone() }.at_attempt(None)
    }

    /// The seed that the maze is made from: that of the attempt that was [found](MazeOptions::find), and [`seed`](MazeOptions::seed) before.
    pub fn drawn_seed(&self) -> u64 {
        attempt_seed(self.seed, self.attempt.unwrap_or(0))
    }

    /// The number of the attempt that was found; `None` before.
    pub fn attempt(&self) -> Option<u32> {
        self.attempt
    }

    /// What is wanted of the maze that only the finished maze shows.
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// The same options with the first attempt, of at most so many, whose maze has what is [wanted](MazeOptions::wanted). An attempt is the maze
    /// of a seed that is derived from this one: see [`attempt_seed`]. Options that were found already stay as they are.
    ///
    /// # Complexity
    ///
    /// That of [`make`](MazeOptions::make) and of a search, for each attempt.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work; and within, [`NoneFound`].
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// let options: MazeOptions = "w=12&h=12&seed=7&length=60..70".parse()?;
    /// let Ok(found) = options.find(100, &mut ());
    /// let Ok(made) = found.unwrap().make(&mut ());
    /// let solved = dedale::solve::bfs(&made.maze, made.from, made.to, false, &mut ()).unwrap();
    /// assert!((60..=70).contains(&solved.length().unwrap()));
    /// # Ok::<(), dedale::options::ParseOptionsError>(())
    /// ```
    pub fn find<O: Observer>(&self, most: u32, observer: &mut O) -> Result<Result<MazeOptions, NoneFound>, O::Stop> {
        if !self.wanted.is_any() || self.attempt.is_some() {
            return Ok(Ok(self.clone()));
        }
        let found = self.wanted.find(most, |attempt| {
            let Made { maze, from, to } = self.at_attempt(Some(attempt)).make(observer)?;
            Measured::of(&maze, from, to, observer).map(Ok::<_, Infallible>)
        })?;
        let Ok(found) = found;
        Ok(found.map(|attempt| self.at_attempt(Some(attempt))))
    }

    /// What every maze with these options has, whatever its seed.
    fn possible(&self) -> Possible {
        let [columns, rows] = [self.columns, self.rows].map(u64::from);
        let sides = u32::from(columns > 1) * 2 + u32::from(rows > 1) * 2;
        let any = Possible::anywhere(self.cells(), sides, self.has_loops());
        let between = |[a, b]: Place, [c, d]: Place| u64::from(a.abs_diff(c)) + u64::from(b.abs_diff(d));
        match self.ends {
            Ends::Cells { from, to } if from == to => Possible { most: 0, ..any }.from(0, true),
            // The whole way, from end to end.
            Ends::Cells { from: [0, 0], to: [1, 0] } if self.ways.is_unicursal() && self.remove.is_empty() => {
                any.from(any.most, true)
            }
            Ends::Cells { from, to } => any.from(between(from, to), true),
            Ends::Farthest => any.from(columns + rows - 2, false),
            Ends::Center => any.from(columns / 2 + rows / 2, false),
            Ends::Random { .. } => any.from(any.most.min(1), false),
        }
    }

    fn at_attempt(&self, attempt: Option<u32>) -> MazeOptions {
        let mut options = MazeOptions { attempt, ..self.clone() };
        let drawn = options.drawn_seed();
        if let Ends::Random { seed } = &mut options.ends {
            *seed = drawn;
        }
        options
    }

    /// Where the maze begins and ends.
    pub fn ends(&self) -> Ends {
        self.ends
    }

    /// Makes the maze: where something is [wanted](MazeOptions::wanted) that was not [looked for](MazeOptions::find), that of the seed itself.
    /// The steps and their order are part of [`GENERATOR_VERSION`]:
    ///
    /// 1. the algorithm carves a perfect maze, by way of `straightness`, `symmetry` and `unicursal`;
    /// 2. `rooms` takes down the walls in rooms;
    /// 3. `braid` opens dead ends;
    /// 4. `max_walls` opens walls of rows, then of columns;
    /// 5. `remove` takes single walls down;
    /// 6. `ends` looks for entrance and exit;
    /// 7. `doors` opens the outer wall at both.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work.
    ///
    /// # Panics
    ///
    /// When there is no [`grid`](MazeOptions::grid) of so many cells.
    pub fn make<O: Observer>(&self, observer: &mut O) -> Result<Made, O::Stop> {
        let seed = self.drawn_seed();
        let grid = self.grid().unwrap_or_else(|error| panic!("{error}"));
        let mut maze = Maze::closed(grid);
        self.ways.carve(&self.algorithm, &mut maze, seed, observer)?;
        let at = |grid: &Square, [_, row, column]: [u32; 3]| Some(grid.at(row, column));
        self.ways.place_rooms(&mut maze, [1, self.rows, self.columns], at, seed, observer)?;
        braid(&mut maze, self.braid, &mut Rng::new(seed, Stream::Braid), observer)?;
        if let Some((share, lines)) = self.max_walls {
            max_walls(&mut maze, share, lines, &mut Rng::new(seed, Stream::MaxWalls), observer)?;
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
        self.ways.push(&mut options);
        self.wanted.push(&mut options);
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
            options.push(name, OptionValue::of_text(value));
        }
        options
    }

    /// What JSON says of this maze before its cells, with the row and column of its entrance and of its exit.
    pub fn head(&self, from: Place, to: Place) -> Head {
        let mut head = Head::new([self.columns.into(), self.rows.into()], from.map(u64::from), to.map(u64::from));
        head.algo = Some(self.algorithm.name());
        head.seed = Some(self.seed);
        head.attempt = self.attempt;
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
        let [from, to] = self.ends.known([self.columns, self.rows])?;
        if self.braid > Share::NONE || self.max_walls.is_some() || self.ways.need_whole() || self.wanted.is_any() {
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
}
