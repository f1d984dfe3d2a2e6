//! All options of a maze, checked together.

use super::{InvalidOption, InvalidOptions, MazeBuilder, MazeOption, MazeOptions, OPTIONS};
use crate::about::InvalidValue;
use crate::edit::{EditOption, Site};

/// The faults of some options, in the order in which they are found.
#[derive(Debug)]
pub(super) struct Faults {
    pub(super) found: Vec<InvalidOption>,
    /// Columns and rows, if it is known how large the maze is: what depends on a wrong size is not known to be wrong.
    pub(super) size: Option<[u64; 2]>,
    /// What edits are checked against.
    site: Site,
}

impl Faults {
    pub(super) fn add(&mut self, option: &'static str, reason: impl Into<InvalidValue>) {
        self.found.push(InvalidOption::new(option, 0, reason));
    }

    /// Adds a fault that follows from the value of another option, if nothing is wrong with that.
    pub(super) fn add_without(&mut self, option: &'static str, other: &str, reason: impl Into<InvalidValue>) {
        if !self.is_about(&[other]) {
            self.add(option, reason);
        }
    }

    /// Whether something is wrong with one of these options.
    pub(super) fn is_about(&self, options: &[&str]) -> bool {
        self.found.iter().any(|fault| options.contains(&fault.option))
    }

    /// Checks the option of an edit, if it is set.
    pub(super) fn check_edit(&mut self, option: &EditOption, builder: &MazeBuilder) {
        let is_set = |option: &MazeOption| (option.get)(builder).is_some();
        let has = |name: &str| OPTIONS.iter().any(|option| option.name == name && is_set(option));
        if (option.get)(&builder.edits).is_none() {
            return;
        }
        let reasons = (option.check)(&builder.edits, &self.site);
        if let Some(other) = option.needs.filter(|other| reasons.is_empty() && !has(other)) {
            self.add_without(option.name, other, InvalidValue::needs(other));
        }
        reasons.into_iter().for_each(|reason| self.add(option.name, reason));
    }
}

impl MazeBuilder {
    /// Checks the options. What only the grid shows to be wrong, such as the cells and sides of one that is not of plain squares, is found
    /// when a maze is [made](MazeOptions::make), and what no maze can have when one is [looked for](MazeOptions::find).
    ///
    /// # Errors
    ///
    /// [`InvalidOptions`] with everything that is wrong, but for what only follows from another fault.
    pub fn options(self) -> Result<MazeOptions, InvalidOptions> {
        let refused = self.constraints.refused().cloned().collect();
        let mut faults = Faults { found: refused, size: None, site: self.site(false) };
        let has_size = self.check_size(&mut faults);
        faults.size = has_size.then(|| self.chosen_size());
        faults.site = self.site(has_size);
        for option in OPTIONS {
            if option.is_of_parts || !self.is_part() {
                (option.check)(&self, &mut faults);
            } else if (option.get)(&self).is_some() {
                faults.add(option.name, "needs the whole maze, and does not go with a part of it");
            }
        }
        for (option, reason) in self.too_large_for().filter(|_| !self.is_part()) {
            faults.add(option, reason);
        }
        if faults.found.is_empty() { Ok(self.resolve()) } else { Err(InvalidOptions(faults.found)) }
    }

    /// What these options mean, if nothing is wrong with them.
    fn resolve(mut self) -> MazeOptions {
        for option in OPTIONS.iter().filter_map(|option| option.edit) {
            (option.fill)(&mut self.edits);
        }
        MazeOptions {
            carving: self.carving(),
            ends: self.known_ends(),
            ground: self.ground(),
            algorithm: self.algorithm,
            seed: self.seed,
            straightness: self.straightness,
            edits: self.edits,
            remove: self.remove,
            wanted: self.wanted,
        }
    }
}
