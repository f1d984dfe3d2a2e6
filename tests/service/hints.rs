//! The requests of a game during play: whether a way is right, and how to continue from a cell.

use axum::http::StatusCode;
use serde_json::Value;

use crate::common::{assert_tells_where_it_is_found, get, post};

const MAZES: [&str; 7] = [
    "w=7&h=5&seed=7",
    "w=7&h=5&seed=7&algo=prim&braid=0.5&doors=true",
    "w=6&h=6&seed=3&difficulty=easy",
    "w=6&h=4&seed=3&weights=1..9",
    "grid=hex&w=6&h=5&seed=3",
    "w=4&h=3&floors=2&seed=3",
    "w=9&h=9&seed=3&mask=diamond&sparse=0.2",
];

/// The maze as it is posted.
async fn posted(maze: &str) -> String {
    get(&format!("/maze.json?{maze}")).await.text().to_owned()
}

/// The text of directions in a query.
fn directions(told: &Value) -> String {
    match told {
        Value::String(letters) => letters.clone(),
        names => names.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect::<Vec<_>>().join(","),
    }
}

#[tokio::test]
async fn a_solution_is_checked_without_the_maze() {
    for maze in MAZES {
        let solved = get(&format!("/solve?{maze}&include=directions,path")).await.json();
        let way = directions(&solved["directions"]);
        let path = solved["path"].as_array().unwrap().iter().map(|cell| {
            let numbers: Vec<String> = cell.as_array().unwrap().iter().map(Value::to_string).collect();
            numbers.join(",")
        });
        let path: Vec<String> = path.collect();
        let wrong = way.replacen('E', "W", 1);
        for (claim, is_right) in [
            (format!("directions={way}"), true),
            (format!("path={}", path.join(";")), true),
            (format!("directions={wrong}"), wrong == way),
            ("directions=".to_owned(), false),
        ] {
            let uri = format!("/check?{maze}&{claim}");
            let verdict = get(&uri).await;
            assert_eq!((verdict.status, &verdict.json()["ok"]), (StatusCode::OK, &is_right.into()), "{uri}");
            let of_posted = post(&format!("/check?{claim}"), "application/json", posted(maze).await).await;
            let mut of_posted = of_posted.json();
            assert_eq!(of_posted.as_object_mut().unwrap().remove("read"), Some("json".into()), "{uri}");
            assert_eq!(verdict.json(), of_posted, "{uri}");
            assert!(verdict.header("etag").is_some() && verdict.header("cache-control").unwrap().contains("max-age"));
        }
    }
    assert_tells_where_it_is_found("/check?w=3&h=3&directions=E").await;
    for (query, parameter, reason) in [
        ("", "directions", "must be given, or path instead"),
        ("directions=E&path=0,0", "directions", "does not go with path"),
        ("directions=E&w=0", "w", "must be between 1"),
        ("directions=E&solver=dfs", "solver", "is only valid at /solve"),
    ] {
        let refused = get(&format!("/check?{query}")).await;
        let error = &refused.json()["errors"][0];
        assert_eq!((refused.status, &error["parameter"]), (StatusCode::BAD_REQUEST, &parameter.into()), "{query}");
        assert!(error["detail"].as_str().unwrap().contains(reason), "{query}: {error}");
    }
}

/// From every cell of a maze that is made, as from the same cell of the same maze that is posted.
#[tokio::test]
async fn a_maze_is_solved_from_any_cell() {
    for maze in MAZES {
        let body = posted(maze).await;
        let graph = get(&format!("/maze?{maze}&encoding=graph")).await.json();
        for node in graph["cells"].as_array().unwrap().iter().step_by(3) {
            let cell = &node["cell"];
            let numbers: Vec<String> = cell.as_array().unwrap().iter().map(Value::to_string).collect();
            let at = numbers.join(",");
            let more = "include=path,directions,distances&encoding=bits";
            let from_here = get(&format!("/solve?{maze}&at={at}&{more}")).await.json();
            let to = address(&from_here["to"]);
            let of_posted =
                post(&format!("/solve?from={at}&to={to}&{more}"), "application/json", body.clone()).await.json();
            for member in ["from", "to", "length", "visited", "path", "directions", "distances", "farthest", "cells"] {
                assert_eq!(from_here[member], of_posted[member], "{maze} {at} {member}");
            }
            assert_eq!(&from_here["from"], cell);
            let whole = get(&format!("/solve?{maze}&encoding=bits")).await.json();
            assert_eq!((&whole["cells"], &whole["to"]), (&from_here["cells"], &from_here["to"]), "{maze} {at}");
        }
    }
}

/// An address as a query has it.
fn address(numbers: &Value) -> String {
    numbers.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(",")
}

#[tokio::test]
async fn every_answer_begins_at_that_cell() {
    let maze = "w=5&h=4&seed=7&doors=true";
    let text = get(&format!("/solve.txt?{maze}&at=2,3")).await.text().to_owned();
    assert_eq!(text.lines().nth(5).unwrap().chars().nth(14), Some('@'), "{text}");
    let steps = get(&format!("/solve/steps?{maze}&at=2,3")).await.text().to_owned();
    assert!(steps.lines().next().unwrap().contains("\"from\":[2,3]"), "{steps}");
    for format in ["svg", "png", "gif", "pdf", "csv", "tokens"] {
        let [whole, from_here] = ["", "&at=2,3"].map(|at| format!("/solve.{format}?{maze}{at}"));
        let (whole, from_here) = (get(&whole).await, get(&from_here).await);
        assert_eq!(from_here.status, StatusCode::OK, "{format}");
        assert!(whole.body != from_here.body && whole.header("etag") != from_here.header("etag"), "{format}");
    }
    assert_tells_where_it_is_found("/solve?w=5&h=4&at=2,3").await;
    // Of several exits, the one that is nearest from here.
    let exits = "w=9&h=9&seed=7&exits=4";
    let maze = posted(exits).await;
    for at in ["0,0", "8,0", "4,4", "0,8", "8,8"] {
        let from_here = get(&format!("/solve?{exits}&at={at}")).await.json();
        let nearest = post(&format!("/solve?from={at}&to=any"), "application/json", maze.clone()).await.json();
        assert_eq!((&from_here["to"], &from_here["length"]), (&nearest["to"], &nearest["length"]), "{at}");
    }
}

#[tokio::test]
async fn a_cell_that_is_not_there_is_an_error() {
    for (uri, reason) in [
        ("/solve?w=5&h=4&at=4,0", "must be a cell of the maze"),
        ("/solve?w=5&h=4&at=x", "must be row,col"),
        ("/solve?grid=hex&w=5&h=4&at=9,9", "9,9 is no cell of the maze"),
        ("/map/path?w=999&h=999&moves=3&at=1,1", "is only valid at GET /solve"),
        ("/maze?at=1,1", "is only valid at GET /solve"),
        ("/mazes?at=1,1", "is only valid at GET /solve"),
        ("/check?at=1,1&directions=E", "is only valid at GET /solve"),
    ] {
        let refused = get(uri).await;
        let error = &refused.json()["errors"][0];
        assert_eq!((refused.status, &error["parameter"]), (StatusCode::BAD_REQUEST, &"at".into()), "{uri}");
        assert!(error["detail"].as_str().unwrap().contains(reason), "{uri}: {error}");
    }
    let posted = post("/solve?at=0,0", "text/plain", "+---+\n|   |\n+---+\n").await;
    assert!(posted.text().contains("a posted maze is solved from its `from`"), "{}", posted.text());
}
