//! How large a grid may be, where someone else asks for it.

/// How large a maze may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of columns, and of rows.
    pub max_side: u32,
    /// The largest number of cells.
    pub max_cells: u32,
}

impl Default for Limits {
    /// 65,535 columns or rows, and 4,194,304 cells.
    fn default() -> Limits {
        Limits { max_side: 65_535, max_cells: 4_194_304 }
    }
}
