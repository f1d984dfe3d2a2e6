//! An answer is still right when it is sent back: the ends of drawings, several goals, exits, and any maze for any other. Every answer is
//! held to `openapi.yaml` as well, by `common`.

use axum::http::StatusCode;
use dedale::formats::{Encoding, Format};
use dedale_server::parameters::output::Resource;
use serde_json::{Value, json};

use crate::common::{Answer, get, post};
use crate::solving::{faulty, post_json};

async fn post_text(uri: &str, text: &str) -> Answer {
    post(uri, "text/plain", text.to_owned()).await
}

#[tokio::test]
async fn the_ends_of_a_drawing_are_the_ends_of_the_maze() {
    for query in [
        "w=5&h=3&seed=1&from=1,2&to=0,4",
        "w=9&h=7&seed=2&ends=farthest&braid=0.5",
        "w=9&h=7&seed=3&from=3,3&to=3,3",
        "w=8&h=6&seed=4&exits=5",
        "w=8&h=6&seed=4&doors=true",
        "w=12&h=12&seed=5&mask=circle&parts=largest&ends=random",
        "w=12&h=12&seed=6&sparse=0.5&rooms=4",
        "w=1&h=1&seed=7",
    ] {
        let solved = get(&format!("/solve?{query}&include=directions,path")).await.json();
        let directions = solved["directions"].as_str().unwrap();
        for format in ["ascii", "unicode", "blocks", "mms"] {
            let path = if format == "mms" { "maze" } else { "solve" };
            let drawn = get(&format!("/{path}?{query}&format={format}")).await;
            let again = post_text("/solve?include=directions", drawn.text()).await.json();
            for name in ["from", "to", "length"] {
                assert_eq!(again[name], solved[name], "{name}: {query} {format}\n{}", drawn.text());
            }
            let verdict = post_text(&format!("/check?directions={directions}"), drawn.text()).await.json();
            assert_eq!(verdict["ok"], true, "{query} {format}: {verdict}\n{}", drawn.text());
            // The query wins.
            let [from, to] = ["from", "to"].map(|end| solved[end].to_string().replace(['[', ']'], ""));
            let turned = post_text(&format!("/solve?from={to}&to={from}"), drawn.text()).await.json();
            assert_eq!(json!([turned["from"], turned["to"]]), json!([solved["to"], solved["from"]]), "{query}");
        }
    }
}

/// The formats that can be read, each with the query that it needs: walls between squares are thin, and tables do not say the ends.
const READ: [(&str, &str); 11] = [
    ("json", ""),
    ("svg", ""),
    ("ascii", ""),
    ("unicode", ""),
    ("blocks", ""),
    ("mms", ""),
    ("hex", ""),
    ("squares", "&thin=true"),
    ("csv", "&thin=true"),
    ("npy", "&thin=true"),
    ("map", "&thin=true"),
];

#[tokio::test]
async fn what_is_converted_is_read_as_the_same_maze_or_not_at_all() {
    for (query, ends) in [
        ("w=7&h=5&seed=1&braid=0.4", "from=0,0&to=4,6"),
        ("w=6&h=6&seed=2&rooms=2&from=5,0&to=1,4", "from=5,0&to=1,4"),
        ("w=2&h=1&seed=3", "from=0,0&to=0,1"),
    ] {
        let maze = get(&format!("/maze?{query}")).await.json();
        for output in Resource::Convert.outputs() {
            let written = post_json(&output.path, &maze).await;
            assert_eq!(written.status, StatusCode::OK, "{query} {}: {}", output.name, written.text());
            let read = READ.iter().find(|(name, _)| *name == output.name);
            let thin = read.map_or("", |(_, thin)| thin);
            let uri = format!("/convert?{ends}{thin}");
            let again = post(&uri, output.media_type, written.body.clone()).await;
            if read.is_none() {
                assert!(again.status.is_client_error(), "{query} {}: {}", output.name, again.text());
                continue;
            }
            assert_eq!(again.status, StatusCode::OK, "{query} {}: {}", output.name, again.text());
            let again = again.json();
            for name in ["from", "to", "encoding", "cells"] {
                assert_eq!(again[name], maze[name], "{name}: {query} {}", output.name);
            }
        }
    }
}

#[tokio::test]
async fn marks_that_do_not_say_the_ends_are_refused_with_what_helps() {
    let maze = |cells: &str| format!("+---+---+---+\n|{cells}|\n+---+---+---+\n");
    for (cells, name, words, others) in [
        (" @         ", "to", "line 2, column 3: '@'", "to=0,2"),
        ("         X ", "from", "line 2, column 11: 'X'", "from=0,0"),
        (" @ * @   X ", "from", "line 2, column 7: a second '@'", "from=0,0"),
    ] {
        for uri in ["/solve", "/check?directions=EE"] {
            let answer = post_text(uri, &maze(cells)).await;
            assert_eq!(faulty(&answer), [name], "{cells}");
            assert!(answer.text().contains(words), "{}", answer.text());
            let separator = if uri.contains('?') { '&' } else { '?' };
            for mended in [others, "from=0,0&to=0,2", "ends=farthest"] {
                let answer = post_text(&format!("{uri}{separator}{mended}"), &maze(cells)).await;
                assert_eq!(answer.status, StatusCode::OK, "{cells} {mended}: {}", answer.text());
            }
        }
    }
}

#[tokio::test]
async fn of_several_goals_the_nearest_is_the_exit() {
    let maze = "o---o---o---o---o\n| G             |\no   o---o---o   o\n|     S       G |\no---o---o---o---o\n";
    let solved = post_text("/solve?include=directions", maze).await.json();
    assert_eq!(json!([solved["from"], solved["to"], solved["length"]]), json!([[1, 1], [0, 0], 2]));
    assert_eq!(solved["exits"], json!([{"cell": [0, 0]}, {"cell": [1, 3]}]));
    let verdict =
        post_text(&format!("/check?directions={}", solved["directions"].as_str().unwrap()), maze).await.json();
    assert_eq!(verdict["ok"], true);
    assert_eq!(post_text("/solve?to=any", maze).await.json()["to"], json!([0, 0]));
    assert_eq!(post_text("/solve?from=1,2", maze).await.json()["to"], json!([1, 3]), "another entrance");
    let chosen = post_text("/solve?to=1,3", maze).await.json();
    assert_eq!(json!([chosen["to"], chosen["exits"]]), json!([[1, 3], null]));
    let twice = post_text("/solve", &maze.replacen("  S ", " SS ", 1).replacen(" G |", " S |", 1)).await;
    assert_eq!(faulty(&twice), ["from"]);
}

#[tokio::test]
async fn with_exits_the_nearest_is_the_exit_in_every_format() {
    for query in ["w=9&h=7", "w=20&h=12&braid=1&weights=1..9", "grid=hex&w=7&h=6", "w=9&h=9&mask=circle&parts=largest"]
    {
        for seed in 1..8 {
            let query = format!("{query}&seed={seed}&exits=4");
            let maze = get(&format!("/maze?{query}")).await.json();
            assert_eq!(maze, get(&format!("/maze?{query}&to=any")).await.json());
            let exits = maze["exits"].as_array().unwrap();
            assert!(exits.iter().any(|exit| exit["cell"] == maze["to"]), "{query}");
            let solved = get(&format!("/solve?{query}&include=paths")).await.json();
            let cost = |path: &Value| path.get("cost").unwrap_or(&path["length"]).as_u64().unwrap();
            let nearest = solved["paths"].as_array().unwrap().iter().map(cost).min();
            assert_eq!(Some(cost(&solved)), nearest, "{query}");

            let map = get(&format!("/maze.tmj?{query}")).await.json();
            let objects = map["layers"][1]["objects"].as_array().unwrap();
            let of = |kind: &str| objects.iter().filter(|object| object["type"] == kind).collect::<Vec<_>>();
            let openings = of("opening");
            assert_eq!(openings.len(), 4, "{query}");
            assert!(objects.iter().all(|object| object["id"].as_u64() < map["nextobjectid"].as_u64()));
            if query.contains("hex") {
                continue;
            }
            let tile = |object: &Value| ["y", "x"].map(|axis| object[axis].as_u64().unwrap() / 16);
            let width = map["width"].as_u64().unwrap();
            for (opening, exit) in openings.iter().zip(exits) {
                let ([y, x], cell) = (tile(opening), &exit["cell"]);
                assert_eq!(map["layers"][0]["data"][(y * width + x) as usize], 1, "{query}: it is floor");
                let [row, column] = [0, 1].map(|axis| 2 * cell[axis].as_u64().unwrap() + 1);
                assert_eq!(y.abs_diff(row) + x.abs_diff(column), 1, "{query}: it is beside its cell");
            }
            let exit = tile(of("exit")[0]).map(|line| (line - 1) / 2);
            assert_eq!(json!(exit), maze["to"], "{query}");
            let xml = get(&format!("/maze.tmx?{query}")).await;
            assert_eq!(xml.text().matches("type=\"opening\"").count(), 4);
        }
    }
    // A symmetric maze, and a labyrinth, too; but an exit that is named is kept, and so is a rule.
    let to = |query: &'static str| async move { get(&format!("/maze?w=8&h=8&seed=7&exits=3&{query}")).await.json() };
    assert_eq!(to("symmetry=mirror-x").await, to("symmetry=mirror-x&to=any").await);
    assert_eq!(to("to=3,3").await["to"], json!([3, 3]));
    assert_ne!(to("ends=center").await["to"], to("").await["to"]);
}

#[tokio::test]
async fn a_posted_square_is_plain() {
    for (media_type, body) in [
        ("application/json", r#"{"encoding":"bits","cells":[[9,7],[12,7]]}"#),
        ("text/plain", "+---+---+\n|       |\n+   +---+\n|       |\n+---+---+\n"),
    ] {
        let answer = post("/solve?include=hash&hash=canonical", media_type, body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        assert_eq!(answer.json()["hash"].as_str().map(str::len), Some(16));
    }
    let hexagons = get("/maze?grid=hex&w=4&h=3&seed=7").await.json();
    assert_eq!(faulty(&post_json("/solve?include=hash&hash=canonical", &hexagons).await), ["hash"]);
}

#[tokio::test]
async fn a_solution_as_a_graph_has_its_rock() {
    let solved = get("/solve?grid=hex&w=3&h=3&sparse=1&encoding=graph&seed=1").await;
    assert!(!solved.json()["rock"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_table_of_neighbors_is_in_the_order_of_both_numbers() {
    for query in ["w=5&h=4", "grid=hex&w=5&h=4", "grid=polar&rings=4", "grid=snub-square&w=3&h=3", "w=9&h=9&weave=1"] {
        let table = get(&format!("/maze.csv?{query}&seed=7&encoding=graph")).await;
        let pair = |line: &str| line.split(',').take(2).map(|n| n.parse().unwrap()).collect::<Vec<u32>>();
        let pairs: Vec<_> = table.text().lines().map(pair).collect();
        assert!(pairs.iter().all(|pair| pair[0] < pair[1]), "{query}");
        assert!(pairs.is_sorted(), "{query}: {pairs:?}");
    }
}

/// A graph of one's own: a ring of eight cells, with polygons or without.
fn ring(has_polygons: bool) -> Value {
    let side = |name: &str, to: usize| json!({"side": name, "to": to % 8});
    let cell = |k: usize| {
        let mut cell = json!({"sides": [side("on", k + 1), {"side": "out"}, side("back", k + 7)]});
        if has_polygons {
            let corner = |k: usize, r: f64| {
                let angle = k as f64 * std::f64::consts::FRAC_PI_4;
                [r * angle.cos(), r * angle.sin()]
            };
            cell["polygon"] = json!([corner(k + 1, 1.0), corner(k + 1, 2.0), corner(k, 2.0), corner(k, 1.0)]);
        }
        cell
    };
    json!({"grid": "custom", "encoding": "graph", "cells": (0..8).map(cell).collect::<Vec<_>>()})
}

/// Every edit, in every format, of every kind of maze that is posted.
#[tokio::test]
async fn no_edit_and_no_format_of_a_posted_maze_is_a_fault_of_the_service() {
    let mut posted = vec![ring(false), ring(true)];
    for query in [
        "w=6&h=5",
        "w=6&h=5&exits=3",
        "w=6&h=5&weights=1..9",
        "w=7&h=6&weave=1",
        "w=7&h=6&weave=1&wrap=xy",
        "w=7&h=6&wrap=x",
        "w=5&h=4&floors=2",
        "w=9&h=8&mask=circle&parts=largest",
        "w=9&h=8&sparse=0.4",
        "grid=hex&w=5&h=4",
        "grid=hex&w=9&h=8&sparse=0.4&exits=2",
        "grid=triangle&w=6&h=5&wrap=xy",
        "grid=polar&rings=3",
        "grid=cairo&w=3&h=3",
    ] {
        posted.push(get(&format!("/maze?{query}&seed=7")).await.json());
    }
    let edits = [
        "sparse=0.7",
        "sparse=1&braid=1",
        "rooms=3&room_size=2",
        "braid=1",
        "max_walls=0.2",
        "weights=1..9",
        "exits=2",
        "doors=true",
        "ends=farthest",
        "ends=random",
        "symmetry=mirror-x",
        "unicursal=true",
        "reveal=heart",
        "straightness=0.5",
        "weave=1",
        "algo=eller",
        "algo=dungeon",
        "length=3..9",
    ];
    let formats = Format::ALL.iter().map(|format| format!("format={}", format.name()));
    let encodings = Encoding::ALL.iter().map(|encoding| format!("encoding={}", encoding.name()));
    let tables = ["bits", "graph"].map(|table| format!("format=csv&encoding={table}"));
    let formats: Vec<String> = formats.chain(encodings).chain(tables).collect();
    for maze in &posted {
        let head = json!([maze["grid"], maze["options"], maze["floors"]]);
        for format in &formats {
            for uri in edits
                .iter()
                .map(|edit| format!("/maze?{edit}&{format}&seed=1"))
                .chain([format!("/solve?{format}"), format!("/solve?{format}&solver=dijkstra&ends=farthest")])
            {
                let answer = post_json(&uri, maze).await;
                let status = answer.status.as_u16();
                assert!([200, 400, 422].contains(&status), "{head} {uri}: {status} {}", answer.text());
            }
        }
    }
}
