//! A side of each cell.

use super::board::Board;
use super::place_table::PlaceTable;
use crate::grid::{Grid, Place, Side};

/// A side of each cell, by its place, or none: a byte for each place.
pub(super) struct SideTable(PlaceTable<u8>);

/// No side has this number.
const NONE: u8 = u8::MAX;

impl SideTable {
    /// Creates the table of a board, in which no cell has a side.
    pub(super) fn new<G: Grid>(board: &Board<'_, G>) -> SideTable {
        SideTable(board.table(NONE))
    }

    /// Returns the side of the cell at `place`.
    #[inline]
    pub(super) fn get(&self, place: Place) -> Option<Side> {
        side(self.0[place])
    }

    /// Sets the side of the cell at `place`.
    #[inline]
    pub(super) fn set(&mut self, place: Place, side: Side) {
        self.0[place] = side.number();
    }

    /// Removes the side of the cell at `place`, and returns it.
    #[inline]
    pub(super) fn take(&mut self, place: Place) -> Option<Side> {
        side(std::mem::replace(&mut self.0[place], NONE))
    }
}

#[inline]
fn side(number: u8) -> Option<Side> {
    (number != NONE).then(|| Side::new(number & 7))
}
