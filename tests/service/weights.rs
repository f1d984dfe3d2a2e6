//! GridSource that costs, over HTTP: weights are drawn, posted, shown and solved; every answer is held to `openapi.yaml`.

use serde_json::{Value, json};

use crate::common::{Answer, get};
use crate::solving::{faulty, post, post_json};

/// The names of the parameters that are wrong, each with what is wrong.
fn told(answer: &Answer) -> Vec<String> {
    let names = faulty(answer);
    let errors = answer.json()["errors"].as_array().cloned().unwrap_or_default();
    names.iter().zip(errors).map(|(name, error)| format!("{name} {}", error["detail"].as_str().unwrap())).collect()
}

const MAZES: [&str; 7] = [
    "w=9&h=7&braid=1",
    "w=9&h=7&max_walls=0.2&doors=true",
    "grid=hex&w=7&h=6&braid=1",
    "grid=polar&rings=4&braid=1",
    "grid=octagon&w=4&h=4&braid=1",
    "w=5&h=4&floors=2&braid=1",
    "w=12&h=12&mask=ring&braid=1",
];

/// A ring of six cells with one that is dear.
fn ring() -> Value {
    json!({ "encoding": "bits", "cells": [[9, 1, 3], [12, 4, 6]], "weights": [[1, 9, 1], [1, 1, 1]], "to": [0, 2] })
}

fn weight_at(weights: &Value, cell: &Value) -> u64 {
    cell.as_array()
        .unwrap()
        .iter()
        .fold(weights, |list, number| &list[number.as_u64().unwrap() as usize])
        .as_u64()
        .unwrap()
}

/// What the path of an answer costs, by the weights in it.
fn cost(answer: &Value) -> u64 {
    answer["path"].as_array().unwrap()[1..].iter().map(|cell| weight_at(&answer["weights"], cell)).sum()
}

#[tokio::test]
async fn the_cheapest_path_is_found_and_what_is_said_of_it_agrees() {
    for maze in MAZES {
        for weights in ["1..9", "1..1000", "hills"] {
            let asked = format!("{maze}&seed=7&weights={weights}");
            let answer = get(&format!("/solve?{asked}&include=path,distances,weights")).await.json();
            assert_eq!((&answer["solver"], &answer["options"]["weights"]), (&json!("dijkstra"), &json!(weights)));
            assert_eq!(answer["cost"], cost(&answer), "{asked}");
            assert_eq!(answer["length"], answer["path"].as_array().unwrap().len() - 1);
            assert_eq!(answer["cost"], weight_at(&answer["distances"], &answer["to"]), "{asked}");
            let other = get(&format!("/solve?{asked}&solver=astar")).await.json();
            assert_eq!((&other["solver"], &other["cost"]), (&json!("astar"), &answer["cost"]), "{asked}");
            // The maze is the same without weights.
            let without = get(&format!("/maze?{maze}&seed=7")).await.json();
            let with = get(&format!("/maze?{asked}")).await.json();
            assert_eq!((&with["cells"], &with["weights"]), (&without["cells"], &answer["weights"]), "{asked}");
            assert_eq!(without.get("weights"), None);
        }
    }
}

#[tokio::test]
async fn a_maze_that_is_posted_back_has_the_same_costs() {
    for maze in MAZES {
        for encoding in ["walls", "passages", "bits", "named", "graph"] {
            let asked = format!("{maze}&seed=3&weights=1..1000&encoding={encoding}");
            let made = get(&format!("/maze?{asked}")).await.json();
            let solved = get(&format!("/solve?{asked}&include=path,directions,distances")).await.json();
            let posted = post_json("/solve?include=path,directions,distances", &made).await.json();
            for member in ["solver", "length", "cost", "path", "distances", "directions"] {
                assert_eq!(posted[member], solved[member], "{asked}: {member}");
            }
            // The answer of `/solve` can be sent to `/check` as it is.
            let verdict = post_json("/check", &solved).await.json();
            assert_eq!(verdict["ok"], true, "{asked}");
            assert_eq!([&verdict["cost"], &verdict["cheapest"]], [&solved["cost"]; 2], "{asked}");
            let shown = post_json("/solve?include=weights&encoding=bits", &made).await;
            if encoding != "graph" {
                assert_eq!(shown.json()["weights"], made["weights"]);
            }
        }
    }
}

#[tokio::test]
async fn posted_weights_are_solved_and_checked() {
    let solved = post_json("/solve?include=path,distances,matrix&point=all", &ring()).await.json();
    assert_eq!(
        [&solved["length"], &solved["cost"], &solved["path"], &solved["distances"]],
        [&json!(4), &json!(4), &json!([[0, 0], [1, 0], [1, 1], [1, 2], [0, 2]]), &json!([[0, 9, 4], [1, 2, 3]])]
    );
    // To enter the dear cell costs more than to leave it.
    assert_eq!([&solved["matrix"][0][1], &solved["matrix"][1][0]], [9, 1]);
    let named = post_json("/solve?include=matrix&point=0,0;0,1;0,2", &ring()).await.json();
    assert_eq!(named["matrix"], json!([[0, 9, 4], [1, 0, 1], [4, 9, 0]]));
    for (solution, length, cost) in
        [("EE", 2, json!(10)), ("SEEN", 4, json!(4)), ("E", 1, Value::Null), ("EWEE", 4, json!(20))]
    {
        let verdict = post_json(&format!("/check?directions={solution}"), &ring()).await.json();
        assert_eq!(verdict["ok"], !cost.is_null(), "{solution}");
        assert_eq!(
            [&verdict["length"], &verdict["shortest"], &verdict["cost"], &verdict["cheapest"]],
            [&json!(length), &json!(2), &cost, &json!(4)],
            "{solution}"
        );
    }
    let by_cells = post_json("/check?path=0,0;0,1;0,2", &ring()).await.json();
    assert_eq!((&by_cells["ok"], &by_cells["cost"]), (&json!(true), &json!(10)));
    // Without weights, the answer has no costs.
    let mut plain = ring();
    plain["weights"] = Value::Null;
    for answer in [post_json("/solve", &plain).await, post_json("/check?directions=EE", &plain).await] {
        assert_eq!((answer.json().get("cost"), answer.json().get("cheapest")), (None, None));
    }
    // A cell that no way leads to.
    let walled = json!({ "encoding": "bits", "cells": [[13, 7, 15]], "weights": [[5, 6, 7]] });
    let unreachable = post_json("/solve?include=path,distances", &walled).await.json();
    assert_eq!([&unreachable["cost"], &unreachable["path"], &unreachable["length"]], [&Value::Null; 3]);
    assert_eq!(unreachable["distances"], json!([[0, 6, null]]));
    assert_eq!(post_json("/check?directions=E", &walled).await.json()["cheapest"], Value::Null);
}

#[tokio::test]
async fn the_solver_that_is_named_solves_ground_that_costs() {
    let asked = "w=7&h=6&seed=7&braid=1&weights=1..9";
    let cheapest = get(&format!("/solve?{asked}")).await.json()["cost"].as_u64().unwrap();
    let mut is_dearer = false;
    for info in dedale::solve::SOLVERS {
        let name = info.name;
        let made = get(&format!("/solve?{asked}&solver={name}&include=path,weights")).await.json();
        assert_eq!(made["solver"], name, "{made}");
        match made["cost"].as_u64() {
            Some(found) => {
                assert_eq!(found, cost(&made), "{name}");
                assert!(found == cheapest || found > cheapest && !info.knows_weights, "{name}: {found}");
                is_dearer |= found > cheapest;
            }
            None => assert!(!info.solves_loops, "{name}"),
        }
        let steps = get(&format!("/solve/steps?{asked}&solver={name}")).await;
        let end: Value = serde_json::from_str(steps.text().lines().last().unwrap()).unwrap();
        assert_eq!(end["cost"], made["cost"], "{name}");
        let line = get(&format!("/mazes?{asked}&count=1&solver={name}")).await.json();
        assert_eq!(line["solver"], name, "{line}");
    }
    assert!(is_dearer, "no maze of this test tells solvers that know weights from those that do not");
    // The way of fewest moves through the ring is not the cheapest one.
    for (asked, solver, length, cost) in
        [("bfs", "bfs", 2, 10), ("Auto", "dijkstra", 4, 4), ("dijkstra", "dijkstra", 4, 4)]
    {
        let found = post_json(&format!("/solve?solver={asked}"), &ring()).await.json();
        let told = [&found["solver"], &found["length"], &found["cost"]];
        assert_eq!(told, [&json!(solver), &json!(length), &json!(cost)], "{asked}");
    }
}

#[tokio::test]
async fn auto_is_the_solver_that_is_taken_where_none_is_named() {
    for (query, solver) in [
        ("w=7&h=6&seed=7", "bfs"),
        ("w=7&h=6&seed=7&weights=1..9", "dijkstra"),
        ("w=7&h=6&seed=7&obstacles=0.2&diagonals=true", "astar"),
    ] {
        let silent = get(&format!("/solve?{query}")).await;
        let named = get(&format!("/solve?{query}&solver=auto")).await;
        assert_eq!(silent.json()["solver"], solver, "{query}");
        assert_eq!((named.header("etag"), &named.body), (silent.header("etag"), &silent.body), "{query}");
        let steps = [String::new(), "&solver=auto".to_owned()].map(|more| format!("/solve/steps?{query}{more}"));
        assert_eq!(get(&steps[0]).await.body, get(&steps[1]).await.body, "{query}");
    }
    // Lines are mazes alone where nothing is asked about their solutions.
    let line = get("/mazes?w=5&h=5&seed=7&count=1&weights=1..9&solver=auto").await.json();
    assert_eq!(line["solver"], "dijkstra", "{line}");
    let unknown = get("/solve?solver=bsf").await.json();
    assert_eq!(unknown["errors"][0]["allowed"][0], "auto", "{unknown}");
    // Where nothing is solved, only what says nothing goes.
    let statuses = [get("/maze?solver=auto").await.status, get("/maze?solver=bfs").await.status];
    assert_eq!(statuses.map(|status| status.as_u16()), [200, 400]);
}

#[tokio::test]
async fn what_does_not_go_with_weights_is_refused() {
    let only_weighted = "is only valid for a maze with weights";
    let one = "weights is only valid where a maze is made, at /maze, GET /solve, /mazes and /book";
    let each = "weights must be hills, or a weight between 1 and 1000, or a range of them such as 1..9";
    for (path, faults) in [
        ("/maze?weights=0..9", &[each.to_owned()][..]),
        ("/maze?weights=", &[each.to_owned()]),
        ("/maze?weights=1..9&weights=2", &["weights must be given once".to_owned()]),
        ("/maze.svg?heat=weights", &[format!("heat {only_weighted}")]),
        ("/solve.png?heat=weights", &[format!("heat {only_weighted}")]),
        ("/solve?include=weights", &[format!("include {only_weighted}")]),
        ("/solve?format=npy&include=weights", &[format!("include {only_weighted}")]),
        ("/solve?format=csv&weights=1..9&include=weights,distances", &[
            "include does not go with distances in a table, which has one number for each cell".to_owned(),
        ]),
        ("/solve?format=csv&weights=1..9&include=weights&encoding=bits", &[
            "encoding does not go with include=weights, where each number is one of these".to_owned(),
        ]),
        ("/solve?format=svg&weights=1..9&include=weights", &[
            "include is only valid with format=json, except for path, which every drawing shows".to_owned(),
        ]),
        ("/solve?grid=polar&rings=3&format=npy&weights=1..9&include=weights", &[
            "include is a table of rows of equal length, which this grid does not have".to_owned(),
        ]),
        ("/map/window?window=0,0,5,5&weights=1..9", &[one.to_owned()]),
        ("/map/path?moves=5&weights=hills", &[one.to_owned()]),
        ("/maze?algo=eller&w=100&h=1000000&weights=1..9", &[
            "weights needs the whole maze, which may then have at most 65535 columns or rows and 4194304 cells in all".to_owned(),
        ]),
        ("/maze?w=2048&h=2048&weights=1..1000", &[
            "weights the cells times the largest weight must be at most 2147483647, and 4194304 × 1000 is more: no more than 511 goes with \
             these cells".to_owned(),
        ]),
    ] {
        assert_eq!(told(&get(path).await), faults, "{path}");
    }
    let plain = json!({ "encoding": "bits", "cells": [[13, 7]] });
    for query in ["format=svg&heat=weights", "include=weights"] {
        let name = if query.contains("heat") { "heat" } else { "include" };
        assert_eq!(told(&post_json(&format!("/solve?{query}"), &plain).await), [format!("{name} {only_weighted}")]);
    }
    assert_eq!(faulty(&post_json("/solve?weights=1..9", &ring()).await).len(), 1);
    // Nothing of it is known before the maze is read.
    let text = post("/solve?include=weights", "text/plain", "+---+\n|   |\n+---+\n").await;
    assert_eq!(told(&text), [format!("include {only_weighted}")]);
    let bad = post_json("/solve", &json!({ "encoding": "bits", "cells": [[13, 7]], "weights": [[1, 0]] })).await;
    assert_eq!((bad.status.as_u16(), bad.problem()), (400, "malformed-maze".to_owned()));
    assert_eq!(bad.json()["detail"], "Cell [0,1]: weights: weight 0 is not from 1 to 1000 (read as json).");
    let shape =
        post_json("/check?directions=E", &json!({ "encoding": "bits", "cells": [[13, 7]], "weights": [[1], [2]] }))
            .await;
    assert_eq!((shape.status.as_u16(), shape.problem()), (422, "inconsistent-maze".to_owned()));
}

/// The numbers of a table that was sent as CSV.
fn table(answer: &Answer) -> Vec<Vec<u64>> {
    answer.text().lines().map(|line| line.split(',').map(|number| number.parse().unwrap()).collect()).collect()
}

#[tokio::test]
async fn tables_and_pictures_show_the_ground() {
    for maze in ["w=9&h=7", "grid=hex&w=7&h=6", "w=5&h=4&floors=2", "w=12&h=12&mask=ring"] {
        let asked = format!("{maze}&seed=7&weights=1..1000");
        let weights = get(&format!("/maze?{asked}")).await.json()["weights"].clone();
        let mut expected = Vec::new();
        let mut rest = vec![&weights];
        while let Some(list) = rest.pop() {
            match list.as_array() {
                Some(list) => rest.extend(list.iter().rev()),
                None => expected.push(list.as_u64().unwrap_or(0)),
            }
        }
        let csv = get(&format!("/solve?{asked}&format=csv&include=weights")).await;
        assert_eq!(table(&csv).concat(), expected, "{asked}");
        let npy = get(&format!("/solve?{asked}&format=npy&include=weights")).await;
        assert!(npy.body.starts_with(b"\x93NUMPY") && npy.body[..64].windows(5).any(|text| text == b"'<u2'"));
        let numbers = &npy.body[npy.body.len() - 2 * expected.len()..];
        let numbers = numbers.chunks_exact(2).map(|bytes| u64::from(u16::from_le_bytes([bytes[0], bytes[1]])));
        assert_eq!(numbers.collect::<Vec<_>>(), expected, "{asked}");
    }
    for path in ["/maze.svg", "/maze.png", "/solve.svg", "/solve.png"] {
        for maze in ["w=9&h=7", "grid=hex&w=7&h=6"] {
            let mut all = Vec::new();
            for heat in ["none", "distance", "weights"] {
                let answer = get(&format!("{path}?{maze}&seed=7&weights=1..9&heat={heat}")).await;
                all.push((answer.body.clone(), answer.header("etag").map(str::to_owned)));
                let again = get(&format!("{path}?{maze}&seed=7&weights=1..9&heat={heat}")).await;
                assert_eq!(again.body, answer.body);
            }
            let without = get(&format!("{path}?{maze}&seed=7&heat=distance")).await;
            all.push((without.body.clone(), without.header("etag").map(str::to_owned)));
            for (number, (body, tag)) in all.iter().enumerate() {
                assert!(
                    all[..number].iter().all(|(other, other_tag)| other != body && other_tag != tag),
                    "{path} {maze}"
                );
            }
        }
    }
    let svg = post_json("/solve?format=svg&heat=weights", &ring()).await;
    assert!(svg.text().contains("Colors show what it costs to enter each cell, up to 9."));
    // The dear cell has another color: nine steps of viridis end in yellow.
    assert!(svg.text().contains("<path stroke=\"#fde725\" d=\"M1 .5h1\"/>"), "{}", svg.text());
    let costs = post_json("/solve?format=svg&heat=distance", &ring()).await;
    assert!(costs.text().contains("Colors show what the way to each cell costs, up to 9."));
}
