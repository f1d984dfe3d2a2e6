//! Parts of mazes as a caller meets them: they are what is in the whole, and nothing that needs the whole goes with them.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::common::{Answer, assert_tells_where_it_is_found, get, get_with, request, send};

/// The algorithms that make parts, with their options.
const ABLE: [&str; 4] = ["binary-tree&bias=nw", "sidewinder", "division", "quilt&passes=2"];

/// The largest maze.
const LARGEST: &str = "w=9007199254740991&h=9007199254740991&seed=7";

fn details(answer: &Answer) -> Vec<String> {
    assert_eq!((answer.status, &*answer.problem()), (StatusCode::BAD_REQUEST, "invalid-parameter"));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let document = answer.json();
    let errors = document["errors"].as_array().unwrap().iter();
    errors.map(|error| format!("{} {}", text(&error["parameter"]), text(&error["detail"]))).collect()
}

#[tokio::test]
async fn windows_are_what_is_in_the_whole() {
    for algo in ABLE {
        for others in ["", "&doors=true", "&remove=11,15,E;20,20,N", "&from=12,20&to=15,16"] {
            let maze = format!("algo={algo}&w=70&h=40&seed=5&encoding=bits{others}");
            let whole = get(&format!("/maze?{maze}")).await.json();
            for [row, column, rows, columns] in [[0, 0, 40, 70], [10, 13, 7, 20], [39, 69, 1, 1], [0, 60, 40, 10]] {
                let window = format!("{row},{column},{rows},{columns}");
                let part = get(&format!("/maze?{maze}&window={window}")).await.json();
                let rows_of_whole = &whole["cells"].as_array().unwrap()[row..row + rows];
                let cells: Vec<&[Value]> =
                    rows_of_whole.iter().map(|cells| &cells.as_array().unwrap()[column..column + columns]).collect();
                assert_eq!(part["cells"], json!(cells), "{maze} {window}");
                assert_eq!(part["window"], json!([row, column, rows, columns]));
                for member in ["algo", "w", "h", "seed", "options", "from", "to"] {
                    assert_eq!(part[member], whole[member], "{maze} {window}: {member}");
                }
            }
        }
    }
}

/// A window that is made row by row is the same as smaller ones, which are made in memory.
#[tokio::test]
async fn large_windows_are_made_row_by_row() {
    for algo in ABLE {
        let maze = format!("/maze?algo={algo}&{LARGEST}&encoding=bits");
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
            let uri = format!("/maze?algo={algo}&{LARGEST}&{window}&format={format}");
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
            let answer = get(&format!("/maze.{format}?algo={algo}&{LARGEST}&{window}")).await;
            assert_eq!(answer.status, StatusCode::OK);
        }
    }
}

#[tokio::test]
async fn levels_are_mazes_of_blocks() {
    let maze = format!("/maze?algo=quilt&{LARGEST}&encoding=bits");
    let top = get(&format!("{maze}&level=50")).await.json();
    assert_eq!((&top["level"], &top["window"]), (&json!(50), &json!([0, 0, 8, 8])));
    let all = get(&format!("{maze}&level=53")).await.json();
    assert_eq!(all["cells"], json!([[15]]));
    let part = get(&format!("{maze}&level=50&window=5,6,3,2")).await.json();
    let rows: Vec<&[Value]> =
        top["cells"].as_array().unwrap()[5..].iter().map(|row| &row.as_array().unwrap()[6..]).collect();
    assert_eq!(part["cells"], json!(rows));
}

#[tokio::test]
async fn a_window_without_a_seed_tells_where_it_is_found() {
    assert_tells_where_it_is_found("/maze?algo=quilt&w=1000000&h=1000000&window=5,5,2,2").await;
}

#[tokio::test]
async fn what_needs_the_whole_is_refused_all_at_once() {
    let needs = "needs the whole maze, and does not go with a part of it";
    for (query, expected) in [
        (
            "algo=quilt&braid=0.5&max_walls=0.5&ends=farthest",
            vec![format!("ends {needs}"), format!("braid {needs}"), format!("max_walls {needs}")],
        ),
        ("algo=quilt&grid=hex&mask=heart", vec![format!("grid {needs}"), format!("mask {needs}")]),
        ("algo=quilt&format=svg&heat=true", vec![format!("heat {needs}")]),
        ("algo=quilt&encoding=graph", vec![format!("encoding {needs}")]),
        ("algo=prim", vec!["algo must be one that makes parts of a maze: ".into()]),
        ("", vec!["algo must be one that makes parts of a maze: ".into()]),
        ("algo=quit", vec!["algo unknown algorithm; did you mean 'quilt'?".into()]),
        ("algo=division&passes=3", vec!["passes is only valid with algo=quilt".into()]),
        ("algo=division&level=1", vec!["level is only valid with algo=quilt".into()]),
        ("algo=quilt&level=6", vec!["level must be between 0 and 5".into()]),
        ("algo=quilt&w=0&level=9", vec!["w must be between 1 and 9007199254740991".into()]),
        ("algo=quilt&from=30,0&to=0,0,0", vec!["to must be".into(), "from must be a cell of the maze".into()]),
    ] {
        let answer = get(&format!("/maze?{query}&window=0,0,1,1")).await;
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
        let told = details(&get(&format!("/maze?algo=quilt&{LARGEST}&window={window}")).await);
        assert!(told.len() == 1 && told[0].starts_with(start), "{window}: {told:#?}");
    }
    let told = details(&get(&format!("/maze.svg?algo=quilt&{LARGEST}&window=0,0,2049,2048")).await);
    assert!(told.len() == 1 && told[0].starts_with("window what is asked for may have"), "{told:#?}");
    let told = details(&get(&format!("/maze?algo=quilt&{LARGEST}&level=30")).await);
    assert!(told[0].starts_with("level ") && told[0].ends_with("window names a part of it"), "{told:#?}");
    // Nowhere else is there a window.
    for path in ["/maze/steps", "/solve.svg", "/solve/steps"] {
        let told = details(&get(&format!("{path}?algo=quilt&window=0,0,1,1")).await);
        assert_eq!(told, ["window is only valid at GET /maze, and at GET /solve with format=json"]);
    }
}
