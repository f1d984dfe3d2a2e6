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
    /// The seed that it was made from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
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
        Head { algo: None, w: columns, h: rows, seed: None, generator: None, options: None, from, to }
    }

    /// The same, of a maze on a grid.
    pub fn of_grid(grid: &Square, from: Cell, to: Cell) -> Head {
        let place = |cell| [grid.row(cell).into(), grid.column(cell).into()];
        Head::new([grid.columns().into(), grid.rows().into()], place(from), place(to))
    }
}
