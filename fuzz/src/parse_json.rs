//! No JSON makes the reader panic; and what it reads, written in any encoding, is read as the same.

use dedale::grid::{Cell, Limits};
use dedale::parse;
use dedale::render::{Encoding, Format, Picture};

/// Tries one input.
pub fn run(bytes: &[u8]) {
    let Ok(parsed) = parse::json(bytes, Limits::default()) else { return };
    let picture = Picture::new(parsed.maze, parsed.from.unwrap_or(Cell(0)), parsed.to.unwrap_or(Cell(0)));
    for &encoding in Encoding::ALL {
        let again = parse::json(&picture.to_bytes(Format::Json(encoding)), Limits::default());
        let again = again.expect("what was written is read");
        assert_eq!((again.from, again.to), (Some(picture.from), Some(picture.to)));
        assert_eq!(again.maze, picture.maze);
    }
}
