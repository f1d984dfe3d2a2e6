//! Mazes on grids that are posted to `/maze`: masks as text and as pictures, mazes on any grid, and graphs. Every answer is held to
//! `openapi.yaml` as well, by `common`.

use std::collections::BTreeSet;

use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use dedale::generate::{ALGORITHMS, AlgorithmInfo};
use dedale::grid::GridKind;
use serde_json::{Value, json};

use crate::common::{Answer, get, send};
use crate::shapes::queries;
use crate::solving::{faulty, post, post_json};

const MASK: &str = "..####..\n.##..##.\n##....##\n.##..##.\n..####..\n";

/// Whether an algorithm runs only on some grids, none of them masked.
fn needs_rows(algorithm: &AlgorithmInfo) -> bool {
    algorithm.grids().count() < GridKind::ALL.len()
}

async fn post_mask(uri: &str, mask: &str) -> Answer {
    post(uri, "text/plain; charset=utf-8", mask.to_owned()).await
}

/// The cells of a maze that are not missing, of those at an address of this many numbers.
fn count(cells: &Value, depth: usize) -> usize {
    match depth {
        0 => usize::from(!cells.is_null()),
        _ => cells.as_array().unwrap().iter().map(|cell| count(cell, depth - 1)).sum(),
    }
}

#[tokio::test]
async fn a_mask_as_text_is_the_shape_of_the_maze() {
    let answer = post_mask("/maze?seed=7", MASK).await;
    assert_eq!(
        (answer.status, answer.header("cache-control")),
        (StatusCode::OK, Some("no-store")),
        "{}",
        answer.text()
    );
    assert_eq!((answer.header("etag"), answer.header("dedale-seed")), (None, Some("7")));
    let maze = answer.json();
    for (row, line) in MASK.lines().enumerate() {
        for (column, character) in line.chars().enumerate() {
            assert_eq!(maze["cells"][row][column].is_null(), character == '.', "{row},{column}");
        }
    }
    // The mask that the answer tells gives the same maze, and so does the URL.
    let mask = maze["options"]["mask"].as_str().unwrap();
    assert!(mask.starts_with("bits:"));
    assert_eq!(get(&format!("/maze?w=8&h=5&seed=7&mask={mask}")).await.json(), maze);
    assert_eq!(get(answer.header("content-location").unwrap()).await.json(), maze);
}

/// Whether a grid is a picture, JSON or text is found by looking at it, where the media type does not say so.
#[tokio::test]
async fn the_form_of_a_grid_is_found_by_looking_at_it() {
    let picture = get("/maze.png?w=4&h=4&seed=1&marks=none").await.body;
    let maze = json!({"encoding": "bits", "cells": [[13, 5, 7]]}).to_string();
    for (query, media_type, body) in [
        ("", "text/plain", Bytes::from(MASK)),
        ("", "application/json", maze.into()),
        ("&parts=largest", "image/png", picture),
    ] {
        let uri = format!("/maze?seed=7{query}");
        let told = post(&uri, media_type, body.clone()).await;
        assert_eq!(told.status, StatusCode::OK, "{media_type}: {}", told.text());
        for other in ["application/octet-stream", "application/x-www-form-urlencoded"] {
            assert_eq!(post(&uri, other, body.clone()).await.json(), told.json(), "{media_type} as {other}");
        }
        let unsaid = send(Request::post(&uri).body(Body::from(body)).unwrap()).await;
        assert_eq!(unsaid.json(), told.json(), "{media_type} unsaid");
    }
    // curl -d joins the lines of a file.
    let joined = MASK.replace('\n', "");
    let answer = post("/maze", "application/x-www-form-urlencoded", joined.clone()).await;
    assert!(answer.problem() == "malformed-maze" && answer.text().contains("--data-binary"), "{}", answer.text());
    assert_eq!(post_mask("/maze?parts=largest", &joined).await.status, StatusCode::OK, "one row");
}

#[tokio::test]
async fn a_posted_mask_has_a_url_where_it_is_short_enough() {
    // A bit for each cell, six of them in a character: 100 × 100 fit into a URL of 8 KiB, 300 × 300 do not.
    for (side, has_url) in [(100, true), (300, false)] {
        let rows = vec!["#".repeat(side); side].join("\n");
        let answer = post_mask("/maze?generator=1&seed=7", &format!("{rows}\n")).await;
        let location = answer.header("content-location");
        assert_eq!((answer.status, location.is_some()), (StatusCode::OK, has_url), "{side}");
        if let Some(location) = location {
            assert!(location.contains("mask=bits:"), "{location}");
            assert!(get(location).await.body == answer.body);
        }
    }
    assert_eq!(post_mask("/maze?generator=2", MASK).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_seed_is_drawn_and_told() {
    let answer = post_mask("/maze?algo=wilson&format=svg", MASK).await;
    let seed = answer.header("dedale-seed").unwrap().to_owned();
    let location = answer.header("content-location").unwrap();
    assert!(location.contains(&format!("seed={seed}")), "{location}");
    assert_eq!(get(location).await.body, answer.body);
    let again = post_mask(&format!("/maze?algo=wilson&format=svg&seed={seed}"), MASK).await;
    assert_eq!(again.body, answer.body);
}

#[tokio::test]
async fn a_mask_goes_with_every_grid_and_every_algorithm_that_needs_no_rows() {
    let disc = "..##..\n.####.\n######\n######\n.####.\n..##..\n";
    for info in GridKind::ALL.iter().map(|kind| kind.info()) {
        for algorithm in ["backtracker", "wilson"] {
            let size = if info.name == "polar" { "rings=6" } else { "w=12&h=12" };
            let query = format!("grid={}&{size}&seed=7&parts=largest&algo={algorithm}", info.name);
            let answer = post_mask(&format!("/maze?{query}"), disc).await;
            assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text());
            let maze = answer.json();
            let depth = info.address.len();
            let [kept, all] = [&maze, &get(&format!("/maze?grid={}&{size}", info.name)).await.json()]
                .map(|maze| count(&maze["cells"], depth));
            assert!(kept * 10 > all * 5 && kept < all, "{query}: {kept} of {all}");
            // The bits of the answer give the same maze on this grid as well.
            let mask = maze["options"]["mask"].as_str().unwrap();
            assert_eq!(get(&format!("/maze?{query}&mask={mask}")).await.json()["cells"], maze["cells"], "{query}");
        }
    }
    for algorithm in ALGORITHMS {
        let answer = post_mask(&format!("/maze?seed=7&algo={}", algorithm.name), MASK).await;
        let refused = needs_rows(algorithm);
        assert_eq!(answer.status.as_u16(), if refused { 400 } else { 200 }, "{}", algorithm.name);
    }
}

#[tokio::test]
async fn a_mask_is_scaled_and_repeated() {
    let size = |maze: &Value| json!([maze["w"], maze["h"]]);
    assert_eq!(size(&post_mask("/maze?seed=7", MASK).await.json()), json!([8, 5]));
    assert_eq!(size(&post_mask("/maze?seed=7&w=16", MASK).await.json()), json!([16, 10]));
    assert_eq!(size(&post_mask("/maze?seed=7&h=15", MASK).await.json()), json!([24, 15]));
    let both = post_mask("/maze?seed=7&width=16&height=10", MASK).await.json();
    assert_eq!((size(&both), count(&both["cells"], 2)), (json!([16, 10]), 4 * 20));
    let floors = post_mask("/maze?seed=7&floors=3", MASK).await.json();
    assert_eq!(count(&floors["cells"], 3), 3 * 20);
}

#[tokio::test]
async fn a_picture_is_a_mask() {
    // White passages on black, so that the maze is drawn where the picture was not.
    let drawn = get("/maze.png?w=6&h=4&seed=7&cell=8&wall=4&margin=0&color=000&background=fff").await;
    for (query, expected) in [("", [52, 36]), ("&w=26", [26, 18]), ("&w=30&h=10", [30, 10])] {
        let uri = format!("/maze?seed=7&parts=largest{query}");
        let maze = post(&uri, "image/png", drawn.body.clone()).await;
        assert_eq!(maze.status, StatusCode::OK, "{}", maze.text());
        let maze = maze.json();
        assert_eq!(json!([maze["w"], maze["h"]]), json!(expected));
        assert!(maze["cells"][0].as_array().unwrap().iter().all(|cell| !cell.is_null()), "the outer wall is dark");
        assert!(count(&maze["cells"], 2) < expected[0] * expected[1]);
    }
    let broken = post("/maze", "image/png", drawn.body[..50].to_vec()).await;
    assert_eq!((broken.status.as_u16(), broken.problem().as_str()), (400, "malformed-maze"), "{}", broken.text());
    let none = post("/maze", "image/png", "GIF89a").await;
    assert_eq!((none.status.as_u16(), none.problem().as_str()), (400, "malformed-maze"));
}

#[tokio::test]
async fn the_grid_of_a_maze_is_carved_again() {
    // Where cells are taken out, which ones depends on the maze.
    for query in queries().into_iter().filter(|query| !query.contains("sparse")) {
        let before = get(&format!("/maze?{query}&encoding=bits")).await.json();
        // Without its parameters, since the grid is known.
        let answer = post_json("/maze?seed=8&algo=kruskal&encoding=bits", &before).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text());
        let carved = answer.json();
        if !query.contains("weave") {
            let same =
                get(&format!("/maze?{}&algo=kruskal&encoding=bits", query.replace("seed=7", "seed=8"))).await.json();
            assert_eq!(carved["cells"], same["cells"], "{query}");
        }
        assert_eq!(carved["crossings"], before["crossings"], "{query}");
        // It is another maze on the same cells, and can be posted again.
        let solved = post_json("/solve?include=stats", &carved).await.json();
        let stats = &solved["stats"];
        assert_eq!(stats["passages"].as_u64().map(|passages| passages + 1), stats["cells"].as_u64(), "{query}");
    }
}

#[tokio::test]
async fn a_graph_is_carved_by_every_algorithm_that_needs_no_rows() {
    let side = |name: &str, to: usize| json!({ "side": name, "to": to });
    // Any two of seven cells are neighbors.
    let cell =
        |number: usize| json!({ "sides": (1..7).map(|k| side(&k.to_string(), (number + k) % 7)).collect::<Vec<_>>() });
    let graph = json!({ "grid": "custom", "encoding": "graph", "cells": (0..7).map(cell).collect::<Vec<_>>() });
    let mut mazes = BTreeSet::new();
    for algorithm in ALGORITHMS {
        let answer = post_json(&format!("/maze?seed=7&algo={}&from=3&to=5&remove=0,2", algorithm.name), &graph).await;
        if needs_rows(algorithm) {
            assert_eq!(faulty(&answer), ["algo"]);
            continue;
        }
        let maze = answer.json();
        assert_eq!(
            (answer.status, &maze["grid"], &maze["encoding"]),
            (StatusCode::OK, &json!("custom"), &json!("graph"))
        );
        assert_eq!(json!([maze["from"], maze["to"]]), json!([[3], [5]]));
        assert_eq!(maze["cells"][0]["sides"][1]["open"], true, "the wall that was removed");
        let solved = post_json("/solve?include=stats", &maze).await.json();
        let passages = solved["stats"]["passages"].as_u64().unwrap();
        let most = if algorithm.perfect { 7 } else { 21 };
        assert!(solved["reachable"] == true && (6..=most).contains(&passages), "{}", algorithm.name);
        mazes.insert(maze["cells"].to_string());
    }
    assert!(mazes.len() > 4, "they are different");
}

#[tokio::test]
async fn what_is_wrong_with_a_grid_that_is_posted() {
    for (uri, names) in [
        ("/maze?mask=heart", &["mask"][..]),
        ("/maze?w=0&colour=f", &["colour", "w"]),
        ("/maze?from=0,0&seed=7", &["from"]),
        ("/maze?floors=2&weave=1", &["weave"]),
        ("/maze?format=jpg", &["format"]),
        ("/maze?grid=polar&w=3", &["w"]),
    ] {
        assert_eq!(faulty(&post_mask(uri, MASK).await), names, "{uri}");
    }
    assert_eq!(faulty(&post_mask("/maze", "##\n..\n##\n").await), ["mask"], "two parts");
    assert_eq!(post_mask("/maze?parts=largest&seed=7", "##\n..\n##\n").await.status, StatusCode::OK);
    let hexagons = get("/maze?grid=hex&w=4&h=3&seed=7").await.json();
    for (query, names) in [
        ("grid=hex&w=4&parts=largest", &["grid", "parts", "w"][..]),
        ("from=9,9", &["from"]),
        ("remove=0,0,N", &["remove"]),
        ("algo=division", &["algo"]),
        ("format=ascii", &["format"]),
        ("encoding=blocks", &["encoding"]),
    ] {
        assert_eq!(faulty(&post_json(&format!("/maze?{query}"), &hexagons).await), names, "{query}");
    }
    for (media_type, body, status, problem, words) in [
        ("text/plain", "##\n#?\n", 400, "malformed-maze", "Line 2, column 2"),
        ("text/plain", "...\n", 400, "invalid-parameter", "leaves no cell"),
        ("text/plain", "", 400, "malformed-maze", "empty"),
        ("application/json", "{}", 400, "malformed-maze", "missing"),
        ("text/html", "##", 415, "unsupported-media-type", "image/png"),
    ] {
        let answer = post("/maze", media_type, body).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (status, problem), "{body}: {}", answer.text());
        assert!(answer.json()["detail"].as_str().unwrap().contains(words), "{body}: {}", answer.text());
    }
    let large = "#".repeat(70_000);
    let answer = post_mask("/maze", &large).await;
    assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (422, "too-large"), "{}", answer.text());
}
