//! The maze as one JSON object on one line.
//!
//! The head, a handful of values, is written by serde. The cells are written by hand, since there may be millions of them.

use std::io::Write as _;

use serde::{Serialize, Serializer};

use super::encoding::Encoding;
use crate::digits::write_digits;
use crate::formats::words::{Word, write_even, write_words};
use crate::grid::{Address, AnyGrid, Cell, Grid, GridKind, Mesh, MeshOptions, Side, Sides};
use crate::maze::Maze;
use crate::picture::piece_writer::{PieceWriter, WriteInfo, by_pieces};
use crate::picture::strip::WALL;
use crate::picture::{RowSource, Strip};

pub(crate) const WRITE: WriteInfo = WriteInfo { shows_path: false, ..WriteInfo::TEXT };

/// The object: its head, then the cells, row by row, and then their weights or their rock.
pub(crate) fn start(encoding: Encoding, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    // What lies across the sides of a node takes the whole maze, and not a part of it.
    let is_known = encoding != Encoding::Graph || (source.whole().is_some() && source.metadata().window.is_none());
    let rows = source.metadata().size()[1];
    let pieces = source.whole().map_or(rows, |picture| pieces_of_maze(&picture.maze, encoding));
    let object = by_pieces(pieces, move |source, number, out| {
        if number == 0 {
            write_object_start(source.metadata(), out);
        }
        if let Some(picture) = source.whole() {
            write_maze(&picture.maze, encoding, number, out);
        } else {
            if number == 0 {
                write_encoding(encoding, out);
            }
            write_strip(&source.strip(number), rows, encoding, out);
            if number + 1 == rows {
                write_strip(&source.strip(rows), rows, encoding, out);
            }
        }
        if number + 1 == pieces {
            out.extend_from_slice(b"}\n");
        }
    });
    object.filter(|_| is_known)
}

/// Writes a value whose keys are strings.
pub(crate) fn write_value(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    let written = serde_json::to_writer(&mut *out, value);
    debug_assert!(written.is_ok(), "every key is a string, and a vector takes every byte: {written:?}");
}

/// Writes an object without its closing brace, so that members can follow.
pub(crate) fn write_object_start(object: &impl Serialize, out: &mut Vec<u8>) {
    write_value(object, out);
    out.pop();
}

/// In how many pieces a maze is written in this encoding: the members `encoding` and `cells`, and then, in as many rows, the weights or the rock. A
/// graph has the weights beside each cell.
pub(super) fn pieces_of_maze(maze: &Maze<AnyGrid>, encoding: Encoding) -> u64 {
    let has_more = match encoding {
        Encoding::Graph => maze.grid().mesh().is_some_and(|mesh| mesh.rock().is_some()),
        _ => maze.weights().is_some(),
    };
    u64::from(maze.grid().row_count()) * if has_more { 2 } else { 1 }
}

/// Writes one of these pieces.
pub(super) fn write_maze(maze: &Maze<AnyGrid>, encoding: Encoding, piece: u64, out: &mut Vec<u8>) {
    let grid = maze.grid();
    let (part, row) = (piece as u32 / grid.row_count(), piece as u32 % grid.row_count());
    if part > 0 {
        return match (encoding, grid.mesh().and_then(Mesh::rock)) {
            (Encoding::Graph, Some(rock)) => write_rock(rock, row, out),
            _ => write_weights(maze, row, out),
        };
    }
    if row == 0 {
        write_encoding(encoding, out);
    }
    match (encoding, grid) {
        (Encoding::Graph, _) => write_nodes(maze, row, out),
        (Encoding::Blocks, _) | (_, AnyGrid::Square(_)) => write_squares(maze, row, encoding, out),
        (_, AnyGrid::Mesh(mesh)) => {
            write_list_row(grid, row, out, |cell, out| write_cell(maze, mesh, cell, encoding, out));
        }
    }
}

/// The member `encoding`, and the name of the member `cells`.
fn write_encoding(encoding: Encoding, out: &mut Vec<u8>) {
    // Nothing that is written to a vector fails.
    let _ = write!(out, ",\"encoding\":\"{}\",\"cells\":", encoding.name());
}

/// Writes a row of a matrix of this many rows. `write` writes its elements, at least one, with a comma after each.
pub(super) fn write_matrix_row([row, rows]: [u64; 2], out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(if row == 0 { b"[[" } else { b",[" });
    write(out);
    // In the place of the last comma.
    out.pop();
    out.extend_from_slice(if row + 1 == rows { b"]]" } else { b"]" });
}

/// Writes a row of squares, and after the last one the line of blocks below it. The matrices of several floors are in a list.
fn write_squares(maze: &Maze<AnyGrid>, row: u32, encoding: Encoding, out: &mut Vec<u8>) {
    let all = maze.grid().row_count();
    let (rows, floors) = maze.grid().mesh().map_or((all, 1), |mesh| (mesh.options().rows, mesh.options().floors));
    let (floor, row) = (row / rows, row % rows);
    if row == 0 && floors > 1 {
        out.push(if floor == 0 { b'[' } else { b',' });
    }
    let first = floor * (rows + 1) + row;
    for strip in first..=first + u32::from(row + 1 == rows) {
        write_strip(&Strip::of(maze, strip), rows.into(), encoding, out);
    }
    if row + 1 == rows && floors > 1 && floor + 1 == floors {
        out.push(b']');
    }
}

/// Writes what a strip of as many rows of squares adds to their matrix.
fn write_strip(strip: &Strip<'_>, rows: u64, encoding: Encoding, out: &mut Vec<u8>) {
    let (at, open) = ([strip.row, rows], strip.here.iter());
    match encoding {
        Encoding::Blocks => {
            let digit = |&block: &u8| if block == WALL { *b"1," } else { *b"0," };
            for (line, blocks) in (2 * strip.row..).zip(strip.blocks().lines()) {
                write_matrix_row([line, 2 * rows + 1], out, |out| write_even(blocks.iter().map(digit), out));
            }
        }
        _ if strip.is_last() => {}
        Encoding::Passages => write_matrix_row(at, out, |out| write_words(open.map(|&open| letters(open)), out)),
        Encoding::Bits => {
            write_matrix_row(at, out, |out| {
                open.for_each(|&open| {
                    write_digits(walls(open).bits().into(), out);
                    out.push(b',');
                });
            });
        }
        Encoding::Named => write_matrix_row(at, out, |out| open.for_each(|&open| write_named(open, out))),
        // What lies across the sides of a node is not known here.
        Encoding::Walls | Encoding::Graph => {
            write_matrix_row(at, out, |out| write_words(open.map(|&open| letters(walls(open))), out));
        }
    }
}

/// Returns the closed sides of a square.
fn walls(open: Sides) -> Sides {
    Sides::SQUARE.minus(open)
}

/// Writes a row of the member `weights`, a list that is nested as the addresses of cells are.
pub(super) fn write_weights(maze: &Maze<AnyGrid>, row: u32, out: &mut Vec<u8>) {
    if row == 0 {
        out.extend_from_slice(b",\"weights\":");
    }
    write_list_row(maze.grid(), row, out, |cell, out| write_digits(maze.weight(cell).into(), out));
}

/// Writes the cells of a row as the nodes of a graph.
fn write_nodes(maze: &Maze<AnyGrid>, row: u32, out: &mut Vec<u8>) {
    let grid = maze.grid();
    let mesh = grid.mesh();
    if row == 0 {
        out.push(b'[');
    }
    for cell in grid.places_of_row(row).flatten() {
        let (inner, open) = (grid.inner_sides(cell), maze.open_sides(cell));
        let side = |side| NodeSide {
            side: grid.side_name(cell, side),
            to: inner.contains(side).then(|| grid.across(cell, side).0),
            open: open.contains(side),
            corners: mesh.and_then(|mesh| mesh.corners_of(cell, side)),
            via: mesh.and_then(|mesh| mesh.corner_to_pass(cell, side)),
            tunnel: mesh.is_some_and(|mesh| mesh.is_tunnel(cell, side)),
        };
        let address = grid.address(cell);
        let (center, polygon) = match (mesh, address.numbers()) {
            (None, &[row, column]) => {
                let [x, y] = [column, row].map(f64::from);
                (Some([x + 0.5, y + 0.5]), [[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]].into())
            }
            (mesh, _) => {
                let corners = mesh.into_iter().flat_map(|mesh| mesh.polygon(cell)).map(|corner| corner.at);
                (mesh.and_then(|mesh| mesh.known_center(cell)), corners.collect())
            }
        };
        let weight = maze.weights().map(|weights| weights[cell.index()]);
        let all = grid.sides_of(cell).bits() | open.bits();
        let sides = Sides::from_bits(all).into_iter().map(side).collect();
        write_node(cell, &Node { cell: address, center, polygon, weight, sides }, out);
    }
    if row + 1 == grid.row_count() {
        out.push(b']');
        let details = mesh.map_or(&[][..], Mesh::details);
        if !details.is_empty() {
            out.extend_from_slice(b",\"details\":");
            let rounded = |line: &Vec<[f64; 2]>| line.iter().map(|point| point.map(RoundedLength)).collect();
            write_value(&details.iter().map(rounded).collect::<Vec<Vec<_>>>(), out);
        }
    }
}

/// Writes a row of the member `rock`: the cells that were taken out, as nodes without neighbors.
fn write_rock(rock: &Mesh, row: u32, out: &mut Vec<u8>) {
    if row == 0 {
        out.extend_from_slice(b",\"rock\":[");
    }
    for cell in rock.places_of_row(row).flatten() {
        let polygon = rock.polygon(cell).map(|corner| corner.at).collect();
        let side = |side| NodeSide { side, to: None, open: false, corners: None, via: None, tunnel: false };
        let sides = rock.side_names(cell).map(side).collect();
        let node = Node { cell: rock.address(cell), center: rock.known_center(cell), polygon, weight: None, sides };
        write_node(cell, &node, out);
    }
    if row + 1 == rock.row_count() {
        out.push(b']');
    }
}

/// A cell as a node of a graph.
#[derive(Serialize)]
struct Node<'a> {
    cell: Address,
    #[serde(serialize_with = "rounded_point", skip_serializing_if = "Option::is_none")]
    center: Option<[f64; 2]>,
    #[serde(serialize_with = "rounded_points", skip_serializing_if = "Vec::is_empty")]
    polygon: Vec<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u16>,
    sides: Vec<NodeSide<'a>>,
}

/// A side of a cell, and the edge of the graph that it may be.
#[derive(Serialize)]
struct NodeSide<'a> {
    side: &'a str,
    to: Option<u32>,
    open: bool,
    /// The corners between which it lies, if it is not the edge with its own number.
    #[serde(skip_serializing_if = "Option::is_none")]
    corners: Option<[usize; 2]>,
    /// A place to pass on the way from the center, where the straight line to the middle of the side would leave the cell.
    #[serde(serialize_with = "rounded_point", skip_serializing_if = "Option::is_none")]
    via: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tunnel: bool,
}

/// Writes the node of a cell.
fn write_node(cell: Cell, node: &Node<'_>, out: &mut Vec<u8>) {
    if cell.0 > 0 {
        out.push(b',');
    }
    write_value(node, out);
}

/// A length as JSON has it: rounded to a millionth, and whole where it is.
struct RoundedLength(f64);

impl Serialize for RoundedLength {
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
    point.map(|point| point.map(RoundedLength)).serialize(serializer)
}

fn rounded_points<S: Serializer>(points: &[[f64; 2]], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(points.iter().map(|point| point.map(RoundedLength)))
}

/// By the bits of a set of sides, its letters in quotes, and a comma.
static LETTERS: [Word; 16] = [
    Word::of("\"\","),
    Word::of("\"N\","),
    Word::of("\"E\","),
    Word::of("\"NE\","),
    Word::of("\"S\","),
    Word::of("\"NS\","),
    Word::of("\"ES\","),
    Word::of("\"NES\","),
    Word::of("\"W\","),
    Word::of("\"NW\","),
    Word::of("\"EW\","),
    Word::of("\"NEW\","),
    Word::of("\"SW\","),
    Word::of("\"NSW\","),
    Word::of("\"ESW\","),
    Word::of("\"NESW\","),
];

/// Returns the letters of sides in quotes, and a comma.
fn letters(sides: Sides) -> Word {
    LETTERS[usize::from(sides.bits())]
}

/// An object that says of each side whether it is a wall, and a comma.
fn write_named(open: Sides, out: &mut Vec<u8>) {
    let keys = ["{\"N\":", ",\"E\":", ",\"S\":", ",\"W\":"];
    for (key, side) in keys.into_iter().zip(Sides::SQUARE) {
        out.extend_from_slice(key.as_bytes());
        out.extend_from_slice(if open.contains(side) { b"false" } else { b"true" });
    }
    out.extend_from_slice(b"},");
}

/// Returns true if a grid with these options can be written in this encoding.
pub(crate) fn has_encoding(options: &MeshOptions, encoding: Encoding) -> bool {
    match encoding {
        Encoding::Blocks => options.kind == GridKind::Square && !options.is_smooth(),
        // Nothing else says which cells of a custom grid are neighbors.
        Encoding::Walls | Encoding::Passages | Encoding::Bits | Encoding::Named => options.kind != GridKind::Custom,
        Encoding::Graph => true,
    }
}

/// Writes what an encoding says of a cell.
fn write_cell(maze: &Maze<AnyGrid>, mesh: &Mesh, cell: Cell, encoding: Encoding, out: &mut Vec<u8>) {
    let (open, closed) = (maze.open_sides(cell), maze.closed_sides(cell));
    match encoding {
        Encoding::Bits => write_digits(closed.bits().into(), out),
        Encoding::Named => {
            for (name, side) in mesh.side_names(cell).zip((0..).map(Side::new)) {
                let before = if side.number() == 0 { '{' } else { ',' };
                let _ = write!(out, "{before}\"{name}\":{}", closed.contains(side));
            }
            out.push(b'}');
        }
        Encoding::Passages => write_sides(mesh, cell, open, out),
        _ => write_sides(mesh, cell, closed, out),
    }
}

/// The names of some sides: one word on a square, else a list.
fn write_sides(mesh: &Mesh, cell: Cell, sides: Sides, out: &mut Vec<u8>) {
    let names = sides.into_iter().map(|side| mesh.side_name(cell, side));
    if mesh.has_letters() {
        out.push(b'"');
        names.for_each(|name| out.extend_from_slice(name.as_bytes()));
        out.push(b'"');
        return;
    }
    out.push(b'[');
    for (place, name) in names.enumerate() {
        let _ = write!(out, "{}\"{name}\"", if place > 0 { "," } else { "" });
    }
    out.push(b']');
}

/// Writes one row of a list of all cells, which is nested as addresses are, with what belongs to each cell. A place for a cell that a
/// mask leaves out is `null`.
pub(super) fn write_list_row(grid: &AnyGrid, row: u32, out: &mut Vec<u8>, mut write: impl FnMut(Cell, &mut Vec<u8>)) {
    let mesh = match grid {
        AnyGrid::Square(grid) => {
            return write_matrix_row([row, grid.rows()].map(u64::from), out, |out| {
                for cell in grid.row_cells(row) {
                    write(cell, out);
                    out.push(b',');
                }
            });
        }
        AnyGrid::Mesh(mesh) => mesh,
    };
    let mut last: Option<Address> = mesh.last_address_before(row);
    let mut depth = 0;
    for (address, cell) in mesh.row(row) {
        let numbers = address.numbers();
        depth = numbers.len();
        // How many lists go on from the cell before: those whose numbers are the same, and the one around all.
        let same = last.map_or(0, |last| 1 + last.numbers().iter().zip(numbers).take_while(|(a, b)| a == b).count());
        if same > 0 {
            out.extend(std::iter::repeat_n(b']', depth - same));
            out.push(b',');
        }
        out.extend(std::iter::repeat_n(b'[', depth - same));
        match cell {
            Some(cell) => write(cell, out),
            None => out.extend_from_slice(b"null"),
        }
        last = Some(address);
    }
    if row + 1 == mesh.row_count() {
        out.extend(std::iter::repeat_n(b']', depth));
    }
}
