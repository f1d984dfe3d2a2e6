//! No JSON makes the reader panic; and what it reads, written in any encoding, is read as the same.

use dedale::format::{Format, Writer};
use dedale::grid::{Cell, Limits, Mesh};
use dedale::maze::Maze;
use dedale::picture::Picture;
use dedale::text::Encoding;
use dedale::text::parse::{self, AnyParsed, Parsed};

/// Tries one input.
pub fn run(bytes: &[u8]) {
    match parse::any_json(bytes, Limits::default()) {
        Ok(AnyParsed::Square(parsed)) => write_squares(parsed),
        Ok(AnyParsed::Mesh(parsed)) => write_mesh(*parsed),
        Err(_) => {}
    }
}

fn write_squares(parsed: Parsed) {
    let picture = Picture::new(parsed.maze, parsed.from.unwrap_or(Cell(0)), parsed.to.unwrap_or(Cell(0)));
    for &encoding in Encoding::ALL {
        let again =
            parse::json(&picture.to_bytes(Format::Json(encoding)).expect("squares in every format"), Limits::default());
        let again = again.expect("what was written is read");
        assert_eq!((again.from, again.to), (Some(picture.from), Some(picture.to)));
        assert_eq!(Maze::from(again.maze), picture.maze);
    }
}

fn write_mesh(parsed: Parsed<Mesh>) {
    let options = parsed.maze.grid().options().clone();
    let picture = Picture::new(parsed.maze, parsed.from.unwrap_or(Cell(0)), parsed.to.unwrap_or(Cell(0)));
    for &encoding in Encoding::ALL {
        let Some(mut writer) = Writer::new(picture.clone(), Format::Json(encoding)) else { continue };
        let mut text = Vec::new();
        while !writer.is_done() {
            writer.write_next(&mut text);
        }
        // A few cells far from one another are not read as a graph.
        let is_sparse = options.sites() > (1 << 12).max(text.len() as u64);
        // Blocks do not say where stairs are.
        let has_floors = options.floors > 1;
        if encoding == Encoding::Graph && is_sparse || encoding == Encoding::Blocks && has_floors {
            continue;
        }
        let Ok(AnyParsed::Mesh(again)) = parse::any_json(&text, Limits::default()) else {
            panic!("what was written is read");
        };
        assert_eq!((again.from, again.to), (Some(picture.from), Some(picture.to)));
        assert_eq!(Maze::from(again.maze), picture.maze);
    }
}
