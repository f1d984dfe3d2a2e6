//! The JSON object of a maze.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::cells::{Cells, Rows};
use super::draft::Draft;
use super::encoding_name::EncodingName;
use super::error::ParseError;
use super::mesh::head::{Crossing, Kind, Options};
use super::number::Whole;
use super::{Names, Parsed, ends};
use crate::grid::{Address, Cell, GridKind, Limits, Square, Wrap};
use crate::maze::Maze;
use crate::render::Encoding;

/// All members, as those of a maze of squares.
pub(super) fn read_all_members(text: &str, limits: Limits) -> Result<Members, ParseError> {
    if text.trim_ascii().is_empty() {
        return Err(ParseError::malformed(None, "there is nothing here, where the JSON object of a maze must be"));
    }
    let mut members = read_members(text, None, limits)?;
    let is_known = |encoding| encoding != Encoding::Graph;
    if members.encoding.is_some_and(is_known) && matches!(members.cells, Some(None)) && !members.is_shaped {
        members.cells = read_members(text, members.encoding, limits)?.cells;
    }
    Ok(members)
}

impl Members {
    /// Whether some places for cells are left out, as solid blocks.
    pub(super) fn are_cut(&self) -> bool {
        self.cells.iter().flatten().any(Draft::is_cut)
    }

    /// The maze of squares that they are.
    pub(super) fn finish(mut self) -> Result<Parsed, ParseError> {
        let missing = |name: &str| ParseError::malformed(None, format!("{name} is missing"));
        self.encoding.ok_or_else(|| missing("encoding"))?;
        let maze = self.cells.take().flatten().ok_or_else(|| missing("cells"))?.into_maze()?;
        self.finish_with(maze)
    }

    /// The same, of a maze that was read elsewhere.
    pub(super) fn finish_with(self, maze: Maze<Square>) -> Result<Parsed, ParseError> {
        let grid = *maze.grid();
        check_size("w", self.w, grid.columns(), "columns")?;
        check_size("h", self.h, grid.rows(), "rows")?;
        let given = self.from.is_some() || self.to.is_some();
        let (from, to) =
            if !given { ends(&maze) } else { (find_cell("from", self.from, grid)?, find_cell("to", self.to, grid)?) };
        let ends_are_openings = !given && from.is_some();
        Ok(Parsed { maze, from, to, ends_are_openings, directions: self.directions.map(Names::word), path: self.path })
    }
}

pub(super) fn check_size(name: &str, said: Option<u64>, found: u32, what: &str) -> Result<(), ParseError> {
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

/// A number that is too large for any maze is the largest there is, which no maze has.
fn address(place: [Whole; 2]) -> Address {
    pair(place).map(|number| u32::try_from(number).unwrap_or(u32::MAX)).into()
}

/// The members that matter.
#[derive(Default)]
pub(super) struct Members {
    pub(super) encoding: Option<Encoding>,
    /// Whether the grid is said to be something else than a rectangle of squares. Then the cells are not read.
    pub(super) is_shaped: bool,
    /// `Some(None)`: there are cells, but when they came it was not known how to read them.
    cells: Option<Option<Draft>>,
    w: Option<u64>,
    h: Option<u64>,
    from: Option<[u64; 2]>,
    to: Option<[u64; 2]>,
    directions: Option<String>,
    path: Option<Vec<Address>>,
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
    Grid,
    Levels,
    Options,
    Crossings,
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
            Member::Grid => "grid",
            Member::Levels => "levels",
            Member::Options => "options",
            Member::Crossings => "crossings",
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
                    let is_read_elsewhere = |encoding| encoding == Encoding::Graph || members.is_shaped;
                    members.cells = Some(match self.encoding.or(members.encoding) {
                        Some(encoding) if !is_read_elsewhere(encoding) => Some(self.read_cells(encoding, &mut map)?),
                        _ => map.next_value::<IgnoredAny>().map(|_| None)?,
                    });
                }
                Member::W => members.w = map.next_value::<Option<Whole>>()?.map(|Whole(w)| w),
                Member::H => members.h = map.next_value::<Option<Whole>>()?.map(|Whole(h)| h),
                Member::From => members.from = map.next_value::<Option<[Whole; 2]>>()?.map(pair),
                Member::To => members.to = map.next_value::<Option<[Whole; 2]>>()?.map(pair),
                Member::Directions => members.directions = map.next_value()?,
                Member::Path => {
                    let path = map.next_value::<Option<Vec<[Whole; 2]>>>()?;
                    members.path = path.map(|path| path.into_iter().map(address).collect());
                }
                Member::Grid => {
                    let kind = map.next_value::<Option<Kind>>()?.map_or(GridKind::Square, |Kind(kind)| kind);
                    members.is_shaped |= kind != GridKind::Square;
                }
                Member::Levels => {
                    members.is_shaped |= map.next_value::<Option<Whole>>()?.is_some_and(|Whole(levels)| levels != 1);
                }
                Member::Options => members.is_shaped |= map.next_value::<Options>()?.wrap != Wrap::Off,
                Member::Crossings => {
                    let crossings = map.next_value::<Option<Vec<Crossing>>>()?;
                    members.is_shaped |= crossings.is_some_and(|crossings| !crossings.is_empty());
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
