//! Several ways out, over HTTP: exits are drawn, posted, shown and solved; every answer is held to `openapi.yaml`.

use serde_json::{Value, json};

use crate::common::get;
use crate::solving::{faulty, post, post_json};

const MAZES: [&str; 6] = [
    "w=9&h=7",
    "w=9&h=7&braid=1&weights=1..9",
    "grid=hex&w=7&h=6&braid=1&weights=hills",
    "grid=polar&rings=4",
    "w=5&h=4&floors=2&braid=1",
    "w=12&h=12&mask=ring",
];

/// What a path costs where ground costs something, and its moves elsewhere.
fn cost(path: &Value) -> u64 {
    path.get("cost").unwrap_or(&path["length"]).as_u64().unwrap()
}

#[tokio::test]
async fn the_nearest_exit_is_the_first_of_the_cheapest_paths() {
    for maze in MAZES {
        let asked = format!("{maze}&seed=7&exits=4&to=any");
        let answer = get(&format!("/solve?{asked}&include=path,paths&encoding=graph")).await.json();
        let exits = answer["exits"].as_array().unwrap();
        assert_eq!((exits.len(), &answer["options"]["exits"]), (4, &json!(4)), "{asked}");
        let paths = answer["paths"].as_array().unwrap();
        assert!(
            paths.iter().zip(exits).all(|(path, exit)| path["cell"] == exit["cell"] && path["side"] == exit["side"])
        );
        for path in paths {
            let cells = path["path"].as_array().unwrap();
            assert_eq!((&cells[0], &cells[cells.len() - 1]), (&answer["from"], &path["cell"]), "{asked}");
            assert_eq!(path["length"], json!(cells.len() - 1), "{asked}");
        }
        let nearest = paths.iter().min_by_key(|path| cost(path)).unwrap();
        assert_eq!((&answer["to"], &answer["length"]), (&nearest["cell"], &nearest["length"]), "{asked}");
        // Posted back, its openings are the same exits.
        let again = post_json("/solve?to=any&include=path,paths", &answer).await.json();
        for member in ["from", "to", "length", "paths", "path"] {
            assert_eq!(again[member], answer[member], "{asked}: {member}");
        }
        let shown = get(&format!("/maze?{asked}")).await.json();
        assert_eq!((&shown["to"], &shown["exits"]), (&answer["to"], &answer["exits"]), "{asked}");
        // Every format shows the same maze; the path is that to the nearest exit.
        for format in ["svg", "png", "gif", "dxf"] {
            assert_eq!(get(&format!("/solve?{asked}&format={format}")).await.status, 200, "{asked}");
        }
        let [with, without] = ["4", "0"].map(|exits| format!("/maze.svg?{maze}&seed=7&exits={exits}"));
        assert_ne!(get(&with).await.body, get(&without).await.body, "{asked}");
    }
    let text = get("/maze.txt?w=9&h=7&seed=7&exits=4").await.text().to_owned();
    let posted = post("/solve?to=any&include=paths", "text/plain", text).await.json();
    assert_eq!(posted["paths"], get("/solve?w=9&h=7&seed=7&exits=4&include=paths").await.json()["paths"]);
    let steps = get("/solve/steps?w=9&h=7&seed=7&exits=4&to=any").await;
    let start: Value = serde_json::from_str(steps.text().lines().next().unwrap()).unwrap();
    assert_eq!(start["to"], posted["to"]);
    assert_eq!(get("/book.pdf?w=9&h=7&seed=7&exits=4&to=any&count=2").await.status, 200);
}

#[tokio::test]
async fn an_exit_that_no_way_leads_to_has_no_path() {
    // A gap in the wall of the second cell, which is closed.
    let walled = json!({ "encoding": "bits", "cells": [[15, 11]], "weights": [[1, 2]] });
    let answer = post_json("/solve?to=any&include=paths", &walled).await.json();
    assert_eq!((&answer["to"], &answer["reachable"]), (&json!([0, 1]), &json!(false)));
    let none = json!([{ "cell": [0, 1], "side": "S", "length": null, "cost": null, "path": null }]);
    assert_eq!(answer["paths"], none);
}

#[tokio::test]
async fn what_does_not_go_with_exits_is_refused() {
    for (uri, names) in [
        ("/maze?w=4&h=3&exits=11", &["exits"][..]),
        ("/maze?grid=hex&w=3&h=3&exits=9", &["exits"]),
        ("/maze?exits=1001", &["exits"]),
        ("/maze?exits=-1", &["exits"]),
        ("/maze?exits=2&doors=true", &["exits"]),
        ("/maze?w=4&h=4&wrap=xy&exits=2", &["exits"]),
        ("/maze?to=any", &["to"]),
        ("/solve?to=any", &["to"]),
        ("/solve?include=paths", &["include"]),
        ("/solve?exits=2&format=svg&include=paths", &["include"]),
        ("/maze?exits=2&to=any&ends=center", &["ends"]),
        ("/map/window?window=0,0,5,5&exits=2", &["exits"]),
        ("/maze?algo=eller&w=100&h=1000000&exits=2", &["exits"]),
        ("/map/tiles.json?algo=quilt&seed=1&exits=2", &["exits"]),
    ] {
        let answer = get(uri).await;
        assert_eq!(faulty(&answer), names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>(), "{uri}");
    }
    let too_many = get("/maze?w=4&h=3&exits=11").await.json();
    assert_eq!(too_many["errors"][0]["detail"], "must be at most 10, since so many cells are at the border");
    let closed = json!({ "encoding": "bits", "cells": [[13, 7]] });
    assert_eq!(faulty(&post_json("/solve?to=any", &closed).await), ["to"]);
    assert_eq!(faulty(&post_json("/solve?include=paths", &closed).await), ["include"]);
    assert_eq!(faulty(&post_json("/check?to=any&directions=E", &closed).await), ["to"]);
}
