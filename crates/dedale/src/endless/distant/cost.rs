//! The cost of finding a path in a maze that is too large to be generated.

use super::DistantPath;
use super::rows::MAX_ROWS;
use crate::generate::{Algorithm, Descent, Rectangle};
use crate::options::MazeOptions;
use crate::rng::{Key, Stream};

impl MazeOptions {
    /// Returns the approximate number of steps to find the path between the [ends](MazeOptions::places): this many first moves, or its parts
    /// in the window.
    pub(crate) fn expected_path_steps(&self, moves: Option<u64>) -> u64 {
        let ends = match *self.algorithm() {
            Algorithm::Quilt { passes } => {
                let [columns, rows] = self.size().unwrap_or_default();
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

    /// Returns about how many bytes of memory are in use at most while that path is found, including the returned cells.
    pub(crate) fn expected_path_bytes(&self, moves: Option<u64>) -> u64 {
        let ends = match self.algorithm() {
            Algorithm::Quilt { .. } | Algorithm::Division => ENDS_BYTES,
            _ => ROW_BYTES * self.path_rows(moves),
        };
        ends.saturating_add(moves.unwrap_or(self.cells()).saturating_mul(PLACE_BYTES))
    }

    /// Returns the number of rows through which the paths from both ends are followed at most, in a maze in which they lead from row to row.
    fn path_rows(&self, moves: Option<u64>) -> u64 {
        // Only these algorithms have paths that are followed by rows.
        let Some([columns, all]) = self.size() else { return 0 };
        let descent = Descent::new(self.algorithm(), Key::new(self.seed(), Stream::Generate), columns, all);
        // Counted towards the last row.
        let turned = |row: u64| if descent.as_ref().is_none_or(Descent::is_down) { row } else { all - 1 - row };
        let [from, to] = self.places().unwrap_or_default().map(|[row, _]| turned(row));
        let Rectangle { row, rows, .. } = self.window().unwrap_or(Rectangle { row: 0, column: 0, rows: all, columns });
        let end = 1 + turned(row).max(turned(row + rows - 1));
        let rows = match moves {
            Some(moves) => [from.saturating_sub(to), moves],
            None => [from, to].map(|row| end.saturating_sub(row)),
        };
        // If there are more, it is known at once that they are too many.
        rows.into_iter().map(|rows| rows.min(MAX_ROWS)).sum()
    }
}

impl DistantPath {
    /// Returns the approximate maximum number of steps to find the [length](DistantPath::length) of a path, with a budget of `budget` blocks.
    pub(crate) fn expected_length_steps(budget: u64) -> u64 {
        budget.saturating_mul(MOVE_STEPS)
    }
}

/// The number of steps to find the cells to which both ends of a path in a quilt lead on each level: without passes, and for the square of
/// their number.
const QUILT_STEPS: u64 = 80;
const PASS_STEPS: u64 = 60;

/// The number of steps to divide the chambers around the first cell of a path.
const DIVISION_STEPS: u64 = 5_000;

/// The largest number of steps to follow both paths by a row.
const ROW_STEPS: u64 = 3;

/// The number of steps of a move of a path, and the number of cells of a window for each step that its parts take.
const MOVE_STEPS: u64 = 10;
const CELLS_IN_A_STEP: u64 = 8;

/// The number of bytes that are kept of both ends of a path, of each row through which it is followed, and of each of its cells: a row and a
/// column, in a list that grows.
const ENDS_BYTES: u64 = 1 << 20;
const ROW_BYTES: u64 = 32;
const PLACE_BYTES: u64 = 32;
