//! The JSON object of a maze.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::cells::{Cells, Rows};
use super::draft::Draft;
use super::error::ParseError;
use super::number::Whole;
use super::{Parsed, ends};
use crate::grid::{Cell, Limits, Square};
use crate::render::Encoding;

pub(super) fn read(text: &str, limits: Limits) -> Result<Parsed, ParseError> {
    if text.trim_ascii().is_empty() {
        return Err(ParseError::malformed(None, "there is nothing here, where the JSON object of a maze must be"));
    }
    let mut members = read_members(text, None, limits)?;
    if members.encoding.is_some() && matches!(members.cells, Some(None)) {
        members.cells = read_members(text, members.encoding, limits)?.cells;
    }
    let missing = |name: &str| ParseError::malformed(None, format!("{name} is missing"));
    members.encoding.ok_or_else(|| missing("encoding"))?;
    let maze = members.cells.flatten().ok_or_else(|| missing("cells"))?.into_maze()?;
    let grid = *maze.grid();
    check_size("w", members.w, grid.columns(), "columns")?;
    check_size("h", members.h, grid.rows(), "rows")?;
    let given = members.from.is_some() || members.to.is_some();
    let (from, to) =
        if !given { ends(&maze) } else { (find_cell("from", members.from, grid)?, find_cell("to", members.to, grid)?) };
    let ends_are_openings = !given && from.is_some();
    Ok(Parsed { maze, from, to, ends_are_openings, directions: members.directions, path: members.path })
}

fn check_size(name: &str, said: Option<u64>, found: u32, what: &str) -> Result<(), ParseError> {
    match said {
        Some(said) if said != u64::from(found) => {
            Err(ParseError::inconsistent(None, format!("{name} is {said}, but the number of {what} is {found}")))
        }
        _ => Ok(()),
    }
}

fn find_cell(name: &str, place: Option<[u64; 2]>, grid: Square) -> Result<Option<Cell>, ParseError> {
    let Some([row, column]) = place else { return Ok(None) };
    let (rows, columns) = (grid.rows(), grid.columns());
    if row < u64::from(rows) && column < u64::from(columns) {
        return Ok(Some(grid.at(row as u32, column as u32)));
    }
    let detail = format!(
        "{name} is [{row},{column}], which is no cell of the maze: they go from [0,0] to [{},{}]",
        rows - 1,
        columns - 1
    );
    Err(ParseError::inconsistent(None, detail))
}

fn pair([row, column]: [Whole; 2]) -> [u64; 2] {
    [row.0, column.0]
}

/// The members that matter.
#[derive(Default)]
struct Members {
    encoding: Option<Encoding>,
    /// `Some(None)`: there are cells, but when they came it was not known how to read them.
    cells: Option<Option<Draft>>,
    w: Option<u64>,
    h: Option<u64>,
    from: Option<[u64; 2]>,
    to: Option<[u64; 2]>,
    directions: Option<String>,
    path: Option<Vec<[u64; 2]>>,
}

/// Goes over the object once. `encoding` is how its cells are written, where that is known before.
fn read_members(text: &str, encoding: Option<Encoding>, limits: Limits) -> Result<Members, ParseError> {
    let mut fault = None;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let members = Object { encoding, limits, fault: &mut fault }.deserialize(&mut deserializer);
    members
        .and_then(|members| deserializer.end().map(|()| members))
        .map_err(|error| fault.unwrap_or_else(|| ParseError::from_json(&error)))
}

struct Object<'a> {
    encoding: Option<Encoding>,
    limits: Limits,
    fault: &'a mut Option<ParseError>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Member {
    Encoding,
    Cells,
    W,
    H,
    From,
    To,
    Directions,
    Path,
    #[serde(other)]
    Other,
}

impl Member {
    const fn name(self) -> &'static str {
        match self {
            Member::Encoding => "encoding",
            Member::Cells => "cells",
            Member::W => "w",
            Member::H => "h",
            Member::From => "from",
            Member::To => "to",
            Member::Directions => "directions",
            Member::Path => "path",
            Member::Other => "",
        }
    }
}

impl<'de> DeserializeSeed<'de> for Object<'_> {
    type Value = Members;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Members, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_> {
    type Value = Members;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the object of a maze, with encoding and cells")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Members, A::Error> {
        let mut members = Members::default();
        let mut seen = 0_u16;
        while let Some(member) = map.next_key::<Member>()? {
            if !matches!(member, Member::Other) {
                let bit = 1 << member as u16;
                if seen & bit != 0 {
                    return Err(A::Error::custom(format!("{} is given twice", member.name())));
                }
                seen |= bit;
            }
            match member {
                Member::Encoding => members.encoding = Some(map.next_value_seed(EncodingName)?),
                Member::Cells => {
                    members.cells = Some(match self.encoding.or(members.encoding) {
                        Some(encoding) => Some(self.read_cells(encoding, &mut map)?),
                        None => map.next_value::<IgnoredAny>().map(|_| None)?,
                    });
                }
                Member::W => members.w = map.next_value::<Option<Whole>>()?.map(|Whole(w)| w),
                Member::H => members.h = map.next_value::<Option<Whole>>()?.map(|Whole(h)| h),
                Member::From => members.from = map.next_value::<Option<[Whole; 2]>>()?.map(pair),
                Member::To => members.to = map.next_value::<Option<[Whole; 2]>>()?.map(pair),
                Member::Directions => members.directions = map.next_value()?,
                Member::Path => {
                    let path = map.next_value::<Option<Vec<[Whole; 2]>>>()?;
                    members.path = path.map(|path| path.into_iter().map(pair).collect());
                }
                Member::Other => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(members)
    }
}

impl Object<'_> {
    fn read_cells<'de, A: MapAccess<'de>>(&mut self, encoding: Encoding, map: &mut A) -> Result<Draft, A::Error> {
        let mut cells = Cells::new(encoding, self.limits);
        let read = map.next_value_seed(Rows(&mut cells));
        *self.fault = cells.fault.take();
        read.map(|()| cells.into_draft())
    }
}

struct EncodingName;

impl<'de> DeserializeSeed<'de> for EncodingName {
    type Value = Encoding;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Encoding, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for EncodingName {
    type Value = Encoding;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an encoding")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Encoding, E> {
        Encoding::ALL.iter().copied().find(|encoding| encoding.name() == name).ok_or_else(|| {
            let names = Encoding::ALL.iter().map(|encoding| encoding.name()).collect::<Vec<_>>().join(", ");
            E::custom(format!("unknown encoding; must be one of {names}"))
        })
    }
}
