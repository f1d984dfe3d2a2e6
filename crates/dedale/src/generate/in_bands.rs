//! Rows of algorithms that make several of them at a time.

use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::Range;

use super::lines::{ByRows, Line};

/// An algorithm that makes any rows of a maze together, without those above.
pub(super) trait MakesBand: Clone + Debug + Send + Sync {
    type Band: ByRows + Clone + Debug + Send + Sync;

    /// How many columns are made.
    fn columns(&self) -> u64;

    /// Makes these rows, which are then requested in turn, and asks before each piece of the work whether to go on.
    fn band<E>(&self, rows: Range<u64>, go_on: impl FnMut() -> Result<(), E>) -> Result<Self::Band, E>;
}

/// How many cells are made at a time, and how many rows of them. Fewer rows would cost more time, since an algorithm looks at what is
/// around them as well; more of them more memory.
const CELLS_AT_A_TIME: u64 = 1 << 18;
const ROWS_AT_A_TIME: (u64, u64) = (64, 512);

/// Rows that are made a band at a time.
#[derive(Clone, Debug)]
pub(super) struct InBands<M: MakesBand> {
    maker: M,
    /// The number of the row after the last one that is asked for.
    end: u64,
    /// The rows that were made last.
    band: Option<(Range<u64>, M::Band)>,
}

impl<M: MakesBand> InBands<M> {
    /// The rows before `end`, none of which is made yet.
    pub(super) fn new(maker: M, end: u64) -> InBands<M> {
        InBands { maker, end, band: None }
    }
}

impl<M: MakesBand> ByRows for InBands<M> {
    fn prepare<E>(&mut self, row: u64, go_on: impl FnMut() -> Result<(), E>) -> Result<(), E> {
        if !self.band.as_ref().is_some_and(|(rows, _)| rows.contains(&row)) {
            let (least, most) = ROWS_AT_A_TIME;
            let height = (CELLS_AT_A_TIME / self.maker.columns()).clamp(least, most);
            let rows = row..self.end.min(row.saturating_add(height));
            // The old ones are dropped first, so that the memory is that of one band.
            self.band = None;
            self.band = Some((rows.clone(), self.maker.band(rows, go_on)?));
        }
        Ok(())
    }

    fn make(&mut self, row: u64, line: &mut Line) {
        let Ok(()) = self.prepare(row, || Ok::<(), Infallible>(()));
        if let Some((_, band)) = &mut self.band {
            band.make(row, line);
        }
    }
}
