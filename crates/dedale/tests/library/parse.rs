//! Parsing: written mazes are parsed to the same maze, and errors are reported with their position.
//!
//! Proved here, of mazes of all kinds: every encoding and every drawn form that `render` writes is read as the maze that was
//! written, with and without a path, and with changes to blanks, line ends and the byte-order mark; each
//! error has the kind, the position and the message given here; no input that is truncated, damaged or made to be
//! large makes it panic, or take more room than was sent.

mod marks;
mod refusals;

use dedale::edit::{Share, braid, remove};
use dedale::formats::{Encoding, Format};
use dedale::generate::Algorithm;
use dedale::grid::{Address, Cell, Grid, Limits, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::parse::{InputPlace, Names, ParseError, ParseErrorKind, Parsed};
use dedale::picture::{Picture, Trail};
use dedale::rng::{Rng, Stream};
use proptest::prelude::*;
use proptest::sample::select;

const TEXTS: [Format; 3] = [Format::Ascii, Format::Unicode, Format::Blocks];

pub(crate) fn read_json(text: impl AsRef<[u8]>) -> Result<Parsed, ParseError> {
    crate::read_as("json", text, Limits::default())
}

/// A place in a text that is wrong.
pub(crate) fn at(line: u64, column: u64) -> Option<InputPlace> {
    Some(InputPlace::Text { line, column })
}

/// A cell that is wrong.
pub(crate) fn cell<A: Into<Address>>(address: A) -> Option<InputPlace> {
    Some(InputPlace::Address(address.into()))
}

fn read_text(text: impl AsRef<[u8]>) -> Result<Parsed, ParseError> {
    crate::read_maze(text)
}

/// What is done to a closed maze.
#[derive(Clone, Copy, Debug)]
enum Kinds {
    Perfect,
    Braided,
    /// Perfect, with walls taken down at random, outer ones too.
    Ruined,
    /// Each side open with this chance, in percent: with cells that cannot be reached, and openings everywhere.
    Arbitrary(u64),
}

/// A maze and a walk through it, both drawn from a seed.
fn make(columns: u32, rows: u32, kind: Kinds, seed: u64) -> Picture {
    let grid = Square::new(columns, rows).unwrap();
    let mut maze = Maze::closed(grid);
    let mut rng = Rng::new(seed, Stream::MaxWalls);
    let below = |rng: &mut Rng| Cell(rng.below(u64::from(grid.cells())) as u32);
    if let Kinds::Arbitrary(percent) = kind {
        for (cell, side) in maze.cells().flat_map(|cell| Sides::SQUARE.into_iter().map(move |side| (cell, side))) {
            if rng.below(100) < percent {
                remove(&mut maze, cell, side, &mut ()).unwrap();
            }
        }
    } else {
        Algorithm::Wilson.carve(&mut maze, &mut Rng::new(seed, Stream::Generate), &mut ()).unwrap();
    }
    if let Kinds::Braided = kind {
        braid(&mut maze, Share::ALL, &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
    }
    if let Kinds::Ruined = kind {
        for _ in 0..grid.cells() {
            remove(&mut maze, below(&mut rng), Side::new(rng.below(4) as u8), &mut ()).unwrap();
        }
    }
    let mut walk = vec![below(&mut rng)];
    for _ in 0..rng.below(30) {
        let cell = *walk.last().unwrap();
        let sides = maze.passages(cell);
        let side = sides.into_iter().nth(rng.below(u64::from(sides.len().max(1))) as usize);
        walk.extend(side.map(|side| grid.across(cell, side)));
    }
    let path = Some(Trail::new(&maze, &walk));
    Picture { path, ..Picture::new(maze, walk[0], *walk.last().unwrap()) }
}

fn pictures() -> impl Strategy<Value = Picture> {
    let percent = prop_oneof![Just(0), Just(100), 1_u64..100];
    let kind = prop_oneof![
        Just(Kinds::Perfect),
        Just(Kinds::Braided),
        Just(Kinds::Ruined),
        percent.prop_map(Kinds::Arbitrary)
    ];
    (1_u32..12, 1_u32..9, kind, any::<u64>(), any::<bool>()).prop_map(|(columns, rows, kind, seed, with_path)| {
        let picture = make(columns, rows, kind, seed);
        Picture { path: picture.path.clone().filter(|_| with_path), ..picture }
    })
}

/// The ends that a maze tells by its openings alone.
fn openings<G: Grid>(maze: &Maze<G>) -> (Option<Cell>, Option<Cell>) {
    match maze.openings().map(|(cell, _)| cell).collect::<Vec<_>>()[..] {
        [from, to] => (Some(from), Some(to)),
        _ => (None, None),
    }
}

/// Whether something of the last row and of the last column of cells, beside what they share with the ones before, is to be
/// seen in the unicode form without its blanks.
fn is_seen_without_blanks(text: &str, grid: Square) -> bool {
    let lines: Vec<&str> = text.lines().map(|line| line.trim_end_matches(' ')).collect();
    let length = lines.iter().map(|line| line.chars().count()).max().unwrap();
    let height = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let beyond = |cells: u32, width: u32| if cells > 1 { (cells - 1) * width + 1 } else { 0 };
    height > beyond(grid.rows(), 2) as usize && length > beyond(grid.columns(), 4) as usize
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_is_read_as_it_was_written(picture in pictures(), encoding in select(Encoding::ALL)) {
        let parsed = read_json(picture.to_bytes(Format::Json(encoding)).unwrap()).unwrap();
        prop_assert_eq!((parsed.from, parsed.to), (Some(picture.from), Some(picture.to)));
        prop_assert_eq!((parsed.directions, parsed.path), (None, None));
        prop_assert_eq!(parsed.maze, picture.maze);
    }

    #[test]
    fn json_is_read_in_any_order_with_anything_between(picture in pictures(), encoding in select(Encoding::ALL)) {
        let text = String::from_utf8(picture.to_bytes(Format::Json(encoding)).unwrap()).unwrap();
        let cells = text.trim_end().split_once("\"cells\":").unwrap().1.strip_suffix('}').unwrap();
        let name = encoding.name();
        let turned = format!(
            " {{ \"grid\":\"square\",\"options\" :{{\"cells\":[[[]]],\"a\":null}},\"cells\":{},\"x\":[],\"path\":null,\"w\":null,\"encoding\":\"{name}\"}}\r\n",
            cells.replace(',', " ,\n\t").replace(':', " : "),
        );
        let parsed = read_json(turned).unwrap();
        prop_assert_eq!((parsed.from, parsed.to), openings(&picture.maze));
        prop_assert_eq!(parsed.maze, picture.maze);
    }

    #[test]
    fn text_is_read_as_it_was_written(
        picture in pictures(),
        format in select(&TEXTS),
        (crlf, mark, cut_end, empty_lines) in any::<(bool, bool, bool, bool)>(),
    ) {
        let mut text = String::from_utf8(picture.to_bytes(format).unwrap()).unwrap();
        if cut_end {
            text.pop();
        } else if empty_lines {
            text.push_str("\n\n");
        }
        if crlf {
            text = text.replace('\n', "\r\n");
        }
        if mark {
            text.insert(0, '\u{feff}');
        }
        let parsed = read_text(&text).unwrap();
        // Ends that are not marked are the two openings, or else in the corners.
        let [first, last] = picture.maze.grid().default_ends();
        let ends = [parsed.from.unwrap_or(first), parsed.to.unwrap_or(last)];
        prop_assert_eq!(ends, [picture.from, picture.to], "{}", text);
        prop_assert_eq!((parsed.unclear, parsed.goals), ([None, None], vec![]), "{}", text);
        prop_assert_eq!(parsed.maze, picture.maze, "{}", text);
    }

    #[test]
    fn blanks_at_the_ends_of_lines_do_not_matter(
        picture in pictures(),
        format in select(&TEXTS),
        blanks in prop::collection::vec(0_usize..3, 20),
    ) {
        let text = String::from_utf8(picture.to_bytes(format).unwrap()).unwrap();
        let seen = format != Format::Unicode || is_seen_without_blanks(&text, picture.maze.grid().square().unwrap());
        prop_assume!(seen);
        // None, and then of a different number in every line.
        let trimmed: Vec<&str> = text.lines().map(|line| line.trim_end_matches(' ')).collect();
        let mut padded: String =
            trimmed.iter().zip(&blanks).map(|(line, &blanks)| format!("{line}{}\n", " ".repeat(blanks))).collect();
        // So that they are never all of the same length.
        padded.push_str("                                                                   \n");
        for text in [trimmed.join("\n"), trimmed.join("\r\n") + "\r\n", padded] {
            prop_assert_eq!(&read_text(&text).unwrap().maze, &picture.maze, "{}", text);
        }
    }

    #[test]
    fn truncated_input_is_not_another_maze(picture in pictures(), format in select(&TEXTS), at in any::<prop::sample::Index>()) {
        let text = picture.to_bytes(format).unwrap();
        // The rest of a drawing of blocks may be one of squares, and the reader says so.
        if let Ok(parsed) = read_text(&text[..at.index(text.len())]) && parsed.format != "squares" {
            let (grid, full) = (parsed.maze.grid().square().unwrap(), picture.maze.grid().square().unwrap());
            prop_assert!(grid.rows() <= full.rows() && grid.columns() <= full.columns());
            // The rows that are left are what they were. Only in the unicode form can walls be cut off and not be missed.
            let (left, whole) = (parsed.maze.cells(), picture.maze.cells());
            let is_part = grid.columns() == full.columns()
                && left.zip(whole).all(|(a, b)| parsed.maze.open_sides(a) == picture.maze.open_sides(b));
            prop_assert!(is_part || format == Format::Unicode);
        }
        let text = picture.to_bytes(Format::Json(Encoding::Walls)).unwrap();
        let end = at.index(text.len() - 1);
        let error = read_json(&text[..end]).unwrap_err();
        prop_assert_eq!(error.kind, ParseErrorKind::Malformed);
        prop_assert_eq!(error.place.is_some(), end > 0);
    }

    #[test]
    fn damaged_input_is_read_or_rejected(
        picture in pictures(),
        format in select(&TEXTS),
        encoding in select(Encoding::ALL),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut text = picture.to_bytes(format).unwrap();
        let mut json = picture.to_bytes(Format::Json(encoding)).unwrap();
        for (at, byte) in damage {
            let (in_text, in_json) = (at.index(text.len()), at.index(json.len()));
            text[in_text] = byte;
            json[in_json] = byte;
        }
        for parsed in [read_text(&text), read_json(&json)].into_iter().flatten() {
            let again = Picture::new(parsed.maze, Cell(0), Cell(0));
            let read = read_text(again.to_bytes(format).unwrap()).unwrap();
            prop_assert_eq!(&read.maze, &again.maze);
            let read = read_json(again.to_bytes(Format::Json(encoding)).unwrap()).unwrap();
            prop_assert_eq!(&read.maze, &again.maze);
        }
    }

    #[test]
    fn anything_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), drawn in "[+| ─│┌┐└┘█░\r\n-]{0,60}") {
        let _ = (read_text(&bytes), read_json(&bytes), read_text(drawn));
    }
}

#[test]
fn the_course_is_read() {
    let text = include_str!("../fixtures/course-5x7.txt");
    let parsed = read_text(text).unwrap();
    let grid = parsed.maze.grid().square().unwrap();
    assert_eq!((grid.columns(), grid.rows()), (7, 5));
    assert_eq!((parsed.from, parsed.to), (Some(grid.at(0, 0)), Some(grid.at(4, 6))));
    assert_eq!(parsed.maze.openings().map(|(_, side)| side).collect::<Vec<_>>(), [Side::W, Side::E]);
    assert_eq!(parsed.maze.count_passages(), 34);
    let picture = Picture::new(parsed.maze.clone(), grid.at(0, 0), grid.at(4, 6));
    assert_eq!(picture.to_bytes(Format::Ascii).unwrap(), text.as_bytes());

    let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert_eq!(read_text(trimmed.join("\r\n")).unwrap(), parsed);
    // The marks of a path are the ends, and not the openings.
    let drawn = text.replacen("\n    |", "\n* X |", 1).replacen("   +---+   +", " * +---+   +", 1);
    let drawn = drawn.replacen("|   |", "| @ |", 1);
    let read = read_text(&drawn).unwrap();
    let entrance = drawn.lines().position(|line| line.contains('@')).unwrap() as u32 / 2;
    assert_eq!((read.to, read.from.map(|from| grid.row(from))), (Some(grid.at(0, 0)), Some(entrance)));
    assert_eq!((read.maze, read.ends_are_openings), (parsed.maze, false));
}

#[test]
fn two_openings_are_the_ends_where_nothing_else_is() {
    let one_cell = read_text("+---+\n     \n+---+\n").unwrap();
    assert_eq!((one_cell.from, one_cell.to), (Some(Cell(0)), Some(Cell(0))));
    let three = read_text("+---+\n     \n+   +\n").unwrap();
    assert_eq!((three.from, three.to), (None, None));
    let down = read_json(r#"{"encoding":"passages","cells":[["NS"],["NS"]]}"#).unwrap();
    assert_eq!((down.from, down.to), (Some(Cell(0)), Some(Cell(1))));
    let said = read_json(r#"{"encoding":"passages","cells":[["NS"],["NS"]],"from":[1,0]}"#).unwrap();
    assert_eq!((said.from, said.to), (Some(Cell(1)), None));
}

#[test]
fn a_solution_comes_with_its_maze() {
    let text = r#"{"directions":"EXE","path":[[0,0],[7,9007199254740991]],"encoding":"bits","cells":[[13,7]],
        "reachable":true,"distances":[[0,1]],"path2":[],"farthest":{"cell":[0,1]}}"#;
    let parsed = read_json(text).unwrap();
    assert_eq!(parsed.directions, Some(Names::word("EXE")));
    // A number that is too large for any maze is the largest there is.
    assert_eq!(parsed.path, Some(vec![[0, 0].into(), [7, u32::MAX].into()]));
    assert_eq!(parsed.maze.count_passages(), 1);
}

/// What `unicode` without its blanks cannot tell is read as the smallest maze that looks so.
#[test]
fn a_maze_that_ends_in_nothing_is_read_as_less() {
    let grid = Square::new(2, 1).unwrap();
    let mut maze = Maze::closed(grid);
    for side in [Side::N, Side::E, Side::S] {
        remove(&mut maze, grid.at(0, 1), side, &mut ()).unwrap();
    }
    let text =
        String::from_utf8(Picture::new(maze.clone(), Cell(0), Cell(1)).to_bytes(Format::Unicode).unwrap()).unwrap();
    assert_eq!(text, "┌───┐    \n│   │    \n└───┘    \n");
    assert_eq!(read_text(&text).unwrap().maze, maze.into());
    let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
    assert_eq!(read_text(trimmed.join("\n")).unwrap().maze.grid().square(), Some(Square::new(1, 1).unwrap()));

    // A maze without any wall is all blanks.
    let blank = "         \n".repeat(5);
    assert_eq!(read_text(&blank).unwrap().maze.grid().square(), Some(Square::new(2, 2).unwrap()));
    assert!(read_text("  \n \n").is_err());
}

/// Each of these would take gigabytes, minutes or the whole stack of a reader that pads, recurses or starts over.
#[test]
fn inputs_that_claim_to_be_large_are_rejected_cheaply() {
    let none = Limits { max_side: u32::MAX, max_cells: u32::MAX };
    let million = 1_000_000;
    let texts = [
        "┌".to_owned() + &"─".repeat(4 * million) + &"\n".repeat(million) + "└",
        "+---".repeat(million) + "+" + &"\n".repeat(million) + "+",
        "██".repeat(million + 1) + &"\n".repeat(million - 1) + "█",
        " ".repeat(10 * million),
        "\n".repeat(10 * million),
        "\n".repeat(million) + &" ".repeat(million) + "│",
        "+".repeat(10 * million),
        "\r".repeat(million),
    ];
    for text in &texts {
        for limits in [none, Limits::default()] {
            assert!(crate::read_limited(text, limits).is_err(), "{}", &text[..3]);
        }
    }
    let nested = "[".repeat(million);
    let jsons = [
        format!(r#"{{"encoding":"walls","cells":{nested}"#),
        format!(r#"{{"cells":{nested}"#),
        format!(r#"{{"x":{nested}"#),
        format!(r#"{{"path":{nested}"#),
        nested,
        r#"{"a":"#.repeat(million),
        format!(r#"{{"encoding":"walls","cells":[["{}"]]}}"#, "N".repeat(million)),
        format!(r#"{{"encoding":"{}"}}"#, "N".repeat(million)),
        format!(r#"{{"encoding":"bits","cells":[[{}15],[]]}}"#, "15,".repeat(million)),
        format!(r#"{{"encoding":"bits","cells":[{}[]]}}"#, "[],".repeat(million)),
    ];
    for json in &jsons {
        for limits in [none, Limits::default()] {
            assert!(crate::read_as("json", json, limits).is_err(), "{}", &json[..10]);
        }
    }
    // A member that is ignored may hold anything.
    let deep = format!(r#"{{"x":{}{},"encoding":"bits","cells":[[15]]}}"#, "[".repeat(million), "]".repeat(million));
    assert!(read_json(deep).is_ok());
}

#[test]
fn a_large_maze_is_read_in_every_form() {
    let picture = make(700, 400, Kinds::Ruined, 5);
    for &encoding in Encoding::ALL {
        assert_eq!(read_json(picture.to_bytes(Format::Json(encoding)).unwrap()).unwrap().maze, picture.maze);
    }
    for format in TEXTS {
        assert_eq!(read_text(picture.to_bytes(format).unwrap()).unwrap().maze, picture.maze);
    }
}

/// Some writers of JSON put whole numbers so, and JSON Schema counts them as integers.
#[test]
fn whole_numbers_may_have_a_point() {
    let plain = crate::read_maze(br#"{"encoding":"bits","w":2,"to":[0,0],"cells":[[13,7]]}"#).unwrap();
    let pointed = crate::read_maze(br#"{"encoding":"bits","w":2.0,"to":[0,0.0],"cells":[[13.0,7e0]]}"#).unwrap();
    assert_eq!(pointed, plain);
    let blocks = br#"{"encoding":"blocks","cells":[[1.0,1,1],[1,0.0,1],[1,1,1]]}"#;
    assert_eq!(crate::read_maze(blocks).unwrap().maze.cells().count(), 1);
}
