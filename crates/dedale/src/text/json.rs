//! The maze as one JSON object on one line.
//!
//! The head, a handful of values, is written by serde. The cells are written by hand, since there may be millions of them.

use std::fmt::{self, Formatter};
use std::io::Write as _;

use serde::{Serialize, Serializer};

use super::digits::write_digits;
use crate::about::named;
use crate::grid::{Address, AnyGrid, Cell, Grid, GridKind, Mesh, MeshOptions, Side, Sides};
use crate::maze::Maze;
use crate::picture::form::{Form, FormatInfo};
use crate::picture::lattice::{Block, each_block};
use crate::picture::source::Reach;
use crate::picture::{RowSource, Strip};

pub(crate) const INFO: FormatInfo = FormatInfo {
    media_type: "application/json",
    extension: Some("json"),
    shows_path: false,
    ..FormatInfo::text("json")
};

/// The object: its head, then the cells, a strip or a row after the other, and then their weights.
#[derive(Debug)]
struct Object {
    encoding: Encoding,
    /// In how many pieces the cells are written, and their weights.
    cells: u64,
    weights: u64,
}

pub(crate) fn start(encoding: Encoding, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    let Some(picture) = source.whole() else {
        // What lies across the sides of a node takes the whole maze.
        let cells = source.head().size()[1] + 1;
        return (encoding != Encoding::Graph)
            .then(|| Box::new(Object { encoding, cells, weights: 0 }) as Box<dyn Form>);
    };
    // And not a part of it.
    let is_known = encoding != Encoding::Graph || source.head().window.is_none();
    let (cells, weights) = (cell_pieces(&picture.maze, encoding) as u64, weight_pieces(&picture.maze, encoding));
    is_known.then(|| Box::new(Object { encoding, cells, weights }) as Box<dyn Form>)
}

impl Form for Object {
    fn pieces(&self) -> u64 {
        self.cells + self.weights
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            write_object_start(source.head(), out);
        }
        match (source.whole(), number.checked_sub(self.cells)) {
            (Some(picture), None) => write_cells(&picture.maze, number as u32, self.encoding, out),
            (Some(picture), Some(row)) => write_weights(&picture.maze, row as u32, out),
            (None, _) => write_strip(&source.strip(number), self.encoding, out),
        }
        if number + 1 == self.pieces() {
            out.extend_from_slice(b"}\n");
        }
    }
}

named! {
    /// How the cells are written in JSON, as a matrix of `rows × columns` if nothing else is said.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Encoding {
        /// The sides that have a wall: `"NW"`.
        #[default]
        Walls = "walls",
        /// The sides that are open, to a neighbor or through the outer wall: `"ES"`.
        Passages = "passages",
        /// The sides that have a wall, as a sum of `N = 1`, `E = 2`, `S = 4`, `W = 8`.
        Bits = "bits",
        /// `{"N":true,"E":false,"S":false,"W":true}`, true for a wall.
        Named = "named",
        /// A matrix of `(2 × rows + 1) × (2 × columns + 1)` blocks, 1 for a wall and 0 where one can walk.
        Blocks = "blocks",
        /// A flat list of cells, each with its address, its center, its polygon, and what lies across each of its sides.
        Graph = "graph",
    }
}

impl Encoding {
    /// Appends a space and a text unique to this value.
    pub(crate) fn identify(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, " {}", self.name())
    }
}

/// By the bits of a set of sides, its letters.
const LETTERS: [&str; 16] =
    ["", "N", "E", "NE", "S", "NS", "ES", "NES", "W", "NW", "EW", "NEW", "SW", "NSW", "ESW", "NESW"];

/// Writes an object without its closing brace, so that members can follow.
pub(super) fn write_object_start(object: &impl Serialize, out: &mut Vec<u8>) {
    let written = serde_json::to_writer(&mut *out, object);
    debug_assert!(written.is_ok(), "every key is a string, and a vector takes every byte: {written:?}");
    out.pop();
}

/// One piece of the members `encoding` and `cells`, `rows + 1` of them, with a comma before the first.
fn write_strip(strip: &Strip<'_>, encoding: Encoding, out: &mut Vec<u8>) {
    let end = strip.is_last();
    if strip.row == 0 {
        write_cells_start(encoding, out);
    }
    match encoding {
        Encoding::Blocks => write_blocks(strip, out),
        // The rows around are not known here: see write_nodes.
        Encoding::Graph => {}
        _ if end => {}
        Encoding::Walls => write_row(strip, out, |open, out| write_letters(Sides::SQUARE.minus(open), out)),
        Encoding::Passages => write_row(strip, out, write_letters),
        Encoding::Bits => {
            write_row(strip, out, |open, out| write_digits(Sides::SQUARE.minus(open).bits().into(), out));
        }
        Encoding::Named => write_row(strip, out, write_named),
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

/// In how many pieces the cells of a maze are written in this encoding.
pub(super) fn cell_pieces(maze: &Maze<AnyGrid>, encoding: Encoding) -> usize {
    match maze.grid() {
        AnyGrid::Square(grid) => grid.rows() as usize + 1,
        AnyGrid::Mesh(mesh) => {
            let has_rock = encoding == Encoding::Graph && mesh.rock().is_some();
            mesh.row_count() as usize * if has_rock { 2 } else { 1 }
        }
    }
}

/// Writes one of these pieces: the members `encoding` and `cells`.
pub(super) fn write_cells(maze: &Maze<AnyGrid>, piece: u32, encoding: Encoding, out: &mut Vec<u8>) {
    match maze.grid() {
        AnyGrid::Square(grid) if encoding == Encoding::Graph => {
            if piece == 0 {
                write_cells_start(encoding, out);
            }
            match piece < grid.rows() {
                true => write_nodes(maze, grid.row_cells(piece), out),
                false => out.push(b']'),
            }
        }
        AnyGrid::Square(grid) => write_strip(&Strip::of(maze, *grid, piece), encoding, out),
        AnyGrid::Mesh(mesh) => match piece.checked_sub(mesh.row_count()) {
            None => write_mesh_cells(maze, mesh, piece, encoding, out),
            Some(row) => write_rock(mesh, row, out),
        },
    }
}

/// Writes one row of a list of all cells, which is nested as addresses are, with what belongs to each cell. A place for a cell that a
/// mask leaves out is `null`.
pub(super) fn write_list_row(grid: &AnyGrid, row: u32, out: &mut Vec<u8>, mut write: impl FnMut(Cell, &mut Vec<u8>)) {
    let grid = match grid {
        AnyGrid::Square(grid) => grid,
        AnyGrid::Mesh(mesh) => return write_mesh_row(mesh, row, out, write),
    };
    if row == 0 {
        out.push(b'[');
    }
    let mut before = row_start(row.into());
    for cell in grid.row_cells(row) {
        out.extend_from_slice(before.as_bytes());
        write(cell, out);
        before = ",";
    }
    out.push(b']');
    if row + 1 == grid.rows() {
        out.push(b']');
    }
}

/// In how many pieces the weights of a maze follow its cells: a graph has them beside each cell.
pub(super) fn weight_pieces(maze: &Maze<AnyGrid>, encoding: Encoding) -> u64 {
    if maze.weights().is_none() || encoding == Encoding::Graph { 0 } else { maze.grid().row_count().into() }
}

/// Writes a row of the member `weights`, a list that is nested as the addresses of cells are.
pub(super) fn write_weights(maze: &Maze<AnyGrid>, row: u32, out: &mut Vec<u8>) {
    if row == 0 {
        out.extend_from_slice(b",\"weights\":");
    }
    write_list_row(maze.grid(), row, out, |cell, out| write_digits(maze.weight(cell).into(), out));
}

/// Writes some cells as the nodes of a graph.
fn write_nodes(maze: &Maze<AnyGrid>, cells: impl Iterator<Item = Cell>, out: &mut Vec<u8>) {
    let grid = maze.grid();
    let mesh = grid.mesh();
    for cell in cells {
        if cell.0 > 0 {
            out.push(b',');
        }
        let (inner, open) = (grid.inner_sides(cell), maze.open_sides(cell));
        let side = |side| NodeSide {
            side: grid.side_name(cell, side),
            to: inner.contains(side).then(|| grid.across(cell, side).0),
            open: open.contains(side),
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
        Node { cell: address, center, polygon, weight, sides: Sides::from_bits(all).into_iter().map(side).collect() }
            .write(out);
    }
}

/// Writes a row of the member `rock`: the cells that were taken out, as nodes without neighbors.
fn write_rock(mesh: &Mesh, row: u32, out: &mut Vec<u8>) {
    let Some(rock) = mesh.rock() else { return };
    if row == 0 {
        out.extend_from_slice(b",\"rock\":[");
    }
    for (address, cell) in rock.row(row).filter_map(|(address, cell)| Some((address, cell?))) {
        if cell.0 > 0 {
            out.push(b',');
        }
        let polygon = rock.polygon(cell).map(|corner| corner.at).collect();
        let side = |side| NodeSide { side, to: None, open: false, tunnel: false };
        let sides = rock.side_names(cell).map(side).collect();
        Node { cell: address, center: rock.known_center(cell), polygon, weight: None, sides }.write(out);
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
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    tunnel: bool,
}

impl Node<'_> {
    fn write(&self, out: &mut Vec<u8>) {
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
pub(crate) const fn row_start(row: u64) -> &'static str {
    if row == 0 { "[" } else { ",[" }
}

/// A row of cells, of each of which `write` writes which sides are open.
fn write_row(strip: &Strip<'_>, out: &mut Vec<u8>, write: impl Fn(Sides, &mut Vec<u8>)) {
    out.extend_from_slice(row_start(strip.row).as_bytes());
    for (column, &open) in strip.here.iter().enumerate() {
        if column > 0 {
            out.push(b',');
        }
        write(open, out);
    }
    out.push(b']');
}

/// The letters of sides in quotes, and how many bytes these are.
static QUOTED: [([u8; 8], usize); 16] = {
    let mut all = [([b'"'; 8], 2); 16];
    let mut bits = 0;
    while bits < 16 {
        let letters = LETTERS[bits].as_bytes();
        let (bytes, length) = &mut all[bits];
        while *length < letters.len() + 2 {
            bytes[*length - 1] = letters[*length - 2];
            *length += 1;
        }
        bits += 1;
    }
    all
};

/// The letters of sides in quotes.
fn write_letters(sides: Sides, out: &mut Vec<u8>) {
    let (bytes, length) = &QUOTED[usize::from(sides.bits())];
    // To copy eight bytes takes less time than to copy as many as are not known before.
    out.extend_from_slice(bytes);
    out.truncate(out.len() - bytes.len() + length);
}

/// An object that says of each side whether it is a wall.
fn write_named(open: Sides, out: &mut Vec<u8>) {
    let keys = ["{\"N\":", ",\"E\":", ",\"S\":", ",\"W\":"];
    for (key, side) in keys.into_iter().zip(Sides::SQUARE) {
        out.extend_from_slice(key.as_bytes());
        out.extend_from_slice(if open.contains(side) { b"false" } else { b"true" });
    }
    out.push(b'}');
}

/// The lines of blocks of one piece.
pub(super) fn write_blocks(strip: &Strip<'_>, out: &mut Vec<u8>) {
    let mut before = row_start(strip.row);
    each_block(strip, |block| {
        let digit = match block {
            Block::Point { .. } | Block::Wall(_) | Block::Solid | Block::Between(_) => b'1',
            Block::Gap { .. } | Block::Bare { .. } | Block::Cell { .. } => b'0',
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

/// Whether a grid with these options can be written in this encoding.
pub(crate) fn has_encoding(options: &MeshOptions, encoding: Encoding) -> bool {
    match encoding {
        Encoding::Blocks => Reach::Floors.has(options),
        // Nothing else says which cells of a custom grid are neighbors.
        Encoding::Walls | Encoding::Passages | Encoding::Bits | Encoding::Named => options.kind != GridKind::Custom,
        Encoding::Graph => true,
    }
}

/// Writes a row of the members `encoding` and `cells`.
fn write_mesh_cells(maze: &Maze<AnyGrid>, mesh: &Mesh, row: u32, encoding: Encoding, out: &mut Vec<u8>) {
    if row == 0 {
        write_cells_start(encoding, out);
        // Each row opens its lists itself.
        if !matches!(encoding, Encoding::Graph | Encoding::Blocks) {
            out.pop();
        }
    }
    match encoding {
        Encoding::Graph => {
            write_nodes(maze, mesh.row(row).filter_map(|(_, cell)| cell), out);
            if row + 1 == mesh.row_count() {
                out.push(b']');
            }
        }
        Encoding::Blocks => write_blocks_of(maze, mesh, row, out),
        _ => write_mesh_row(mesh, row, out, |cell, out| write_cell(maze, mesh, cell, encoding, out)),
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

/// Writes a row of a list of all cells, nested as their addresses are.
fn write_mesh_row(mesh: &Mesh, row: u32, out: &mut Vec<u8>, mut write: impl FnMut(Cell, &mut Vec<u8>)) {
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

/// Writes the blocks of a row of squares: of a matrix, or of a list of them where there are floors.
fn write_blocks_of(maze: &Maze<AnyGrid>, mesh: &Mesh, row: u32, out: &mut Vec<u8>) {
    let &MeshOptions { rows, floors, .. } = mesh.options();
    let (number, row) = (row / rows, row % rows);
    let strip = |row: u32| Strip::of_floor(maze, mesh, number, row).0;
    if row == 0 && floors > 1 {
        out.extend_from_slice(if number > 0 { b",[" } else { b"[" });
    }
    write_blocks(&strip(row), out);
    if row + 1 == rows {
        write_blocks(&strip(rows), out);
        let closed = usize::from(floors > 1) + usize::from(number + 1 == floors);
        out.extend(std::iter::repeat_n(b']', closed));
    }
}
