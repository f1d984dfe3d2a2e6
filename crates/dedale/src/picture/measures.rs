//! The measures of a maze that is cut or printed.

use std::ops::RangeInclusive;

use crate::about::InvalidValue;
use crate::grid::GridKind;

/// The maximum ratio of the length of a solid to the thickness of its walls.
const MAX_WALLS_OF_A_SIDE: f64 = 600_000.0;

/// Lengths for tools that cut and print, in thousandths of a millimeter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Measures {
    /// The distance from one wall to the next: a cell, and one of the walls beside it.
    pub cell: u32,
    /// The thickness of a wall: see [`check`](Measures::check).
    pub wall: u32,
    /// The height of a wall above the plate.
    pub height: u32,
    /// The thickness of the plate below the walls; 0 for walls without a plate.
    pub base: u32,
}

impl Default for Measures {
    fn default() -> Measures {
        Measures::DEFAULT
    }
}

impl Measures {
    /// Cells of a centimeter, walls of three lines of a typical printer, and a plate of eight of its layers.
    pub const DEFAULT: Measures = Measures { cell: 10_000, wall: 1_200, height: 8_000, base: 1_600 };

    /// The range of the distance from one wall to the next, in millimeters.
    pub(crate) const CELLS_MM: RangeInclusive<f64> = 1.0..=1000.0;

    /// The range of the thickness of a wall, in millimeters.
    pub(crate) const WALLS_MM: RangeInclusive<f64> = 0.1..=100.0;

    /// The range of the height of a wall, in millimeters.
    pub(crate) const HEIGHTS_MM: RangeInclusive<f64> = 0.1..=1000.0;

    /// The range of the thickness of the plate, in millimeters.
    pub(crate) const BASES_MM: RangeInclusive<f64> = 0.0..=100.0;

    /// Checks that the walls of a solid leave room for its cells. On squares, a wall must be thinner than a cell; on other grids, whose cells have
    /// narrow corners and short sides, it must be at most a fifth of a cell. If the size of the maze is given, in units of a cell, a wall must also be
    /// at least a 600,000th of the longer side, since the numbers of an STL have 24 bits.
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

    /// Returns the longer side of a maze of this size, in millimeters, with its walls.
    pub(crate) fn longest(&self, size: [f64; 2]) -> f64 {
        (size[0].max(size[1]) * f64::from(self.cell) + f64::from(self.wall)) / 1000.0
    }
}
