//! Mazes that differ in more than their seeds, for books and `/mazes`: their sizes grow, or each has the next value of a list.

use std::fmt;

use dedale::about::{Between, InvalidValue, OverLimit};
use dedale::edit::SolutionWord;
use dedale::grid::Mask;
use dedale::observe::{Observer as _, Stopped};
use dedale::options::{InvalidOptions, MakeError, MazeBuilder, MazeOptions};
use dedale_book::options;
use dedale_book::plan::{Doors, MazeTraits};

use crate::limits::cancel::Watch;
use crate::parameters::maze::{MazeParameters, Overrides};
use crate::parameters::query::Query;
use crate::parameters::table::Name;

/// The sizes that grow from maze to maze, each with its range or its error, and the lists of which each maze has the next value, each with its
/// values or its error.
#[derive(Clone, Debug, Default)]
pub struct Variations {
    sizes: Vec<(Name, Result<Between<u64>, InvalidValue>)>,
    lists: Vec<(Name, Result<ValueList, InvalidValue>)>,
}

/// The values of a list, as text.
#[derive(Clone, Debug)]
struct ValueList {
    values: Vec<String>,
    /// The one from which everything follows that can be known of all values before the mazes are made.
    decisive: String,
}

impl Variations {
    /// Parses the sizes that are ranges, and the lists.
    pub fn parse(query: &Query, max_side: u64) -> Variations {
        Variations { sizes: sizes(query, max_side), lists: lists(query) }
    }

    /// The values of the largest maze, which has the decisive value of each list.
    pub fn overrides(&self) -> Overrides {
        let sizes = self.sizes.iter().map(|(name, range)| (*name, range.clone().map(|range| range.most().to_string())));
        let lists = self.lists.iter().map(|(name, list)| (*name, list.clone().map(|list| list.decisive)));
        sizes.chain(lists).map(|(name, value)| (name, value.map(Some))).collect()
    }

    /// Returns true if all mazes differ in their seeds alone.
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty() && self.lists.is_empty()
    }

    /// The length of the longest range of sizes, at most `max`, and the smallest number of mazes after which sizes and values begin again.
    pub fn period(&self, max: u64) -> (u32, u32) {
        let lengths = self.sizes.iter().filter_map(|(_, range)| range.as_ref().ok());
        let sizes = lengths.map(|range| range.most() - range.least() + 1).max().unwrap_or(1).min(max);
        let lists = self.lists.iter().filter_map(|(_, list)| Some(list.as_ref().ok()?.values.len() as u64));
        (sizes as u32, lists.fold(sizes, least_common_multiple) as u32)
    }

    /// Reports lists that are longer than there are mazes.
    pub fn check_count(&self, query: &mut Query, count: u32) {
        for (name, list) in &self.lists {
            let Ok(list) = list else { continue };
            // A group of shapes has as many as it has.
            if list.values.len() as u32 > count && query.given(*name).is_some_and(|text| text.contains([';', ','])) {
                let what = match name {
                    Name::Word => "words",
                    Name::Reveal => "shapes",
                    _ => "masks",
                };
                query.fault(*name, format!("has {} {what}, and there are {count} mazes", list.values.len()));
            }
        }
    }
}

fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

/// Parses the sizes that are ranges.
fn sizes(query: &Query, max_side: u64) -> Vec<(Name, Result<Between<u64>, InvalidValue>)> {
    let mut sizes = Vec::new();
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
        sizes.push((name, within));
    }
    sizes
}

/// Parses the lists.
fn lists(query: &Query) -> Vec<(Name, Result<ValueList, InvalidValue>)> {
    let mut lists = Vec::new();
    let listed = |name: Name| query.given(name);
    for name in [Name::Mask, Name::Reveal] {
        if let Some(text) = listed(name).filter(|text| Mask::is_list(text)) {
            lists.push((name, masks(text)));
        }
    }
    if let Some(text) = listed(Name::Word).filter(|text| text.contains([';', ','])) {
        lists.push((Name::Word, words(text)));
    }
    lists
}

fn masks(text: &str) -> Result<ValueList, InvalidValue> {
    let masks = Mask::list(text)?;
    // Without an outline for each maze, none is cut along it where nothing is said of outlines.
    let decisive = masks.iter().find(|mask| !mask.has_outline()).or(masks.first()).map(Mask::to_string);
    Ok(ValueList { values: masks.iter().map(Mask::to_string).collect(), decisive: decisive.unwrap_or_default() })
}

fn words(text: &str) -> Result<ValueList, InvalidValue> {
    let words: Result<Vec<SolutionWord>, InvalidValue> = text.split([';', ',']).map(str::parse).collect();
    let values: Vec<String> = words?.iter().map(SolutionWord::to_string).collect();
    // The longest needs the most room.
    let decisive = values.iter().max_by_key(|word| word.chars().count()).cloned();
    Ok(ValueList { values, decisive: decisive.unwrap_or_default() })
}

/// Mazes that differ in their sizes and in values of lists, or a single one.
#[derive(Clone, Debug)]
pub struct VariedMazes {
    /// The largest maze, with the decisive values.
    pub largest: MazeOptions,
    /// How the mazes differ, if they do.
    variation: Option<Box<Variation>>,
}

/// How mazes differ. The smallest and the largest maze are checked when a request is parsed, and the others when they are needed.
#[derive(Clone, Debug)]
struct Variation {
    smallest: MazeOptions,
    /// The options that all mazes share.
    builder: MazeBuilder,
    sizes: Vec<(Name, Between<u64>)>,
    /// The number of mazes with different sizes.
    sizes_count: u32,
    lists: Vec<(Name, Vec<String>)>,
    /// The number of mazes.
    count: u32,
}

impl Variation {
    /// The options of the maze with this number.
    fn options(&self, number: u32) -> Result<MazeOptions, InvalidOptions> {
        let of_list = |values: &[String]| values[number as usize % values.len()].clone();
        let lists = self.lists.iter().map(|(name, values)| (*name, of_list(values)));
        self.checked(number % self.sizes_count, lists)
    }

    /// The options with the size of this number and these other values.
    fn checked(
        &self,
        number: u32,
        others: impl Iterator<Item = (Name, String)>,
    ) -> Result<MazeOptions, InvalidOptions> {
        let mut builder = self.builder.clone();
        let size = |range: Between<u64>| options::growing(range, number, self.sizes_count).to_string();
        for (name, value) in self.sizes.iter().map(|(name, range)| (*name, size(*range))).chain(others) {
            builder.set(name.as_str(), &value).map_err(|wrong| InvalidOptions::one(name.as_str(), wrong))?;
        }
        builder.options()
    }
}

impl VariedMazes {
    /// The number of mazes that differ in more than their seeds.
    pub fn count(&self) -> u32 {
        self.variation.as_ref().map_or(1, |variation| variation.count)
    }

    /// The smallest maze.
    pub fn smallest(&self) -> &MazeOptions {
        self.variation.as_ref().map_or(&self.largest, |variation| &variation.smallest)
    }

    /// What is known of the mazes before they are made.
    pub fn traits(&self) -> MazeTraits {
        let [of_largest, of_smallest] = [&self.largest, self.smallest()].map(MazeTraits::of);
        let doors = if of_largest.doors == Doors::None { of_smallest.doors } else { of_largest.doors };
        MazeTraits { doors, ..of_largest }
    }

    /// All mazes, in their order.
    ///
    /// # Errors
    ///
    /// [`MakeError::Invalid`] if the options are not valid for one of the mazes, and [`MakeError::Stopped`].
    pub fn all(self, watch: &mut Watch) -> Result<Vec<MazeOptions>, MakeError<Stopped>> {
        let Some(variation) = self.variation else { return Ok(vec![self.largest]) };
        let mut mazes = Vec::with_capacity(variation.count as usize);
        for number in 0..variation.count {
            watch.go_on()?;
            let maze = variation.options(number).map_err(MakeError::Invalid)?;
            mazes.push(maze.with_seed(self.largest.seed()));
        }
        Ok(mazes)
    }
}

/// What distinguishes these mazes from others, without their seeds.
impl fmt::Display for VariedMazes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.smallest(), self.largest)?;
        let lists = self.variation.iter().flat_map(|variation| &variation.lists);
        lists.into_iter().try_for_each(|(name, values)| write!(f, " {name}={}", values.join(";")))
    }
}

/// Creates the mazes: one if nothing varies, otherwise `count`, of which `sizes_count` differ in their sizes. The largest maze has the parsed
/// options, and the smallest is checked too.
pub fn varied_mazes(
    query: &mut Query,
    parsed: &mut MazeParameters,
    variations: Variations,
    [sizes_count, count]: [u32; 2],
) -> Option<VariedMazes> {
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
    let Variations { sizes, lists } = variations;
    let sizes: Vec<_> = sizes.into_iter().filter_map(|(name, range)| Some((name, range.ok()?))).collect();
    let lists: Vec<_> = lists.into_iter().filter_map(|(name, list)| Some((name, list.ok()?.values))).collect();
    if lists.is_empty() && (sizes.is_empty() || count == 1) {
        return Some(VariedMazes { largest, variation: None });
    }
    let builder = parsed.unchecked.take()?;
    let mut variation = Variation { smallest: largest, builder, sizes, sizes_count, lists, count };
    // With the decisive values, which the builder has.
    match variation.checked(0, std::iter::empty()) {
        Ok(smallest) => {
            let largest = std::mem::replace(&mut variation.smallest, smallest);
            Some(VariedMazes { largest, variation: Some(Box::new(variation)) })
        }
        Err(invalid) => {
            query.invalid_options(invalid);
            None
        }
    }
}
