//! Two matrices of walls, as an exercise of a school has them: the number of rows and of columns, a matrix that says of each cell whether there is a
//! wall in the east, and one that says whether there is one in the south. The walls in the north and in the west of the maze are not said.

use crate::grid::{Side, Sides};
use crate::parse::assembly::{Cells, GivenEnds, rectangle};
use crate::parse::error::ParseError;
use crate::parse::input::{Input, ReadContext, filled, size_of_matrices};
use crate::parse::{InputFormat, Parsed};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "matrices",
    description: "The number of rows and columns, a matrix of 1 and 0 with the walls east of each cell, and one with those south of it.",
    first_line: "4 4",
    is_of_squares: false,
    fits: |input| size_of_matrices(input.text()).is_some(),
    read,
};

/// Reads both matrices.
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let [rows, columns] = size_of_matrices(text).ok_or_else(|| {
        let detail = "the first line must be the number of rows and of columns, and two matrices of 0 and 1 of this size must follow: the walls in the \
                      east of the cells, and those in the south";
        ParseError::malformed(None, detail)
    })?;
    context.check_size([columns, rows])?;
    let mut walls: Vec<bool> = Vec::with_capacity(2 * rows * columns);
    for (_, line) in filled(text).skip(1) {
        context.go_on()?;
        walls.extend(line.split_whitespace().map(|word| word == "1"));
    }
    let (east, south) = walls.split_at(rows * columns);
    let mut cells = Cells::new();
    for number in 0..rows * columns {
        let (row, column) = (number / columns, number % columns);
        let sides = [
            (Side::N, row > 0 && !south[number - columns]),
            (Side::E, !east[number]),
            (Side::S, !south[number]),
            (Side::W, column > 0 && !east[number - 1]),
        ];
        let open: Sides = sides.into_iter().filter(|(_, is_open)| *is_open).map(|(side, _)| side).collect();
        cells.push(Some(open));
    }
    rectangle([columns, rows], cells, GivenEnds::default(), context)
}
