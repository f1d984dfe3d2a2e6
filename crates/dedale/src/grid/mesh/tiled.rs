//! Repeating pieces in rows and columns.

use std::sync::OnceLock;

use super::links::{Kind, Kinds, Stride};
use super::{DOWN, MeshOptions, UP, Wrap};
use crate::grid::Side;
use crate::grid::tiling::Piece;
use crate::observe::Observer;

/// Repeating pieces in rows and columns.
#[derive(Clone, Debug)]
pub(super) struct Tiled {
    pub(super) piece: &'static Piece,
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) floors: u32,
    /// Columns and rows of cells in a piece; `None` where the cells of a piece have a number.
    pub(super) arranged: Option<[u32; 2]>,
    /// The top left corner of the whole, once it was asked for: only what draws does.
    origin: OnceLock<[f64; 2]>,
}

/// A place for a cell in rows and columns.
#[derive(Clone, Copy)]
pub(super) struct Site {
    pub(super) floor: u32,
    pub(super) row: u32,
    pub(super) column: u32,
    /// Which cell of a piece.
    pub(super) cell: usize,
}

impl Tiled {
    pub(super) fn new(piece: &'static Piece, options: &MeshOptions) -> Tiled {
        let MeshOptions { columns, rows, floors, .. } = *options;
        Tiled { piece, columns, rows, floors, arranged: piece.arranged, origin: OnceLock::new() }
    }

    /// How many cells there are at a row and column.
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

    /// The row and column of a site's piece.
    pub(super) fn piece_at(&self, site: Site) -> [i64; 2] {
        let [across, down] = self.arranged.unwrap_or([1, 1]);
        [i64::from(site.row / down), i64::from(site.column / across)]
    }

    /// The sites with a corner at the edge of the whole, of one floor: the others have corners at the same positions.
    pub(super) fn sites_at_edge(&self) -> impl Iterator<Item = u32> {
        (0..self.rows).flat_map(|row| {
            let is_inside = row >= 2 && row + 2 < self.rows && self.columns > 4;
            let [left, right] = if is_inside { [2, self.columns - 2] } else { [self.columns; 2] };
            let at = |column| self.number(0, row, column, 0);
            (at(0)..at(left)).chain(at(right)..at(self.columns))
        })
    }

    /// The top left corner of the whole.
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

    /// Finds the kinds of all sites.
    pub(super) fn link<O: Observer>(&self, wrap: Wrap, kinds: &mut Kinds, observer: &mut O) -> Result<(), O::Stop> {
        let across = self.arranged.map_or(1, |[across, _]| across);
        // The number of sites until the same cell of a piece comes again.
        let period = across.max(self.each()) as usize;
        let (each, columns) = (i64::from(self.each()), i64::from(self.columns));
        let in_floor = columns * i64::from(self.rows) * each;
        let (mut steps, mut of_row) = (Vec::new(), Vec::new());
        for (floor, row) in (0..self.floors).flat_map(|floor| (0..self.rows).map(move |row| (floor, row))) {
            self.steps_from_row(row, wrap, &mut steps);
            of_row.clear();
            of_row.resize(period, Kind::CLOSED);
            for step in &steps {
                of_row[step.class].add(step.side, Stride::even(step.ahead, step.back), step.is_there);
            }
            let stairs = [(UP, DOWN, in_floor, floor + 1 < self.floors), (DOWN, UP, -in_floor, floor > 0)];
            for kind in of_row.iter_mut().filter(|_| self.floors > 1) {
                for (side, back, ahead, is_there) in stairs {
                    kind.strides[usize::from(side.number())] = Stride::even(ahead, back.number());
                    // Nothing is above the highest floor or below the lowest, not even the outside.
                    if is_there {
                        kind.inner = kind.inner.with(side);
                    }
                }
            }
            kinds.set_run(&of_row);
            kinds.extend(self.columns * self.each(), observer)?;
            // The cells that have a neighbor beyond the columns that there are.
            let leftmost = steps.iter().map(|step| -step.right).max().unwrap_or(0).clamp(0, columns);
            let rightmost = steps.iter().map(|step| step.right).max().unwrap_or(0).clamp(0, columns - leftmost);
            let at_edge = (0..leftmost).chain(columns - rightmost..columns);
            for (column, number) in at_edge.flat_map(|column| (0..each).map(move |cell| (column, column * each + cell)))
            {
                let class = number as usize % period;
                let mut kind = of_row[class];
                for step in steps.iter().filter(|step| step.class == class && step.is_there) {
                    let far = column + step.right;
                    let round = far.rem_euclid(columns) - far;
                    let side = Side::new(step.side);
                    if wrap.joins_columns() {
                        kind.strides[usize::from(step.side)] = Stride::even(step.ahead + round * each, step.back);
                    } else if round != 0 {
                        (kind.inner, kind.outer) = (kind.inner.without(side), kind.outer.with(side));
                    }
                }
                kinds.set(self.number(floor, row, 0, 0) as usize + number as usize, &kind);
            }
        }
        Ok(())
    }

    /// The steps across each side of the cells of a row.
    fn steps_from_row(&self, row: u32, wrap: Wrap, steps: &mut Vec<Step>) {
        let [across, down] = self.arranged.unwrap_or([1, 1]).map(i64::from);
        let (row, columns, rows) = (i64::from(row), i64::from(self.columns), i64::from(self.rows));
        let is_arranged = self.arranged.is_some();
        let in_row = |&(number, _): &(usize, _)| !is_arranged || number as i64 / across == row % down;
        steps.clear();
        for (number, cell) in self.piece.cells.iter().enumerate().filter(in_row) {
            for (side, far) in (0_u8..).zip(&cell.across) {
                let piece_row = row.div_euclid(down) + i64::from(far.down);
                let along = i64::from(far.along) + self.piece.moved_back(piece_row)
                    - self.piece.moved_back(row.div_euclid(down));
                let (number, far_cell) = (number as i64, i64::from(far.cell));
                let (far_row, right) = if is_arranged {
                    (piece_row * down + far_cell / across, along * across + far_cell % across - number % across)
                } else {
                    (piece_row, along)
                };
                let far_row = if wrap.joins_rows() { far_row.rem_euclid(rows) } else { far_row };
                let in_piece = if is_arranged { 0 } else { far_cell - number };
                steps.push(Step {
                    class: (if is_arranged { number % across } else { number }) as usize,
                    side,
                    back: far.side,
                    ahead: ((far_row - row) * columns + right) * i64::from(self.each()) + in_piece,
                    right,
                    is_there: (0..rows).contains(&far_row),
                });
            }
        }
    }
}

/// The step across a side, for all cells of a row that are at the same place in their pieces.
struct Step {
    /// Which cells of the row: those whose number in it, divided by how many follow until the same comes again, has this remainder.
    class: usize,
    side: u8,
    /// The number of the same side there.
    back: u8,
    /// How much larger the number of the site across is.
    ahead: i64,
    /// How many columns further right that site is.
    right: i64,
    /// Whether its row is there.
    is_there: bool,
}
