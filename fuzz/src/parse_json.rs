//! No JSON makes the reader panic; and what it reads, written in any encoding, is read as the same.

use dedale::formats::{self, Encoding, Format, Writer};
use dedale::grid::Cell;
use dedale::parse::{InputFormat, Parsed, ReadOptions};
use dedale::picture::Picture;

/// Tries one input.
pub fn run(bytes: &[u8]) {
    let format = InputFormat::from_name("json");
    if let Ok(parsed) = formats::read(bytes, &ReadOptions { format, ..ReadOptions::default() }) {
        write(parsed);
    }
}

fn write(parsed: Parsed) {
    let options = parsed.maze.grid().mesh().map(|mesh| mesh.options().clone());
    let picture = Picture::new(parsed.maze, parsed.from.unwrap_or(Cell(0)), parsed.to.unwrap_or(Cell(0)));
    for &encoding in Encoding::ALL {
        let Ok(mut writer) = Writer::new(picture.clone(), Format::Json(encoding)) else { continue };
        let mut text = Vec::new();
        while !writer.is_done() {
            writer.write_next(&mut text);
        }
        if let Some(options) = &options {
            // A few cells far from one another are not read as a graph.
            let is_sparse = options.cells_without_mask() > (1 << 12).max(text.len() as u64);
            // Blocks do not say where stairs are.
            let has_floors = options.floors > 1;
            if encoding == Encoding::Graph && is_sparse || encoding == Encoding::Blocks && has_floors {
                continue;
            }
        }
        let again = formats::read(&text, &ReadOptions::default()).expect("what was written is read");
        assert_eq!((again.from, again.to), (Some(picture.from), Some(picture.to)));
        assert_eq!(again.maze, picture.maze);
    }
}
