//! The maze as one JSON object on one line.
//!
//! The head, a handful of values, is written by serde. The cells are written by hand from tables, since there may be
//! millions of them.

use serde::Serialize;
use serde_json::{Map, Value};

use super::Picture;
use super::lattice::{Block, each_block, open_sides};
use crate::grid::{Cell, Side, Sides, Square};
use crate::maze::Maze;

/// What is known of a maze: the head of its JSON, in this order. What is not known is left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct About {
    /// The name of the algorithm that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algo: Option<&'static str>,
    /// How many columns it has.
    pub w: u32,
    /// How many rows it has.
    pub h: u32,
    /// The seed that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The version of the generator that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<u32>,
    /// Whatever else shaped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Map<String, Value>>,
    /// Row and column of the entrance.
    pub from: [u32; 2],
    /// Row and column of the exit.
    pub to: [u32; 2],
}

impl About {
    /// What is known of any maze: its size and its ends.
    pub fn new(grid: &Square, from: Cell, to: Cell) -> About {
        About {
            algo: None,
            w: grid.columns(),
            h: grid.rows(),
            seed: None,
            generator: None,
            options: None,
            from: [grid.row(from), grid.column(from)],
            to: [grid.row(to), grid.column(to)],
        }
    }
}

/// How the cells are written in JSON, as a matrix of `rows × columns` if nothing else is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
}

impl Encoding {
    /// Every encoding, in the order in which messages name them.
    pub const ALL: [Encoding; 5] =
        [Encoding::Walls, Encoding::Passages, Encoding::Bits, Encoding::Named, Encoding::Blocks];

    /// The name, as in a query.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::Walls => "walls",
            Encoding::Passages => "passages",
            Encoding::Bits => "bits",
            Encoding::Named => "named",
            Encoding::Blocks => "blocks",
        }
    }
}

/// By the bits of a set of sides, its letters.
const LETTERS: [&str; 16] =
    ["", "N", "E", "NE", "S", "NS", "ES", "NES", "W", "NW", "EW", "NEW", "SW", "NSW", "ESW", "NESW"];

/// By the bits of a set of sides, its bits.
const BITS: [&str; 16] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

pub(super) fn write_piece(picture: &Picture, encoding: Encoding, row: u32, out: &mut Vec<u8>) {
    if row == 0 {
        write_object_start(&picture.about, out);
    }
    write_cells(&picture.maze, encoding, row, out);
    if row == picture.maze.grid().rows() {
        out.extend_from_slice(b"}\n");
    }
}

/// An object that is to go on: its members, without the closing brace.
pub(super) fn write_object_start(object: &impl Serialize, out: &mut Vec<u8>) {
    let written = serde_json::to_writer(&mut *out, object);
    debug_assert!(written.is_ok(), "every key is a string, and a vector takes every byte: {written:?}");
    out.pop();
}

/// One piece of the members `encoding` and `cells`, `rows + 1` of them, with a comma before the first.
pub(super) fn write_cells(maze: &Maze<Square>, encoding: Encoding, row: u32, out: &mut Vec<u8>) {
    let end = row == maze.grid().rows();
    if row == 0 {
        out.extend_from_slice(b",\"encoding\":\"");
        out.extend_from_slice(encoding.name().as_bytes());
        out.extend_from_slice(b"\",\"cells\":[");
    }
    match encoding {
        Encoding::Blocks => write_blocks(maze, row, out),
        _ if end => {}
        Encoding::Walls => write_row(maze, row, out, |open, out| write_letters(Sides::SQUARE.minus(open), out)),
        Encoding::Passages => write_row(maze, row, out, write_letters),
        Encoding::Bits => write_row(maze, row, out, |open, out| write_bits(Sides::SQUARE.minus(open), out)),
        Encoding::Named => write_row(maze, row, out, |open, out| write_named(Sides::SQUARE.minus(open), out)),
    }
    if end {
        out.push(b']');
    }
}

/// What stands before the first element of a matrix's row: a comma too, where another row is before it.
pub(super) const fn row_start(row: u32) -> &'static str {
    if row == 0 { "[" } else { ",[" }
}

/// A row of cells, each written by `write_cell` from its open sides.
#[inline]
fn write_row(maze: &Maze<Square>, row: u32, out: &mut Vec<u8>, write_cell: impl Fn(Sides, &mut Vec<u8>)) {
    let mut before = row_start(row);
    for column in 0..maze.grid().columns() {
        out.extend_from_slice(before.as_bytes());
        write_cell(open_sides(maze, row, column), out);
        before = ",";
    }
    out.push(b']');
}

fn write_letters(sides: Sides, out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(LETTERS[usize::from(sides.bits())].as_bytes());
    out.push(b'"');
}

fn write_bits(sides: Sides, out: &mut Vec<u8>) {
    out.extend_from_slice(BITS[usize::from(sides.bits())].as_bytes());
}

fn write_named(sides: Sides, out: &mut Vec<u8>) {
    for (side, key) in [(Side::N, "{\"N\":"), (Side::E, ",\"E\":"), (Side::S, ",\"S\":"), (Side::W, ",\"W\":")] {
        out.extend_from_slice(key.as_bytes());
        out.extend_from_slice(if sides.contains(side) { b"true" } else { b"false" });
    }
    out.push(b'}');
}

/// The lines of blocks of one piece.
fn write_blocks(maze: &Maze<Square>, row: u32, out: &mut Vec<u8>) {
    let mut before = row_start(row);
    each_block(maze, row, |block| {
        let digit = match block {
            Block::Point { .. } | Block::Wall(_) => b'1',
            Block::Gap(..) | Block::Cell(_) => b'0',
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
