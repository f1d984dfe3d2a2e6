//! How large a maze is to be made of wood or of plastic.

use std::ops::RangeInclusive;

use dedale::grid::GridKind;
use dedale::picture::Measures;

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
    let measures = Measures { cell: cell?, wall: wall?, height: height?, base: base? };
    check_walls(query, GridKind::Square, Some(measures));
    Some(measures)
}

/// Reports walls that are too thick for the cells of a grid.
pub fn check_walls(query: &mut Query<'_>, kind: GridKind, measures: Option<Measures>) {
    let Some(measures) = measures.filter(|measures| !measures.fit(kind)) else { return };
    let name = if query.has(Name::WallMm) { Name::WallMm } else { Name::CellMm };
    let [wall, cell] = [measures.wall, measures.cell].map(|length| f64::from(length) / 1000.0);
    let rule = match kind {
        GridKind::Square => "a wall must be thinner than a cell",
        _ => "where cells are no squares, a wall must be at most 0.2 of cell_mm thick",
    };
    query.fault(name, format!("{rule}, and wall_mm is {wall} and cell_mm {cell}"));
}
