//! What it takes to make a maze, known before it begins.

use super::{Ends, MazeOptions, WindowOptions};
use crate::edit::Share;
use crate::generate::{Algorithm, Descent, Rectangle};
use crate::measure::FARTHEST_BYTES;
use crate::rng::{Key, Stream};
use crate::solve::MOST_ROWS;

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
        let carved = self.ways.steps(&self.algorithm, [columns, rows]);
        let edits = EDIT_STEPS * (u64::from(self.braid > Share::NONE) + u64::from(self.max_walls.is_some()));
        let cells = columns.saturating_mul(rows);
        let ends = self.ends.rule().steps(cells, 2 * (columns + rows), self.has_loops());
        carved.saturating_add(cells.saturating_mul(edits)).saturating_add(ends)
    }

    /// Whether there may be more than one way between two cells.
    pub fn has_loops(&self) -> bool {
        self.ways.has_loops() || self.braid > Share::NONE || self.max_walls.is_some() || !self.remove.is_empty()
    }

    /// About how many bytes of memory there are at most while the maze is made, the maze among them, which has one for each cell.
    pub fn expected_bytes(&self) -> u64 {
        let edited = if self.braid > Share::NONE { BRAID_BYTES } else { 0 };
        let searched = if matches!(self.ends, Ends::Farthest | Ends::Center) { FARTHEST_BYTES } else { 0 };
        let working = self.ways.bytes(&self.algorithm).max(edited).max(searched);
        self.cells().saturating_mul(1 + working)
    }
}

impl WindowOptions {
    /// About how many [steps](MazeOptions::expected_steps) it takes to find the path between the [ends](WindowOptions::ends): so many first
    /// moves of it, or else its parts in the window. See [`DistantPath`](crate::solve::DistantPath).
    ///
    /// ```
    /// use dedale::options::WindowOptions;
    /// let steps = |query: &str| query.parse::<WindowOptions>().map(|options| options.expected_path_steps(None));
    /// let near = steps("algo=sidewinder&w=1000000&h=1000000&window=50,50,10,10")?;
    /// let far = steps("algo=sidewinder&w=1000000&h=1000000&window=200000,50,10,10")?;
    /// assert!(far > 100 * near);
    /// # Ok::<(), dedale::options::ParseOptionsError>(())
    /// ```
    pub fn expected_path_steps(&self, moves: Option<u64>) -> u64 {
        let ends = match *self.algorithm() {
            Algorithm::Quilt { passes } => {
                let [columns, rows] = self.size();
                let levels = u64::from(u64::BITS - columns.max(rows).leading_zeros());
                let passes = u64::from(passes.get());
                levels * (QUILT_STEPS + PASS_STEPS * passes * passes)
            }
            Algorithm::Division => DIVISION_STEPS,
            _ => ROW_STEPS * self.path_rows(moves),
        };
        let found = moves.map_or(self.cells() / CELLS_IN_A_STEP, |moves| moves.saturating_mul(MOVE_STEPS));
        ends.saturating_add(found)
    }

    /// About how many bytes of memory there are at most while that path is found, the cells that are returned among them.
    pub fn expected_path_bytes(&self, moves: Option<u64>) -> u64 {
        let ends = match self.algorithm() {
            Algorithm::Quilt { .. } | Algorithm::Division => ENDS_BYTES,
            _ => ROW_BYTES * self.path_rows(moves),
        };
        ends.saturating_add(moves.unwrap_or(self.cells()).saturating_mul(PLACE_BYTES))
    }

    /// How many rows the paths from both ends may be followed, in a maze in which they lead from row to row.
    fn path_rows(&self, moves: Option<u64>) -> u64 {
        let [columns, all] = self.size();
        let descent = Descent::new(self.algorithm(), Key::new(self.seed(), Stream::Generate), columns, all);
        // Counted towards the last row that they lead to.
        let turned = |row: u64| if descent.as_ref().is_none_or(Descent::is_down) { row } else { all - 1 - row };
        let [from, to] = self.ends().map(|[row, _]| turned(row));
        let Rectangle { row, rows, .. } = self.window();
        let end = 1 + turned(row).max(turned(row + rows - 1));
        let rows = match moves {
            Some(moves) => [from.saturating_sub(to), moves],
            None => [from, to].map(|row| end.saturating_sub(row)),
        };
        // Where there are more, it is known at once that they are too many.
        rows.into_iter().map(|rows| rows.min(MOST_ROWS)).sum()
    }
}

/// How many steps it takes to find where both ends of a path in a quilt lead to on each level: without passes, and for the square of
/// their number.
const QUILT_STEPS: u64 = 80;
const PASS_STEPS: u64 = 60;

/// How many steps it takes to divide the rooms around the first cell of a path.
const DIVISION_STEPS: u64 = 5_000;

/// How many steps it takes to follow both paths by a row, at most.
const ROW_STEPS: u64 = 3;

/// How many steps a move of a path takes, and how many cells of a window there are for each step that its parts take.
const MOVE_STEPS: u64 = 10;
const CELLS_IN_A_STEP: u64 = 8;

/// How many bytes are kept of both ends of a path, for each row that it is followed, and for each of its cells: a row and a column, in a
/// list that grows.
const ENDS_BYTES: u64 = 1 << 20;
const ROW_BYTES: u64 = 32;
const PLACE_BYTES: u64 = 32;

/// How many steps an edit of all cells takes for each of them.
const EDIT_STEPS: u64 = 2;

/// How many bytes the list of dead ends takes for each cell: four for each dead end, of which there are fewer than half as many, and as
/// many while the list grows.
const BRAID_BYTES: u64 = 4;
