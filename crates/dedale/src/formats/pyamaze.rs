//! The tables of pyamaze, a library for Python: a row for each cell, which says of its sides whether they are open.
//!
//! <https://github.com/MAN1986/pyamaze>

use crate::grid::{Side, Sides};
use crate::parse::assembly::{Cells, GivenEnds, rectangle};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{Input, ReadContext, filled};
use crate::parse::listed_cells::{row_by_row, size_with};
use crate::parse::{InputFormat, Parsed};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "pyamaze",
    description: "A table of pyamaze: a cell in each row, and 1 for each side that is open.",
    first_line: "  cell  ,E,W,N,S",
    is_of_squares: false,
    fits,
    read,
};

/// Returns true if the first line of a text is the head of such a table.
fn fits(input: &Input<'_>) -> bool {
    head_of(input.text()).is_some()
}

/// Returns the sides that the columns after the first are, by the first line.
fn head_of(text: &str) -> Option<[Side; 4]> {
    let (_, line) = filled(text).next()?;
    let mut names = line.split(',').map(str::trim);
    if names.next()? != "cell" {
        return None;
    }
    let sides: Vec<Side> = names.map(Side::from_name).collect::<Option<_>>()?;
    let all = sides.iter().fold(Sides::NONE, |all, &side| all.with(side));
    sides.try_into().ok().filter(|_| all == Sides::SQUARE)
}

/// Reads a table.
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let sides = head_of(text).ok_or_else(|| {
        ParseError::malformed(
            InputPlace::text(1, 1),
            "the first line must be cell and the four sides, as in cell,E,W,N,S",
        )
    })?;
    let cells = || {
        filled(text).skip(1).map(|(number, line)| {
            context.go_on()?;
            read_cell(line, sides, number)
        })
    };
    let (mut size, mut count) = ([0; 2], 0);
    for cell in cells() {
        size = size_with(size, cell?.0);
        count += 1;
    }
    context.check_size(size)?;
    let [columns, rows] = size;
    if Some(count) != columns.checked_mul(rows) || count == 0 {
        let detail = format!("{rows} rows of {columns} cells are numbered, and {count} cells are listed");
        return Err(ParseError::inconsistent(None, detail));
    }
    let cells = row_by_row(size, cells(), |index, [row, column]| {
        let place = filled(text).nth(1 + index).map(|(number, _)| InputPlace::text(number + 1, 1));
        let detail = format!("the cell ({}, {}) is listed for the second time", row + 1, column + 1);
        ParseError::inconsistent(place, detail)
    })?;
    let mut all = Cells::new();
    cells.into_iter().for_each(|open| all.push(open));
    rectangle(size, all, GivenEnds::default(), context)
}

/// Returns the row and the column of a cell, which the table counts from 1, and its open sides.
fn read_cell(line: &str, sides: [Side; 4], number: usize) -> Result<([usize; 2], Sides), ParseError> {
    let cell = || {
        let (at, flags) = line.trim().trim_start_matches('"').strip_prefix('(')?.split_once(')')?;
        let (row, column) = at.split_once(',')?;
        let [row, column] = [row, column].map(|number| number.trim().parse::<usize>().ok()?.checked_sub(1));
        let mut flags = flags.trim_start_matches('"').strip_prefix(',')?.split(',').map(str::trim);
        let mut open = Sides::NONE;
        for side in sides {
            match flags.next()? {
                "0" => {}
                "1" => open = open.with(side),
                _ => return None,
            }
        }
        Some(([row?, column?], open)).filter(|_| flags.next().is_none())
    };
    cell().ok_or_else(|| {
        let detail = "a cell must be here, and 1 for each open side, as in \"(1, 1)\",0,0,0,1";
        ParseError::malformed(InputPlace::text(number + 1, 1), detail)
    })
}
