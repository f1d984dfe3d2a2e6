//! No text makes the reader panic; and what it reads, drawn in any form with a path and without, is read as the same maze, with the ends of
//! the path.

use std::fmt::Debug;

use dedale::format::{Format, Writer};
use dedale::grid::{Cell, Grid, Limits};
use dedale::picture::{Picture, Trail};
use dedale::text::parse::{self, AnyParsed, ParseError, Parsed};

/// Tries one input.
pub fn run(bytes: &[u8]) {
    let Ok(parsed) = read(bytes) else { return };
    for format in [Format::Ascii, Format::Unicode, Format::Blocks] {
        for has_path in [false, true] {
            let again = read(&drawn(&parsed, format, has_path)).expect("what was drawn is read");
            match (&parsed, &again) {
                (AnyParsed::Square(parsed), AnyParsed::Square(again)) => assert_same(parsed, again, has_path),
                (AnyParsed::Mesh(parsed), AnyParsed::Mesh(again)) => assert_same(parsed, again, has_path),
                _ => panic!("a maze on another grid"),
            }
        }
    }
}

fn assert_same<G: Grid + PartialEq + Debug>(parsed: &Parsed<G>, again: &Parsed<G>, has_path: bool) {
    assert_eq!(parsed.maze, again.maze);
    let cells: Vec<Cell> = parsed.maze.cells().collect();
    // Without a path, not every form marks the ends; and of a maze of one cell, one of them is drawn.
    if let ([first, .., last], true) = (&*cells, has_path) {
        let (first, last) = (*first, *last);
        assert_eq!((again.from, again.to), (Some(first), Some(last)));
    }
}

fn read(bytes: &[u8]) -> Result<AnyParsed, ParseError> {
    parse::any_text(bytes, Limits::default(), &|_| true)
}

/// The maze as text, where it is asked for with a path that passes every cell.
fn drawn(parsed: &AnyParsed, format: Format, has_path: bool) -> Vec<u8> {
    match parsed {
        AnyParsed::Square(parsed) => {
            let cells: Vec<Cell> = parsed.maze.cells().collect();
            let mut picture = Picture::new(parsed.maze.clone(), cells[0], cells[cells.len() - 1]);
            picture.path = has_path.then(|| Trail::new(&picture.maze, &cells));
            picture.to_bytes(format).expect("squares in every format")
        }
        AnyParsed::Mesh(parsed) => {
            let cells: Vec<Cell> = parsed.maze.cells().collect();
            let mut picture = Picture::new(parsed.maze.clone(), cells[0], cells[cells.len() - 1]);
            picture.path = has_path.then(|| Trail::new(&picture.maze, &cells));
            let mut writer = Writer::new(picture, format).expect("what is read as text has one");
            let mut text = Vec::new();
            while !writer.is_done() {
                writer.write_next(&mut text);
            }
            text
        }
    }
}
