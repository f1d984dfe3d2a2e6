//! What is known of the cells of a strip besides their walls: the ends, a path, and distances.

use super::{Strip, Trail};
use crate::grid::{Cell, Side, Sides, Square};
use crate::solve::Distances;

/// The ends, the path and the distances of a maze, and which cells of it those of a strip are.
#[derive(Clone, Debug)]
pub(crate) struct Overlay<'a> {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    pub(crate) path: Option<&'a Trail>,
    pub(crate) distances: Option<&'a Distances>,
    pub(crate) places: Places,
}

/// The cells of a strip.
#[derive(Clone, Debug)]
pub(crate) enum Places {
    /// Those of a rectangle.
    All(Square),
    /// Those above and those below the line; `None` where a mask leaves one out.
    Some([Vec<Option<Cell>>; 2]),
}

/// The role of a cell on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    From,
    To,
    /// The path starts and ends here.
    Both,
    Path,
}

impl<'a> Strip<'a> {
    /// The cell in this column, of the row of the strip or of the one above it; `None` where it is not known, or left out.
    #[inline]
    pub(crate) fn cell_at(&self, row: u64, column: u32) -> Option<Cell> {
        match &self.overlay.as_ref()?.places {
            Places::All(grid) => Some(grid.at(row as u32, column)),
            Places::Some([above, here]) => *(if row == self.row { here } else { above }).get(column as usize)?,
        }
    }

    fn path(&self) -> Option<&'a Trail> {
        self.overlay.as_ref()?.path
    }

    /// Whether there is a path to be shown.
    pub(crate) fn has_path(&self) -> bool {
        self.path().is_some()
    }

    /// Whether the path goes through this open side.
    #[inline]
    pub(crate) fn crosses(&self, row: u64, column: u32, side: Side) -> bool {
        let Some(path) = self.path() else { return false };
        if let Some(cell) = self.cell_at(row, column) {
            return path.crosses(cell, side);
        }
        // A way out towards a cell that is left out belongs to the cell on the other side.
        let (far, side) = match side {
            Side::N => (row.checked_sub(1).and_then(|above| self.cell_at(above, column)), Side::S),
            Side::W => (column.checked_sub(1).and_then(|west| self.cell_at(row, west)), Side::E),
            _ => (None, side),
        };
        far.is_some_and(|far| path.crosses(far, side))
    }

    /// The sides of a cell of the row that the path goes through, if it passes there.
    #[inline]
    pub(crate) fn path_at(&self, column: u32) -> Option<Sides> {
        let (path, cell) = (self.path()?, self.cell_at(self.row, column)?);
        // Stairs are no sides in the plane.
        path.passes(cell).then(|| Sides::from_bits(path.sides(cell).bits() & Sides::SQUARE.bits()))
    }

    /// What the text forms show in the middle of a cell of the row.
    #[inline]
    pub(crate) fn mark(&self, column: u32) -> Option<Mark> {
        let (overlay, cell) = (self.overlay.as_ref()?, self.cell_at(self.row, column)?);
        if !overlay.path?.passes(cell) {
            None
        } else if cell == overlay.to && cell == overlay.from {
            Some(Mark::Both)
        } else if cell == overlay.to {
            Some(Mark::To)
        } else if cell == overlay.from {
            Some(Mark::From)
        } else {
            Some(Mark::Path)
        }
    }
}
