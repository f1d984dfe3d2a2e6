//! How large a maze is made of wood or of plastic.

use std::fmt::{self, Formatter};

use crate::grid::GridKind;

/// Lengths for tools that cut and print, in thousandths of a millimeter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Measures {
    /// From one wall to the next: a cell, and one of the walls beside it.
    pub cell: u32,
    /// How thick a wall is: see [`fit`](Measures::fit).
    pub wall: u32,
    /// How high a wall is above the plate.
    pub height: u32,
    /// How thick the plate is that the walls stand on; 0 for walls without a plate.
    pub base: u32,
}

impl Default for Measures {
    fn default() -> Measures {
        Measures::DEFAULT
    }
}

impl Measures {
    /// Cells of a centimeter, walls of three lines of a usual printer, and a plate of eight of its layers.
    pub const DEFAULT: Measures = Measures { cell: 10_000, wall: 1_200, height: 8_000, base: 1_600 };

    /// Whether the walls of a solid leave room for its cells: on squares they are thinner than a cell, and on other grids, whose cells have
    /// narrow corners and short sides, they are at most a fifth of it.
    pub fn fit(&self, kind: GridKind) -> bool {
        if kind == GridKind::Square { self.wall < self.cell } else { 5 * u64::from(self.wall) <= u64::from(self.cell) }
    }

    /// Appends a space and a text unique to this value.
    pub(crate) fn identify(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Measures { cell, wall, height, base } = *self;
        write!(f, " cell={cell} wall={wall} height={height} base={base}")
    }
}
