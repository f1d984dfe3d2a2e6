//! What maze is asked for: the one place where a request is checked.
//!
//! A [`MazeSpec`] can only be made by [`MazeSpec::read`], which reports everything that is wrong at once. Whatever holds a
//! `MazeSpec` may therefore assume that it can be made: its size is within the limits, its cells and walls exist, its
//! options go with its algorithm.

mod fault;
mod parameters;
mod reader;
mod rows;
mod solving;
mod style;

pub use crate::grid::Limits;
pub use fault::{Fault, Faults, cut};
pub use parameters::{PARAMETERS, Parameter};
pub use rows::{RowLimits, RowsSpec, needs_the_whole};
pub use solving::{
    CHECK_PARAMETERS, CheckSpec, Claim, ENDS_PARAMETERS, Include, MOST_POINTS, PostedSpec, SOLVE_PARAMETERS,
    SOLVER_PARAMETERS, SolveSpec,
};

pub use style::{LARGEST_CELL, LARGEST_MARGIN, MostPixels, STYLE_PARAMETERS, read_style};

use std::borrow::Cow;
use std::fmt::{Arguments, Write as _};

use reader::{Reader, is_on_border};

use crate::about::InvalidValue;
use crate::edit::{Lines, Share, braid, doors, max_walls, remove};
use crate::generate::{ALGORITHMS, Algorithm};
use crate::grid::{Cell, Side, Square};
use crate::maze::Maze;
use crate::measure::farthest_border_pair;
use crate::observe::Observer;
use crate::render::OptionList;
use crate::rng::{MAX_SEED, Rng, Stream};

/// A parameter of a query: its name and its value.
pub type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

/// How entrance and exit are found where they are not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EndsRule {
    /// The top left and the bottom right corner.
    #[default]
    Corners,
    /// The two border cells with the longest shortest path between them.
    Farthest,
}

impl EndsRule {
    /// Every rule, in the order in which messages name them.
    pub const ALL: [EndsRule; 2] = [EndsRule::Corners, EndsRule::Farthest];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        match self {
            EndsRule::Corners => "corners",
            EndsRule::Farthest => "farthest",
        }
    }
}

/// Entrance and exit that a posted maze itself tells: each stands where the query names no other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The entrance.
    pub from: Option<Cell>,
    /// The exit.
    pub to: Option<Cell>,
    /// Whether they are but the two openings in the outer wall, which are meant together: they stand where the query names
    /// neither.
    pub are_openings: bool,
}

/// Where a maze begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// At these cells.
    Cells {
        /// The entrance.
        from: Cell,
        /// The exit.
        to: Cell,
    },
    /// At the two border cells with the longest shortest path between them.
    Farthest,
}

impl Ends {
    /// Entrance and exit in this maze.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer says so.
    pub fn find<O: Observer>(self, maze: &Maze<Square>, observer: &mut O) -> Result<(Cell, Cell), O::Stop> {
        match self {
            Ends::Cells { from, to } => Ok((from, to)),
            Ends::Farthest => farthest_border_pair(maze, observer),
        }
    }
}

/// A maze that can be made: algorithm, size, seed and all options, checked.
///
/// ```
/// use dedale::spec::{Limits, MazeSpec};
/// let pairs = [("algo", "prim"), ("w", "3"), ("h", "2"), ("seed", "7")].map(|(k, v)| (k.into(), v.into()));
/// let made = MazeSpec::read(&pairs, &[], Limits::default(), 0)?.make(&mut ())?;
/// assert_eq!(made.maze.count_passages(), 5);
///
/// let pairs = [("w", "0"), ("algo", "pirm")].map(|(k, v)| (k.into(), v.into()));
/// let faults = MazeSpec::read(&pairs, &[], Limits::default(), 0).unwrap_err();
/// assert_eq!(faults.0.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MazeSpec {
    grid: Square,
    algorithm: Algorithm,
    seed: u64,
    ends: Ends,
    doors: bool,
    braid: Share,
    max_walls: Option<(Share, Lines)>,
    remove: Vec<(Cell, Side)>,
}

/// A maze as it was asked for, and where it begins and ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The maze.
    pub maze: Maze<Square>,
    /// The entrance.
    pub from: Cell,
    /// The exit.
    pub to: Cell,
}

impl MazeSpec {
    /// Reads and checks a spec from the names and values of a query. `also` are the parameters that someone else reads from the
    /// same query, and `seed_if_none` is the seed where none is given.
    ///
    /// # Errors
    ///
    /// [`Faults`] with everything that is wrong: parameters that do not exist, are given twice, are out of range, or do not
    /// go with the others.
    pub fn read(pairs: &[Pair<'_>], also: &[Parameter], limits: Limits, seed_if_none: u64) -> Result<MazeSpec, Faults> {
        let mut reader = Reader::new(pairs, &PARAMETERS);
        reader.check_names(also);
        let algorithm = read_algorithm(&mut reader);
        let grid = read_grid(&mut reader, limits);
        let seed = if reader.has("seed") { reader.whole("seed", 0..=MAX_SEED) } else { Some(seed_if_none & MAX_SEED) };
        let doors = reader.choice("doors", &[true, false], |doors| if doors { "true" } else { "false" });
        let ends = read_ends(&mut reader, grid, Known::default(), doors == Some(true));
        let braid = reader.share("braid");
        let (share, lines) = read_max_walls(&mut reader);
        let max_walls = share.zip(lines);
        let remove = reader.walls("remove", grid);
        let spec = || {
            let (grid, algorithm, seed, ends) = (grid?, algorithm?, seed?, ends?);
            Some(MazeSpec { grid, algorithm, seed, ends, doors: doors?, braid: braid?, max_walls, remove })
        };
        let spec = spec();
        reader.finish(spec)
    }

    /// The grid of the maze of such a query, whatever else is wrong with it; `None` where its size is wrong.
    pub fn grid_of(pairs: &[Pair<'_>], limits: Limits) -> Option<Square> {
        read_grid(&mut Reader::new(pairs, &PARAMETERS), limits)
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The grid.
    pub fn grid(&self) -> Square {
        self.grid
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Makes the maze. What is done, and in which order, is part of
    /// [`GENERATOR_VERSION`](crate::generate::GENERATOR_VERSION):
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
    /// [`Observer::Stop`] when the observer says so.
    pub fn make<O: Observer>(&self, observer: &mut O) -> Result<Made, O::Stop> {
        let mut maze = Maze::closed(self.grid);
        self.algorithm.carve(&mut maze, &mut Rng::new(self.seed, Stream::Generate), observer)?;
        braid(&mut maze, self.braid, &mut Rng::new(self.seed, Stream::Braid), observer)?;
        if let Some((share, lines)) = self.max_walls {
            max_walls(&mut maze, share, lines, &mut Rng::new(self.seed, Stream::MaxWalls), observer)?;
        }
        for &(cell, side) in &self.remove {
            remove(&mut maze, cell, side, observer)?;
        }
        let (from, to) = self.ends.find(&maze, observer)?;
        if self.doors {
            doors(&mut maze, from, to, observer)?;
        }
        Ok(Made { maze, from, to })
    }

    /// Whatever shaped the maze beside algorithm, size, seed and ends, by the names of the parameters and with values that
    /// can be sent again.
    pub fn options(&self) -> OptionList {
        let place = |cell| [self.grid.row(cell), self.grid.column(cell)];
        let remove: Vec<_> = self.remove.iter().map(|&(cell, side)| (place(cell), side)).collect();
        options(&self.algorithm, Some((self.braid, self.max_walls)), &remove, self.doors)
    }

    /// A text that tells two specs apart whenever the mazes that they ask for may differ. (Not the other way round: the same wall
    /// can be taken down from either side.)
    pub fn canonical(&self) -> String {
        let size = [self.grid.columns(), self.grid.rows()];
        let canonical = |ends| canonical(&self.algorithm, size, self.seed, ends, self.options());
        match self.ends {
            Ends::Cells { from, to } => canonical(format_args!("{},{}", from.0, to.0)),
            Ends::Farthest => canonical(format_args!("farthest")),
        }
    }

    /// About how many steps it takes to make the maze, a step being what the recursive backtracker does for a cell: a measure for where
    /// to do the work, not a promise.
    pub fn expected_steps(&self) -> u64 {
        let (columns, rows) = (u64::from(self.grid.columns()), u64::from(self.grid.rows()));
        let cells = columns * rows;
        let about = self.algorithm.info();
        // The mean time to walk to a cell grows with the length of the grid over its width.
        let aspect = if about.walks { columns.max(rows) / columns.min(rows) } else { 0 };
        let searched = if self.ends == Ends::Farthest { 8 } else { 0 };
        cells * (about.steps + aspect + searched)
    }
}

/// What [`MazeSpec::options`] tells. `edits` are those of the maze as a whole: the share that is braided, and the most walls.
fn options(
    algorithm: &Algorithm,
    edits: Option<(Share, Option<(Share, Lines)>)>,
    remove: &[([u32; 2], Side)],
    doors: bool,
) -> OptionList {
    let mut options = OptionList::default();
    let (braid, max_walls) = edits.unwrap_or((Share::NONE, None));
    if braid > Share::NONE {
        options.push("braid", braid.value());
    }
    if let Some((share, lines)) = max_walls {
        options.push("max_walls", share.value());
        options.push("max_walls_in", lines.name());
    }
    if !remove.is_empty() {
        let walls = remove.iter().map(|([row, column], side)| format!("{row},{column},{}", side.letter()));
        options.push("remove", walls.collect::<Vec<_>>());
    }
    if doors {
        options.push("doors", true);
    }
    for (name, value) in algorithm.options() {
        options.push(name, value);
    }
    options
}

/// What [`MazeSpec::canonical`] tells.
fn canonical(
    algorithm: &Algorithm,
    [columns, rows]: [u32; 2],
    seed: u64,
    ends: Arguments<'_>,
    options: OptionList,
) -> String {
    let mut text = String::with_capacity(96);
    let name = algorithm.name();
    // Nothing that is written to a string fails.
    let _ = write!(text, "{name} {columns}x{rows} {seed} {ends} {options}");
    text
}

/// What is wrong with an end that is to have a door.
const DOOR_INSIDE: &str = "must be a cell on the border, since doors=true opens the outer wall there";

/// The algorithm, with its options. The values of options are checked even where they are those of other algorithms.
fn read_algorithm(reader: &mut Reader<'_>) -> Option<Algorithm> {
    let mut algorithm = Algorithm::from_name(reader.text("algo")?);
    if algorithm.is_none() {
        reader.unknown("algo", "algorithm", parameters::algorithm_names());
    }
    let name = algorithm.map(|algorithm| algorithm.name());
    let options = || ALGORITHMS.iter().flat_map(|info| info.options.iter().map(move |option| (info, option)));
    let mut strays = Vec::new();
    for (info, option) in options() {
        if !reader.has(option.name) {
            continue;
        }
        let mut owner = algorithm.filter(|_| name == Some(info.name)).unwrap_or(info.algorithm);
        match (option.set)(&mut owner, reader.text(option.name).unwrap_or_default()) {
            Ok(()) => {}
            Err(InvalidValue::Unknown { allowed }) => reader.unknown(option.name, "value", allowed.to_vec()),
            Err(InvalidValue::Malformed(reason)) => reader.fault(option.name, reason),
        }
        if name == Some(info.name) {
            algorithm = Some(owner);
        } else if name.is_some() {
            strays.push((option.name, info.name));
        }
    }
    for (option, owner) in strays {
        reader.fault(option, format!("goes only with algo={owner}"));
    }
    algorithm
}

fn read_grid(reader: &mut Reader<'_>, limits: Limits) -> Option<Square> {
    let sides = 1..=u64::from(limits.max_side);
    let (columns, rows) = (reader.whole("w", sides.clone()), reader.whole("h", sides));
    let (columns, rows) = (columns?, rows?);
    let cells = columns * rows; // Both fit in 32 bits.
    let max_cells = limits.max_cells;
    if cells > u64::from(max_cells) {
        // Said of one that was sent: the other may be the default.
        let name = if reader.has("w") { "w" } else { "h" };
        reader.fault(name, format!("w × h must be at most {max_cells} cells, and {columns} × {rows} is {cells}"));
        return None;
    }
    Square::new(columns as u32, rows as u32).ok()
}

/// Entrance and exit. What is not given is as in `known`, or in the corners.
fn read_ends(reader: &mut Reader<'_>, grid: Option<Square>, known: Known, doors: bool) -> Option<Ends> {
    let rule = reader.choice("ends", &EndsRule::ALL, EndsRule::name);
    let (from, to) = (reader.cell("from", grid), reader.cell("to", grid));
    if reader.has("ends") && (reader.has("from") || reader.has("to")) {
        reader.fault("ends", "does not go with from or to: give one or the other");
    }
    let grid = grid?;
    for (name, cell) in [("from", from), ("to", to)] {
        if doors && cell.is_some_and(|cell| !is_on_border(grid, cell)) {
            reader.fault(name, DOOR_INSIDE);
        }
    }
    Some(match rule? {
        EndsRule::Farthest => Ends::Farthest,
        EndsRule::Corners => {
            let corners = (grid.at(0, 0), grid.at(grid.rows() - 1, grid.columns() - 1));
            let named = reader.has("from") || reader.has("to");
            let known = if reader.has("ends") || (named && known.are_openings) { Known::default() } else { known };
            Ends::Cells { from: from.or(known.from).unwrap_or(corners.0), to: to.or(known.to).unwrap_or(corners.1) }
        }
    })
}

fn read_max_walls(reader: &mut Reader<'_>) -> (Option<Share>, Option<Lines>) {
    let share = reader.share("max_walls");
    let lines = reader.choice("max_walls_in", &Lines::ALL, Lines::name);
    if reader.has("max_walls_in") && !reader.has("max_walls") {
        reader.fault("max_walls_in", "goes only with max_walls");
    }
    (share, lines)
}

#[cfg(test)]
mod tests;
