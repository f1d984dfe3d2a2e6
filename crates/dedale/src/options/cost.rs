//! What it takes to make a maze, known before it begins.

use super::{Ends, MazeOptions};
use crate::edit::Share;
use crate::measure::FARTHEST_BYTES;
use crate::solve::SEARCH_STEPS;

impl MazeOptions {
    /// About how many steps it takes to make the maze.
    ///
    /// A step is what the recursive backtracker does for a cell, or one move of a random walk: about ten nanoseconds. An algorithm that walks at random has no firm bound. The estimate is then about the average over all seeds: it is less
    /// than three times as many, and more than a third.
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// let steps = |query: &str| query.parse::<MazeOptions>().map(|options| options.expected_steps());
    /// assert_eq!(steps("algo=backtracker&w=1000&h=1000")?, 1_000_000);
    /// // A walk from one end to the other takes time in the square of their distance.
    /// assert!(steps("algo=wilson&w=2&h=500000")? > 10_000 * steps("algo=wilson&w=1000&h=1000")?);
    /// # Ok::<(), dedale::options::ParseOptionsError>(())
    /// ```
    pub fn expected_steps(&self) -> u64 {
        self.expected_steps_at(self.columns, self.rows)
    }

    /// The approximate number of [steps](MazeOptions::expected_steps) to generate the maze with this many columns and rows.
    pub fn expected_steps_at(&self, columns: u32, rows: u32) -> u64 {
        let (columns, rows) = (u64::from(columns), u64::from(rows));
        let carved = (self.algorithm.info().steps)(columns, rows);
        let edits = EDIT_STEPS * (u64::from(self.braid > Share::NONE) + u64::from(self.max_walls.is_some()));
        let searches = match self.ends {
            Ends::Cells { .. } => 0,
            // Each of them begins at another cell of the border.
            Ends::Farthest if self.has_loops() => SEARCHES_WITH_LOOPS.min(2 * (columns + rows)),
            Ends::Farthest => 2,
        };
        let for_each_cell = edits + SEARCH_STEPS * searches;
        carved.saturating_add(columns.saturating_mul(rows).saturating_mul(for_each_cell))
    }

    /// Whether there may be more than one way between two cells.
    pub fn has_loops(&self) -> bool {
        self.braid > Share::NONE || self.max_walls.is_some() || !self.remove.is_empty()
    }

    /// About how many bytes of memory there are at most while the maze is made, the maze among them, which has one for each cell.
    pub fn expected_bytes(&self) -> u64 {
        let edited = if self.braid > Share::NONE { BRAID_BYTES } else { 0 };
        let searched = if self.ends == Ends::Farthest { FARTHEST_BYTES } else { 0 };
        let working = self.algorithm.info().bytes.max(edited).max(searched);
        self.cells().saturating_mul(1 + working)
    }
}

/// About how many searches it takes to find the two cells of the border that are farthest apart, where there are loops: of mazes of 300 × 300 and 1000 × 1000 cells none took more than three times as many.
const SEARCHES_WITH_LOOPS: u64 = 64;

/// How many steps an edit of all cells takes for each of them.
const EDIT_STEPS: u64 = 2;

/// How many bytes the list of dead ends takes for each cell: four for each dead end, of which there are fewer than half as many, and as
/// many while the list grows.
const BRAID_BYTES: u64 = 4;
