//! JSON rows of objects, each a cell that says of every side whether there is a wall.

use super::cells;
use super::rows::{self, FoundRows, RowKind};
use crate::grid::{GridKind, Side, Sides};
use crate::parse::assembly::{GivenEnds, rectangle};
use crate::parse::error::ParseError;
use crate::parse::input::{Input, Request};
use crate::parse::values::{Value, is_one_of};
use crate::parse::{InputFormat, Parsed};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "objects",
    description: "JSON rows of objects, one a cell, that say for each side whether there is a wall: N E S W, north …, top right bottom left, up ….",
    first_line: r#"[[{"N":true,"E":false,"S":true,"W":true},"#,
    is_of_squares: false,
    fits,
    read,
};

/// The names of the sides, in the order north, east, south, west.
const NAMES: [[&str; 4]; 4] = [
    ["n", "north", "top", "up"],
    ["e", "east", "right", "right"],
    ["s", "south", "bottom", "down"],
    ["w", "west", "left", "o"],
];

/// Whether a text has rows of objects.
fn fits(input: &Input<'_>) -> bool {
    rows::find(input.text()).is_some_and(|found| found.kind == RowKind::Objects)
}

/// Reads rows of objects.
fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let Some(FoundRows { rows, kind: RowKind::Objects, ends }) = rows::find(text) else {
        let detail = "this has no rows of objects, such as [[{\"N\":true,\"E\":false,\"S\":true,\"W\":true}]]";
        return Err(rows::without_rows(text, detail));
    };
    let element = |cell, _| walls_of(cell, false).map(|walls| Sides::SQUARE.minus(walls));
    let (size, cells) = cells::read(rows.of(request), (GridKind::Square, false), request.options.limits, element)?;
    let size = [size.columns, size.rows].map(|side| side as usize);
    Ok(ends.applied(rectangle(size, cells, GivenEnds::default(), request)?, false))
}

/// The walls of a cell that an object says, or the object that is its member `walls`.
fn walls_of(cell: Value<'_>, is_inside: bool) -> Result<Sides, ParseError> {
    let (mut named, mut walls) = (Sides::NONE, Sides::NONE);
    cell.members("an object that says for each side whether there is a wall", |name, value| {
        let Some(side) = NAMES.iter().position(|names| is_one_of(&name, names)) else {
            // Objects `walls` inside of others could be nested without end. What else is known of a cell is ignored.
            let is_walls = !is_inside && named == Sides::NONE && name.eq_ignore_ascii_case("walls");
            if is_walls && value.text().starts_with('{') {
                (named, walls) = (Sides::SQUARE, walls_of(value, true)?);
            }
            return Ok(());
        };
        let side = Side::new(side as u8);
        if named.contains(side) {
            return Err(ParseError::malformed(value.end(), format!("{name} names a side for the second time")));
        }
        named = named.with(side);
        if value.is_wall()? {
            walls = walls.with(side);
        }
        Ok(())
    })?;
    match Sides::SQUARE.minus(named).nth(0) {
        None => Ok(walls),
        Some(side) => {
            let [letter, word, place, _] = NAMES[usize::from(side.number())];
            let detail = format!("a side is missing: {}, {word} or {place}", letter.to_ascii_uppercase());
            Err(ParseError::malformed(cell.end(), detail))
        }
    }
}
