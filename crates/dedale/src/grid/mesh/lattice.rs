//! The layout of a working board for cells that are all alike.

use std::num::NonZeroUsize;

use super::tiled::Tiled;
use crate::grid::{Cell, Side};

/// Rows of places in which the place across a side is equally far off from every cell, because each row begins where the lattice has it:
/// where rows lean, every second one lies one place nearer to the row above. Between two rows, before the first and after the last one are
/// places that belong to no cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lattice {
    columns: u32,
    /// How many places lie between the beginnings of two rows, when the upper one has an even number.
    stride: usize,
    /// How much nearer the next row begins, when the upper one has an odd number.
    lean: usize,
    /// How many places lie between the beginnings of every second row. As it is not 0, dividing by it needs no check.
    pair: NonZeroUsize,
    places: usize,
    /// By the number of a side: what is added to the place of a cell for the one across, and the same side there.
    sides: [(usize, Side); 8],
}

impl Lattice {
    /// `None` unless all cells have the same sides, and no cell has a neighbor beyond the next row or column.
    pub(super) fn new(tiled: &Tiled) -> Option<Lattice> {
        let [cell] = &tiled.piece.cells[..] else { return None };
        if tiled.floors > 1 || cell.across.iter().any(|far| far.down.abs() > 1 || far.along.abs() > 1) {
            return None;
        }
        let lean = tiled.piece.lean as usize;
        let stride = tiled.columns as usize + 1 + lean;
        let mut sides = [(0, Side::N); 8];
        for (side, far) in sides.iter_mut().zip(&cell.across) {
            *side = ((far.down as isize * stride as isize + far.along as isize) as usize, Side::new(far.side));
        }
        let pair = NonZeroUsize::new(2 * stride - lean)?;
        let places = stride * (tiled.rows as usize + 2) + 2;
        Some(Lattice { columns: tiled.columns, stride, lean, pair, places, sides })
    }

    pub(super) fn columns(&self) -> u32 {
        self.columns
    }

    pub(super) fn places(&self) -> usize {
        self.places
    }

    #[inline]
    pub(super) fn place(&self, cell: Cell) -> usize {
        let (row, column) = ((cell.0 / self.columns) as usize, (cell.0 % self.columns) as usize);
        self.before_first() + row * self.stride - row / 2 * self.lean + column
    }

    #[inline]
    pub(super) fn cell_at(&self, place: usize) -> Cell {
        let place = place - self.before_first();
        let (pairs, rest) = (place / self.pair, place % self.pair);
        let is_second = rest >= self.stride;
        let (row, column) = (2 * pairs + usize::from(is_second), if is_second { rest - self.stride } else { rest });
        Cell((row * self.columns as usize + column) as u32)
    }

    #[inline]
    pub(super) fn across(&self, place: usize, side: Side) -> usize {
        place.wrapping_add(self.sides[usize::from(side.number())].0)
    }

    #[inline]
    pub(super) fn opposite(&self, side: Side) -> Side {
        self.sides[usize::from(side.number())].1
    }

    /// How many places lie before the first cell: at least as far off as any neighbor could be.
    #[inline]
    fn before_first(&self) -> usize {
        self.stride + 1
    }
}

#[cfg(test)]
mod tests {
    use crate::grid::{Cell, GridKind, Mesh, MeshOptions};

    #[test]
    fn a_grid_without_some_of_its_cells_has_none() {
        let options = MeshOptions { columns: 5, rows: 4, ..MeshOptions::new(GridKind::Hex) };
        let hexagons = Mesh::new(&options).expect("a size that is allowed");
        assert!(hexagons.steps_evenly());
        let left = hexagons.of_only(&std::array::from_fn::<_, 20, _>(|cell| cell != 7));
        assert!(!left.steps_evenly());
        assert_eq!((left.places(), left.run(), left.place(Cell(12))), (19, 19, 12));
    }
}
