//! Every format that holds a maze is read back as the same maze: each format in each of its encodings, on squares, where a mask leaves some
//! of them out, and on hexagons; with the ends, where the format says them.

use std::cell::Cell;

use dedale::formats::{self, Format, Table};
use dedale::options::{MakeError, MazeOptions};
use dedale::parse::{Kind, Marks, ReadOptions};
use dedale::picture::Style;
use proptest::prelude::*;
use proptest::sample::select;

use crate::every_format::formats;
use crate::files::solved;
use crate::read;

/// The formats that say too little of a maze, or that only other programs read.
const NOT_READ: [&str; 9] = ["ansi", "svg", "gif", "tokens", "tmj", "tmx", "dxf", "stl", "scen"];

/// How a maze is read from a format, of which cells are missing or not, and which has a path or not; and whether the format says the ends. `None` where
/// it does not say all of the maze.
fn reading(format: Format, is_cut: bool, has_path: bool) -> Option<(ReadOptions, bool)> {
    let thin = ReadOptions { thin: true, has_ends: true, ..ReadOptions::default() };
    let lattice = Style { cell: 2, wall: 1, margin: 0, ..Style::DEFAULT };
    match format {
        Format::Json(_) => Some((ReadOptions::default(), true)),
        Format::Ascii | Format::Unicode | Format::Blocks => Some((ReadOptions::default(), has_path)),
        // Without walls around cells that are missing, or with such cells as walls.
        Format::Mms | Format::Hex | Format::Squares(_) | Format::Map(_) if is_cut => None,
        Format::Csv(Table::Blocks) | Format::Npy(Table::Blocks) | Format::Png(_) if is_cut => None,
        Format::Mms => Some((ReadOptions::default(), true)),
        Format::Hex => Some((ReadOptions::default(), true)),
        // The path is on free squares.
        Format::Squares(_) => {
            let marks = Marks { free: "*".to_owned(), ..Marks::default() };
            Some((ReadOptions { marks, ..thin }, true))
        }
        Format::Map(_) | Format::Csv(Table::Blocks) | Format::Npy(Table::Blocks) => {
            Some((thin, false)).filter(|_| !has_path)
        }
        Format::Png(style) if style == lattice => Some((thin, false)).filter(|_| !has_path),
        Format::Csv(_) | Format::Npy(_) | Format::Png(_) => None,
        _ => {
            assert!(NOT_READ.contains(&format.name()), "{format:?}");
            None
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_format_that_holds_a_maze_is_read_back(
        (grid, least) in select(&[
            ("", 1_u32), ("&mask=heart&parts=largest", 9), ("&mask=ring&parts=largest", 9), ("&grid=hex", 1), ("&grid=hex&mask=circle&parts=largest", 9),
        ][..]),
        size in [0_u32..9, 0_u32..9],
        seed in any::<u32>(),
        how in select(&["", "&braid=1", "&doors=true", "&algo=wilson&ends=random", "&algo=kruskal&exits=2", "&from=0,0&to=0,0&doors=true"][..]),
        has_path in any::<bool>(),
    ) {
        let [w, h] = size.map(|side| side + least);
        let query = format!("w={w}&h={h}&seed={seed}{grid}{how}");
        let made = query.parse::<MazeOptions>().map_err(MakeError::from).and_then(|options| options.make(&mut ()));
        // Two exits are too many for a cell or two, and a mask may leave the first cell out.
        let Ok(made) = made else {
            let is_left_out = how.contains("from") && grid.contains("mask");
            prop_assert!(w * h < 3 || is_left_out, "{}: {}", query, made.unwrap_err());
            return Ok(());
        };
        let picture = if has_path { solved(made) } else { made };
        let mut count = 0;
        for (name, format) in formats() {
            let Some((options, says_ends)) = reading(format, !grid.is_empty(), has_path) else { continue };
            let Some(bytes) = picture.to_bytes(format) else { continue };
            let parsed = formats::read(&bytes, &options).unwrap_or_else(|error| panic!("{query}, {name}: {error}\n{}", String::from_utf8_lossy(&bytes)));
            prop_assert_eq!(&parsed.maze, &picture.maze, "{}, {}", query, name);
            if says_ends {
                prop_assert_eq!((parsed.from, parsed.to), (Some(picture.from), Some(picture.to)), "{}, {}", query, name);
            }
            count += 1;
        }
        // Hexagons are written as JSON alone.
        let least = match (grid.contains("hex"), grid.is_empty()) {
            (true, _) => 5,
            (false, true) => 12,
            (false, false) => 9,
        };
        prop_assert!(count >= least, "{query}: {count}");
    }
}

/// In each form it is asked at least once in 64 KiB whether to go on, and reading ends where the answer is no.
#[test]
fn reading_stops_in_every_form() {
    let made = read("w=400&h=300&seed=7").make(&mut ()).unwrap();
    let mut count = 0;
    for (name, format) in formats() {
        let Some((options, _)) = reading(format, false, false) else { continue };
        let Some(bytes) = made.to_bytes(format) else { continue };
        let asked = Cell::new(0);
        let goes_on = |more: u64| {
            asked.set(asked.get() + usize::from(more == 0));
            true
        };
        formats::read_within(&bytes, &options, &goes_on).unwrap();
        let all = asked.get();
        assert!(all > bytes.len() >> 16, "{name}: {all} times for {} bytes", bytes.len());
        for most in [0, all / 2, all - 1] {
            asked.set(0);
            let stops = |more: u64| {
                asked.set(asked.get() + usize::from(more == 0));
                asked.get() <= most
            };
            let error = formats::read_within(&bytes, &options, &stops).unwrap_err();
            assert_eq!((error.kind, asked.get()), (Kind::Refused, most + 1), "{name}: {error}");
        }
        count += 1;
    }
    assert!(count >= 12, "{count}");
}
