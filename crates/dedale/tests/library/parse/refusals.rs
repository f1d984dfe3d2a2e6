//! What is refused: the kind, the place and the words, of each thing that can be wrong.

use dedale::formats::{Encoding, Format};
use dedale::grid::{Cell, Limits};
use dedale::parse::{InputFormat, InputPlace, ParseErrorKind};
use dedale::picture::Picture;

use super::{Kinds, TEXTS, at, cell, make, read_json, read_text};

fn block(row: u64, column: u64) -> Option<InputPlace> {
    Some(InputPlace::Block { row, column })
}

#[test]
#[rustfmt::skip] // One line for each.
fn bad_json_is_refused_where_it_is_bad() {
    use ParseErrorKind::{Inconsistent, Malformed};
    let walls = |cells: &str| format!(r#"{{"encoding":"walls","cells":{cells}}}"#);
    let bits = |cells: &str| format!(r#"{{"encoding":"bits","cells":{cells}}}"#);
    let named = |cell: &str| format!(r#"{{"encoding":"named","cells":[[{cell}]]}}"#);
    let blocks = |cells: &str| format!(r#"{{"encoding":"blocks","cells":{cells}}}"#);
    let with = |member: &str| format!(r#"{{"encoding":"bits","cells":[[13,5,7]],{member}}}"#);
    let table: Vec<(String, ParseErrorKind, Option<InputPlace>, &str)> = vec![
        ("".into(), Malformed, None, "there is nothing here, where the JSON object of a maze must be"),
        (" \n".into(), Malformed, None, "there is nothing here, where the JSON object of a maze must be"),
        ("[]".into(), Malformed, at(1, 1), "must be the object of a maze, with encoding and cells, and is a list"),
        ("{}".into(), Malformed, None, "encoding is missing, which says how cells are written: one of walls, passages, bits, named, blocks, graph; rows of squares may be in a member such as maze, grid or map, and walls in horizontal and vertical"),
        (r#"{"encoding":"bits"}"#.into(), Malformed, None, "cells is missing"),
        (r#"{"cells":[[15]]}"#.into(), Malformed, None, "encoding is missing, which says how cells are written: one of walls, passages, bits, named, blocks, graph"),
        (r#"{"encoding":"bit"}"#.into(), Malformed, at(1, 17), "unknown encoding; must be one of walls, passages, bits, named, blocks, graph"),
        (r#"{"encoding":3}"#.into(), Malformed, at(1, 13), "must be the name of an encoding, and is 3"),
        (with(r#""encoding":"bits""#), Malformed, at(1, 48), "encoding is given twice"),
        (with(r#""cells":[[15]]"#), Malformed, at(1, 45), "cells is given twice"),
        (with(r#""w":3,"w":3"#), Malformed, at(1, 47), "w is given twice"),
        (with(r#""w":2"#), Inconsistent, None, "w is 2, but the number of columns is 3"),
        (with(r#""h":2"#), Inconsistent, None, "h is 2, but the number of rows is 1"),
        (with(r#""w":3.5"#), Malformed, at(1, 45), "must be a whole number from 0 to 9007199254740991, and is 3.5"),
        (with(r#""from":[0,3]"#), Inconsistent, None, "from is [0,3], which is no cell of the maze: they go from [0,0] to [0,2]"),
        (with(r#""to":[1,0]"#), Inconsistent, None, "to is [1,0], which is no cell of the maze: they go from [0,0] to [0,2]"),
        (with(r#""to":[1]"#), Inconsistent, None, "to is [1], which is no cell of the maze: they go from [0,0] to [0,2]"),
        (with(r#""to":[-1,0]"#), Malformed, at(1, 46), "must be a whole number from 0 to 9007199254740991, and is -1"),
        (with(r#""path":[[0,0],[0,1.5]]"#), Malformed, at(1, 58), "must be a whole number from 0 to 9007199254740991, and is 1.5"),
        (
            with(r#""path":[[0,9007199254740992]]"#),
            Malformed,
            at(1, 65),
            "must be a whole number from 0 to 9007199254740991, and is 9007199254740992",
        ),
        (with(r#""directions":5"#), Malformed, at(1, 52), "must be a string of letters, or an array of the names of sides, and is 5"),
        (with(r#""x":1"#) + "x", Malformed, at(1, 45), "there is more text after the end of the JSON"),
        (walls("null"), Malformed, at(1, 32), "must be an array with an element for each of the rows, and is null"),
        (walls("[]"), Malformed, cell([0]), "a list must have at least one element"),
        (walls("[[]]"), Malformed, cell([0, 0]), "a list must have at least one element"),
        (walls(r#"["NESW"]"#), Malformed, at(1, 35), "must be an array with an element for each of the columns, and is \"NESW\""),
        (walls("[[15]]"), Malformed, at(1, 32), "must be a string of the letters N, E, S and W, and is 15"),
        (walls("[[\"NESW\",\n5]]"), Malformed, at(2, 1), "must be a string of the letters N, E, S and W, and is 5"),
        (walls(r#"[["NEW"],["ESW","S"]]"#), Malformed, cell([1, 1]), "the list has more than 1 elements: one for each of the columns"),
        (walls(r#"[["NSW","NES"],["NESW"]]"#), Malformed, cell([1, 1]), "the list ends here, and must have 2 elements: one for each of the columns"),
        (walls(r#"[["NESW"],[]]"#), Malformed, cell([1, 0]), "the list ends here, and must have 1 elements: one for each of the columns"),
        (walls(r#"[["NSW","nES"]]"#), Malformed, cell([0, 1]), "\"n\" is no side: they are N, E, S and W"),
        (walls(r#"[["NSW\u0000"]]"#), Malformed, cell([0, 0]), "\"\\0\" is no side: they are N, E, S and W"),
        (walls(r#"[["NESWN"]]"#), Malformed, cell([0, 0]), "side N is named twice"),
        (walls(r#"[["NW","NESW"],["NSW","NES"]]"#), Inconsistent, cell([0, 0]), "no wall on side E, but the cell [0,1] has a wall on side W"),
        (walls(r#"[["NESW","NEW"],["NESW","NESW"]]"#), Inconsistent, cell([0, 1]), "no wall on side S, but the cell [1,1] has a wall on side N"),
        (walls(r#"[["NESW"],["ESW"]]"#), Inconsistent, cell([0, 0]), "a wall on side S, but the cell [1,0] has no wall on side N"),
        (bits("[[16]]"), Malformed, cell([0, 0]), "16 is not from 0 to 15"),
        (bits("[[-1]]"), Malformed, at(1, 31), "must be a whole number from 0 to 15, and is -1"),
        (bits("[[14.5]]"), Malformed, at(1, 33), "must be a whole number from 0 to 15, and is 14.5"),
        (bits("[[15"), Malformed, at(1, 32), "must be `,` or `]` here"),
        (named(r#"{"N":true,"E":true,"S":true}"#), Malformed, cell([0, 0]), "side W is missing"),
        (named(r#"{"N":true,"N":true}"#), Malformed, cell([0, 0]), "side N is named twice"),
        (named(r#"{"north":true}"#), Malformed, cell([0, 0]), "\"north\" is no side: they are N, E, S and W"),
        (named(r#"{"":true}"#), Malformed, cell([0, 0]), "\"\" is no side: they are N, E, S and W"),
        (named(r#"{"N":1}"#), Malformed, at(1, 36), "must be a boolean, and is 1"),
        (named(r#""NESW""#), Malformed, at(1, 36), "must be an object with the keys N, E, S and W, and is \"NESW\""),
        (blocks("[[1]]"), Malformed, block(0, 1), "a row of blocks has 2w + 1 elements, 3 at least, and this one has 1"),
        (blocks("[[1,1,1,1]]"), Malformed, block(0, 4), "a row of blocks has 2w + 1 elements, 3 at least, and this one has 4"),
        (blocks("[[1,1,1],[1,0,1]]"), Malformed, block(2, 0), "a matrix of blocks has 2h + 1 rows, 3 at least, and this one has 2"),
        (blocks("[[1,1,1],[1,0,2]]"), Malformed, block(1, 2), "2 is neither 0 nor 1"),
        (blocks("[[1,1,1],[1,0,1],[1,1,0]]"), Inconsistent, block(2, 2), "a wall ends here, so this block must be 1"),
        (blocks("[[1,1,1],[1,1,1],[1,1,1]]"), Inconsistent, None, "there is no cell: all of them are left out"),
        (blocks("[[1,1,1],[1,0,1,1]]"), Malformed, block(1, 3), "the list has more than 3 elements: one for each of the columns"),
        (blocks("[[true]]"), Malformed, at(1, 35), "must be 0 or 1, and is true"),
    ];
    for (text, kind, place, detail) in table {
        let error = read_json(&text).unwrap_err();
        assert_eq!((error.kind, error.place, &*error.detail), (kind, place, detail), "{text}");
    }
    let error = read_json(b"{\"a\":\"\xff\"}").unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 7: not UTF-8: byte 6, counted from 0, is part of no character");
    let long = read_json(format!(r#"{{"encoding":"bits","cells":[["{}"]]}}"#, "é".repeat(100_000))).unwrap_err();
    assert_eq!(long.detail.chars().count(), 201);
}

#[test]
#[rustfmt::skip] // One line for each.
fn bad_text_is_refused_where_it_is_bad() {
    use ParseErrorKind::{Inconsistent, Malformed};
    let table: &[(&str, ParseErrorKind, Option<InputPlace>, &str)] = &[
        ("", Malformed, None, "there is nothing here, where a maze must be"),
        ("\u{feff}\r\n \n", Malformed, None, "there is nothing here, where a maze must be drawn"),
        ("\n {\"cells\":1}", Malformed, None, "encoding is missing, which says how cells are written: one of walls, passages, bits, named, blocks, graph"),
        ("\u{1b}[48;2;24;26;36m  \u{1b}[0m\n", Malformed, None, "the form ansi is not read: send ascii, unicode or blocks"),
        // Ascii.
        ("+", Malformed, at(1, 2), "the first line of w cells is 4 × w + 1 characters long, 5 at least, and this one 1"),
        ("+--+-+\n|  | |\n+--+-+\n", Malformed, at(1, 7), "the first line of w cells is 4 × w + 1 characters long, 5 at least, and this one 6"),
        ("+---+\n", Malformed, at(2, 1), "h rows of cells have 2 × h + 1 lines, 3 at least, and here are 1"),
        ("+---+\n|   |\n", Malformed, at(3, 1), "h rows of cells have 2 × h + 1 lines, 3 at least, and here are 2"),
        ("+---+\n|   |\n+---+\n|   |\n", Malformed, at(5, 1), "h rows of cells have 2 × h + 1 lines, 3 at least, and here are 4"),
        ("+---+\n|   |\n+--\n", Inconsistent, at(3, 2), "half a wall: here must be 3 times '-', or none"),
        ("+---+\n|   |\n+---\n", Malformed, at(3, 5), "the line is shorter than the first one"),
        ("+---+\n|   |\n\n\n+---+\n", Malformed, at(3, 1), "the line is shorter than the first one"),
        ("+---+\n|   |  |\n+---+\n", Malformed, at(2, 8), "the line is longer than the first one"),
        ("+---+\n| x |\n+---+\n", Malformed, at(2, 3), "'x' is no character of this form: there may be only walls, blanks and the marks of a path; as squares are read with walls=+-|, it may be free=x, start=x or end=x (in a URL, + is %2B)"),
        ("+---+\n|\t|\n+---+\n", Malformed, at(2, 2), "'\\t' is no character of this form: there may be only walls, blanks and the marks of a path; as squares are read with walls=+-|, it may be free=\\t, start=\\t or end=\\t (in a URL, + is %2B)"),
        ("+---+\n| ● |\n+---+\n", Malformed, at(2, 3), "'●' is no character of this form: there may be only walls, blanks and the marks of a path; as squares are read with walls=+-|, it may be free=●, start=● or end=● (in a URL, + is %2B)"),
        ("+---+\n| | |\n+---+\n", Inconsistent, at(2, 3), "'|' stands inside a cell, where no wall can be"),
        ("+---+\n-   |\n+---+\n", Inconsistent, at(2, 1), "'-' cannot stand here, where only '|' or a blank can"),
        ("+---+\n|   |\n+- -+\n", Inconsistent, at(3, 2), "half a wall: here must be 3 times '-', or none"),
        ("+---+---+\n|   |   |\n+---*---+\n", Inconsistent, at(3, 5), "'+' must stand here"),
        ("+---+---+\n|   |   |\n+---|---+\n", Inconsistent, at(3, 5), "'+' must stand here"),
        // Blocks.
        ("██████\n██  █\n██████\n", Inconsistent, at(2, 5), "half a wall: here must be 2 times '█', or none"),
        ("█████\n", Malformed, at(1, 6), "the first line of w cells is 4 × w + 2 characters long, 6 at least, and this one 5"),
        ("██████\n██  ██\n████\n", Malformed, at(3, 5), "the line is shorter than the first one"),
        ("██████\n██  ██\n████  \n", Inconsistent, at(3, 5), "'█' must stand here, where a wall ends"),
        ("██████\n██████\n██████\n", Inconsistent, None, "there is no cell: all of them are left out"),
        ("██████\n███ ██\n██████\n", Inconsistent, at(2, 4), "half a cell: it must be solid or free in all of its width"),
        ("██████\n██ ███\n██████\n", Inconsistent, at(2, 4), "half a cell: it must be solid or free in all of its width"),
        ("██████\n██  ##\n██████\n", Malformed, at(2, 5), "'#' is no character of this form: there may be only walls, blanks and the marks of a path"),
        // Unicode.
        ("┌───┐\n│   │\n", Inconsistent, at(3, 1), "' ' has no arm up, where a wall is"),
        ("┌───┐\n", Inconsistent, at(1, 1), "'┌' has an arm down, where no wall is"),
        ("┌───┬───┐\n│       │\n└───────┘\n", Inconsistent, at(1, 5), "'┬' has an arm down, where no wall is"),
        ("┌───────┐\n│   │   │\n└───┴───┘\n", Inconsistent, at(1, 5), "'─' has no arm down, where a wall is"),
        ("┌───┐\n│   │\n└───┤\n", Inconsistent, at(3, 5), "'┤' has an arm down, where no wall is"),
        ("┌   ┐\n│   │\n└───┘\n", Inconsistent, at(1, 1), "'┌' has an arm to the right, where no wall is"),
        ("╷───┐\n│   │\n└───┘\n", Inconsistent, at(1, 1), "'╷' has no arm to the right, where a wall is"),
        ("┌───╷\n│   │\n└───┘\n", Inconsistent, at(1, 5), "'╷' has no arm to the left, where a wall is"),
        ("┌───┐\n│ ─ │\n└───┘\n", Inconsistent, at(2, 3), "'─' stands inside a cell, where no wall can be"),
        ("┌─ ─┐\n│   │\n└───┘\n", Inconsistent, at(1, 2), "half a wall: here must be 3 times '─', or none"),
        ("┌───┐\n║   │\n└───┘\n", Malformed, at(2, 1), "'║' is no character of this form: there may be only walls, blanks and the marks of a path"),
        ("┌───┐\n│ * │\n└───┘\n", Malformed, at(2, 3), "'*' is no character of this form: there may be only walls, blanks and the marks of a path"),
    ];
    for &(text, kind, place, detail) in table {
        // Blocks that are as wrong as these may look like another form.
        let is_of_blocks = text.starts_with('█');
        let read = if is_of_blocks { crate::read_as("blocks", text, Limits::default()) } else { read_text(text) };
        let error = read.unwrap_err();
        assert_eq!((error.kind, error.place, &*error.detail), (kind, place, detail), "{text}");
    }
    let error = read_text("+---+\n|é \u{e9}".as_bytes().split_last().unwrap().1).unwrap_err();
    let detail = "not UTF-8: byte 10, counted from 0, is part of no character";
    assert_eq!((error.kind, error.place, &*error.detail), (Malformed, at(2, 4), detail));
}

#[test]
fn what_is_none_of_the_forms_is_told_how_each_of_them_begins() {
    for text in ["hello", "╔═══╗\n", "<html/>"] {
        let error = read_text(text).unwrap_err();
        assert_eq!((error.kind, error.format), (ParseErrorKind::Malformed, None));
        for form in InputFormat::ALL {
            let begins = format!("{} begins like {}", form.name, form.first_line);
            assert!(error.detail.contains(&begins), "{error}");
        }
    }
    for svg in ["<svg/>", "<?xml version='1.0'?>\n<!-- a maze -->\n<SVG xmlns='http://www.w3.org/2000/svg'/>"] {
        let error = read_text(svg).unwrap_err();
        assert!(error.detail.starts_with("this SVG does not say which maze it shows"), "{error}");
    }
}

#[test]
fn mazes_over_the_limits_are_rejected_in_every_format() {
    let limits = |max_side, max_cells| Limits { max_side, max_cells };
    // Five columns and three rows.
    let picture = make(5, 3, Kinds::Ruined, 7);
    // Faults of graphs have other places: see `parse_any`.
    let matrices = Encoding::ALL.iter().copied().filter(|&encoding| encoding != Encoding::Graph);
    let forms = matrices.map(Format::Json).chain(TEXTS);
    for format in forms {
        let bytes = picture.to_bytes(format).unwrap();
        let is_json = matches!(format, Format::Json(_));
        let read =
            |limits| if is_json { crate::read_as("json", &bytes, limits) } else { crate::read_limited(&bytes, limits) };
        assert_eq!(read(limits(5, 15)).unwrap().maze, picture.maze);
        let refused = |limits| {
            let error = read(limits).unwrap_err();
            assert!(matches!(error.kind, ParseErrorKind::TooLarge(_)), "{format:?}: {error:?}");
            assert_eq!(error.place.is_some(), is_json, "{format:?}");
            (error.place, error.detail)
        };
        let (place, detail) = refused(limits(4, 1000));
        assert_eq!(detail, "too many columns: the limit is 4");
        let too_wide = if format == Format::Json(Encoding::Blocks) { block(0, 9) } else { cell([0, 4]) };
        assert_eq!(place, too_wide.filter(|_| is_json));
        let (place, detail) = refused(limits(5, 14));
        assert_eq!(detail, "too many cells: the limit is 14");
        let too_many = if format == Format::Json(Encoding::Blocks) { block(5, 9) } else { cell([2, 4]) };
        assert_eq!(place, too_many.filter(|_| is_json));
    }
    let tall = read_json(r#"{"encoding":"bits","cells":[[15],[15],[15]]}"#).unwrap().maze;
    let tall = Picture::new(tall, Cell(0), Cell(2));
    let error =
        crate::read_as("json", tall.to_bytes(Format::Json(Encoding::Blocks)).unwrap(), limits(2, 9)).unwrap_err();
    assert_eq!(error.to_string(), "row 5, column 0 of the blocks: too many rows: the limit is 2");
    let error = crate::read_limited(tall.to_bytes(Format::Ascii).unwrap(), limits(2, 9)).unwrap_err();
    assert_eq!(error.to_string(), "too many rows: the limit is 2");
}
