//! Mazes as the records of one array.

use super::Maker;
use super::hash::{canonical_hash, wall_hash};
use crate::about::named;
use crate::formats::Format;
use crate::formats::table::{self, signed};
use crate::formats::{Table, directions, npy::array_start};
use crate::grid::{Cell, Grid, Square};
use crate::maze::{Maze, WEIGHT_BYTES};
use crate::observe::Observer;
use crate::options::{InvalidOptions, MakeError, MazeOptions};
use crate::picture::{Picture, Strip};
use crate::solve::{Solution, Solver, UNREACHED, costs};

named! {
    /// A field of a record.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Field {
        /// The seed, as eight bytes.
        Seed = "seed",
        /// The maze, as one byte for each block or cell.
        Maze = "maze",
        /// The same number of bytes: 1 on the shortest path from the entrance to the exit, including both, and 0 elsewhere. In a maze with
        /// weights, it is the cheapest path.
        Path = "path",
        /// The moves of this path: N, E, S or W, followed by zeros, with one byte for each move of the longest possible path.
        Directions = "directions",
        /// The number of moves, as four bytes; −1 if the exit cannot be reached.
        Length = "length",
        /// The distance of each cell from the entrance, or in a maze with weights the cost of the way there, as four bytes; −1 if the cell
        /// cannot be reached.
        Distances = "distances",
        /// The cost of entering each cell, as two bytes; 1 in a maze without weights.
        Weights = "weights",
        /// The [hash](enum@Hash) of the walls, as eight bytes.
        Hash = "hash",
    }
}

named! {
    /// The mazes that have the same hash.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Hash {
        /// Equal mazes.
        #[default]
        Walls = "walls",
        /// Also mazes of squares that are equal after turning or mirroring them.
        Canonical = "canonical",
    }
}

impl Hash {
    /// Returns the hash of the walls of a maze. It is the same for equal mazes on every machine and in every release. The ends, and the
    /// options of the maze, make no difference.
    ///
    /// It is FNV-1a of 64 bits over these bytes: the number of rows in a list of all cells, and the number of cells, each as four bytes with
    /// the lowest first; then one byte for each cell, in order: the sum of its walls as in
    /// [`Encoding::Bits`](crate::formats::Encoding::Bits), `N = 1`, `E = 2`, `S = 4` and `W = 8` on squares.
    ///
    /// The canonical hash is the smallest one of a maze and of its images: turned by half a turn and mirrored along both axes, and if there
    /// are as many rows as columns, also turned by a quarter and mirrored along the diagonals. Only rectangles of squares have images.
    ///
    /// # Complexity
    ///
    /// Time `O(cells)`, eight times as much for the canonical hash, and no memory.
    ///
    /// # Source
    ///
    /// Fowler, Noll, Vo, Eastlake and Hansen, "The FNV Non-Cryptographic Hash Algorithm", RFC 9923.
    ///
    /// ```
    /// use dedale::{dataset::Hash, grid::{Side, Square}, maze::Maze};
    /// let grid = Square::new(3, 1)?;
    /// let [mut left, mut right] = [Maze::closed(grid), Maze::closed(grid)];
    /// left.link(grid.at(0, 0), Side::E);
    /// right.link(grid.at(0, 1), Side::E);
    /// // One row, three cells; all walls but the one in the east, all but the one in the west, and all.
    /// let bytes = [1, 0, 0, 0, 3, 0, 0, 0, 13, 7, 15_u8];
    /// let hash = bytes.iter().fold(0xcbf29ce484222325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3));
    /// assert_eq!(Hash::Walls.of(&left), hash);
    /// assert_ne!(Hash::Walls.of(&left), Hash::Walls.of(&right));
    /// assert_eq!(Hash::Canonical.of(&left), Hash::Canonical.of(&right));
    /// # Ok::<(), dedale::grid::TooLarge>(())
    /// ```
    pub fn of<G: Grid>(self, maze: &Maze<G>) -> u64 {
        match self {
            Hash::Walls => wall_hash(maze),
            Hash::Canonical => canonical_hash(maze),
        }
    }
}

/// Mazes that differ in their seeds, as records of equal length. They are written in order into a buffer. The bytes before the first one are
/// the head of an array in version 1.0 of the [format of numpy](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
///
/// ```
/// use dedale::dataset::{Field, Hash, Records};
/// use dedale::{options::MazeOptions, rng::derived_seed, formats::Table};
///
/// let options: MazeOptions = "w=15&h=15&seed=7".parse()?;
/// let mut records = Records::new(options, Table::Blocks, vec![Field::Seed, Field::Maze], Hash::Walls, None, &mut ())?;
/// let mut file = records.start(1000);
/// for number in 0..1000 {
///     records.write(derived_seed(7, number), &mut file, &mut ())?;
/// }
/// assert_eq!(file.len() as u64, records.bytes_of(1000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Records {
    maker: Maker,
    table: Table,
    /// Empty if a record is only the maze.
    fields: Vec<Field>,
    hash: Hash,
    /// The rows and columns of the bytes of a maze.
    shape: [u64; 2],
}

impl Records {
    /// Creates the records of mazes with these options, as a table of [blocks](Table::Blocks) or of [bits](Table::Bits). Without fields, a
    /// record is only the maze. If the options want something that only finished mazes show, it is looked for in this many attempts. On a
    /// grid other than plain squares, the first maze is made to find the shape.
    ///
    /// # Errors
    ///
    /// The [`MakeError`] of [`MazeOptions::make`]; also for other tables, if the grid is not written as such a table, and for fields on grids
    /// other than plain squares.
    pub fn new<O: Observer>(
        options: MazeOptions,
        table: Table,
        fields: Vec<Field>,
        hash: Hash,
        attempts: Option<u32>,
        observer: &mut O,
    ) -> Result<Records, MakeError<O::Stop>> {
        if !matches!(table, Table::Blocks | Table::Bits) {
            return Err(no_table().into());
        }
        let fields: Vec<Field> = Field::ALL.iter().copied().filter(|field| fields.contains(field)).collect();
        let seed = options.seed();
        let mut records = Records { maker: Maker::new(options, attempts), table, fields, hash, shape: [0, 0] };
        let options = records.maker.options();
        if options.is_plain() && options.window().is_none() {
            let [columns, rows] = options.extent().map(u64::from);
            records.shape = [rows, columns].map(|side| if table == Table::Blocks { 2 * side + 1 } else { side });
            return Ok(records);
        }
        if !records.fields.is_empty() {
            return Err(InvalidOptions::one("grid", "must be plain squares for records of several fields").into());
        }
        let first = records.maker.make(seed, observer)?;
        records.shape = records.write_table(first, &mut Vec::new())?;
        Ok(records)
    }

    /// Returns the number of bytes of a record.
    pub fn record_bytes(&self) -> u64 {
        let Records { fields, shape: [rows, columns], .. } = self;
        let maze = rows * columns;
        let of_field = |field: &Field| match field {
            Field::Seed | Field::Hash => 8,
            Field::Maze | Field::Path => maze,
            Field::Directions => self.longest() as u64,
            Field::Length => 4,
            Field::Distances => 4 * self.maker.options().cells(),
            Field::Weights => WEIGHT_BYTES * self.maker.options().cells(),
        };
        if fields.is_empty() { maze } else { fields.iter().map(of_field).sum() }
    }

    /// Returns the number of bytes of an array of this many records, including its head.
    pub fn bytes_of(&self, count: u64) -> u64 {
        self.start(count).len() as u64 + count.saturating_mul(self.record_bytes())
    }

    /// Returns the head of an array of this many records.
    pub fn start(&self, count: u64) -> Vec<u8> {
        let [rows, columns] = self.shape;
        if self.fields.is_empty() {
            return array_start("'|u1'", &[count, rows, columns]);
        }
        let [cell_columns, cell_rows] = self.maker.options().extent();
        let field = |field: &Field| {
            let kind = match field {
                Field::Seed | Field::Hash => "'<u8'".to_owned(),
                Field::Maze | Field::Path => format!("'|u1', ({rows}, {columns})"),
                Field::Directions => format!("'|S{}'", self.longest()),
                Field::Length => "'<i4'".to_owned(),
                Field::Distances => format!("'<i4', ({cell_rows}, {cell_columns})"),
                Field::Weights => format!("'<u2', ({cell_rows}, {cell_columns})"),
            };
            format!("('{}', {kind})", field.name())
        };
        let fields: Vec<String> = self.fields.iter().map(field).collect();
        array_start(&format!("[{}]", fields.join(", ")), &[count])
    }

    /// Returns the number of moves of the longest possible path, at least one, since numpy has no texts without letters.
    fn longest(&self) -> usize {
        (self.maker.options().cells().saturating_sub(1)).max(1) as usize
    }

    /// Makes the maze of this seed, and appends its record to `out`.
    ///
    /// # Errors
    ///
    /// The [`MakeError`] of [`MazeOptions::make`]. The bytes that were appended are then not a record.
    pub fn write<O: Observer>(
        &mut self,
        seed: u64,
        out: &mut Vec<u8>,
        observer: &mut O,
    ) -> Result<(), MakeError<O::Stop>> {
        let picture = self.maker.make(seed, observer)?;
        let (ends, seed) = ([picture.from, picture.to], picture.metadata.seed.unwrap_or(seed));
        if picture.maze.grid().square().is_none() {
            return self.write_table(picture, out).map(drop);
        }
        let Some(maze) = picture.maze.into_squares() else { return Ok(()) };
        if self.fields.is_empty() {
            self.write_maze(&maze, out);
            return Ok(());
        }
        self.write_fields(&maze, ends, seed, out, observer).map_err(MakeError::Stopped)
    }

    fn write_maze(&self, maze: &Maze<Square>, out: &mut Vec<u8>) {
        let grid = *maze.grid();
        if self.table == Table::Bits {
            return out.extend(maze.cells().map(|cell| maze.closed_sides(cell).bits()));
        }
        (0..=grid.rows()).for_each(|row| out.extend(Strip::of_squares(maze, grid, row).blocks().numbers));
    }

    fn write_fields<O: Observer>(
        &self,
        maze: &Maze<Square>,
        [from, to]: [Cell; 2],
        seed: u64,
        out: &mut Vec<u8>,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let is_solved = |field: &Field| matches!(field, Field::Path | Field::Directions | Field::Length);
        let solution = match self.fields.iter().any(is_solved) {
            true => Some(Solver::recommended_for(maze).solve_observed(maze, from, to, observer)?),
            false => None,
        };
        let path = solution.as_ref().and_then(Solution::path).unwrap_or_default();
        for field in &self.fields {
            match field {
                Field::Seed => out.extend_from_slice(&seed.to_le_bytes()),
                Field::Maze => self.write_maze(maze, out),
                Field::Path => self.write_path(maze.grid(), path, out),
                Field::Directions => {
                    let end = out.len() + self.longest();
                    out.extend_from_slice(directions(maze, path).letters());
                    out.resize(end, 0);
                }
                Field::Length => {
                    let length = solution.as_ref().and_then(Solution::length);
                    out.extend_from_slice(&signed(length.unwrap_or(UNREACHED)).to_le_bytes());
                }
                Field::Distances => {
                    let found = costs(maze, from, observer)?;
                    out.extend(found.as_slice().iter().flat_map(|&moves| signed(moves).to_le_bytes()));
                }
                Field::Weights => {
                    out.extend(maze.cells().flat_map(|cell| (maze.weight(cell) as u16).to_le_bytes()));
                }
                Field::Hash => out.extend_from_slice(&self.hash.of(maze).to_le_bytes()),
            }
        }
        Ok(())
    }

    /// Writes the cells of a path, and in blocks also those between them.
    fn write_path(&self, grid: &Square, path: &[Cell], out: &mut Vec<u8>) {
        let [rows, columns] = self.shape.map(|side| side as usize);
        let start = out.len();
        out.resize(start + rows * columns, 0);
        let place = |cell: Cell| [grid.row(cell), grid.column(cell)].map(|number| number as usize);
        let mut last = None;
        for [row, column] in path.iter().map(|&cell| place(cell)) {
            if self.table == Table::Bits {
                out[start + row * columns + column] = 1;
                continue;
            }
            out[start + (2 * row + 1) * columns + 2 * column + 1] = 1;
            if let Some([last_row, last_column]) = last.replace([row, column]) {
                out[start + (row + last_row + 1) * columns + column + last_column + 1] = 1;
            }
        }
    }

    /// Appends the numbers of a maze on any grid, as in a separate file, and returns their shape. All records have the same shape.
    fn write_table<S>(&self, picture: Picture, out: &mut Vec<u8>) -> Result<[u64; 2], MakeError<S>> {
        let table = match self.table {
            Table::Blocks if self.maker.options().is_open_ground() => Table::Squares,
            table => table,
        };
        let shape = table::shape(table, &&picture).and_then(|shape| <[u64; 2]>::try_from(shape).ok());
        let [rows, columns] = shape.filter(|shape| [[0, 0], *shape].contains(&self.shape)).ok_or_else(no_table)?;
        let file = picture.to_bytes(Format::Npy(table)).map_err(|_| no_table())?;
        out.extend_from_slice(&file[file.len().saturating_sub((rows * columns) as usize)..]);
        Ok([rows, columns])
    }
}

fn no_table() -> InvalidOptions {
    InvalidOptions::one("grid", "has no rows of equal length, which an array needs")
}
