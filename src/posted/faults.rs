//! Problems with bodies that could not be read: all faults with their places.

use dedale::parse::{InputPlace, ParseError, ParseErrorKind};
use serde_json::{Map, Value};

use crate::problem::{Kind, Problem};

/// The problem with a body that could not be parsed.
pub fn problem_of_maze(error: &ParseError, body: &[u8]) -> Problem {
    let more = match error.others.len() {
        0 => String::new(),
        1 => ", and 1 other fault".to_owned(),
        count => format!(", and {count} other faults"),
    };
    let detail = match error.format {
        Some(form) => format!("{error} (read as {form}{more})"),
        None => error.to_string(),
    };
    let problem = match error.kind {
        ParseErrorKind::TooLarge(over) => Problem::too_large(over, detail),
        ParseErrorKind::Inconsistent => {
            with_place(Problem::new(Kind::INCONSISTENT_MAZE, detail), error, Problem::INCONSISTENT_AT)
        }
        _ => with_place(Problem::new(Kind::MALFORMED_MAZE, detail), error, Problem::MALFORMED_AT),
    };
    let faults = error.all().filter(|fault| fault.place.is_some());
    problem.with_faults(faults.map(|fault| fault_in_body(fault, body)).collect())
}

/// A fault of a body: its line and its column, as editors count, the line with a mark below the place, and what is expected there.
fn fault_in_body(fault: &ParseError, body: &[u8]) -> Value {
    let mut document = Map::new();
    match fault.place {
        Some(InputPlace::Text { line, column }) => {
            document.insert("line".to_owned(), line.into());
            document.insert("column".to_owned(), column.into());
        }
        place => {
            document.insert("place".to_owned(), place.map(|place| place.to_string()).into());
        }
    }
    if let Some(excerpt) = fault.place.and_then(|place| place.excerpt(body)) {
        document.insert("text".to_owned(), excerpt.text.into());
        document.insert("caret".to_owned(), format!("{}^", " ".repeat(excerpt.before)).into());
    }
    document.insert("detail".to_owned(), fault.detail.as_str().into());
    document.into()
}

/// Adds the place of the error to a problem, if it has one: line and column as in editors, or an address.
fn with_place(problem: Problem, error: &ParseError, code: &'static str) -> Problem {
    let place = match error.place {
        None => return problem,
        Some(InputPlace::Text { line, column }) => format!("{line}:{column}"),
        Some(InputPlace::Block { row, column }) => format!("[{row},{column}]"),
        Some(InputPlace::Address(address)) => format!("[{address}]"),
        Some(InputPlace::Node { number }) => format!("[{number}]"),
        Some(_) => return problem,
    };
    problem.coded(code).with("place", place)
}
