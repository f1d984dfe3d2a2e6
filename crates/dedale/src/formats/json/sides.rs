//! A JSON object with an array of walls for each direction: horizontal and vertical ones, or those on one side of each cell.

use super::ends::SaidEnds;
use super::rows;
use crate::grid::{Side, Sides};
use crate::parse::assembly::{Cells, GivenEnds, rectangle};
use crate::parse::error::ParseError;
use crate::parse::input::{Input, ReadContext};
use crate::parse::json_value::Value;
use crate::parse::{InputFormat, Parsed};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "sides",
    description: "A JSON object with rows of walls for each direction: horizontal and vertical walls, with or without those around the maze, or those on one \
                  side of each cell, as in right and bottom.",
    first_line: r#"{"horizontal":[[1,1],[0,1],[1,1]],"vertical":"#,
    is_of_squares: false,
    fits: |input| find(input.text()).is_some(),
    read,
};

/// Which walls the rows of a member are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Walls {
    /// Lying ones, a row of them between two rows of cells.
    Horizontal,
    /// Standing ones, a row of them in each row of cells.
    Vertical,
    /// Those on this side of each cell.
    Of(Side),
}

/// Returns the walls that a member with this name has.
fn walls_of(name: &str) -> Option<Walls> {
    let name = name.to_ascii_lowercase().replace(['_', '-'], "");
    let name = name.strip_suffix("walls").or(name.strip_suffix("wall")).unwrap_or(&name);
    Some(match name {
        "horizontal" | "h" | "hor" => Walls::Horizontal,
        "vertical" | "v" | "ver" | "vert" => Walls::Vertical,
        "north" | "top" | "up" | "upper" => Walls::Of(Side::N),
        "east" | "right" => Walls::Of(Side::E),
        "south" | "bottom" | "down" | "lower" => Walls::Of(Side::S),
        "west" | "left" => Walls::Of(Side::W),
        _ => return None,
    })
}

/// Returns the walls of a text, if it has those of both directions, and the ends that it gives.
fn find(text: &str) -> Option<(Vec<(Walls, Value<'_>)>, SaidEnds<'_>)> {
    /// How many members may be walls.
    const MOST: usize = 4;
    if !text.trim_ascii_start().starts_with('{') || text.contains("\"encoding\"") {
        return None;
    }
    let (mut found, mut ends) = (Vec::new(), SaidEnds::default());
    let read = Value::new(text).members("an object", |name, value| {
        let walls = walls_of(&name).filter(|_| found.len() <= MOST && value.text().starts_with('['));
        found.extend(walls.map(|walls| (walls, value)));
        ends.add(&name, value);
        Ok(())
    });
    read.ok()?;
    let has = |all: &[Walls]| found.iter().any(|(walls, _)| all.contains(walls));
    let lying = [Walls::Horizontal, Walls::Of(Side::N), Walls::Of(Side::S)];
    let standing = [Walls::Vertical, Walls::Of(Side::E), Walls::Of(Side::W)];
    let are_alike = has(&[Walls::Horizontal]) == has(&[Walls::Vertical]);
    (found.len() <= MOST && are_alike && has(&lying) && has(&standing)).then_some((found, ends))
}

/// Rows of flags, which are equally long.
struct Flags {
    columns: usize,
    rows: usize,
    all: Vec<bool>,
}

impl Flags {
    fn read(value: Value<'_>, context: &ReadContext<'_>) -> Result<Flags, ParseError> {
        let (mut all, mut columns, mut rows) = (Vec::new(), None, 0);
        value.of(context).each("an array of rows", |row| {
            let before = all.len();
            row.each("a row of walls", |value| value.is_wall().map(|is_wall| all.push(is_wall)))?;
            let length = all.len() - before;
            if *columns.get_or_insert(length) != length {
                let first = columns.unwrap_or(0);
                let detail = format!("this row has {length} walls, and the first one {first}");
                return Err(ParseError::inconsistent(row.end(), detail));
            }
            rows += 1;
            context.ask(length as u64)
        })?;
        Ok(Flags { columns: columns.unwrap_or(0), rows, all })
    }

    fn get(&self, row: usize, column: usize) -> bool {
        self.all[row * self.columns + column]
    }
}

/// Reads the walls of a text.
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let detail = "this has no rows of walls for both directions, such as the members horizontal and vertical";
    let (members, ends) = find(text).ok_or_else(|| rows::without_rows(text, detail))?;
    let mut flags = Vec::new();
    for &(walls, value) in &members {
        if flags.iter().any(|&(known, _)| known == walls) {
            return Err(ParseError::inconsistent(value.start(), "these walls are given for the second time"));
        }
        flags.push((walls, Flags::read(value, context)?));
    }
    let of = |walls: Walls| flags.iter().find(|(known, _)| *known == walls).map(|(_, flags)| flags);
    let parsed = match (of(Walls::Horizontal), of(Walls::Vertical)) {
        (Some(_), Some(_)) if flags.len() > 2 => {
            let detail = "beside horizontal and vertical walls, those on one side of each cell are too many";
            return Err(ParseError::inconsistent(None, detail));
        }
        (Some(lying), Some(standing)) => between(lying, standing, context)?,
        _ => beside(&flags, context)?,
    };
    Ok(ends.applied(parsed, false))
}

/// Returns the maze of walls between cells. There is one more row of lying walls than of cells, or one less if the walls around the maze are left out.
fn between(lying: &Flags, standing: &Flags, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    // Without the walls around it, a maze of one row has no lying ones, and one of one column no standing ones.
    let columns = if lying.rows == 0 { standing.columns + 1 } else { lying.columns };
    let rows = if standing.rows == 0 { lying.rows + 1 } else { standing.rows };
    let has_border = lying.rows == rows + 1 && standing.columns == columns + 1;
    if !has_border && (lying.rows + 1 != rows || standing.columns + 1 != columns) {
        let detail = format!(
            "{} rows of {columns} horizontal walls and {rows} rows of {} vertical ones do not go together: h rows of w cells have h + 1 rows of w and h rows \
             of w + 1, or without the walls around them h - 1 and w - 1",
            lying.rows, standing.columns
        );
        return Err(ParseError::inconsistent(None, detail));
    }
    context.check_size([columns, rows])?;
    let first = usize::from(!has_border);
    // Without the walls around them, those are closed.
    let is_lying = |row: usize, column: usize| {
        row.checked_sub(first).filter(|&row| row < lying.rows).is_none_or(|row| lying.get(row, column))
    };
    let is_standing = |row: usize, column: usize| {
        column
            .checked_sub(first)
            .filter(|&column| column < standing.columns)
            .is_none_or(|column| standing.get(row, column))
    };
    let mut cells = Cells::new();
    for row in 0..rows {
        for column in 0..columns {
            let walls = [
                (Side::N, is_lying(row, column)),
                (Side::E, is_standing(row, column + 1)),
                (Side::S, is_lying(row + 1, column)),
                (Side::W, is_standing(row, column)),
            ];
            cells.push(Some(walls.into_iter().filter(|(_, is_wall)| !is_wall).map(|(side, _)| side).collect()));
        }
    }
    rectangle([columns, rows], cells, GivenEnds::default(), context)
}

/// Returns the maze of walls on one or both sides of each cell, in each direction. Where those of one side alone are known, the outer ones on the other side are closed.
fn beside(flags: &[(Walls, Flags)], context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let size = |flags: &Flags| [flags.columns, flags.rows];
    let [columns, rows] = flags.first().map(|(_, flags)| size(flags)).unwrap_or_default();
    if flags.iter().any(|(_, flags)| size(flags) != [columns, rows]) || columns == 0 {
        return Err(ParseError::inconsistent(
            None,
            "the walls on each side must be as many rows and columns as there are cells",
        ));
    }
    context.check_size([columns, rows])?;
    let of = |side: Side| flags.iter().find(|(walls, _)| *walls == Walls::Of(side)).map(|(_, flags)| flags);
    let is_wall = |side: Side, row: usize, column: usize| {
        let far = match side {
            Side::N => row.checked_sub(1).map(|row| [row, column]),
            Side::W => column.checked_sub(1).map(|column| [row, column]),
            Side::S => Some([row + 1, column]).filter(|_| row + 1 < rows),
            _ => Some([row, column + 1]).filter(|_| column + 1 < columns),
        };
        let opposite = [Side::N, Side::E, Side::S, Side::W][(usize::from(side.number()) + 2) % 4];
        match (of(side), of(opposite), far) {
            (Some(flags), ..) => flags.get(row, column),
            (None, Some(flags), Some([row, column])) => flags.get(row, column),
            _ => true,
        }
    };
    let mut cells = Cells::new();
    for row in 0..rows {
        for column in 0..columns {
            let open: Sides = Sides::SQUARE.into_iter().filter(|&side| !is_wall(side, row, column)).collect();
            cells.push(Some(open));
        }
    }
    rectangle([columns, rows], cells, GivenEnds::default(), context)
}
