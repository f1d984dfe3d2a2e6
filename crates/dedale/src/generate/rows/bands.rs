//! Bands of rows: large mazes, of which a band is made at a time so that its words stay in the cache, and endless ones.

use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::Range;

use super::row_bits::{ByRows, RowBits, Window, closed_if_stopped, write_rows};
use crate::grid::Square;
use crate::maze::Maze;
use crate::observe::Observer;

/// An algorithm that makes any rows of a maze alone, without those above.
pub(crate) trait Bands: Debug + Send + Sync {
    /// Some rows, which are then requested in turn.
    type Band: ByRows;

    /// How many columns are made of each row.
    fn columns(&self) -> u64;

    /// Makes these rows. Asks the observer whether to go on where a larger part of the work begins.
    fn band<O: Observer>(&self, rows: Range<u64>, observer: &mut O) -> Result<Self::Band, O::Stop>;
}

/// How many rows of this many columns have about so many cells: 64 at least, since a band takes work at its border, and 512 at most.
pub(crate) fn band_height(cells: u64, columns: u64) -> u64 {
    (cells / columns).clamp(64, 512)
}

/// Rows that are made a band at a time.
#[derive(Debug)]
pub(crate) struct InBands<B: Bands> {
    maker: B,
    /// The number of the row after the last one that is asked for.
    end: u64,
    /// The rows that were made last.
    band: Option<(Range<u64>, B::Band)>,
}

impl<B: Bands> InBands<B> {
    /// The rows before `end`, none of which is made yet.
    pub(crate) fn new(maker: B, end: u64) -> InBands<B> {
        InBands { maker, end, band: None }
    }
}

impl<B: Bands> ByRows for InBands<B> {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        if !self.band.as_ref().is_some_and(|(rows, _)| rows.contains(&row)) {
            let height = band_height(1 << 18, self.maker.columns());
            let rows = row..self.end.min(row.saturating_add(height));
            // The old ones are dropped first, so that the memory is that of one band.
            self.band = None;
            let Ok::<_, Infallible>(band) = self.maker.band(rows.clone(), &mut ());
            self.band = Some((rows, band));
        }
        if let Some((_, band)) = &mut self.band {
            band.make(row, line);
        }
    }
}

/// Generates the whole maze, in bands of so many rows. Reports at least one step for each row.
pub(crate) fn write_bands<A: Bands, O: Observer>(
    maze: &mut Maze<Square>,
    algorithm: &A,
    height: u64,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let (&grid, passages) = maze.grid_and_passages();
    let columns = grid.columns() as usize;
    let mut line = RowBits::new(Window::around(0, grid.columns().into()));
    closed_if_stopped(passages, |passages| {
        for (band, first) in passages.chunks_mut(height as usize * columns).zip((0..).step_by(height as usize)) {
            let rows = first..first + (band.len() / columns) as u64;
            let mut maker = algorithm.band(rows, observer)?;
            write_rows(&mut maker, grid, first as u32, &mut line, band, observer)?;
        }
        Ok(())
    })
}
