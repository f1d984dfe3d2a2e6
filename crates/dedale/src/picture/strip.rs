//! A maze of squares, a line of points at a time: the common geometry of text, pixels and strokes.
//!
//! ```text
//!    x  0   1   2   3   4
//!  y
//!  0    ·  ───  ·  ───  ·      ·       a point, where up to four walls meet
//!  1    │   a   │   b   │      a b c d cells
//!  2    ·  ───  ·  ───  ·      ─── │   sides: a wall, or a gap where it is open
//!  3    │   c   │   d   │
//!  4    ·  ───  ·  ───  ·
//! ```
//!
//! A maze of `rows × columns` cells is `(2 × rows + 1) × (2 × columns + 1)` blocks. Each format determines their widths and looks.

use std::borrow::Cow;

use super::{Picture, Trail};
use crate::grid::{AnyGrid, Cell, Grid, Mesh, Side, Sides, Square};
use crate::maze::Maze;
use crate::solve::Distances;

/// The kinds of blocks, as numbers: those of tables.
pub(crate) const FREE: u8 = 0;
pub(crate) const WALL: u8 = 1;
pub(crate) const PATH: u8 = 2;

/// Not a cell, since a grid has fewer. It is used for an end of the maze outside the part that is written.
pub(crate) const NO_CELL: Cell = Cell(u32::MAX);

/// The part of a maze for one piece of most formats: a line of points between two rows of cells, and these rows.
#[derive(Clone, Debug)]
pub(crate) struct Strip<'a> {
    /// The number of the row below the line; below the last row, the number of rows.
    pub(crate) row: u64,
    /// The open sides of the cells above, including outer ones; empty above the first row. A place that a mask leaves out has the passages from
    /// its neighbors in the north and in the west.
    pub(crate) above: Cow<'a, [Sides]>,
    /// The open sides of the cells below, including outer ones; empty below the last row.
    pub(crate) here: Cow<'a, [Sides]>,
    /// True for the cells above and below the line that a mask leaves out; empty if there are none.
    pub(crate) left_out: [Vec<bool>; 2],
    /// The characters of stairs from the cells below the line; empty if there are none.
    pub(crate) stairs: Vec<Option<u8>>,
    /// The numbers of these cells, if they are known.
    pub(crate) places: Option<StripCells>,
    /// The entrance and the exit.
    pub(crate) ends: [Cell; 2],
    /// The columns of the entrance and of the exit, where they are in the row and marked without a path.
    pub(crate) marked: [Option<u32>; 2],
    pub(crate) path: Option<&'a Trail>,
    pub(crate) distances: Option<&'a Distances>,
}

/// The blocks of a strip, as numbers from west to east: those on the line of points, and those of the row of cells.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    pub(crate) numbers: Vec<u8>,
    /// The number of blocks of a line.
    pub(crate) width: usize,
}

impl Blocks {
    pub(crate) fn lines(&self) -> impl Iterator<Item = &[u8]> {
        self.numbers.chunks_exact(self.width)
    }
}

/// The cells of a strip.
#[derive(Clone, Debug)]
pub(crate) enum StripCells {
    /// The cells of a rectangle.
    All(Square),
    /// The cells above and below the line; `None` for those that a mask leaves out.
    Some([Vec<Option<Cell>>; 2]),
}

impl<'a> Strip<'a> {
    /// Returns the strip at this row with only the open sides of the cells above and below the line.
    #[inline]
    pub(crate) fn new(row: u64, above: Cow<'a, [Sides]>, here: Cow<'a, [Sides]>) -> Strip<'a> {
        let (left_out, stairs, ends) = (Default::default(), Vec::new(), [NO_CELL; 2]);
        Strip { row, above, here, left_out, stairs, places: None, ends, marked: [None; 2], path: None, distances: None }
    }

    /// Returns the strip of a maze of plain squares at this row.
    #[inline]
    pub(crate) fn of_squares<G: Grid>(maze: &'a Maze<G>, grid: Square, row: u32) -> Strip<'a> {
        let above = row.checked_sub(1).map(|above| open_row(maze, grid, above)).unwrap_or_default();
        let here = if row < grid.rows() { open_row(maze, grid, row) } else { Cow::default() };
        Strip { places: Some(StripCells::All(grid)), ..Strip::new(row.into(), above, here) }
    }

    /// Returns the strip of a maze of squares at this row. The rows of a floor follow those of the previous one.
    #[inline]
    pub(crate) fn of(maze: &'a Maze<AnyGrid>, row: u32) -> Strip<'a> {
        match maze.grid() {
            AnyGrid::Square(grid) => Strip::of_squares(maze, *grid, row),
            AnyGrid::Mesh(mesh) => Strip::of_mesh(maze, mesh, row),
        }
    }

    /// Creates the strip of a maze on a mesh. A mask may leave out some of the cells, and opposite edges may be joined: a passage through
    /// them is open at both.
    fn of_mesh(maze: &Maze<AnyGrid>, mesh: &Mesh, row: u32) -> Strip<'a> {
        let height = mesh.options().rows;
        let (floor, row) = (row / (height + 1), row % (height + 1));
        let cells = |row: u32| mesh.row(floor * height + row).map(|(_, cell)| cell).collect::<Vec<_>>();
        let above = row.checked_sub(1).map(cells).unwrap_or_default();
        let here = if row < height { cells(row) } else { Vec::new() };
        let is_cut = u64::from(mesh.cells()) < mesh.options().cells_without_mask();
        let left_out =
            [&above, &here].map(|cells| if is_cut { cells.iter().map(Option::is_none).collect() } else { Vec::new() });
        let sides = |cell: &Option<Cell>| cell.map(|cell| maze.open_sides(cell)).unwrap_or_default();
        // Stairs are no sides in the plane.
        let in_plane = |cell: &Option<Cell>| Sides::from_bits(sides(cell).bits() & Sides::SQUARE.bits());
        let [mut open_above, mut open_here] =
            [&above, &here].map(|cells| cells.iter().map(in_plane).collect::<Vec<_>>());
        open_towards(&[], &mut open_above, &left_out[0]);
        open_towards(&open_above, &mut open_here, &left_out[1]);
        let stairs = mesh.up_and_down().map(|stairs| {
            let glyph = |cell| match stairs.map(|side| sides(cell).contains(side)) {
                [true, true] => Some(b'X'),
                [true, false] => Some(b'/'),
                [false, true] => Some(b'\\'),
                [false, false] => None,
            };
            here.iter().map(glyph).collect()
        });
        let strip = Strip::new(row.into(), open_above.into(), open_here.into());
        Strip { left_out, stairs: stairs.unwrap_or_default(), places: Some(StripCells::Some([above, here])), ..strip }
    }

    /// Returns the strip of a picture, with everything that is drawn with it.
    pub(crate) fn of_picture(picture: &'a Picture, row: u64) -> Strip<'a> {
        let Picture { maze, from, to, path, distances, .. } = picture;
        let (path, distances) = (path.as_ref(), distances.as_ref());
        Strip { ends: [*from, *to], path, distances, ..Strip::of(maze, row as u32) }
    }

    /// Returns the number of columns of the maze.
    #[inline]
    pub(crate) fn columns(&self) -> u32 {
        self.above.len().max(self.here.len()) as u32
    }

    /// Returns true for the line of points south of the last row.
    #[inline]
    pub(crate) fn is_last(&self) -> bool {
        self.here.is_empty()
    }

    /// Returns the row of the sides on the line, the open sides of its cells, and the side of a cell that is on the line.
    pub(crate) fn lying(&self) -> (u64, &[Sides], Side) {
        if self.is_last() { (self.row - 1, &*self.above, Side::S) } else { (self.row, &*self.here, Side::N) }
    }

    /// Returns true if a mask leaves out cells of the maze.
    pub(crate) fn is_cut(&self) -> bool {
        self.left_out.iter().any(|row| !row.is_empty())
    }

    /// Returns true if a mask leaves out the cell of the row in this column.
    pub(crate) fn is_left_out(&self, column: u32) -> bool {
        self.left_out[1].get(column as usize).is_some_and(|&is_left_out| is_left_out)
    }

    /// For each point, the sides with a wall that ends there.
    #[inline]
    pub(crate) fn arms(&self) -> impl ExactSizeIterator<Item = Sides> {
        let columns = self.columns();
        let mut east = false;
        (0..columns + 1).map(move |column| {
            let west = std::mem::replace(&mut east, column < columns && self.wall_below(column));
            let (north, south) = (self.standing_wall(0, column), self.standing_wall(1, column));
            Sides::from_bits(u8::from(north) | u8::from(east) << 1 | u8::from(south) << 2 | u8::from(west) << 3)
        })
    }

    /// Returns true if all cells around a point are left out by a mask, or outside the maze. Without a mask, there is no such point.
    pub(crate) fn is_out_around(&self, column: u32) -> bool {
        self.is_cut() && self.left_out.iter().all(|row| is_out(row, Some(column)) && is_out(row, column.checked_sub(1)))
    }

    /// Returns true if there is a post at a point: if a wall ends there, or if one of the four places around it is not a cell.
    #[inline]
    pub(crate) fn has_post(&self, column: u32) -> bool {
        let column = column as usize;
        let beside = column.checked_sub(1).and_then(|west| self.above.get(west).zip(self.here.get(column)));
        let is_out = |row: &[bool]| row.get(column - 1..=column).is_some_and(|places| places.contains(&true));
        beside.is_none_or(|(above, here)| {
            open_across(*above, *here) < ALL_ACROSS || self.left_out.iter().any(|row| is_out(row))
        })
    }

    /// Returns the points without a post.
    pub(crate) fn bare_points(&self) -> impl Iterator<Item = usize> {
        let pairs = self.above.iter().zip(self.here.get(1..).unwrap_or_default());
        // Without a choice for each of them, as most rows have none.
        let most = pairs.map(|(above, here)| open_across(*above, *here)).fold(0, u8::max);
        let columns = if most == ALL_ACROSS { self.columns() } else { 0 };
        (0..columns).filter(|&column| !self.has_post(column)).map(|column| column as usize)
    }

    /// Returns true if there is a wall on the line in this column. There is none between two cells that a mask leaves out, and none between such a
    /// cell and the outside.
    #[inline]
    pub(crate) fn wall_below(&self, column: u32) -> bool {
        let (_, open, side) = self.lying();
        let is_beside_cell = || self.left_out.iter().any(|row| !is_out(row, Some(column)));
        !open[column as usize].contains(side) && (!self.is_cut() || is_beside_cell())
    }

    /// Does the same for a wall west of this column, or east of the last one, in the row above or below the line.
    #[inline]
    pub(crate) fn standing_wall(&self, row: usize, column: u32) -> bool {
        let (cells, left_out) = ([&self.above, &self.here][row], &self.left_out[row]);
        let is_beside_cell = || !is_out(left_out, column.checked_sub(1)) || !is_out(left_out, Some(column));
        stands(cells, column) && (left_out.is_empty() || is_beside_cell())
    }

    /// Returns the blocks of the strip. There is no row of cells below the last line of points.
    pub(crate) fn blocks(&self) -> Blocks {
        let columns = self.columns() as usize;
        let (row, open, side) = self.lying();
        let crosses = |column: usize, side| self.path.is_some() && self.crosses(row, column as u32, side);
        let width = 2 * columns + 1;
        let mut numbers = vec![WALL; if self.is_last() { width } else { 2 * width }];
        let (lying, standing) = numbers.split_at_mut(width);
        for (blocks, open) in lying.as_chunks_mut().0.iter_mut().zip(open) {
            *blocks = [WALL, u8::from(!open.contains(side))];
        }
        self.bare_points().for_each(|column| lying[2 * column] = FREE);
        let on_path = if self.path.is_some() { 0..columns } else { 0..0 };
        for column in on_path.clone().filter(|&column| open[column].contains(side) && crosses(column, side)) {
            lying[2 * column + 1] = PATH;
        }
        if self.is_last() {
            return Blocks { numbers, width };
        }
        for (blocks, open) in standing.as_chunks_mut().0.iter_mut().zip(open) {
            *blocks = [u8::from(!open.contains(Side::W)), FREE];
        }
        standing[2 * columns] = u8::from(stands(open, columns as u32));
        for column in (0..self.left_out[1].len()).filter(|&column| self.left_out[1][column]) {
            standing[2 * column + 1] = WALL;
        }
        for column in on_path {
            if self.path_at(column as u32).is_some() {
                standing[2 * column + 1] = PATH;
            }
            if open[column].contains(Side::W) && crosses(column, Side::W) {
                standing[2 * column] = PATH;
            }
        }
        if standing[2 * columns] == FREE && crosses(columns - 1, Side::E) {
            standing[2 * columns] = PATH;
        }
        Blocks { numbers, width }
    }

    /// Returns the character of the stairs in this cell of the row, if there are any.
    #[inline]
    pub(crate) fn stairs_at(&self, column: u32) -> Option<u8> {
        *self.stairs.get(column as usize)?
    }

    /// Returns the cell in this column, of the row of the strip or of the one above it; `None` if it is not known, or left out.
    #[inline]
    pub(crate) fn cell_at(&self, row: u64, column: u32) -> Option<Cell> {
        match self.places.as_ref()? {
            StripCells::All(grid) => {
                (row < grid.rows().into() && column < grid.columns()).then(|| grid.at(row as u32, column))
            }
            StripCells::Some([above, here]) => *(if row == self.row { here } else { above }).get(column as usize)?,
        }
    }

    /// Returns true if the path goes through this open side.
    #[inline]
    pub(crate) fn crosses(&self, row: u64, column: u32, side: Side) -> bool {
        let Some(path) = self.path else { return false };
        if let Some(cell) = self.cell_at(row, column) {
            return path.sides(cell).contains(side);
        }
        // A way out towards a cell that is left out belongs to the cell on the other side.
        let (far, side) = match side {
            Side::N => (row.checked_sub(1).and_then(|above| self.cell_at(above, column)), Side::S),
            Side::W => (column.checked_sub(1).and_then(|west| self.cell_at(row, west)), Side::E),
            _ => (None, side),
        };
        far.is_some_and(|far| path.sides(far).contains(side))
    }

    /// Returns the sides of a cell of the row through which the path goes; `None` if it does not pass the cell.
    #[inline]
    pub(crate) fn path_at(&self, column: u32) -> Option<Sides> {
        let (path, cell) = (self.path?, self.cell_at(self.row, column)?);
        // Stairs are no sides in the plane.
        path.passes(cell).then(|| Sides::from_bits(path.sides(cell).bits() & Sides::SQUARE.bits()))
    }

    /// Returns true if any cell of the row may have a [mark](Strip::mark).
    pub(crate) fn has_marks(&self) -> bool {
        self.path.is_some() || self.marked != [None; 2]
    }

    /// Returns whether a cell of the row is the entrance, and whether it is the exit, if the path passes it or it is marked without one.
    #[inline]
    pub(crate) fn mark(&self, column: u32) -> Option<[bool; 2]> {
        let Some(path) = self.path else {
            let mark = self.marked.map(|marked| marked == Some(column));
            return Some(mark).filter(|mark| *mark != [false; 2]);
        };
        let cell = self.cell_at(self.row, column)?;
        path.passes(cell).then(|| self.ends.map(|end| end == cell))
    }
}

/// Returns true if a place is left out of a row by a mask, or outside the row.
fn is_out(left_out: &[bool], column: Option<u32>) -> bool {
    column.and_then(|column| left_out.get(column as usize)).is_none_or(|&is_left_out| is_left_out)
}

/// Returns true if the side west of this column, or east of the last one, is closed. An empty row has no walls.
#[inline]
pub(crate) fn stands(cells: &[Sides], column: u32) -> bool {
    match cells.get(column as usize) {
        Some(open) => !open.contains(Side::W),
        None => cells.last().is_some_and(|open| !open.contains(Side::E)),
    }
}

/// Returns the open sides of the cells of a row of plain squares, including outer ones.
fn open_row<G: Grid>(maze: &Maze<G>, grid: Square, row: u32) -> Cow<'_, [Sides]> {
    let first = grid.at(row, 0);
    let passages = &maze.all_passages()[first.index()..][..grid.columns() as usize];
    let mut open = Cow::Borrowed(passages);
    for (cell, side) in maze.openings_of(first..Cell(first.0 + grid.columns())) {
        let open = &mut open.to_mut()[grid.column(cell) as usize];
        *open = open.with(side);
    }
    open
}

/// Opens the places that are left out towards the cells north and west of them that are open there.
fn open_towards(above: &[Sides], here: &mut [Sides], left_out: &[bool]) {
    for column in (0..left_out.len()).filter(|&column| left_out[column]) {
        if above.get(column).is_some_and(|open| open.contains(Side::S)) {
            here[column] = here[column].with(Side::N);
        }
        if column > 0 && here[column - 1].contains(Side::E) {
            here[column] = here[column].with(Side::W);
        }
    }
}

/// Returns the open sides among the four that meet at the point between a square and the one south-east of it, one bit each; these two squares
/// have all of them. If the result is [`ALL_ACROSS`], no wall ends at the point, and nothing is drawn there.
#[inline]
fn open_across(north_west: Sides, south_east: Sides) -> u8 {
    const ABOVE: u8 = 1 << Side::E.number() | 1 << Side::S.number();
    (north_west.bits() & ABOVE) | (south_east.bits() & (ALL_ACROSS - ABOVE))
}

const ALL_ACROSS: u8 = Sides::SQUARE.bits();
