//! A heat map: cells in steps by their distance.

use super::palette::{Palette, Rgb};
use crate::grid::Cell;
use crate::solve::Distances;

/// The most steps: more could not be told apart, and all of them fit into a palette of 256 colours with a few others.
const MOST_STEPS: u32 = 240;

/// Into which of a number of even steps a distance falls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heat {
    palette: Palette,
    longest: u32,
    /// How many steps there are.
    pub(super) steps: u32,
}

impl Heat {
    pub(super) fn new(distances: &Distances, palette: Palette) -> Heat {
        let longest = distances.longest();
        Heat { palette, longest, steps: longest.saturating_add(1).min(MOST_STEPS) }
    }

    /// The step of a cell; `None` where no way leads.
    #[inline]
    pub(super) fn step(&self, distances: &Distances, cell: Cell) -> Option<u32> {
        let distance = u64::from(distances.to(cell)?);
        let step = distance * u64::from(self.steps - 1) / u64::from(self.longest.max(1));
        Some(step as u32)
    }

    /// The colour of a step.
    pub(super) fn colour(&self, step: u32) -> Rgb {
        self.palette.colour(step, self.steps)
    }
}
