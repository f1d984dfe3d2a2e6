//! All options of a maze, checked together.

use super::{InvalidOption, InvalidOptions, MazeBuilder, MazeOption, MazeOptions, OPTIONS};
use crate::about::InvalidValue;

/// The faults of some options, in the order in which they are found.
#[derive(Debug)]
pub(crate) struct Faults {
    pub(super) found: Vec<InvalidOption>,
    /// Columns and rows, if the size of the maze is known. What depends on a wrong size is not known to be wrong.
    pub(crate) size: Option<[u64; 2]>,
}

impl Faults {
    pub(crate) fn add(&mut self, option: &'static str, reason: impl Into<InvalidValue>) {
        self.found.push(InvalidOption::new(option, 0, reason));
    }

    /// Adds a fault that follows from the value of another option, if that option has no fault.
    pub(super) fn add_without(&mut self, option: &'static str, other: &str, reason: impl Into<InvalidValue>) {
        if !self.is_about(&[other]) {
            self.add(option, reason);
        }
    }

    /// Returns true if one of these options has a fault.
    pub(super) fn is_about(&self, options: &[&str]) -> bool {
        self.found.iter().any(|fault| options.contains(&fault.option))
    }
}

impl MazeBuilder {
    /// Checks the options, and reports everything that is wrong, except what only follows from another fault. What only the grid can show,
    /// such as the cells and sides on grids other than plain squares, is reported when a maze is [made](MazeOptions::make). What no maze can
    /// have is reported when one is [looked for](MazeOptions::find).
    pub fn options(mut self) -> Result<MazeOptions, InvalidOptions> {
        let mut faults = Faults { found: self.constraints.refused.clone(), size: None };
        faults.size = self.check_size(&mut faults).then(|| self.chosen_size());
        let has = |name: &str| self.set_options().any(|option| option.name == name);
        for option in OPTIONS {
            let is_set = || (option.get)(&self).is_some();
            if option.is_of_parts || !self.is_part() {
                (option.check)(&self, &mut faults);
                let missing = option.needs.filter(|other| is_set() && !faults.is_about(&[option.name]) && !has(other));
                if let Some(other) = missing {
                    faults.add_without(option.name, other, InvalidValue::needs(other));
                }
            } else if is_set() {
                faults.add(option.name, "needs the whole maze, and does not go with a part of it");
            }
        }
        for (option, reason) in self.too_large_for().filter(|_| !self.is_part()) {
            faults.add(option, reason);
        }
        if !faults.found.is_empty() {
            return Err(InvalidOptions(faults.found));
        }
        OPTIONS.iter().for_each(|option| (option.fill)(&mut self));
        self.constraints = Default::default();
        Ok(MazeOptions { set: self })
    }

    /// Returns the options of the table that are not at their defaults.
    pub(super) fn set_options(&self) -> impl Iterator<Item = &'static MazeOption> {
        OPTIONS.iter().filter(move |option| (option.get)(self).is_some())
    }

    /// Returns the options that shape the maze and are set. Others take no time and no memory.
    pub(super) fn set_edits(&self) -> impl Iterator<Item = &'static MazeOption> {
        OPTIONS.iter().filter(move |option| option.is_shaping && (option.get)(self).is_some())
    }
}
