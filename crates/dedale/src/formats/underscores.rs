//! The compact drawing of `_` and `|`, in which a cell is two characters: its floor, and the wall east of it.

use crate::parse::assembly::{GivenEnds, Lattice, rectangle};
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{Input, ReadContext, count_chars, filled, lines};
use crate::parse::{InputFormat, Parsed};

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "underscores",
    description: "A drawing of _ and |, in which a cell is two characters: its floor, and the wall east of it.",
    first_line: " _ _ _",
    is_of_squares: false,
    fits,
    read,
};

/// Returns true if a text is drawn with these characters alone.
fn fits(input: &Input<'_>) -> bool {
    let text = input.text();
    let is_drawn = text.chars().all(|char| matches!(char, ' ' | '_' | '|' | '\r' | '\n'));
    is_drawn && text.contains('_') && text.contains('|')
}

/// Reads a drawing. Its first line has the walls in the north.
fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let text = input.text();
    let nothing = || ParseError::malformed(None, "there is nothing here, where a maze must be drawn");
    let (first, _) = filled(text).next().ok_or_else(nothing)?;
    let last = filled(text).last().map_or(first, |(number, _)| number);
    let length = lines(text).map(|line| count_chars(line.trim_end())).max().unwrap_or(0);
    // In a line of w cells there is one character before them.
    let (columns, rows) = (length / 2, last - first);
    if rows == 0 || columns == 0 {
        let detail = "h rows of cells have h + 1 lines: the first has the walls in the north, as in \" _ _\"";
        return Err(ParseError::malformed(InputPlace::text(first + 1, 1), detail));
    }
    context.check_size([columns, rows])?;
    let mut lattice = Lattice::of_cells([columns, rows], text, context)?;
    // The floors of the row above.
    let mut floors = vec![false; columns];
    for (row, (number, line)) in lines(text).enumerate().take(last + 1).skip(first).enumerate() {
        context.go_on()?;
        let mut chars = line.trim_end().chars();
        let mut column = 0;
        let mut next = |allowed: &str| {
            let char = chars.next().unwrap_or(' ');
            column += 1;
            if char == ' ' || allowed.contains(char) {
                return Ok(char);
            }
            let detail = format!("{char:?} cannot stand here, where only a blank or one of {allowed:?} can");
            Err(ParseError::malformed(InputPlace::text(number + 1, column), detail))
        };
        let [west, east] = if row == 0 { ["_", "_"] } else { ["|", "_|"] };
        if row > 0 {
            lattice.push_line(&floors);
        }
        let mut walls = vec![next(west)? == '|'];
        for floor in &mut floors {
            *floor = next("_")? == '_';
            walls.extend([false, next(east)? == '|']);
        }
        if row > 0 {
            walls.into_iter().for_each(|is_wall| lattice.push(is_wall));
        }
    }
    lattice.push_line(&floors);
    rectangle([columns, rows], lattice.cells(), GivenEnds::default(), context)
}
