//! Cells that are numbers from 0 to 15, each the sum of the bits of its sides.

use super::assembly::{Cells, outer_sides};
use super::bit_sides::BitSides;
use super::error::{InputPlace, ParseError};
use super::input::ReadContext;
use crate::grid::{Side, Sides};

/// The cells that were read so far, row by row. Each is compared with those before it and above it.
pub(crate) struct SidedCells<'a> {
    context: &'a ReadContext<'a>,
    size: [usize; 2],
    walls_of: [Sides; 16],
    cells: Cells<Sides>,
    /// The walls of the row above, and before the next cell those of its own row.
    walls: Vec<Sides>,
    column: usize,
    west: Option<Sides>,
}

impl<'a> SidedCells<'a> {
    /// Creates no cells, for a maze of this many columns and rows.
    pub(crate) fn new(size: [usize; 2], context: &'a ReadContext<'a>) -> Result<SidedCells<'a>, ParseError> {
        context.check_size(size)?;
        let bits = context.options.bits.unwrap_or_default();
        let walls_of = std::array::from_fn(|digit| bits.walls(digit as u8));
        let walls = Vec::with_capacity(size[0]);
        Ok(SidedCells { context, size, walls_of, cells: Cells::new(), walls, column: 0, west: None })
    }

    /// Begins the next row.
    pub(crate) fn start_row(&mut self) -> Result<(), ParseError> {
        (self.column, self.west) = (0, None);
        self.context.go_on()
    }

    /// Lets the cells of the next row be compared with none above them, because something is wrong with this row.
    pub(crate) fn forget_row(&mut self) {
        self.walls.clear();
    }

    /// Adds the next cell. Notes a fault if its neighbors do not agree with it.
    #[inline]
    pub(crate) fn push(&mut self, digit: u8, place: impl Fn() -> InputPlace) -> Result<(), ParseError> {
        let cell = self.walls_of[usize::from(digit & 15)];
        let above = self.walls.get(self.column).copied();
        let pairs = [(self.west, [Side::E, Side::W], "before it"), (above, [Side::S, Side::N], "above it")];
        for (other, sides, which) in pairs {
            if let Some(detail) = disagreement(other, cell, sides, which) {
                self.context.fault(ParseError::inconsistent(place(), detail))?;
            }
        }
        self.west = Some(cell);
        match self.walls.get_mut(self.column) {
            Some(above) => *above = cell,
            None => self.walls.push(cell),
        }
        self.column += 1;
        self.cells.push(Some(Sides::SQUARE.minus(cell)));
        Ok(())
    }

    /// Returns the open sides of all cells. Fails if no cell has an outer wall, and the meaning of the bits is not given: then the bits that are set are most
    /// likely the open sides.
    pub(crate) fn finish(self) -> Result<Cells<Sides>, ParseError> {
        let SidedCells { context, size, cells, .. } = self;
        let is_open = |(number, open): (usize, &Sides)| outer_sides(number, size).minus(*open) == Sides::NONE;
        if context.options.bits.is_some() || size.contains(&1) || !cells.all().iter().enumerate().all(is_open) {
            return Ok(cells);
        }
        let detail = "no cell has an outer wall, so that the bits may be those of open sides: bits=nesw reads them so, and bits=NESW as walls";
        Err(ParseError::inconsistent(None, detail))
    }
}

/// Says how two neighbors do not agree about the wall between them, if they do not: `sides` are that of the other one and that of this one.
fn disagreement(other: Option<Sides>, cell: Sides, [far, near]: [Side; 2], which: &str) -> Option<String> {
    if other?.contains(far) == cell.contains(near) {
        return None;
    }
    let [here, there] = if cell.contains(near) { ["a wall", "none"] } else { ["no wall", "one"] };
    let [near, far] = [near, far].map(Side::letter);
    Some(format!("{here} on side {near}, but the cell {which} has {there} on side {far}"))
}

/// Returns the meanings of bits with which all cells agree, those first that leave the fewest outer sides open. If some close more than half of these, the others
/// are left out.
pub(crate) fn likely_bits(digits: &[u8], columns: usize) -> Vec<BitSides> {
    let rows = digits.len() / columns.max(1);
    let orders = BitSides::orders_of(digits.chunks(columns.max(1)).map(|row| row.iter().copied()));
    let border = || {
        let numbers = (0..digits.len()).filter(move |number| {
            let [row, column] = [number / columns, number % columns];
            row == 0 || column == 0 || row + 1 == rows || column + 1 == columns
        });
        numbers.map(|number| (digits[number], outer_sides(number, [columns, rows])))
    };
    let count_open = |bits: BitSides| -> usize {
        border().map(|(digit, outer)| outer.minus(bits.walls(digit)).len() as usize).sum()
    };
    let all = 2 * (rows + columns);
    let mut likely: Vec<(usize, BitSides)> =
        orders.into_iter().flat_map(|(walls, open)| [walls, open]).map(|bits| (count_open(bits), bits)).collect();
    likely.sort_by_key(|(open, _)| *open);
    let has_closed = likely.first().is_some_and(|(open, _)| 2 * open < all);
    likely.retain(|(open, _)| !has_closed || 2 * open < all);
    likely.into_iter().map(|(_, bits)| bits).collect()
}
