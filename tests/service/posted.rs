//! Mazes on every grid that are posted: solved, checked and drawn. Every answer is held to `openapi.yaml` as well, by `common`.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use dedale_server::app::App;
use dedale_server::settings::Settings;
use serde_json::{Value, json};

use crate::common::{Answer, get, send, send_to};
use crate::shapes::queries;
use crate::solving::{faulty, post_json};

/// What is asked of each maze.
const REPORT: &str = "include=path,directions,distances,walk,states,stats";

async fn maze(query: &str, encoding: &str) -> Value {
    get(&format!("/maze?{query}&encoding={encoding}")).await.json()
}

/// Names in a query, as `/check` takes them.
fn in_a_query(directions: &Value) -> String {
    match directions {
        Value::String(word) => word.clone(),
        names => names.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect::<Vec<_>>().join(","),
    }
}

#[tokio::test]
async fn a_maze_on_any_grid_that_is_posted_back_in_any_encoding_is_the_same() {
    for query in queries() {
        let query = format!("{query}&braid=0.3");
        let expected = get(&format!("/solve?{query}&{REPORT}")).await.json();
        for encoding in ["walls", "passages", "bits", "named", "graph"] {
            let sent = maze(&query, encoding).await;
            let answer = post_json(&format!("/solve?{REPORT}&encoding={encoding}"), &sent).await;
            assert_eq!(answer.status, StatusCode::OK, "{query} {encoding}: {}", answer.text());
            let answer = answer.json();
            for name in
                ["from", "to", "length", "path", "directions", "distances", "farthest", "walk", "states", "stats"]
            {
                assert_eq!(answer[name], expected[name], "{name}: {query} {encoding}");
            }
            assert_eq!(answer["cells"], sent["cells"], "{query} {encoding}");
        }
    }
}

/// With two columns that are joined, two sides lead to each neighbor, and either may be the open one.
#[tokio::test]
async fn solutions_go_through_the_open_one_of_two_sides_that_lead_to_the_same_cell() {
    for seed in 1..20 {
        let query = format!("wrap=x&w=2&h=9&seed={seed}&include=path,directions&encoding=bits");
        let solved = get(&format!("/solve?{query}")).await.json();
        assert_eq!(post_json("/check", &solved).await.json()["ok"], true, "{query}");
        for given in ["path", "directions"] {
            let mut claim = solved.clone();
            claim.as_object_mut().unwrap().remove(given);
            assert_eq!(post_json("/check", &claim).await.json()["ok"], true, "{query} without {given}");
        }
    }
}

#[tokio::test]
async fn solutions_on_any_grid_are_checked() {
    for query in queries() {
        let solved = get(&format!("/solve?{query}&include=path,directions&encoding=bits")).await.json();
        let length = solved["length"].as_u64().unwrap();
        let form = if solved["encoding"] == "graph" { "graph" } else { "json" };
        let right = json!({
            "ok": true, "from": solved["from"], "to": solved["to"], "length": length, "shortest": length, "read": form,
        });
        // As it was sent, and by each of the two ways in the query.
        assert_eq!(post_json("/check", &solved).await.json(), right, "{query}");
        let directions = in_a_query(&solved["directions"]);
        assert_eq!(post_json(&format!("/check?directions={directions}"), &solved).await.json(), right, "{query}");
        let path: Vec<String> = solved["path"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| {
                let numbers: Vec<String> = cell.as_array().unwrap().iter().map(Value::to_string).collect();
                numbers.join(",")
            })
            .collect();
        let all = path.join(";");
        if all.len() < 6000 {
            assert_eq!(post_json(&format!("/check?path={all}"), &solved).await.json(), right, "{query}");
        }
        // The path without its second cell jumps; without its last it ends too soon.
        let mut wrong = solved.clone();
        wrong["path"].as_array_mut().unwrap().pop();
        let verdict = post_json("/check", &wrong).await.json();
        assert_eq!(
            json!([verdict["ok"], verdict["reason"], verdict["at"]]),
            json!([false, "end", length - 1]),
            "{query}"
        );
        // A cell that the grid does not have is outside.
        wrong["path"].as_array_mut().unwrap().push(json!([4_000_000_000_u32, 0]));
        let verdict = post_json("/check", &wrong).await.json();
        assert_eq!(json!([verdict["reason"], verdict["at"]]), json!(["outside", length - 1]), "{query}");
    }
}

/// Five cells in a ring, with a wall between the last and the first.
fn ring() -> Value {
    let cell = |number: usize| {
        let side =
            |name: &str, to: usize| json!({ "side": name, "to": to, "open": number.min(to) + 1 == number.max(to) });
        json!({ "sides": [side("next", (number + 1) % 5), side("back", (number + 4) % 5)] })
    };
    json!({ "grid": "custom", "encoding": "graph", "cells": (0..5).map(cell).collect::<Vec<_>>() })
}

#[tokio::test]
async fn a_graph_of_ones_own_is_solved() {
    let answer = post_json(&format!("/solve?{REPORT},matrix&point=0;2&encoding=graph"), &ring()).await.json();
    let expected = json!({
        "grid": "custom", "from": [0], "to": [4], "length": 4, "path": [[0], [1], [2], [3], [4]],
        "directions": ["next", "next", "next", "next"], "distances": [0, 1, 2, 3, 4], "matrix": [[0, 2], [2, 0]],
        "states": ["done", "done", "done", "done", "open"],
    });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(answer[name], *value, "{name}");
    }
    assert_eq!(post_json("/solve", &answer).await.json()["length"], 4, "it is posted back");
    assert_eq!(post_json("/solve?from=3&to=1", &ring()).await.json()["path"], json!([[3], [2], [1]]));
    let verdict = post_json("/check?directions=next,left", &ring()).await.json();
    assert_eq!(
        json!([verdict["reason"], verdict["at"], verdict["cell"], verdict["side"]]),
        json!(["side", 1, [1], "left"])
    );
    let verdict = post_json("/check?directions=back", &ring()).await.json();
    assert_eq!(json!([verdict["reason"], verdict["side"]]), json!(["wall", "back"]));
    // It has no polygons.
    for format in ["svg", "png", "ascii"] {
        assert_eq!(faulty(&post_json(&format!("/solve?format={format}"), &ring()).await), ["format"]);
    }
    assert_eq!(faulty(&post_json("/solve?encoding=walls", &ring()).await), ["encoding"]);
}

#[tokio::test]
async fn any_grid_is_a_graph_of_ones_own() {
    for query in queries() {
        let mut graph = maze(&query, "graph").await;
        let place = |address: &Value| {
            json!([graph["cells"].as_array().unwrap().iter().position(|cell| cell["cell"] == *address).unwrap()])
        };
        let (from, to) = (place(&graph["from"]), place(&graph["to"]));
        let cells = graph["cells"].as_array_mut().unwrap();
        cells.iter_mut().enumerate().for_each(|(number, cell)| cell["cell"] = json!([number]));
        let own = json!({ "grid": "custom", "encoding": "graph", "cells": graph["cells"], "from": from, "to": to });
        let expected = get(&format!("/solve?{query}&include=stats")).await.json();
        let answer = post_json("/solve?include=stats", &own).await.json();
        for name in ["cells", "passages", "dead_ends", "junctions", "difficulty"] {
            assert_eq!(answer["stats"][name], expected["stats"][name], "{name}: {query}");
        }
        assert_eq!(answer["length"], expected["length"], "{query}");
        // Sides that are stairs or tunnels belong to no edge of a polygon.
        for (format, start) in [("svg", &b"<svg "[..]), ("png", b"\x89PNG")] {
            let drawn = post_json(&format!("/solve?format={format}&heat=distance"), &own).await;
            assert!(drawn.body.starts_with(start), "{query} {format}: {}", drawn.status);
        }
    }
}

#[tokio::test]
async fn drawings_of_posted_mazes_are_those_of_made_ones() {
    // A posted maze does not have the cells that `sparse` took out.
    for query in queries().into_iter().filter(|query| !query.contains("sparse")) {
        let sent = maze(&query, "bits").await;
        for format in ["svg", "png"] {
            let expected = get(&format!("/solve.{format}?{query}&heat=distance")).await;
            let drawn = post_json(&format!("/solve?format={format}&heat=distance"), &sent).await;
            assert_eq!(drawn.status, StatusCode::OK, "{query}");
            // The title and the description differ, and whether an SVG says its URL or its cells.
            let marks = if format == "svg" { [&b"</desc>"[..], b"<metadata>"] } else { [&b"IDAT"[..], b"IEND"] };
            let drawn_part = |answer: &Answer| {
                let place = |mark: &[u8]| answer.body.windows(mark.len()).position(|word| word == mark).unwrap();
                let [start, end] = marks.map(place);
                answer.body[start..end].to_vec()
            };
            assert!(drawn_part(&drawn) == drawn_part(&expected), "{query} {format}");
        }
    }
}

#[tokio::test]
async fn what_is_wrong_with_a_question_about_a_posted_maze() {
    let hexagons = maze("grid=hex&w=4&h=3&seed=7", "walls").await;
    for (query, names) in [
        ("from=3,0", &["from"][..]),
        ("from=0&to=0,0,0", &["from", "to"]),
        ("from=x", &["from"]),
        ("include=matrix&point=0,0;0,9", &["point"]),
        ("from=9,9&include=matrix&point=9,9&encoding=blocks", &["from", "point", "encoding"]),
        ("encoding=blocks", &["encoding"]),
        ("format=ascii", &["format"]),
        ("format=png&cell=256&margin=1024&wall=256", &["wall"]),
        ("ends=farthest&to=0,0", &["ends"]),
        ("grid=hex", &["grid"]),
    ] {
        assert_eq!(faulty(&post_json(&format!("/solve?{query}"), &hexagons).await), names, "{query}");
    }
    let asked = Request::post("/solve").header("content-type", "application/json").header("accept", "text/plain");
    let answer = send(asked.body(Body::from(hexagons.to_string())).unwrap()).await;
    assert_eq!(faulty(&answer), ["format"]);
    assert!(
        answer.text().contains("ascii is what Accept asks for, and is only available for squares"),
        "{}",
        answer.text()
    );
    let answer = post_json("/solve.txt", &hexagons).await;
    assert!(answer.text().contains("ascii is what the path asks for"), "{}", answer.text());
    // A polygon far from the others would make a picture of very many pixels.
    let polygon = |at: u32| json!([[at, at], [at + 1, at], [at + 1, at + 1], [at, at + 1]]);
    let cell = |at: u32, to: u32| {
        let side = |name: &str| json!({ "side": name });
        json!({ "polygon": polygon(at), "sides": [{ "side": "a", "to": to, "open": true }, side("b"), side("c"), side("d")] })
    };
    let far = json!({ "grid": "custom", "encoding": "graph", "cells": [cell(0, 1), cell(60_000, 0)] });
    let answer = post_json("/solve?format=png", &far).await;
    assert_eq!(faulty(&answer), ["cell"]);
    assert!(answer.text().contains("960050"), "{}", answer.text());
    assert_eq!(post_json("/solve?format=svg", &far).await.status, StatusCode::OK);
    let squares = json!({ "encoding": "bits", "cells": [[13, 7]] });
    assert_eq!(post_json("/check?directions=EQ", &squares).await.json()["reason"], "side");
    assert_eq!(faulty(&post_json("/check?directions=E&path=0", &squares).await), ["directions"]);
}

#[tokio::test]
async fn bodies_of_other_grids_that_cannot_be_read_say_where() {
    for (body, status, words) in [
        (json!({"grid": "hexx", "encoding": "bits", "cells": [[63]]}), 400, "unknown grid"),
        (json!({"grid": "hex", "encoding": "bits", "cells": [[61, 63]]}), 422, "cell [0,0]: no wall on side E"),
        (json!({"grid": "hex", "encoding": "walls", "cells": [["N"]]}), 400, "line 1"),
        (json!({"grid": "custom", "encoding": "bits", "cells": [[0]]}), 422, "encoding must be graph"),
        (json!({"grid": "hex", "w": 3, "encoding": "bits", "cells": [[63]]}), 422, "w is 3"),
    ] {
        for path in ["/solve", "/check?directions=E"] {
            let answer = post_json(path, &body).await;
            assert_eq!(answer.status.as_u16(), status, "{body}: {}", answer.text());
            let told = answer.json()["detail"].as_str().unwrap().to_lowercase();
            assert!(told.contains(&words.to_lowercase()), "{body}: {told}");
        }
    }
}

#[tokio::test]
async fn memory_for_the_grid_of_a_body_is_admitted() {
    let cells = vec![vec![63; 400]; 400];
    let body = json!({ "grid": "hex", "encoding": "bits", "cells": cells }).to_string();
    let ask = async |megabytes: u64| -> Answer {
        let app = Arc::new(App::new(Settings { max_memory: megabytes << 20, ..Settings::default() }));
        let request = Request::post("/solve").header("content-type", "application/json");
        let answer = send_to(&app, request.body(Body::from(body.clone())).unwrap()).await;
        assert_eq!(app.metrics.reserved.get(), 0);
        answer
    };
    // The text has half a megabyte, and the neighbors of 160,000 cells have six.
    let refused = ask(6).await;
    assert_eq!((refused.status.as_u16(), refused.problem().as_str()), (422, "too-large"), "{}", refused.text());
    assert_eq!(ask(64).await.status, StatusCode::OK);
}

/// How often work was done by the pool.
fn pool_runs(app: &App) -> u64 {
    let text = app.metrics.text();
    let count = text.lines().find_map(|line| line.strip_prefix("dedale_queue_wait_seconds_count "));
    count.expect("a count").parse().unwrap()
}

/// Its letters are many, and its maze small.
#[tokio::test]
async fn a_long_claim_is_work_for_the_pool_and_is_counted() {
    let maze = get("/maze?w=1&h=2&seed=1").await.json();
    let check = async |app: &Arc<App>, moves: usize| {
        let mut claim = maze.clone();
        claim["directions"] = "SN".repeat(moves / 2).into();
        let request = Request::post("/check").header("content-type", "application/json");
        send_to(app, request.body(Body::from(claim.to_string())).unwrap()).await
    };
    let app = Arc::new(App::new(Settings { max_steps: 3_000_000, ..Settings::default() }));
    assert_eq!(check(&app, 100).await.json()["ok"], false);
    assert_eq!(pool_runs(&app), 0);
    // The body is read, and the claim is followed through the maze by the same worker.
    assert_eq!(check(&app, 500_000).await.json()["length"], 500_000);
    assert_eq!(pool_runs(&app), 1);
    let refused = check(&app, 1_000_000).await;
    assert_eq!((refused.status.as_u16(), refused.problem().as_str()), (422, "too-large"), "{}", refused.text());
}

/// A mask of one byte is scaled to half a million cells.
#[tokio::test]
async fn a_scaled_mask_is_work_for_the_pool_and_its_memory_is_reserved() {
    let ask = async |app: &Arc<App>| {
        let request = Request::post("/maze?algo=kruskal&w=700&h=700&seed=1&encoding=bits&format=json");
        send_to(app, request.header("content-type", "text/plain").body(Body::from("#")).unwrap()).await
    };
    let app = Arc::new(App::new(Settings::default()));
    let answer = ask(&app).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    // The mask is scaled, and the maze is made.
    assert_eq!(pool_runs(&app), 2);
    let small = Arc::new(App::new(Settings { max_memory: 1 << 20, ..Settings::default() }));
    let refused = ask(&small).await;
    assert_eq!((refused.status.as_u16(), refused.problem().as_str()), (422, "too-large"));
    assert_eq!(pool_runs(&small), 0, "it is refused before it is scaled");
}

/// A mask of one byte is repeated on ten thousand floors.
#[tokio::test]
async fn a_mask_on_many_floors_is_work_for_the_pool() {
    let app = Arc::new(App::new(Settings { max_steps: 1_000_000, ..Settings::default() }));
    let request = Request::post("/maze?w=20&h=20&floors=10000&seed=1").header("content-type", "text/plain");
    let refused = send_to(&app, request.body(Body::from("#")).unwrap()).await;
    assert_eq!((refused.status.as_u16(), refused.problem().as_str()), (422, "too-large"), "{}", refused.text());
    assert_eq!(pool_runs(&app), 1);
}
