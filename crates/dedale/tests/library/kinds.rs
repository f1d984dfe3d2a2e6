//! More kinds of files that people have: arrays in code, lines around a maze, tables of pandas, other files of robots, objects that are squares, and walls by
//! direction. Each is written here from random mazes. What a file says in two ways is refused, and all of its faults are told at once.

use dedale::formats;
use dedale::grid::{AnyGrid, Cell, Grid};
use dedale::maze::Maze;
use dedale::parse::{BitSides, InputPlace, Legend, ParseErrorKind, Parsed, ReadOptions};
use proptest::prelude::*;
use proptest::sample::select;

use crate::foreign::{Squares, mazes, solved, squares, walls_of};
use crate::read_maze;

/// Rows of squares as an array in a language: what comes before and after all rows, before and after each, between rows and between squares; and the texts of
/// squares.
const LANGUAGES: [([&str; 6], [&str; 4]); 9] = [
    (["maze = [\n", "]\n", "    [", "]", ",\n", ", "], ["1", "0", "2", "3"]),
    (["grid = [\n", ",]\n", "[", ",]", ",\n", ","], ["True", "False", "2", "3"]),
    (["int maze[][4] = {\n", "};\n", "  {", "}", ",\n", ", "], ["1", "0", "2", "3"]),
    (["[", "]\n", "[", "]", "\n ", " "], ["1", "0", "2", "3"]),
    (["", "", "[", "]", "\n", ", "], ["1", "0", "2", "3"]),
    (["np.array([", "], dtype=int)\n", "[", "]", ",\n", ", "], ["1.", "0.", "2.", "3."]),
    (["const maze = [\n", "];\n", "  '", "'", ",\n", ""], ["#", " ", "S", "E"]),
    (["# the maze of today\nmaze = (\n", ")\n", "  \"", "\"", ",\n", ""], ["#", ".", "S", "E"]),
    (["let maze = [", "]; // of [walls]\n", "['", "']", ",\n", "','"], ["#", ".", "S", "E"]),
];

fn array_of(
    squares: &Squares,
    ([before, behind, open, close, rows, between], signs): ([&str; 6], [&str; 4]),
) -> String {
    let text = squares.text(signs, between);
    let rows: Vec<String> = text
        .lines()
        .map(|line| format!("{open}{line}{close}"))
        .collect::<Vec<_>>()
        .join(rows)
        .lines()
        .map(str::to_owned)
        .collect();
    format!("{before}{}{behind}", rows.join("\n"))
}

fn address(parsed: &Parsed, cell: Option<Cell>) -> Option<String> {
    cell.map(|cell| parsed.maze.grid().address(cell).to_string())
}

/// The walls on the four sides of each cell, row by row.
fn cells_of(maze: &Maze<AnyGrid>) -> ([u32; 2], Vec<[bool; 4]>) {
    let grid = maze.grid().square().unwrap();
    let places = (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |column| (row, column)));
    ([grid.columns(), grid.rows()], places.map(|(row, column)| walls_of(maze, row, column)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arrays_in_code_are_read(squares in squares(), language in select(&LANGUAGES[..])) {
        let text = array_of(&squares, language);
        let parsed = read_maze(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!((parsed.format, parsed.is_of_squares), ("numbers", true), "{}", text);
        prop_assert_eq!(solved(&parsed, None), squares.length(), "{}", text);
        // Code around it changes nothing.
        let text = format!("import sys\nmoves = [(0, 1), (1, 0), (0, -1), (-1, 0)]\n\n{text}\nprint('done', [1])\n");
        let again = read_maze(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!((again.maze, again.from, again.to), (parsed.maze, parsed.from, parsed.to), "{}", text);
    }

    #[test]
    fn lines_around_a_maze_are_named_and_can_be_left_out(squares in squares(), is_numbers in any::<bool>(), above in 0_usize..3, below in 0_usize..3) {
        prop_assume!(above + below > 0);
        let signs = if is_numbers { ["1", "0", "2", "3"] } else { ["#", ".", "S", "E"] };
        let drawn = squares.text(signs, if is_numbers { " " } else { "" });
        let rows = drawn.lines().count();
        // No row is as long as these.
        let title = "A maze that somebody found in an old book: ?\n";
        let text = format!("{}{drawn}{}", title.repeat(above), title.repeat(below));
        let lines = format!("{}-{}", above + 1, above + rows);
        let error = read_maze(&text).unwrap_err();
        let (says, proposes) = (error.detail.contains("A maze that somebody"), error.detail.contains(&format!("lines={lines}")));
        prop_assert!(says && proposes, "{}\n{}", error, text);
        let options = ReadOptions { lines: Some(lines.parse().unwrap()), ..ReadOptions::default() };
        let parsed = formats::read(text.as_bytes(), &options).unwrap();
        prop_assert_eq!(solved(&parsed, None), squares.length(), "{}", text);
        // It is drawn again with the lines around it.
        prop_assert_eq!(parsed.drawing.unwrap().with_path(&parsed.maze, &[], '*'), text);
    }

    #[test]
    fn every_second_line_may_be_empty(squares in squares()) {
        prop_assume!(squares.text(["#", ".", "S", "E"], "").lines().count() > 2);
        let text = squares.text(["#", ".", "S", "E"], "").replace('\n', "\n\n");
        let parsed = read_maze(&text).unwrap();
        prop_assert_eq!(solved(&parsed, None), squares.length(), "{}", text);
        prop_assert_eq!(parsed.warnings.len(), 1);
        let length = squares.length();
        let drawn = parsed.drawing.unwrap().with_path(&parsed.maze, &[], '*');
        prop_assert_eq!((drawn, length), (text, length));
    }

    #[test]
    fn the_numbers_that_pandas_adds_are_no_squares(squares in squares(), crlf in any::<bool>()) {
        let table = squares.text(["1", "0", "2", "3"], ",");
        let columns = table.lines().next().unwrap().split(',').count();
        let names: Vec<String> = (0..columns).map(|column| column.to_string()).collect();
        let rows: Vec<String> = table.lines().zip(0..).map(|(line, row)| format!("{row},{line}")).collect();
        let end = if crlf { "\r\r\n" } else { "\n" };
        let text = format!(",{}{end}{}{end}", names.join(","), rows.join(end));
        let parsed = read_maze(&text).unwrap();
        prop_assert_eq!(solved(&parsed, None), squares.length(), "{}", text);
        prop_assert_eq!(parsed.warnings.len(), 1, "{}", text);
        // Without the numbers of rows, more columns than there are squares by number can only be names.
        if columns > 4 {
            let parsed = read_maze(format!("{}\n{table}", names.join(","))).unwrap();
            prop_assert_eq!((solved(&parsed, None), parsed.warnings.len()), (squares.length(), 1));
        }
    }

    #[test]
    fn objects_that_are_squares_are_read(squares in squares(), (in_rows, turned, by_word) in any::<(bool, bool, bool)>()) {
        let text = squares.text(["#", ".", "S", "E"], "");
        let object = |row: usize, column: usize, sign: char| {
            let kind = match sign {
                '#' => ("true", "wall"),
                'S' => ("false", "start"),
                'E' => ("false", "end"),
                _ => ("false", "path"),
            };
            let said = match kind {
                (_, word) if by_word => format!("\"type\":\"{word}\""),
                (wall, word @ ("start" | "end")) => format!("\"wall\":{wall},\"{word}\":true"),
                (wall, _) => format!("\"isWall\":{wall}"),
            };
            format!("{{\"x\":{column},\"y\":{row},{said}}}")
        };
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let [height, width] = [rows.len(), rows[0].len()];
        let json = if in_rows {
            let [outer, inner] = if turned { [width, height] } else { [height, width] };
            let at = |a: usize, b: usize| if turned { object(b, a, rows[b][a]) } else { object(a, b, rows[a][b]) };
            let row = |a| format!("[{}]", (0..inner).map(|b| at(a, b)).collect::<Vec<_>>().join(","));
            format!("{{\"grid\":[{}]}}", (0..outer).map(row).collect::<Vec<_>>().join(","))
        } else {
            let mut all: Vec<String> =
                (0..height).flat_map(|row| (0..width).map(move |column| [row, column])).map(|[row, column]| object(row, column, rows[row][column])).collect();
            all.reverse();
            format!("[{}]", all.join(",\n"))
        };
        let parsed = read_maze(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
        prop_assert_eq!((parsed.format, parsed.is_of_squares), ("objects", true));
        prop_assert_eq!(solved(&parsed, None), squares.length(), "{}", json);
        // All squares in one array, whose width is another member.
        let flat: Vec<String> = rows.iter().flatten().map(|sign| "._SE#".find(*sign).map_or(0, |number| [0, 0, 2, 3, 1][number]).to_string()).collect();
        let parsed = read_maze(format!("{{\"width\":{width},\"height\":{height},\"data\":[{}]}}", flat.join(","))).unwrap();
        prop_assert_eq!((parsed.format, solved(&parsed, None)), ("numbers", squares.length()));
    }

    #[test]
    fn cells_with_walls_are_read_from_other_programs(maze in mazes()) {
        let ([columns, rows], cells) = cells_of(&maze);
        let wall = |row: u32, column: u32, side: usize| cells[(row * columns + column) as usize][side];
        // Arrays of four walls in a list, as in p5.js.
        let places = || (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
        let list: Vec<String> = places().map(|[row, column]| {
            let walls: Vec<String> = (0..4).map(|side| wall(row, column, side).to_string()).collect();
            format!("{{\"i\":{column},\"j\":{row},\"walls\":[{}],\"visited\":true}}", walls.join(","))
        }).collect();
        let parsed = read_maze(format!("[{}]", list.join(","))).unwrap();
        prop_assert_eq!((parsed.format, &parsed.maze), ("objects", &maze));
        // Walls by direction: with those around the maze, or those on one side of each cell where the others are closed.
        let flags = |rows: u32, columns: u32, is_wall: &dyn Fn(u32, u32) -> bool| {
            let row = |row| (0..columns).map(|column| u8::from(is_wall(row, column)).to_string()).collect::<Vec<_>>().join(",");
            format!("[{}]", (0..rows).map(|number| format!("[{}]", row(number))).collect::<Vec<_>>().join(","))
        };
        let lying = |row: u32, column: u32| if row == 0 { wall(0, column, 0) } else { wall(row - 1, column, 2) };
        let standing = |row: u32, column: u32| if column == 0 { wall(row, 0, 3) } else { wall(row, column - 1, 1) };
        let [horizontal, vertical] = [flags(rows + 1, columns, &lying), flags(rows, columns + 1, &standing)];
        let parsed = read_maze(format!("{{\"horizontal_walls\":{horizontal},\"vertical_walls\":{vertical}}}")).unwrap();
        prop_assert_eq!((parsed.format, &parsed.maze), ("sides", &maze));
        let sides = ["north", "east", "south", "west"].map(|name| {
            let side = ["north", "east", "south", "west"].iter().position(|known| *known == name).unwrap();
            format!("\"{name}\":{}", flags(rows, columns, &|row, column| wall(row, column, side)))
        });
        prop_assert_eq!(&read_maze(format!("{{{}}}", sides.join(","))).unwrap().maze, &maze);
        // A line for each cell, from the south-west.
        let lines: Vec<String> = places().map(|[row, column]| {
            let walls: Vec<String> = (0..4).map(|side| u8::from(wall(row, column, side)).to_string()).collect();
            format!("{column} {} {}", rows - 1 - row, walls.join(" "))
        }).collect();
        // One line alone is a row of numbers.
        if lines.len() > 1 {
            let parsed = read_maze(lines.join("\n")).unwrap();
            prop_assert_eq!((parsed.format, &parsed.maze), ("num", &maze));
            prop_assert!(parsed.unclear[0].as_ref().unwrap().to_string().contains("does not say the ends"));
        }
    }

    #[test]
    fn bits_may_be_in_another_order_and_open_sides(maze in mazes(), order in select(&["ESWN", "nesw", "swne", "WNES"][..])) {
        let ([columns, rows], cells) = cells_of(&maze);
        let bits: BitSides = order.parse().unwrap();
        let is_open = order == order.to_lowercase();
        let digit = |walls: &[bool; 4]| {
            let bit = |(number, letter): (usize, char)| {
                let side = "NESW".find(letter.to_ascii_uppercase()).unwrap();
                u8::from(walls[side] != is_open) << number
            };
            format!("{:X}", order.chars().enumerate().map(bit).sum::<u8>())
        };
        let lines: Vec<String> = cells.chunks(columns as usize).map(|row| row.iter().map(digit).collect()).collect();
        prop_assert_eq!(lines.len(), rows as usize);
        let options = ReadOptions { bits: Some(bits), ..ReadOptions::default() };
        prop_assert_eq!(formats::read(lines.join("\n").as_bytes(), &options).unwrap().maze, maze);
    }
}

#[test]
fn a_byte_for_each_cell_is_a_maze_for_robots() {
    let maze = crate::read("w=16&h=16&seed=5&braid=0.4").make(&mut ()).unwrap().maze;
    let (_, cells) = cells_of(&maze);
    let byte = |place: usize| {
        let [column, row] = [place / 16, 15 - place % 16];
        (0..4).map(|side| u8::from(cells[row * 16 + column][side]) << side).sum::<u8>()
    };
    let bytes: Vec<u8> = (0..256).map(byte).collect();
    let parsed = read_maze(&bytes).unwrap();
    assert_eq!((parsed.format, &parsed.maze), ("maz", &maze));
    assert!(parsed.unclear.iter().all(|why| why.as_ref().unwrap().to_string().contains("at 15,0")));
    // A text of 256 characters is none.
    assert!(read_maze([b'#'; 256]).is_err_and(|error| error.format != Some("maz")));
}

#[test]
fn ends_of_hex_are_read_as_people_write_them() {
    let plain = read_maze("93\nC6\n\n0,0\n1,1\nES\n").unwrap();
    for text in ["93\nC6\n0,0\n1,1\nES\n", "93\nC6\n\n(0, 0)\n(1, 1)\nES\n", "93\nC6\n\nENTRY=0,0\nEXIT: [1,1]\nES\n"] {
        assert_eq!(read_maze(text).unwrap(), plain, "{text}");
    }
    // The path decides which number is the row.
    let turned = read_maze("913\n802\nC46\n\n0,0\n2,1\nSSE\n").unwrap();
    assert_eq!(address(&turned, turned.to).as_deref(), Some("2,1"));
    assert_eq!(turned.warnings.len(), 1);
    let said = read_maze("913\n802\nC46\n\n0,0\n2,1\nEES\n").unwrap();
    assert_eq!((address(&said, said.to).as_deref(), said.warnings.len()), (Some("1,2"), 0));
    // An end that is no cell is unclear, so that another can be given.
    let outside = read_maze("93\nC6\n\n0,0\n5,1\n").unwrap();
    assert!(
        outside.unclear[1].as_ref().unwrap().to_string().contains("x less than 2 and y less than 2, and this is 5,1")
    );
    assert_eq!(address(&outside, outside.from).as_deref(), Some("0,0"));
    let open = read_maze("2C\n29\n").unwrap_err();
    assert!(open.detail.contains("bits=nesw"), "{open}");
}

/// What other programs mean by a sign is not taken for an end.
#[test]
fn ends_that_may_be_others_are_asked_for() {
    let kinds = |text: &str| read_maze(text).map_err(|error| (error.kind, error.detail));
    let (kind, detail) = kinds("1200\n0203\n0000\n").unwrap_err();
    assert_eq!(
        (kind, detail.as_str()),
        (
            ParseErrorKind::Malformed,
            "2 is the start, and 2 squares have it: walls=2, free=2 or end=2 says what it is here, and start=1 if the only 1 is the start"
        )
    );
    let legend = Legend { walls: "1,2".into(), ..Legend::default() };
    let walls = formats::read(b"1200\n0203\n0000\n", &ReadOptions { legend, ..ReadOptions::default() }).unwrap();
    assert_eq!(walls.maze.grid().cells(), 9);
    let (_, detail) = kinds("%%%%%%%\n%P G .%\n%%%%%%%\n").unwrap_err();
    assert!(detail.contains("G is a ghost") && detail.contains("free=G") && detail.contains("end=G"), "{detail}");
    let two = kinds("#####\n#B  #\n# #A#\n#  E#\n#####\n").unwrap();
    assert_eq!((two.to, two.goals.len()), (None, 0));
    let why = two.unclear[1].as_ref().unwrap().to_string();
    assert!(why.contains("end=B&free=E") && why.contains("end=E&free=B"), "{why}");
    // A letter may be large and small.
    assert_eq!(kinds("#####\n#S E#\n# #e#\n#####\n").unwrap().goals.len(), 2);
}

#[test]
fn all_faults_of_a_file_are_told_at_once() {
    let places = |text: &str| -> Vec<(u64, u64)> {
        let error = read_maze(text).unwrap_err();
        let place = |fault: &dedale::parse::ParseError| match fault.place {
            Some(InputPlace::Text { line, column }) => (line, column),
            place => panic!("{place:?} of {fault}"),
        };
        error.all().map(place).collect()
    };
    assert_eq!(places("#####\n#S?E#\n#!  #\n#####\n"), [(2, 3), (3, 2)]);
    assert_eq!(places("1,1,1\n1,0\n1,1.5,1\n1,1,1,1\n"), [(2, 4), (3, 3), (4, 8)]);
    assert_eq!(places("+---+---+\n| ?     |\n+   +-#-+\n|   |   |\n+---+---+\n"), [(2, 3), (3, 7)]);
    let hex = crate::read_as("hex", "D53\n9GA\nC56\nD1\n", dedale::grid::Limits::default()).unwrap_err();
    assert!(hex.all().count() > 1 && hex.all().any(|fault| fault.detail == "'G' is no hexadecimal digit"), "{hex:?}");
    assert_eq!(places("type octile\nheight 3\nwidth 3\nmap\n.?.\n..\n!..\n"), [(5, 2), (6, 3), (7, 1)]);
    // No more than twenty.
    let many = format!("1,1\n{}", "1\n".repeat(100));
    assert_eq!(places(&many).len(), dedale::parse::ParseError::MAX_FAULTS);
    // A drawing above the limits is refused as that, however its last line is missing.
    let tall = format!("+---+\n{}", "|   |\n+   +\n".repeat(30));
    for text in [tall.as_str(), tall.trim_end().rsplit_once('\n').map_or("", |(rest, _)| rest)] {
        let limits = dedale::grid::Limits { max_side: 20, max_cells: 400 };
        let error = crate::read_as("ascii", text, limits).unwrap_err();
        assert!(matches!(error.kind, dedale::parse::ParseErrorKind::TooLarge(_)), "{error:?}");
    }
    // The line of a fault is shown, and where in it.
    let error = read_maze("1,1,1\n1,0\n").unwrap_err();
    let excerpt = error.place.unwrap().excerpt(b"1,1,1\n1,0\n").unwrap();
    assert_eq!((excerpt.text.as_str(), excerpt.before), ("1,0", 3));
}

/// Letters among numbers are marks, in code and in JSON, and no row is left out.
#[test]
fn letters_may_stand_among_numbers() {
    for text in [
        "[1, 1, 1, 1]\n[1, \"S\", 0, 1]\n[1, 1, 'E', 1]\n[1, 1, 1, 1]\n",
        "maze = [[1, 1, 1, 1], [1, 'S', 0, 1], [1, 1, 'E', 1], [1, 1, 1, 1]]  # of today\n",
        "[[1,1,1,1],[1,\"S\",0,1],[1,1,\"E\",1],[1,1,1,1]]",
    ] {
        let parsed = read_maze(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let ends = [parsed.from, parsed.to].map(|end| address(&parsed, end).unwrap());
        assert_eq!((parsed.format, ends), ("numbers", ["1,1".to_owned(), "2,2".to_owned()]), "{text}");
        assert_eq!(solved(&parsed, None), Some(2), "{text}");
    }
}

/// A letter among the numbers of JSON has the meaning that is given.
#[cfg(feature = "json")]
#[test]
fn letters_among_numbers_have_given_meanings() {
    let text = "[[-1,-1,-1,-1],[-1,\"i\",0,-1],[-1,-1,\"s\",-1],[-1,-1,-1,-1]]";
    let read = |walls: &str, start: &str| {
        let legend = Legend { walls: walls.into(), start: start.into(), end: "s".into(), ..Legend::default() };
        formats::read(text.as_bytes(), &ReadOptions { legend, ..ReadOptions::default() })
    };
    assert_eq!(solved(&read("-1", "i").unwrap(), None), Some(2));
    // One that is not there is an error.
    assert_eq!(read("-1", "j").unwrap_err().to_string(), "this file has numbers, and start says \"j\"");
}

/// A row with something else in it is not left out: then the whole is no maze.
#[test]
fn no_row_of_an_array_is_left_out() {
    for text in
        ["[1, 1, 1]\n[1, x, 0]\n[1, 0, 0]\n[1, 1, 1]\n", "m = [[1, 1, 1], [1, None, 0], [1, 0, 0], [1, 1, 1]]\n"]
    {
        assert!(read_maze(text).is_err(), "{text}");
    }
    let letters = read_maze("const map = [\n  \"WWWWW\",\n  \"WS  W\",\n  \"WWWEW\",\n];\n").unwrap_err();
    assert!(letters.detail.contains("'W' may be anything") && letters.detail.contains("walls=W"), "{letters}");
}

/// In textbooks, 1 is often free: where that may be, no ends are taken from the border.
#[test]
fn openings_that_no_way_joins_are_no_ends() {
    let parsed = read_maze("[[1,1,1,0,1],[1,0,1,0,1],[1,0,1,1,1],[1,1,0,0,1],[0,1,1,1,1]]").unwrap();
    assert_eq!((parsed.from, parsed.to), (None, None));
    let why = parsed.unclear[0].as_ref().unwrap().to_string();
    assert!(why.contains("walls=0&free=1"), "{why}");
}

/// Where no side around the maze is true, true is an open side, and the answer says so.
#[test]
fn objects_may_name_open_sides() {
    let text = r#"[[{"N":false,"E":true,"S":true,"W":false},{"N":false,"E":false,"S":false,"W":true}],
        [{"N":true,"E":false,"S":false,"W":false},{"N":false,"E":false,"S":false,"W":false}]]"#;
    let parsed = read_maze(text).unwrap();
    assert_eq!((parsed.maze.count_passages(), parsed.warnings.len()), (2, 1));
    assert!(parsed.warnings[0].to_string().contains("read as an open side"));
}

#[test]
fn maps_of_tiled_are_read_in_both_notations() {
    for query in ["w=7&h=5&seed=3", "w=4&h=6&seed=1&ends=farthest&braid=0.5", "w=9&h=3&seed=2&doors=true"] {
        let picture = crate::read(query).make(&mut ()).unwrap();
        for format in [dedale::formats::Format::Tmj, dedale::formats::Format::Tmx] {
            let bytes = picture.to_bytes(format).unwrap();
            let thin = formats::read(&bytes, &ReadOptions { thin: true, ..ReadOptions::default() }).unwrap();
            assert_eq!((thin.format, &thin.maze), (format.name(), &picture.maze), "{query}");
            assert_eq!((thin.from, thin.to), (Some(picture.from), Some(picture.to)), "{query}");
        }
    }
    // Of a map of others, a layer of walls, or the numbers of tiles that are said.
    let layers = r#"{"name":"ground","data":[7,7,7,7,7,7]},{"name":"Walls","data":[0,0,9,9,0,0]}"#;
    let map = |layers: &str| {
        format!(
            r#"{{"type":"map","width":3,"height":2,"tilewidth":8,"tileheight":8,"tilesets":[{{"firstgid":1,"source":"a.tsx"}}],
            "layers":[{layers},{{"name":"things","objects":[{{"name":"start","x":4,"y":4}},{{"type":"exit","x":17,"y":9}}]}}]}}"#
        )
    };
    let parsed = read_maze(map(layers)).unwrap();
    assert_eq!([parsed.from, parsed.to].map(|end| address(&parsed, end).unwrap()), ["0,0", "1,2"]);
    assert_eq!(parsed.maze.grid().cells(), 4);
    let one = map(r#"{"name":"maze","data":[5,5,9,9,2147483653,5]}"#);
    let error = read_maze(&one).unwrap_err();
    assert!(error.detail.contains("of the tiles 5 (4), 9 (2), walls="), "{error}");
    let legend = Legend { walls: "9".into(), ..Legend::default() };
    let parsed = formats::read(one.as_bytes(), &ReadOptions { legend, ..ReadOptions::default() }).unwrap();
    assert_eq!(parsed.maze.grid().cells(), 4);
}

/// An object that names its sides is a cell, whatever else it says, and a mixture is refused.
#[test]
fn cells_with_walls_are_no_squares() {
    let text = r#"[[{"n":1,"e":0,"s":1,"w":1,"type":"start"},{"n":1,"e":0,"s":0,"w":0}],
        [{"n":1,"e":1,"s":1,"w":1},{"n":0,"e":1,"s":1,"w":0,"isEnd":true}]]"#;
    // The last cell opens to a cell that is closed.
    assert!(read_maze(text).unwrap_err().detail.contains("side"));
    let parsed = read_maze(text.replace(r#""s":1,"w":0,"isEnd""#, r#""s":1,"w":1,"isEnd""#)).unwrap();
    assert_eq!((parsed.is_of_squares, parsed.maze.grid().cells()), (false, 4));
    assert_eq!([parsed.from, parsed.to].map(|end| address(&parsed, end).unwrap()), ["0,0", "1,1"]);
    let mixed = read_maze(r#"[[{"n":1,"e":1,"s":1,"w":1},{"wall":true}]]"#).unwrap_err();
    assert!(mixed.detail.contains("some objects say for each side"), "{mixed}");
}

/// A maze without walls around it may have one row, and then there are no lying walls.
#[test]
fn walls_by_direction_may_be_of_one_row() {
    let row = read_maze(r#"{"horizontal":[],"vertical":[[1,0]]}"#).unwrap();
    let square = row.maze.grid().square().unwrap();
    assert_eq!((square.columns(), square.rows(), row.maze.count_passages()), (3, 1, 1));
    let three = read_maze(r#"{"horizontal":[[1,1]],"vertical":[[1],[0]],"right":[[1,1],[0,1]]}"#).unwrap_err();
    assert!(three.detail.contains("too many"), "{three}");
}

/// Many marks take no longer than other squares: the place of each is not looked for.
#[test]
fn many_ends_are_read_as_fast_as_walls() {
    let options = ReadOptions {
        limits: dedale::grid::Limits { max_side: 1 << 20, max_cells: 1 << 24 },
        ..ReadOptions::default()
    };
    let row = "3".repeat(500_000);
    let texts =
        [format!("{row}\n{row}\n"), format!("[[{}],[{}]]", vec!["3"; 200_000].join(","), vec!["3"; 200_000].join(","))];
    for text in texts {
        // With a search for each place these would take minutes.
        assert!(formats::read(text.as_bytes(), &options).is_ok());
    }
}

/// What would make a reader of XML slow or large is nothing to it.
#[test]
fn hostile_maps_are_read_in_proportion() {
    let many: String = (0..100_000).map(|number| format!(" a{number}=\"\"")).collect();
    let spaces: String = (0..10_000).map(|number| format!(" xmlns:a{number}=\"u\"")).collect();
    for text in [
        format!("<map{many}><layer/><tileset/></map>"),
        format!("<map{spaces}><layer/><tileset/>{}</map>", "<b xmlns:z=\"u\"/>".repeat(20_000)),
        format!("<map <layer <tileset{}", "<".repeat(1_000_000)),
    ] {
        assert!(read_maze(text).is_err());
    }
}
