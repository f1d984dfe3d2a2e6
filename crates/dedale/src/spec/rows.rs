//! What maze is asked for where it is made one row at a time, and may therefore have a billion rows.

use super::parameters::PARAMETERS;
use super::reader::Reader;
use super::{EndsRule, Faults, Limits, MazeSpec, Pair, Parameter, canonical, options, read_algorithm, read_max_walls};
use crate::edit::{Share, door_sides};
use crate::generate::{Algorithm, GENERATOR_VERSION, Rows};
use crate::grid::{Side, Sides};
use crate::render::{OptionList, Streamed};
use crate::rng::MAX_SEED;

/// How large a maze may be that is made row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowLimits {
    /// The largest number of columns: what the memory depends on.
    pub max_columns: u32,
    /// The largest number of rows.
    pub max_rows: u32,
    /// The largest number of cells: how long an answer may be.
    pub max_cells: u64,
}

impl Default for RowLimits {
    /// 65,535 columns, a billion rows, and a hundred billion cells.
    fn default() -> RowLimits {
        RowLimits { max_columns: 65_535, max_rows: 1_000_000_000, max_cells: 100_000_000_000 }
    }
}

/// A maze that can be made row by row: one of the algorithms that need no more, a size, a seed, and those options that a row can
/// be made with alone; checked.
///
/// ```
/// use dedale::render::{Format, Writer};
/// use dedale::spec::{Limits, RowLimits, RowsSpec};
/// let query = [("algo", "eller"), ("w", "1000"), ("h", "100000000"), ("seed", "7")];
/// let pairs = query.map(|(name, value)| (name.into(), value.into()));
/// let spec = RowsSpec::read(&pairs, &[], Limits::default(), RowLimits::default(), 0).expect("too large to be made whole")?;
/// let mut writer = Writer::by_rows(spec.endless(), Format::Ascii).expect("ASCII is written row by row");
/// let first = writer.next().expect("the first row");
/// assert!(first.starts_with(b"+---+---+"));
/// # Ok::<(), dedale::spec::Faults>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RowsSpec {
    columns: u32,
    rows: u32,
    algorithm: Algorithm,
    seed: u64,
    /// Row and column, as all places here.
    from: [u32; 2],
    to: [u32; 2],
    doors: bool,
    remove: Vec<([u32; 2], Side)>,
}

impl RowsSpec {
    /// Reads and checks a spec as [`MazeSpec::read`] does, where the maze is too large for that one and its algorithm makes one
    /// row at a time; `None` where it is not: then it is to be read as a [`MazeSpec`], which tells what may be wrong with it. What is
    /// no size at all is told here if the maze [can be made](RowsSpec::is_possible) row by row, since it may then have as many rows.
    ///
    /// # Errors
    ///
    /// [`Faults`] with everything that is wrong: what is wrong with any maze, a size beyond `row_limits`, and edits that need the whole
    /// maze.
    pub fn read(
        pairs: &[Pair<'_>],
        also: &[Parameter],
        limits: Limits,
        row_limits: RowLimits,
        seed_if_none: u64,
    ) -> Option<Result<RowsSpec, Faults>> {
        let mut reader = Reader::new(pairs, &PARAMETERS);
        let algorithm = reader.text("algo").and_then(Algorithm::from_name)?;
        if !algorithm.info().makes_rows() || MazeSpec::grid_of(pairs, limits).is_some() {
            return None;
        }
        if RowsSpec::size_of(pairs, row_limits).is_none() && !RowsSpec::is_possible(pairs) {
            return None;
        }
        reader.check_names(also);
        let algorithm = read_algorithm(&mut reader);
        let size = read_size(&mut reader, row_limits);
        let seed = if reader.has("seed") { reader.whole("seed", 0..=MAX_SEED) } else { Some(seed_if_none & MAX_SEED) };
        for (name, is_asked) in whole_edits(&mut reader) {
            if is_asked {
                reader.fault(name, needs_the_whole(limits));
            }
        }
        let doors = reader.choice("doors", &[true, false], |doors| if doors { "true" } else { "false" });
        let (from, to) = (reader.place("from", size), reader.place("to", size));
        if reader.has("ends") && (reader.has("from") || reader.has("to")) {
            reader.fault("ends", "does not go with from or to: give one or the other");
        }
        for (name, place) in [("from", from), ("to", to)] {
            if let (Some(true), Some(place), Some(size)) = (doors, place, size)
                && outer_sides(place, size).is_empty()
            {
                reader.fault(name, super::DOOR_INSIDE);
            }
        }
        let remove = reader.walls_at("remove", size);
        let spec = || {
            let (algorithm, [columns, rows], seed) = (algorithm?, size?, seed?);
            Some(RowsSpec {
                columns,
                rows,
                algorithm,
                seed,
                from: from.unwrap_or([0, 0]),
                to: to.unwrap_or([rows - 1, columns - 1]),
                doors: doors?,
                remove,
            })
        };
        let spec = spec();
        Some(reader.finish(spec))
    }

    /// Whether the maze of such a query can be made row by row, if its size allows it: by its algorithm, and with nothing that needs
    /// the whole maze; whatever else is wrong with it.
    pub fn is_possible(pairs: &[Pair<'_>]) -> bool {
        let mut reader = Reader::new(pairs, &PARAMETERS);
        let algorithm = reader.text("algo").and_then(Algorithm::from_name);
        algorithm.is_some_and(|algorithm| algorithm.info().makes_rows())
            && !whole_edits(&mut reader).iter().any(|&(_, is_asked)| is_asked)
    }

    /// Columns and rows of the maze of such a query, whatever else is wrong with it; `None` where they are not within these limits.
    pub fn size_of(pairs: &[Pair<'_>], row_limits: RowLimits) -> Option<[u32; 2]> {
        read_size(&mut Reader::new(pairs, &PARAMETERS), row_limits)
    }

    /// The algorithm.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// How many cells the maze has.
    pub fn cells(&self) -> u64 {
        u64::from(self.columns) * u64::from(self.rows)
    }

    /// Columns and rows.
    pub fn size(&self) -> [u32; 2] {
        [self.columns, self.rows]
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whatever shaped the maze beside algorithm, size, seed and ends: as [`MazeSpec::options`].
    pub fn options(&self) -> OptionList {
        options(&self.algorithm, None, &self.remove, self.doors)
    }

    /// A text that tells two specs apart whenever the mazes that they ask for may differ: the same as [`MazeSpec::canonical`] for
    /// the same maze.
    pub fn canonical(&self) -> String {
        let [columns, rows] = self.size();
        let number = |[row, column]: [u32; 2]| u64::from(row) * u64::from(columns) + u64::from(column);
        let ends = [self.from, self.to].map(number);
        let ends = format_args!("{},{}", ends[0], ends[1]);
        canonical(&self.algorithm, [columns, rows], self.seed, ends, self.options())
    }

    /// The maze, of which nothing has been made yet.
    pub fn endless(&self) -> Streamed {
        let rows = Rows::new(&self.algorithm, self.columns, self.rows.into(), self.seed);
        let rows = rows.expect("a spec has a size, and an algorithm that makes rows");
        let wide = |place: [u32; 2]| place.map(u64::from);
        let mut maze = Streamed::new(rows, wide(self.from), wide(self.to));
        self.remove.iter().for_each(|&(at, side)| maze.open(wide(at), side));
        if self.doors {
            let [entrance, exit] = [self.from, self.to].map(|end| outer_sides(end, self.size()));
            let [entrance, exit] = door_sides(entrance, exit, self.from == self.to);
            entrance.into_iter().for_each(|side| maze.open(wide(self.from), side));
            exit.into_iter().for_each(|side| maze.open(wide(self.to), side));
        }
        maze.head.algo = Some(self.algorithm.name());
        maze.head.seed = Some(self.seed);
        maze.head.generator = Some(GENERATOR_VERSION);
        maze.head.options = Some(self.options());
        maze
    }
}

impl MazeSpec {
    /// The same maze made row by row, where that can be done.
    pub fn by_rows(&self) -> Option<RowsSpec> {
        let super::Ends::Cells { from, to } = self.ends else { return None };
        if self.braid > Share::NONE || self.max_walls.is_some() {
            return None;
        }
        let place = |cell| [self.grid.row(cell), self.grid.column(cell)];
        self.algorithm.info().makes_rows().then(|| RowsSpec {
            columns: self.grid.columns(),
            rows: self.grid.rows(),
            algorithm: self.algorithm,
            seed: self.seed,
            from: place(from),
            to: place(to),
            doors: self.doors,
            remove: self.remove.iter().map(|&(cell, side)| (place(cell), side)).collect(),
        })
    }
}

/// Why something cannot be had of a maze that is too large to be made as a whole.
pub fn needs_the_whole(limits: Limits) -> String {
    let Limits { max_side, max_cells } = limits;
    format!("needs the whole maze, which may then have at most {max_side} columns or rows and {max_cells} cells in all")
}

/// The edits that need the whole maze, and whether each is asked for.
fn whole_edits(reader: &mut Reader<'_>) -> [(&'static str, bool); 3] {
    let (max_walls, _) = read_max_walls(reader);
    [
        ("braid", reader.share("braid").is_some_and(|share| share > Share::NONE)),
        ("max_walls", max_walls.is_some()),
        ("ends", reader.choice("ends", &EndsRule::ALL, EndsRule::name) == Some(EndsRule::Farthest)),
    ]
}

/// Columns and rows.
fn read_size(reader: &mut Reader<'_>, limits: RowLimits) -> Option<[u32; 2]> {
    let columns = reader.whole("w", 1..=limits.max_columns.into());
    let rows = reader.whole("h", 1..=limits.max_rows.into());
    let (columns, rows) = (columns?, rows?);
    let cells = columns * rows; // Both fit in 32 bits.
    let max_cells = limits.max_cells;
    if cells > max_cells {
        let name = if reader.has("h") { "h" } else { "w" };
        reader.fault(name, format!("w × h must be at most {max_cells} cells, and {columns} × {rows} is {cells}"));
        return None;
    }
    Some([columns as u32, rows as u32])
}

fn outer_sides([row, column]: [u32; 2], [columns, rows]: [u32; 2]) -> Sides {
    let outer =
        [(Side::N, row == 0), (Side::E, column + 1 == columns), (Side::S, row + 1 == rows), (Side::W, column == 0)];
    outer.into_iter().filter(|&(_, is_outer)| is_outer).map(|(side, _)| side).collect()
}
