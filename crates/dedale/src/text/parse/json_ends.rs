//! The ends of a maze in JSON, which members beside it say.

use serde_json::Value as Json;

use super::Parsed;
use super::error::ParseError;
use super::values::Value;
use crate::grid::{Cell, Grid};

/// The names of members that say where a maze begins, and where it ends.
const NAMES: [&[&str]; 2] =
    [&["start", "from", "entrance", "entry", "begin"], &["end", "to", "exit", "goal", "finish", "target"]];

/// The names of numbers that are a row, and a column.
const AXES: [&[&str]; 2] = [&["row", "r", "y"], &["col", "column", "c", "x"]];

/// The members that say where the maze begins and ends, each with its name.
#[derive(Clone, Debug, Default)]
pub(super) struct SaidEnds<'a>([Option<(String, Value<'a>)>; 2]);

impl<'a> SaidEnds<'a> {
    /// Takes a member, if it is one of them.
    pub(super) fn add(&mut self, name: &str, value: Value<'a>) {
        let is_named = |names: &&[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
        if let Some(end) = NAMES.iter().position(is_named)
            && !value.is_null()
        {
            self.0[end].get_or_insert((name.to_owned(), value));
        }
    }

    /// The same maze with these ends, which go before those that are marked in it. Where a member may be two places, it does not say an end.
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

/// How long the value of a member may be that says a place. A longer one would take much memory.
const MAX_PLACE_BYTES: usize = 1000;

/// The cell that the value of a member is.
fn cell_of(name: &str, value: Value<'_>, parsed: &Parsed, is_thin: bool) -> Result<Cell, String> {
    let shown = || -> String { value.text().chars().filter(|char| !char.is_ascii_whitespace()).take(40).collect() };
    let find = |at: [u32; 2]| {
        // With thin walls, cells are at odd rows and columns.
        let is_cell = !is_thin || at.iter().all(|number| number % 2 == 1);
        let at = if is_thin { at.map(|number| number / 2) } else { at };
        parsed.maze.grid().find(at).filter(|_| is_cell)
    };
    let number = |value: &Json| u32::try_from(value.as_u64()?).ok();
    let short = Some(value).filter(|value| value.text().len() <= MAX_PLACE_BYTES);
    let places: Vec<[u32; 2]> = match short.and_then(|value| value.read::<Json>().ok()) {
        Some(Json::Object(members)) => {
            let axis = |names: &[&str]| {
                let named = members.iter().find(|(name, _)| names.iter().any(|known| name.eq_ignore_ascii_case(known)));
                named.and_then(|(_, value)| number(value))
            };
            let [row, column] = AXES.map(axis);
            row.zip(column).map(|(row, column)| [row, column]).into_iter().collect()
        }
        Some(Json::Array(numbers)) => match numbers.iter().map(number).collect::<Option<Vec<_>>>().as_deref() {
            Some(&[first, second]) if first == second => vec![[first, second]],
            Some(&[first, second]) => vec![[first, second], [second, first]],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let cells: Vec<Cell> = places.iter().filter_map(|&at| find(at)).collect();
    match (&cells[..], places.len()) {
        (&[cell], _) => Ok(cell),
        ([], 0) => Err(format!("{name} is {}, which is no row and column", shown())),
        ([], _) => Err(format!("{name} is {}, where no free square or cell is", shown())),
        _ => Err(format!("{name} is {}, which may be row,column or x,y", shown())),
    }
}
