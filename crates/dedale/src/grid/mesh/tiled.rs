//! Repeating pieces in rows and columns.

use super::{MeshOptions, Wrap};
use crate::grid::tiling::Piece;

/// Repeating pieces in rows and columns.
#[derive(Clone, Debug)]
pub(super) struct Tiled {
    pub(super) piece: &'static Piece,
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) levels: u32,
    /// Columns and rows of cells in a piece; `None` where the cells of a piece have a number.
    pub(super) arranged: Option<[u32; 2]>,
    /// The top left corner of the whole.
    pub(super) origin: [f64; 2],
}

/// A place for a cell in rows and columns.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub(super) level: u32,
    pub(super) row: u32,
    pub(super) column: u32,
    /// Which cell of a piece.
    pub(super) cell: usize,
}

impl Tiled {
    pub(super) fn new(piece: &'static Piece, options: &MeshOptions) -> Tiled {
        let MeshOptions { columns, rows, levels, .. } = *options;
        Tiled { piece, columns, rows, levels, arranged: piece.arranged, origin: [0.0; 2] }
    }

    /// How many cells there are at a row and column.
    pub(super) fn each(&self) -> u32 {
        if self.arranged.is_some() { 1 } else { self.piece.cells.len() as u32 }
    }

    pub(super) fn site(&self, number: u32) -> Site {
        let (rest, piece) = (number / self.each(), number % self.each());
        let (rest, column) = (rest / self.columns, rest % self.columns);
        let (level, row) = (rest / self.rows, rest % self.rows);
        let cell = match self.arranged {
            Some([across, down]) => row % down * across + column % across,
            None => piece,
        };
        Site { level, row, column, cell: cell as usize }
    }

    pub(super) fn number(&self, level: u32, row: u32, column: u32, piece: u32) -> u32 {
        ((level * self.rows + row) * self.columns + column) * self.each() + piece
    }

    /// The row and column of a site's piece.
    pub(super) fn piece_at(&self, site: Site) -> [i64; 2] {
        let [across, down] = self.arranged.unwrap_or([1, 1]);
        [i64::from(site.row / down), i64::from(site.column / across)]
    }

    /// Calls `link` for each site, side, and site and side across, level by level.
    pub(super) fn for_each_side(&self, wrap: Wrap, mut link: impl FnMut(u32, u8, Option<(u32, u8)>)) {
        let [across, down] = self.arranged.unwrap_or([1, 1]).map(i64::from);
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let mut steps = Vec::new();
        for (level, row) in (0..self.levels).flat_map(|level| (0..rows).map(move |row| (level, row))) {
            // What is across each side, for every cell that follows the one before it in a piece: the row, the step along it, and the rest.
            steps.clear();
            let in_row = |&(number, _): &(usize, _)| self.arranged.is_none() || number as i64 / across == row % down;
            for (number, cell) in self.piece.cells.iter().enumerate().filter(in_row) {
                for (side, far) in (0_u8..).zip(&cell.across) {
                    let piece_row = row.div_euclid(down) + i64::from(far.down);
                    let along = i64::from(far.along) + self.piece.moved_back(piece_row)
                        - self.piece.moved_back(row.div_euclid(down));
                    let far_cell = i64::from(far.cell);
                    let (far_row, right) = match self.arranged {
                        Some(_) => (
                            piece_row * down + far_cell / across,
                            along * across + far_cell % across - number as i64 % across,
                        ),
                        None => (piece_row, along),
                    };
                    let piece = if self.arranged.is_some() { 0 } else { u32::from(far.cell) };
                    let far_row = if wrap.joins_rows() { far_row.rem_euclid(rows) } else { far_row };
                    let is_inside = (0..rows).contains(&far_row);
                    let base = is_inside.then(|| self.number(level, far_row as u32, 0, piece));
                    steps.push((number as i64, side, base, right, far.side));
                }
            }
            for column in 0..columns {
                for &(number, side, base, right, back) in &steps {
                    let piece = if self.arranged.is_some() {
                        if number % across != column % across {
                            continue;
                        }
                        0
                    } else {
                        number as u32
                    };
                    let mut far = column + right;
                    if wrap.joins_columns() {
                        far = far.rem_euclid(columns);
                    }
                    let far = base
                        .filter(|_| (0..columns).contains(&far))
                        .map(|base| (base + far as u32 * self.each(), back));
                    link(self.number(level, row as u32, column as u32, piece), side, far);
                }
            }
            if self.levels > 1 {
                let sides = self.piece.cells[0].across.len() as u8;
                for column in 0..self.columns {
                    let site = self.number(level, row as u32, column, 0);
                    let at = |level| self.number(level, row as u32, column, 0);
                    // Nothing is above the highest floor or below the lowest, not even the outside.
                    if level + 1 < self.levels {
                        link(site, sides, Some((at(level + 1), sides + 1)));
                    }
                    if level > 0 {
                        link(site, sides + 1, Some((at(level - 1), sides)));
                    }
                }
            }
        }
    }
}
