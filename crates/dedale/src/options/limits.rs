//! Limits of the size of a maze, and what needs all of it.

use super::{InvalidOption, MazeBuilder};
use crate::about::{InvalidValue, OverLimit};
use crate::generate::MAX_SIDE;
use crate::grid::Limits;

/// The largest size of a maze, or of a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeLimits {
    /// The maximum number of columns.
    pub max_columns: u64,
    /// The maximum number of rows.
    pub max_rows: u64,
    /// The maximum number of cells.
    pub max_cells: u64,
}

impl From<Limits> for SizeLimits {
    fn from(Limits { max_side, max_cells }: Limits) -> SizeLimits {
        SizeLimits { max_columns: max_side.into(), max_rows: max_side.into(), max_cells: max_cells.into() }
    }
}

impl SizeLimits {
    /// The largest size of a whole maze.
    const OF_A_MAZE: SizeLimits =
        SizeLimits { max_columns: u32::MAX as u64, max_rows: u32::MAX as u64, max_cells: u64::MAX };

    /// The largest size of a part of a maze.
    const OF_A_PART: SizeLimits = SizeLimits { max_rows: MAX_SIDE, ..SizeLimits::OF_A_MAZE };

    /// The largest size of a maze from which parts are made.
    const OF_PARTS: SizeLimits = SizeLimits { max_columns: MAX_SIDE, ..SizeLimits::OF_A_PART };

    /// Returns the first limit that these columns and rows exceed.
    pub(super) fn excess(&self, size: [u64; 2]) -> Option<OverLimit> {
        OverLimit::of_size(size, [self.max_columns, self.max_rows], self.max_cells)
    }
}

/// The limits that the caller sets, what needs the whole maze in addition to options, and refused values.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Constraints {
    /// The largest maze that is made as a whole.
    whole: Option<SizeLimits>,
    /// The largest maze that is made row by row; `None` if none is.
    by_rows: Option<SizeLimits>,
    /// What needs the whole maze in addition to its options: for each, the option that a message names, and the beginning of the message.
    needs_whole: Vec<(&'static str, String)>,
    /// The values that were refused before the options were checked.
    pub(super) refused: Vec<InvalidOption>,
}

impl MazeBuilder {
    /// Sets the largest size of the maze, or of the part that is made. Without this, only the numbers limit it.
    pub fn within(mut self, limits: impl Into<SizeLimits>) -> MazeBuilder {
        self.constraints.whole = Some(limits.into());
        self
    }

    /// Sets the largest size of the maze, or of the part, if it is made [row by row](super::MazeOptions::by_rows). It is if the algorithm
    /// can, and if nothing [needs the whole maze](MazeBuilder::needs_whole).
    #[doc(hidden)]
    pub fn by_rows_within(mut self, limits: SizeLimits) -> MazeBuilder {
        self.constraints.by_rows = Some(limits);
        self
    }

    /// Notes that something other than an option needs the whole maze, such as a picture with its shortest path. If the maze is too large for
    /// that, this is reported as a fault of `option`, in a message that begins with `what`.
    #[doc(hidden)]
    pub fn needs_whole(mut self, option: &'static str, what: impl Into<String>) -> MazeBuilder {
        self.constraints.needs_whole.push((option, what.into()));
        self
    }

    /// Refuses the value number `index` of an option. [`options`](MazeBuilder::options) reports it with everything else, except what only
    /// follows from it.
    #[doc(hidden)]
    pub fn refuse(&mut self, option: &'static str, index: usize, reason: impl Into<InvalidValue>) {
        self.constraints.refused.push(InvalidOption::new(option, index, reason));
    }

    /// Returns true if a value of this option was refused.
    pub(super) fn is_refused(&self, option: &str) -> bool {
        self.constraints.refused.iter().any(|invalid| invalid.option == option)
    }

    /// Returns true if the maze is made row by row: that is [allowed](MazeBuilder::by_rows_within), and either nothing needs the whole maze, or the
    /// maze is too large for that.
    pub(crate) fn goes_by_rows(&self) -> bool {
        let Constraints { by_rows: Some(rows), needs_whole, .. } = &self.constraints else { return false };
        if self.is_part() {
            return needs_whole.is_empty();
        }
        let makes_rows = self.is_plain() && self.algorithm.info().makes_rows() && !self.is_refused("algo");
        let needs_none = || needs_whole.is_empty() && self.whole_maze_options().next().is_none();
        let allows = |limits: &SizeLimits| {
            let size = self.chosen_size();
            !size.contains(&0) && limits.excess(size).is_none()
        };
        makes_rows && (needs_none() || !allows(&self.of_whole()) && allows(rows))
    }

    /// Returns the largest size of a maze that is made as a whole.
    pub(super) fn of_whole(&self) -> SizeLimits {
        self.constraints.whole.unwrap_or(SizeLimits::OF_A_MAZE)
    }

    /// Returns the largest size of the maze.
    pub(super) fn of_maze(&self) -> SizeLimits {
        if self.is_part() { SizeLimits::OF_PARTS } else { self.of_made(SizeLimits::OF_A_MAZE) }
    }

    /// Returns the largest size of the part of the maze that is made.
    pub(super) fn of_part(&self) -> SizeLimits {
        self.of_made(SizeLimits::OF_A_PART)
    }

    /// Returns the largest size of what is made; `default` if no limit was set.
    fn of_made(&self, default: SizeLimits) -> SizeLimits {
        let Constraints { whole, by_rows, .. } = self.constraints;
        by_rows.filter(|_| self.goes_by_rows()).or(whole).unwrap_or(default)
    }

    /// Returns what needs the whole maze although that is too large: for each, the option and the reason.
    pub(super) fn too_large_for(&self) -> impl Iterator<Item = (&'static str, InvalidValue)> {
        let SizeLimits { max_columns, max_cells, .. } = self.of_whole();
        let excess = if self.goes_by_rows() { self.of_whole().excess(self.chosen_size()) } else { None };
        let options = self.whole_maze_options().map(|option| (option, ""));
        let others = self.constraints.needs_whole.iter().map(|(option, what)| (*option, what.as_str()));
        options.chain(others).filter_map(move |(option, what)| {
            let space = if what.is_empty() { "" } else { " " };
            let reason = format!(
                "{what}{space}needs the whole maze, which may then have at most {max_columns} columns or rows and {max_cells} cells in all"
            );
            excess.map(|over| (option, over.with_reason(reason)))
        })
    }
}
