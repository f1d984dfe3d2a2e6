//! A maze on a mesh as one JSON object on one line.

use std::io::Write as _;

use super::Form;
use crate::grid::{Address, Cell, Grid, GridKind, Mesh, MeshOptions, Side, Sides};
use crate::maze::Maze;
use crate::render::json::{
    Encoding, Node, NodeSide, weight_pieces, write_blocks, write_cells_start, write_object_start, write_weights,
};
use crate::render::squares::{Level, Reach};
use crate::render::words::write_digits;
use crate::render::{Picture, Plane as _};

/// Whether the sides of all cells are the letters of a square.
pub(in crate::render) fn has_letters(mesh: &Mesh) -> bool {
    mesh.kind() == GridKind::Square && mesh.options().levels == 1
}

/// Whether a grid with these options can be written in this encoding.
pub(super) fn has_encoding(options: &MeshOptions, encoding: Encoding) -> bool {
    match encoding {
        Encoding::Blocks => Reach::Levels.has(options),
        // Nothing else says which cells of a custom grid are neighbours.
        Encoding::Walls | Encoding::Passages | Encoding::Bits | Encoding::Named => options.kind != GridKind::Custom,
        Encoding::Graph => true,
    }
}

/// The object in an encoding.
pub(super) fn start(picture: &Picture<Mesh>, encoding: Encoding) -> Option<Box<dyn Form>> {
    let mesh = picture.maze.grid();
    // Blocks would say nothing of the tunnels.
    let is_hidden = encoding == Encoding::Blocks && !mesh.crossings().is_empty();
    let has_encoding = has_encoding(mesh.options(), encoding) && !is_hidden;
    let weights = weight_pieces(&picture.maze, encoding);
    has_encoding.then(|| Box::new(Object { encoding, rows: mesh.row_count().into(), weights }) as Box<dyn Form>)
}

#[derive(Debug)]
struct Object {
    encoding: Encoding,
    rows: u64,
    weights: u64,
}

impl Form for Object {
    fn pieces(&self) -> u64 {
        self.rows + self.weights
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            write_object_start(&picture.head, out);
        }
        match number.checked_sub(self.rows) {
            None => write_cells(&picture.maze, number as u32, self.encoding, out),
            Some(row) => write_weights(&picture.maze, row as u32, out),
        }
        if number + 1 == self.pieces() {
            out.extend_from_slice(b"}\n");
        }
    }
}

/// Writes a row of the members `encoding` and `cells`.
pub(in crate::render) fn write_cells(maze: &Maze<Mesh>, row: u32, encoding: Encoding, out: &mut Vec<u8>) {
    let mesh = maze.grid();
    if row == 0 {
        write_cells_start(encoding, out);
        // Each row opens its lists itself.
        if !matches!(encoding, Encoding::Graph | Encoding::Blocks) {
            out.pop();
        }
    }
    match encoding {
        Encoding::Graph => write_graph(maze, row, out),
        Encoding::Blocks => write_blocks_of(maze, row, out),
        _ => write_row(mesh, row, out, &mut |cell, out| write_cell(maze, cell, encoding, out)),
    }
}

/// Writes what an encoding says of a cell.
fn write_cell(maze: &Maze<Mesh>, cell: Cell, encoding: Encoding, out: &mut Vec<u8>) {
    let (mesh, open) = (maze.grid(), maze.open_sides(cell));
    let closed = Mesh::closed_sides(maze, cell);
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
    if has_letters(mesh) {
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
pub(in crate::render) fn write_row(
    mesh: &Mesh,
    row: u32,
    out: &mut Vec<u8>,
    write: &mut dyn FnMut(Cell, &mut Vec<u8>),
) {
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

/// Writes the blocks of a row of squares: of a matrix, or of a list of them where there are levels.
fn write_blocks_of(maze: &Maze<Mesh>, row: u32, out: &mut Vec<u8>) {
    let &MeshOptions { rows, levels, .. } = maze.grid().options();
    let (number, row) = (row / rows, row % rows);
    let mut level = Level::of(maze, number);
    if row == 0 && levels > 1 {
        out.extend_from_slice(if number > 0 { b",[" } else { b"[" });
    }
    write_blocks(&level.strip(row).0, out);
    if row + 1 == rows {
        write_blocks(&level.strip(rows).0, out);
        let closed = usize::from(levels > 1) + usize::from(number + 1 == levels);
        out.extend(std::iter::repeat_n(b']', closed));
    }
}

/// Writes the cells of a row as the nodes of a graph: a flat list.
fn write_graph(maze: &Maze<Mesh>, row: u32, out: &mut Vec<u8>) {
    let mesh = maze.grid();
    for cell in mesh.row(row).filter_map(|(_, cell)| cell) {
        if cell.0 > 0 {
            out.push(b',');
        }
        let (inner, open) = (mesh.inner_sides(cell), maze.open_sides(cell));
        let side = |(number, name)| {
            let side = Side::new(number);
            let across = inner.contains(side).then(|| mesh.across(cell, side));
            NodeSide::new(name, across, open.contains(side)).tunnelled(mesh.is_tunnel(cell, side))
        };
        let node = Node {
            cell: mesh.address(cell),
            center: mesh.known_center(cell),
            polygon: mesh.polygon(cell).map(|corner| corner.at).collect(),
            weight: maze.weights().map(|weights| weights[cell.index()]),
            sides: (0..).zip(mesh.side_names(cell)).map(side).collect(),
        };
        node.write(out);
    }
    if row + 1 == mesh.row_count() {
        out.push(b']');
    }
}
