//! No text makes the reader panic; and what it reads, drawn in any form with a path and without, is read as the same.

use dedale::grid::{Cell, Limits};
use dedale::parse;
use dedale::render::{Format, Picture, Trail};

/// Tries one input.
pub fn run(bytes: &[u8]) {
    let Ok(parsed) = parse::text(bytes, Limits::default()) else { return };
    let last = parsed.maze.cells().next_back().unwrap_or(Cell(0));
    let mut picture = Picture::new(parsed.maze.clone(), Cell(0), last);
    let every_cell: Vec<Cell> = parsed.maze.cells().collect();
    for path in [None, Some(Trail::new(&parsed.maze, &every_cell))] {
        picture.path = path;
        for format in [Format::Ascii, Format::Unicode, Format::Blocks] {
            let again = parse::text(&picture.to_bytes(format), Limits::default());
            assert_eq!(again.expect("what was drawn is read"), parsed);
        }
    }
}
