//! Mazes of robots that are read in two more forms: a line of numbers for each cell, and a byte for each cell.
//!
//! `num` is a text of the [simulator mms](https://github.com/mackorone/mms): in each line the column and the row of a cell, counted from the south-west, and
//! whether there is a wall in the north, east, south and west. `maz` is a file of 256 bytes: 16 columns of 16 cells, the first one in the south-west, or of 1,024 for
//! 32 columns of 32; and of each cell the sum of its walls, N 1, E 2, S 4, W 8. Neither says where the maze begins and ends.

use crate::grid::{Side, Sides};
use crate::parse::assembly::{Cells, GivenEnds, rectangle};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{Input, ReadContext, filled, is_maz, side_of_maz};
use crate::parse::listed_cells::{row_by_row, size_with};
use crate::parse::{InputFormat, Parsed};

pub(crate) const NUM: InputFormat = InputFormat {
    name: "num",
    description: "A line for each cell, as the simulator mms has it: its column and its row from the south-west, and 1 for each wall, north, east, south, west.",
    first_line: "0 0 0 1 1 1",
    is_of_squares: false,
    fits: |input| cells_of(input.text()).is_some(),
    read: read_num,
};

pub(crate) const MAZ: InputFormat = InputFormat {
    name: "maz",
    description: "256 bytes for 16 × 16 cells, or 1,024 for 32 × 32, column by column from the south-west: the sum of the walls of each, N 1, E 2, S 4, W 8.",
    first_line: r"\x0e\x0a\x0b",
    is_of_squares: false,
    fits: |input| is_maz(input.bytes),
    read: read_maz,
};

/// The row and the column of a cell, from the south-west, and its walls.
type MouseCell = ([usize; 2], Sides);

/// Returns the cell of a line of six numbers.
fn cell_of(line: &str) -> Option<MouseCell> {
    let mut numbers = line.split_ascii_whitespace().map(|word| word.parse::<usize>().ok());
    let (column, row) = (numbers.next()??, numbers.next()??);
    let mut walls = Sides::NONE;
    for side in [Side::N, Side::E, Side::S, Side::W] {
        match numbers.next()?? {
            0 => {}
            1 => walls = walls.with(side),
            _ => return None,
        }
    }
    numbers.next().is_none().then_some(([row, column], walls))
}

/// Returns the number of columns and rows of the cells of a text, and the walls of each, row by row from the south-west; `None` unless each line is a cell,
/// and each cell is there once.
fn cells_of(text: &str) -> Option<([usize; 2], Vec<Sides>)> {
    let (mut size, mut count) = ([0; 2], 0_usize);
    for (_, line) in filled(text) {
        size = size_with(size, cell_of(line)?.0);
        count += 1;
    }
    // One line may be a row of numbers.
    if count < 2 || size[0].checked_mul(size[1]) != Some(count) {
        return None;
    }
    let cells = filled(text).filter_map(|(_, line)| cell_of(line)).map(Ok);
    let walls = row_by_row(size, cells, |_, _| ParseError::inconsistent(None, "a cell is listed for the second time"));
    Some((size, walls.ok()?.into_iter().flatten().collect()))
}

/// Reads a line for each cell.
fn read_num(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let (size, walls) = cells_of(input.text()).ok_or_else(|| {
        let place = filled(input.text()).find(|(_, line)| cell_of(line).is_none());
        let place = place.map(|(number, _)| InputPlace::text(number + 1, 1));
        let detail =
            "each cell must be listed once: its column, its row, and 0 or 1 for the walls north, east, south and west";
        ParseError::malformed(place, detail)
    })?;
    context.check_size(size)?;
    let mut from_north = Vec::with_capacity(walls.len());
    for row in walls.chunks(size[0]).rev() {
        context.go_on()?;
        from_north.extend_from_slice(row);
    }
    read_walls(size, from_north, context)
}

/// Reads a byte for each cell.
fn read_maz(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let Some(side) = side_of_maz(input.bytes).filter(|_| is_maz(input.bytes)) else {
        let detail = format!(
            "a maz has 256 or 1,024 bytes from 0 to 15, and this file has {} bytes, or others",
            input.bytes.len()
        );
        return Err(ParseError::malformed(None, detail));
    };
    context.check_size([side; 2])?;
    let places = (0..side).rev().flat_map(|row| (0..side).map(move |column| column * side + row));
    let walls = places.map(|place| Sides::from_bits(input.bytes[place])).collect();
    read_walls([side; 2], walls, context)
}

/// Returns the maze of the walls of cells, row by row from the north-west.
fn read_walls(size: [usize; 2], walls: Vec<Sides>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let mut cells = Cells::new();
    walls.into_iter().for_each(|walls| cells.push(Some(Sides::SQUARE.minus(walls))));
    let detail = format!(
        "the file does not say the ends: give from and to, each as row,column; robots start in the south-west, at {},0, and go to the middle",
        size[1] - 1
    );
    rectangle(size, cells, GivenEnds::unclear(&detail), context)
}
