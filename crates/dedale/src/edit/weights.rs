//! Weights: the costs of entering cells.

use std::fmt;
use std::str::FromStr;

use crate::about::{Between, InvalidValue, InvalidValueKind};
use crate::grid::{Cell, Grid};
use crate::maze::MAX_WEIGHT;
use crate::observe::{Observer, checkpoints};
use crate::rng::Rng;

/// How the weights of cells are drawn: `1..9` for numbers in a range between 1 and [`MAX_WEIGHT`], `hills` for ground that rises and falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Weights {
    /// Numbers in a range, each drawn on its own.
    Range(Between<u16>),
    /// Numbers from 1 to 100, each close to those of its neighbors.
    Hills,
}

/// The word for weights that rise and fall.
pub(crate) const HILLS: &str = "hills";

/// The largest weight of hills.
const HIGHEST: u16 = 100;

/// The number of times that hills are smoothed.
pub(crate) const PASSES: u32 = 16;

impl Weights {
    /// Returns the largest weight of a cell.
    pub(crate) fn most(self) -> u16 {
        match self {
            Weights::Range(range) => range.most(),
            Weights::Hills => HIGHEST,
        }
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Weights::Range(range) => range.fmt(f),
            Weights::Hills => f.write_str(HILLS),
        }
    }
}

impl FromStr for Weights {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Weights, InvalidValue> {
        if text.eq_ignore_ascii_case(HILLS) {
            return Ok(Weights::Hills);
        }
        let range = text.parse().ok().filter(|range: &Between<u16>| 1 <= range.least() && range.most() <= MAX_WEIGHT);
        range.map(Weights::Range).ok_or_else(|| {
            let reason =
                format!("must be {HILLS}, or a weight between 1 and {MAX_WEIGHT}, or a range of them such as 1..9");
            InvalidValueKind::Unreadable("1..9").with_reason(reason)
        })
    }
}

/// Draws the weights of all cells of a grid, by their numbers.
///
/// In a range, each number is equally likely, and drawn for one cell after another. For hills, each cell gets a height of 16 random bits.
/// Sixteen times, this is replaced by the average of the heights of the cell and its neighbors, whatever walls stand, rounded to the nearest
/// integer. Finally, the heights are stretched so that the lowest is 1 and the highest is 100. Everything is computed in integers.
///
/// # Source
///
/// J. P. Lewis, "Algorithms for solid noise synthesis", *Computer Graphics* 23 (1989): smoothed noise.
pub fn weights<G: Grid, O: Observer>(
    grid: &G,
    drawn: Weights,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<Box<[u16]>, O::Stop> {
    match drawn {
        Weights::Range(range) => {
            let count = u64::from(range.most() - range.least()) + 1;
            draw(grid, || range.least() + rng.below(count) as u16, observer)
        }
        Weights::Hills => {
            let mut heights = draw(grid, || rng.bits(16) as u16, observer)?;
            let mut smooth = vec![0; heights.len()].into_boxed_slice();
            for _ in 0..PASSES {
                for part in checkpoints(0..grid.cells()) {
                    observer.go_on()?;
                    part.map(Cell).for_each(|cell| smooth[cell.index()] = average(grid, &heights, cell));
                }
                std::mem::swap(&mut heights, &mut smooth);
            }
            stretch(&mut heights);
            Ok(heights)
        }
    }
}

/// Returns a random number for each cell.
fn draw<G: Grid, O: Observer>(
    grid: &G,
    mut number: impl FnMut() -> u16,
    observer: &mut O,
) -> Result<Box<[u16]>, O::Stop> {
    let mut drawn = Vec::with_capacity(grid.cells() as usize);
    for part in checkpoints(0..grid.cells()) {
        observer.go_on()?;
        drawn.extend(part.map(|_| number()));
    }
    Ok(drawn.into())
}

/// Returns the average of the heights of a cell and its neighbors.
#[inline]
fn average<G: Grid>(grid: &G, heights: &[u16], cell: Cell) -> u16 {
    let (mut sum, mut count) = (u32::from(heights[cell.index()]), 1);
    for side in grid.inner_sides(cell) {
        sum += u32::from(heights[grid.across(cell, side).index()]);
        count += 1;
    }
    ((sum + count / 2) / count) as u16
}

/// Makes the lowest height 1 and the highest [`HIGHEST`], or all heights 1 if they are equal.
fn stretch(heights: &mut [u16]) {
    let (lowest, highest) =
        heights.iter().fold((u16::MAX, 0), |(low, high), &height| (low.min(height), high.max(height)));
    let range = u32::from(highest.saturating_sub(lowest)).max(1);
    for height in heights {
        let scaled = u32::from(*height - lowest) * u32::from(HIGHEST - 1);
        *height = 1 + ((scaled + range / 2) / range) as u16;
    }
}
