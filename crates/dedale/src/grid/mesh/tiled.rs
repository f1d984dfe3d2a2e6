//! Repeating pieces in rows and columns.

use std::ops::Range;
use std::sync::OnceLock;

use super::{DOWN, MeshOptions, UP, Wrap};
use crate::grid::tiling::Piece;
use crate::grid::{Side, Sides};
use crate::observe::{Observer, asked_parts};

/// No neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// Repeating pieces in rows and columns.
#[derive(Clone, Debug)]
pub(super) struct Tiled {
    pub(super) piece: &'static Piece,
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) levels: u32,
    /// Columns and rows of cells in a piece; `None` where the cells of a piece have a number.
    pub(super) arranged: Option<[u32; 2]>,
    /// The top left corner of the whole, once it was asked for: only what draws does.
    origin: OnceLock<[f64; 2]>,
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
        Tiled { piece, columns, rows, levels, arranged: piece.arranged, origin: OnceLock::new() }
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

    /// The sites with a corner at the edge of the whole, of one level: the others have corners at the same positions.
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

    /// Fills the table.
    pub(super) fn link<O: Observer>(
        &self,
        wrap: Wrap,
        table: &mut Neighbours,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let across = self.arranged.map_or(1, |[across, _]| across);
        // So many sites follow one another until the same cell of a piece comes again.
        let period = across.max(self.each()) as usize;
        let mut steps = Vec::new();
        let mut run = Run::default();
        for (level, row) in (0..self.levels).flat_map(|level| (0..self.rows).map(move |row| (level, row))) {
            observer.go_on()?;
            self.steps_from_row(row, wrap, &mut steps);
            let site = |column| self.number(level, row, column, 0) as usize;
            // Whole runs of cells whose neighbours are all in the columns that there are.
            let columns_of_run = across * (SITES_IN_RUN / period).max(1) as u32;
            let leftmost = steps.iter().map(|step| -step.right).max().unwrap_or(0).max(0) as u32;
            let rightmost = steps.iter().map(|step| step.right).max().unwrap_or(0).max(0) as u32;
            let first = leftmost.next_multiple_of(across).min(self.columns);
            let runs = self.columns.saturating_sub(first + rightmost) / columns_of_run;
            let end = first + runs * columns_of_run;
            if runs > 0 {
                run.set(table.width, period, columns_of_run * self.each(), &steps);
                for part in asked_parts(0..runs) {
                    observer.go_on()?;
                    let [start, end] = [part.start, part.end].map(|runs| site(first + runs * columns_of_run));
                    run.repeat(table, start..end);
                }
            }
            for number in (site(0)..site(first)).chain(site(end)..site(self.columns)) {
                let (column, class) = ((number - site(0)) as i64 / i64::from(self.each()), (number - site(0)) % period);
                table.close(number);
                for step in steps.iter().filter(|step| step.class == class) {
                    let far = column + step.right;
                    let round = if wrap.joins_columns() { far.rem_euclid(self.columns.into()) - far } else { 0 };
                    let is_there = step.is_there && (0..i64::from(self.columns)).contains(&(far + round));
                    let far = (number as i64 + step.ahead + round * i64::from(self.each())) as u32;
                    table.set(number as u32, step.side, is_there.then_some((far, step.back)));
                }
            }
            if self.levels > 1 {
                let [up, down] = [UP.number(), DOWN.number()];
                for column in 0..self.columns {
                    let at = |level| self.number(level, row, column, 0);
                    // Nothing is above the highest floor or below the lowest, not even the outside.
                    if level + 1 < self.levels {
                        table.set(at(level), up, Some((at(level + 1), down)));
                    }
                    if level > 0 {
                        table.set(at(level), down, Some((at(level - 1), up)));
                    }
                }
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

/// The table of neighbours while it is filled.
pub(super) struct Neighbours<'a> {
    pub(super) width: usize,
    pub(super) across: &'a mut [u32],
    pub(super) inner: &'a mut [Sides],
    pub(super) outer: &'a mut [Sides],
}

impl Neighbours<'_> {
    /// Leaves a site nothing across any side.
    pub(super) fn close(&mut self, site: usize) {
        self.across[site * self.width..][..self.width].fill(NONE);
    }

    /// Writes what is across a side: a site and the same side there, or the outside.
    pub(super) fn set(&mut self, site: u32, side: u8, far: Option<(u32, u8)>) {
        let sides = if far.is_some() { &mut self.inner[site as usize] } else { &mut self.outer[site as usize] };
        *sides = sides.with(Side::new(side));
        if let Some((far, back)) = far {
            self.across[site as usize * self.width + usize::from(side)] = far << 3 | u32::from(back);
        }
    }
}

/// About how many sites are filled at a time: enough that a loop over their sides costs little to begin.
const SITES_IN_RUN: usize = 16;

/// The rows of the table for some sites that follow one another, to be repeated for those that follow.
#[derive(Default)]
struct Run {
    /// For each side, what is added to eight times the number of the first site, and then which bits are set.
    across: Vec<[u32; 2]>,
    inner: Vec<Sides>,
    outer: Vec<Sides>,
}

impl Run {
    fn set(&mut self, width: usize, period: usize, sites: u32, steps: &[Step]) {
        let sites = sites as usize;
        self.across.clear();
        self.across.resize(sites * width, [0, NONE]);
        for sides in [&mut self.inner, &mut self.outer] {
            sides.clear();
            sides.resize(sites, Sides::NONE);
        }
        for (step, site) in
            steps.iter().flat_map(|step| (step.class..sites).step_by(period).map(move |site| (step, site)))
        {
            let sides = if step.is_there { &mut self.inner } else { &mut self.outer };
            sides[site] = sides[site].with(Side::new(step.side));
            if step.is_there {
                let far = 8 * (site as i64 + step.ahead) + i64::from(step.back);
                self.across[site * width + usize::from(step.side)] = [far as u32, 0];
            }
        }
    }

    fn repeat(&self, table: &mut Neighbours, sites: Range<usize>) {
        let mut first = 8 * sites.start as u32;
        let across = &mut table.across[sites.start * table.width..sites.end * table.width];
        for numbers in across.chunks_exact_mut(self.across.len()) {
            for (number, [added, set]) in numbers.iter_mut().zip(&self.across) {
                *number = first.wrapping_add(*added) | set;
            }
            first = first.wrapping_add(8 * self.inner.len() as u32);
        }
        for (sides, run) in [(&mut table.inner[sites.clone()], &self.inner), (&mut table.outer[sites], &self.outer)] {
            sides.chunks_exact_mut(run.len()).for_each(|sides| sides.copy_from_slice(run));
        }
    }
}
