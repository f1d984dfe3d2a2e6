//! The ends that a drawing marks: where there is one of each they are the ends, and otherwise it is said what is wrong, and where.

use dedale::formats::{self, Format};
use dedale::grid::{Cell, Side, Square};
use dedale::maze::Maze;
use dedale::parse::{Legend, Names, ParseErrorKind, ReadOptions};
use dedale::picture::{Picture, Trail};

use super::{TEXTS, read_text};

/// A corridor of four cells.
fn corridor() -> (Square, Maze<Square>) {
    let grid = Square::new(4, 1).unwrap();
    let mut maze = Maze::closed(grid);
    for column in 0..3 {
        maze.link(grid.at(0, column), Side::E);
    }
    (grid, maze)
}

/// `mms`, as text.
fn mms(cells: &str) -> String {
    format!("o---o---o---o---o\n|{cells}|\no---o---o---o---o\n")
}

#[test]
fn the_ends_of_a_solution_are_read_in_every_form() {
    let (grid, maze) = corridor();
    for (from, to) in [(0, 3), (3, 0), (2, 1), (1, 1)] {
        let mut cells: Vec<Cell> = (from.min(to)..=from.max(to)).map(|column| grid.at(0, column)).collect();
        if from > to {
            cells.reverse();
        }
        let path = Some(Trail::new(&maze, &cells));
        let picture = Picture { path, ..Picture::new(maze.clone(), grid.at(0, from), grid.at(0, to)) };
        for format in TEXTS.into_iter().chain([Format::Mms]) {
            let text = String::from_utf8(picture.to_bytes(format).unwrap()).unwrap();
            let parsed = read_text(&text).unwrap();
            assert_eq!((parsed.from, parsed.to), (Some(picture.from), Some(picture.to)), "{text}");
            assert_eq!(parsed.maze, maze.clone().into(), "{text}");
        }
    }
}

#[test]
fn marks_that_do_not_say_the_ends_are_told_with_their_place() {
    let ascii = |cells: &str| format!("+---+---+---+---+\n|{cells}|\n+---+---+---+---+\n");
    let told = [
        (ascii(" @             "), [None, Some("line 2, column 3: '@' marks the entrance, and no 'X' marks the exit")]),
        (
            ascii("             X "),
            [Some("line 2, column 15: 'X' marks the exit, and no '@' marks the entrance"), None],
        ),
        (ascii(" @ * @   X     "), [Some("line 2, column 7: a second '@' marks the entrance, and 2 are drawn"), None]),
        (ascii(" @ * X   X   X "), [None, None]),
        (mms(" S             "), [None, Some("line 2, column 3: 'S' marks the entrance, and no 'G' marks the exit")]),
        (mms(" S   S   G   G "), [Some("line 2, column 7: a second 'S' marks the entrance, and 2 are drawn"), None]),
    ];
    for (text, expected) in told {
        let parsed = read_text(&text).unwrap();
        let unclear = parsed.unclear.map(|why| why.map(|why| why.to_string()));
        assert_eq!(unclear.each_ref().map(Option::as_deref), expected, "{text}");
        assert!(!parsed.ends_are_openings);
    }
    // What is known of the ends stays known.
    let (grid, _) = corridor();
    assert_eq!(read_text(ascii(" @             ")).unwrap().from, Some(grid.at(0, 0)));
    assert_eq!(read_text(ascii(" @ * @   X     ")).unwrap().to, Some(grid.at(0, 2)));
    let between = read_text(ascii("   @       X   ")).unwrap_err();
    assert_eq!(between.to_string(), "line 2, column 5: '@' marks an end of the maze, and must stand inside a cell");
    assert_eq!(between.kind, ParseErrorKind::Inconsistent);
}

#[test]
fn a_maze_for_robots_may_have_several_goals() {
    let (grid, _) = corridor();
    let parsed = read_text(mms(" G   S   G   G ")).unwrap();
    assert_eq!((parsed.from, parsed.to), (Some(grid.at(0, 1)), None));
    assert_eq!(parsed.goals, [0, 2, 3].map(|column| grid.at(0, column)));
    assert_eq!(parsed.unclear, [None, None]);
}

/// Each mark has one meaning: the first that is given.
#[test]
fn marks_are_few_and_found_at_once() {
    let options = |walls: &str| ReadOptions {
        legend: Legend { walls: walls.to_owned(), free: "a→".to_owned(), ..Legend::default() },
        ..ReadOptions::default()
    };
    let parsed = formats::read("xxxx\nxa→x\nx☃xx\n".as_bytes(), &options("x☃xx")).unwrap();
    assert_eq!(parsed.maze.cells().count(), 2);
    let error = formats::read("xa\n".as_bytes(), &options(&"x".repeat(Legend::MAX + 1))).unwrap_err();
    assert_eq!(error.to_string(), "walls has 65 characters, and may have 64");
    let numbers = ReadOptions {
        legend: Legend { walls: "7,1,8".to_owned(), free: "9,2".to_owned(), ..Legend::default() },
        ..ReadOptions::default()
    };
    assert_eq!(formats::read(b"7,8,1\n7,9,2\n1,1,1\n", &numbers).unwrap().maze.cells().count(), 2);
}

/// Names of one letter take a byte, and others are read back as they were added.
#[test]
fn names_are_read_as_they_were_added() {
    let long = "é".repeat(5000);
    let names = ["N", "", "NE", "\0", "\0\0", "→", "a b", &long, "S", "", "W"];
    assert!(names.into_iter().collect::<Names>().iter().eq(names));
    let mut letters = Names::word("NES");
    letters.push("W");
    assert_eq!((letters.bytes(), letters.texts().collect::<Vec<_>>()), (4, vec!["NES", "W"]));
    assert!(letters.iter().eq(["N", "E", "S", "W"]));
}
