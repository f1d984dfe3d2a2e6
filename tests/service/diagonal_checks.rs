//! Solutions with moves across corners, checked beside what `POST /solve` finds.

use std::f64::consts::SQRT_2;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::common::{get, post};

const ROOM: &str = "S....\n.....\n..#..\n.....\n....E\n";

async fn checked(query: &str, body: &str) -> Value {
    let answer = post(&format!("/check?{query}"), "text/plain", body.to_owned()).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text());
    answer.json()
}

#[tokio::test]
async fn the_best_way_is_that_of_solve() {
    for seed in 0..12 {
        let map = get(&format!("/maze.map?w=7&h=6&seed={seed}&max_walls=0.3&rooms=3")).await.text().to_owned();
        let ends = "from=1,1&to=11,13";
        let query = format!("{ends}&diagonals=true&include=path,directions");
        let solved = post(&format!("/solve?{query}"), "text/plain", map.clone()).await.json();
        let cells: Vec<String> =
            solved["path"].as_array().unwrap().iter().map(|cell| format!("{},{}", cell[0], cell[1])).collect();
        let names: Vec<String> = match &solved["directions"] {
            Value::String(word) => word.chars().map(String::from).collect(),
            names => names.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect(),
        };
        let [path, directions] = [("path", cells.join(";")), ("directions", names.join(","))]
            .map(|(name, value)| format!("{ends}&diagonals=true&{name}={value}"));
        for claim in [path, directions] {
            let verdict = checked(&claim, &map).await;
            let told = ["ok", "length", "shortest", "cost", "cheapest"].map(|name| verdict[name].clone());
            let [length, cost] = [&solved["length"], &solved["cost"]];
            assert_eq!(json!(told), json!([true, length, length, cost, cost]), "{claim}: {verdict}\n{map}");
        }
    }
}

#[tokio::test]
async fn moves_are_checked_one_by_one() {
    let root = |straight: f64, diagonal: f64| json!(straight + diagonal * SQRT_2);
    for (claim, expected) in [
        ("directions=SE,E,E,SE,S,S", json!({"ok": true, "length": 6, "cost": root(4.0, 2.0)})),
        (
            "directions=SE E E SE S SW E E",
            json!({"ok": false, "length": 8, "cost": null, "at": 7, "reason": "wall", "cell": [4, 4], "side": "E"}),
        ),
        ("directions=SE,r,r,SE,dd", json!({"ok": true, "length": 6})),
        ("directions=south-east, right right,SE,down down", json!({"ok": true, "length": 6})),
        ("path=0,0;1,1;1,2;1,3;2,4;3,4;4,4", json!({"ok": true, "length": 6, "cost": root(4.0, 2.0)})),
        // Past the square in the middle, a corner would be cut.
        ("directions=SE,E,SE", json!({"ok": false, "at": 2, "reason": "wall", "cell": [1, 2], "side": "SE"})),
        ("path=0,0;1,1;1,2;2,3;3,4;4,4", json!({"ok": false, "at": 2, "reason": "wall", "cell": [1, 2], "side": "SE"})),
        ("directions=SE,SE", json!({"ok": false, "at": 1, "reason": "wall", "cell": [1, 1], "side": "SE"})),
        ("path=0,0;1,1;3,1", json!({"ok": false, "at": 1, "reason": "jump", "cell": [1, 1]})),
        ("path=0,0;1,1;2,2", json!({"ok": false, "at": 1, "reason": "outside", "cell": [1, 1]})),
        ("directions=NE", json!({"ok": false, "at": 0, "reason": "wall", "cell": [0, 0], "side": "NE"})),
        ("directions=SE,X,E", json!({"ok": false, "at": 1, "reason": "side", "side": "X"})),
        ("directions=SE,SEE", json!({"ok": false, "at": 1, "reason": "side", "side": "SEE"})),
        ("directions=SE", json!({"ok": false, "at": 1, "reason": "end", "cost": null})),
    ] {
        let (name, value) = claim.split_once('=').unwrap();
        let query = form_urlencoded::Serializer::new(String::new()).append_pair(name, value).finish();
        let verdict = checked(&format!("diagonals=true&{query}"), ROOM).await;
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(&verdict[name], value, "{claim}: {name} of {verdict}");
        }
        assert_eq!((&verdict["shortest"], &verdict["cheapest"]), (&json!(6), &root(4.0, 2.0)), "{verdict}");
    }
    // Without the parameter, a step across a corner is none, and letters are straight moves.
    let verdict = checked("path=0,0;1,1;1,2", ROOM).await;
    assert_eq!((&verdict["ok"], &verdict["reason"], &verdict["at"]), (&json!(false), &json!("jump"), &json!(0)));
    let verdict = checked("directions=SE,E,E,SE,S,S", ROOM).await;
    assert_eq!((&verdict["ok"], &verdict["length"]), (&json!(true), &json!(8)), "{verdict}");
    assert!(verdict.get("cost").is_none());
    let unreachable = checked("diagonals=true&directions=E", "S#\n#E\n").await;
    assert_eq!((&unreachable["shortest"], &unreachable["cheapest"]), (&Value::Null, &Value::Null), "{unreachable}");
}

/// In a maze that is made, corners are only free in its rooms.
#[tokio::test]
async fn made_mazes_and_lines_are_checked_so_too() {
    let open = "w=3&h=2&max_walls=0&seed=7&diagonals=true";
    let expected = json!({
        "ok": true, "from": [0, 0], "to": [1, 2], "length": 2, "shortest": 2, "cost": 1.0 + SQRT_2, "cheapest": 1.0 + SQRT_2,
    });
    assert_eq!(get(&format!("/check?{open}&directions=SE,E")).await.json(), expected);
    assert_eq!(get(&format!("/check?{open}&path=0,0;1,1;1,2")).await.json(), expected);
    let walls = get("/check?w=3&h=2&seed=7&diagonals=true&directions=SE,E").await.json();
    assert_eq!((&walls["ok"], &walls["reason"], &walls["side"]), (&json!(false), &json!("wall"), &json!("SE")));
    let door = get("/check?w=3&h=2&seed=7&doors=true&diagonals=true&directions=W").await.json();
    let plain = get("/check?w=3&h=2&seed=7&doors=true&directions=W").await.json();
    assert_eq!((&door["reason"], &door["reason"]), (&json!("outside"), &plain["reason"]), "{door}");
    let lines = [
        json!({"seed": 7, "directions": ["SE", "E"]}),
        json!({"seed": 8, "path": [[0, 0], [1, 1], [1, 2]]}),
        json!({"encoding": "bits", "cells": [[9, 3], [12, 6]], "directions": "SE"}),
        json!({"grid": "hex", "encoding": "bits", "cells": [[63]], "directions": "SE"}),
    ];
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let answer = post("/check?w=3&h=2&max_walls=0&diagonals=true", "application/x-ndjson", body).await;
    let told: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for (line, seed) in [(0, 7), (1, 8)] {
        let mut expected = expected.clone();
        expected["seed"] = json!(seed);
        assert_eq!(told[line], expected);
    }
    assert_eq!(
        (&told[2]["ok"], &told[2]["cost"], &told[2]["length"]),
        (&json!(true), &json!(SQRT_2), &json!(1)),
        "{}",
        told[2]
    );
    assert_eq!(told[3]["errors"][0]["parameter"], "diagonals", "{}", told[3]);
}

#[tokio::test]
async fn other_grids_and_weights_have_no_such_moves() {
    for query in ["grid=hex", "floors=2", "wrap=x", "weave=1", "weights=1..9"] {
        let answer = get(&format!("/check?{query}&seed=7&diagonals=true&directions=E")).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["errors"][0]["parameter"]),
            (400, &json!("diagonals")),
            "{query}"
        );
        let lines = post(&format!("/check?{query}&diagonals=true"), "application/x-ndjson", "{}").await;
        assert_eq!(lines.status, 400, "{query}: {}", lines.text());
    }
    let without = get("/check?grid=hex&seed=7&diagonals=false&directions=E").await;
    assert_eq!(without.status, 200);
}
