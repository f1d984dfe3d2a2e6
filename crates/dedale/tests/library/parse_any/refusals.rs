//! What is refused: the kind, the place and the words, of each thing that can be wrong.

use dedale::about::OverLimit;
use dedale::formats::Encoding;
use dedale::grid::{Cell, Graph, GraphCell, GraphSide, GridKind, Limits, Mesh, MeshOptions};
use dedale::parse::{InputPlace, ParseErrorKind};

use super::{open_some, read, write};
use crate::parse::{at, cell};

fn node(number: u64) -> Option<InputPlace> {
    Some(InputPlace::Node { number })
}

#[test]
#[rustfmt::skip] // One line for each.
fn bad_mazes_are_refused_where_they_are_bad() {
    use ParseErrorKind::{Inconsistent, Malformed, TooLarge};
    let hex = |cells: &str| format!(r#"{{"grid":"hex","encoding":"walls","cells":{cells}}}"#);
    let bits = |grid: &str, cells: &str| format!(r#"{{"grid":"{grid}","encoding":"bits","cells":{cells}}}"#);
    let named = |cells: &str| format!(r#"{{"grid":"triangle","encoding":"named","cells":{cells}}}"#);
    let with = |members: &str| format!(r#"{{{members},"encoding":"bits","cells":[[15,15,15],[15,15,15],[15,15,15]]}}"#);
    let graph = |members: &str, cells: &str| format!(r#"{{{members},"encoding":"graph","cells":[{cells}]}}"#);
    let custom = |cells: &str| graph(r#""grid":"custom""#, cells);
    let side = |name: &str, to: &str| format!(r#"{{"side":"{name}","to":{to}}}"#);
    let sides = |sides: &str| format!(r#"{{"sides":[{sides}]}}"#);
    let pair = |a: &str, b: &str| custom(&format!("{},{}", sides(a), sides(b)));
    let squares = |cells: &str| graph(r#""grid":"square","w":2,"h":1"#, cells);
    let square = |address: &str, east: &str, west: &str| {
        format!(r#"{{"cell":{address},"sides":[{{"side":"N","open":false}},{east},{},{west}]}}"#, side("S", "null"))
    };
    let polygon = |points: &str| custom(&format!(r#"{{"polygon":{points},"sides":[{},{},{}]}}"#, side("a", "null"), side("b", "null"), side("c", "null")));
    let hex_row = r#"["NE","E","SE","SW","W","NW"]"#;
    // Longer names are shortened.
    let unknown: String = format!("unknown grid; must be custom, or one of {}", GridKind::names().join(", ")).chars().take(200).chain(['…']).collect();
    let table: Vec<(String, ParseErrorKind, Option<InputPlace>, &str)> = vec![
        // The options of the grid.
        (with(r#""grid":"hexx""#), Malformed, at(1, 14), &unknown),
        (with(r#""grid":5"#), Malformed, at(1, 9), "must be the name of a grid, and is 5"),
        (with(r#""grid":"hex","grid":"hex""#), Malformed, at(1, 20), "grid is given twice"),
        (with(r#""options":{"wrap":"z"}"#), Malformed, at(1, 22), "unknown wrap; must be one of none, x, y, xy"),
        (with(r#""options":{"wrap":"x","wrap":null}"#), Malformed, at(1, 31), "wrap is given twice"),
        (with(r#""crossings":[[1,1,"SN"]]"#), Malformed, at(1, 23), "a tunnel runs NS or EW"),
        (with(r#""crossings":[[1,1]]"#), Malformed, at(1, 19), "must be a crossing: an array of its row, its column, and NS or EW, and has 2 elements"),
        (with(r#""grid":"hex","floors":2"#), Inconsistent, None, "only a grid of squares has floors"),
        (with(r#""grid":"hex","w":4"#), Inconsistent, None, "w is 4, but the number of columns is 3"),
        (with(r#""grid":"hex","h":4"#), Inconsistent, None, "h is 4, but the number of rows is 3"),
        (with(r#""grid":"hex","options":{"wrap":"y"}"#), Inconsistent, None, "the edges can only be joined where the number of rows is a multiple of 2"),
        (with(r#""crossings":[[1,1,"NS"],[9,9,"NS"]]"#), Inconsistent, None, "crossings[1] is at [9,9], where no cell is"),
        (with(r#""crossings":[[1,1,"NS"],[0,1,"NS"]]"#), Inconsistent, None, "crossings[1] is at [0,1], under which no tunnel can run this way"),
        (with(r#""crossings":[[1,1,"NS"],[1,1,"EW"]]"#), Inconsistent, None, "crossings[1] is at [1,1], under which no tunnel can run this way"),
        (with(r#""grid":"hex","crossings":[[1,1,"NS"]]"#), Inconsistent, None, "crossings[0] is at [1,1], under which no tunnel can run this way"),
        (with(r#""grid":"hex","from":[3,0]"#).replace("15", "63"), Inconsistent, None, "from is [3,0], which is no cell of the maze: they go from [0,0] to [2,2]"),
        (with(r#""grid":"hex","to":[0,0,0,0]"#), Malformed, at(1, 28), "must be the address of a cell, an array of one to three whole numbers, and has 4 elements"),
        (with(r#""grid":"hex","to":[0,4294967296]"#), Malformed, at(1, 33), "a number of an address is at most 4294967295, and not 4294967296"),
        (bits("polar", "[[63]]"), Inconsistent, None, "a circle must have at least one ring around its center"),
        (r#"{"grid":"hex","encoding":"blocks","cells":[[1]]}"#.into(), Inconsistent, None, "blocks are read of squares alone, without floors and crossings: they do not say where these lead"),
        (bits("custom", "[1]"), Inconsistent, None, "a custom grid must be given as a graph: encoding must be graph"),
        (r#"{"grid":"hex","cells":[[1]]}"#.into(), Malformed, None, "encoding is missing, which says how cells are written: one of walls, passages, bits, named, blocks, graph"),
        (r#"{"grid":"hex","encoding":"graph"}"#.into(), Malformed, None, "cells is missing"),
        // How the lists are nested.
        (hex("5"), Malformed, at(1, 42), "must be an array with an element for each of the rows, and is 5"),
        (hex("[]"), Malformed, cell([0]), "a list must have at least one element"),
        (hex("[[]]"), Malformed, cell([0, 0]), "a list must have at least one element"),
        (hex(&format!("[[{hex_row}],[]]")), Malformed, cell([1, 0]), "the list ends here, and must have 1 elements: one for each of the columns"),
        (hex(&format!("[[{hex_row}],[{hex_row},{hex_row}]]")), Malformed, cell([1, 1]), "the list has more than 1 elements: one for each of the columns"),
        (hex("[[null,null]]"), Inconsistent, None, "there is no cell: all of them are left out"),
        (bits("polar", "[[63],[15,15,15,15,15]]"), Malformed, cell([1, 5]), "the list ends here, and must have 6 elements: one for each of the cells in a ring"),
        (bits("polar", "[[63,63]]"), Malformed, cell([0, 1]), "the list has more than 1 elements: one for each of the cells in a ring"),
        (bits("octagon", "[[[255]]]"), Malformed, cell([0, 0, 1]), "the list ends here, and must have 2 elements: one for each of the pieces"),
        (bits("square", "[[15,15],[15,null,15]]"), Malformed, cell([1, 2]), "the list has more than 2 elements: one for each of the columns"),
        // What is said of the walls.
        (hex(r#"[["NE"]]"#), Malformed, at(1, 47), "must be an array of names of sides, and is \"NE\""),
        (hex(r#"[[["N"]]]"#), Malformed, cell([0, 0]), "\"N\" is no side: they are NE, E, SE, SW, W and NW"),
        (hex(r#"[[["NE","NE"]]]"#), Malformed, cell([0, 0]), "side NE is named twice"),
        (hex(r#"[[["NE","E","SE","SW","W","NW"],["NE","E","SE","SW","NW"]]]"#), Inconsistent, cell([0, 0]), "a wall on side E, but the cell [0,1] has no wall on side W"),
        (bits("hex", "[[64]]"), Malformed, cell([0, 0]), "64 is not from 0 to 63"),
        (bits("hex", "[[1.5]]"), Malformed, at(1, 45), "must be a whole number from 0 to 63, and is 1.5"),
        (bits("triangle", "[[8]]"), Malformed, cell([0, 0]), "8 is not from 0 to 7"),
        (bits("square", "[[16,null]]"), Malformed, cell([0, 0]), "16 is not from 0 to 15"),
        (named(r#"[[{"NE":true,"S":true}]]"#), Malformed, cell([0, 0]), "side NW is missing"),
        (r#"{"grid":"octagon","encoding":"passages","cells":[[[["8"],[]]]]}"#.into(), Malformed, cell([0, 0, 0]), "\"8\" is no side: they are 0, 1, 2, 3, 4, 5, 6 and 7"),
        (named(r#"[[{"NE":true,"N":true}]]"#), Malformed, cell([0, 0]), "\"N\" is no side: they are NE, S and NW"),
        (with(r#""crossings":[[1,1,"NS"]]"#).replace("],[15,15,15],[", "],[15,14,15],["), Inconsistent, cell([1, 1]), "no wall on side N, which leads nowhere"),
        // Graphs of known grids.
        (squares(&square("[0,0]", &side("E", "1"), &side("W", "null"))), Inconsistent, node(0), "side E leads to no cell, and not to cell 1"),
        (squares(&format!("{},{}", square("[0,0]", &side("E", "null"), &side("W", "null")), square("[0,1]", &side("E", "null"), &side("W", "0")))), Inconsistent, node(0), "side E leads to cell 1, and not to no cell"),
        (squares(&format!("{},{}", square("[0,1]", &side("E", "null"), &side("W", "0")), square("[0,0]", &side("E", "1"), &side("W", "null")))), Inconsistent, node(1), "cell is [0,0], which comes after [0,1]: cells must be in the order of their addresses"),
        (squares(&square("[0,2]", &side("E", "null"), &side("W", "null"))), Inconsistent, None, "w is 2, but there are cells for which it must be 3 at least"),
        (squares(&square("[0]", &side("E", "null"), &side("W", "null"))), Inconsistent, node(0), "cell is [0], and an address has 2 numbers here"),
        (squares(&sides(&side("E", "null"))), Malformed, node(0), "cell is missing"),
        (squares(r#"{"cell":[0,0]}"#), Malformed, node(0), "sides is missing"),
        (squares(r#"{"cell":[0,0],"sides":[{"side":"N"}]}"#), Malformed, node(0), "side E is missing"),
        (squares(r#"{"cell":[0,0],"sides":[{"side":"N"},{"side":"N"}]}"#), Malformed, node(0), "side N is named twice"),
        (squares(&square("[0,0]", r#"{"side":"E","tunnel":true}"#, &side("W", "null"))), Inconsistent, node(0), "side E leads through no tunnel, as crossings says"),
        (graph(r#""grid":"polar""#, r#"{"cell":[1,6],"sides":[]}"#), Inconsistent, node(0), "cell is [1,6], where the grid has no cell"),
        (graph(r#""grid":"hex""#, r#"{"cell":[9999,9999],"sides":[]}"#), TooLarge(OverLimit { limit: "cells", max: 4_194_304, asked: 100_000_000 }), None, "too many cells: the limit is 4194304"),
        (graph(r#""grid":"hex""#, r#"{"cell":[999,999],"sides":[]}"#), Inconsistent, None, "too few cells are given for a grid with places for 1000000"),
        (graph(r#""grid":"hex""#, r#"{"cell":[999,99999],"sides":[]}"#), TooLarge(OverLimit { limit: "columns", max: 65_535, asked: 100_000 }), None, "too many columns: the limit is 65535"),
        // Graphs of one's own.
        (custom(""), Malformed, node(0), "there must be at least one cell"),
        (custom("[]"), Malformed, at(1, 45), "must be a cell of a graph, an object with sides, and is a list"),
        (custom("{}"), Malformed, node(0), "sides is missing"),
        (custom(r#"{"sides":[],"sides":[]}"#), Malformed, at(1, 64), "sides is given twice"),
        (custom(r#"{"sides":[{"to":0}]}"#), Malformed, node(0), "the name of a side is missing: side"),
        (custom(r#"{"sides":[{"side":"a","to":0,"to":0}]}"#), Malformed, at(1, 78), "to is given twice"),
        (custom(r#"{"sides":[{"side":"a","to":0.5}]}"#), Malformed, at(1, 75), "must be a whole number from 0 to 9007199254740991, and is 0.5"),
        (custom(r#"{"cell":[1],"sides":[]}"#), Inconsistent, node(0), "cell is [1], but the address of a cell of a custom grid is its place in the list: [0]"),
        (custom(&sides(&side("a", "0"))), Inconsistent, node(0), "side a leads to its own cell"),
        (custom(&sides(&side("a", "1"))), Inconsistent, node(0), "side a leads to cell 1, which does not exist"),
        (custom(&sides(&side("a", "9007199254740991"))), Inconsistent, node(0), "a side leads to cell 9007199254740991, which does not exist"),
        (custom(&sides(&side("", "0"))), Inconsistent, node(0), "\"\" is no name of a side: it must have 1 to 16 characters, and no comma, semicolon or control character"),
        (custom(&sides(&side("\\n", "0"))), Inconsistent, node(0), "\"\\n\" is no name of a side: it must have 1 to 16 characters, and no comma, semicolon or control character"),
        (custom(&sides(&side("a,b", "0"))), Inconsistent, node(0), "\"a,b\" is no name of a side: it must have 1 to 16 characters, and no comma, semicolon or control character"),
        (custom(&sides(&side("a;b", "0"))), Inconsistent, node(0), "\"a;b\" is no name of a side: it must have 1 to 16 characters, and no comma, semicolon or control character"),
        (custom(&sides(&side(&"a".repeat(99), "0"))), Inconsistent, node(0), "\"aaaaaaaaaaaaaaaaa\" is no name of a side: it must have 1 to 16 characters, and no comma, semicolon or control character"),
        (custom(&sides(&[side("a", "0"), side("a", "0")].join(","))), Inconsistent, node(0), "side a is named twice"),
        (custom(&sides(&(0..9).map(|k| side(&k.to_string(), "0")).collect::<Vec<_>>().join(","))), Inconsistent, node(0), "a cell must have at most 8 sides"),
        (custom(r#"{"sides":[{"side":"a","tunnel":true}]}"#), Inconsistent, node(0), "side a leads through a tunnel to no cell"),
        (pair(&side("a", "1"), ""), Inconsistent, node(0), "side a leads to cell 1, which has no side that leads back"),
        (pair(&side("a", "1"), &[side("b", "0"), side("c", "0")].join(",")), Inconsistent, node(0), "side a leads to cell 1 (1 sides do), but 2 sides lead back"),
        (pair(&side("a", "1"), r#"{"side":"b","to":0,"open":true}"#), Inconsistent, node(0), "a wall on side a, but no side of cell 1 that leads back has the same"),
        (pair(r#"{"side":"a","to":1,"open":true,"tunnel":true}"#, r#"{"side":"b","to":0,"open":true}"#), Inconsistent, node(0), "no wall and a tunnel on side a, but no side of cell 1 that leads back has the same"),
        (pair("", ""), Inconsistent, None, "the cells fall into 2 parts, and there must be a way between any two if all walls are open"),
        (polygon("[[0,0],[1,0]]"), Inconsistent, node(0), "the polygon has 2 corners: it must have at least 3"),
        (polygon("[[0,0],[1,1],[1,0]]"), Inconsistent, node(0), "the polygon must run clockwise (y downwards) around an area"),
        (polygon("[[0,0],[1,1],[2,2]]"), Inconsistent, node(0), "the polygon must run clockwise (y downwards) around an area"),
        (polygon("[[0,0],[1,0],[65537,1]]"), Inconsistent, node(0), "coordinates must be between -65536 and 65536"),
        (polygon("[[0,0],[1,0],[1]]"), Malformed, at(1, 72), "must be an array of length 2, and has 1 elements"),
        (polygon("[[0,0],[1,0],[1,\"a\"]]"), Malformed, at(1, 75), "must be a JSON number, and is \"a\""),
    ];
    let mut wrong = Vec::new();
    for (text, kind, place, detail) in table {
        let found = read(&text).map_err(|error| (error.kind, error.place, error.detail));
        if found != Err((kind, place, detail.to_owned())) {
            wrong.push(format!("{text}\n  found    {found:?}\n  expected {:?}", (kind, place, detail)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mazes_over_the_limits_are_rejected_in_every_encoding() {
    let options = MeshOptions { columns: 5, rows: 3, ..MeshOptions::new(GridKind::Octagon) };
    let picture = open_some(Mesh::new(&options).unwrap(), 50, 7);
    for encoding in [Encoding::Walls, Encoding::Passages, Encoding::Bits, Encoding::Named, Encoding::Graph] {
        let text = write(&picture, encoding);
        let read = |max_side, max_cells| crate::read_as("json", &text, Limits { max_side, max_cells });
        assert!(read(5, 30).is_ok());
        let refused = |max_side, max_cells| {
            let error = read(max_side, max_cells).unwrap_err();
            assert!(matches!(error.kind, ParseErrorKind::TooLarge(_)), "{error:?}");
            (error.place, error.detail)
        };
        let is_graph = encoding == Encoding::Graph;
        let (place, detail) = refused(4, 1000);
        assert_eq!(detail, "too many columns: the limit is 4");
        assert_eq!(place, cell([0, 4]).filter(|_| !is_graph));
        let (place, detail) = refused(5, 29);
        assert_eq!(detail, "too many cells: the limit is 29");
        assert_eq!(place, if is_graph { node(29) } else { cell([2, 4, 1]) });
    }
    let rings = r#"{"grid":"polar","encoding":"bits","cells":[[63],[15,15,15,15,15,15]]}"#;
    let read = |max_side, max_cells| {
        crate::read_as("json", rings, Limits { max_side, max_cells }).map_err(|error| error.to_string())
    };
    assert!(read(1, 7).is_ok());
    assert_eq!(read(0, 7).unwrap_err(), "cell [1]: too many rings: the limit is 0");
    assert_eq!(read(1, 6).unwrap_err(), "cell [1,5]: too many cells: the limit is 6");
}

/// Each of these would take gigabytes, minutes or the whole stack of a reader that pads, recurses or starts over.
#[test]
fn inputs_that_claim_to_be_large_are_rejected_cheaply() {
    let many = 100_000;
    let nested = "[".repeat(many);
    let objects = r#"{"sides":"#.repeat(many);
    let sides = r#"{"side":"a"},"#.repeat(many);
    let jsons = [
        format!(r#"{{"grid":"hex","encoding":"walls","cells":{nested}"#),
        format!(r#"{{"grid":"hex","cells":{nested}"#),
        format!(r#"{{"grid":"custom","encoding":"graph","cells":{nested}"#),
        format!(r#"{{"grid":"custom","encoding":"graph","cells":[{objects}"#),
        format!(r#"{{"grid":"custom","encoding":"graph","cells":[{{"sides":[{sides}{{}}]}}]}}"#),
        format!(
            r#"{{"grid":"custom","encoding":"graph","cells":[{{"polygon":[{}[0,0]],"sides":[]}}]}}"#,
            "[0,0],".repeat(many)
        ),
        format!(r#"{{"grid":"custom","encoding":"graph","cells":[{{"sides":[{{"side":"{}"}}]}}]}}"#, "a".repeat(many)),
        format!(
            r#"{{"grid":"custom","encoding":"graph","cells":[{}{{"sides":[]}}]}}"#,
            r#"{"sides":[]},"#.repeat(many)
        ),
        format!(r#"{{"grid":{nested}"#),
        format!(r#"{{"options":{nested}"#),
        format!(r#"{{"options":{{"wrap":{nested}"#),
        format!(r#"{{"crossings":{nested}"#),
        format!(r#"{{"grid":"hex","directions":{nested}"#),
        format!(r#"{{"grid":"hex","path":{nested}"#),
        r#"{"grid":"hex","w":65535,"h":65535,"encoding":"graph","cells":[{"cell":[0,0],"sides":[]}]}"#.into(),
        r#"{"grid":"polar","rings":65535,"encoding":"graph","cells":[{"cell":[0,0],"sides":[]}]}"#.into(),
        r#"{"grid":"cairo","encoding":"graph","cells":[{"cell":[4294967295,4294967295,4294967295],"sides":[]}]}"#
            .into(),
        format!(r#"{{"grid":"hex","encoding":"bits","cells":[[{}63],[]]}}"#, "63,".repeat(many)),
        format!(r#"{{"grid":"hex","encoding":"bits","cells":[{}[]]}}"#, "[63],".repeat(many)),
        format!(r#"{{"grid":"polar","encoding":"bits","cells":[{}[]]}}"#, "[63],".repeat(many)),
        format!(r#"{{"grid":"square","floors":2,"encoding":"bits","cells":[{}[]]}}"#, "[[63]],".repeat(many)),
    ];
    for json in &jsons {
        for limits in [Limits { max_side: u32::MAX, max_cells: 1 << 22 }, Limits::default()] {
            assert!(crate::read_as("json", json, limits).is_err(), "{}", &json[..json.len().min(60)]);
        }
    }
}

#[test]
fn graphs_are_checked() {
    let mut graph = Graph::default();
    assert_eq!(graph.clone().into_mesh().unwrap_err().to_string(), "a graph must have between 1 and 268435456 cells");
    let side = |to| [GraphSide { to: Some(to), ..GraphSide::from("a") }];
    assert_eq!(graph.add(GraphCell { sides: &side(1), ..GraphCell::default() }), Ok(Cell(0)));
    assert_eq!(graph.add(GraphCell { sides: &side(2), ..GraphCell::default() }), Ok(Cell(1)));
    let error = graph.clone().into_mesh().unwrap_err();
    assert_eq!(error.to_string(), "cell 0: side a leads to cell 1, which has no side that leads back");
    let center = Some([f64::NAN, 0.0]);
    let error = graph.add(GraphCell { center, ..GraphCell::default() }).unwrap_err();
    assert_eq!(error.to_string(), "cell 2: coordinates must be between -65536 and 65536");
    // Nothing of what was refused was added.
    assert_eq!(graph.add(GraphCell::default()), Ok(Cell(2)));
}
