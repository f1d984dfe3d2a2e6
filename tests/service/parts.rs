//! Parts of mazes and of their paths as a caller meets them: they are what is in the whole, and of mazes that are never made as a whole; and
//! nothing that needs the whole goes with them.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Answer, assert_tells_where_it_is_found, get, get_with, request, send};

/// The algorithms that make parts, with their options.
const ABLE: [&str; 4] = ["binary-tree&bias=nw", "sidewinder", "division", "quilt&passes=2"];

/// The largest maze.
const LARGEST: &str = "w=9007199254740991&h=9007199254740991&seed=7";

/// Its last row and column.
const LAST: u64 = 9_007_199_254_740_990;

fn details(answer: &Answer) -> Vec<String> {
    answer.assert_refused();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let document = answer.json();
    let errors = document["errors"].as_array().unwrap().iter();
    errors.map(|error| format!("{} {}", text(&error["parameter"]), text(&error["detail"]))).collect()
}

fn cells(path: &Value) -> Vec<[u64; 2]> {
    serde_json::from_value(path.clone()).unwrap()
}

/// Cuts a window out of a whole document: row, column, rows and columns.
type Cut = fn(&Value, [u64; 4]) -> Value;

fn cells_in(whole: &Value, [row, column, rows, columns]: [u64; 4]) -> Value {
    let [row, column, rows, columns] = [row, column, rows, columns].map(|number| number as usize);
    let whole = whole["cells"].as_array().unwrap();
    let cut = |cells: &Value| json!(cells.as_array().unwrap()[column..column + columns]);
    whole[row..row + rows].iter().map(cut).collect()
}

fn path_in(whole: &Value, [row, column, rows, columns]: [u64; 4]) -> Value {
    let path = cells(&whole["path"]);
    let is_in = |[r, c]: &[u64; 2]| (row..row + rows).contains(r) && (column..column + columns).contains(c);
    let parts = path.chunk_by(|one, other| is_in(one) == is_in(other)).filter(|part| is_in(&part[0]));
    json!(parts.collect::<Vec<_>>())
}

/// Documents that have parts: the path of the whole and of a part, each with parameters, the member that is cut, how, and which ends and edits
/// go with it.
const PARTS: [([&str; 2], &str, Cut, &[&str]); 2] = [
    (
        ["/maze?encoding=bits", "/map/window?encoding=bits"],
        "cells",
        cells_in,
        &["", "&doors=true", "&from=12,20&to=15,16"],
    ),
    (
        ["/solve.json?", "/map/path.json?"],
        "path",
        path_in,
        &["", "&doors=true", "&from=39,69&to=0,0", "&from=12,20&to=15,16"],
    ),
];

#[tokio::test]
async fn windows_are_what_is_in_the_whole() {
    for (paths, member, cut, others) in PARTS {
        for (algo, others) in ABLE.into_iter().flat_map(|algo| others.iter().map(move |others| (algo, others))) {
            let [maze, part] = paths.map(|path| format!("{path}&algo={algo}&w=70&h=40&seed=5{others}"));
            let whole = get(&maze).await.json();
            for window in [[0, 0, 40, 70], [10, 13, 7, 20], [39, 69, 1, 1], [0, 60, 40, 10]] {
                let [row, column, rows, columns] = window;
                let uri = format!("{part}&window={row},{column},{rows},{columns}");
                let part = get(&uri).await.json();
                assert_eq!(part[member], cut(&whole, window), "{uri}");
                assert_eq!(part["window"], json!({ "row": row, "col": column, "rows": rows, "cols": columns }));
                for member in ["algo", "w", "h", "seed", "generator", "options", "from", "to", "length"] {
                    assert_eq!(part[member], whole[member], "{uri}: {member}");
                }
                if member == "path" {
                    assert_eq!(part["complete"], json!(part["path"] == json!([whole["path"]])), "{uri}");
                }
            }
        }
    }
}

/// A window that is made row by row is the same as smaller ones, which are made in memory.
#[tokio::test]
async fn large_windows_are_made_row_by_row() {
    for algo in ABLE {
        let maze = format!("/map/window?algo={algo}&{LARGEST}&encoding=bits");
        let large = get(&format!("{maze}&window=4503599627370000,77,300,200")).await.json();
        let small = get(&format!("{maze}&window=4503599627370290,80,10,197")).await.json();
        let last_rows: Vec<&[Value]> =
            large["cells"].as_array().unwrap()[290..].iter().map(|row| &row.as_array().unwrap()[3..]).collect();
        assert_eq!(small["cells"], json!(last_rows), "{algo}");
    }
}

#[tokio::test]
async fn every_format_shows_windows_far_away() {
    let window = "window=9007199254740987,9007199254740986,4,5";
    for algo in ABLE {
        for format in ["json", "ascii", "unicode", "blocks", "ansi", "svg", "png", "csv"] {
            let uri = format!("/map/window?algo={algo}&{LARGEST}&{window}&format={format}");
            let answer = get(&uri).await;
            assert_eq!(answer.status, StatusCode::OK, "{uri}");
            let tag = answer.header("etag").unwrap();
            assert_eq!(answer.header("cache-control"), Some("public, max-age=86400"));
            let held = get_with(&uri, &[("if-none-match", tag)]).await;
            assert_eq!((held.status, held.body.len()), (StatusCode::NOT_MODIFIED, 0));
            let head = send(request(Method::HEAD, &uri, &[])).await;
            assert_eq!((head.status, head.header("etag"), head.body.len()), (StatusCode::OK, Some(tag), 0));
        }
        for format in ["txt", "svg", "png", "csv"] {
            let answer = get(&format!("/map/window.{format}?algo={algo}&{LARGEST}&{window}")).await;
            assert_eq!(answer.status, StatusCode::OK);
        }
    }
}

#[tokio::test]
async fn levels_are_mazes_of_blocks() {
    // The algorithm is the default.
    let maze = format!("/map/window?{LARGEST}&encoding=bits");
    let top = get(&format!("{maze}&zoom_level=50")).await.json();
    assert_eq!(
        (&top["zoom_level"], &top["window"]),
        (&json!(50), &json!({ "row": 0, "col": 0, "rows": 8, "cols": 8 }))
    );
    let all = get(&format!("{maze}&zoom_level=53")).await.json();
    assert_eq!(all["cells"], json!([[15]]));
    let part = get(&format!("{maze}&zoom_level=50&window=5,6,3,2")).await.json();
    let rows: Vec<&[Value]> =
        top["cells"].as_array().unwrap()[5..].iter().map(|row| &row.as_array().unwrap()[6..]).collect();
    assert_eq!(part["cells"], json!(rows));
}

#[tokio::test]
async fn a_window_without_a_seed_tells_where_it_is_found() {
    assert_tells_where_it_is_found("/map/window?w=1000000&h=1000000&window=5,5,2,2").await;
}

#[tokio::test]
async fn what_needs_the_whole_is_refused_all_at_once() {
    let made = "is only valid where a maze is made, at /maze, GET /solve, /mazes and /book";
    for (query, expected) in [
        ("braid=0.5&max_walls=0.5", vec![format!("braid {made}"), format!("max_walls {made}")]),
        ("ends=farthest", vec!["ends is only valid at /maze and /solve".to_owned()]),
        ("grid=hex&mask=heart", vec![format!("grid {made}"), "mask is only valid where the maze is made".into()]),
        ("format=svg&heat=distance", vec!["heat ".into()]),
        ("format=gif", vec!["format unknown format".into()]),
        ("encoding=graph", vec!["encoding graph needs the whole maze".into()]),
        ("remove=0,0,E", vec![format!("remove {made}")]),
        ("algo=prim", vec!["algo must be one that makes parts of a maze: ".into()]),
        ("algo=quit", vec!["algo unknown algorithm; did you mean 'quilt'?".into()]),
        ("algo=division&passes=3", vec!["passes is only valid with algo=quilt".into()]),
        ("algo=division&zoom_level=1", vec!["zoom_level is only valid with algo=quilt".into()]),
        ("algo=quilt&zoom_level=6", vec!["zoom_level must be between 0 and 5".into()]),
        ("algo=quilt&w=0&zoom_level=9", vec!["w must be between 1 and 9007199254740991".into()]),
        ("algo=quilt&from=30,0&to=0,0,0", vec!["to must be".into(), "from must be a cell of the maze".into()]),
    ] {
        let answer = get(&format!("/map/window?{query}&window=0,0,1,1")).await;
        let told = details(&answer);
        let is_told = told.iter().zip(&expected).all(|(told, expected)| told.starts_with(expected.as_str()));
        assert!(told.len() == expected.len() && is_told, "{query}: {told:#?}");
    }
}

#[tokio::test]
async fn windows_have_limits() {
    for (window, start) in [
        ("0,0,0,5", "window must be row,col,rows,cols of at least one cell"),
        ("5,5,9007199254740987,1", "window must be row,col,rows,cols of at least one cell"),
        ("5,5,1", "window must be row,col,rows,cols: four whole numbers"),
        ("5,5,18446744073709551615,18446744073709551615", "window must be row,col,rows,cols of at least one cell"),
        ("0,0,1,65536", "window what is asked for may have 65535 columns"),
        ("0,0,1000000001,1", "window what is asked for may have 65535 columns"),
        ("0,0,1000000000,1000", "window what is asked for may have 65535 columns"),
    ] {
        let told = details(&get(&format!("/map/window?{LARGEST}&window={window}")).await);
        assert!(told.len() == 1 && told[0].starts_with(start), "{window}: {told:#?}");
    }
    let told = details(&get(&format!("/map/window.svg?algo=quilt&{LARGEST}&window=0,0,2049,2048")).await);
    assert!(told.len() == 1 && told[0].starts_with("window what is asked for may have"), "{told:#?}");
    let told = details(&get(&format!("/map/window?algo=quilt&{LARGEST}&zoom_level=30")).await);
    assert!(told[0].starts_with("zoom_level ") && told[0].ends_with("window names a part of it"), "{told:#?}");
    // Nowhere else is there a window.
    for path in ["/maze", "/maze.svg", "/solve", "/maze/steps", "/mazes", "/solve/steps"] {
        let told = details(&get(&format!("{path}?algo=quilt&window=0,0,1,1")).await);
        assert_eq!(told, ["window is only valid at /map/window and /map/path, for a part of a large maze"]);
    }
}

#[tokio::test]
async fn first_moves_are_those_of_the_whole_path() {
    for algo in ABLE {
        for ends in ["", "&from=39,69&to=0,0", "&from=12,20&to=15,16", "&from=7,7&to=7,7", "&doors=true"] {
            let maze = format!("algo={algo}&w=70&h=40&seed=5{ends}");
            let whole = get(&format!("/solve?{maze}")).await.json();
            let path = cells(&whole["path"]);
            for moves in [1, 10, path.len().saturating_sub(2).max(1), path.len().max(2) - 1, 100_000] {
                let part = get(&format!("/map/path?{maze}&moves={moves}")).await.json();
                assert_eq!(cells(&part["path"]), path[..path.len().min(moves + 1)], "{maze} {moves}");
                assert_eq!(part["complete"], json!(moves + 1 >= path.len()), "{maze} {moves}");
                assert_eq!((&part["length_estimate"], part.get("window")), (&json!(null), None));
                for member in ["algo", "w", "h", "seed", "generator", "options", "from", "to", "length"] {
                    assert_eq!(part[member], whole[member], "{maze} {moves}: {member}");
                }
            }
        }
    }
}

/// Between the far corners of the largest maze, in both directions.
#[tokio::test]
async fn paths_through_the_largest_maze() {
    let quilt = format!("/map/path?{LARGEST}");
    for (from, to) in [([0, 0], [LAST, LAST]), ([LAST, LAST], [0, 0])] {
        let ends = format!("from={},{}&to={},{}", from[0], from[1], to[0], to[1]);
        for algo in ["division", "quilt"] {
            let part = get(&format!("/map/path?algo={algo}&{LARGEST}&{ends}&moves=1000")).await.json();
            let path = cells(&part["path"]);
            assert_eq!((path[0], path.len(), &part["complete"]), (from, 1001, &json!(false)), "{algo}");
            assert!(path.windows(2).all(|two| two[0][0].abs_diff(two[1][0]) + two[0][1].abs_diff(two[1][1]) == 1));
            if algo == "quilt" {
                assert_eq!(part["length"], json!(null));
                let estimate = &part["length_estimate"];
                assert!(estimate["value"].as_f64().unwrap() > 1e19 && estimate["error"].as_f64().unwrap() < 0.05);
            }
            // The first part in the window around the entrance begins with the first moves.
            let [row, column] = from.map(|number: u64| number.saturating_sub(63));
            let window = format!("window={row},{column},64,64");
            let parts = get(&format!("/map/path?algo={algo}&{LARGEST}&{ends}&{window}")).await.json();
            let first = cells(&parts["path"][0]);
            let least = first.len().min(path.len());
            assert_eq!((&first[..least], first[0]), (&path[..least], from), "{algo}");
        }
        let blocks = get(&format!("{quilt}&{ends}&zoom_level=43&moves=100000")).await.json();
        assert_eq!((&blocks["zoom_level"], &blocks["complete"]), (&json!(43), &json!(true)));
        let blocks = cells(&blocks["path"]);
        let whole = get(&format!("{quilt}&{ends}&zoom_level=43&window=0,0,1024,1024")).await.json();
        assert_eq!(whole["path"], json!([blocks]));
    }
}

/// The path from a cell of a path is the rest of that path.
#[tokio::test]
async fn moves_go_on_where_others_end() {
    let maze = format!("/map/path?{LARGEST}&to={LAST},0");
    let start = cells(&get(&format!("{maze}&from=5,4503599627370496&moves=400")).await.json()["path"]);
    let [row, column] = start[200];
    let end = cells(&get(&format!("{maze}&from={row},{column}&moves=200")).await.json()["path"]);
    assert_eq!(end, start[200..]);
}

#[tokio::test]
async fn parts_are_cached_as_whole_paths_are() {
    for part in ["moves=5", "window=7,7,9,9", "zoom_level=3&moves=5", "zoom_level=3&window=7,7,9,9"] {
        let uri = format!("/map/path?{LARGEST}&{part}");
        let answer = get(&uri).await;
        assert_eq!((answer.status, answer.header("dedale-outcome")), (StatusCode::OK, Some("arrived")), "{part}");
        assert_eq!(answer.header("cache-control"), Some("public, max-age=86400"));
        let tag = answer.header("etag").unwrap();
        let held = get_with(&uri, &[("if-none-match", tag)]).await;
        assert_eq!((held.status, held.body.len()), (StatusCode::NOT_MODIFIED, 0));
        let head = send(request(Method::HEAD, &uri, &[])).await;
        assert_eq!((head.status, head.header("etag"), head.body.len()), (StatusCode::OK, Some(tag), 0));
        let other = get(&uri.replace("=7", "=8").replace("moves=5", "moves=6")).await;
        assert_ne!(other.header("etag"), Some(tag), "{part}");
    }
    assert_tells_where_it_is_found("/map/path?w=1000000&h=1000000&moves=9").await;
}

#[tokio::test]
async fn many_moves_are_sent_in_pieces() {
    let part = get(&format!("/map/path?{LARGEST}&moves=100000")).await.json();
    let path = cells(&part["path"]);
    assert_eq!(path.len(), 100_001);
    assert!(path.windows(2).all(|two| two[0][0].abs_diff(two[1][0]) + two[0][1].abs_diff(two[1][1]) == 1));
}

#[tokio::test]
async fn what_needs_the_whole_path_is_refused_all_at_once() {
    let made = "is only valid where a maze is made, at /maze, GET /solve, /mazes and /book";
    for (query, expected) in [
        ("moves=0", vec!["moves must be between 1 and 100000".to_owned()]),
        ("moves=100001", vec!["moves must be between 1 and 100000".into()]),
        ("moves=1&window=0,0,1,1", vec!["moves does not go with window".into()]),
        ("zoom_level=2", vec!["moves must be given".into()]),
        ("algo=division&zoom_level=2&moves=3", vec!["zoom_level is only valid with algo=quilt".into()]),
        ("algo=prim&moves=3", vec!["algo must be one that makes parts of a maze: ".into()]),
        ("moves=3&braid=0.5", vec![format!("braid {made}")]),
        ("moves=3&solver=astar", vec!["solver is only valid at /solve".into()]),
        ("moves=3&include=stats", vec!["include is only valid at /solve".into()]),
        ("moves=3&format=svg", vec!["format unknown format".into()]),
        ("moves=3&encoding=bits", vec!["encoding is only valid with".into()]),
        ("window=0,0,31,1", vec!["window must be row,col,rows,cols of at least one cell within 30".into()]),
        ("w=5000&h=5000&window=0,0,5000,5000", vec!["window what is asked for may have ".into()]),
        ("moves=3&from=30,0", vec!["from must be a cell of the maze".into()]),
    ] {
        let told = details(&get(&format!("/map/path?{query}")).await);
        let is_told = told.iter().zip(&expected).all(|(told, expected)| told.starts_with(expected.as_str()));
        assert!(told.len() == expected.len() && is_told, "{query}: {told:#?}");
    }
    let only = ["moves is only valid at /map/path, for the first moves in a large maze"];
    let told = details(&send(request(Method::POST, "/solve?moves=3", &[("content-type", "text/plain")])).await);
    assert_eq!(told, only);
    for path in ["/maze", "/solve", "/map/window"] {
        assert_eq!(details(&get(&format!("{path}?algo=quilt&moves=3")).await), only, "{path}");
    }
}

#[tokio::test]
async fn a_large_maze_without_a_part_says_what_is_needed() {
    let side = "must be between 1 and 65535";
    let cells = "w × h must be at most 4194304 cells, and 65535 × 65535 is 4294836225";
    let advice = "; larger mazes are at /map";
    for (query, expected) in [
        (LARGEST, &[("w", side), ("h", side)][..]),
        ("w=65536&h=2&seed=1", &[("w", side)]),
        ("w=65535&h=65535&seed=1", &[("w", cells)]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(name, detail)| format!("{name} {detail}{advice}")).collect();
        for algo in ABLE {
            assert_eq!(details(&get(&format!("/solve?algo={algo}&{query}")).await), expected);
        }
    }
}

/// In mazes whose paths are followed row by row, what is too far away is refused.
#[tokio::test]
async fn paths_that_are_too_far_away_are_refused() {
    for algo in ["binary-tree", "sidewinder"] {
        let window = format!("window={},0,9,9", LAST / 2);
        let told = details(&get(&format!("/map/path?algo={algo}&{LARGEST}&{window}")).await);
        assert!(told.len() == 1 && told[0].starts_with("window this part of the path is not found in "), "{told:?}");
        let far = get(&format!("/map/path?algo={algo}&{LARGEST}&from={LAST},0&to=0,0&moves=10")).await;
        let is_refused =
            far.status == StatusCode::UNPROCESSABLE_ENTITY && details(&far)[0].starts_with("moves this part");
        assert!(is_refused || far.status == StatusCode::OK && cells(&far.json()["path"]).len() == 11, "{}", far.text());
    }
}
