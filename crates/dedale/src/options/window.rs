//! What part of a maze is wanted, of a maze that may be far too large to be made as a whole.

use std::fmt;
use std::str::FromStr;

use super::ends::{NOT_A_PLACE, NOT_A_WALL, outer_sides};
use super::{InvalidOption, InvalidOptions, OPTIONS, ParseOptionsError};
use crate::about::{InvalidValue, choice, parse_digits, parse_whole};
use crate::edit::door_sides;
use crate::generate::{ALGORITHMS, Algorithm, GENERATOR_VERSION, LONGEST_SIDE, NoRectangle, Quilt, Rectangle, Rows};
use crate::grid::Side;
use crate::render::{Head, OptionList, OptionValue, Streamed, Windowed};
use crate::rng::MAX_SEED;

/// The row and the column of a cell.
type Place = [u64; 2];

/// The reason why a text is not a window.
const NOT_A_WINDOW: &str = "must be row,col,rows,cols: four whole numbers, such as 0,0,20,30";

/// The options of a window that are not checked yet. Every method sets one of them and returns the builder.
///
/// There are only those that a part of a maze can have. What depends on the whole maze, such as `braid`, is no option of a window.
///
/// | option | when it is not set |
/// |---|---|
/// | size | 30 columns, 30 rows |
/// | algorithm | quilt, with its default options |
/// | seed | 0 |
/// | level | 0, the maze itself |
/// | window | the whole level |
/// | entrance and exit | the top left and the bottom right corner |
/// | doors, removed walls | none |
///
/// ```
/// use dedale::generate::{Algorithm, LONGEST_SIDE, Rectangle};
/// use dedale::options::WindowBuilder;
/// let part = Rectangle { row: 1 << 40, column: 1 << 50, rows: 20, columns: 30 };
/// let options = WindowBuilder::default()
///     .algorithm(Algorithm::Division)
///     .size(LONGEST_SIDE, LONGEST_SIDE)
///     .window(part)
///     .options()?;
/// assert_eq!(options.window(), part);
/// let wrong = WindowBuilder::default().size(5, 0).level(2).algorithm(Algorithm::Prim).options().unwrap_err();
/// assert_eq!(wrong.0.len(), 3);
/// # Ok::<(), dedale::options::InvalidOptions>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WindowBuilder {
    algorithm: Algorithm,
    columns: u64,
    rows: u64,
    seed: u64,
    level: u32,
    window: Option<Rectangle>,
    from: Option<Place>,
    to: Option<Place>,
    doors: bool,
    remove: Vec<(Place, Side)>,
}

impl Default for WindowBuilder {
    /// The defaults that the table above lists.
    fn default() -> WindowBuilder {
        WindowBuilder {
            algorithm: Algorithm::Quilt { passes: Default::default() },
            columns: 30,
            rows: 30,
            seed: 0,
            level: 0,
            window: None,
            from: None,
            to: None,
            doors: false,
            remove: Vec::new(),
        }
    }
}

impl WindowBuilder {
    /// The algorithm, with its own options: one that [makes rectangles](crate::generate::AlgorithmInfo::makes_rectangles).
    #[must_use]
    pub fn algorithm(mut self, algorithm: Algorithm) -> WindowBuilder {
        self.algorithm = algorithm;
        self
    }

    /// The number of columns and of rows of the whole maze, `1 ..= `[`LONGEST_SIDE`].
    #[must_use]
    pub fn size(mut self, columns: u64, rows: u64) -> WindowBuilder {
        (self.columns, self.rows) = (columns, rows);
        self
    }

    /// The seed, `0 ..= `[`MAX_SEED`].
    #[must_use]
    pub fn seed(mut self, seed: u64) -> WindowBuilder {
        self.seed = seed;
        self
    }

    /// The level of a quilt: the maze of its blocks of `2^level × 2^level` cells.
    #[must_use]
    pub fn level(mut self, level: u32) -> WindowBuilder {
        self.level = level;
        self
    }

    /// The window, in cells of the level.
    #[must_use]
    pub fn window(mut self, window: Rectangle) -> WindowBuilder {
        self.window = Some(window);
        self
    }

    /// The row and column of the entrance, in cells of the maze.
    #[must_use]
    pub fn entrance(mut self, row: u64, column: u64) -> WindowBuilder {
        self.from = Some([row, column]);
        self
    }

    /// The row and column of the exit, in cells of the maze.
    #[must_use]
    pub fn exit(mut self, row: u64, column: u64) -> WindowBuilder {
        self.to = Some([row, column]);
        self
    }

    /// Whether the outer wall is open at the entrance and at the exit: see [`doors`](crate::edit::doors()).
    #[must_use]
    pub fn doors(mut self, doors: bool) -> WindowBuilder {
        self.doors = doors;
        self
    }

    /// One more wall that is removed, on this side of the cell in this row and column.
    #[must_use]
    pub fn remove(mut self, row: u64, column: u64, side: Side) -> WindowBuilder {
        self.remove.push(([row, column], side));
        self
    }

    /// Sets the option that has this name in a query to the value of this text. The algorithm must be set before its own options; setting it
    /// resets them. Other options of a maze can be set to what they are anyway.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] when there is no such option, when it needs the whole maze, or when the text is no value of it. Whether the value is
    /// in range, and goes with the others, is checked by [`options`](WindowBuilder::options).
    ///
    /// ```
    /// use dedale::options::WindowBuilder;
    /// let mut builder = WindowBuilder::default();
    /// builder.set("window", "0,0,20,30")?;
    /// let reason = builder.set("braid", "0.5").unwrap_err().to_string();
    /// assert_eq!(reason, "needs the whole maze, and does not go with a part of it");
    /// # Ok::<(), dedale::about::InvalidValue>(())
    /// ```
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), InvalidValue> {
        let malformed = |reason: &str| InvalidValue::Malformed(reason.into());
        let read_place = |text| place(text).ok_or_else(|| malformed(NOT_A_PLACE));
        match name {
            "algo" => self.algorithm = text.parse()?,
            "w" => self.columns = parse_whole(text, 1..=LONGEST_SIDE)?,
            "h" => self.rows = parse_whole(text, 1..=LONGEST_SIDE)?,
            "seed" => self.seed = parse_whole(text, 0..=MAX_SEED)?,
            "level" => self.level = parse_whole(text, 0..=53)? as u32,
            "window" => {
                let [row, column, rows, columns] = numbers(text).ok_or_else(|| malformed(NOT_A_WINDOW))?;
                self.window = Some(Rectangle { row, column, rows, columns });
            }
            "from" => self.from = Some(read_place(text)?),
            "to" => self.to = Some(read_place(text)?),
            "doors" => self.doors = choice(text, &[true, false], &["true", "false"])?,
            "remove" => {
                let wall = text.rsplit_once(',').and_then(|(cell, side)| {
                    let mut letters = side.chars();
                    let side = letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none())?;
                    Some((place(cell)?, side))
                });
                self.remove.push(wall.ok_or_else(|| malformed(NOT_A_WALL))?);
            }
            _ => match self.algorithm.info().options.iter().find(|option| option.name == name) {
                Some(option) => (option.set)(&mut self.algorithm, text)?,
                None => return other_option(name, text),
            },
        }
        Ok(())
    }

    /// Checks the options.
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong.
    pub fn options(self) -> Result<WindowOptions, InvalidOptions> {
        let mut faults = Vec::new();
        let mut fault = |option, index, reason: String| faults.push(InvalidOption::new(option, index, reason));
        for (option, side) in [("w", self.columns), ("h", self.rows)] {
            if !(1..=LONGEST_SIDE).contains(&side) {
                fault(option, 0, format!("must be between 1 and {LONGEST_SIDE}"));
            }
        }
        if self.seed > MAX_SEED {
            fault("seed", 0, format!("must be between 0 and {MAX_SEED}"));
        }
        if !self.algorithm.info().makes_rectangles() {
            let able = ALGORITHMS.iter().filter(|info| info.makes_rectangles()).map(|info| info.name);
            let able = able.collect::<Vec<_>>().join(", ");
            fault("algo", 0, format!("must be one that makes parts of a maze: {able}"));
        }
        let size = [self.columns, self.rows].map(|side| side.clamp(1, LONGEST_SIDE));
        let levels = u64::BITS - (size[0].max(size[1]) - 1).leading_zeros();
        if self.level > 0 && !matches!(self.algorithm, Algorithm::Quilt { .. }) {
            fault("level", 0, "is only valid with algo=quilt".into());
        } else if self.level > levels {
            fault("level", 0, format!("must be between 0 and {levels}"));
        } else if self.level > 0 && !self.remove.is_empty() {
            fault("remove", 0, "is only valid with level=0: on other levels a wall is one of blocks".into());
        }
        let [columns, rows] = size.map(|side| ((side - 1) >> self.level.min(levels)) + 1);
        let window = self.window.unwrap_or(Rectangle { row: 0, column: 0, rows, columns });
        let fits =
            |start: u64, length: u64, end: u64| length > 0 && start.checked_add(length).is_some_and(|to| to <= end);
        if !fits(window.row, window.rows, rows) || !fits(window.column, window.columns, columns) {
            fault(
                "window",
                0,
                format!("must be row,col,rows,cols of at least one cell within {rows} rows and {columns} columns"),
            );
        } else if window.columns > u32::MAX.into() {
            fault("window", 0, format!("may have {} columns", u32::MAX));
        }
        let outside = |[row, column]: Place| {
            let [columns, rows] = size;
            let reason = || format!("must be a cell of the maze, row,col from 0,0 to {},{}", rows - 1, columns - 1);
            (row >= rows || column >= columns).then(reason)
        };
        let [from, to] = [self.from.unwrap_or([0, 0]), self.to.unwrap_or([size[1] - 1, size[0] - 1])];
        for (option, place) in [("from", from), ("to", to)] {
            if let Some(reason) = outside(place) {
                fault(option, 0, reason);
            } else if self.doors && outer_sides(place, size).is_empty() {
                fault(option, 0, "must be a cell on the border, since doors=true opens the outer wall there".into());
            }
        }
        for (index, &(place, _)) in self.remove.iter().enumerate() {
            if let Some(reason) = outside(place) {
                fault("remove", index, reason);
            }
        }
        if !faults.is_empty() {
            return Err(InvalidOptions(faults));
        }
        let WindowBuilder { algorithm, columns, rows, seed, level, doors, remove, .. } = self;
        Ok(WindowOptions { algorithm, columns, rows, seed, level, window, from, to, doors, remove })
    }
}

/// Accepts the default of an option that no window has.
fn other_option(name: &str, text: &str) -> Result<(), InvalidValue> {
    let owner = ALGORITHMS.iter().find(|info| info.options.iter().any(|option| option.name == name));
    Err(InvalidValue::Malformed(match (OPTIONS.iter().find(|option| option.name == name), owner) {
        (Some(option), _) if !option.default.is_empty() && option.default == text => return Ok(()),
        (Some(_), _) => "needs the whole maze, and does not go with a part of it".into(),
        (None, Some(owner)) => format!("is only valid with algo={}", owner.name),
        (None, None) => "no such option".into(),
    }))
}

/// So many numbers with commas between them.
fn numbers<const COUNT: usize>(text: &str) -> Option<[u64; COUNT]> {
    let numbers: Option<Vec<u64>> = text.split(',').map(parse_digits).collect();
    numbers?.try_into().ok()
}

fn place(text: &str) -> Option<Place> {
    numbers(text)
}

/// A part of a maze that can be made without the rest: algorithm, size, seed, window and all options, checked.
///
/// The maze may have up to `2^53 − 1` cells a side. Its window is, cell for cell, what is there in the whole maze. Sides at the edge of the
/// window are closed only where a wall is.
///
/// Its [`Display`](fmt::Display) is the query that asks the service for the same window, and what it displays can be parsed again:
///
/// ```
/// use dedale::options::WindowOptions;
/// use dedale::render::{Format, Writer};
///
/// let options: WindowOptions = "algo=quilt&w=9007199254740991&h=1000000&seed=7&window=999000,8000,2,4".parse()?;
/// assert_eq!(
///     options.to_string(),
///     "algo=quilt&w=9007199254740991&h=1000000&seed=7&window=999000,8000,2,4&from=0,0&to=999999,9007199254740990&passes=4"
/// );
/// let writer = Writer::by_rows(options.by_rows()?, Format::Ascii).expect("ASCII is written row by row");
/// let text: Vec<u8> = writer.flatten().collect();
/// assert_eq!(text.iter().filter(|&&byte| byte == b'\n').count(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct WindowOptions {
    algorithm: Algorithm,
    columns: u64,
    rows: u64,
    seed: u64,
    level: u32,
    window: Rectangle,
    from: Place,
    to: Place,
    doors: bool,
    remove: Vec<(Place, Side)>,
}

impl WindowOptions {
    /// The algorithm, with its own options.
    pub fn algorithm(&self) -> &Algorithm {
        &self.algorithm
    }

    /// The number of columns and of rows of the whole maze.
    pub fn size(&self) -> [u64; 2] {
        [self.columns, self.rows]
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The level that the window is of.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// The window, in cells of the level.
    pub fn window(&self) -> Rectangle {
        self.window
    }

    /// The entrance and the exit, in cells of the maze.
    pub fn ends(&self) -> [[u64; 2]; 2] {
        [self.from, self.to]
    }

    /// The number of cells in the window.
    pub fn cells(&self) -> u64 {
        self.window.rows.saturating_mul(self.window.columns)
    }

    /// Another part of the same maze, which is known to lie in it.
    pub(super) fn part(&self, level: u32, window: Rectangle) -> WindowOptions {
        WindowOptions { level, window, ..self.clone() }
    }

    /// The quilt that it is a window of; `None` with another algorithm.
    pub fn quilt(&self) -> Option<Quilt> {
        let Algorithm::Quilt { passes } = self.algorithm else { return None };
        Quilt::new(self.columns, self.rows, self.seed, passes).ok()
    }

    /// What else shapes the window besides its algorithm, size, seed, place and ends, as in
    /// [`MazeOptions::shaping`](super::MazeOptions::shaping).
    pub fn shaping(&self) -> OptionList {
        let mut options = OptionList::default();
        if !self.remove.is_empty() {
            options.push("remove", self.remove.iter().map(wall_text).collect::<Vec<_>>());
        }
        if self.doors {
            options.push("doors", true);
        }
        for (name, value) in self.algorithm.options() {
            options.push(name, OptionValue::of_text(value));
        }
        options
    }

    /// What JSON says of this window before its cells.
    pub fn head(&self) -> Head {
        let Rectangle { row, column, rows, columns } = self.window;
        let mut head = Head::new([self.columns, self.rows], self.from, self.to);
        head.algo = Some(self.algorithm.name());
        head.window = Some([row, column, rows, columns]);
        head.level = Some(self.level).filter(|&level| level > 0);
        head.seed = Some(self.seed);
        head.generator = Some(GENERATOR_VERSION);
        head.options = Some(self.shaping());
        head
    }

    /// The window row by row, of which nothing has been made yet, in the memory of a few rows. Text, JSON (except
    /// [`Graph`](crate::render::Encoding::Graph)) and PNG are written from it; for others, and for a path, see
    /// [`make`](WindowOptions::make).
    ///
    /// # Errors
    ///
    /// None that checked options can have.
    pub fn by_rows(&self) -> Result<Streamed, NoRectangle> {
        let rows = match self.quilt() {
            Some(quilt) => quilt.rows(self.level, self.window)?,
            None => Rows::window(&self.algorithm, self.columns, self.rows, self.seed, self.window)?,
        };
        let mut window = Streamed::of_window(rows, self.head());
        for &(place, side) in &self.remove {
            window.open(place, side);
        }
        if self.doors {
            let [entrance, exit] = [self.from, self.to].map(|end| outer_sides(end, self.size()));
            let sides = door_sides(entrance, exit, self.from == self.to);
            for (end, side) in [self.from, self.to].into_iter().zip(sides) {
                if let Some(side) = side {
                    window.open(end.map(|number| number >> self.level), side);
                }
            }
        }
        Ok(window)
    }

    /// The window in memory, with these parts of a path, for every format but the encoding [`Graph`](crate::render::Encoding::Graph): see
    /// [`Windowed::new`].
    ///
    /// # Errors
    ///
    /// [`NoRectangle::Size`] for more than 2^32 − 1 cells.
    pub fn make(&self, parts: &[Vec<[u64; 2]>]) -> Result<Windowed, NoRectangle> {
        Windowed::new(self.by_rows()?, parts).map_err(NoRectangle::Size)
    }
}

fn wall_text(&([row, column], side): &(Place, Side)) -> String {
    format!("{row},{column},{}", side.letter())
}

impl FromStr for WindowOptions {
    type Err = ParseOptionsError;

    /// Parses `name=value` pairs with `&` between them, in any order, as [`WindowOptions`] displays them. Nothing is percent-decoded.
    fn from_str(text: &str) -> Result<WindowOptions, ParseOptionsError> {
        let mut builder = WindowBuilder::default();
        let pairs =
            || text.split('&').filter(|pair| !pair.is_empty()).map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        // The algorithm first, since others may be its own options.
        let ordered =
            [true, false].into_iter().flat_map(|first| pairs().filter(move |(name, _)| (*name == "algo") == first));
        for (name, value) in ordered {
            let set = builder.set(name, value);
            set.map_err(|reason| ParseOptionsError::Text { option: name.into(), reason })?;
        }
        builder.options().map_err(ParseOptionsError::Options)
    }
}

impl fmt::Display for WindowOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rectangle { row, column, rows, columns } = self.window;
        write!(f, "algo={}&w={}&h={}&seed={}", self.algorithm.name(), self.columns, self.rows, self.seed)?;
        write!(f, "&window={row},{column},{rows},{columns}")?;
        if self.level > 0 {
            write!(f, "&level={}", self.level)?;
        }
        let ([from_row, from_column], [to_row, to_column]) = (self.from, self.to);
        write!(f, "&from={from_row},{from_column}&to={to_row},{to_column}")?;
        if self.doors {
            f.write_str("&doors=true")?;
        }
        for wall in &self.remove {
            write!(f, "&remove={}", wall_text(wall))?;
        }
        for (name, value) in self.algorithm.options() {
            write!(f, "&{name}={value}")?;
        }
        Ok(())
    }
}
