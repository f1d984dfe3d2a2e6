//! A maze on a mesh as a solid to print.

use super::layout::Layout;
use crate::draw::line::{Point, plus};
use crate::draw::solid::{Outline, Solid};
use crate::grid::{Arc, Cell, Corner, Grid, GridKind, Mesh, Side};
use crate::picture::form::MeshForm as Form;
use crate::picture::{Measures, Picture, Style};

pub(crate) fn start(picture: &Picture<Mesh>, measures: Measures) -> Box<dyn Form> {
    Box::new(Solid::new(picture, measures))
}

impl Form for Solid<Mesh> {
    fn pieces(&self) -> u64 {
        self.pieces
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        self.write(picture, number, out);
    }
}

impl Outline for Mesh {
    type Layout = Layout;

    fn layout(&self) -> Layout {
        Layout::new(self, Style::DEFAULT)
    }

    fn height(layout: &Layout) -> f64 {
        layout.units[1]
    }

    fn level(&self, layout: &Layout, cell: Cell) -> u32 {
        layout.level(self, cell)
    }

    fn corners(&self, layout: &Layout, cell: Cell) -> impl Iterator<Item = Corner> {
        let shift = layout.shift(self, cell);
        self.polygon(cell).map(move |Corner { id, at }| Corner { id, at: plus(at, shift) })
    }

    fn arc(&self, layout: &Layout, cell: Cell, side: Side) -> Option<(Arc, Point)> {
        Some((Mesh::arc(self, self.edge(cell, side)?)?, layout.middle))
    }

    fn stairs(&self, layout: &Layout, cell: Cell) -> Option<(Point, [Side; 2])> {
        self.up_and_down().map(|sides| (plus(self.center(cell), layout.shift(self, cell)), sides))
    }

    fn row_of(&self, cell: Cell) -> u32 {
        match *self.address(cell).numbers() {
            [level, row, _] if self.options().levels > 1 => level * self.options().rows + row,
            [row, ..] => row,
            [] => 0,
        }
    }

    fn row_start(&self, row: u32) -> u32 {
        let rows = row..self.row_count();
        rows.into_iter().find_map(|row| self.row(row).find_map(|(_, cell)| cell)).map_or(self.cells(), |cell| cell.0)
    }

    fn longest_row(&self) -> u32 {
        // The outermost ring has the most.
        self.row(self.row_count() - 1).count() as u32
    }

    fn is_square(&self) -> bool {
        self.kind() == GridKind::Square
    }
}
