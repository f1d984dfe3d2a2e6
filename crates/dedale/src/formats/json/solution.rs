//! What was found out about a maze, as one JSON object on one line.
//!
//! The object has a head, which says what was asked and how it ended, and then a member for each thing that was asked for.
//! Members may have millions of elements, so they are written in pieces like the maze itself.

use std::collections::BTreeMap;
use std::io::Write as _;

use serde::Serialize;

use super::encoding::Encoding;
use super::write::{
    pieces_of_maze, write_list_row, write_matrix_row, write_maze, write_object_start, write_value, write_weights,
};
use crate::digits::write_digits;
use crate::formats::directions::Directions;
use crate::generate::Rectangle;
use crate::grid::{Address, AnyGrid, Cell, Grid as _};
use crate::maze::Maze;
use crate::measure::{LongestPath, Stats};
use crate::picture::writer::Writer;
use crate::picture::{Exit, Metadata};
use crate::solve::{Distances, ExitPath, State, TreeOrder, UNREACHED, costs};

/// How many cells of a list are written in one piece.
const LIST_PIECE: usize = 4096;

/// What a path costs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum PathCost {
    /// The weights of its cells without the first one.
    Weights(u64),
    /// How long it is, where moves across corners are longer than others.
    Length(f64),
}

/// The head of a solution: what was asked, and how it ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolutionHead {
    /// The maze.
    #[serde(flatten)]
    pub maze: Metadata,
    /// The name of the solver.
    pub solver: &'static str,
    /// The options of the solver.
    #[serde(flatten)]
    pub options: BTreeMap<&'static str, String>,
    /// True if any way leads from the entrance to the exit.
    pub reachable: bool,
    /// The moves of the path that the solver found; `None` where it found none.
    pub length: Option<u32>,
    /// What that path costs, `Some(None)` without one; `None` where each move costs the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Option<PathCost>>,
    /// How many cells the solver saw.
    pub visited: u32,
    /// Why the solver found no path although there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_up: Option<String>,
}

/// One thing that was asked for: a member of the object.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Section {
    /// A list of cells, by the member's name; `null` where there is none.
    Cells(&'static str, Option<Vec<Cell>>),
    /// The moves of the path as letters; `null` where there is none.
    Directions(Option<Directions>),
    /// A path to each opening of the outer wall.
    Paths(Vec<ExitPath>),
    /// How far each cell is from the entrance, or what the way there costs, and which is farthest.
    Distances(Distances),
    /// What the search knew of each cell when it ended.
    States(Vec<State>),
    /// The moves or the costs between all pairs of some cells, a row for each; `None` where no way leads.
    Matrix(Vec<Cell>, Vec<Vec<Option<u32>>>),
    /// The moves or the costs between all pairs of cells. Each row is found out when it is written, where there are loops by a search of the
    /// whole maze: the matrix is never there as a whole.
    WholeMatrix,
    /// Numbers about the maze.
    Stats(Stats),
    /// A hash of the walls.
    Hash(u64),
    /// The walls as [rectangles](super::rectangles()) of blocks; `None` where the grid has none.
    Rectangles(Option<Vec<Rectangle>>),
    /// The maze as text.
    Text(String),
    /// What it costs to enter each cell.
    Weights,
    /// The maze itself, with its weights.
    Maze(Encoding),
}

/// What was found out about a maze.
#[derive(Clone, Debug)]
pub struct SolutionDocument {
    /// The maze.
    pub maze: Maze<AnyGrid>,
    /// What was asked, and how it ended.
    pub head: SolutionHead,
    /// Everything else, in the order in which it is written.
    pub sections: Vec<Section>,
}

impl SolutionDocument {
    /// Returns the document, piece by piece.
    pub fn pieces(self) -> Writer<'static> {
        let pieces = 2 + self.sections.iter().map(|section| self.pieces_of(section)).sum::<u64>();
        let has_matrix = self.sections.iter().any(|section| matches!(section, Section::WholeMatrix));
        let tree_order = has_matrix.then(|| TreeOrder::new(&self.maze)).flatten();
        Writer::of(pieces, self.elements() as u64, 0, move |number, out| {
            if number == 0 {
                return write_object_start(&self.head, out);
            }
            match find_piece(self.sections.iter().map(|section| self.pieces_of(section)), number - 1) {
                Some((section, piece)) => self.write_section(&self.sections[section], tree_order.as_ref(), piece, out),
                None => out.extend_from_slice(b"}\n"),
            }
        })
    }

    /// About how many elements are written: cells, numbers or words.
    fn elements(&self) -> usize {
        let cells = self.maze.grid().cells() as usize;
        let of_section = |section: &Section| match section {
            Section::Cells(_, list) => list.as_ref().map_or(0, Vec::len),
            Section::Directions(directions) => directions.as_ref().map_or(0, Directions::len) / 8,
            Section::Paths(paths) => paths.iter().map(|exit| 1 + exit.path.as_ref().map_or(0, Vec::len)).sum(),
            Section::Distances(_) | Section::States(_) | Section::Weights | Section::Maze(_) => cells,
            Section::Matrix(points, _) => points.len() * points.len(),
            // To search a cell takes as long as to write a number.
            Section::WholeMatrix => cells.saturating_mul(cells).saturating_mul(2),
            Section::Rectangles(list) => 4 * list.as_ref().map_or(0, Vec::len),
            Section::Text(text) => text.len() / 8,
            Section::Stats(_) | Section::Hash(_) => 1,
        };
        self.sections.iter().map(of_section).sum()
    }

    fn pieces_of(&self, section: &Section) -> u64 {
        let rows = self.maze.grid().row_count().into();
        match section {
            Section::Cells(_, cells) => pieces_of_list(cells.as_deref()),
            Section::Paths(paths) => 1 + paths.iter().map(|exit| pieces_of_list(exit.path.as_deref())).sum::<u64>(),
            Section::Rectangles(list) => pieces_of_list(list.as_deref()),
            Section::Maze(encoding) => pieces_of_maze(&self.maze, *encoding),
            Section::Distances(_) | Section::States(_) | Section::Weights => rows,
            Section::WholeMatrix => 1 + u64::from(self.maze.grid().cells()),
            Section::Directions(_) | Section::Matrix(..) | Section::Stats(_) | Section::Hash(_) | Section::Text(_) => 1,
        }
    }

    fn write_section(&self, section: &Section, tree_order: Option<&TreeOrder>, piece: u64, out: &mut Vec<u8>) {
        let row = piece as u32;
        match section {
            Section::Cells(name, cells) => self.write_cells(name, cells.as_deref(), piece, out),
            Section::Directions(directions) => write_member("directions", directions, out),
            Section::Paths(paths) => self.write_paths(paths, piece, out),
            Section::Rectangles(list) => {
                write_list("rectangles", list.as_deref(), piece, out, |rectangle, out| {
                    let Rectangle { row, column, rows, columns } = rectangle;
                    // Nothing that is written to a vector fails.
                    let _ = write!(out, "{{\"row\":{row},\"col\":{column},\"rows\":{rows},\"cols\":{columns}}}");
                });
            }
            Section::Distances(distances) => {
                self.write_row("distances", row, out, |cell, out| write_number(distances.to(cell), out));
                if row + 1 == self.maze.grid().row_count() {
                    write_object("farthest", out, |out| {
                        write_member("cell", &self.place(distances.farthest()), out);
                        write_member("distance", &distances.longest(), out);
                    });
                }
            }
            Section::States(states) => {
                self.write_row("states", row, out, |cell, out| write_value(states[cell.index()].name(), out));
            }
            Section::Matrix(points, matrix) => {
                let points: Vec<_> = points.iter().map(|&cell| self.place(cell)).collect();
                write_member("points", &points, out);
                write_member("matrix", matrix, out);
            }
            Section::WholeMatrix => self.write_whole_matrix(tree_order, piece, out),
            Section::Stats(stats) => self.write_stats(stats, out),
            Section::Text(text) => write_member("text", text, out),
            Section::Weights => write_weights(&self.maze, row, out),
            Section::Maze(encoding) => write_maze(&self.maze, *encoding, piece, out),
            // As text, since numbers in JSON have 53 bits.
            Section::Hash(hash) => write_member("hash", &format_args!("{hash:016x}"), out),
        }
    }

    fn write_cells(&self, name: &str, cells: Option<&[Cell]>, piece: u64, out: &mut Vec<u8>) {
        write_list(name, cells, piece, out, |&cell, out| write_numbers(self.place(cell).numbers(), out));
    }

    /// A piece of the paths to the exits: an object for each, and in the last piece the end of their list.
    fn write_paths(&self, paths: &[ExitPath], piece: u64, out: &mut Vec<u8>) {
        if piece == 0 {
            write_name("paths", out);
            out.push(b'[');
        }
        let pieces = |exit: &ExitPath| pieces_of_list(exit.path.as_deref());
        let Some((number, piece)) = find_piece(paths.iter().map(pieces), piece) else { return out.push(b']') };
        let ExitPath { cell, side, path } = &paths[number];
        if piece == 0 {
            out.extend_from_slice(if number > 0 { b"," } else { b"" });
            write_object_start(&Exit::new(self.maze.grid(), *cell, Some(*side)), out);
            write_member("length", &path.as_ref().map(|path| path.len() - 1), out);
            if self.maze.weights().is_some() {
                write_member("cost", &path.as_ref().map(|path| self.maze.cost_of(path)), out);
            }
        }
        self.write_cells("path", path.as_deref(), piece, out);
        if piece + 1 == pieces(&paths[number]) {
            out.push(b'}');
        }
    }

    /// A row of a matrix with an element for each cell.
    fn write_row(&self, name: &str, row: u32, out: &mut Vec<u8>, write: impl Fn(Cell, &mut Vec<u8>)) {
        if row == 0 {
            write_name(name, out);
        }
        write_list_row(self.maze.grid(), row, out, write);
    }

    /// The cells, and then a row of the matrix of all of them.
    fn write_whole_matrix(&self, tree_order: Option<&TreeOrder>, piece: u64, out: &mut Vec<u8>) {
        let cells = self.maze.grid().cells();
        let Some(row) = piece.checked_sub(1) else {
            let points: Vec<_> = self.maze.cells().map(|cell| self.place(cell)).collect();
            return write_member("points", &points, out);
        };
        if row == 0 {
            write_name("matrix", out);
        }
        let from = Cell(row as u32);
        let numbers = match tree_order {
            Some(tree_order) => tree_order.costs(from),
            None => {
                let Ok(found) = costs(&self.maze, from, &mut ());
                found.as_slice().to_vec()
            }
        };
        write_matrix_row([row, cells.into()], out, |out| {
            for number in numbers {
                write_number(Some(number).filter(|&number| number != UNREACHED), out);
                out.push(b',');
            }
        });
    }

    fn write_stats(&self, stats: &Stats, out: &mut Vec<u8>) {
        let LongestPath { ends, length, exact } = stats.longest_path;
        write_object("stats", out, |out| {
            write_member("cells", &stats.cells, out);
            write_member("passages", &stats.passages, out);
            write_member("dead_ends", &stats.dead_ends, out);
            write_member("dead_end_share", &stats.dead_end_share, out);
            write_member("junctions", &stats.junctions, out);
            write_object("longest_path", out, |out| {
                write_member("from", &self.place(ends.0), out);
                write_member("to", &self.place(ends.1), out);
                write_member("length", &length, out);
                // Only where it is not: what has always been exact keeps its bytes.
                if !exact {
                    write_member("exact", &exact, out);
                }
            });
            write_member("path_share", &stats.path_share, out);
            write_member("straightness", &stats.straightness, out);
            write_member("difficulty", &stats.difficulty, out);
        });
    }

    fn place(&self, cell: Cell) -> Address {
        self.maze.grid().address(cell)
    }
}

/// Which part a piece belongs to, and which piece of that it is; `None` after the last part.
fn find_piece(parts: impl Iterator<Item = u64>, mut piece: u64) -> Option<(usize, u64)> {
    for (number, pieces) in parts.enumerate() {
        if piece < pieces {
            return Some((number, piece));
        }
        piece -= pieces;
    }
    None
}

/// In how many pieces a list is written, or that there is none.
pub(crate) fn pieces_of_list<T>(list: Option<&[T]>) -> u64 {
    list.map_or(1, |list| list.len().div_ceil(LIST_PIECE).max(1) as u64)
}

/// Writes a piece of a list.
pub(crate) fn write_elements<T>(list: &[T], piece: u64, out: &mut Vec<u8>, write: impl Fn(&T, &mut Vec<u8>)) {
    let before = piece as usize * LIST_PIECE;
    for (number, element) in (before..).zip(list[before..].iter().take(LIST_PIECE)) {
        out.push(if number == 0 { b'[' } else { b',' });
        write(element, out);
    }
    if list.is_empty() {
        out.push(b'[');
    }
    if before + LIST_PIECE >= list.len() {
        out.push(b']');
    }
}

/// Writes a piece of a member that is a list, or that there is none.
fn write_list<T>(name: &str, list: Option<&[T]>, piece: u64, out: &mut Vec<u8>, write: impl Fn(&T, &mut Vec<u8>)) {
    if piece == 0 {
        write_name(name, out);
    }
    match list {
        Some(list) => write_elements(list, piece, out, write),
        None => write_number(None, out),
    }
}

fn write_name(name: &str, out: &mut Vec<u8>) {
    out.push(b',');
    write_value(name, out);
    out.push(b':');
}

pub(crate) fn write_member(name: &str, value: &impl Serialize, out: &mut Vec<u8>) {
    write_name(name, out);
    write_value(value, out);
}

/// Writes a member that is an object.
fn write_object(name: &str, out: &mut Vec<u8>, write_members: impl FnOnce(&mut Vec<u8>)) {
    write_name(name, out);
    let start = out.len();
    write_members(out);
    // In the place of the first comma.
    out[start] = b'{';
    out.push(b'}');
}

fn write_number(number: Option<u32>, out: &mut Vec<u8>) {
    match number {
        Some(number) => write_digits(number.into(), out),
        None => out.extend_from_slice(b"null"),
    }
}

/// Writes a list of numbers.
pub(crate) fn write_numbers<N: Copy + Into<u64>>(numbers: &[N], out: &mut Vec<u8>) {
    out.push(b'[');
    for &number in numbers {
        write_digits(number.into(), out);
        out.push(b',');
    }
    // In the place of the last comma.
    out.pop();
    out.push(b']');
}
