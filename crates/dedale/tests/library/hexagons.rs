//! A grid that the library does not have: rows of hexagons, every other row half a cell to the east.

use dedale::grid::{Cell, Grid, Side, Sides};

/// `rows × columns` hexagons with six sides each: 0 to 5, clockwise from the north-east.
#[derive(Clone, Copy)]
pub struct Hexagons {
    pub columns: u32,
    pub rows: u32,
}

impl Hexagons {
    fn neighbor(&self, cell: Cell, side: Side) -> Option<Cell> {
        let (row, column) = (i64::from(cell.0 / self.columns), i64::from(cell.0 % self.columns));
        let shift = row % 2;
        let (row, column) = match side.number() {
            0 => (row - 1, column + shift),
            1 => (row, column + 1),
            2 => (row + 1, column + shift),
            3 => (row + 1, column + shift - 1),
            4 => (row, column - 1),
            5 => (row - 1, column + shift - 1),
            _ => return None,
        };
        let inside = (0..i64::from(self.rows)).contains(&row) && (0..i64::from(self.columns)).contains(&column);
        inside.then(|| Cell((row * i64::from(self.columns) + column) as u32))
    }
}

impl Grid for Hexagons {
    fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    fn inner_sides(&self, cell: Cell) -> Sides {
        (0..6).map(Side::new).filter(|&side| self.neighbor(cell, side).is_some()).collect()
    }

    fn outer_sides(&self, cell: Cell) -> Sides {
        (0..6).map(Side::new).filter(|&side| self.neighbor(cell, side).is_none()).collect()
    }

    fn across(&self, cell: Cell, side: Side) -> Cell {
        self.neighbor(cell, side).unwrap()
    }

    fn opposite(&self, _: Cell, side: Side) -> Side {
        Side::new((side.number() + 3) % 6)
    }
}
