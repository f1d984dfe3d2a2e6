//! Cells that a file lists in any order, each with its row and its column, both from 0.

use super::error::ParseError;

/// Returns the size, in columns and rows, that a rectangle of this size has when it is large enough for the cell at this row and column.
pub(crate) fn size_with([columns, rows]: [usize; 2], [row, column]: [usize; 2]) -> [usize; 2] {
    [columns.max(column.saturating_add(1)), rows.max(row.saturating_add(1))]
}

/// Puts listed cells into a rectangle of these columns and rows, which is large enough for all of them, row by row: `None` where no cell is
/// listed. The first error of a cell ends it, and so does a cell whose place another one has: `twice` makes the error of its index in the list,
/// and of its row and its column.
pub(crate) fn row_by_row<T>(
    [columns, rows]: [usize; 2],
    cells: impl Iterator<Item = Result<([usize; 2], T), ParseError>>,
    twice: impl FnOnce(usize, [usize; 2]) -> ParseError,
) -> Result<Vec<Option<T>>, ParseError> {
    let mut all: Vec<Option<T>> = std::iter::repeat_with(|| None).take(columns * rows).collect();
    for (index, cell) in cells.enumerate() {
        let (place @ [row, column], cell) = cell?;
        if all[row * columns + column].replace(cell).is_some() {
            return Err(twice(index, place));
        }
    }
    Ok(all)
}
