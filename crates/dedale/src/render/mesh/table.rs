//! A maze on a mesh as a table of numbers. The axes are those of the addresses.

use super::Form;
use crate::grid::{Address, Cell, GridKind, Mesh, MeshOptions, Side, Sides};
use crate::render::Picture;
use crate::render::table::{LEFT_OUT, Notation, Pairs, Table, signed};

/// Whether a grid with these options can be written as this table.
pub(super) fn has_table(options: &MeshOptions, table: Table) -> bool {
    match table {
        // Of squares alone, and written as rows of these.
        Table::Blocks => false,
        // Rings have different lengths, and the cells of a custom grid have no rows.
        Table::Graph => true,
        Table::Bits | Table::Distances | Table::Weights => !matches!(options.kind, GridKind::Polar | GridKind::Custom),
    }
}

/// A table of cells, or of pairs of them.
pub(super) fn start<N: Notation>(picture: &Picture<Mesh>, table: Table, notation: N) -> Option<Box<dyn Form>> {
    let mesh = picture.maze.grid();
    if table == Table::Graph {
        return Some(Box::new(Pairs::new(mesh, notation)));
    }
    let rows = mesh.row_count();
    let last = mesh.last_address_before(rows).filter(|_| has_table(mesh.options(), table))?;
    Some(Box::new(Cells { table, notation, rows: rows.into(), last }))
}

impl<N: Notation> Form for Pairs<N> {
    fn pieces(&self) -> u64 {
        self.pieces
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        self.write(&picture.maze, number, out);
    }
}

#[derive(Debug)]
struct Cells<N> {
    table: Table,
    notation: N,
    rows: u64,
    /// The address with the largest number on every axis.
    last: Address,
}

impl<N: Notation> Form for Cells<N> {
    fn pieces(&self) -> u64 {
        self.rows
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        let Cells { table, notation, last, .. } = *self;
        if number == 0 {
            let shape: Vec<u64> = last.numbers().iter().map(|&number| u64::from(number) + 1).collect();
            notation.write_start(table, &shape, out);
        }
        let (mesh, maze) = (picture.maze.grid(), &picture.maze);
        let sides = |cell: Cell| (0..mesh.side_count(cell) as u8).map(Side::new).collect::<Sides>();
        let moves = |cell: Cell| picture.distances.as_ref()?.to(cell);
        for (_, cell) in mesh.row(number as u32) {
            let number = match (table, cell) {
                (Table::Distances, None) => -1,
                (Table::Distances, Some(cell)) => moves(cell).map_or(-1, signed),
                (Table::Weights, None) => 0,
                (Table::Weights, Some(cell)) => maze.weight(cell) as i32,
                (_, None) => LEFT_OUT,
                (_, Some(cell)) => sides(cell).minus(maze.open_sides(cell)).bits().into(),
            };
            notation.write(table, number, out);
        }
        notation.end_row(out);
    }
}
