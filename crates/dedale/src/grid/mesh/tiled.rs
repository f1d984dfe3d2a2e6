//! Repeating pieces in rows and columns.

use std::sync::OnceLock;

use super::links::{CellKind, Stride};
use super::{DOWN, MeshOptions, UP, Wrap};
use crate::grid::Side;
use crate::grid::tiling::RepeatingPiece;

/// Repeating pieces in rows and columns.
#[derive(Clone, Debug)]
pub(super) struct Tiled {
    pub(super) piece: &'static RepeatingPiece,
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) floors: u32,
    wrap: Wrap,
    /// Columns and rows of cells in a piece; `None` if the cells of a piece have a number.
    pub(super) arranged: Option<[u32; 2]>,
    /// The top left corner of the whole, once it has been computed. Only drawings need it.
    origin: OnceLock<[f64; 2]>,
}

/// A place for a cell in rows and columns.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub(super) floor: u32,
    pub(super) row: u32,
    pub(super) column: u32,
    /// The number of the cell in its piece.
    pub(super) cell: usize,
}

impl Tiled {
    pub(super) fn new(piece: &'static RepeatingPiece, options: &MeshOptions) -> Tiled {
        let MeshOptions { columns, rows, floors, wrap, .. } = *options;
        Tiled { piece, columns, rows, floors, wrap, arranged: piece.arranged, origin: OnceLock::new() }
    }

    /// Returns the number of cells at a row and column.
    pub(super) fn each(&self) -> u32 {
        if self.arranged.is_some() { 1 } else { self.piece.cells.len() as u32 }
    }

    pub(super) fn site(&self, number: u32) -> Site {
        let (rest, piece) = (number / self.each(), number % self.each());
        let (rest, column) = (rest / self.columns, rest % self.columns);
        let (floor, row) = (rest / self.rows, rest % self.rows);
        let cell = match self.arranged {
            Some([across, down]) => row % down * across + column % across,
            None => piece,
        };
        Site { floor, row, column, cell: cell as usize }
    }

    pub(super) fn number(&self, floor: u32, row: u32, column: u32, piece: u32) -> u32 {
        ((floor * self.rows + row) * self.columns + column) * self.each() + piece
    }

    /// Returns the row and column of a site's piece.
    pub(super) fn piece_at(&self, site: Site) -> [i64; 2] {
        let [across, down] = self.arranged.unwrap_or([1, 1]);
        [i64::from(site.row / down), i64::from(site.column / across)]
    }

    /// Returns the sites with a corner at the edge of the whole, on one floor. The other floors have corners at the same positions.
    pub(super) fn sites_at_edge(&self) -> impl Iterator<Item = u32> {
        (0..self.rows).flat_map(|row| {
            let is_inside = row >= 2 && row + 2 < self.rows && self.columns > 4;
            let [left, right] = if is_inside { [2, self.columns - 2] } else { [self.columns; 2] };
            let at = |column| self.number(0, row, column, 0);
            (at(0)..at(left)).chain(at(right)..at(self.columns))
        })
    }

    /// Returns the top left corner of the whole.
    pub(super) fn origin(&self) -> [f64; 2] {
        *self.origin.get_or_init(|| {
            let mut origin = [f64::INFINITY; 2];
            for site in self.sites_at_edge().map(|number| self.site(number)) {
                let [row, column] = self.piece_at(site);
                for &corner in &self.piece.cells[site.cell].corners {
                    let [x, y] = self.piece.position(corner, column, row);
                    origin = [origin[0].min(x), origin[1].min(y)];
                }
            }
            origin
        })
    }

    /// Returns the number of sites at both ends of a row that can have neighbors beyond its ends, and the number of sites after which the
    /// same cell of a piece repeats. The first number is a multiple of the second one.
    pub(super) fn edge_and_period(&self) -> [u32; 2] {
        let [across, _] = self.arranged.unwrap_or([1, 1]);
        let period = across.max(self.each());
        let steps = self.piece.cells.iter().flat_map(|cell| &cell.across).map(|far| far.along.unsigned_abs());
        [(steps.max().unwrap_or(0) + self.piece.lean as u32 + 1) * period, period]
    }

    /// Returns the kind of a site.
    pub(super) fn kind(&self, number: u32) -> CellKind {
        let site = self.site(number);
        let [across, down] = self.arranged.unwrap_or([1, 1]).map(i64::from);
        let [piece_row, piece_column] = self.piece_at(site);
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let mut kind = CellKind::CLOSED;
        for (side, far) in (0_u8..).zip(&self.piece.cells[site.cell].across) {
            let cell = i64::from(far.cell);
            let far_row = piece_row + i64::from(far.down);
            let leant = self.piece.moved_back(far_row) - self.piece.moved_back(piece_row);
            let far_column = piece_column + i64::from(far.along) + leant;
            let (mut row, mut column, piece) = match self.arranged {
                Some(_) => (far_row * down + cell / across, far_column * across + cell % across, 0),
                None => (far_row, far_column, u32::from(far.cell)),
            };
            if self.wrap.joins_rows() {
                row = row.rem_euclid(rows);
            }
            if self.wrap.joins_columns() {
                column = column.rem_euclid(columns);
            }
            if (0..rows).contains(&row) && (0..columns).contains(&column) {
                let far_number = self.number(site.floor, row as u32, column as u32, piece);
                kind.add(side, Stride::new(Stride::EVEN, number, far_number, far.side));
            } else {
                kind.outer = kind.outer.with(Side::new(side));
            }
        }
        // Nothing is above the highest floor or below the lowest one, not even the outside.
        let in_floor = self.columns * self.rows * self.each();
        if site.floor + 1 < self.floors {
            kind.add(UP.number(), Stride::new(Stride::EVEN, number, number + in_floor, DOWN.number()));
        }
        if site.floor > 0 {
            kind.add(DOWN.number(), Stride::new(Stride::EVEN, number, number - in_floor, UP.number()));
        }
        kind
    }
}
