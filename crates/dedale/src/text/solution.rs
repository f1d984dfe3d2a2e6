//! What was found out about a maze, as one JSON object on one line.
//!
//! The object has a head, which says what was asked and how it ended, and then a member for each thing that was asked for.
//! Members may have millions of elements, so they are written in pieces like the maze itself.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::ops::Range;

use serde::Serialize;

use super::Directions;
use super::digits::{write_digits, write_numbers};
use super::json::{
    Encoding, cell_pieces, row_start, weight_pieces, write_cells, write_list_row, write_object_start, write_weights,
};
use crate::generate::Rectangle;
use crate::grid::{Address, AnyGrid, Cell, Grid as _};
use crate::maze::Maze;
use crate::measure::{LongestPath, Stats};
use crate::picture::writer::{Pieces, Writer};
use crate::picture::{Exit, Head};
use crate::solve::{Distances, ExitPath, Pairs, State, costs};

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
    pub maze: Head,
    /// The name of the solver.
    pub solver: &'static str,
    /// The options of the solver.
    #[serde(flatten)]
    pub options: BTreeMap<&'static str, String>,
    /// Whether any way leads from the entrance to the exit.
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
    /// The moves or the costs between all pairs of cells, with [`Pairs`] where there are no loops. Each row is found out when it is written,
    /// otherwise by a search of the whole maze: the matrix is never there as a whole.
    WholeMatrix(Option<Pairs>),
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

impl Pieces for SolutionDocument {
    fn count(&self) -> u64 {
        2 + self.sections.iter().map(|section| self.pieces_of(section) as u64).sum::<u64>()
    }

    fn write_piece(&mut self, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            return write_object_start(&self.head, out);
        }
        let mut left = number as usize - 1;
        for section in &self.sections {
            let pieces = self.pieces_of(section);
            if left < pieces {
                return self.write_section(section, left, out);
            }
            left -= pieces;
        }
        out.extend_from_slice(b"}\n");
    }
}

impl SolutionDocument {
    /// The document, piece by piece.
    pub fn pieces(self) -> Writer<'static> {
        let elements = self.elements() as u64;
        Writer::of(self, elements, 0)
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
            Section::WholeMatrix(_) => cells.saturating_mul(cells).saturating_mul(2),
            Section::Rectangles(list) => 4 * list.as_ref().map_or(0, Vec::len),
            Section::Text(text) => text.len() / 8,
            Section::Stats(_) | Section::Hash(_) => 1,
        };
        self.sections.iter().map(of_section).sum()
    }

    fn pieces_of(&self, section: &Section) -> usize {
        let rows = self.maze.grid().row_count() as usize;
        match section {
            Section::Cells(_, cells) => pieces_of_list(cells.as_deref()),
            Section::Paths(paths) => 1 + paths.iter().map(|exit| pieces_of_list(exit.path.as_deref())).sum::<usize>(),
            Section::Distances(_) => rows + 1,
            Section::Rectangles(list) => pieces_of_list(list.as_deref()),
            Section::Maze(encoding) => {
                cell_pieces(&self.maze, *encoding) + weight_pieces(&self.maze, *encoding) as usize
            }
            Section::States(_) | Section::Weights => rows,
            Section::WholeMatrix(_) => 1 + self.maze.grid().cells() as usize,
            Section::Directions(_) | Section::Matrix(..) | Section::Stats(_) | Section::Hash(_) | Section::Text(_) => 1,
        }
    }

    fn write_section(&self, section: &Section, piece: usize, out: &mut Vec<u8>) {
        let row = piece as u32;
        match section {
            Section::Cells(name, None) => write_member(name, &(), out),
            Section::Cells(name, Some(cells)) => {
                let from = piece * LIST_PIECE;
                self.write_list(name, cells, from..cells.len().min(from + LIST_PIECE), out);
            }
            Section::Directions(directions) => write_member("directions", directions, out),
            Section::Paths(paths) => self.write_paths(paths, piece, out),
            Section::Rectangles(list) => write_rectangles(list.as_deref(), piece, out),
            Section::Distances(distances) if row == self.maze.grid().row_count() => self.write_farthest(distances, out),
            Section::Distances(distances) => {
                self.write_row("distances", row, out, |cell, out| write_number(distances.to(cell), out));
            }
            Section::States(states) => self.write_row("states", row, out, |cell, out| {
                out.push(b'"');
                out.extend_from_slice(states[cell.index()].name().as_bytes());
                out.push(b'"');
            }),
            Section::Matrix(points, matrix) => {
                let points: Vec<_> = points.iter().map(|&cell| self.place(cell)).collect();
                write_member("points", &points, out);
                write_member("matrix", matrix, out);
            }
            Section::WholeMatrix(pairs) => self.write_whole_matrix(pairs.as_ref(), piece, out),
            Section::Stats(stats) => self.write_stats(stats, out),
            Section::Text(text) => write_member("text", text, out),
            Section::Weights => write_weights(&self.maze, row, out),
            Section::Maze(encoding) => match piece.checked_sub(cell_pieces(&self.maze, *encoding)) {
                None => write_cells(&self.maze, row, *encoding, out),
                Some(row) => write_weights(&self.maze, row as u32, out),
            },
            // As text, since numbers in JSON have 53 bits.
            Section::Hash(hash) => write_member("hash", &format_args!("{hash:016x}"), out),
        }
    }

    /// One piece of a list of cells: those in `range`.
    fn write_list(&self, name: &str, cells: &[Cell], range: Range<usize>, out: &mut Vec<u8>) {
        let Range { start: from, end: to } = range;
        if from == 0 {
            write_name(name, out);
            out.push(b'[');
        }
        for (i, &cell) in cells[from..to].iter().enumerate() {
            if from + i > 0 {
                out.push(b',');
            }
            write_address(self.place(cell), out);
        }
        if to == cells.len() {
            out.push(b']');
        }
    }

    /// A piece of the paths to the exits: an object for each, and in the last piece the end of their list.
    fn write_paths(&self, paths: &[ExitPath], piece: usize, out: &mut Vec<u8>) {
        #[derive(Serialize)]
        struct Start {
            #[serde(flatten)]
            exit: Exit,
            length: Option<usize>,
            #[serde(skip_serializing_if = "Option::is_none")]
            cost: Option<Option<u64>>,
        }
        if piece == 0 {
            write_name("paths", out);
            out.push(b'[');
        }
        let mut left = piece;
        for (number, ExitPath { cell, side, path }) in paths.iter().enumerate() {
            let pieces = pieces_of_list(path.as_deref());
            if left >= pieces {
                left -= pieces;
                continue;
            }
            if left == 0 {
                if number > 0 {
                    out.push(b',');
                }
                let start = Start {
                    exit: Exit::new(self.maze.grid(), *cell, Some(*side)),
                    length: path.as_ref().map(|path| path.len() - 1),
                    cost: self.maze.weights().map(|_| path.as_ref().map(|path| self.maze.cost_of(path))),
                };
                write_object_start(&start, out);
            }
            match path {
                None => write_member("path", &(), out),
                Some(cells) => {
                    let from = left * LIST_PIECE;
                    self.write_list("path", cells, from..cells.len().min(from + LIST_PIECE), out);
                }
            }
            if left + 1 == pieces {
                out.push(b'}');
            }
            return;
        }
        out.push(b']');
    }

    /// A row of a matrix with an element for each cell.
    fn write_row(&self, name: &str, row: u32, out: &mut Vec<u8>, write: impl Fn(Cell, &mut Vec<u8>)) {
        if row == 0 {
            write_name(name, out);
        }
        write_list_row(self.maze.grid(), row, out, write);
    }

    /// The cells, and then a row of the matrix of all of them.
    fn write_whole_matrix(&self, pairs: Option<&Pairs>, piece: usize, out: &mut Vec<u8>) {
        let Some(row) = piece.checked_sub(1) else {
            let cells: Vec<Cell> = self.maze.cells().collect();
            return self.write_list("points", &cells, 0..cells.len(), out);
        };
        if row == 0 {
            write_name("matrix", out);
            out.push(b'[');
        }
        out.extend_from_slice(row_start(row as u64).as_bytes());
        let from = Cell(row as u32);
        if let Some(pairs) = pairs {
            write_numbers(&pairs.costs(from), out);
        } else {
            let Ok(found) = costs(&self.maze, from, &mut ());
            write_numbers(found.as_slice(), out);
        }
        // The last comma.
        out.pop();
        out.push(b']');
        if piece == self.maze.grid().cells() as usize {
            out.push(b']');
        }
    }

    fn write_farthest(&self, distances: &Distances, out: &mut Vec<u8>) {
        #[derive(Serialize)]
        struct Farthest {
            cell: Address,
            distance: u32,
        }
        let farthest = Farthest { cell: self.place(distances.farthest()), distance: distances.longest() };
        write_member("farthest", &farthest, out);
    }

    fn write_stats(&self, stats: &Stats, out: &mut Vec<u8>) {
        /// The members, in the order in which they are written.
        #[derive(Serialize)]
        struct Numbers {
            cells: u32,
            passages: u64,
            dead_ends: u32,
            dead_end_share: f64,
            junctions: u32,
            longest_path: Longest,
            path_share: Option<f64>,
            straightness: Option<f64>,
            difficulty: Option<f64>,
        }
        #[derive(Serialize)]
        struct Longest {
            from: Address,
            to: Address,
            length: u32,
            /// Only where it is not: what has always been exact keeps its bytes.
            #[serde(skip_serializing_if = "Option::is_none")]
            exact: Option<bool>,
        }
        let LongestPath { ends: (from, to), length, exact } = stats.longest_path;
        let exact = (!exact).then_some(false);
        let numbers = Numbers {
            cells: stats.cells,
            passages: stats.passages,
            dead_ends: stats.dead_ends,
            dead_end_share: stats.dead_end_share,
            junctions: stats.junctions,
            longest_path: Longest { from: self.place(from), to: self.place(to), length, exact },
            path_share: stats.path_share,
            straightness: stats.straightness,
            difficulty: stats.difficulty,
        };
        write_member("stats", &numbers, out);
    }

    fn place(&self, cell: Cell) -> Address {
        self.maze.grid().address(cell)
    }
}

/// A piece of a list of rectangles.
fn write_rectangles(list: Option<&[Rectangle]>, piece: usize, out: &mut Vec<u8>) {
    let Some(list) = list else { return write_member("rectangles", &(), out) };
    if piece == 0 {
        write_name("rectangles", out);
        out.push(b'[');
    }
    let from = piece * LIST_PIECE;
    let to = list.len().min(from + LIST_PIECE);
    for (number, rectangle) in (from..).zip(&list[from..to]) {
        let &Rectangle { row, column, rows, columns } = rectangle;
        let before = if number > 0 { "," } else { "" };
        // Nothing that is written to a vector fails.
        let _ = write!(out, "{before}{{\"row\":{row},\"col\":{column},\"rows\":{rows},\"cols\":{columns}}}");
    }
    if to == list.len() {
        out.push(b']');
    }
}

/// In how many pieces a list is written, or that there is none.
fn pieces_of_list<T>(list: Option<&[T]>) -> usize {
    list.map_or(1, |list| list.len().div_ceil(LIST_PIECE).max(1))
}

fn write_name(name: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"");
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b"\":");
}

fn write_member(name: &str, value: &impl Serialize, out: &mut Vec<u8>) {
    write_name(name, out);
    let written = serde_json::to_writer(&mut *out, value);
    debug_assert!(written.is_ok(), "every key is a string, and a vector takes every byte: {written:?}");
}

fn write_number(number: Option<u32>, out: &mut Vec<u8>) {
    match number {
        Some(number) => write_digits(number.into(), out),
        None => out.extend_from_slice(b"null"),
    }
}

/// An address as JSON.
fn write_address(address: Address, out: &mut Vec<u8>) {
    for (place, &number) in address.numbers().iter().enumerate() {
        out.push(if place == 0 { b'[' } else { b',' });
        write_digits(number.into(), out);
    }
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::MazeBuilder;

    /// The bytes of the matrix of all cells are those of the matrix that has them all: with loops and without, in parts, with weights, and where
    /// numbers have five digits.
    #[test]
    fn a_matrix_of_all_cells_is_one_of_every_cell() {
        let squares = |columns, rows, braid| {
            let options = MazeBuilder::default().size(columns, rows).seed(7).braid(braid).options().unwrap();
            (options.make(&mut ()).unwrap().maze, options.head())
        };
        let mut parts = squares(7, 5, 0.0);
        parts.0.unlink(Cell(17), parts.0.passages(Cell(17)).nth(0).unwrap());
        let mut weighed = squares(30, 1, 0.0);
        weighed.0.set_weights([1000; 30].into()).unwrap();
        for (maze, head) in [squares(7, 5, 0.2), squares(7, 5, 0.0), parts, weighed] {
            let has_loops = maze.count_passages() > maze.cells().count() as u64 - 1;
            assert_eq!(Pairs::new(&maze).is_none(), has_loops);
            let cells: Vec<Cell> = maze.cells().collect();
            let row = |&cell: &Cell| {
                let Ok(found) = costs(&maze, cell, &mut ());
                cells.iter().map(|&other| found.to(other)).collect()
            };
            let matrix = Section::Matrix(cells.clone(), cells.iter().map(row).collect());
            let [expected, written] = [matrix, Section::WholeMatrix(Pairs::new(&maze))].map(|section| {
                let head = SolutionHead {
                    maze: head.clone(),
                    solver: "bfs",
                    options: BTreeMap::new(),
                    reachable: true,
                    length: None,
                    cost: None,
                    visited: 1,
                    gave_up: None,
                };
                let document = SolutionDocument { maze: maze.clone(), head, sections: vec![section] };
                let mut text = Vec::new();
                document.pieces().for_each(|piece| text.extend(piece));
                String::from_utf8(text).unwrap()
            });
            assert_eq!(written, expected);
        }
    }
}
