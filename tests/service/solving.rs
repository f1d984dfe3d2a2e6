//! Solving, checking and steps as a caller meets them, in process. Every answer is held to `openapi.yaml` as well, by `common`.

use std::convert::Infallible;
use std::sync::Arc;

use crate::common::{Answer, get, get_with, send, send_to};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use dedale::solve::SOLVERS;
use dedale_server::app::App;
use dedale_server::server::service::service;
use dedale_server::settings::Settings;
use futures_util::StreamExt as _;
use serde_json::{Value, json};

const COURSE: &str = include_str!("../../crates/dedale/tests/fixtures/course-5x7.txt");
const COURSE_SOLUTION: &str = include_str!("../../crates/dedale/tests/fixtures/course-5x7.solution.json");

pub(crate) async fn post(uri: &str, content_type: &str, body: impl Into<Body>) -> Answer {
    let request = Request::post(uri).header("content-type", content_type).body(body.into());
    send(request.expect("a request")).await
}

async fn post_text(uri: &str, text: &str) -> Answer {
    post(uri, "text/plain", text.to_owned()).await
}

pub(crate) async fn post_json(uri: &str, value: &Value) -> Answer {
    post(uri, "application/json", value.to_string()).await
}

/// The names of the parameters that are wrong.
pub(crate) fn faulty(answer: &Answer) -> Vec<String> {
    answer.assert_refused();
    let errors = answer.json()["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().map(|error| error["parameter"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn the_course_is_solved_as_its_solution_says() {
    let expected: Value = serde_json::from_str(COURSE_SOLUTION).unwrap();
    let answer = post_text("/solve?include=path,distances,directions", COURSE).await.json();
    for name in ["from", "to", "length", "path", "distances"] {
        assert_eq!(answer[name], expected[name], "{name}");
    }
    assert_eq!(answer["directions"].as_str().map(str::len), Some(24));
    assert_eq!(answer["farthest"]["distance"], 26);
}

#[tokio::test]
async fn a_made_maze_solved_and_posted_back_in_every_form_has_one_solution() {
    let maze = "algo=kruskal&w=9&h=6&seed=7&braid=0.4";
    let expected = get(&format!("/solve?{maze}&include=path,distances,stats")).await.json();
    for encoding in ["walls", "passages", "bits", "named", "blocks"] {
        let posted = get(&format!("/maze?{maze}&encoding={encoding}")).await.json();
        let answer = post_json("/solve?include=path,distances,stats", &posted).await.json();
        for name in ["from", "to", "length", "visited", "path", "distances", "farthest", "stats"] {
            assert_eq!(answer[name], expected[name], "{name} by {encoding}");
        }
        assert_eq!(answer["algo"], Value::Null, "who posts a maze need not say how it was made");
    }
    for form in ["ascii", "unicode", "blocks"] {
        for path in ["maze", "solve"] {
            let text = get(&format!("/{path}?{maze}&format={form}")).await;
            let answer = post_text("/solve?include=path,distances", text.text()).await.json();
            assert_eq!(answer["path"], expected["path"], "{form} of /{path}");
            assert_eq!(answer["distances"], expected["distances"], "{form} of /{path}");
        }
    }
    // The solution itself can be posted back, with the maze in it.
    let solved = get(&format!("/solve?{maze}&include=path&encoding=bits")).await.json();
    assert_eq!(post_json("/solve", &solved).await.json()["path"], expected["path"]);
}

#[tokio::test]
async fn every_solver_finds_the_path_and_reports_what_it_visited() {
    for solver in get("/solvers").await.json()["solvers"].as_array().unwrap() {
        let name = solver["name"].as_str().unwrap();
        for braid in ["0", "1"] {
            let uri = format!("/solve?w=12&h=8&seed=3&braid={braid}&solver={name}&include=path,walk,states,directions");
            let answer = get(&uri).await.json();
            assert_eq!((&answer["solver"], &answer["reachable"]), (&solver["name"], &json!(true)));
            let shortest = get(&format!("/solve?w=12&h=8&seed=3&braid={braid}")).await.json()["length"].clone();
            if solver["shortest"] == true {
                assert_eq!(answer["length"], shortest, "{uri}");
            }
            if answer["gave_up"].is_string() {
                assert!(name == "wall-follower" && braid == "1", "{uri}");
                assert_eq!((&answer["path"], &answer["directions"]), (&Value::Null, &Value::Null));
                continue;
            }
            let (path, walk) = (answer["path"].as_array().unwrap(), answer["walk"].as_array().unwrap());
            assert_eq!(answer["length"], path.len() - 1);
            assert_eq!((path.first(), path.last()), (walk.first(), walk.last()));
            let states = answer["states"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
            let seen = states.filter(|state| *state != "unseen").count();
            assert_eq!(answer["visited"], seen, "{uri}");
        }
    }
}

#[tokio::test]
async fn a_hand_rule_that_cannot_arrive_says_so() {
    // The exit is on an island: the only walls that lead to it are not joined to the outer wall.
    let island = "\
+---+---+---+---+---+
|                   |
+   +---+---+---+   +
|   |           |   |
+   +   +---+   +   +
|   |   |       |   |
+   +   +---+   +   +
|   |           |   |
+   +---+   +---+   +
|                   |
+---+---+---+---+---+
";
    let uri = "/solve?to=2,2&include=path&solver=wall-follower";
    for hand in ["right", "left"] {
        let answer = post_text(&format!("{uri}&hand={hand}"), island).await.json();
        assert_eq!(
            (&answer["reachable"], &answer["length"], &answer["path"]),
            (&json!(true), &Value::Null, &Value::Null)
        );
        assert!(answer["gave_up"].as_str().unwrap().contains(hand), "{answer}");
        assert_eq!(answer["hand"], hand);
        let drawing = post_text(&format!("/solve?to=2,2&solver=wall-follower&hand={hand}&format=ascii"), island).await;
        assert_eq!(drawing.header("dedale-outcome"), Some("gave-up"));
    }
    assert_eq!(post_text("/solve?to=2,2", island).await.json()["reachable"], true);
}

#[tokio::test]
async fn an_exit_that_cannot_be_reached_is_an_answer() {
    let split = "+---+---+\n|   |   |\n+---+---+\n";
    for solver in SOLVERS.iter().map(|info| info.name) {
        let answer =
            post_text(&format!("/solve?solver={solver}&include=path,directions,distances,walk,stats"), split).await;
        assert_eq!(answer.status, StatusCode::OK);
        let answer = answer.json();
        assert_eq!(
            json!([answer["reachable"], answer["length"], answer["path"]]),
            json!([false, null, null]),
            "{solver}"
        );
        assert_eq!(answer["distances"], json!([[0, null]]));
        assert_eq!(answer["stats"]["difficulty"], Value::Null);
        assert!(answer.get("gave_up").is_none());
    }
    let drawing = post_text("/solve?format=ascii", split).await;
    assert_eq!(drawing.header("dedale-outcome"), Some("unreachable"));
    assert_eq!(drawing.text(), split, "no path, no marks");
}

#[tokio::test]
async fn distances_between_points() {
    let answer = post_text("/solve?include=matrix&point=0,0&point=4,6&point=1,0", COURSE).await.json();
    assert_eq!(answer["points"], json!([[0, 0], [4, 6], [1, 0]]));
    assert_eq!(answer["matrix"], json!([[0, 24, 1], [24, 0, 23], [1, 23, 0]]));
}

#[tokio::test]
async fn parameters_that_are_wrong_or_do_not_go_together() {
    for (query, names) in [
        ("solver=bsf", &["solver"][..]),
        ("solver=dfs&hand=left", &["hand"]),
        ("solver=wall-follower&hand=up", &["hand"]),
        ("include=path,way", &["include"]),
        ("include=path,path", &["include"]),
        ("include=", &["include"]),
        ("include=matrix", &["include"]),
        ("point=0,0", &["point"]),
        ("include=matrix&point=99,0", &["point"]),
        ("format=ascii&include=path,walk", &["include"]),
        ("format=ascii&encoding=bits", &["encoding"]),
        ("w=0&solver=x&format=y&zzz=1", &["zzz", "format", "w", "solver"]),
    ] {
        assert_eq!(faulty(&get(&format!("/solve?{query}")).await), names, "{query}");
    }
    let points = "&point=0,0".repeat(65);
    assert_eq!(faulty(&get(&format!("/solve?include=matrix{points}")).await), ["point"]);
    assert_eq!(get(&format!("/solve?seed=1&include=matrix{}", &points[10..])).await.status, StatusCode::OK);
    for (query, names) in
        [("w=3", &["w"][..]), ("seed=1", &["seed"]), ("from=5,0", &["from"]), ("ends=farthest&to=0,0", &["ends"])]
    {
        assert_eq!(faulty(&post_text(&format!("/solve?{query}"), COURSE).await), names, "{query}");
    }
    assert_eq!(post_text("/solve?seed=1&solver=random-mouse", COURSE).await.json()["length"], 24);
    for path in ["/maze/steps?format=json", "/solve/steps?include=walk", "/maze/steps?solver=astar"] {
        assert_eq!(faulty(&get(path).await).len(), 1, "{path}");
    }
}

#[tokio::test]
async fn ends_come_from_the_query_then_the_body_then_the_openings_then_the_corners() {
    let ends = |answer: Value| json!([answer["from"], answer["to"]]);
    assert_eq!(ends(post_text("/solve", COURSE).await.json()), json!([[0, 0], [4, 6]]));
    assert_eq!(ends(post_text("/solve?to=2,2", COURSE).await.json()), json!([[0, 0], [2, 2]]));
    // Openings are meant together: where one end is named, they say nothing of the other.
    let doors = "+---+\n|   |\n+   +\n     \n+   +\n|   |\n+---+\n";
    assert_eq!(ends(post_text("/solve", doors).await.json()), json!([[1, 0], [1, 0]]));
    assert_eq!(ends(post_text("/solve?from=1,0", doors).await.json()), json!([[1, 0], [2, 0]]));
    let closed = json!({ "encoding": "bits", "cells": [[9, 5, 3], [12, 5, 6]] });
    assert_eq!(ends(post_json("/solve", &closed).await.json()), json!([[0, 0], [1, 2]]));
    let mut told = closed.clone();
    told["from"] = json!([0, 2]);
    assert_eq!(ends(post_json("/solve", &told).await.json()), json!([[0, 2], [1, 2]]));
    assert_eq!(ends(post_json("/solve?from=1,1", &told).await.json()), json!([[1, 1], [1, 2]]));
    assert_eq!(ends(post_json("/solve?ends=farthest", &told).await.json()), json!([[0, 0], [1, 2]]));
}

#[tokio::test]
async fn bodies_that_cannot_be_read_say_why_and_where() {
    let cases = [
        ("text/plain", "", 400, "malformed-maze", ""),
        ("text/plain", "hello", 400, "malformed-maze", "none of the forms"),
        ("text/plain", "+---+\n| x |\n+---+\n", 400, "malformed-maze", "line 2, column 3"),
        ("application/json", "", 400, "malformed-maze", ""),
        ("application/json", "{\"encoding\":\"bits\",\"cells\":[[15", 400, "malformed-maze", "line 1"),
        ("application/json", "{\"encoding\":\"bits\",\"cells\":[[15,15],[15]]}", 400, "malformed-maze", "cell [1,1]"),
        ("application/json", "{\"encoding\":\"walls\",\"cells\":[[\"NQ\"]]}", 400, "malformed-maze", "cell [0,0]"),
        ("application/json", "{\"encoding\":\"bits\",\"cells\":[[13,15]]}", 422, "inconsistent-maze", "cell [0,0]"),
    ];
    for (media_type, body, status, problem, place) in cases {
        for path in ["/solve", "/check?directions=E"] {
            let answer = post(path, media_type, body).await;
            assert_eq!(
                (answer.status.as_u16(), answer.problem().as_str()),
                (status, problem),
                "{body}: {}",
                answer.text()
            );
            let told = answer.json()["detail"].as_str().unwrap().to_lowercase();
            assert!(told.contains(&place.to_lowercase()), "{body}: {told}");
        }
    }
    for media_type in ["multipart/form-data", "text/html", ""] {
        let answer = post("/solve", media_type, COURSE).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (415, "unsupported-media-type"));
    }
    let request = Request::post("/solve").header("content-type", "text/plain").header("content-encoding", "gzip");
    assert_eq!(send(request.body(Body::from(COURSE)).unwrap()).await.status.as_u16(), 415);
    let large = post("/solve", "text/plain", vec![b'+'; 33 * 1024 * 1024]).await;
    assert_eq!((large.status.as_u16(), large.problem().as_str()), (413, "content-too-large"));
}

#[tokio::test]
async fn memory_is_set_aside_for_a_body_as_it_comes() {
    let app = Arc::new(App::new(Settings { max_memory: 2 << 20, ..Settings::default() }));
    let ask = |body: Body| {
        let request = Request::post("/solve").header("host", "x").header("content-type", "text/plain");
        let request = request.header("content-length", "33554432").body(body).unwrap();
        tokio::spawn(service(app.clone()).answer(request))
    };
    // Announcing a body reserves no memory; sending a part of it reserves memory for that part.
    let nothing = ask(Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, Infallible>>()));
    let some = futures_util::stream::iter([Ok::<_, Infallible>(vec![b'+'; 400_000])]);
    let some = ask(Body::from_stream(some.chain(futures_util::stream::pending())));
    while app.metrics.reserved.get() == 0 {
        tokio::task::yield_now().await;
    }
    assert_eq!(app.metrics.reserved.get(), 400_000);
    nothing.abort();
    some.abort();
    while app.metrics.reserved.get() > 0 {
        tokio::task::yield_now().await;
    }
    // A body that does not say how large it is is read by a server that has little.
    let app = Arc::new(App::new(Settings { max_memory: 4 << 20, ..Settings::default() }));
    let text = get("/maze.txt?w=200&h=200&seed=1").await.text().to_owned();
    let parts = futures_util::stream::iter([Ok::<_, Infallible>(text)]);
    let request = Request::post("/solve").header("content-type", "text/plain").body(Body::from_stream(parts)).unwrap();
    assert_eq!(send_to(&app, request).await.status, 200);
    assert_eq!(app.metrics.reserved.get(), 0);
}

#[tokio::test]
async fn verdicts() {
    let solution: Value = serde_json::from_str(COURSE_SOLUTION).unwrap();
    let directions =
        post_text("/solve?include=directions", COURSE).await.json()["directions"].as_str().unwrap().to_owned();
    let right = post_text(&format!("/check?directions={directions}"), COURSE).await.json();
    assert_eq!(
        right,
        json!({ "ok": true, "from": [0, 0], "to": [4, 6], "length": 24, "shortest": 24, "read": "ascii" })
    );

    let wrong = post_text("/check?directions=SEEN", COURSE).await.json();
    let expected = json!({
        "ok": false, "from": [0, 0], "to": [4, 6], "length": 4, "shortest": 24,
        "at": 2, "reason": "wall", "cell": [1, 1], "side": "E", "read": "ascii",
    });
    assert_eq!(wrong, expected);
    let out = post_text("/check?directions=W", COURSE).await.json();
    assert_eq!(json!([out["reason"], out["at"], out["side"]]), json!(["outside", 0, "W"]));
    let unread = post_text("/check?directions=SNOPE", COURSE).await.json();
    assert_eq!(json!([unread["ok"], unread["reason"], unread["at"]]), json!([false, "side", 2]));
    let short = post_text("/check?path=0,0&path=1,0", COURSE).await.json();
    assert_eq!(json!([short["reason"], short["at"], short["cell"]]), json!(["end", 1, [1, 0]]));

    let mut posted = get("/maze?w=9&h=6&seed=7").await.json();
    posted["path"] = get("/solve?w=9&h=6&seed=7").await.json()["path"].clone();
    assert_eq!(post_json("/check", &posted).await.json()["ok"], true);
    // The query takes precedence over the body; if a complete solution is sent back, its path is checked.
    assert_eq!(post_json("/check?directions=W", &posted).await.json()["reason"], "wall");
    let whole = get("/solve?w=9&h=6&seed=7&include=path,directions&encoding=walls").await.json();
    assert_eq!(post_json("/check", &whole).await.json()["ok"], true);
    posted["path"][1] = json!([4, 4]);
    let jump = post_json("/check", &posted).await.json();
    assert_eq!(json!([jump["ok"], jump["reason"], jump["at"]]), json!([false, "jump", 0]));
    assert_eq!(solution["length"], 24);

    for (uri, names) in [
        ("/check", &["directions"][..]),
        ("/check?directions=N&path=0,0", &["directions"]),
        ("/check?path=a", &["path"]),
        ("/check?directions=N&solver=astar", &["solver"]),
    ] {
        assert_eq!(faulty(&post_text(uri, COURSE).await), names, "{uri}");
    }
}

/// The passages and openings that the steps leave, as the rows of walls in JSON.
fn play_back(steps: &[Value]) -> Vec<Vec<String>> {
    let size = |name: &str| steps[0][name].as_u64().unwrap() as usize;
    let (w, h) = (size("w"), size("h"));
    let mut walls = vec![vec![[true; 4]; w]; h];
    let side = |value: &Value| "NESW".find(value.as_str().unwrap()).unwrap();
    let place = |value: &Value| (value[0].as_u64().unwrap() as usize, value[1].as_u64().unwrap() as usize);
    for step in steps {
        match step["step"].as_str().unwrap() {
            name @ ("carve" | "join" | "wall") => {
                let ((row, column), (far_row, far_column)) = (place(&step["from"]), place(&step["to"]));
                let side = side(&step["side"]);
                walls[row][column][side] = name == "wall";
                walls[far_row][far_column][(side + 2) % 4] = name == "wall";
            }
            "clear" => {
                for (row, line) in walls.iter_mut().enumerate() {
                    for (column, cell) in line.iter_mut().enumerate() {
                        *cell = [row == 0, column == w - 1, row == h - 1, column == 0];
                    }
                }
            }
            "open" => {
                let (row, column) = place(&step["cell"]);
                walls[row][column][side(&step["side"])] = false;
            }
            _ => {}
        }
    }
    let letters =
        |cell: &[bool; 4]| "NESW".chars().zip(cell).filter(|(_, wall)| **wall).map(|(letter, _)| letter).collect();
    walls.iter().map(|line| line.iter().map(letters).collect()).collect()
}

fn lines(answer: &Answer) -> Vec<Value> {
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn the_steps_of_every_algorithm_build_exactly_its_maze() {
    let algorithms = get("/algorithms").await.json();
    for name in algorithms["algorithms"].as_array().unwrap().iter().map(|algorithm| algorithm["name"].as_str().unwrap())
    {
        for edits in ["", "&braid=0.5&max_walls=0.5&remove=0,0,N&doors=true&ends=farthest"] {
            let query = format!("algo={name}&w=9&h=7&seed=7{edits}");
            let answer = get(&format!("/maze/steps?{query}")).await;
            assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
            let steps = lines(&answer);
            let maze = get(&format!("/maze?{query}")).await.json();
            assert_eq!(json!(play_back(&steps)), maze["cells"], "{query}");
            let (start, end) = (&steps[0], &steps[steps.len() - 1]);
            assert_eq!(json!([start["step"], start["algo"], start["seed"]]), json!(["start", name, 7]));
            assert_eq!(json!([end["step"], end["steps"]]), json!(["end", steps.len() - 2]));
            assert_eq!(json!([end["from"], end["to"]]), json!([maze["from"], maze["to"]]));
        }
    }
}

#[tokio::test]
async fn the_steps_of_every_solver_end_with_its_path() {
    for solver in get("/solvers").await.json()["solvers"].as_array().unwrap() {
        let query = format!("w=9&h=7&seed=7&solver={}", solver["name"].as_str().unwrap());
        let steps = lines(&get(&format!("/solve/steps?{query}")).await);
        let path: Vec<&Value> = steps.iter().filter(|step| step["step"] == "path").map(|step| &step["cell"]).collect();
        let solution = get(&format!("/solve?{query}")).await.json();
        assert_eq!(json!(path), solution["path"], "{query}");
        let end = &steps[steps.len() - 1];
        assert_eq!(json!([end["length"], end["visited"]]), json!([solution["length"], solution["visited"]]));
    }
}

#[tokio::test]
async fn steps_as_events_say_the_same() {
    let plain = get("/maze/steps?w=4&h=3&seed=7").await;
    let events = get_with("/maze/steps?w=4&h=3&seed=7", &[("accept", "text/event-stream")]).await;
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    let data: String =
        events.text().lines().filter_map(|line| line.strip_prefix("data: ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(data, plain.text());
    assert!(events.text().starts_with("event: start\ndata: {\"step\":\"start\","));
    assert_ne!(events.header("etag"), plain.header("etag"));
    let refused = get_with("/maze/steps", &[("accept", "application/json")]).await;
    assert_eq!(refused.problem(), "not-acceptable");
    let large = get("/maze/steps?w=300&h=300").await;
    assert_eq!(faulty(&large), ["w"]);
    assert!(large.text().contains("at most 65536 cells"));
}

#[tokio::test]
async fn solutions_have_validators_and_drawn_seeds_a_location() {
    let uri = "/solve?seed=7&include=distances";
    let answer = get(uri).await;
    let tag = answer.header("etag").unwrap();
    assert_eq!(get_with(uri, &[("if-none-match", tag)]).await.status, StatusCode::NOT_MODIFIED);
    let tags = ["/solve?seed=7", "/solve?seed=7&solver=dfs", "/solve?seed=7&include=distances&encoding=bits"];
    for other in tags {
        assert_ne!(get(other).await.header("etag"), Some(tag), "{other}");
    }
    let drawn = get("/solve?w=5&h=5&include=path").await;
    let again = get(drawn.header("content-location").unwrap()).await;
    assert_eq!(again.json()["path"], drawn.json()["path"]);
    let posted = post_text("/solve", COURSE).await;
    assert_eq!((posted.header("cache-control"), posted.header("etag")), (Some("no-store"), None));
}

#[tokio::test]
async fn ansi_shades_and_every_text_shows_the_path() {
    for format in ["ascii", "unicode", "blocks", "ansi"] {
        let plain = get(&format!("/maze?w=6&h=4&seed=7&format={format}")).await;
        let solved = get(&format!("/solve?w=6&h=4&seed=7&format={format}")).await;
        assert_ne!(plain.text(), solved.text(), "{format}");
        assert_eq!(plain.text().lines().count(), solved.text().lines().count());
    }
}
