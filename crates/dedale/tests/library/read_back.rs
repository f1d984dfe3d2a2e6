//! Every format of the table that is written and read gives back the same maze: in each of its encodings, on squares, where a mask leaves some
//! of them out, and on hexagons; with the ends, where the format says them. What it cannot hold is refused.

use std::cell::Cell;
use std::collections::BTreeSet;

use dedale::formats::{self, FORMATS, Format, Table};
use dedale::options::{MakeError, MazeOptions};
use dedale::parse::{InputFormat, Legend, ParseErrorKind, ReadOptions};
use dedale::picture::Style;
use proptest::prelude::*;
use proptest::sample::select;

use crate::every_format::formats;
use crate::files::solved;
use crate::{read, with_every_grid};

/// The formats that are written and read, in each of their encodings and styles.
fn both_directions() -> impl Iterator<Item = (String, Format, &'static InputFormat)> {
    formats().into_iter().filter_map(|(name, format)| Some((name, format, format.info().read?)))
}

/// How a maze is read from a format, of which cells are missing or not, and which has a path or not; and whether the format says the ends. `None` where
/// it says less than the maze. A format that is not named here says all.
fn reading(format: Format, is_cut: bool, has_path: bool) -> Option<(ReadOptions, bool)> {
    let lattice = Style { cell: 2, wall: 1, margin: 0, ..Style::DEFAULT };
    let is_of_squares = format.info().read.is_some_and(|input| input.is_of_squares);
    let mut legend = Legend::default();
    let says_ends = match format {
        // They are marked on the path.
        Format::Ascii | Format::Unicode | Format::Blocks => has_path,
        // Without walls around cells that are missing, or with such cells as walls.
        Format::Mms | Format::Hex if is_cut => return None,
        _ if is_of_squares && is_cut => return None,
        // What is known of each cell or pair of cells, and no squares.
        Format::Csv(table) | Format::Npy(table) if table != Table::Blocks => return None,
        Format::Png(style) if style != lattice => return None,
        // The path is neither free nor a wall.
        Format::Csv(_) | Format::Npy(_) | Format::Png(_) if has_path => return None,
        Format::Csv(_) | Format::Npy(_) | Format::Png(_) | Format::Map(_) => false,
        Format::Squares(style) => {
            legend.free = style.mark.to_string();
            true
        }
        _ => true,
    };
    Some((ReadOptions { legend, thin: is_of_squares, has_ends: is_of_squares, ..ReadOptions::default() }, says_ends))
}

/// Each row of the table says what the format is read as, and each format that is read is in a row.
#[test]
fn formats_that_are_read_are_in_the_table() {
    let in_table: BTreeSet<&str> = FORMATS.iter().filter_map(|info| Some(info.read?.name)).collect();
    let tried: BTreeSet<&str> = InputFormat::ALL.iter().map(|input| input.name).collect();
    assert_eq!((&tried, tried.len()), (&in_table, InputFormat::ALL.len()));
    for info in FORMATS {
        assert!(info.write.is_some() || info.read.is_some(), "{}", info.name);
        let Some(input) = info.read else { continue };
        let is_same = input.name == info.name;
        assert!(
            is_same || FORMATS.iter().any(|other| other.name == input.name),
            "{} is read as {}",
            info.name,
            input.name
        );
    }
}

/// What a format cannot hold is not written, or its reader refuses it; the error names the format.
#[test]
fn what_a_format_cannot_hold_is_refused_by_name() {
    let others = ["grid=polar&rings=5&braid=0.8", "w=9&h=8&floors=2", "w=9&h=8&wrap=xy&braid=0.5", "w=9&h=8&weave=0.5"];
    let [mut read_back, mut not_written, mut not_read] = [0; 3];
    for query in with_every_grid(&others) {
        let made = read(&query).make(&mut ()).unwrap();
        for (name, format, input) in both_directions() {
            let Ok(bytes) = made.to_bytes(format) else {
                let refused = made.write_to(format, &mut std::io::sink()).unwrap_err().to_string();
                assert!(refused.starts_with(format.name()), "{query}, {name}: {refused}");
                not_written += 1;
                continue;
            };
            match formats::read(&bytes, &ReadOptions { format: Some(input), ..ReadOptions::default() }) {
                Ok(parsed) if matches!(format, Format::Json(_) | Format::Svg(_)) => {
                    assert_eq!(parsed.maze, made.maze, "{query}, {name}");
                    assert_eq!((parsed.from, parsed.to), (Some(made.from), Some(made.to)), "{query}, {name}");
                    read_back += 1;
                }
                // The drawing of a maze is another maze where its edges are joined, and where its numbers or pixels are no squares.
                Ok(_) => assert!(
                    input.is_of_squares || query.contains("wrap") || query.contains("grid=square"),
                    "{query}, {name}"
                ),
                Err(error) => {
                    assert_eq!(error.format, Some(input.name), "{query}, {name}: {error}");
                    not_read += 1;
                }
            }
        }
    }
    assert!(read_back > 100 && not_written > 100 && not_read > 3, "{read_back}, {not_written}, {not_read}");
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
        for (name, format, input) in both_directions() {
            let Some((options, says_ends)) = reading(format, !grid.is_empty(), has_path) else { continue };
            // The only cell is all mark, which might as well be a red corridor: the error asks.
            if w * h == 1 && matches!(format, Format::Png(_)) {
                continue;
            }
            let Ok(bytes) = picture.to_bytes(format) else { continue };
            let parsed = formats::read(&bytes, &options).unwrap_or_else(|error| panic!("{query}, {name}: {error}\n{}", String::from_utf8_lossy(&bytes)));
            prop_assert_eq!(&parsed.maze, &picture.maze, "{}, {}", query, name);
            let named = formats::read(&bytes, &ReadOptions { format: Some(input), ..options });
            prop_assert_eq!(&named.unwrap().maze, &picture.maze, "{}, {}", query, name);
            if says_ends {
                prop_assert_eq!((parsed.from, parsed.to), (Some(picture.from), Some(picture.to)), "{}, {}", query, name);
            }
            count += 1;
        }
        // Hexagons are written as JSON and SVG alone.
        let least = match (grid.contains("hex"), grid.is_empty()) {
            (true, _) => 6,
            (false, true) => 13,
            (false, false) => 10,
        };
        prop_assert!(count >= least, "{query}: {count}");
    }
}

/// In each format it is asked at least once in 64 KiB whether to go on, and reading ends where the answer is no.
#[test]
fn reading_stops_in_every_format() {
    let made = read("w=400&h=300&seed=7").make(&mut ()).unwrap();
    let mut count = 0;
    for (name, format, _) in both_directions() {
        let Some((options, _)) = reading(format, false, false) else { continue };
        let Ok(bytes) = made.to_bytes(format) else { continue };
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
            assert_eq!((error.kind, asked.get()), (ParseErrorKind::Refused, most + 1), "{name}: {error}");
        }
        count += 1;
    }
    assert!(count >= 12, "{count}");
}
