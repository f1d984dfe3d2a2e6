//! How large a maze is to be made of wood or of plastic.

use std::ops::RangeInclusive;

use dedale::render::Measures;

use super::parameters::Name;
use super::query::Query;

/// From one wall to the next, in mm.
pub const CELLS: RangeInclusive<f64> = 1.0..=1000.0;

/// How thick a wall is, in mm.
pub const WALLS: RangeInclusive<f64> = 0.1..=100.0;

/// How high a wall is, in mm.
pub const HEIGHTS: RangeInclusive<f64> = 0.1..=1000.0;

/// How thick the plate is, in mm; none if it is 0.
pub const BASES: RangeInclusive<f64> = 0.0..=100.0;

/// Reads how large a maze is to be made.
pub fn measures(query: &mut Query<'_>) -> Option<Measures> {
    let [cell, wall, height, base] =
        [(Name::CellMm, CELLS), (Name::WallMm, WALLS), (Name::HeightMm, HEIGHTS), (Name::BaseMm, BASES)]
            .map(|(name, range)| query.thousandths(name, range));
    if let (Some(cell), Some(wall)) = (cell, wall)
        && wall >= cell
    {
        let name = if query.has(Name::WallMm) { Name::WallMm } else { Name::CellMm };
        let [wall, cell] = [wall, cell].map(|length| f64::from(length) / 1000.0);
        query.fault(name, format!("a wall must be thinner than a cell, and wall_mm is {wall} and cell_mm {cell}"));
    }
    Some(Measures { cell: cell?, wall: wall?, height: height?, base: base? })
}
