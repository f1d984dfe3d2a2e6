//! Weights: what it costs to enter a cell.

use std::fmt;
use std::str::FromStr;

use super::EditOption;
use crate::about::{InvalidValue, Range, Why};
use crate::grid::{Cell, Grid};
use crate::maze::{MAX_COST, MAX_WEIGHT, Maze, WEIGHT_BYTES};
use crate::observe::{Observer, checkpoints};
use crate::rng::Rng;

/// How the weights of cells are drawn: `1..9` for any number of a range between 1 and [`MAX_WEIGHT`], `hills` for ground that rises and falls.
///
/// ```
/// use dedale::edit::Weights;
/// let range: Weights = "1..9".parse()?;
/// assert_eq!(range.to_string(), "1..9");
/// assert_eq!("5".parse::<Weights>()?, "5..5".parse::<Weights>()?);
/// assert_eq!("hills".parse::<Weights>()?, Weights::Hills);
/// assert!("9..1".parse::<Weights>().is_err() && "0..9".parse::<Weights>().is_err());
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Weights {
    /// Any number of a range, whatever those of other cells are.
    Range(Range<u16>),
    /// From 1 to 100, about the same as those of neighbors.
    Hills,
}

/// The word for weights that rise and fall.
const HILLS: &str = "hills";

/// The largest weight of hills.
const HIGHEST: u16 = 100;

/// How often hills are made smooth.
const PASSES: u32 = 16;

impl Weights {
    /// The largest weight that a cell may have.
    pub(crate) fn most(self) -> u16 {
        match self {
            Weights::Range(range) => range.most(),
            Weights::Hills => HIGHEST,
        }
    }

    fn are_allowed(self) -> bool {
        match self {
            Weights::Range(range) => 1 <= range.least() && range.most() <= MAX_WEIGHT,
            Weights::Hills => true,
        }
    }

    /// Checks that the cost of every path fits into its number.
    fn check(self, cells: Option<u64>) -> Result<(), InvalidValue> {
        let (cells, most) = (cells.unwrap_or(0), u64::from(self.most()));
        if !self.are_allowed() {
            return Err(not_weights());
        }
        if cells.saturating_mul(most) <= MAX_COST.into() {
            return Ok(());
        }
        let allowed = u64::from(MAX_COST) / cells;
        Err(Why::TooMuch(allowed.to_string()).because(format!(
            "the cells times the largest weight must be at most {MAX_COST}, and {cells} × {most} is more: no more than {allowed} goes with \
             these cells"
        )))
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
        let read = || {
            if text.eq_ignore_ascii_case(HILLS) { Some(Weights::Hills) } else { text.parse().ok().map(Weights::Range) }
        };
        read().filter(|weights| weights.are_allowed()).ok_or_else(not_weights)
    }
}

/// The reason why something is no weights.
fn not_weights() -> InvalidValue {
    let reason = format!("must be {HILLS}, or a weight between 1 and {MAX_WEIGHT}, or a range of them such as 1..9");
    Why::Unreadable("1..9").because(reason)
}

pub(crate) const WEIGHTS: EditOption = EditOption {
    name: "weights",
    description: "What it costs to enter a cell: a range of whole numbers, or hills.",
    set: |edits, text| text.parse().map(|weights| edits.weights = Some(weights)),
    get: |edits| edits.weights.map(|weights| weights.to_string().into()),
    check: |edits, site| edits.weights.and_then(|weights| weights.check(site.cells).err()).into_iter().collect(),
    steps: |edits, cells| match edits.weights {
        None => 0,
        Some(Weights::Range(_)) => cells,
        Some(Weights::Hills) => cells.saturating_mul(PASSES.into()),
    },
    bytes: |edits| match edits.weights {
        None => 0,
        Some(Weights::Range(_)) => WEIGHT_BYTES,
        Some(Weights::Hills) => 2 * WEIGHT_BYTES,
    },
    ..EditOption::NONE
};

/// Draws the weights of all cells of a grid, by the cells' numbers.
///
/// Of a range, each number is equally likely, and drawn for one cell after the other. For hills, each cell gets a height of 16 random bits.
/// Sixteen times, it is then replaced by the average of the heights of the cell and of its neighbors, whatever walls there are, rounded to
/// the nearest whole number. Finally heights are stretched, so that the lowest is 1 and the highest 100. All of this is done in whole
/// numbers.
///
/// # Complexity
///
/// Time `O(cells)`; two bytes for each cell, and two more for hills.
///
/// # Source
///
/// J. P. Lewis, "Algorithms for solid noise synthesis", *Computer Graphics* 23 (1989): noise that is made smooth.
///
/// ```
/// use dedale::{edit::weights, grid::{Grid, Square}, rng::{Rng, Stream}};
/// let grid = Square::new(40, 30)?;
/// let hills = weights(&grid, "hills".parse()?, &mut Rng::new(7, Stream::Weights), &mut ())?;
/// assert_eq!((hills.len(), hills.iter().min(), hills.iter().max()), (1200, Some(&1), Some(&100)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// A number for each cell.
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

/// The average of the heights of a cell and its neighbors.
#[inline]
fn average<G: Grid>(grid: &G, heights: &[u16], cell: Cell) -> u16 {
    let (mut sum, mut count) = (u32::from(heights[cell.index()]), 1);
    for side in grid.inner_sides(cell) {
        sum += u32::from(heights[grid.across(cell, side).index()]);
        count += 1;
    }
    ((sum + count / 2) / count) as u16
}

/// Makes the lowest height 1 and the highest [`HIGHEST`]; all 1 where they are equal.
fn stretch(heights: &mut [u16]) {
    let (lowest, highest) =
        heights.iter().fold((u16::MAX, 0), |(low, high), &height| (low.min(height), high.max(height)));
    let range = u32::from(highest.saturating_sub(lowest)).max(1);
    for height in heights {
        let scaled = u32::from(*height - lowest) * u32::from(HIGHEST - 1);
        *height = 1 + ((scaled + range / 2) / range) as u16;
    }
}

/// Gives the cells of a maze weights, as [`weights`] draws them. They must be no more than [`MAX_COST`](crate::maze::MAX_COST) together.
pub(crate) fn weigh<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    drawn: Option<Weights>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if let Some(drawn) = drawn {
        let set = weights(maze.grid(), drawn, rng, observer).map(|weights| maze.set_weights(weights))?;
        debug_assert_eq!(set, Ok(()), "the options were checked");
    }
    Ok(())
}
