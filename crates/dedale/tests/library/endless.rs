//! Mazes that are made row by row while they are drawn: the same, byte for byte, as those that are made as a whole.

use crate::Made;
use dedale::formats::{Encoding, Format, Table};
use dedale::options::MazeOptions;
use dedale::picture::{Picture, Style};

fn options(query: &str) -> MazeOptions {
    query.parse().unwrap_or_else(|error| panic!("{query}: {error}"))
}

fn write(options: &MazeOptions, format: Format) -> Vec<u8> {
    options.by_rows(format, None).unwrap().flatten().collect()
}

/// Every format that is written row by row, PNG in two styles.
fn formats() -> Vec<Format> {
    let json = Encoding::ALL.iter().copied().map(Format::Json).filter(|format| format.is_by_rows());
    let thin = Style { cell: 2, wall: 1, margin: 0, ..Style::DEFAULT };
    let others = Format::ALL.iter().copied().filter(|format| format.encoding().is_none() && format.is_by_rows());
    json.into_iter().chain(others).chain([Format::Npy(Table::Bits), Format::Png(thin)]).collect()
}

const ALGORITHMS: [&str; 8] = [
    "eller",
    "sidewinder",
    "binary-tree",
    "binary-tree&bias=sw",
    "binary-tree&bias=ne",
    "binary-tree&bias=nw",
    "quilt",
    "quilt&passes=8",
];

/// Row by row the maze is the same as made as a whole, in every format.
fn assert_alike(query: &str) {
    let options = options(query);
    let made = Made::of(&options);
    let metadata = options.metadata();
    let picture = Picture { metadata, ..Picture::new(made.maze, made.from, made.to) };
    for format in formats() {
        assert!(picture.to_bytes(format).unwrap() == write(&options, format), "{query} {format:?}");
    }
}

#[test]
fn rows_are_those_of_the_whole_maze() {
    for algo in ALGORITHMS {
        for (w, h) in [(1, 1), (1, 9), (9, 1), (2, 2), (30, 7), (64, 5), (65, 4), (130, 3)] {
            assert_alike(&format!("algo={algo}&w={w}&h={h}&seed=7"));
        }
    }
}

#[test]
fn doors_and_single_walls_need_no_more_than_a_row() {
    for edits in [
        "doors=true",
        "from=2,0&to=2,8",
        "from=2,0&to=2,8&doors=true",
        "from=4,4&to=4,4&doors=true",
        "from=1,1&to=1,1",
        "from=4,0&to=0,8&doors=true&remove=0,8,E&remove=4,8,S",
        "remove=0,0,S&remove=0,0,N&remove=0,0,E&remove=0,0,W&remove=4,8,N&remove=4,8,W&remove=2,3,N&remove=2,3,N",
        "remove=1,8,E&remove=3,0,W&remove=4,5,S&ends=corners&braid=0",
    ] {
        for algo in ALGORITHMS {
            assert_alike(&format!("algo={algo}&w=9&h=5&seed=3&{edits}"));
        }
    }
}

#[test]
fn a_billion_rows_begin_at_once() {
    // The size of a quilt decides where its blocks are cut off.
    for algo in ALGORITHMS.into_iter().filter(|algo| !algo.starts_with("quilt")) {
        let query =
            format!("algo={algo}&w=100&h=1000000000&seed=7&from=999999999,0&to=999999998,3&remove=999999999,7,S");
        let large = options(&query);
        assert_eq!(large.cells(), 100_000_000_000);
        let made = Made::of(&options(&format!("algo={algo}&w=100&h=1000&seed=7")));
        let picture = Picture::new(made.maze, made.from, made.to).to_bytes(Format::Ascii).unwrap();
        let mut writer = large.by_rows(Format::Ascii, None).unwrap();
        let mut first = Vec::new();
        (0..999).for_each(|_| writer.write_next(&mut first));
        // All but the last row are the same, however many there are.
        assert!(picture.starts_with(&first), "{algo}");
    }
}

#[test]
fn options_that_need_the_whole_maze_prevent_streaming() {
    for query in ["algo=prim", "algo=eller&braid=0.5", "algo=eller&max_walls=1", "algo=eller&ends=farthest"] {
        assert!(options(query).by_rows(Format::Ascii, None).is_none(), "{query}");
    }
    assert!(options("algo=eller&braid=0.0&ends=corners").by_rows(Format::Ascii, None).is_some());
    let heat = Style { heat: Some(Default::default()), ..Style::DEFAULT };
    for format in [Format::Ansi, Format::Svg(Style::DEFAULT), Format::Png(heat)] {
        assert!(options("algo=eller").by_rows(format, None).is_none() && !format.is_by_rows());
    }
}
