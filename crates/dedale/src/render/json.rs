//! The maze as one JSON object on one line.
//!
//! The head, a handful of values, is written by serde. The cells are written by hand from tables, since there may be
//! millions of them.

use std::fmt::{self, Formatter};

use serde::{Serialize, Serializer};

use super::lattice::{Block, each_block};
use super::words::{Word, write_digits, write_words};
use super::writer::Form;
use super::{Format, FormatInfo, Plane, RowSource, Strip};
use crate::grid::{Address, Cell, Grid, Side, Square};
use crate::maze::Maze;

pub(super) const INFO: FormatInfo = FormatInfo {
    media_type: "application/json",
    extension: Some("json"),
    shows_path: false,
    ..FormatInfo::text("json", Format::Json(Encoding::Walls))
};

/// The object: its head, then the cells, a strip after the other, and then their weights, a row after the other.
#[derive(Debug)]
struct Object {
    encoding: Encoding,
    rows: u64,
    weights: u64,
}

pub(super) fn start(encoding: Encoding, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    // What lies across the sides of a node takes the whole maze, and not a part of it.
    let is_known = encoding != Encoding::Graph || source.whole().is_some() && source.head().window.is_none();
    let weights = source.whole().map_or(0, |picture| weight_pieces(&picture.maze, encoding));
    is_known.then(|| Box::new(Object { encoding, rows: source.head().size()[1], weights }) as Box<dyn Form>)
}

impl Form for Object {
    fn pieces(&self) -> u64 {
        self.rows + 1 + self.weights
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            write_object_start(source.head(), out);
        }
        match source.whole() {
            Some(picture) if number > self.rows => {
                write_weights(&picture.maze, (number - self.rows - 1) as u32, out);
            }
            Some(picture) if self.encoding == Encoding::Graph => write_graph(&picture.maze, number as u32, out),
            _ => write_cells(&source.strip(number), self.encoding, out),
        }
        if number + 1 == self.pieces() {
            out.extend_from_slice(b"}\n");
        }
    }
}

/// How the cells are written in JSON, as a matrix of `rows × columns` if nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// The sides that have a wall: `"NW"`.
    #[default]
    Walls,
    /// The sides that are open, to a neighbour or through the outer wall: `"ES"`.
    Passages,
    /// The sides that have a wall, as a sum of `N = 1`, `E = 2`, `S = 4`, `W = 8`.
    Bits,
    /// `{"N":true,"E":false,"S":false,"W":true}`, true for a wall.
    Named,
    /// A matrix of `(2 × rows + 1) × (2 × columns + 1)` blocks, 1 for a wall and 0 where one can walk.
    Blocks,
    /// A flat list of cells, each with its address, its centre, its polygon, and what lies across each of its sides.
    Graph,
}

impl Encoding {
    /// Every encoding, in the order in which messages name them.
    pub const ALL: &'static [Encoding] =
        &[Encoding::Walls, Encoding::Passages, Encoding::Bits, Encoding::Named, Encoding::Blocks, Encoding::Graph];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Walls => "walls",
            Encoding::Passages => "passages",
            Encoding::Bits => "bits",
            Encoding::Named => "named",
            Encoding::Blocks => "blocks",
            Encoding::Graph => "graph",
        }
    }
}

impl Encoding {
    /// Writes a text that is another one for every other value, with a space before it.
    pub(super) fn identify(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, " {}", self.name())
    }
}

/// By the bits of a set of sides, its letters.
const LETTERS: [&str; 16] =
    ["", "N", "E", "NE", "S", "NS", "ES", "NES", "W", "NW", "EW", "NEW", "SW", "NSW", "ESW", "NESW"];

/// The numbers of sets of sides.
const NUMBERS: [&str; 16] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

/// An object that is to go on: its members, without the closing brace.
pub(super) fn write_object_start(object: &impl Serialize, out: &mut Vec<u8>) {
    let written = serde_json::to_writer(&mut *out, object);
    debug_assert!(written.is_ok(), "every key is a string, and a vector takes every byte: {written:?}");
    out.pop();
}

/// One piece of the members `encoding` and `cells`, `rows + 1` of them, with a comma before the first.
pub(super) fn write_cells(strip: &Strip<'_>, encoding: Encoding, out: &mut Vec<u8>) {
    let end = strip.is_last();
    if strip.row == 0 {
        write_cells_start(encoding, out);
    }
    match encoding {
        Encoding::Blocks => write_blocks(strip, out),
        // The rows around are not known here: see write_graph.
        Encoding::Graph => {}
        _ if end => {}
        Encoding::Walls => write_row(strip, &WALLS, out),
        Encoding::Passages => write_row(strip, &PASSAGES, out),
        Encoding::Bits => write_row(strip, &BITS, out),
        Encoding::Named => write_row(strip, &NAMED, out),
    }
    if end {
        out.push(b']');
    }
}

/// The members `encoding` and `cells`, up to the first element.
pub(super) fn write_cells_start(encoding: Encoding, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"encoding\":\"");
    out.extend_from_slice(encoding.name().as_bytes());
    out.extend_from_slice(b"\",\"cells\":[");
}

/// In how many pieces the weights of a maze follow its cells: a graph has them beside each cell.
pub(super) fn weight_pieces<G: Plane>(maze: &Maze<G>, encoding: Encoding) -> u64 {
    if maze.weights().is_none() || encoding == Encoding::Graph { 0 } else { maze.grid().rows().into() }
}

/// Writes a row of the member `weights`, a list that is nested as the addresses of cells are.
pub(super) fn write_weights<G: Plane>(maze: &Maze<G>, row: u32, out: &mut Vec<u8>) {
    if row == 0 {
        out.extend_from_slice(b",\"weights\":");
    }
    maze.grid().write_row(row, out, &mut |cell, out| write_digits(maze.weight(cell).into(), out));
}

/// Writes a row of cells as the nodes of a graph, with the members around them.
pub(super) fn write_graph(maze: &Maze<Square>, row: u32, out: &mut Vec<u8>) {
    let grid = maze.grid();
    if row == 0 {
        write_cells_start(Encoding::Graph, out);
    }
    if row == grid.rows() {
        return out.push(b']');
    }
    for cell in grid.row_cells(row) {
        if cell.0 > 0 {
            out.push(b',');
        }
        let (column, open) = (grid.column(cell), maze.open_sides(cell));
        let [x, y] = [column, row].map(f64::from);
        let across = |side| grid.inner_sides(cell).contains(side).then(|| grid.across(cell, side));
        let sides = [("N", Side::N), ("E", Side::E), ("S", Side::S), ("W", Side::W)];
        let node = Node {
            cell: [row, column].into(),
            center: Some([x + 0.5, y + 0.5]),
            polygon: [[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]].into(),
            weight: maze.weights().map(|weights| weights[cell.index()]),
            sides: sides.map(|(name, side)| NodeSide::new(name, across(side), open.contains(side))).into(),
        };
        node.write(out);
    }
}

/// A cell as a node of a graph.
#[derive(Serialize)]
pub(super) struct Node<'a> {
    pub cell: Address,
    #[serde(serialize_with = "rounded_point", skip_serializing_if = "Option::is_none")]
    pub center: Option<[f64; 2]>,
    #[serde(serialize_with = "rounded_points", skip_serializing_if = "Vec::is_empty")]
    pub polygon: Vec<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<u16>,
    pub sides: Vec<NodeSide<'a>>,
}

/// A side of a cell, and the edge of the graph that it may be.
#[derive(Serialize)]
pub(super) struct NodeSide<'a> {
    side: &'a str,
    to: Option<u32>,
    open: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tunnel: bool,
}

impl<'a> NodeSide<'a> {
    pub(super) fn new(side: &'a str, to: Option<Cell>, open: bool) -> NodeSide<'a> {
        NodeSide { side, to: to.map(|cell| cell.0), open, tunnel: false }
    }

    /// The same side, which leads through a tunnel or not.
    pub(super) fn tunnelled(self, tunnel: bool) -> NodeSide<'a> {
        NodeSide { tunnel, ..self }
    }
}

impl Node<'_> {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let written = serde_json::to_writer(&mut *out, self);
        debug_assert!(written.is_ok(), "every key is a string, and a vector takes every byte: {written:?}");
    }
}

/// A length as JSON has it: rounded to a millionth, and whole where it is.
struct Length(f64);

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let millionths = (self.0 * 1e6).round();
        if millionths % 1e6 == 0.0 {
            serializer.serialize_i64((millionths / 1e6) as i64)
        } else {
            serializer.serialize_f64(millionths / 1e6)
        }
    }
}

fn rounded_point<S: Serializer>(point: &Option<[f64; 2]>, serializer: S) -> Result<S::Ok, S::Error> {
    point.map(|point| point.map(Length)).serialize(serializer)
}

fn rounded_points<S: Serializer>(points: &[[f64; 2]], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(points.iter().map(|point| point.map(Length)))
}

/// The text before the first element of a row of a matrix; it includes a comma if another row precedes.
pub(super) const fn row_start(row: u64) -> &'static str {
    if row == 0 { "[" } else { ",[" }
}

/// A row of cells, each by its word in a table.
#[inline]
fn write_row<const ROOM: usize>(strip: &Strip<'_>, words: &'static [Word<ROOM>; 16], out: &mut Vec<u8>) {
    out.extend_from_slice(row_start(strip.row).as_bytes());
    write_words(strip.here.iter().map(|open| &words[usize::from(open.bits())]), out);
    // The last comma.
    out.pop();
    out.push(b']');
}

impl<const ROOM: usize> Word<ROOM> {
    /// The letters of sides in quotes, and a comma.
    const fn letters(self, sides: usize) -> Word<ROOM> {
        self.then(b"\"").then(LETTERS[sides].as_bytes()).then(b"\",")
    }

    /// An object that says of each side whether it is one of these, and a comma.
    const fn named(mut self, sides: usize) -> Word<ROOM> {
        let keys: [&[u8]; 4] = [b"{\"N\":", b",\"E\":", b",\"S\":", b",\"W\":"];
        let mut side = 0;
        while side < keys.len() {
            let value: &[u8] = if sides >> side & 1 == 1 { b"true" } else { b"false" };
            self = self.then(keys[side]).then(value);
            side += 1;
        }
        self.then(b"},")
    }
}

/// By the bits of the sides that are open.
static WALLS: [Word<8>; 16] = {
    let mut words = [Word::EMPTY; 16];
    let mut open = 0;
    while open < 16 {
        words[open] = Word::EMPTY.letters(15 - open);
        open += 1;
    }
    words
};

/// As [`WALLS`].
static PASSAGES: [Word<8>; 16] = {
    let mut words = [Word::EMPTY; 16];
    let mut open = 0;
    while open < 16 {
        words[open] = Word::EMPTY.letters(open);
        open += 1;
    }
    words
};

/// As [`WALLS`].
static BITS: [Word<4>; 16] = {
    let mut words = [Word::EMPTY; 16];
    let mut open = 0;
    while open < 16 {
        words[open] = Word::EMPTY.then(NUMBERS[15 - open].as_bytes()).then(b",");
        open += 1;
    }
    words
};

/// As [`WALLS`].
static NAMED: [Word<48>; 16] = {
    let mut words = [Word::EMPTY; 16];
    let mut open = 0;
    while open < 16 {
        words[open] = Word::EMPTY.named(15 - open);
        open += 1;
    }
    words
};

/// The lines of blocks of one piece.
pub(super) fn write_blocks(strip: &Strip<'_>, out: &mut Vec<u8>) {
    let mut before = row_start(strip.row);
    each_block(strip, |block| {
        let digit = match block {
            Block::Point { .. } | Block::Wall(_) | Block::Solid | Block::Between(_) => b'1',
            Block::Gap { .. } | Block::Cell { .. } => b'0',
            Block::End => {
                before = ",[";
                return out.push(b']');
            }
        };
        out.extend_from_slice(before.as_bytes());
        out.push(digit);
        before = ",";
    });
}
