//! Kinds of files whose legend is not known: the error proposes legends, of which one is right. And more kinds of files that are read as they are.

use dedale::formats;
use dedale::grid::{AnyGrid, Cell, Grid};
use dedale::maze::Maze;
use dedale::parse::{InputFormat, InputPlace, Legend, ParseError, ParseErrorKind, Parsed, ReadOptions};
use proptest::prelude::*;
use proptest::sample::select;

use crate::foreign::{Squares, mazes, solved, squares, walls_of};
use crate::read_maze;

/// The text that is written in a URL with `%` and two digits for some bytes.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.bytes());
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let digits = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).unwrap()
}

/// The legends that an error proposes.
fn proposed(error: &ParseError) -> Vec<Legend> {
    let detail = error.to_string();
    let Some((_, proposals)) = detail.split_once("all at once, as in a URL: ") else { return Vec::new() };
    let proposals = proposals.split([' ', '\n']).filter(|word| word.contains('='));
    let legend = |text: &str| {
        let mut legend = Legend::default();
        for parameter in text.trim_end_matches([',', '.']).split('&') {
            let (name, value) = parameter.split_once('=').unwrap();
            let value = decoded(value);
            match name {
                "walls" => legend.walls = value,
                "free" => legend.free = value,
                "start" => legend.start = value,
                "end" => legend.end = value,
                other => panic!("{other} in {text}"),
            }
        }
        legend
    };
    proposals.map(legend).collect()
}

fn with(text: &str, legend: Legend) -> Result<Parsed, ParseError> {
    formats::read(text.as_bytes(), &ReadOptions { legend, ..ReadOptions::default() })
}

/// Signs of walls, of free squares, of the start and of the end, of which something is not known; and what is between two of them.
const UNKNOWN: [([&str; 4], &str); 8] = [
    (["-", "*", "#", "$"], ""),
    (["*", "o", "1", "2"], ""),
    (["X", ".", "@", "$"], ""),
    (["#", ":", "<", ">"], ""),
    (["+", " ", "^", "v"], ""),
    (["|", "o", "P", "X"], ""),
    (["-1", "0", "1", "2"], ","),
    (["7", "5", "2", "3"], " "),
];

fn has_right(text: &str, squares: &Squares) -> Result<(), TestCaseError> {
    let error = read_maze(text).unwrap_err();
    let legends = proposed(&error);
    prop_assert!(legends.len() <= 8);
    let ends = squares.ends.map(|[row, column]| format!("{row},{column}"));
    let is_right = |legend: &Legend| {
        let Ok(parsed) = with(text, legend.clone()) else { return false };
        let address = |end: Option<Cell>| end.map(|end| parsed.maze.grid().address(end).to_string());
        [parsed.from, parsed.to].map(address) == ends.clone().map(Some) && solved(&parsed, None) == squares.length()
    };
    prop_assert!(legends.iter().any(is_right), "{}\n{}", text, error);
    Ok(())
}

/// Numbers of two characters make lines of other lengths, but with as many squares.
#[test]
fn numbers_of_two_characters_are_squares_too() {
    for between in [",", " ", "\t"] {
        let text = "-1,-1,-1,-1\n-1,0,0,-1\n-1,0,2,-1\n-1,0,3,-1\n-1,-1,-1,-1\n".replace(',', between);
        let error = read_maze(&text).unwrap_err();
        assert!(!error.detail.contains("lines="), "{error}");
        let is_right = |legend| with(&text, legend).is_ok_and(|parsed| solved(&parsed, None) == Some(1));
        assert!(proposed(&error).into_iter().any(is_right), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn one_of_the_legends_that_are_proposed_is_right((squares, (signs, between)) in (squares(), select(&UNKNOWN[..]))) {
        let text = squares.text(signs, between);
        // Of one or two free squares nobody knows that they are no ends.
        prop_assume!(text.split([',', ' ', '\n']).flat_map(|word| if between.is_empty() { word.split("").collect() } else { vec![word] })
            .filter(|word| *word == signs[1]).count() > 2);
        has_right(&text, &squares)?;
    }

    #[test]
    fn matrices_of_walls_are_read(maze in mazes(), is_apart in any::<bool>()) {
        let grid = maze.grid().square().unwrap();
        let matrix = |side: usize| {
            let row = |row| (0..grid.columns()).map(|column| u8::from(walls_of(&maze, row, column)[side]).to_string()).collect::<Vec<_>>().join(" ");
            (0..grid.rows()).map(row).collect::<Vec<_>>().join("\n")
        };
        let between = if is_apart { "\n\n" } else { "\n" };
        let text = format!("{} {}\n{}{between}{}\n", grid.rows(), grid.columns(), matrix(1), matrix(2));
        let parsed = read_maze(&text).unwrap();
        prop_assert_eq!((parsed.format, &parsed.maze), ("matrices", &maze), "{}", text);
    }

    #[test]
    fn corners_may_be_blank(maze in mazes(), has_dots in any::<bool>(), has_size in any::<bool>()) {
        let grid = maze.grid().square().unwrap();
        // Below one column, a line with the size is no shorter than the others.
        prop_assume!(grid.cells() > 1 && (grid.columns() > 1 || !has_size));
        let mut text = String::new();
        if has_size {
            text = format!("{} {}\n", grid.rows(), grid.columns());
        }
        for row in 0..=grid.rows() {
            let above = |column| if row == 0 || walls_of(&maze, row - 1, column)[2] { " -" } else { "  " };
            text.extend((0..grid.columns()).map(above).chain([" \n"]));
            if row < grid.rows() {
                for column in 0..grid.columns() {
                    text += if walls_of(&maze, row, column)[3] { "|" } else { " " };
                    text += match (row, column) {
                        (0, 0) => "S",
                        _ if (row, column) == (grid.rows() - 1, grid.columns() - 1) => "F",
                        _ if has_dots => ".",
                        _ => " ",
                    };
                }
                text += "|\n";
            }
        }
        let parsed = read_maze(&text).unwrap();
        prop_assert_eq!((parsed.format, &parsed.maze), ("ascii", &maze), "{}", text);
        prop_assert_eq!((parsed.from, parsed.to), (Some(Cell(0)), Some(Cell(grid.cells() - 1))));
    }

    #[test]
    fn bits_in_another_order_are_proposed(maze in mazes(), order in select(&["NSEW", "ESWN", "WSEN", "NWSE"][..]), are_open in any::<bool>()) {
        let grid = maze.grid().square().unwrap();
        let mut text = String::new();
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                let walls = walls_of(&maze, row, column);
                let is_set = |side: char| walls["NESW".find(side).unwrap()] != are_open;
                let digit = order.chars().enumerate().map(|(bit, side)| u32::from(is_set(side)) << bit).sum();
                text.push(char::from_digit(digit, 16).unwrap());
            }
            text.push('\n');
        }
        let options = ReadOptions { format: dedale::parse::InputFormat::from_name("hex"), ..ReadOptions::default() };
        let Err(error) = formats::read(text.as_bytes(), &options) else { return Ok(()) };
        if let Some((_, rest)) = error.detail.split_once("all cells agree with bits=") {
            let words: Vec<&str> = rest.split([',', ' ']).filter_map(|word| word.strip_prefix("bits=").or(Some(word))).collect();
            let small = order.to_lowercase();
            prop_assert!(words.contains(&if are_open { &*small } else { order }), "{}", error);
        }
    }
}

/// The order of bits is said where one alone fits.
#[test]
fn an_order_of_bits_is_proposed() {
    // In the order N 1, S 2, E 4, W 8.
    let error = read_maze("D935\nCA5C\nA36E\n").unwrap_err().to_string();
    assert!(error.contains("all cells agree with bits=NSEW,"), "{error}");
}

/// Writes a maze as numbers of the bits of sides, in this order, which are open sides if the letters are small.
fn sums(maze: &Maze<AnyGrid>, order: &str) -> Vec<Vec<u32>> {
    let grid = maze.grid().square().unwrap();
    let sum = |row, column| {
        let walls = walls_of(maze, row, column);
        let is_set = |side: char| walls["NESW".find(side.to_ascii_uppercase()).unwrap()] != side.is_ascii_lowercase();
        order.chars().enumerate().map(|(bit, side)| u32::from(is_set(side)) << bit).sum()
    };
    (0..grid.rows()).map(|row| (0..grid.columns()).map(|column| sum(row, column)).collect()).collect()
}

fn joined(rows: &[Vec<u32>], [between, row, end]: [&str; 3]) -> String {
    let rows = rows.iter().map(|sums| sums.iter().map(u32::to_string).collect::<Vec<_>>().join(between));
    rows.collect::<Vec<_>>().join(row) + end
}

proptest! {
    /// Rows of numbers from 0 to 15 are read as hexadecimal digits are, where bits are given, and the error proposes these.
    #[test]
    fn numbers_of_the_bits_of_sides_are_read(
        maze in mazes(), order in select(&["NESW", "NSEW", "nesw", "swen", "eswn"][..]), form in 0..6_usize, is_named in any::<bool>(),
    ) {
        let rows = sums(&maze, order);
        let numbers = rows.concat();
        let columns = rows[0].len();
        // Numbers up to 3 are squares, and one number a line is a digit.
        prop_assume!(numbers.iter().any(|&sum| sum > 3) && columns > 1 && rows.len() > 1);
        let text = match form {
            0 => joined(&rows, [",", "\n", "\n"]),
            1 => joined(&rows, [" ", "\n", "\n"]),
            2 => format!("[[{}]]", joined(&rows, [",", "],[", ""])),
            3 => format!("{{\"maze\": [[{}]]}}", joined(&rows, [", ", "], [", ""])),
            4 => format!("maze = [\n  [{}],\n]\n", joined(&rows, [", ", "],\n  [", ""])),
            _ => format!("{{\"data\": [{}], \"width\": {columns}}}", joined(&rows, [",", ",", ""])),
        };
        let bits = Some(order.parse().unwrap());
        let format = InputFormat::from_name("hex").filter(|_| is_named);
        let options = ReadOptions { bits, format, ..ReadOptions::default() };
        let parsed = formats::read(text.as_bytes(), &options).unwrap();
        prop_assert_eq!((parsed.format, &parsed.maze, parsed.is_of_squares), ("hex", &maze, false), "{}", text);
        prop_assert!(parsed.drawing.is_none());
        // Where cells do not agree, the first of them is named.
        let mut wrong = rows;
        wrong[1][1] ^= 15;
        let error = formats::read(joined(&wrong, [",", "\n", "\n"]).as_bytes(), &options).unwrap_err();
        prop_assert_eq!((error.kind, error.format), (ParseErrorKind::Inconsistent, Some("hex")));
        prop_assert!(error.to_string().starts_with("cell [1,1]: "), "{}", error);
        let error = read_maze(&text).unwrap_err();
        // The first row may be numbers that could stand above a maze: then no format is named.
        prop_assert!(matches!(error.format, None | Some("numbers")), "{}: {}", text, error);
        let (_, proposed) = error.detail.split_once("all cells agree with ").unwrap();
        let all: Vec<&str> = proposed.split([' ', ',']).filter_map(|word| word.strip_prefix("bits=")).collect();
        prop_assert!(all.len() == 4 || all.contains(&order), "{}", error);
    }
}

/// What is said of numbers that are no sums of the bits of sides.
#[test]
fn other_numbers_have_no_bits() {
    let bits = |bits: &str| ReadOptions { bits: Some(bits.parse().unwrap()), ..ReadOptions::default() };
    let detail = |text: &str| formats::read(text.as_bytes(), &bits("NESW")).unwrap_err().to_string();
    assert!(detail("9,3\n12,16\n").starts_with("line 2, column 4: 16 is no sum of the bits of four sides"));
    assert!(detail("[[9,3],[12,-1]]").contains("-1 is no sum"));
    assert!(detail("9,3\n12\n").contains("has 1 numbers"));
    assert!(detail("[[9,3],[12,\"S\"]]").contains("something is no number"));
    // A larger number, cells that do not agree, and a legend.
    for text in ["9,3\n12,16\n", "9,3,9\n12,7,1\n4,4,4\n"] {
        assert!(!read_maze(text).unwrap_err().to_string().contains("bits="), "{text}");
    }
    let legend = Legend { walls: "1".to_owned(), ..Legend::default() };
    assert!(!with("9,3\n12,6\n", legend).unwrap_err().to_string().contains("bits="));
    // The first row is no size, though two rows of two follow.
    let parsed = formats::read(b"2,2\n12,5\n10,3\n", &bits("ENSW")).unwrap();
    assert_eq!(parsed.maze.grid().square().unwrap().rows(), 3);
    // The likely meaning comes first.
    let error = read_maze("9,5,3\n10,15,10\n12,5,6\n").unwrap_err();
    assert!(error.detail.ends_with("all cells agree with bits=NESW"), "{error}");
    // Digits in strings, and the array of a program in which some other order fits alone.
    let parsed = formats::read(br#"["93","C6"]"#, &bits("NESW")).unwrap();
    assert_eq!((parsed.format, parsed.maze.grid().cells()), ("hex", 4));
    assert!(detail(r#"["93","CX"]"#).contains("string 2, character 2"));
    let options = ReadOptions { format: InputFormat::from_name("hex"), ..ReadOptions::default() };
    let error = formats::read(b"13,9,3,5\n10,5,12,12\n", &options).unwrap_err();
    assert!(error.detail.contains("a wall on side"), "{error}");
    let open = formats::read(b"6,12\n3,9\n", &options).unwrap_err();
    assert!(open.detail.contains("bits=nesw reads them so"), "{open}");
}

/// Below rows of hexadecimal digits, the path may be named, and the numbers of an end be apart by a blank. A line of something else is said to be left out.
#[test]
fn ends_and_paths_below_hexadecimal_digits_are_read() {
    for tail in ["0 0\n1 1\nES\n", "ENTRY=0,0\nEXIT=1,1\nPATH=ES\n"] {
        let parsed = read_maze(format!("93\nC6\n\n{tail}")).unwrap();
        let path: String = parsed.directions.unwrap().iter().collect();
        assert_eq!(
            (parsed.format, parsed.from, parsed.to, &*path),
            ("hex", Some(Cell(0)), Some(Cell(3)), "ES"),
            "{tail}"
        );
    }
    let error = read_maze("93\nC6\n\n0,0\n1,1\n(the path)\n").unwrap_err();
    assert!(error.detail.contains("lines=1-5 leaves this line out"), "{error}");
    // These are rows of numbers, and no ends.
    let parsed = read_maze("3\n0 1\n0 0\n2 3\n").unwrap();
    assert_eq!(parsed.format, "numbers");
}

/// Numbers in which 0 is the wall, where the ends are not said.
#[test]
fn numbers_that_may_be_turned_are_asked_for() {
    let text = "0,1,0,1\n0,1,0,1\n0,1,1,1\n";
    let parsed = read_maze(text).unwrap();
    assert!(parsed.unclear[0].as_ref().unwrap().detail.contains("walls=0&free=1"), "{parsed:?}");
    let legend = Legend { walls: "0".into(), free: "1".into(), ..Legend::default() };
    assert_eq!(with(text, legend).unwrap().maze.grid().cells(), 7);
}

/// Several G are ghosts, also where there is no food, and one is the end.
#[test]
fn several_ghosts_are_no_end() {
    let error = read_maze("%%%%%\n%P G%\n%  G%\n%%%%%\n").unwrap_err();
    assert!(error.detail.contains("free=G"), "{error}");
    assert_eq!(solved(&read_maze("%%%%%\n%P G%\n%%%%%\n").unwrap(), None), Some(2));
}

/// What is at the border of a map is no entrance.
#[test]
fn the_only_food_of_pac_man_is_the_end() {
    let layout = "%%%%%%\n%P  .%\n% %% %\n%    %\n%%%%%%\n";
    let parsed = formats::read(layout.as_bytes(), &ReadOptions::default()).unwrap();
    let at = |row, column| parsed.maze.grid().find([row, column]);
    assert_eq!((parsed.from, parsed.to), (at(1, 1), at(1, 4)));
    assert!(parsed.warnings.iter().any(|warning| warning.detail.contains("its only food was read as the end")));
    // With more of it, or a meaning of its own, it is free.
    let more = layout.replace("%    %", "%  . %");
    assert_eq!(formats::read(more.as_bytes(), &ReadOptions::default()).unwrap().to, None);
    let legend = Legend { free: ".".to_owned(), ..Legend::default() };
    let parsed = formats::read(layout.as_bytes(), &ReadOptions { legend, ..ReadOptions::default() }).unwrap();
    assert_eq!((parsed.to, parsed.warnings.len()), (None, 0));
    // Beside ghosts too, once they are free.
    let ghosts = layout.replace("%    %", "% GG %");
    let error = formats::read(ghosts.as_bytes(), &ReadOptions::default()).unwrap_err();
    assert!(error.detail.ends_with("free=G says so, or else end=G"), "{error}");
    let legend = Legend { free: "G".to_owned(), ..Legend::default() };
    let parsed = formats::read(ghosts.as_bytes(), &ReadOptions { legend, ..ReadOptions::default() }).unwrap();
    assert_eq!(parsed.to, at(1, 4));
}

#[test]
fn maps_do_not_say_their_ends() {
    let parsed = read_maze("type octile\nheight 3\nwidth 3\nmap\n@.@\n@.@\n@.@\n").unwrap();
    assert_eq!((parsed.from, parsed.to), (None, None));
    assert!(parsed.unclear[0].as_ref().unwrap().detail.contains("from and to"));
    // A character that is none of a map does not make it something else.
    let error = read_maze("type octile\nheight 3\nwidth 4\nmap\n@.E@\n@..@\n@.S@\n").unwrap_err();
    assert_eq!(error.format, Some("map"));
    assert!(error.detail.contains("free=E"), "{error}");
}

/// Rows that are the only member of an object each.
#[cfg(feature = "json")]
#[test]
fn rows_may_be_members_of_objects() {
    for text in [
        r#"[{"row":"%%%"},{"row":"%S E%"},{"row":"%%%"}]"#,
        r#"{"maze":[{"r":["%","%","%","%"]},{"r":["%","S","E","%"]},{"r":["%","%","%","%"]}]}"#,
        r#"[ {"row" : [1,1,1,1]}, {"row":[1,2,3,1]} ]"#,
    ] {
        let parsed = read_maze(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.format, "numbers", "{text}");
        assert!(solved(&parsed, None).is_some(), "{text}");
    }
    assert!(read_maze(r#"[{"row":"%S E%","more":1},{"row":"%%%"}]"#).is_err());
}

/// Emojis among other characters are as wide as two of them.
#[test]
fn emojis_are_two_squares_wide() {
    let text = "█████████\n█🐹     █\n█ █ █ █ █\n█ █ █ 🚪█\n█████████\n";
    let legend = Legend { start: "🐹".into(), end: "🚪".into(), ..Legend::default() };
    let parsed = with(text, legend).unwrap();
    let address = |end: Option<Cell>| parsed.maze.grid().address(end.unwrap()).to_string();
    assert_eq!([parsed.from, parsed.to].map(address), ["1,1", "3,6"]);
    assert_eq!(solved(&parsed, None), Some(7));
}

/// Lines with a title, whose blanks at the ends are not those of the drawing; and a square beside the last row.
#[test]
fn lines_that_are_no_maze_are_named() {
    let text = "Wide Recursive Maze\nMaxSteps = 10000\nRows = 3\nCols = 7\n#######\n#S   E#  \n#######\n";
    let error = read_maze(text).unwrap_err();
    assert!(error.detail.contains("lines=5-7"), "{error}");
    let text = "3\n5\nOXXXX\nOOOXX\nXXOOOZ\n";
    let error = read_maze(text).unwrap_err();
    let ends = |parsed: &Parsed| parsed.to.map(|end| parsed.maze.grid().address(end).to_string());
    let all: Vec<_> = proposed(&error).into_iter().filter_map(|legend| with(text, legend).ok()).collect();
    assert!(all.iter().any(|parsed| ends(parsed).as_deref() == Some("2,5")), "{error}");
}

/// Words beside some lines of a drawing are left out with a warning, and stay in the drawing.
#[test]
fn words_beside_a_drawing_are_left_out() {
    let drawn = ["#########", "#S  #   #", "### # # #", "#     #E#", "#########"];
    let beside = |words: [&str; 5]| -> String {
        drawn.iter().zip(words).map(|(line, words)| format!("{line}{words}\n")).collect()
    };
    let plain = read_maze(beside([""; 5])).unwrap();
    for (words, place, more) in [
        (["   start here", "", "", "", ""], [1, 13], false),
        (["", "  <- the start", "", "   the End is here", ""], [2, 12], true),
        (["", "", "", "", "  # a note: walls are #"], [5, 12], false),
    ] {
        let text = beside(words);
        let parsed = read_maze(&text).unwrap();
        assert_eq!((parsed.format, &parsed.maze), ("squares", &plain.maze), "{text}");
        assert_eq!((parsed.from, parsed.to), (plain.from, plain.to));
        let [warning] = &parsed.warnings[..] else { panic!("{:?}", parsed.warnings) };
        assert_eq!(warning.place, Some(InputPlace::Text { line: place[0], column: place[1] }));
        assert!(warning.detail.contains(" stands beside the drawing, and is left out"), "{warning}");
        assert_eq!(warning.detail.contains("another line"), more, "{warning}");
        assert_eq!(parsed.drawing.unwrap().as_str(), text);
    }
    // Numbers, cells with walls, and a size above.
    for (text, format) in [
        ("1 1 1 1   a wall\n1 2 0 1\n1 1 3 1\n1 1 1 1\n", "numbers"),
        ("1111  a wall\n1201\n1131\n1111\n", "numbers"),
        ("+---+---+\n|       |   two cells\n+---+   +\n|       |\n+---+---+\n", "ascii"),
        ("3 5\n#####\n#S E#  here\n#####\n", "squares"),
    ] {
        let parsed = read_maze(text).unwrap();
        assert_eq!((parsed.format, parsed.warnings.len()), (format, 1), "{text}");
        if let Some(drawing) = parsed.drawing {
            assert_eq!(drawing.as_str(), text);
        }
    }
    // What is wrong with the drawing itself is said, without the letters of the words; and legends are for all.
    let text = beside(["  start here", "", "", "", ""]).replace('#', "X");
    let error = read_maze(&text).unwrap_err();
    assert!(error.detail.starts_with("'X' may be anything, and there are 30: "), "{error}");
    assert!(
        error.detail.ends_with("; at line 1, column 12, \"start here\" stands beside the drawing, and is left out"),
        "{error}"
    );
    let walls = Legend { walls: "X".to_owned(), ..Legend::default() };
    let parsed = with(&text, walls).unwrap();
    assert_eq!((&parsed.maze, parsed.warnings.len()), (&plain.maze, 1));
}

/// What may be squares beside a drawing is not left out.
#[test]
fn what_may_be_squares_is_no_word() {
    let drawn = |words: &str, last: &str| format!("#####{words}\n#S E#\n# # #\n#   #\n#####{last}\n");
    for text in [
        // No gap, one letter again and again, and letters that are squares.
        drawn(" start", ""),
        drawn("   XXX", ""),
        drawn("   x", ""),
        drawn("   # #", "   word"),
        // More lines than not.
        "#####  one\n#S E#  two\n# # #  and three\n#   #\n#####\n".to_owned(),
        // Titles and sentences, of which a part is as wide as the drawing.
        format!("Level   three\n{}", drawn("", "")),
        format!("{}by me   today\n", drawn("", "")),
        format!("{}         the end\n", drawn("", "")),
    ] {
        let error = read_maze(&text).unwrap_err();
        assert!(!error.to_string().contains("beside"), "{text}: {error}");
    }
    let titled = format!("Tomb\n{}", drawn("  start here", ""));
    let error = read_maze(&titled).unwrap_err();
    assert!(error.detail.contains("lines=2-6 reads these"), "{error}");
    let lines = Some("2-6".parse().unwrap());
    let parsed = formats::read(titled.as_bytes(), &ReadOptions { lines, ..ReadOptions::default() }).unwrap();
    assert_eq!((parsed.warnings.len(), parsed.drawing.unwrap().as_str()), (1, &*titled));
    // As long as all marks are known, all of a text is the drawing, as ever.
    let read = read_maze("#####\n#S E#   ##\n#####\n").unwrap();
    assert_eq!((read.warnings.len(), read.maze.grid().cells()), (0, 16));
}

/// Numbers around a maze that may be its ends are proposed, as far as they are cells; they are never taken without asking.
#[test]
fn ends_that_are_said_around_a_maze_are_proposed() {
    const DRAWN: &str = ".#...\n.#.#.\n.#.#.\n.#.#.\n...#.\n";
    let spaced: String =
        DRAWN.chars().flat_map(|char| if char == '\n' { vec![char] } else { vec![char, ' '] }).collect();
    let numbers = spaced.replace('.', "0").replace('#', "1");
    let digits = DRAWN.replace('.', "0").replace('#', "1");
    let heads = [
        ("5 5 0 0 4 4\n", 2),
        ("5 5\n0 0 4 4\n", 3),
        ("5 5\n0 0\n4 4\n", 4),
        ("5\n0 0\n4 4\n", 4),
        ("0 0\n4 4\n", 3),
        ("Maze\n5x5\nstart: (0, 0)\ngoal = [4, 4]\n", 5),
        ("5 5\n1 1 5 5\n", 3),
    ];
    for (head, first) in heads {
        for rows in [DRAWN, &numbers, &digits] {
            let error = read_maze(format!("{head}{rows}")).unwrap_err();
            let lines = format!("lines={first}-{}", first + 4);
            assert!(error.detail.contains(&format!("{lines} reads these")), "{head}: {error}");
            assert!(error.detail.ends_with(&format!("are its ends, {lines}&from=0,0&to=4,4 says so")), "{error}");
        }
    }
    // Below it, or one end above and one below.
    for text in [format!("5 5\n{DRAWN}0 0 4 4\n"), format!("5 5\n{DRAWN}0 0\n4 4\n"), format!("5 5 0 0\n{DRAWN}4 4\n")]
    {
        let error = read_maze(&text).unwrap_err();
        assert!(error.detail.ends_with("are its ends, lines=2-6&from=0,0&to=4,4 says so"), "{text}: {error}");
    }
    for (text, proposed) in [
        // Rows and columns, or columns and rows; and counted from 1.
        (format!("5 5\n0 2 4 2\n{DRAWN}"), "lines=3-7&from=0,2&to=4,2 or lines=3-7&from=2,0&to=2,4"),
        (format!("5 5\n1 3 3 5\n{DRAWN}"), "lines=3-7&from=0,2&to=2,4 or lines=3-7&from=2,0&to=4,2"),
        // As many numbers as a row has.
        ("4 4\n0 0 3 3\n0 1 0 0\n0 1 0 1\n0 0 0 1\n0 1 0 0\n".to_owned(), "lines=3-6&from=0,0&to=3,3"),
        ("4 4\n0 1 0 0\n0 1 0 1\n0 0 0 1\n0 1 0 0\n0 0 3 3\n".to_owned(), "lines=2-5&from=0,0&to=3,3"),
        (
            "6 6 0 0 5 5\n0 1 0 0 0 0\n0 1 0 1 0 0\n0 0 0 1 0 0\n0 1 0 0 0 0\n0 1 0 0 0 0\n0 0 0 0 0 0\n".to_owned(),
            "lines=2-7&from=0,0&to=5,5",
        ),
        // The size, and that of the rows with one of ends.
        ("4 5\n0 0 3 4\n0 1 0 0 0\n0 1 0 1 0\n0 0 0 1 0\n0 1 0 0 0\n".to_owned(), "lines=3-6&from=0,0&to=3,4"),
        // Of cells with walls.
        (
            "2 2\n0 0\n1 1\n+---+---+\n|       |\n+---+   +\n|       |\n+---+---+\n".to_owned(),
            "lines=4-8&from=0,0&to=1,1",
        ),
    ] {
        let error = read_maze(&text).unwrap_err();
        assert!(error.detail.ends_with(&format!("are its ends, {proposed} says so")), "{text}: {error}");
    }
    // Walls, another size, other numbers, and ends that are marked are no ends.
    for text in [
        format!("5 5\n1 1 4 4\n{DRAWN}"),
        format!("4 7\n0 0 4 4\n{DRAWN}"),
        format!("5 5\n0 0 4\n{DRAWN}"),
        format!("5 5\n0 0 4 4 1\n{DRAWN}"),
        "5 3\n1 1 1 3\n#####\n#S E#\n#####\n".to_owned(),
    ] {
        let error = read_maze(&text).unwrap_err();
        assert!(error.detail.contains("reads these") && !error.detail.contains("from="), "{text}: {error}");
    }
    // The ends are given elsewhere.
    let options = ReadOptions { has_ends: true, ..ReadOptions::default() };
    let error = formats::read(format!("5 5 0 0 4 4\n{DRAWN}").as_bytes(), &options).unwrap_err();
    assert!(error.detail.ends_with("lines=2-6 reads these"), "{error}");
    // A row that is too short is counted by the line above, and none of the lines around.
    let error = read_maze("5\n01000\n01010\n01010\n01010\n001\n").unwrap_err();
    assert!(!error.detail.contains("lines="), "{error}");
}

/// A layer of Tiled may be base64, compressed or not.
#[cfg(feature = "xml")]
#[test]
fn layers_of_tiled_may_be_base64() {
    let map = |data: &str| {
        format!(
            r#"<?xml version="1.0"?><map version="1.10" orientation="orthogonal" width="3" height="1" tilewidth="8" tileheight="8">
            <tileset firstgid="1" source="a.tsx"/><layer name="walls" width="3" height="1">{data}</layer></map>"#
        )
    };
    // The numbers 1, 0 and 0.
    for data in [
        r#"<data encoding="base64">AQAAAAAAAAAAAAAA</data>"#,
        "<data encoding=\"base64\" compression=\"zlib\">\n   eJxjZEAAAAAYAAI=\n  </data>",
    ] {
        let parsed = read_maze(map(data)).unwrap_or_else(|error| panic!("{error}\n{data}"));
        assert_eq!((parsed.format, parsed.maze.grid().cells()), ("tmx", 2), "{data}");
    }
    for data in
        [r#"<data encoding="base64">AQ*A</data>"#, r#"<data encoding="base64" compression="zlib">AQAAAA==</data>"#]
    {
        assert!(read_maze(map(data)).unwrap_err().detail.contains("cannot be decoded"), "{data}");
    }
    assert!(
        read_maze(map(r#"<data encoding="base64" compression="zstd">AQAAAA==</data>"#))
            .unwrap_err()
            .detail
            .contains("gzip")
    );
}

/// A path that is drawn into a picture in a dark color is no wall.
#[cfg(feature = "png")]
#[test]
fn a_path_that_is_drawn_in_a_dark_color_is_free() {
    use crate::scans::{BLACK, GREEN, RED, WHITE, encode, plain, read};
    let rows = ["#########", "#Sb#    #", "##b# ## #", "# bbbbb #", "# ####bE#", "#########"];
    let draw = |blue: [u8; 3]| {
        encode(plain(6), [9, 6], |[row, column]| match rows[row as usize].as_bytes()[column as usize] {
            b'#' => BLACK,
            b'S' => GREEN,
            b'E' => RED,
            b'b' => blue,
            _ => WHITE,
        })
    };
    let scan = read(&draw([0, 0, 255]), &ReadOptions::default()).unwrap();
    let [from, to] = scan.ends.map(Option::unwrap);
    let moves = scan.trace([from, to], &mut ()).unwrap().moves.map(|moves| moves.len());
    assert_eq!((scan.found.map(|shades| shades.dark_is_free), moves), (Some(false), Some(9)));
    // What is nearly black is a wall.
    assert_eq!(read(&draw([20, 20, 20]), &ReadOptions::default()).unwrap().found, None);
}
