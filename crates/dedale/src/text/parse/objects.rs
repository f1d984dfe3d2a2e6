//! JSON rows of objects, each a cell that says of every side whether there is a wall.

use super::Parsed;
use super::assembly::{Ends, rectangle};
use super::cells;
use super::error::ParseError;
use super::input::{Input, Request};
use super::json_rows::{self, Found, Rows};
use super::values::{Value, is_one_of};
use crate::grid::{GridKind, Side, Sides};

/// The names of the sides, in the order north, east, south, west.
const NAMES: [[&str; 4]; 4] = [
    ["n", "north", "top", "up"],
    ["e", "east", "right", "right"],
    ["s", "south", "bottom", "down"],
    ["w", "west", "left", "o"],
];

/// Whether a text has rows of objects.
pub(super) fn fits(input: &Input<'_>) -> bool {
    json_rows::find(input.text()).is_some_and(|found| found.kind == Rows::Objects)
}

/// Reads rows of objects.
pub(super) fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let Some(Found { rows, kind: Rows::Objects, ends }) = json_rows::find(text) else {
        let detail = "this has no rows of objects, such as [[{\"N\":true,\"E\":false,\"S\":true,\"W\":true}]]";
        return Err(json_rows::without_rows(text, detail));
    };
    let element = |cell, _| walls_of(cell, false).map(|walls| Sides::SQUARE.minus(walls));
    let (size, cells) = cells::read(rows.of(request), (GridKind::Square, false), request.options.limits, element)?;
    let size = [size.columns, size.rows].map(|side| side as usize);
    Ok(ends.applied(rectangle(size, cells, Ends::default(), request)?, false))
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
