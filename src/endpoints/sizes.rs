//! Mazes whose sizes grow from one to the next, for books and `/mazes`.

use dedale::about::{Between, InvalidValue, OverLimit};
use dedale::observe::{Observer as _, Stopped};
use dedale::options::{InvalidOptions, MakeError, MazeBuilder, MazeOptions};
use dedale_book::options;

use crate::limits::cancel::Watch;
use crate::parameters::maze::MazeParameters;
use crate::parameters::query::Query;
use crate::parameters::table::Name;

/// The sizes that grow from maze to maze, each with its range or its error.
pub type SizeRanges = Vec<(Name, Result<Between<u64>, InvalidValue>)>;

/// Parses the sizes that are ranges.
pub fn size_ranges(query: &Query, max_side: u64) -> SizeRanges {
    let mut size_ranges = SizeRanges::new();
    for (name, limit, max) in
        [(Name::W, "columns", max_side), (Name::H, "rows", max_side), (Name::Rings, "rings", u64::from(u32::MAX))]
    {
        // These values are intended as ranges, since they are not numbers.
        let Some(text) = query.given(name).filter(|text| ["..", "-", "–"].iter().any(|sign| text.contains(sign)))
        else {
            continue;
        };
        let range = text.parse::<Between<u64>>();
        let within = range.and_then(|range| match range.most() {
            _ if range.least() == 0 => Err(format!("must be between 1 and {max}").into()),
            asked if asked > max => {
                Err(OverLimit { limit, max, asked }.with_reason(format!("must be between 1 and {max}")))
            }
            _ => Ok(range),
        });
        size_ranges.push((name, within));
    }
    size_ranges
}

/// Mazes that differ in their sizes, or a single one.
#[derive(Clone, Debug)]
pub struct SizedMazes {
    /// The largest maze.
    pub largest: MazeOptions,
    /// The smaller mazes, if there are any.
    smaller: Option<Box<Smaller>>,
}

/// The mazes that are smaller than the largest one. The smallest and the largest maze are checked when a request is
/// parsed, and the others when they are needed.
#[derive(Clone, Debug)]
struct Smaller {
    smallest: MazeOptions,
    /// The options that all mazes share.
    builder: MazeBuilder,
    sizes: Vec<(Name, Between<u64>)>,
    /// The number of mazes, including the largest.
    count: u32,
}

impl Smaller {
    /// The options of the maze with this number.
    fn options(&self, number: u32) -> Result<MazeOptions, InvalidOptions> {
        let mut builder = self.builder.clone();
        for (name, range) in &self.sizes {
            let size = options::growing(*range, number, self.count).to_string();
            builder.set(name.as_str(), &size).map_err(|wrong| InvalidOptions::one(name.as_str(), wrong))?;
        }
        builder.options()
    }
}

impl SizedMazes {
    /// The number of mazes.
    pub fn count(&self) -> u32 {
        self.smaller.as_ref().map_or(1, |smaller| smaller.count)
    }

    /// The smallest maze.
    pub fn smallest(&self) -> &MazeOptions {
        self.smaller.as_ref().map_or(&self.largest, |smaller| &smaller.smallest)
    }

    /// Returns true if any of them has doors in its outer wall.
    pub fn has_doors(&self) -> bool {
        self.largest.has_doors() || self.smallest().has_doors()
    }

    /// All mazes, the largest one last.
    ///
    /// # Errors
    ///
    /// [`MakeError::Invalid`] if the options are not valid for one of the sizes, and [`MakeError::Stopped`].
    pub fn all(self, watch: &mut Watch) -> Result<Vec<MazeOptions>, MakeError<Stopped>> {
        let mut mazes = Vec::with_capacity(self.count() as usize);
        if let Some(smaller) = self.smaller {
            for number in 0..smaller.count - 1 {
                watch.go_on()?;
                mazes.push(smaller.options(number).map_err(MakeError::Invalid)?);
            }
        }
        mazes.push(self.largest);
        Ok(mazes)
    }
}

/// Creates the mazes: one if no size grows, otherwise `count`. The largest maze has the parsed options, and the
/// smallest is checked too.
pub fn sized_mazes(
    query: &mut Query,
    parsed: &mut MazeParameters,
    size_ranges: SizeRanges,
    count: u32,
) -> Option<SizedMazes> {
    let largest = *parsed.options.take()?;
    if query.has(Name::Remove) {
        // Cells and sides of one maze may be missing in another one.
        let differ = [(Name::Weave, largest.is_woven()), (Name::Obstacles, largest.is_open_ground())];
        for (other, _) in differ.iter().filter(|(_, differ)| *differ) {
            query.fault(Name::Remove, InvalidValue::conflict(other.as_str()));
        }
    }
    if !query.is_valid() {
        // The faults of the largest maze would be repeated for the smaller ones.
        return None;
    }
    let sizes: Vec<_> = size_ranges.into_iter().filter_map(|(name, range)| Some((name, range.ok()?))).collect();
    if sizes.is_empty() || count == 1 {
        return Some(SizedMazes { largest, smaller: None });
    }
    let mut smaller = Smaller { smallest: largest, builder: parsed.unchecked.take()?, sizes, count };
    match smaller.options(0) {
        Ok(smallest) => {
            let largest = std::mem::replace(&mut smaller.smallest, smallest);
            Some(SizedMazes { largest, smaller: Some(Box::new(smaller)) })
        }
        Err(invalid) => {
            query.invalid_options(invalid);
            None
        }
    }
}
