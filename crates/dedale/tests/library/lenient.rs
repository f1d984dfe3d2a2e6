//! Files as people write them: each is read as the maze that it plainly is.

use dedale::formats;
use dedale::grid::{Address, AnyGrid, Cell, Grid as _};
use dedale::maze::Maze;
use dedale::parse::{Legend, ParseError, Parsed, ReadOptions};
use dedale::solve::Solver;
use proptest::prelude::*;
use proptest::sample::select;

use crate::foreign::{DRAWN as CHARS, flood, mazes, sent, solved, squares, walls_of};

fn read(text: &str) -> Result<Parsed, ParseError> {
    formats::read(text.as_bytes(), &ReadOptions::default())
}

fn same(text: &str, plain: &str) {
    let [read, plain] = [text, plain].map(|text| read(text).unwrap_or_else(|error| panic!("{error} in\n{text}")));
    assert_eq!((&read.maze, read.from, read.to), (&plain.maze, plain.from, plain.to), "{text}");
}

fn address(maze: &Maze<AnyGrid>, cell: Option<Cell>) -> Option<String> {
    cell.map(|cell| maze.grid().address(cell).to_string())
}

fn ends(parsed: &Parsed) -> [Option<String>; 2] {
    [parsed.from, parsed.to].map(|cell| address(&parsed.maze, cell))
}

fn at(from: &str, to: &str) -> [Option<String>; 2] {
    [from, to].map(|end| Some(end.to_owned()))
}

const DRAWN: &str = "+---+---+\n| @     |\n+   +---+\n|     X |\n+---+---+\n";

#[test]
fn corners_may_be_closer_or_further_apart() {
    same("+--+--+\n|S    |\n+  +--+\n|   E |\n+--+--+\n", DRAWN);
    same("+-+-+\n|A  |\n+ +-+\n|  B|\n+-+-+\n", DRAWN);
    same(
        "+-----+-----+\n|     s     |\n+     +-----+\n|         g |\n+-----+-----+\n"
            .replace("  s  ", "s    ")
            .as_str(),
        DRAWN,
    );
    same("o--o--o\n|S    |\no  o--o\n|   G |\no--o--o\n", DRAWN);
    same("┌──┬──┐\n│○ │  │\n│  ╵  │\n│    ●│\n└─────┘\n", "┌───┬───┐\n│ ○ │   │\n│   ╵   │\n│     ● │\n└───────┘\n");
    same("┌─┬─┐\n│○│ │\n│ ╵ │\n│  ●│\n└───┘\n", "┌───┬───┐\n│ ○ │   │\n│   ╵   │\n│     ● │\n└───────┘\n");
    // No distance fits these.
    assert!(read("+--+-+\n|  | |\n+--+-+\n").is_err());
}

#[test]
fn letters_mark_the_ends_of_drawings_with_walls() {
    for (start, end) in [("S", "E"), ("A", "B"), ("P", "G"), ("s", "e"), ("@", "E")] {
        same(&DRAWN.replace('@', start).replace('X', end), DRAWN);
    }
    let two = read(&DRAWN.replace(['X', '@'], "S")).unwrap();
    assert!(two.unclear[0].as_ref().unwrap().to_string().contains("a second 'S' marks the entrance"), "{two:?}");
    let other = read(&DRAWN.replace('X', "?")).unwrap_err().to_string();
    assert!(other.contains("walls=+-|") && other.contains("end=?"), "{other}");
    // What the error proposes works.
    let legend = Legend { walls: "+-|".to_owned(), start: "@".to_owned(), end: "?".to_owned(), ..Legend::default() };
    let options = ReadOptions { legend, ..ReadOptions::default() };
    let parsed = formats::read(DRAWN.replace('X', "?").as_bytes(), &options).unwrap();
    assert!(parsed.is_of_squares && parsed.from.is_some() && parsed.to.is_some());
}

#[test]
fn a_drawing_with_posts_may_be_indented() {
    for indent in ["  ", "    ", "         "] {
        let text: String = DRAWN.lines().map(|line| format!("{indent}{line}\r\n")).collect();
        same(&text, DRAWN);
        same(&format!("\n{text}\n"), DRAWN);
    }
    let wrong = DRAWN.replace("     X", " |   X").lines().map(|line| format!("    {line}\n")).collect::<String>();
    assert!(read(&wrong).unwrap_err().to_string().starts_with("line 4, column 7: "), "{:?}", read(&wrong));
}

#[test]
fn blanks_between_squares_are_none_of_them() {
    let plain = "#####\n#S..#\n###.#\n#E..#\n#####\n";
    for between in [" ", "  ", "   ", ", ", " ,", "; "] {
        let lines = plain.lines().map(|line| line.chars().map(String::from).collect::<Vec<_>>().join(between) + "\n");
        same(&lines.collect::<String>(), plain);
    }
    same("# # # # #\n# S     #\n# # #   #\n# E     #\n# # # # #\n", "#####\n#S  #\n### #\n#E  #\n#####\n");
    same("\"#\",\"#\",\"#\"\n\"S\",\"\",\"E\"\n\"#\",\"#\",\"#\"\n", "###\nS E\n###\n");
    // Columns of free squares between pillars, with rows of free squares too, are a drawing.
    assert_eq!(read("# # #\n     \n# # #\n").unwrap().maze.grid().cells(), 9);
    let error = read("# # #\n# ? #\n# S E\n").unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 3: '?' may be anything"), "{error}");
}

#[test]
fn two_lines_may_say_the_size() {
    let drawn = "#####\n#S  #\n### #\n#E  #\n#####\n#####\n";
    for size in ["6\n5", "5\n6", "6\r\n5"] {
        same(&format!("{size}\n{drawn}"), drawn);
        let parsed = read(&format!("{size}\n{drawn}")).unwrap();
        assert_eq!(parsed.drawing.unwrap().with_path(&parsed.maze, &[], '*'), format!("{size}\n{drawn}"));
    }
    let error = read(&format!("6\n5\n{}", drawn.replace('E', "?"))).unwrap_err().to_string();
    assert!(error.starts_with("line 6, column 2: '?'"), "{error}");
    same(&format!("2 2\n{DRAWN}"), DRAWN);
    let underscores = " _ _ _\n|_  | |\n|___ _|\n";
    same(&format!("2 3\n{underscores}"), underscores);
    // Two rows of one number each are rows.
    assert!(read("2\n1\n0\n").is_ok_and(|parsed| parsed.maze.grid().cells() == 2));
}

#[test]
fn digits_among_blanks_are_a_drawing() {
    let error = read("11111\n1A  1\n1   1\n1B  1\n11111\n").unwrap_err().to_string();
    assert!(error.contains("walls=1"), "{error}");
    let error = read("  000\n0   0\n0 0 0\n").unwrap_err();
    assert_eq!(error.format, Some("squares"), "{error}");
    assert!(error.to_string().contains("'0' may be anything, and there are 8"), "{error}");
}

#[test]
fn what_a_drawing_is_made_of_says_its_form() {
    for (text, form, says) in [
        ("111111110B\n1001000001\n1A11111111\n", "squares", "walls=1"),
        ("+#####++C\n##+++++++\n++++#++++\n", "squares", "walls=+"),
        ("    *\n  S ***  *\n    * *  *  ****\n        E\n", "squares", "walls=*"),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!(error.format, Some(form), "{error}");
        assert!(error.to_string().contains(says), "{error}");
    }
    let several = "{\"path\":[[1,0],[1,1]],\"maze\":[[1,1,1],[0,0,0],[1,1,1]]}";
    same(several, "[[1,1,1],[0,0,0],[1,1,1]]");
    assert_eq!(read("{\"start\":[0,0],\"end\":[1,1],\"walls\":[[0,1],[1,0]]}").unwrap_err().format, Some("json"));
    assert_ne!(
        read(&several.replace("maze", "way").replace("path", "road")).map(|parsed| parsed.format),
        Ok("numbers")
    );
}

#[test]
fn a_map_may_begin_with_its_size() {
    let map = "height 2\nwidth 3\nmap\n..@\n@..\n";
    let parsed = read(map).unwrap();
    assert_eq!((parsed.format, parsed.maze.grid().cells()), ("map", 4));
    same(map, &format!("type octile\n{map}"));
}

#[test]
fn all_that_may_be_anything_is_said_at_once() {
    let error = read("XXXXX\nXSo-X\nXXXEX\n").unwrap_err().to_string();
    assert!(error.contains("end=X; say it for these too: 'o' (1), '-' (1)"), "{error}");
}

#[test]
fn a_border_that_is_mostly_free_has_no_openings() {
    let parsed = read("1 0 0 0\n0 0 0 0\n0 0 0 1\n0 1 0 0\n").unwrap();
    assert_eq!(ends(&parsed), [None, None]);
    // Walls are 0 here: the runs between the two ends are no openings.
    let parsed = read("01000\n01110\n00010\n01110\n01000\n").unwrap();
    let why = parsed.unclear[0].as_ref().unwrap().to_string();
    assert!(why.contains("Most of the border is free") && why.contains("with walls and free"), "{why}");
    let legend = Legend { walls: "0".to_owned(), free: "1".to_owned(), ..Legend::default() };
    let turned =
        formats::read(b"01000\n01110\n00010\n01110\n01000\n", &ReadOptions { legend, ..ReadOptions::default() });
    assert_eq!(ends(&turned.unwrap()), at("0,1", "4,1"));
}

#[test]
fn numbers_that_may_be_turned_around_are_not_guessed() {
    let drawn = "02000\n01110\n00010\n01110\n03000\n";
    let error = read(drawn).unwrap_err().to_string();
    assert!(
        error.starts_with("line 1, column 2: 0 or 1 may be the walls") && error.contains("walls=0&free=1"),
        "{error}"
    );
    for (walls, free, length) in [("0", "1", 8), ("", "0", 6)] {
        let legend = Legend { walls: walls.to_owned(), free: free.to_owned(), ..Legend::default() };
        let parsed = formats::read(drawn.as_bytes(), &ReadOptions { legend, ..ReadOptions::default() }).unwrap();
        assert_eq!(solved(&parsed, None), Some(length));
    }
    // Obstacles in an open field.
    assert_eq!(solved(&read("2 0 0 0\n0 0 0 0\n0 1 1 0\n0 0 0 3\n").unwrap(), None), Some(6));
}

#[test]
fn a_mark_that_most_squares_have_is_no_end() {
    let drawn = "##########\n#SGGGGGGG#\n#GGGGGGGG#\n##########\n";
    let why = read(drawn).unwrap().unclear[1].as_ref().unwrap().to_string();
    assert!(why.contains("15 squares are marked as the end, and 0 are only free"), "{why}");
}

#[test]
fn members_of_json_say_the_ends() {
    let rows = "[[1,1,1,1],[1,0,0,1],[1,0,0,0],[1,1,1,1]]";
    let json = |members: &str| read(&format!("{{{members},\"maze\":{rows}}}")).unwrap();
    for members in [
        "\"start\":{\"row\":1,\"col\":2},\"end\":{\"row\":2,\"col\":1}",
        "\"Start\":{\"x\":2,\"y\":1},\"goal\":{\"y\":2,\"x\":1}",
        "\"from\":{\"r\":1,\"c\":2},\"exit\":{\"r\":2,\"c\":1}",
    ] {
        assert_eq!(ends(&json(members)), at("1,2", "2,1"), "{members}");
    }
    assert_eq!(ends(&json("\"start\":[1,1],\"end\":[2,2]")), at("1,1", "2,2"));
    // Two numbers of which only one order is a free square.
    assert_eq!(ends(&json("\"start\":[3,2],\"end\":[1,1]")), at("2,3", "1,1"));
    let either = json("\"start\":[1,2],\"end\":[2,2]");
    assert!(either.unclear[0].as_ref().unwrap().to_string().contains("start is [1,2], which may be row,column or x,y"));
    assert_eq!(ends(&either)[1].as_deref(), Some("2,2"));
    let nowhere = json("\"start\":{\"row\":0,\"col\":0},\"end\":[9,9]");
    assert!(
        nowhere.unclear.iter().all(|why| why.as_ref().unwrap().to_string().contains("where no free square or cell is"))
    );
    let lone = json("\"start\":[1,1]");
    assert_eq!((ends(&lone), lone.unclear[1].is_some()), ([Some("1,1".to_owned()), None], true));
    // They go before marks.
    let marked = read("{\"start\":{\"row\":0,\"col\":1},\"grid\":[[2,0,3]],\"exit\":{\"row\":0,\"col\":0}}").unwrap();
    assert_eq!(ends(&marked), at("0,1", "0,0"));
    let cells = "[[{\"n\":1,\"e\":0,\"s\":1,\"w\":1},{\"n\":1,\"e\":1,\"s\":1,\"w\":0}]]";
    let parsed = read(&format!(
        "{{\"rows\":1,\"start\":{{\"row\":0,\"col\":1}},\"goal\":{{\"row\":0,\"col\":0}},\"maze\":{cells}}}"
    ));
    assert_eq!(ends(&parsed.unwrap()), at("0,1", "0,0"));
}

#[test]
fn truth_is_a_wall_in_json() {
    same("[[true,true,true],[false,false,false],[true,true,true]]", "[[1,1,1],[0,0,0],[1,1,1]]");
    same(
        "[[{\"x\":0,\"walls\":{\"top\":true,\"right\":false,\"bottom\":true,\"left\":true}},{\"walls\":{\"top\":true,\"right\":true,\"bottom\":true,\"left\":false}}]]",
        "[[{\"n\":1,\"e\":0,\"s\":1,\"w\":1},{\"n\":1,\"e\":1,\"s\":1,\"w\":0}]]",
    );
}

#[test]
fn tables_of_pyamaze_are_read() {
    let table = "  cell  ,E,W,N,S\n\"(1, 1)\",1,0,0,0\n\"(2, 1)\",1,0,0,0\n\"(1, 2)\",0,1,0,1\n\"(2, 2)\",0,1,1,0\n";
    let parsed = read(table).unwrap();
    assert_eq!(parsed.format, "pyamaze");
    let grid = parsed.maze.grid();
    let [from, to] = [[0_u32, 0], [1, 0]].map(|cell| grid.find(Address::from(cell)).unwrap());
    assert_eq!(Solver::Bfs.solve(&parsed.maze, from, to).path().map(<[Cell]>::len), Some(4));
    same(&table.replace('\n', "\r\n"), table);
    for (wrong, says) in [
        (table.replace("\"(2, 2)\",0,1,1,0\n", ""), "2 rows of 2 cells are numbered, and 3 cells are listed"),
        (table.replace("(2, 2)", "(1, 1)"), "line 5, column 1: the cell (1, 1) is listed for the second time"),
        (table.replace("0,1,1,0", "0,1,2,0"), "line 5, column 1: a cell must be here"),
        (table.replace("(1, 1)", "(0, 1)"), "line 2, column 1: a cell must be here"),
        (table.replace("0,1,1,0", "0,1,0,0"), "the cell [1,1] has a wall on side N"),
        ("cell,E,W,N,S\n".to_owned(), "0 rows of 0 cells"),
        ("cell,E,W,N,S\n\"(99, 99)\",0,0,0,0\n".to_owned(), "99 rows of 99 cells are numbered, and 1 cells are listed"),
    ] {
        let error = read(&wrong).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}

/// A drawing with posts, in which cells are so many characters wide, and have a letter in the first and in the last.
fn posts_of(maze: &Maze<AnyGrid>, post: char, width: usize, letters: Option<[char; 2]>) -> String {
    let grid = maze.grid().square().unwrap();
    let [lying, free] = ["-", " "].map(|char| char.repeat(width));
    let mut text = String::new();
    for row in 0..grid.rows() {
        let (mut above, mut cells) = (String::from(post), String::new());
        for column in 0..grid.columns() {
            let [north, east, _, west] = walls_of(maze, row, column);
            above += if north { &lying } else { &free };
            above.push(post);
            let cell = grid.at(row, column).0;
            let letter =
                letters.filter(|_| cell == 0 || cell + 1 == grid.cells()).map(|letters| letters[usize::from(cell > 0)]);
            if column == 0 {
                cells.push(if west { '|' } else { ' ' });
            }
            cells += &format!("{:^width$}", letter.unwrap_or(' '));
            cells.push(if east { '|' } else { ' ' });
        }
        text += &format!("{above}\n{cells}\n");
    }
    text + &format!("{post}{}\n", format!("{lying}{post}").repeat(grid.columns() as usize))
}

/// A table of pyamaze, which lists cells column by column.
fn table_of(maze: &Maze<AnyGrid>, order: [usize; 4]) -> String {
    let grid = maze.grid().square().unwrap();
    let names = order.map(|side| ["N", "E", "S", "W"][side]).join(",");
    let mut text = format!("  cell  ,{names}\n");
    for column in 0..grid.columns() {
        for row in 0..grid.rows() {
            let walls = walls_of(maze, row, column);
            let open = order.map(|side| u8::from(!walls[side]).to_string()).join(",");
            text += &format!("\"({}, {})\",{open}\n", row + 1, column + 1);
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn drawings_with_posts_and_tables_are_read(
        maze in mazes(),
        width in 1_usize..8,
        indent in 0_usize..9,
        letters in select(&[None, Some(['S', 'E']), Some(['A', 'B']), Some(['s', 'g'])][..]),
        order in Just([0, 1, 2, 3]).prop_shuffle(),
        changes in any::<[bool; 4]>(),
    ) {
        let [from, to] = [Cell(0), Cell(maze.grid().cells() - 1)];
        let length = flood(&maze, from, to);
        let letters = letters.filter(|_| from != to);
        for (form, post) in [("ascii", '+'), ("mms", 'o')] {
            let text = posts_of(&maze, post, width, letters);
            let text: String = text.lines().map(|line| format!("{}{line}\n", " ".repeat(indent))).collect();
            let parsed = formats::read(&sent(&text, changes), &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
            prop_assert_eq!((parsed.format, &parsed.maze), (form, &maze), "{}", text);
            prop_assert_eq!(solved(&parsed, Some([from, to])), length);
            if letters.is_some() {
                prop_assert_eq!((parsed.from, parsed.to), (Some(from), Some(to)), "{}", text);
            }
        }
        let table = table_of(&maze, order);
        let parsed = formats::read(&sent(&table, changes), &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{table}"));
        prop_assert_eq!((parsed.format, &parsed.maze), ("pyamaze", &maze));
    }

    #[test]
    fn squares_with_something_between_are_read(
        squares in squares(),
        chars in select(&CHARS[..4]),
        between in select(&[" ", "  ", "   ", ",", ", ", ";", "\t"][..]),
        changes in any::<[bool; 4]>(),
    ) {
        let text = squares.text(chars, between);
        let parsed = formats::read(&sent(&text, changes), &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!((parsed.format, solved(&parsed, None)), ("squares", squares.length()), "{}", text);
        let [from, to] = squares.ends.map(|[row, column]| [row as u32, column as u32]);
        let at = |cell: [u32; 2]| parsed.maze.grid().find(Address::from(cell));
        prop_assert_eq!((parsed.from, parsed.to), (at(from), at(to)), "{}", text);
    }
}

/// A program that reads what others send must not be ended by it: a cell whose `walls` have `walls` without end is one that lacks a side.
#[test]
fn walls_within_walls_are_no_sides() {
    let levels = 100_000;
    let nested = format!("[[{}1{}]]", "{\"walls\":".repeat(levels), "}".repeat(levels));
    let error = read(&nested).unwrap_err();
    assert!(error.detail.contains("a side is missing"), "{error}");
    let wrong = read("[[{\"walls\":{\"N\":1,\"E\":2}}]]").unwrap_err();
    assert!(!wrong.detail.contains(" at line "), "{wrong}");
}

/// One long line would make a large drawing of many short ones: much memory for little text.
#[test]
fn short_lines_below_a_long_one_are_not_filled() {
    let drawn = "# ".repeat(50_000) + "#\n" + &"#\n".repeat(50_000);
    let error = read(&drawn).unwrap_err();
    assert!(error.detail.contains("too many cells"), "{error}");
    // Nor do empty lines behind a drawing take any.
    let ended = "#,S,E\n".to_owned() + &"\n".repeat(100_000);
    assert_eq!(ends(&read(&ended).unwrap()), at("0,1", "0,2"));
}

#[test]
fn a_place_of_many_numbers_is_none() {
    let many = format!("{{\"maze\":[[0,0],[0,0]],\"start\":[{}0],\"end\":[1,1]}}", "0,".repeat(100_000));
    let parsed = read(&many).unwrap();
    let unclear = parsed.unclear[0].as_ref().unwrap();
    assert!(
        unclear.detail.starts_with("start is [0,0,0,") && unclear.detail.ends_with("is no row and column"),
        "{unclear}"
    );
    assert!(unclear.detail.len() < 100);
}

/// Of several members, those that list places are not the maze; but alone, a matrix is one whatever it is called.
#[test]
fn a_matrix_may_be_called_walls() {
    let matrix = "[[1,1,1,1],[1,2,3,1],[1,1,1,1]]";
    same(&format!("{{\"walls\":{matrix}}}"), matrix);
    same(&format!("{{\"maze\":{matrix},\"path\":[[1,1],[1,2]]}}"), matrix);
    assert!(read("{\"path\":[[1,1],[1,2]]}").is_err());
}

#[test]
fn blank_lines_have_no_cells_between_separators() {
    for text in ["#;#;#\n\t\n#;\"S\";E\n#;#;\n", "#,S,#\n\t\t\n#,E,#\n", "#\t#\t#\n\t\t\nS\t#\tE\n"] {
        let read = read(text).unwrap();
        // The line is a row of walls.
        let open = (0..3).filter(|&column| read.maze.grid().find([1_u32, column]).is_some()).count();
        assert_eq!(open, 0, "{text}");
    }
}

#[test]
fn what_is_said_twice_is_not_chosen_from() {
    let json = |members: &str| format!(r##"{{"maze":["   ","  #"],"end":[1,1],{members}}}"##);
    let start = |text: &str| read(&json(text)).unwrap().from;
    assert!(start(r#""start":{"row":1,"col":0}"#).is_some());
    for text in [
        r#""start":{"row":1,"row":0,"col":0}"#,
        r#""start":{"row":"a","y":1,"x":0}"#,
        &format!(r#""start":{{"row":1,"col":0,"note":"{}"}}"#, "n".repeat(1000)),
    ] {
        let read = read(&json(text)).unwrap();
        assert!(read.from.is_none(), "{text}");
        assert!(read.unclear[0].as_ref().unwrap().to_string().contains("no row and column"), "{text}");
    }
    for mixed in [r##"["XXXXX",["X","S"," ","E","X"],"XXXXX"]"##, r##"[["X","S"],"EX"]"##] {
        assert!(read(mixed).is_err(), "{mixed}");
    }
}
