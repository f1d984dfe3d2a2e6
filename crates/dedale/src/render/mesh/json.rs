//! A maze on a mesh as one JSON object on one line.

use std::io::Write as _;

use serde::Serialize;

use super::Form;
use crate::grid::{Address, Cell, Grid, GridKind, Mesh, MeshOptions, Side, Sides, Wrap};
use crate::maze::Maze;
use crate::render::json::{Encoding, Node, NodeSide, write_blocks, write_cells_start, write_object_start};
use crate::render::squares::{Level, Reach};
use crate::render::{OptionList, Picture};

/// The first members of the JSON object of a maze on a mesh, in this order. A member that is not known is left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MeshHead {
    /// The name of the algorithm that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algo: Option<&'static str>,
    /// The name of the grid.
    pub grid: &'static str,
    /// The number of columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub w: Option<u32>,
    /// The number of rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h: Option<u32>,
    /// The number of rings around the centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rings: Option<u32>,
    /// The number of levels, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<u32>,
    /// The seed that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the attempt, where something was wanted of the maze that only the finished maze shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    /// The version of the generator that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<u32>,
    /// Whatever else shaped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<OptionList>,
    /// The address of the entrance.
    pub from: Address,
    /// The address of the exit.
    pub to: Address,
    /// Under which cells a tunnel runs, and which way: `NS` or `EW`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub crossings: Vec<(u32, u32, &'static str)>,
}

impl MeshHead {
    /// The head of a maze of which only the grid and the ends are known.
    pub fn of_grid(mesh: &Mesh, from: Cell, to: Cell) -> MeshHead {
        let options = mesh.options();
        let is_polar = options.kind == GridKind::Polar;
        let has_rows = !is_polar && options.kind != GridKind::Custom;
        // Without it, neighbours at opposite edges would be openings.
        let wrap = (options.wrap != Wrap::Off).then(|| {
            let mut list = OptionList::default();
            list.push("wrap", options.wrap.name());
            list
        });
        let crossing = |crossing: &crate::grid::Crossing| {
            let address = mesh.address(crossing.cell);
            let (row, column) = (address.numbers()[0], address.numbers()[1]);
            (row, column, if crossing.side == Side::N { "NS" } else { "EW" })
        };
        MeshHead {
            algo: None,
            grid: mesh.kind().name(),
            w: has_rows.then_some(options.columns),
            h: has_rows.then_some(options.rows),
            rings: is_polar.then_some(options.rings),
            levels: (options.levels > 1).then_some(options.levels),
            seed: None,
            attempt: None,
            generator: None,
            options: wrap,
            from: mesh.address(from),
            to: mesh.address(to),
            crossings: mesh.crossings().iter().map(crossing).collect(),
        }
    }

    /// The title of a picture.
    pub(super) fn title(&self) -> String {
        let MeshHead { algo, grid, w, h, rings, levels, seed, .. } = self;
        let name = GridKind::from_name(grid).map_or(*grid, |kind| kind.info().title);
        let mut title = format!("Maze: {}", name.to_lowercase());
        if let (Some(w), Some(h)) = (w, h) {
            title += &format!(", {w} × {h}");
        }
        for (number, what) in [(rings, "rings"), (levels, "levels")] {
            if let Some(number) = number {
                title += &format!(", {number} {what}");
            }
        }
        if let Some(algo) = algo {
            title += &format!(", {algo}");
        }
        if let Some(seed) = seed {
            title += &format!(", seed {seed}");
        }
        title
    }
}

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
    has_encoding.then(|| Box::new(Object { encoding, rows: mesh.row_count().into() }) as Box<dyn Form>)
}

#[derive(Debug)]
struct Object {
    encoding: Encoding,
    rows: u64,
}

impl Form for Object {
    fn pieces(&self) -> u64 {
        self.rows
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            write_object_start(&picture.head, out);
        }
        write_cells(&picture.maze, number as u32, self.encoding, out);
        if number + 1 == self.rows {
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
    let has_letters = has_letters(mesh);
    let sides = |cell: Cell| (0..mesh.side_count(cell) as u8).map(Side::new);
    let closed = |cell: Cell| sides(cell).collect::<Sides>().minus(maze.open_sides(cell));
    match encoding {
        Encoding::Graph => write_graph(maze, row, out),
        Encoding::Walls => {
            write_row(mesh, row, out, &mut |cell, out| write_sides(mesh, cell, closed(cell), has_letters, out))
        }
        Encoding::Passages => {
            write_row(mesh, row, out, &mut |cell, out| {
                write_sides(mesh, cell, maze.open_sides(cell), has_letters, out)
            });
        }
        Encoding::Blocks => write_blocks_of(maze, row, out),
        Encoding::Bits => {
            write_row(mesh, row, out, &mut |cell, out| drop(write!(out, "{}", closed(cell).bits())));
        }
        Encoding::Named => write_row(mesh, row, out, &mut |cell, out| {
            let closed = closed(cell);
            for (side, name) in sides(cell).zip(mesh.side_names(cell)) {
                let before = if side.number() == 0 { '{' } else { ',' };
                let _ = write!(out, "{before}\"{name}\":{}", closed.contains(side));
            }
            out.push(b'}');
        }),
    }
}

/// The names of some sides: one word on a square, else a list.
fn write_sides(mesh: &Mesh, cell: Cell, sides: Sides, is_word: bool, out: &mut Vec<u8>) {
    let names = sides.into_iter().map(|side| mesh.side_name(cell, side));
    if is_word {
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
            sides: (0..).zip(mesh.side_names(cell)).map(side).collect(),
        };
        node.write(out);
    }
    if row + 1 == mesh.row_count() {
        out.push(b']');
    }
}
