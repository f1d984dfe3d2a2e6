//! Mazes as other people write them: each form is written here from random mazes, read, solved, and compared with a search of this file.
//!
//! Proved besides: what changes in files on their way (byte-order marks, UTF-16, line ends, blank lines, blanks cut off) changes nothing; what may be
//! read in two ways is refused with its place, how often it is there, and what decides; a path is drawn into what was sent.

use std::collections::VecDeque;

use dedale::formats::{self, Directions, Format, SquareOf, SquareStyle, Table, directions};
use dedale::grid::{Cell, Grid, Limits};
use dedale::maze::Maze;
use dedale::parse::{InputFormat, InputPlace, Legend, ParseError, ParseErrorKind, Parsed, ReadOptions};
use dedale::picture::{Picture, Trail};
use dedale::rng::{Rng, Stream};
use dedale::solve::Solver;
use proptest::prelude::*;
use proptest::sample::select;

use crate::read_maze;

/// Squares, and two of them that are free.
#[derive(Clone, Debug)]
pub(crate) struct Squares {
    rows: usize,
    columns: usize,
    walls: Vec<bool>,
    pub(crate) ends: [[usize; 2]; 2],
}

impl Squares {
    fn random(rows: usize, columns: usize, percent: u64, seed: u64) -> Squares {
        let mut rng = Rng::new(seed, Stream::Generate);
        let mut walls: Vec<bool> = (0..rows * columns).map(|_| rng.below(100) < percent).collect();
        let ends = [(); 2].map(|()| rng.below((rows * columns) as u64) as usize);
        ends.iter().for_each(|&end| walls[end] = false);
        // A border is what most people draw.
        let ends = ends.map(|end| [end / columns + 1, end % columns + 1]);
        let mut framed = vec![true; (rows + 2) * (columns + 2)];
        for (number, &is_wall) in walls.iter().enumerate() {
            framed[(number / columns + 1) * (columns + 2) + number % columns + 1] = is_wall;
        }
        Squares { rows: rows + 2, columns: columns + 2, walls: framed, ends }
    }

    fn is_wall(&self, row: usize, column: usize) -> bool {
        self.walls[row * self.columns + column]
    }

    /// The fewest moves between the ends, by a flood.
    pub(crate) fn length(&self) -> Option<u32> {
        let mut distance = vec![None; self.walls.len()];
        let [from, to] = self.ends.map(|[row, column]| row * self.columns + column);
        distance[from] = Some(0);
        let mut next = VecDeque::from([from]);
        while let Some(square) = next.pop_front() {
            // There is a border of walls.
            for far in [square + 1, square - 1, square + self.columns, square - self.columns] {
                if !self.walls[far] && distance[far].is_none() {
                    distance[far] = distance[square].map(|moves: u32| moves + 1);
                    next.push_back(far);
                }
            }
        }
        distance[to]
    }

    /// One text a square, with one between two of them.
    pub(crate) fn text(&self, [wall, free, start, end]: [&str; 4], between: &str) -> String {
        let mut lines = String::new();
        for row in 0..self.rows {
            let squares = (0..self.columns).map(|column| match () {
                () if self.is_wall(row, column) => wall,
                () if [row, column] == self.ends[0] => start,
                () if [row, column] == self.ends[1] => end,
                () => free,
            });
            lines += &squares.collect::<Vec<_>>().join(between);
            lines.push('\n');
        }
        lines
    }
}

pub(crate) fn squares() -> impl Strategy<Value = Squares> {
    (1_usize..12, 1_usize..12, 0_u64..60, any::<u64>())
        .prop_map(|(rows, columns, percent, seed)| Squares::random(rows, columns, percent, seed))
        .prop_filter("two ends", |squares| squares.ends[0] != squares.ends[1])
}

/// What the library finds between the ends that the file says, or else between these.
pub(crate) fn solved(parsed: &Parsed, ends: Option<[Cell; 2]>) -> Option<u32> {
    let [from, to] = ends.unwrap_or_else(|| [parsed.from.unwrap(), parsed.to.unwrap()]);
    Solver::Bfs.solve(&parsed.maze, from, to).length()
}

/// Changes that files meet on their way: line ends, blank lines around, a byte-order mark, and another encoding.
pub(crate) fn sent(text: &str, [crlf, cut, mark, wide]: [bool; 4]) -> Vec<u8> {
    let mut text = text.to_owned();
    if cut {
        text = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    } else {
        text = format!("\n\n{text}\n   \n");
    }
    if crlf {
        text = text.replace('\n', "\r\n");
    }
    if wide {
        let units: Vec<u16> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).collect();
        return units.into_iter().flat_map(if mark { u16::to_le_bytes } else { u16::to_be_bytes }).collect();
    }
    if mark { format!("\u{feff}{text}").into_bytes() } else { text.into_bytes() }
}

pub(crate) const DRAWN: [[&str; 4]; 6] = [
    ["#", " ", "S", "E"],
    ["#", ".", "A", "B"],
    ["%", " ", "P", "G"],
    ["█", "·", "s", "e"],
    ["⬛", "⬜", "🟦", "🟥"],
    ["■", "□", "S", "F"],
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn drawn_squares_are_read(squares in squares(), chars in select(&DRAWN[..]), changes in any::<[bool; 4]>()) {
        // Of this width, few free squares look like blocks.
        prop_assume!(chars[0] != "█" || squares.columns % 4 != 2);
        let text = squares.text(chars, "");
        let parsed = read_maze(sent(&text, changes)).unwrap();
        prop_assert_eq!((parsed.format, parsed.is_of_squares), ("squares", true));
        prop_assert_eq!(solved(&parsed, None), squares.length(), "{}", text);
        let [from, _] = squares.ends.map(|[row, column]| [row as u32, column as u32].into());
        prop_assert_eq!(parsed.maze.grid().address(parsed.from.unwrap()), from);
    }

    #[test]
    fn numbers_are_read(squares in squares(), between in select(&[",", ";", " ", "\t", ", ", ""][..]), changes in any::<[bool; 4]>()) {
        let text = squares.text(["1", "0", "2", "3"], between);
        let parsed = read_maze(sent(&text, changes)).unwrap();
        prop_assert_eq!(parsed.format, "numbers", "{}", text);
        prop_assert_eq!(solved(&parsed, None), squares.length(), "{}", text);
        // The same with other numbers.
        let text = squares.text(["7", "9", "2", "3"], between);
        let legend = Legend { walls: "7".into(), free: "9".into(), ..Legend::default() };
        let parsed = formats::read(text.as_bytes(), &ReadOptions { legend, ..ReadOptions::default() }).unwrap();
        prop_assert_eq!((parsed.format, solved(&parsed, None)), ("numbers", squares.length()), "{}", text);
    }

    #[test]
    fn arrays_are_read(squares in squares(), kind in select(&["|u1", "<i8", ">i4", "<f8", "<f4", "|i1", ">u2"][..]), by_columns in any::<bool>()) {
        let value = |row: usize, column: usize| match () {
            () if squares.is_wall(row, column) => 1_u8,
            () if [row, column] == squares.ends[0] => 2,
            () if [row, column] == squares.ends[1] => 3,
            () => 0,
        };
        let (rows, columns) = (squares.rows, squares.columns);
        let order = if by_columns { "True" } else { "False" };
        let head = format!("{{'descr': '{kind}', 'fortran_order': {order}, 'shape': ({rows}, {columns}), }}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((head.len() as u16).to_le_bytes());
        bytes.extend(head.as_bytes());
        let outer = if by_columns { columns } else { rows };
        for number in 0..rows * columns {
            let inner = rows * columns / outer;
            let [first, second] = [number / inner, number % inner];
            let value = if by_columns { value(second, first) } else { value(first, second) };
            match kind {
                "<i8" => bytes.extend(i64::from(value).to_le_bytes()),
                ">i4" => bytes.extend(i32::from(value).to_be_bytes()),
                "<f8" => bytes.extend(f64::from(value).to_le_bytes()),
                "<f4" => bytes.extend(f32::from(value).to_le_bytes()),
                ">u2" => bytes.extend(u16::from(value).to_be_bytes()),
                _ => bytes.push(value),
            }
        }
        let parsed = read_maze(&bytes).unwrap();
        prop_assert_eq!((parsed.format, solved(&parsed, None)), ("numbers", squares.length()));
        let cut = read_maze(&bytes[..bytes.len() - 1]).unwrap_err();
        prop_assert_eq!((cut.kind, cut.format), (ParseErrorKind::Malformed, Some("numbers")));
    }

    #[test]
    fn json_rows_are_read(squares in squares(), member in select(&["", "maze", "Grid"][..]), chars in select(&DRAWN[..])) {
        let rows = |text: String, quote: bool| {
            let line = |line: &str| if quote { format!("{line:?}") } else { format!("[{line}]") };
            let rows = format!("[{}]", text.lines().map(line).collect::<Vec<_>>().join(",\n "));
            if member.is_empty() { rows } else { format!("{{\"size\":[{},0],\"{member}\": {rows}}}", squares.rows) }
        };
        let quoted = chars.map(|char| format!("{char:?}"));
        let quoted = quoted.each_ref().map(String::as_str);
        let numbers = ["1", "0", "2", "3"];
        for json in [
            rows(squares.text(numbers, ", "), false),
            rows(squares.text(numbers, ""), true),
            rows(squares.text(chars, ""), true),
            rows(squares.text(quoted, ","), false),
        ] {
            let parsed = read_maze(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
            prop_assert_eq!((parsed.format, solved(&parsed, None)), ("numbers", squares.length()), "{}", json);
        }
    }

    #[test]
    fn maps_are_read(squares in squares(), changes in any::<[bool; 4]>()) {
        let head = format!("type octile\nheight {}\nwidth {}\nmap\n", squares.rows, squares.columns);
        let text = head + &squares.text(["@", ".", "G", "S"], "").replace("@@", "OT");
        let parsed = read_maze(sent(&text, changes)).unwrap();
        let cell = |[row, column]: [usize; 2]| parsed.maze.grid().find([row as u32, column as u32]).unwrap();
        prop_assert_eq!((parsed.format, solved(&parsed, Some(squares.ends.map(cell)))), ("map", squares.length()), "{}", text);
        // It does not say its ends.
        prop_assert!(parsed.unclear.iter().all(|why| why.as_ref().unwrap().detail.contains("give from and to")));
    }

    #[test]
    fn cells_with_walls_are_read(maze in mazes(), changes in any::<[bool; 4]>(), digits in any::<bool>(), names in select(&NAMES[..])) {
        let grid = maze.grid().square().unwrap();
        let [from, to] = [Cell(0), Cell(grid.cells() - 1)];
        let length = flood(&maze, from, to);
        let check = |parsed: Parsed, form: &str, text: &str| {
            assert_eq!((parsed.format, parsed.is_of_squares), (form, false), "{text}");
            assert_eq!(parsed.maze, maze, "{text}");
            assert_eq!(solved(&parsed, Some([from, to])), length, "{text}");
        };
        let hex = hex_of(&maze);
        let text = if digits { format!("{hex}\n{}, {}\n0,0\n", grid.columns() - 1, grid.rows() - 1) } else { hex.to_lowercase() };
        let parsed = read_maze(sent(&text, changes)).unwrap();
        if digits {
            prop_assert_eq!((parsed.from, parsed.to), (Some(to), Some(from)));
        }
        check(parsed, "hex", &text);
        for joined in [false, true] {
            let text = underscores_of(&maze, joined);
            check(read_maze(sent(&text, changes)).unwrap(), "underscores", &text);
        }
        let objects = objects_of(&maze, names, digits);
        check(read_maze(&objects).unwrap(), "objects", &objects);
        for between in ["", ","] {
            let (wall, free) = if between.is_empty() { ("#", " ") } else { ("1", "0") };
            let text = thin_of(&maze, wall, free, between);
            let options = ReadOptions { thin: true, ..ReadOptions::default() };
            let parsed = formats::read(&sent(&text, changes), &options).unwrap_or_else(|error| panic!("{error}\n{text}"));
            check(parsed, if between.is_empty() { "squares" } else { "numbers" }, &text);
        }
    }

    #[test]
    fn what_is_written_as_squares_and_digits_is_read_back(maze in mazes(), solve in any::<bool>()) {
        let (from, to) = (Cell(0), Cell(maze.grid().cells() - 1));
        let mut picture = Picture::new(maze.clone(), from, to);
        let solution = Solver::Bfs.solve(&maze, from, to);
        picture.path = solution.path().filter(|_| solve).map(|path| Trail::new(&maze, path));
        let known = Legend { free: "*".into(), ..Legend::default() };
        let squares = [Format::Squares(SquareStyle::DEFAULT), Format::Map(SquareOf::Block)];
        let tables = [Format::Csv(Table::Blocks), Format::Npy(Table::Blocks)];
        for format in squares.into_iter().chain(tables.into_iter().filter(|_| !solve)) {
            let bytes = picture.to_bytes(format).unwrap();
            let legend = if format.table().is_some() { Legend::default() } else { known.clone() };
            let parsed = formats::read(&bytes, &ReadOptions { thin: true, legend, ..ReadOptions::default() }).unwrap();
            prop_assert_eq!(&parsed.maze, &maze, "{}", String::from_utf8_lossy(&bytes));
            if matches!(format, Format::Squares(_)) && from != to {
                prop_assert_eq!((parsed.from, parsed.to), (Some(from), Some(to)));
            }
        }
        let digits = picture.to_bytes(Format::Hex).unwrap();
        let parsed = read_maze(&digits).unwrap();
        prop_assert_eq!((&parsed.maze, parsed.from, parsed.to), (&maze, Some(from), Some(to)));
        let letters = parsed.directions.map(|names| names.iter().collect::<String>()).unwrap_or_default();
        let found = directions(&maze, solution.path().filter(|_| solve).unwrap_or_default());
        prop_assert_eq!(found, Directions::Word(letters));
    }

    #[test]
    fn squares_are_written_as_they_were_drawn(squares in squares()) {
        let text = squares.text(["#", " ", "S", "E"], "");
        let parsed = read_maze(&text).unwrap();
        let picture = Picture::new(parsed.maze.clone(), parsed.from.unwrap(), parsed.to.unwrap());
        for format in [Format::Squares(SquareStyle::DEFAULT), Format::Map(SquareOf::Block), Format::Csv(Table::Blocks), Format::Npy(Table::Blocks)] {
            let bytes = picture.to_bytes(format.of_cells()).unwrap();
            if matches!(format, Format::Squares(_)) {
                prop_assert_eq!(String::from_utf8_lossy(&bytes), text.as_str());
            }
            prop_assert_eq!(&read_maze(&bytes).unwrap().maze, &parsed.maze);
        }
    }

    #[test]
    fn anything_is_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
        drawn in "[#%SE._|0-9A-F ,;\\[\\]{}\"\r\n-]{0,80}",
        thin in any::<bool>(),
    ) {
        let options = ReadOptions { thin, ..ReadOptions::default() };
        let _ = (formats::read(&bytes, &options), formats::read(drawn.as_bytes(), &options));
        for form in InputFormat::ALL {
            let options = ReadOptions { format: Some(form), thin, ..ReadOptions::default() };
            for bytes in [&bytes[..], drawn.as_bytes()] {
                if let Err(error) = formats::read(bytes, &options) {
                    prop_assert_eq!(error.format, Some(form.name));
                }
            }
        }
    }
}

/// Closed mazes of plain squares, some with loops, of which some cells may not be reached.
pub(crate) fn mazes() -> impl Strategy<Value = Maze<dedale::grid::AnyGrid>> {
    (1_u32..9, 1_u32..9, 0_u64..100, any::<u64>()).prop_map(|(columns, rows, percent, seed)| {
        let mut maze = Maze::closed(dedale::grid::Square::new(columns, rows).unwrap());
        let mut rng = Rng::new(seed, Stream::Generate);
        for cell in maze.cells() {
            for side in maze.grid().inner_sides(cell) {
                if rng.below(100) < percent {
                    maze.link(cell, side);
                }
            }
        }
        maze.into()
    })
}

/// Whether there is a wall on each side of a cell: N, E, S, W.
pub(crate) fn walls_of(maze: &Maze<dedale::grid::AnyGrid>, row: u32, column: u32) -> [bool; 4] {
    let cell = maze.grid().square().unwrap().at(row, column);
    let open = maze.open_sides(cell).bits();
    [1, 2, 4, 8].map(|bit| open & bit == 0)
}

pub(crate) fn flood(maze: &Maze<dedale::grid::AnyGrid>, from: Cell, to: Cell) -> Option<u32> {
    let grid = maze.grid().square().unwrap();
    let mut distance = vec![None; grid.cells() as usize];
    distance[from.index()] = Some(0);
    let mut next = VecDeque::from([from]);
    while let Some(cell) = next.pop_front() {
        let [row, column] = [grid.row(cell), cell.0 % grid.columns()];
        let steps = [(-1, 0), (0, 1), (1, 0), (0, -1)];
        for (is_wall, (down, right)) in walls_of(maze, row, column).into_iter().zip(steps) {
            if is_wall {
                continue;
            }
            let far = grid.at(row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            if distance[far.index()].is_none() {
                distance[far.index()] = distance[cell.index()].map(|moves: u32| moves + 1);
                next.push_back(far);
            }
        }
    }
    distance[to.index()]
}

fn hex_of(maze: &Maze<dedale::grid::AnyGrid>) -> String {
    let grid = maze.grid().square().unwrap();
    let mut text = String::new();
    for row in 0..grid.rows() {
        for column in 0..grid.columns() {
            let bits: u32 =
                walls_of(maze, row, column).iter().zip([1, 2, 4, 8]).map(|(&wall, bit)| u32::from(wall) * bit).sum();
            text.push(char::from_digit(bits, 16).unwrap().to_ascii_uppercase());
        }
        text.push('\n');
    }
    text
}

fn underscores_of(maze: &Maze<dedale::grid::AnyGrid>, joined: bool) -> String {
    let grid = maze.grid().square().unwrap();
    let width = 2 * grid.columns() as usize - 1;
    let mut text = if joined {
        format!(" {}\n", "_".repeat(width))
    } else {
        format!("{} \n", " _".repeat(grid.columns() as usize))
    };
    for row in 0..grid.rows() {
        text.push('|');
        for column in 0..grid.columns() {
            let [_, east, south, _] = walls_of(maze, row, column);
            text.push(if south { '_' } else { ' ' });
            text.push(if east {
                '|'
            } else if joined && south {
                '_'
            } else {
                ' '
            });
        }
        text.push('\n');
    }
    text
}

const NAMES: [[&str; 4]; 5] = [
    ["N", "E", "S", "W"],
    ["n", "e", "s", "o"],
    ["North", "East", "South", "West"],
    ["top", "right", "bottom", "left"],
    ["up", "right", "down", "left"],
];

fn objects_of(maze: &Maze<dedale::grid::AnyGrid>, names: [&str; 4], as_numbers: bool) -> String {
    let grid = maze.grid().square().unwrap();
    let cell = |row, column| {
        let walls = walls_of(maze, row, column);
        let word = |wall: bool| if as_numbers { u8::from(wall).to_string() } else { wall.to_string() };
        let sides: Vec<String> =
            names.iter().zip(walls).map(|(name, wall)| format!("{name:?}: {}", word(wall))).collect();
        format!("{{\"x\": {column}, \"visited\": true, {}}}", sides.join(", "))
    };
    let row = |row| format!("[{}]", (0..grid.columns()).map(|column| cell(row, column)).collect::<Vec<_>>().join(","));
    format!("{{\"width\": 3, \"cells\": [{}]}}", (0..grid.rows()).map(row).collect::<Vec<_>>().join(",\n"))
}

fn thin_of(maze: &Maze<dedale::grid::AnyGrid>, wall: &str, free: &str, between: &str) -> String {
    let grid = maze.grid().square().unwrap();
    let mut text = String::new();
    for y in 0..=2 * grid.rows() {
        let squares = (0..=2 * grid.columns()).map(|x| {
            let of = |row: u32, column: u32, side: usize| walls_of(maze, row, column)[side];
            let is_wall = match (y % 2, x % 2) {
                (0, 0) => true,
                (1, 1) => false,
                (0, _) if y == 0 => of(0, x / 2, 0),
                (0, _) => of(y / 2 - 1, x / 2, 2),
                _ if x == 0 => of(y / 2, 0, 3),
                _ => of(y / 2, x / 2 - 1, 1),
            };
            if is_wall { wall } else { free }
        });
        text += &squares.collect::<Vec<_>>().join(between);
        text.push('\n');
    }
    text
}

fn refused(text: &str) -> ParseError {
    read_maze(text).unwrap_err()
}

#[test]
fn what_may_be_anything_is_not_guessed() {
    let table: &[(&str, &str, (u64, u64), &str)] = &[
        (
            "#####\n#S+E#\n#####\n",
            "squares",
            (2, 3),
            "'+' may be anything, and there are 1: say what it is with walls=+",
        ),
        (
            "XXXXX\nXS EX\nXXXXX\n",
            "squares",
            (1, 1),
            "'X' may be anything, and there are 12: say what it is with walls=X",
        ),
        ("#####\n#S*E#\n#**##\n#####", "squares", (2, 3), "'*' may be anything, and there are 3"),
        ("#####\n#1 2#\n#####\n", "squares", (2, 2), "'1' may be anything, and there are 1"),
        ("1,1,1\n1,5,5\n", "numbers", (2, 3), "5 may be anything, and there are 2"),
        ("1 1 1\n1 0\n", "numbers", (2, 4), "row 1, counted from 0, has 2 numbers, and the first one 3"),
        ("1,,1\n1,0,1\n", "numbers", (1, 3), "\"\" is no whole number"),
        ("1,0.5\n1,0\n", "numbers", (1, 3), "\"0.5\" is no whole number"),
        ("[[1,0],\n [1,7]]", "numbers", (2, 5), "7 may be anything, and there are 1"),
        ("[[1,0],\n [1]]", "numbers", (2, 4), "this row has 1 numbers, and the first one 2"),
        ("[[1,0],\n [1,null]]", "numbers", (2, 5), "a whole number, true or false must be here"),
        ("4759\n4759\n", "hex", (1, 1), "read=hex or read=numbers says which"),
        ("F5\nD5\n", "hex", (1, 2), "no wall on side W, but the cell before it has one on side E"),
        ("type octile\nheight 1\nwidth 3\nmap\n.@x\n", "map", (5, 3), "'x' is none of the characters of a map"),
        ("type octile\nheight 1\nwidth 3\nmap\n.@\n", "map", (5, 3), "width is 3, and this row has 2"),
        (" _ _\n|_ _|\n|_._|", "underscores", (3, 3), "cannot stand here"),
    ];
    for &(text, form, (line, column), says) in table {
        // A dot among underscores is no such drawing, unless that is said.
        let form_said = InputFormat::from_name(form).filter(|_| form == "underscores");
        let error =
            formats::read(text.as_bytes(), &ReadOptions { format: form_said, ..ReadOptions::default() }).unwrap_err();
        assert_eq!(
            (error.format, error.place),
            (Some(form), Some(InputPlace::Text { line, column })),
            "{text}: {error}"
        );
        assert!(error.detail.contains(says), "{text}: {error}");
    }
}

#[test]
fn marks_say_what_characters_are() {
    let read =
        |text: &str, legend: Legend| formats::read(text.as_bytes(), &ReadOptions { legend, ..ReadOptions::default() });
    let legend = |walls: &str, free: &str, start: &str, end: &str| Legend {
        walls: walls.into(),
        free: free.into(),
        start: start.into(),
        end: end.into(),
    };
    let text = "+-+-+\n|@ X|\n+-+-+\n";
    let parsed = read(text, legend("+-|", "", "@", "X")).unwrap();
    assert_eq!((parsed.format, solved(&parsed, None)), ("squares", Some(2)));
    // They go before what is known of a character.
    let parsed = read("#####\n#S#E#\n#####\n", legend("", "#", "", "")).unwrap();
    assert_eq!(solved(&parsed, None), Some(2));
    let both = read(text, legend("+X", "", "", "X")).unwrap_err();
    assert_eq!(both.to_string(), "walls and end both have 'X'");
    let words = read("1,2,1\n", legend("X", "", "", "")).unwrap_err();
    assert_eq!(words.to_string(), "this file has numbers, and walls says \"X\"");
}

#[test]
fn two_openings_are_the_ends_and_each_run_is_one() {
    let at = |text: &str| {
        let parsed = read_maze(text).unwrap();
        let address = |cell: Option<Cell>| cell.map(|cell| parsed.maze.grid().address(cell).to_string());
        (address(parsed.from), address(parsed.to), parsed.ends_are_openings)
    };
    let ends = |from: &str, to: &str| (Some(from.to_owned()), Some(to.to_owned()), true);
    assert_eq!(at("# ###\n#   #\n### #\n"), ends("0,1", "2,3"));
    assert_eq!(at("#   #\n#   #\n# ###\n"), ends("0,2", "2,1"));
    // A run goes around the corner.
    assert_eq!(at("  ###\n    #\n#   #\n### #\n"), ends("0,0", "3,3"));
    let three = read_maze("# # #\n#   #\n# ###\n").unwrap();
    let why = three.unclear[0].as_ref().unwrap().to_string();
    assert!(why.contains("the border has 3 openings") && why.contains("give from and to"), "{why}");
    // One that is marked is one too few.
    let lone = read_maze("#####\n#S  #\n#####\n").unwrap();
    assert_eq!((lone.from.is_some(), lone.unclear[0].is_some(), lone.unclear[1].is_some()), (true, false, true));
    let several = read_maze("#####\n#SSE#\n#E###\n#####\n").unwrap();
    assert_eq!((several.goals.len(), several.to, several.unclear[1].is_none()), (2, None, true));
    assert!(several.unclear[0].as_ref().unwrap().to_string().starts_with("line 2, column 3: a second square"));
}

#[test]
fn parts_without_a_way_between_them_are_read() {
    let parsed = read_maze("#######\n#S#  E#\n#######\n").unwrap();
    assert_eq!(solved(&parsed, None), None);
}

#[test]
fn short_lines_end_in_what_the_drawing_is_made_of() {
    // Blanks are free.
    let parsed = read_maze("#####\n#S  E\n## ##\n##").unwrap();
    assert_eq!(parsed.maze.grid().cells(), 8);
    // Without any, what is missing is a wall.
    let parsed = read_maze("#####\n#S..E\n##.##\n##").unwrap();
    assert_eq!(parsed.maze.grid().cells(), 5);
    let long = format!("{}\n{}", "#".repeat(30_000), "#\n".repeat(10_000));
    let limits = Limits { max_side: u32::MAX, max_cells: u32::MAX };
    let error = formats::read(long.as_bytes(), &ReadOptions { limits, ..ReadOptions::default() }).unwrap_err();
    assert!(error.detail.starts_with("too little is drawn here"), "{error}");
}

#[test]
fn a_path_is_drawn_into_what_was_sent() {
    let drawn = |text: &str, thin: bool| {
        let parsed = formats::read(text.as_bytes(), &ReadOptions { thin, ..ReadOptions::default() }).unwrap();
        let solution = Solver::Bfs.solve(&parsed.maze, parsed.from.unwrap(), parsed.to.unwrap());
        parsed.drawing.unwrap().with_path(&parsed.maze, solution.path().unwrap(), '*')
    };
    assert_eq!(drawn("\r\n####\r\n#S.#\r\n##.#\r\n##E#\r\n####", false), "\r\n####\r\n#S*#\r\n##*#\r\n##E#\r\n####");
    assert_eq!(drawn("\u{feff}#####\n#S#E#\n#   #\n#####\n\n", false), "#####\n#S#E#\n#***#\n#####\n\n");
    assert_eq!(drawn("1, 1,1\n2,0 ,3\n\n1,1,1\n", false), "1, 1,1\n2,* ,3\n\n1,1,1\n");
    assert_eq!(drawn("111\n203\n111\n", false), "111\n2*3\n111\n");
    // Among numbers, a blank line is no row.
    assert_eq!(drawn("\n21\n\n03\n", false), "\n21\n\n*3\n");
    assert_eq!(drawn("⬛⬛⬛⬛\n🟦⬜⬜\u{fe0f}🟥\n", false), "⬛⬛⬛⬛\n🟦**\u{fe0f}🟥\n");
    assert_eq!(
        drawn("#######\n#S  # #\n### # #\n#    E#\n#######\n", true),
        "#######\n#S**# #\n###*# #\n#  **E#\n#######\n"
    );
    // Openings are the ends here, and blanks are missing at the end of a line.
    assert_eq!(drawn("# ###\n#   #\n###", false), "#*###\n#***#\n###**");
}

#[test]
fn a_corner_is_a_wall_and_a_cell_is_free_in_thin_drawings() {
    let refused = |text: &str| {
        let options = ReadOptions { thin: true, ..ReadOptions::default() };
        formats::read(text.as_bytes(), &options).unwrap_err().to_string()
    };
    assert!(
        refused("#####\n# # #\n## ##\n# # #\n#####\n")
            .starts_with("cell [2,2]: with thin=true, a square at an even row")
    );
    assert!(refused("#####\n###E#\n#####\n").starts_with("cell [1,1]: with thin=true, a square at an odd row"));
    assert!(refused("####\n#SE#\n####\n").starts_with("with thin=true, h rows of w cells"));
    assert!(refused("#####\n# SE#\n#####\n").starts_with("cell [1,2]: with thin=true, an end is in a cell"));
}

#[test]
fn a_form_is_named_by_what_it_looks_like() {
    for form in InputFormat::ALL {
        assert!(!form.name.is_empty() && !form.first_line.is_empty() && form.description.ends_with('.'), "{form:?}");
        assert_eq!(InputFormat::from_name(form.name).map(|found| found.description), Some(form.description));
    }
    // An error shows what each form looks like.
    for (text, form) in [
        ("+---+\n| x |\n+---+\n", "ascii"),
        ("o---o\n| x |\no---o\n", "mms"),
        ("┌───┐\n│ x │\n└───┘\n", "unicode"),
        ("██████\n██xx██\n██████\n", "blocks"),
        ("{\"cells\":3}", "json"),
        ("{\"encoding\" : \"graph\",\"cells\":3}", "graph"),
        ("[[{\"N\":true}]]", "objects"),
        ("#####\n#x x#\n#####\n", "squares"),
        ("9E\n9E\n", "hex"),
        ("-----\n-S E-\n-----\n", "squares"),
    ] {
        assert_eq!(refused(text).format, Some(form), "{text}");
    }
}

/// Files of courses begin with their size, and spreadsheets put a comma behind each square.
#[test]
fn a_size_before_squares_and_commas_between_them_are_none_of_them() {
    let drawn = "#####\n#S  #\n### #\n#E  #\n#####\n#####\n";
    let plain = read_maze(drawn).unwrap();
    for size in ["6", "5", "6 5", "5 6", "5,6", " 6 x 5"] {
        let text = format!("{size}\n{drawn}");
        let parsed = read_maze(&text).unwrap();
        assert_eq!((&parsed.maze, parsed.from, parsed.to), (&plain.maze, plain.from, plain.to), "{size}");
        assert_eq!(parsed.drawing.unwrap().with_path(&plain.maze, &[], '*'), text);
    }
    // Another number is no size, and the error names it.
    let error = read_maze(format!("7\n{drawn}")).unwrap_err().to_string();
    let expected = "line 1 (\"7\") is no line of a maze, and the other lines are one of squares: lines=2-7 reads these";
    assert_eq!(error, expected);
    let numbers = "1 1 1 1\n1 2 0 1\n1 1 3 1\n";
    let plain = read_maze(numbers).unwrap();
    let parsed = read_maze(format!("3 4\n{numbers}")).unwrap();
    assert_eq!(parsed.maze, plain.maze);
    assert_eq!(parsed.drawing.unwrap().with_path(&plain.maze, &[], '*'), format!("3 4\n{numbers}"));
    // A row that is as long as the others is a row.
    assert_eq!(read_maze("10\n01\n").unwrap().maze.grid().cells(), 2);
    let drawn = "#####\n#S  #\n### #\n#E  #\n#####\n";
    let plain = read_maze(drawn).unwrap();
    for separator in [",", ";", "\t"] {
        let lines =
            drawn.lines().map(|line| line.chars().map(String::from).collect::<Vec<_>>().join(separator) + "\r\n");
        let parsed = read_maze(lines.collect::<String>()).unwrap();
        assert_eq!((&parsed.maze, parsed.from, parsed.to), (&plain.maze, plain.from, plain.to), "{separator}");
    }
    let error = read_maze("#,#,#\n#,?,#\n#,S,E\n").unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 3: '?' may be anything"), "{error}");
}
