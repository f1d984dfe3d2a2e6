//! What the writers of documents ask of a grid, beside its neighbours.

use std::fmt::Debug;

use serde::Serialize;

use super::json::{Encoding, row_start, write_cells, write_graph};
use super::{Canvas, Format, Head, Picture, Strip, Style, Writer, mesh, solid, strokes};
use crate::grid::{Address, Cell, Grid, Mesh, Side, Sides, Square};
use crate::maze::Maze;

/// A grid whose cells have addresses, and whose mazes can be written: [`Square`] and [`Mesh`].
pub trait Plane: Grid + Clone + Debug + Send + Sync + 'static {
    /// What JSON says of a maze on this grid before its cells.
    type Head: Serialize + Clone + Debug + PartialEq + Send + Sync;

    /// The head of a maze of which only the grid and the ends are known.
    fn head(&self, from: Cell, to: Cell) -> Self::Head;

    /// The address of a cell.
    fn address_of(&self, cell: Cell) -> Address;

    /// The cell at an address; `None` where there is none.
    fn cell_at_address(&self, address: Address) -> Option<Cell>;

    /// The cell in the middle: of several, the first.
    fn middle(&self) -> Cell;

    /// The name of a side of a cell.
    fn side_name(&self, cell: Cell, side: Side) -> &str;

    /// The side of a cell with a name; `None` where the cell has none of it.
    fn side(&self, cell: Cell, name: &str) -> Option<Side>;

    /// Whether directions are letters, each the name of a side, so that a path is one word.
    fn has_letters(&self) -> bool;

    /// How many rows a list of all cells is written in.
    fn rows(&self) -> u32;

    /// The sides of a cell that have a wall, outer ones included.
    fn closed_sides(maze: &Maze<Self>, cell: Cell) -> Sides;

    /// Writes one row of a list of all cells, which is nested as addresses are, with what belongs to each cell. A place for a cell that a
    /// mask leaves out is `null`.
    fn write_row(&self, row: u32, out: &mut Vec<u8>, write: &mut dyn FnMut(Cell, &mut Vec<u8>));

    /// In how many pieces the cells of a maze are written in this encoding.
    fn cell_pieces(&self, encoding: Encoding) -> usize;

    /// Writes one of these pieces: the members `encoding` and `cells`.
    fn write_cells(maze: &Maze<Self>, piece: u32, encoding: Encoding, out: &mut Vec<u8>);

    /// About how many elements are written of a maze on this grid in a format: cells, or as many pixels as take as long.
    fn elements(&self, format: Format) -> u64;

    /// The picture in a format, piece by piece; `None` where this grid has none in the format.
    fn pieces(picture: Picture<Self>, format: Format) -> Option<Box<dyn Pieces>>;

    /// Width and height of what is drawn of a maze on this grid, in units of a cell, without the half of the outer walls that lies beyond.
    fn drawn_size(&self) -> [f64; 2];

    /// Draws a picture: see [`Picture::draw`].
    fn draw(picture: &Picture<Self>, style: &Style, canvas: &mut dyn Canvas);
}

/// Something that is written piece by piece.
pub trait Pieces: Send {
    /// Whether everything has been written.
    fn is_done(&self) -> bool;

    /// Appends the next piece to `out`.
    fn write_next(&mut self, out: &mut Vec<u8>);
}

impl<S: super::RowSource + Send> Pieces for Writer<S> {
    fn is_done(&self) -> bool {
        Writer::is_done(self)
    }

    fn write_next(&mut self, out: &mut Vec<u8>) {
        Writer::write_next(self, out);
    }
}

impl Plane for Square {
    type Head = Head;

    fn head(&self, from: Cell, to: Cell) -> Head {
        Head::of_grid(self, from, to)
    }

    fn address_of(&self, cell: Cell) -> Address {
        [self.row(cell), self.column(cell)].into()
    }

    fn cell_at_address(&self, address: Address) -> Option<Cell> {
        let &[row, column] = address.numbers() else { return None };
        (row < Square::rows(self) && column < self.columns()).then(|| self.at(row, column))
    }

    fn middle(&self) -> Cell {
        self.at((Square::rows(self) - 1) / 2, (self.columns() - 1) / 2)
    }

    fn side_name(&self, _: Cell, side: Side) -> &str {
        ["N", "E", "S", "W"][usize::from(side.number() & 3)]
    }

    fn side(&self, _: Cell, name: &str) -> Option<Side> {
        let mut letters = name.chars();
        letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none())
    }

    fn has_letters(&self) -> bool {
        true
    }

    fn rows(&self) -> u32 {
        Square::rows(self)
    }

    #[inline]
    fn closed_sides(maze: &Maze<Square>, cell: Cell) -> Sides {
        Sides::SQUARE.minus(maze.open_sides(cell))
    }

    fn write_row(&self, row: u32, out: &mut Vec<u8>, write: &mut dyn FnMut(Cell, &mut Vec<u8>)) {
        if row == 0 {
            out.push(b'[');
        }
        let mut before = row_start(row.into());
        for cell in self.row_cells(row) {
            out.extend_from_slice(before.as_bytes());
            write(cell, out);
            before = ",";
        }
        out.push(b']');
        if row + 1 == Square::rows(self) {
            out.push(b']');
        }
    }

    fn cell_pieces(&self, _: Encoding) -> usize {
        Square::rows(self) as usize + 1
    }

    fn write_cells(maze: &Maze<Square>, piece: u32, encoding: Encoding, out: &mut Vec<u8>) {
        match encoding {
            Encoding::Graph => write_graph(maze, piece, out),
            _ => write_cells(&Strip::of(maze, piece), encoding, out),
        }
    }

    fn elements(&self, format: Format) -> u64 {
        format.elements(self.columns().into(), Square::rows(self).into())
    }

    fn pieces(picture: Picture, format: Format) -> Option<Box<dyn Pieces>> {
        Some(Box::new(Writer::new(picture, format)))
    }

    fn drawn_size(&self) -> [f64; 2] {
        [self.columns(), Square::rows(self)].map(f64::from)
    }

    fn draw(picture: &Picture, style: &Style, canvas: &mut dyn Canvas) {
        strokes::draw(picture, style, canvas);
    }
}

/// How many elements take as long as painting a cell.
const PAINTED: u64 = 100;

impl Plane for Mesh {
    type Head = Head<Address>;

    fn head(&self, from: Cell, to: Cell) -> Head<Address> {
        Head::of_mesh(self, from, to)
    }

    fn address_of(&self, cell: Cell) -> Address {
        self.address(cell)
    }

    fn cell_at_address(&self, address: Address) -> Option<Cell> {
        self.find(address)
    }

    fn middle(&self) -> Cell {
        Mesh::middle(self)
    }

    fn side_name(&self, cell: Cell, side: Side) -> &str {
        Mesh::side_name(self, cell, side)
    }

    fn side(&self, cell: Cell, name: &str) -> Option<Side> {
        (0..).zip(self.side_names(cell)).find(|(_, known)| *known == name).map(|(number, _)| Side::new(number))
    }

    fn has_letters(&self) -> bool {
        mesh::has_letters(self)
    }

    fn rows(&self) -> u32 {
        self.row_count()
    }

    fn closed_sides(maze: &Maze<Mesh>, cell: Cell) -> Sides {
        let sides = (0..maze.grid().side_count(cell) as u8).map(Side::new);
        sides.collect::<Sides>().minus(maze.open_sides(cell))
    }

    fn write_row(&self, row: u32, out: &mut Vec<u8>, write: &mut dyn FnMut(Cell, &mut Vec<u8>)) {
        mesh::write_row(self, row, out, write);
    }

    fn cell_pieces(&self, _: Encoding) -> usize {
        self.row_count() as usize
    }

    fn write_cells(maze: &Maze<Mesh>, piece: u32, encoding: Encoding, out: &mut Vec<u8>) {
        mesh::write_cells(maze, piece, encoding, out);
    }

    fn elements(&self, format: Format) -> u64 {
        // A cell is a few sides, each of which is written.
        let sides = 4 * u64::from(self.cells());
        if matches!(format, Format::Stl(_)) {
            return solid::ELEMENTS_OF_A_MESH * u64::from(self.cells());
        }
        if !format.info().is_compressed {
            return sides;
        }
        // Pixels take as long as those of as many squares, and a cell some microseconds, however small it is.
        let [columns, rows] = mesh::MeshWriter::units(self).map(|units| units.ceil() as u64);
        (PAINTED * u64::from(self.cells())).max(format.elements(columns, rows))
    }

    fn pieces(picture: Picture<Mesh>, format: Format) -> Option<Box<dyn Pieces>> {
        Some(Box::new(mesh::MeshWriter::new(picture, format)?))
    }

    fn drawn_size(&self) -> [f64; 2] {
        mesh::MeshWriter::units(self)
    }

    fn draw(picture: &Picture<Mesh>, style: &Style, canvas: &mut dyn Canvas) {
        mesh::draw(picture, style, canvas);
    }
}
