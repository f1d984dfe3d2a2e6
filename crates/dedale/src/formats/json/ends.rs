//! The ends of a maze in JSON, which members beside it say.

use crate::grid::{Cell, Grid};
use crate::parse::Parsed;
use crate::parse::error::ParseError;
use crate::parse::json_value::{Value, is_one_of};

/// The names of members that say where a maze begins, and where it ends.
const END_NAMES: [&[&str]; 2] =
    [&["start", "from", "entrance", "entry", "begin", "spawn"], &["end", "to", "exit", "goal", "finish", "target"]];

/// Which end a word names: 0 for the entrance, 1 for the exit.
pub(in crate::formats) fn end_of(word: &str) -> Option<usize> {
    END_NAMES.iter().position(|names| is_one_of(word, names))
}

/// The names of numbers that are a row, and a column.
pub(super) const AXES: [&[&str]; 2] = [&["row", "r", "y", "j"], &["col", "column", "c", "x", "i"]];

/// The members that say where the maze begins and ends, each with its name.
#[derive(Clone, Debug, Default)]
pub(super) struct SaidEnds<'a>([Option<(String, Value<'a>)>; 2]);

impl<'a> SaidEnds<'a> {
    /// Takes a member, if it is one of them.
    pub(super) fn add(&mut self, name: &str, value: Value<'a>) {
        if let Some(end) = end_of(name)
            && !value.is_null()
        {
            self.0[end].get_or_insert((name.to_owned(), value));
        }
    }

    /// Returns the same maze with these ends, which go before those that are marked in it. Where a member may be two places, it does not say an end.
    pub(super) fn applied(self, mut parsed: Parsed, is_thin: bool) -> Parsed {
        if self.0.iter().all(Option::is_none) {
            return parsed;
        }
        if parsed.ends_are_openings {
            (parsed.from, parsed.to, parsed.ends_are_openings) = (None, None, false);
        }
        let [start, end] = self.0;
        let lone = match (&start, &end) {
            (Some((name, _)), None) if parsed.to.is_none() && parsed.goals.is_empty() => Some((1, name, "end")),
            (None, Some((name, _))) if parsed.from.is_none() => Some((0, name, "start")),
            _ => None,
        };
        if let Some((end, name, other)) = lone {
            let detail = format!("the member {name} is an end of the maze, and none is its {other}");
            parsed.unclear[end] = Some(Box::new(ParseError::inconsistent(None, detail)));
        }
        for (end, member) in [start, end].into_iter().enumerate() {
            let Some((name, value)) = member else { continue };
            let found = cell_of(&name, value, &parsed, is_thin);
            let place = if end == 0 { &mut parsed.from } else { &mut parsed.to };
            *place = found.as_ref().ok().copied();
            parsed.unclear[end] = found.err().map(|detail| Box::new(ParseError::inconsistent(None, detail)));
            if end == 1 {
                parsed.goals.clear();
            }
        }
        parsed
    }
}

/// The most bytes of the value of a member that says a place.
const MAX_PLACE_BYTES: usize = 1000;

/// Returns the cell that the value of a member is.
fn cell_of(name: &str, value: Value<'_>, parsed: &Parsed, is_thin: bool) -> Result<Cell, String> {
    let shown = || -> String { value.text().chars().filter(|char| !char.is_ascii_whitespace()).take(40).collect() };
    // An error would count the lines before the value, for each that is no number.
    let number = |value: Value<'_>| value.text().parse::<u32>().ok();
    let is_object = value.text().starts_with('{');
    let mut numbers = if is_object { vec![None; 2] } else { Vec::new() };
    let mut named = [0; 2];
    let read = if value.text().len() > MAX_PLACE_BYTES {
        Ok(())
    } else if is_object {
        value.members("a row and a column", |name, value| {
            if let Some(axis) = AXES.iter().position(|names| is_one_of(&name, names)) {
                named[axis] += 1;
                // It is not known which of the two numbers is the intended one.
                numbers[axis] = number(value).filter(|_| named[axis] == 1);
            }
            Ok(())
        })
    } else {
        value.each("a row and a column", |value| {
            // Three are too many, and so are more.
            numbers.extend((numbers.len() < 3).then(|| number(value)));
            Ok(())
        })
    };
    let places = match numbers[..] {
        _ if read.is_err() => Vec::new(),
        [Some(row), Some(column)] if is_object || row == column => vec![[row, column]],
        [Some(first), Some(second)] => vec![[first, second], [second, first]],
        _ => Vec::new(),
    };
    let find = |at: [u32; 2]| {
        // With thin walls, cells are at odd rows and columns.
        let is_cell = !is_thin || at.iter().all(|number| number % 2 == 1);
        let at = if is_thin { at.map(|number| number / 2) } else { at };
        parsed.maze.grid().find(at).filter(|_| is_cell)
    };
    let cells: Vec<Cell> = places.iter().filter_map(|&at| find(at)).collect();
    let why = match (&cells[..], places.len()) {
        (&[cell], _) => return Ok(cell),
        ([], 0) => "which is no row and column",
        ([], _) => "where no free square or cell is",
        _ => "which may be row,column or x,y",
    };
    Err(format!("{name} is {}, {why}", shown()))
}
