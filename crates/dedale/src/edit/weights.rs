//! Weights: what it costs to enter a cell.

use std::fmt;
use std::str::FromStr;

use crate::about::{InvalidValue, parse_whole};
use crate::grid::{Cell, Grid};
use crate::maze::{MAX_WEIGHT, Maze};
use crate::observe::{Observer, checkpoints};
use crate::rng::Rng;

/// How the weights of cells are drawn: `1..9` for any number of a range, `hills` for ground that rises and falls.
///
/// ```
/// use dedale::edit::Weights;
/// let range: Weights = "1..9".parse()?;
/// assert_eq!((range.to_string(), range.most()), ("1..9".to_owned(), 9));
/// assert_eq!("5".parse::<Weights>()?.to_string(), "5..5");
/// assert_eq!("hills".parse::<Weights>()?, Weights::Hills);
/// assert!("9..1".parse::<Weights>().is_err() && "0..9".parse::<Weights>().is_err());
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Weights {
    /// Any number of a range, whatever those of other cells are.
    Range(WeightRange),
    /// From 1 to 100, about the same as those of neighbors.
    Hills,
}

/// The least and the largest weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WeightRange {
    least: u16,
    most: u16,
}

impl WeightRange {
    /// At least and at most so much; `None` unless both are from 1 to [`MAX_WEIGHT`], and in their order.
    ///
    /// ```
    /// use dedale::edit::{WeightRange, Weights};
    /// assert_eq!(WeightRange::new(1, 9).map(Weights::Range), "1..9".parse().ok());
    /// assert_eq!(WeightRange::new(0, 9).or(WeightRange::new(9, 1)), None);
    /// ```
    pub const fn new(least: u16, most: u16) -> Option<WeightRange> {
        if 1 <= least && least <= most && most <= MAX_WEIGHT { Some(WeightRange { least, most }) } else { None }
    }
}

/// The word for weights that rise and fall.
const HILLS: &str = "hills";

/// The largest weight of hills.
const HIGHEST: u16 = 100;

/// How often hills are made smooth.
const PASSES: u32 = 16;

impl Weights {
    /// The largest weight that a cell may have.
    pub fn most(self) -> u16 {
        match self {
            Weights::Range(range) => range.most,
            Weights::Hills => HIGHEST,
        }
    }

    /// About how many steps it takes to draw them for so many cells.
    pub(crate) fn steps(self, cells: u64) -> u64 {
        let each = if self == Weights::Hills { PASSES.into() } else { 1 };
        cells.saturating_mul(each)
    }

    /// How many bytes a cell takes while they are drawn, those that stay among them.
    pub(crate) fn bytes(self) -> u64 {
        if self == Weights::Hills { 4 } else { 2 }
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Weights::Range(WeightRange { least, most }) => write!(f, "{least}..{most}"),
            Weights::Hills => f.write_str(HILLS),
        }
    }
}

impl FromStr for Weights {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<Weights, InvalidValue> {
        if text == HILLS {
            return Ok(Weights::Hills);
        }
        let weight = |text| parse_whole(text, 1..=MAX_WEIGHT.into()).ok().map(|weight| weight as u16);
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let range = weight(least).zip(weight(most)).and_then(|(least, most)| WeightRange::new(least, most));
        range.map(Weights::Range).ok_or_else(|| {
            InvalidValue::from(format!(
                "must be {HILLS}, or a range of weights between 1 and {MAX_WEIGHT}, such as 1..9, or one number of them"
            ))
        })
    }
}

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
/// # Errors
///
/// [`Observer::Stop`] if the observer cancels the work.
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
        Weights::Range(WeightRange { least, most }) => {
            let count = u64::from(most - least) + 1;
            draw(grid, || least + rng.below(count) as u16, observer)
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
