//! No bytes make the readers panic; and what they read, drawn in any form with a path and without, is read as the same maze, with the ends of
//! the path.

use dedale::formats::{self, Format, Writer};
use dedale::grid::Cell;
use dedale::parse::{InputFormat, Parsed, ReadOptions};
use dedale::picture::{Picture, Trail};
use dedale::scan::Scan;

/// The most pixels of a picture, so that one that says it has many takes no more time than others.
const MAX_PIXELS: u64 = 1 << 16;

/// Tries one input.
pub fn run(bytes: &[u8]) {
    for form in InputFormat::ALL {
        let _ =
            formats::read(bytes, &ReadOptions { format: Some(form), max_pixels: MAX_PIXELS, ..ReadOptions::default() });
    }
    draw_path(bytes);
    let Ok(parsed) = formats::read(bytes, &ReadOptions { max_pixels: MAX_PIXELS, ..ReadOptions::default() }) else {
        return;
    };
    for format in [Format::Ascii, Format::Unicode, Format::Blocks] {
        for has_path in [false, true] {
            let Some(text) = drawn(&parsed, format, has_path) else { continue };
            let form = InputFormat::from_name(format.name());
            let options = ReadOptions { format: form, ..ReadOptions::default() };
            let again = formats::read(&text, &options).expect("what was drawn is read");
            assert_same(&parsed, &again, has_path);
        }
    }
}

/// Draws a path on a picture: whatever was read can be decoded again.
fn draw_path(bytes: &[u8]) {
    let options = ReadOptions { max_pixels: MAX_PIXELS, ..ReadOptions::default() };
    let Ok(scan) = Scan::read(bytes, &options, &|_| true) else { return };
    let [columns, rows] = scan.squares();
    let free =
        || (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column])).filter(|&place| scan.is_free(place));
    let (Some(from), Some(to)) = (free().next(), free().next_back()) else { return };
    let Ok(traced) = scan.trace([from, to], &mut ());
    let drawn = scan.with_path(bytes.to_vec(), &traced, [0, 0, 255]).expect("it was decoded before");
    let drawn: Vec<u8> = drawn.flatten().collect();
    // The color of the path may be that of the walls, or of the corridors.
    let options = ReadOptions { shades: Some(scan.found.unwrap_or_default()), ..options };
    let again = Scan::read(&drawn, &options, &|_| true).expect("what was drawn is a picture");
    assert_eq!(again.size, scan.size);
}

fn assert_same(parsed: &Parsed, again: &Parsed, has_path: bool) {
    assert_eq!(parsed.maze, again.maze);
    let cells: Vec<Cell> = parsed.maze.cells().collect();
    // Without a path, not every form marks the ends; and of a maze of one cell, one of them is drawn.
    if let ([first, .., last], true) = (&*cells, has_path) {
        let (first, last) = (*first, *last);
        assert_eq!((again.from, again.to), (Some(first), Some(last)));
    }
}

/// The maze as text, where it is asked for with a path that passes every cell; `None` for a maze that text does not have.
fn drawn(parsed: &Parsed, format: Format, has_path: bool) -> Option<Vec<u8>> {
    let grid = parsed.maze.grid();
    // Neither joined edges nor floors are read from text.
    let is_flat = grid.mesh().is_none_or(|mesh| {
        mesh.options().cells_without_mask() == mesh.options().columns as u64 * mesh.options().rows as u64
    });
    let is_open = grid.mesh().is_some_and(|mesh| mesh.options().wrap != dedale::grid::Wrap::Off);
    if !is_flat || is_open || parsed.maze.weights().is_some() {
        return None;
    }
    let cells: Vec<Cell> = parsed.maze.cells().collect();
    let mut picture = Picture::new(parsed.maze.clone(), cells[0], cells[cells.len() - 1]);
    picture.path = has_path.then(|| Trail::new(&picture.maze, &cells));
    let mut writer = Writer::new(picture, format).ok()?;
    let mut text = Vec::new();
    while !writer.is_done() {
        writer.write_next(&mut text);
    }
    Some(text)
}
