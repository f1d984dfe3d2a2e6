//! How large a maze is made of wood or of plastic.

use std::ops::RangeInclusive;

use crate::about::InvalidValue;
use crate::grid::GridKind;

/// How many times as long as a wall is thick a solid may be.
const MAX_WALLS_OF_A_SIDE: f64 = 600_000.0;

/// Lengths for tools that cut and print, in thousandths of a millimeter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Measures {
    /// From one wall to the next: a cell, and one of the walls beside it.
    pub cell: u32,
    /// How thick a wall is: see [`check`](Measures::check).
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

    /// The least and the most millimeters from one wall to the next.
    pub(crate) const CELLS_MM: RangeInclusive<f64> = 1.0..=1000.0;

    /// How thick a wall may be, in millimeters.
    pub(crate) const WALLS_MM: RangeInclusive<f64> = 0.1..=100.0;

    /// How high a wall may be, in millimeters.
    pub(crate) const HEIGHTS_MM: RangeInclusive<f64> = 0.1..=1000.0;

    /// How thick the plate may be, in millimeters.
    pub(crate) const BASES_MM: RangeInclusive<f64> = 0.0..=100.0;

    /// Checks that the walls of a solid leave room for its cells: on squares they are thinner than a cell, and on other grids, whose cells have
    /// narrow corners and short sides, they are at most a fifth of it. And that they are not lost in its size, where that is known in units of a
    /// cell: an STL has numbers of 24 bits, so that a wall is at least a 600,000th of the longer side.
    ///
    /// # Errors
    ///
    /// [`InvalidValue`] for walls that are too thick or too thin.
    pub fn check(&self, kind: GridKind, size: Option<[f64; 2]>) -> Result<(), InvalidValue> {
        let Measures { wall, cell, .. } = *self;
        let (is_fitting, rule) = match kind {
            GridKind::Square => (wall < cell, "a wall must be thinner than a cell"),
            _ => (
                5 * u64::from(wall) <= u64::from(cell),
                "where cells are no squares, a wall must be at most 0.2 of cell_mm thick",
            ),
        };
        let [wall, cell] = [wall, cell].map(|length| f64::from(length) / 1000.0);
        if !is_fitting {
            return Err(format!("{rule}, and wall_mm is {wall} and cell_mm {cell}").into());
        }
        let longest = size.map_or(0.0, |size| self.longest(size));
        if wall * MAX_WALLS_OF_A_SIDE >= longest {
            return Ok(());
        }
        let rule = "in an STL, a wall must be at least a 600,000th of the longer side";
        Err(format!("{rule}, and wall_mm is {wall} and the side {longest} mm").into())
    }

    /// The longer side of a maze of this size, in millimeters, with its walls.
    pub(crate) fn longest(&self, size: [f64; 2]) -> f64 {
        (size[0].max(size[1]) * f64::from(self.cell) + f64::from(self.wall)) / 1000.0
    }
}
