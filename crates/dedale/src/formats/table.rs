//! A maze as a table of numbers: what [`Csv`](crate::formats::Format::Csv) and [`Npy`](crate::formats::Format::Npy) have in common. They differ in their
//! [`Notation`].

use std::fmt::Debug;

use super::squares::{SquareOf, squares};
use crate::about::named;
use crate::grid::{AnyGrid, Cell, Grid, GridKind, MeshOptions, Sides};
use crate::maze::Maze;
use crate::picture::piece_writer::{PieceWriter, by_pieces, by_strip_with_ends};
use crate::picture::{Picture, RowSource};

named! {
    /// What the numbers of a table say.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Table {
        /// A block each, as in [`Encoding::Blocks`](super::Encoding::Blocks): 1 for a wall, 0 where one can walk, and 2 on the path. Without a path, 2 is the
        /// entrance and 3 the exit, where these are neither the only two openings nor the corners.
        #[default]
        Blocks = "blocks",
        /// A place of a cell each, of a maze without walls between its cells: 1 for one that a mask leaves out, 0 where one can walk, and 2 on the
        /// path; without one, 2 for the entrance and 3 for the exit.
        Squares = "squares",
        /// A cell each: the sum of its walls, as in [`Encoding::Bits`](super::Encoding::Bits). 255 for a place that a mask leaves out.
        Bits = "bits",
        /// A cell each: how many moves it is from the entrance, or what the way there costs in a maze with weights. −1 where no way leads, and for a place that a mask leaves out.
        Distances = "distances",
        /// A cell each: what it costs to enter it. 0 for a place that a mask leaves out.
        Weights = "weights",
        /// A pair of neighbors each: the numbers of the two cells, by their places in the list of all cells, and whether there is a passage
        /// between them. Of two cells the first is that with the smaller number, and the pairs are in the order of both numbers.
        Graph = "graph",
    }
}

impl Table {
    /// Returns true if its numbers are squares, on which a path can be shown, and not what is known of cells.
    pub(crate) fn is_of_squares(self) -> bool {
        matches!(self, Table::Blocks | Table::Squares)
    }
}

/// The squares of the entrance and of the exit, where they are marked. With a path, whose number 2 is too, they are not.
const START: u8 = 2;
const END: u8 = 3;

/// The number of a place that a mask leaves out, in [`Table::Bits`].
const LEFT_OUT: i32 = 255;

/// How numbers are written.
pub(crate) trait Notation: Copy + Debug + Send + Sync + 'static {
    /// What comes before the first number of a table of this shape: how many numbers there are on each axis.
    fn write_start(self, table: Table, shape: &[u64], out: &mut Vec<u8>);

    /// A line of squares, whose numbers are those of blocks.
    fn write_squares(self, numbers: &[u8], out: &mut Vec<u8>);

    /// One number of another table.
    fn write(self, table: Table, number: i32, out: &mut Vec<u8>);

    /// Two neighbors, and whether there is a passage between them.
    fn write_pair(self, cells: [Cell; 2], is_open: bool, out: &mut Vec<u8>);

    /// What comes after the last number of a row.
    fn end_row(self, out: &mut Vec<u8>);
}

/// How many numbers there are on each axis of a table of cells or of blocks; `None` where rows have different lengths.
pub(crate) fn shape(table: Table, source: &dyn RowSource) -> Option<Vec<u64>> {
    let [columns, rows] = source.metadata().size();
    match table {
        Table::Blocks => return Some(vec![2 * rows + 1, 2 * columns + 1]),
        Table::Squares => return Some(vec![rows, columns]),
        _ => {}
    }
    let Some(mesh) = source.whole().and_then(|picture| picture.maze.grid().mesh()) else {
        return Some(vec![rows, columns]);
    };
    // The address with the largest number on every axis.
    let last = mesh.last_address_before(mesh.row_count())?;
    Some(last.numbers().iter().map(|&last| u64::from(last) + 1).collect())
}

/// Returns the table of a maze; `None` for distances, for weights and for neighbors where the source has only rows.
pub(crate) fn start<N: Notation>(table: Table, notation: N, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    let picture = source.whole();
    if table == Table::Graph {
        let picture = picture.filter(|_| source.metadata().window.is_none())?;
        return by_pieces(picture.maze.grid().cells().div_ceil(PIECE).into(), move |source, number, out| {
            if let Some(picture) = source.whole() {
                write_pairs(&picture.maze, notation, number, out);
            }
        });
    }
    let shape = shape(table, source)?;
    if table.is_of_squares() {
        let of = if table == Table::Blocks { SquareOf::Block } else { SquareOf::Cell };
        return by_strip_with_ends(source, of == SquareOf::Cell, move |strip, out| {
            if strip.row == 0 {
                notation.write_start(table, &shape, out);
            }
            let mut squares = squares(strip, of);
            for (number, column) in [START, END].into_iter().zip(strip.marked) {
                if let Some(column) = column {
                    // The last line is that of the cells.
                    let cells = squares.numbers.len() - squares.width;
                    squares.numbers[cells + of.column(column)] = number;
                }
            }
            for line in squares.lines() {
                notation.write_squares(line, out);
                notation.end_row(out);
            }
        });
    }
    let is_known = match (table, picture) {
        (Table::Bits, _) => true,
        (Table::Distances, picture) => picture.is_some_and(|picture| picture.distances.is_some()),
        (_, picture) => picture.is_some(),
    };
    if !is_known {
        return None;
    }
    let rows = picture.map_or(source.metadata().size()[1], |picture| picture.maze.grid().row_count().into());
    by_pieces(rows, move |source, number, out| {
        if number == 0 {
            notation.write_start(table, &shape, out);
        }
        match source.whole() {
            Some(picture) => write_numbers(picture, table, notation, number as u32, out),
            None => {
                let walls = |open: &Sides| Sides::SQUARE.minus(*open).bits();
                source.strip(number).here.iter().for_each(|open| notation.write(table, walls(open).into(), out));
            }
        }
        notation.end_row(out);
    })
}

/// Writes a row of a table of cells of a maze in memory.
fn write_numbers<N: Notation>(picture: &Picture, table: Table, notation: N, row: u32, out: &mut Vec<u8>) {
    let Picture { maze, distances, .. } = picture;
    for cell in maze.grid().places_of_row(row) {
        let number = match table {
            Table::Distances => cell.and_then(|cell| distances.as_ref()?.to(cell)).map_or(-1, signed),
            Table::Weights => cell.map_or(0, |cell| maze.weight(cell) as i32),
            _ => cell.map_or(LEFT_OUT, |cell| maze.closed_sides(cell).bits().into()),
        };
        notation.write(table, number, out);
    }
}

/// How many cells a piece of the pairs of neighbors has.
const PIECE: u32 = 256;

/// Writes the pairs of some cells with those after them: a line for each side that two cells share.
fn write_pairs<N: Notation>(maze: &Maze<AnyGrid>, notation: N, number: u64, out: &mut Vec<u8>) {
    let grid = maze.grid();
    if number == 0 {
        let sides: u64 = maze.cells().map(|cell| grid.inner_sides(cell).len() as u64).sum();
        notation.write_start(Table::Graph, &[sides / 2], out);
    }
    let first = number as u32 * PIECE;
    let mut pairs = Vec::new();
    for cell in (first..grid.cells().min(first + PIECE)).map(Cell) {
        let sides = grid.inner_sides(cell).into_iter().map(|side| (grid.across(cell, side), side));
        pairs.extend(sides.filter(|&(neighbor, side)| (cell, side) < (neighbor, grid.opposite(cell, side))));
        // On many grids, sides clockwise are not in the order of the cells that they lead to.
        pairs.sort_unstable();
        for (neighbor, side) in pairs.drain(..) {
            notation.write_pair([cell, neighbor], maze.passages(cell).contains(side), out);
        }
    }
}

/// Returns a distance, and −1 where no way leads.
pub(crate) fn signed(moves: u32) -> i32 {
    i32::try_from(moves).unwrap_or(-1)
}

/// Returns true if a grid with these options can be written as this table.
pub(crate) fn has_table(options: &MeshOptions, table: Table) -> bool {
    match table {
        // Of squares alone, and written as rows of these.
        Table::Blocks | Table::Squares => false,
        // Rings have different lengths, and the cells of a custom grid have no rows.
        Table::Graph => true,
        Table::Bits | Table::Distances | Table::Weights => !matches!(options.kind, GridKind::Polar | GridKind::Custom),
    }
}
