//! JSON rows of objects, each a cell that says of every side whether there is a wall.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::Parsed;
use super::assembly::{Assembly, Ends};
use super::draft::Draft;
use super::error::{ParseError, Place, without_place};
use super::input::{Input, Request};
use super::json_rows::{self, Found, LISTED_BYTES, Rows};
use super::values::Text;
use crate::grid::{Side, Sides};

/// The names of the sides, in the order north, east, south, west.
const NAMES: [[&str; 4]; 4] = [
    ["n", "north", "top", "up"],
    ["e", "east", "right", "right"],
    ["s", "south", "bottom", "down"],
    ["w", "west", "left", "o"],
];

/// Whether a text has rows of objects.
pub(super) fn fits(input: &Input<'_>) -> bool {
    json_rows::fits_objects(input.text())
}

/// Reads rows of objects.
pub(super) fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let Some(Found { rows, kind: Rows::Objects, ends }) = json_rows::find_in_json(text) else {
        let detail = "this has no rows of objects, such as [[{\"N\":true,\"E\":false,\"S\":true,\"W\":true}]]";
        return Err(json_rows::without_rows(text, detail));
    };
    request.ask(LISTED_BYTES * text.len() as u64)?;
    let rows: Vec<Vec<Option<Walls>>> = rows.read(|json| Vec::deserialize(json))?;
    let columns = rows.first().map_or(0, Vec::len);
    request.check_size([columns, rows.len()])?;
    let mut draft = Draft::default();
    for (row, cells) in (0..).zip(&rows) {
        if cells.len() != columns || columns == 0 {
            let detail = format!("row {row}, counted from 0, has {} cells, and the first one {columns}", cells.len());
            let place = Place::Address([row, cells.len().min(columns) as u32].into());
            return Err(ParseError::inconsistent(place, detail));
        }
        for cell in cells {
            match cell {
                Some(Walls(walls)) => draft.cell(Sides::SQUARE.minus(*walls)),
                None => draft.no_cell(),
            }
        }
    }
    let parsed = Assembly::new(Ends::default(), request).rectangle([columns, rows.len()], draft)?;
    Ok(ends.applied(parsed, false))
}

/// The walls of a cell.
struct Walls(Sides);

impl<'de> Deserialize<'de> for Walls {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Walls, D::Error> {
        /// An object of a cell, or the member `walls` of one.
        struct Cell {
            is_inside: bool,
        }

        impl<'de> Visitor<'de> for Cell {
            type Value = Walls;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object that says for each side whether there is a wall")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Walls, A::Error> {
                let (mut named, mut walls) = (Sides::NONE, Sides::NONE);
                while let Some(Text(name)) = map.next_key()? {
                    let is_side = |names: &[&str; 4]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
                    let Some(side) = NAMES.iter().position(is_side) else {
                        // The sides may be members of an object `walls`, though not of one inside another, which could be nested without end.
                        if !self.is_inside && named == Sides::NONE && name.eq_ignore_ascii_case("walls") {
                            let value: &RawValue = map.next_value()?;
                            if value.get().starts_with('{') {
                                let inside = Cell { is_inside: true };
                                let read = serde_json::Deserializer::from_str(value.get()).deserialize_map(inside);
                                Walls(walls) = read.map_err(|error| A::Error::custom(without_place(&error)))?;
                                named = Sides::SQUARE;
                            }
                            continue;
                        }
                        // What else is known of the cell.
                        map.next_value::<IgnoredAny>()?;
                        continue;
                    };
                    let side = Side::new(side as u8);
                    if named.contains(side) {
                        return Err(A::Error::custom(format!("{name} names a side for the second time")));
                    }
                    named = named.with(side);
                    let Flag(is_wall) = map.next_value()?;
                    if is_wall {
                        walls = walls.with(side);
                    }
                }
                match Sides::SQUARE.minus(named).nth(0) {
                    None => Ok(Walls(walls)),
                    Some(side) => {
                        let [letter, word, place, _] = NAMES[usize::from(side.number())];
                        let letter = letter.to_ascii_uppercase();
                        Err(A::Error::custom(format!("a side is missing: {letter}, {word} or {place}")))
                    }
                }
            }
        }

        deserializer.deserialize_map(Cell { is_inside: false })
    }
}

/// True or false, or 1 or 0.
struct Flag(bool);

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Flag, D::Error> {
        struct AnyFlag;

        impl Visitor<'_> for AnyFlag {
            type Value = Flag;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true or 1 where there is a wall, or else false or 0")
            }

            fn visit_bool<E: Error>(self, is_wall: bool) -> Result<Flag, E> {
                Ok(Flag(is_wall))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Flag, E> {
                match number {
                    0 | 1 => Ok(Flag(number == 1)),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Unsigned(number), &self)),
                }
            }
        }

        deserializer.deserialize_any(AnyFlag)
    }
}
