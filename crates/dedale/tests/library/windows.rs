//! Windows of mazes: in every format, they are what is there in the whole maze; and those far away, where no whole maze can be made, have
//! not moved.

use dedale::endless::DistantPath;
use dedale::formats::{Encoding, Format, SquareStyle, Table};
use dedale::generate::{MAX_SIDE, Rectangle, WindowError};
use dedale::grid::{Cell, Grid, Side, Square};
use dedale::maze::Maze;
use dedale::options::{MazeBuilder, MazeOptions};
use dedale::picture::{Metadata, Picture, Style, Trail};
use dedale::solve::Solver;
use proptest::prelude::*;
use proptest::sample::select;

use crate::goldens::sha256;
use crate::pixels::{draw_svg, read_png};
use crate::rectangles::part;
use crate::{Made, made as whole, read, read_maze};

const ALGORITHMS: [&str; 7] =
    ["quilt", "quilt&passes=0", "quilt&passes=8", "binary-tree", "binary-tree&bias=nw", "sidewinder", "division"];

fn window(query: &str) -> MazeOptions {
    read(query)
}

fn write(picture: &Picture, format: Format) -> Vec<u8> {
    picture.to_bytes(format).unwrap()
}

fn by_rows(options: &MazeOptions, format: Format) -> Vec<u8> {
    options.by_rows(format, None).unwrap().flatten().collect()
}

/// Every format that is written row by row.
fn formats() -> Vec<Format> {
    let json = Encoding::ALL.iter().copied().map(Format::Json).filter(|format| format.is_by_rows());
    let thin = Style { cell: 3, wall: 1, margin: 0, ..Style::DEFAULT };
    let others = [
        Format::Ascii,
        Format::Unicode,
        Format::Blocks,
        Format::Hex,
        Format::Mms,
        Format::Squares(SquareStyle::DEFAULT),
        Format::Tokens,
        Format::Description,
        Format::Csv(Table::Blocks),
        Format::Npy(Table::Bits),
        Format::Png(Style::DEFAULT),
        Format::Png(thin),
    ];
    json.into_iter().chain(others).filter(|format| *format != Format::Json(Encoding::Graph)).collect()
}

/// A part that is cut from a whole maze.
fn crop(made: &Made, part: Rectangle, metadata: Metadata) -> Picture {
    let grid = Square::new(part.columns as u32, part.rows as u32).unwrap();
    let mut maze = Maze::closed(grid);
    for cell in maze.cells() {
        let (row, column) = (grid.row(cell) + part.row as u32, grid.column(cell) + part.column as u32);
        for side in made.maze.open_sides(made.maze.grid().at(row, column)) {
            if grid.inner_sides(cell).contains(side) {
                maze.link(cell, side);
            } else {
                maze.open_outer(cell, side);
            }
        }
    }
    Picture { metadata, ..Picture::new(maze, Cell(0), Cell(0)) }
}

fn place() -> impl Strategy<Value = (u64, u64, Rectangle)> {
    (1..200u64, 1..100u64).prop_flat_map(|(columns, rows)| (Just(columns), Just(rows), part(columns, rows, u64::MAX)))
}

/// The text of a window in a query.
fn text(part: Rectangle) -> String {
    format!("window={},{},{},{}", part.row, part.column, part.rows, part.columns)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_window_is_what_is_there_in_the_whole(
        algorithm in select(ALGORITHMS.to_vec()),
        (columns, rows, part) in place(),
        seed in 0..1000u64,
        edits in select(vec!["", "&doors=true", "&remove=0,0,E&remove=0,0,N", "&from=0,0&to=0,0&doors=true"]),
    ) {
        let query = format!("algo={algorithm}&w={columns}&h={rows}&seed={seed}{edits}");
        let made = whole(&query);
        let options = window(&format!("{query}&{}", text(part)));
        let in_memory = options.make_part(&[]).unwrap();
        for format in formats() {
            let crop = write(&crop(&made, part, options.metadata()), format);
            prop_assert!(by_rows(&options, format) == crop, "{options} {format:?}, row by row");
            prop_assert!(write(&in_memory, format) == crop, "{options} {format:?}, in memory");
        }
        // An end that is not in the window is not said.
        let parsed = read_maze(write(&in_memory, Format::Hex)).unwrap();
        prop_assert_eq!(&parsed.maze, &in_memory.maze, "{}", options);
        let ends = [in_memory.from, in_memory.to].map(|end| Some(end).filter(|end| end.0 < in_memory.maze.grid().cells()));
        if ends != [None; 2] {
            prop_assert_eq!([parsed.from, parsed.to], ends, "{}", options);
        }
    }

    #[test]
    fn a_path_in_a_window_is_that_of_the_whole(
        algorithm in select(ALGORITHMS.to_vec()),
        (columns, rows, part) in place(),
        seed in 0..1000u64,
        doors in any::<bool>(),
    ) {
        let query = format!("algo={algorithm}&w={columns}&h={rows}&seed={seed}&doors={doors}");
        let picture = solved(&query);
        let options = window(&format!("{query}&{}", text(part)));
        let window = options.make_part(&parts_of_path(&options)).unwrap();
        // Of the text of the whole, so many characters for a cell and a wall.
        for (format, [cell, wall]) in [(Format::Ascii, [4, 1]), (Format::Blocks, [4, 2])] {
            let whole = String::from_utf8(picture.to_bytes(format).unwrap()).unwrap();
            let cut = |line: &str| -> String {
                let length = part.columns as usize * cell + wall;
                line.chars().skip(part.column as usize * cell).take(length).collect()
            };
            let lines = whole.lines().skip(2 * part.row as usize).take(2 * part.rows as usize + 1);
            let expected: String = lines.map(|line| cut(line) + "\n").collect();
            let written = String::from_utf8(write(&window, format)).unwrap();
            prop_assert_eq!(&written, &expected, "{} {:?}", options, format);
        }
        // Points on the edge of a window do not show the walls that are behind it.
        let is_inner = |row: usize, column: usize| {
            let is_edge = |number: usize, cells: u64| number == 0 || number as u64 == 2 * cells;
            !is_edge(row, part.rows) && !is_edge(column, part.columns)
        };
        let (first_row, first_column) = (part.row as usize, part.column as usize);
        let glyphs = |text: Vec<u8>| -> Vec<Vec<char>> {
            String::from_utf8(text).unwrap().lines().map(|line| line.chars().collect()).collect()
        };
        let [of_whole, of_window] =
            [picture.to_bytes(Format::Unicode).unwrap(), write(&window, Format::Unicode)].map(glyphs);
        for (row, line) in of_window.iter().enumerate() {
            for (column, &glyph) in line.iter().enumerate() {
                let expected = of_whole[2 * first_row + row][4 * first_column + column];
                let is_point = row % 2 == 0 && column % 4 == 0;
                prop_assert!(
                    glyph == expected || is_point && !is_inner(row, column / 2),
                    "{options}, line {row}, column {column}: {glyph} instead of {expected}"
                );
            }
        }
        let numbers = |table: Vec<u8>| -> Vec<Vec<u8>> {
            let lines = table.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
            lines.map(|line| line.iter().copied().filter(u8::is_ascii_digit).collect()).collect()
        };
        let array = |bytes: Vec<u8>, columns: u64| -> Vec<Vec<u8>> {
            let head = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
            bytes[head..].chunks(2 * columns as usize + 1).map(|row| row.iter().map(|&k| b'0' + k).collect()).collect()
        };
        let tables = [
            [picture.to_bytes(Format::Csv(Table::Blocks)).unwrap(), write(&window, Format::Csv(Table::Blocks))].map(numbers),
            [
                array(picture.to_bytes(Format::Npy(Table::Blocks)).unwrap(), columns),
                array(write(&window, Format::Npy(Table::Blocks)), part.columns),
            ],
        ];
        for [of_whole, of_window] in tables {
            prop_assert_eq!(of_window.len() as u64, 2 * part.rows + 1);
            for (row, line) in of_window.iter().enumerate() {
                prop_assert_eq!(line.len() as u64, 2 * part.columns + 1);
                let expected = &of_whole[2 * first_row + row][2 * first_column..][..line.len()];
                prop_assert_eq!(&line[..], expected, "{}, line {}", options, row);
            }
        }
        if columns * rows > 4000 {
            return Ok(());
        }
        let style = Style { cell: 5, wall: 2, margin: 0, ..Style::DEFAULT };
        let of_whole = read_png(&picture.to_bytes(Format::Png(style)).unwrap());
        let of_window = read_png(&write(&window, Format::Png(style)));
        for (place, &pixel) in of_window.rgba.iter().enumerate() {
            let (x, y) = (place % of_window.width, place / of_window.width);
            // Which of a point, a wall or a cell it is.
            let block = |pixel: usize| 2 * (pixel / 5) + usize::from(pixel % 5 >= 2);
            let expected = of_whole.at(5 * first_column + x, 5 * first_row + y);
            let is_point = block(x) % 2 == 0 && block(y) % 2 == 0;
            prop_assert!(
                pixel == expected || is_point && !is_inner(block(y), block(x)),
                "{options}, pixel {x},{y}: {pixel:?} instead of {expected:?}"
            );
        }
    }
}

/// The picture of a whole maze with the path that a search finds.
fn solved(query: &str) -> Picture {
    let Made { maze, from, to } = whole(query);
    let path = Solver::Bfs.solve(&maze, from, to).path().unwrap().to_vec();
    let trail = Trail::new(&maze, &path);
    Picture { path: Some(trail), ..Picture::new(maze, from, to) }
}

/// The parts of the path that are found without the whole maze.
fn parts_of_path(options: &MazeOptions) -> Vec<Vec<[u64; 2]>> {
    let [from, to] = options.places().unwrap();
    let path = DistantPath::new(options.algorithm(), options.size().unwrap(), options.seed(), from, to).unwrap();
    let parts = path.parts(options.zoom_level(), options.window().unwrap()).unwrap();
    parts.into_iter().map(|part| part.before.into_iter().chain(part.cells).chain(part.after).collect()).collect()
}

/// Every pixel of the picture but those of walls on its edge, whose ends are not those of the whole.
#[test]
fn a_path_in_a_drawing_of_a_window_is_that_of_the_whole() {
    let style = Style { cell: 8, wall: 2, margin: 0, ..Style::DEFAULT };
    for algorithm in ALGORITHMS {
        let query = format!("algo={algorithm}&w=40&h=30&seed=4&from=12,22&to=28,3");
        let part = Rectangle { row: 9, column: 2, rows: 20, columns: 30 };
        let options = window(&format!("{query}&{}", text(part)));
        let window = options.make_part(&parts_of_path(&options)).unwrap();
        let of_whole = draw_svg(&solved(&query).to_bytes(Format::Svg(style)).unwrap());
        let of_window = draw_svg(&write(&window, Format::Svg(style)));
        let (mut wrong, mut on_path) = (0, 0);
        for (x, y) in (2..8 * 30).flat_map(|x| (2..8 * 20).map(move |y| (x, y))) {
            let (pixel, expected) = (of_window.at(x, y), of_whole.at(8 * 2 + x, 8 * 9 + y));
            wrong += usize::from(pixel != expected);
            let [r, g, b] = style.path_color;
            on_path += usize::from(expected == [r, g, b, 255]);
        }
        assert!(wrong == 0 && on_path > 100, "{options}: {wrong} pixels are wrong, {on_path} are on the path");
    }
}

/// As pictures that need the whole, windows are drawn like mazes of that size.
#[test]
fn a_window_is_drawn_like_a_maze_in_formats_that_need_it_in_memory() {
    for algorithm in ALGORITHMS {
        let query = format!("algo={algorithm}&w=60&h=50&seed=4&from=12,22&to=18,33");
        let part = Rectangle { row: 10, column: 20, rows: 15, columns: 25 };
        let options = window(&format!("{query}&{}", text(part)));
        let made = whole(&query);
        let picture = crop(&made, part, options.metadata());
        let grid = picture.maze.grid().square().unwrap();
        let picture = Picture { from: grid.at(2, 2), to: grid.at(8, 13), ..picture };
        let window = options.make_part(&[]).unwrap();
        for format in [Format::Ansi, Format::Svg(Style::DEFAULT)] {
            assert!(options.by_rows(format, None).is_none());
            let written = String::from_utf8(write(&window, format)).unwrap();
            assert_eq!(
                written,
                String::from_utf8(picture.to_bytes(format).unwrap()).unwrap(),
                "{algorithm} {format:?}"
            );
        }
        // Its nodes would have other numbers than those of the maze.
        assert!(window.to_bytes(Format::Json(Encoding::Graph)).is_err());
    }
}

#[test]
fn the_head_says_which_window_it_is() {
    let options = window("algo=quilt&w=9007199254740991&h=40&seed=7&window=3,9007199254740980,1,2&doors=true");
    let json = String::from_utf8(by_rows(&options, Format::Json(Encoding::Bits))).unwrap();
    let head = "{\"algo\":\"quilt\",\"w\":9007199254740991,\"h\":40,\"window\":{\"row\":3,\"col\":9007199254740980,\
                \"rows\":1,\"cols\":2},\"seed\":7,\"generator\":1,\"options\":{\"doors\":true,\"passes\":4},\"from\":[0,0],\"to\":[39,9007199254740990],\"encoding\":\"bits\",\"cells\":[[";
    assert!(json.starts_with(head), "{json}");
    let of_blocks = window("algo=quilt&w=1000&h=1000&zoom_level=4&window=0,0,2,2&from=20,17");
    let json = String::from_utf8(by_rows(&of_blocks, Format::Json(Encoding::Bits))).unwrap();
    assert!(json.contains("\"window\":{\"row\":0,\"col\":0,\"rows\":2,\"cols\":2},\"zoom_level\":4,"), "{json}");
    assert!(json.contains("\"from\":[20,17]"), "{json}");
    let squares = String::from_utf8(by_rows(&of_blocks, Format::Squares(SquareStyle::DEFAULT))).unwrap();
    assert_eq!(squares.lines().nth(3).and_then(|line| line.find('S')), Some(3));
    assert!(!squares.contains('E'));
}

/// A part in which neither end is has two colors.
#[test]
fn a_part_without_ends_takes_a_bit_for_a_pixel() {
    for (part, depth) in [("0,0,9,9", 2), ("3,3,9,9", 1)] {
        let options = window(&format!("algo=quilt&w=100&h=70&seed=7&doors=true&window={part}"));
        let png = by_rows(&options, Format::Png(Style::DEFAULT));
        assert_eq!(png[24], depth, "{part}");
    }
}

/// Every window of a row of windows, also far away, goes on where the one before it ends.
#[test]
fn neighboring_windows_fit() {
    for algorithm in ALGORITHMS {
        for (row, column) in
            [(0, 0), (1 << 40, (1 << 52) - 37), (MAX_SIDE - 21, MAX_SIDE - 71), ((1 << 32) - 9, (1 << 32) - 40)]
        {
            let part = |column, columns| {
                let options = window(&format!(
                    "algo={algorithm}&w={MAX_SIDE}&h={MAX_SIDE}&seed=7&{}",
                    text(Rectangle { row, column, rows: 21, columns })
                ));
                String::from_utf8(by_rows(&options, Format::Ascii)).unwrap()
            };
            let (whole, left, right) = (part(column, 71), part(column, 40), part(column + 40, 31));
            for ((whole, left), right) in whole.lines().zip(left.lines()).zip(right.lines()) {
                assert_eq!(whole, format!("{left}{}", &right[1..]), "{algorithm} {row},{column}");
            }
        }
    }
}

/// If one of these fails, the mazes have changed: see `GENERATOR_VERSION`.
const FROZEN: [(&str, &str); 8] = [
    (
        "algo=quilt&window=4503599627370486,4503599627370480,20,30",
        "9c59d9092781b2d68320800f172cf7b8b2e45c321c3bc21cf822272d2d282d93",
    ),
    (
        "algo=quilt&window=9007199254740971,9007199254740961,20,30&doors=true",
        "bcb694ea8da1f52b21a7f932626550d6800bc1bb078a46f194d87c6b70274cf1",
    ),
    (
        "algo=quilt&zoom_level=21&window=2147483600,2147483640,20,30&passes=2",
        "863112d295b188b6cd2a54c987603915de8904586bb66c8009553192336ff22d",
    ),
    (
        "algo=binary-tree&window=4503599627370486,4503599627370480,20,30",
        "edd935a4e0a02c3d8f14684b88e52bbcd96ed632d02a7cda77317abe3dfcaffe",
    ),
    (
        "algo=sidewinder&window=4503599627370486,4503599627370480,20,30",
        "20d5298e05c2d0d51e442994edb36ef11d5299dde040f48f74ca9e15ed5cf009",
    ),
    (
        "algo=division&window=4503599627370486,4503599627370480,20,30",
        "25c820913844af6a796fc0b9e72888c2c7482460c41a2f57c438fedffd393694",
    ),
    (
        "algo=division&window=9007199254740971,9007199254740961,20,30",
        "1eca697b9c7f08dcf2c73130e1bda8d3df6a1a1cac88710c91c5e95c183a3ac0",
    ),
    (
        "algo=division&window=4294967290,4294967280,20,30&remove=4294967290,4294967290,E",
        "f37b552c154a46b17c4b32645d3da1c398427786843e91668c423a52f9327145",
    ),
];

#[test]
fn windows_far_away_have_not_moved() {
    let now = FROZEN.map(|(query, _)| {
        let options = window(&format!("w={MAX_SIDE}&h={MAX_SIDE}&seed=7&{query}"));
        (query, sha256(&by_rows(&options, Format::Ascii)))
    });
    let now = now.each_ref().map(|(query, digest)| (*query, digest.as_str()));
    assert!(now == FROZEN, "{now:#?}");
}

#[test]
fn what_is_displayed_can_be_read() {
    for query in [
        "algo=quilt&w=5&h=4",
        "algo=quilt&w=500&h=400&zoom_level=3&window=1,2,3,4&passes=7&doors=true&from=0,9",
        "algo=binary-tree&bias=nw&w=500&h=400&window=1,2,3,4&remove=5,6,E&remove=1,2,S",
    ] {
        let options = window(query);
        assert_eq!(window(&options.to_string()), options);
    }
}

#[test]
fn everything_that_is_wrong_is_reported() {
    let quilt = || MazeBuilder::default().algorithm("quilt".parse().unwrap());
    let faults = |builder: MazeBuilder| {
        let faults = builder.options().unwrap_err().0;
        faults.into_iter().map(|fault| fault.to_string()).collect::<Vec<_>>()
    };
    let all = MazeBuilder::default()
        .algorithm("eller".parse().unwrap())
        .size(MAX_SIDE + 1, 0)
        .seed(1 << 53)
        .zoom_level(1)
        .window(Rectangle { row: 5, column: 0, rows: 1, columns: 1 })
        .exit(9, 9)
        .remove(9, 9, Side::E);
    assert_eq!(
        faults(all),
        [
            "w: must be between 1 and 9007199254740991",
            "h: must be between 1 and 9007199254740991",
            "algo: must be one that makes parts of a maze: binary-tree, sidewinder, division, quilt",
            "seed: must be between 0 and 9007199254740991",
            "remove: is only valid with zoom_level=0: on other levels a wall is one of blocks",
        ],
        "where cells are is not known without a size, nor what parts there are without an algorithm that makes them"
    );
    let wrong = faults(quilt().algorithm("division".parse().unwrap()).size(0, 9).zoom_level(1));
    assert_eq!(wrong, ["w: must be between 1 and 9007199254740991", "zoom_level: is only valid with algo=quilt"]);
    assert_eq!(faults(quilt().zoom_level(6)), ["zoom_level: must be between 0 and 5"]);
    assert_eq!(
        faults(quilt().zoom_level(2).remove(0, 0, Side::E)),
        ["remove: is only valid with zoom_level=0: on other levels a wall is one of blocks"]
    );
    assert_eq!(
        faults(quilt().zoom_level(0).doors(true).entrance(3, 3)),
        ["from: must be a cell on the border, since doors=true opens the outer wall there"]
    );
    let set = |name, text| {
        let mut builder = quilt().zoom_level(0);
        builder.set(name, text).map_err(|error| error.to_string())?;
        builder.options().map(|_| ()).map_err(|error| error.to_string())
    };
    for (name, text) in
        [("braid", "0.5"), ("max_walls", "0.2"), ("ends", "farthest"), ("grid", "hex"), ("mask", "heart")]
    {
        let expected = format!("{name}: needs the whole maze, and does not go with a part of it");
        assert!(set(name, text).is_err_and(|error| error.contains(&expected)), "{name}");
    }
    for (name, text) in [("braid", "0"), ("ends", "corners"), ("grid", "square"), ("passes", "8")] {
        assert_eq!(set(name, text), Ok(()), "{name}");
    }
    for (name, text) in [
        ("window", "0,0,1"),
        ("window", "0,0,1,x"),
        ("from", "0"),
        ("remove", "0,0,X"),
        ("zoom_level", "54"),
        ("w", "0"),
        ("bias", "nw"),
        ("no", "1"),
    ] {
        assert!(set(name, text).is_err(), "{name}={text}");
    }
    let huge = window(&format!("algo=quilt&w={MAX_SIDE}&h={MAX_SIDE}&window=0,0,70000,70000"));
    assert!(matches!(huge.make_part(&[]), Err(WindowError::Size(_))));
}
