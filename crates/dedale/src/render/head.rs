//! The head of a maze in JSON: all that is written before the cells.

use serde::Serialize;

use super::OptionList;
use crate::grid::{Cell, Square};

/// The first members of the JSON object of a maze, in this order. A member that is not known is left out.
///
/// ```
/// use dedale::render::Head;
/// let mut head = Head::new([30, 20], [0, 0], [19, 29]);
/// head.algo = Some("wilson");
/// head.seed = Some(7);
/// assert_eq!(head.options, None);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Head {
    /// The name of the algorithm that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algo: Option<&'static str>,
    /// The number of columns.
    pub w: u64,
    /// The number of rows.
    pub h: u64,
    /// The part of it that is written, where it is not all: its first row, its first column, and how many rows and columns it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<[u64; 4]>,
    /// The level of a [`Quilt`](crate::generate::Quilt) that is written, where it is not the maze: `window` is in cells of that level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// The seed that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the attempt, where something was wanted of the maze that only the finished maze shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    /// The version of the generator that made it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<u32>,
    /// Whatever else shaped it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<OptionList>,
    /// Row and column of the entrance.
    pub from: [u64; 2],
    /// Row and column of the exit.
    pub to: [u64; 2],
}

impl Head {
    /// The head of a maze of so many columns and rows, with the row and the column of its entrance and of its exit.
    pub fn new([columns, rows]: [u64; 2], from: [u64; 2], to: [u64; 2]) -> Head {
        Head {
            algo: None,
            w: columns,
            h: rows,
            window: None,
            level: None,
            seed: None,
            attempt: None,
            generator: None,
            options: None,
            from,
            to,
        }
    }

    /// The title of a picture.
    pub(super) fn title(&self) -> String {
        let Head { algo, w, h, seed, window, level, .. } = self;
        let mut title = format!("Maze of {w} × {h} cells");
        if let Some(algo) = algo {
            title += &format!(", {algo}");
        }
        if let Some(seed) = seed {
            title += &format!(", seed {seed}");
        }
        if let Some([row, column, rows, columns]) = window {
            title += &format!(", window of {columns} × {rows} from row {row}, column {column}");
        }
        if let Some(level) = level {
            title += &format!(", level {level}");
        }
        title
    }

    /// How many columns and rows are written: those of the window, or all.
    pub fn size(&self) -> [u64; 2] {
        self.window.map_or([self.w, self.h], |[_, _, rows, columns]| [columns, rows])
    }

    /// How many columns and rows the level has that is written.
    pub(crate) fn level_size(&self) -> [u64; 2] {
        [self.w, self.h].map(|side| (side.saturating_sub(1) >> self.level.unwrap_or(0)) + 1)
    }

    /// The entrance and the exit as cells of the level that is written.
    pub(super) fn ends(&self) -> [[u64; 2]; 2] {
        [self.from, self.to].map(|end| end.map(|number| number >> self.level.unwrap_or(0)))
    }

    /// Where a cell of the level is in what is written, as row and column; `None` where it is not a part of that.
    pub(super) fn place_of(&self, [row, column]: [u64; 2]) -> Option<[u64; 2]> {
        let Some([first_row, first_column, rows, columns]) = self.window else { return Some([row, column]) };
        let (row, column) = (row.checked_sub(first_row)?, column.checked_sub(first_column)?);
        (row < rows && column < columns).then_some([row, column])
    }

    /// The same, of a maze on a grid.
    pub fn of_grid(grid: &Square, from: Cell, to: Cell) -> Head {
        let place = |cell| [grid.row(cell).into(), grid.column(cell).into()];
        Head::new([grid.columns().into(), grid.rows().into()], place(from), place(to))
    }
}
