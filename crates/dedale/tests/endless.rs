//! Mazes that are made row by row while they are drawn: the same, byte for byte, as those that are made as a whole.
#![allow(clippy::unwrap_used)]

use dedale::render::{Format, Picture, Style, Writer};
use dedale::spec::{Limits, MazeSpec, Pair, RowLimits, RowsSpec};

fn pairs(query: &str) -> Vec<Pair<'_>> {
    let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap());
    pairs.map(|(name, value)| (name.into(), value.into())).collect()
}

fn whole(query: &str) -> MazeSpec {
    MazeSpec::read(&pairs(query), &[], Limits::default(), 0).unwrap_or_else(|faults| panic!("{query}: {faults}"))
}

/// As if every maze were too large to be made as a whole.
fn by_rows(query: &str) -> Option<Result<RowsSpec, dedale::spec::Faults>> {
    let none = Limits { max_side: 65_535, max_cells: 0 };
    RowsSpec::read(&pairs(query), &[], none, RowLimits::default(), 0)
}

fn write(spec: &RowsSpec, format: Format) -> Vec<u8> {
    Writer::by_rows(spec.endless(), format).unwrap().flatten().collect()
}

/// Every format that is written row by row, PNG in two styles.
fn formats() -> Vec<Format> {
    let json = dedale::render::Encoding::ALL.map(Format::Json);
    let thin = Style { cell: 2, wall: 1, margin: 0, ..Style::DEFAULT };
    let text =
        [Format::Ascii, Format::Unicode, Format::Blocks, Format::Csv, Format::Png(Style::DEFAULT), Format::Png(thin)];
    json.into_iter().chain(text).collect()
}

const ALGORITHMS: [&str; 6] =
    ["eller", "sidewinder", "binary-tree", "binary-tree&bias=sw", "binary-tree&bias=ne", "binary-tree&bias=nw"];

/// Row by row the maze is the same as made as a whole, in every format.
fn assert_alike(query: &str) {
    let (spec, rows) = (whole(query), by_rows(query).unwrap().unwrap());
    assert_eq!(spec.by_rows().as_ref(), Some(&rows), "{query}");
    assert_eq!((spec.canonical(), spec.options()), (rows.canonical(), rows.options()), "{query}");
    let grid = spec.grid();
    assert_eq!((rows.size(), rows.seed()), ([grid.columns(), grid.rows()], spec.seed()));
    let made = spec.make(&mut ()).unwrap();
    let head = rows.endless().head;
    let picture = Picture { head, ..Picture::new(made.maze, made.from, made.to) };
    for format in formats() {
        assert!(picture.to_bytes(format) == write(&rows, format), "{query} {format:?}");
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
    for algo in ALGORITHMS {
        let query =
            format!("algo={algo}&w=100&h=1000000000&seed=7&from=999999999,0&to=999999998,3&remove=999999999,7,S");
        let spec = RowsSpec::read(&pairs(&query), &[], Limits::default(), RowLimits::default(), 0).unwrap().unwrap();
        assert_eq!(spec.cells(), 100_000_000_000);
        let made = whole(&format!("algo={algo}&w=100&h=1000&seed=7")).make(&mut ()).unwrap();
        let picture = Picture::new(made.maze, made.from, made.to).to_bytes(Format::Ascii);
        let mut writer = Writer::by_rows(spec.endless(), Format::Ascii).unwrap();
        let mut first = Vec::new();
        (0..999).for_each(|_| writer.write_next(&mut first));
        // All but the last row are the same, however many there are.
        assert!(picture.starts_with(&first), "{algo}");
    }
}

#[test]
fn what_needs_the_whole_maze_is_refused() {
    for (edit, name) in [
        ("braid=0.5", "braid"),
        ("braid=much", "braid"),
        ("max_walls=1", "max_walls"),
        // Found by the fuzz target `query`: it was taken for nothing.
        ("max_walls=", "max_walls"),
        ("max_walls_in=rows", "max_walls_in"),
        ("ends=farthest", "ends"),
        ("from=0,9", "from"),
        ("to=5,0", "to"),
        ("remove=5,0,N", "remove"),
        ("from=1,1&doors=true", "from"),
        ("ends=corners&to=1,1", "ends"),
        ("pick=newest:1", "pick"),
        ("wall=1", "wall"),
    ] {
        let faults = by_rows(&format!("algo=eller&w=9&h=5&seed=7&{edit}")).unwrap().unwrap_err().0;
        let names: Vec<&str> = faults.iter().map(|fault| fault.parameter.as_str()).collect();
        assert_eq!(names, [name], "{edit}: {faults:?}");
    }
    let fault = |edit: &str| by_rows(&format!("algo=eller&{edit}")).unwrap().unwrap_err().to_string();
    // What is no value at all is told as anywhere else.
    assert!(fault("braid=much").contains("a number between 0 and 1") && fault("ends=far").contains("unknown value"));
    assert!(fault("max_walls=1&max_walls_in=x").contains("unknown value"));
    assert!(by_rows("algo=eller&braid=0.0&ends=corners").unwrap().is_ok());
    let size = fault;
    assert!(size("w=65536&h=5").contains("between 1 and 65535"));
    assert!(size("w=5&h=1000000001").contains("between 1 and 1000000000"));
    assert!(size("w=1001&h=100000000").contains("at most 100000000000 cells"));
    assert!(by_rows("algo=eller&w=1000&h=100000000").unwrap().is_ok());
}

#[test]
fn other_mazes_are_left_to_be_made_as_a_whole() {
    let large = |query: &str| RowsSpec::read(&pairs(query), &[], Limits::default(), RowLimits::default(), 0);
    // Small enough, no such algorithm, no size of a maze that could be made row by row.
    for query in [
        "algo=eller&w=2048&h=2048",
        "algo=prim&w=9&h=100000",
        "algo=ellr&w=9&h=100000",
        "algo=prim&w=9&h=x",
        "algo=eller&w=9&h=x&braid=1",
        "algo=eller&w=9&h=1000000001&max_walls=0",
    ] {
        assert!(large(query).is_none(), "{query}");
    }
    // What is no size at all is told with the limits that hold.
    for (query, told) in [
        ("algo=eller&w=9&h=x", "h=\"x\": must be a whole number between 1 and 1000000000"),
        ("algo=eller&w=9&h=0&braid=0", "h=\"0\": must be between 1 and 1000000000"),
        ("algo=eller&w=9&h=18446744073709551616", "h=\"18446744073709551616\": must be between 1 and 1000000000"),
        ("algo=eller&w=x&h=1000000", "w=\"x\": must be a whole number between 1 and 65535"),
    ] {
        assert_eq!(large(query).unwrap().unwrap_err().to_string(), told);
    }
    assert!(large("algo=eller&w=2048&h=2049").is_some() && large("algo=eller&w=1&h=65536").is_some());
    for edit in ["braid=0.5", "max_walls=1", "ends=farthest"] {
        assert_eq!(whole(&format!("algo=eller&{edit}")).by_rows(), None);
    }
    assert_eq!(whole("algo=prim").by_rows(), None);
    let endless = || whole("algo=eller").by_rows().unwrap().endless();
    let heat = Style { heat: Some(Default::default()), ..Style::DEFAULT };
    for format in [Format::Ansi, Format::Svg(Style::DEFAULT), Format::Png(heat)] {
        assert!(Writer::by_rows(endless(), format).is_none() && !format.is_by_rows());
    }
}
