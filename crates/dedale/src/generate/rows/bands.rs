//! Bands of rows. A large maze is made one band at a time, so that its words stay in the cache, and so is an endless one.

use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::Range;

use super::row_bits::{RowBits, RowGenerator, WordRange, closed_if_stopped, write_rows};
use crate::grid::Square;
use crate::maze::Maze;
use crate::observe::Observer;

/// An algorithm that can make any rows of a maze, without those above.
pub(crate) trait Bands: Debug + Send + Sync {
    /// Some rows, which are requested in order.
    type Band: RowGenerator;

    /// Returns the number of columns that are made of each row.
    fn columns(&self) -> u64;

    /// Makes these rows. Asks the observer whether to go on before each larger piece of work.
    fn band<O: Observer>(&self, rows: Range<u64>, observer: &mut O) -> Result<Self::Band, O::Stop>;
}

/// Returns the height of a band of about this many cells: at least 64 rows, since a band needs work at its border, and at most 512.
pub(crate) fn band_height(cells: u64, columns: u64) -> u64 {
    (cells / columns).clamp(64, 512)
}

/// Rows that are made one band at a time.
#[derive(Debug)]
pub(crate) struct InBands<B: Bands> {
    maker: B,
    /// The number of the row after the last requested one.
    end: u64,
    /// The last band, and its rows.
    band: Option<(Range<u64>, B::Band)>,
}

impl<B: Bands> InBands<B> {
    /// Creates the rows before `end`. None is made yet.
    pub(crate) fn new(maker: B, end: u64) -> InBands<B> {
        InBands { maker, end, band: None }
    }
}

impl<B: Bands> RowGenerator for InBands<B> {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        if !self.band.as_ref().is_some_and(|(rows, _)| rows.contains(&row)) {
            let height = band_height(1 << 18, self.maker.columns());
            let rows = row..self.end.min(row.saturating_add(height));
            // The old band is dropped first, so that there is memory for one band only.
            self.band = None;
            let Ok::<_, Infallible>(band) = self.maker.band(rows.clone(), &mut ());
            self.band = Some((rows, band));
        }
        if let Some((_, band)) = &mut self.band {
            band.make(row, line);
        }
    }
}

/// Generates the whole maze, in bands of this many rows. Reports at least one step for each row.
pub(crate) fn write_bands<A: Bands, O: Observer>(
    maze: &mut Maze<Square>,
    algorithm: &A,
    height: u64,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let (&grid, passages) = maze.grid_and_passages();
    let columns = grid.columns() as usize;
    let mut line = RowBits::new(WordRange::around(0, grid.columns().into()));
    closed_if_stopped(passages, |passages| {
        for (band, first) in passages.chunks_mut(height as usize * columns).zip((0..).step_by(height as usize)) {
            let rows = first..first + (band.len() / columns) as u64;
            let mut maker = algorithm.band(rows, observer)?;
            write_rows(&mut maker, grid, first as u32, &mut line, band, observer)?;
        }
        Ok(())
    })
}
