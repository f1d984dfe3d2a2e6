//! Many solutions that are checked at once, a line for each.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use dedale_server::app::App;
use dedale_server::settings::Settings;
use serde_json::{Value, json};

use crate::common::{Answer, get, post, send_to};

/// The answers to these lines.
async fn checked(query: &str, lines: &str) -> Vec<Value> {
    let answer = post(&format!("/check?{query}"), "application/x-ndjson", lines.to_owned()).await;
    assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, Some("application/x-ndjson")));
    told(&answer)
}

fn told(answer: &Answer) -> Vec<Value> {
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn each_line_is_answered_as_a_request_of_its_own_is() {
    for query in [
        "w=6&h=5&algo=wilson",
        "grid=hex&w=5&h=4",
        "w=4&h=3&floors=2",
        "w=7&h=7&weights=1..9",
        "w=9&h=9&difficulty=easy",
    ] {
        let mut lines = String::new();
        let mut expected = Vec::new();
        for seed in 0..40 {
            let solved = get(&format!("/solve?{query}&seed={seed}&include=path,directions")).await.json();
            // Every third one is wrong.
            let mut path = solved["path"].clone();
            if seed % 3 == 0 {
                path.as_array_mut().unwrap().remove(1);
            }
            let line = match seed % 2 {
                0 => json!({ "seed": seed, "path": path, "id": "ignored" }),
                _ => json!({ "seed": seed, "directions": solved["directions"], "path": null }),
            };
            lines += &format!("{line}\n");
            let claim = match seed % 2 {
                0 => {
                    let cell = |cell: &Value| {
                        cell.as_array().unwrap().iter().map(Value::to_string).collect::<Vec<_>>().join(",")
                    };
                    format!("path={}", path.as_array().unwrap().iter().map(cell).collect::<Vec<_>>().join(";"))
                }
                _ => match &solved["directions"] {
                    Value::String(word) => format!("directions={word}"),
                    names => {
                        let names = names.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                        format!("directions={}", names.collect::<Vec<_>>().join(","))
                    }
                },
            };
            let mut verdict = get(&format!("/check?{query}&seed={seed}&{claim}")).await.json();
            verdict["seed"] = solved["seed"].clone();
            expected.push(verdict);
        }
        assert_eq!(checked(query, &lines).await, expected, "{query}");
    }
}

#[tokio::test]
async fn a_bad_line_is_a_problem_and_the_rest_goes_on() {
    let lines = [
        r#"{"seed":7,"directions":"ES"}"#,
        r#"{"seed":7,"directions":"#,
        "",
        r#"[1,2]"#,
        r#"{"seed":1.5,"directions":"E"}"#,
        r#"{"seed":7}"#,
        r#"{"directions":"E"}"#,
        r#"{"seed":7,"path":[[0]],"directions":"E"}"#,
        r#"{"seed":7,"path":[[0,0,0,0]]}"#,
        r#"{"seed":7,"directions":5}"#,
        r#"{"seed":7,"w":9,"directions":"E"}"#,
        r#"{"seed":"7","w":2,"directions":"ES"}"#,
        r#"{"encoding":"bits","cells":[[13,7]],"directions":"right"}"#,
        r#"{"encoding":"bits","cells":[[13,15]],"directions":"right"}"#,
        r#"{"encoding":"bits","cells":[[13,7]]}"#,
        "{\"seed\":7,\"directions\":\"xyz\"}",
    ]
    .join("\n");
    let told = checked("w=2&h=2&algo=sidewinder", &lines).await;
    let kind = |answer: &Value| match &answer["ok"] {
        Value::Bool(ok) => format!("{ok} {}", answer["reason"].as_str().unwrap_or_default()),
        _ => answer["type"].as_str().unwrap().rsplit(':').next().unwrap().to_owned(),
    };
    let kinds: Vec<String> = told.iter().map(kind).collect();
    let first = kinds[0].clone();
    assert!(first.starts_with("true") || first.starts_with("false"), "{first}");
    let [malformed, invalid] = ["malformed-maze", "invalid-parameter"];
    let expected = [
        &first,
        malformed,
        malformed,
        invalid,
        invalid,
        invalid,
        "false start",
        invalid,
        invalid,
        invalid,
        &first,
        "true ",
        "inconsistent-maze",
        invalid,
        "false side",
    ];
    assert_eq!(kinds, expected, "{told:#?}");
    assert_eq!(told[0], told[10]);
    assert!(told[9]["detail"].as_str().unwrap().contains('2'), "{}", told[9]);
}

/// What `/mazes` wrote of many solutions is checked as it is.
#[tokio::test]
async fn solutions_of_many_mazes_are_checked_as_they_were_written() {
    for maze in ["w=5&h=6", "grid=hex&w=5&h=5", "w=6&h=6&ends=random", "w=8&h=8&rooms=2&exits=3&to=any"] {
        let lines = get(&format!("/mazes?{maze}&seed=3&count=300&include=directions,path")).await;
        let answers = checked(maze, lines.text()).await;
        assert_eq!(answers.len(), 300);
        assert!(answers.iter().all(|answer| answer["ok"] == true && answer["length"] == answer["shortest"]), "{maze}");
        let mazes = get(&format!("/mazes?{maze}&seed=3&count=50&include=directions&encoding=walls")).await;
        let answers = checked("", mazes.text()).await;
        assert!(answers.len() == 50 && answers.iter().all(|answer| answer["ok"] == true), "{maze}: {}", answers[0]);
    }
}

/// Faults of the request as a whole are reported before anything is answered.
#[tokio::test]
async fn what_is_wrong_with_the_request_is_an_error() {
    for (query, status) in
        [("w=0", 400), ("directions=E", 400), ("solver=auto&w=3", 200), ("w=9000&h=9000&algo=wilson", 422)]
    {
        let answer =
            post(&format!("/check?{query}"), "application/x-ndjson", "{\"seed\":7,\"directions\":\"E\"}\n").await;
        assert_eq!(answer.status, status, "{query}: {}", answer.text());
    }
}

/// A member that a line only says again is compared by its value, however it is written.
#[tokio::test]
async fn members_are_compared_by_their_values() {
    let query = "w=4&h=3&seed=7&algo=prim&braid=0.5&remove=0,0,E";
    let lines = [
        r#"{"directions":"x","w":4,"options":{"braid":0.5,"remove":["0,0,E"]}}"#,
        r#"{"directions":"x", "w" : 4, "options": {"remove": ["0,0,\u0045"], "braid": 5e-1}}"#,
        r#"{"directions":"x","options":{"braid":0.5}}"#,
        r#"{"directions":"x","options":{"braid":0.5,"remove":["0,0,E"],"doors":true}}"#,
        r#"{"directions":"x","options":{"braid":0.5,"remove":["0,0,E","0,0,E"]}}"#,
        r#"{"directions":"x","options":[[[[[[[[]]]]]]]]}"#,
        r#"{"directions":"x","from":[0,0],"to":null,"algo":"prim"}"#,
        r#"{"directions":"x","from":[0,0.5]}"#,
    ]
    .join("\n");
    let are_same: Vec<bool> = checked(query, &lines).await.iter().map(|answer| answer["ok"] == false).collect();
    assert_eq!(are_same, [true, true, false, false, false, false, true, false]);
}

#[tokio::test]
async fn a_seed_is_a_number_or_a_text() {
    let seeds = [
        "7",
        "\"7\"",
        "\"anna\"",
        "7.0",
        "-7",
        "1e3",
        "[7]",
        "{\"\":[0]}",
        "true",
        "\"\"",
        "9007199254740992",
        "\"1.5\"",
    ];
    let lines: Vec<String> = seeds.iter().map(|seed| format!("{{\"directions\":\"x\",\"seed\":{seed}}}")).collect();
    let told = checked("w=3&h=3", &lines.join("\n")).await;
    let is_seed: Vec<bool> = told.iter().map(|answer| answer["ok"] == false).collect();
    assert_eq!(is_seed, [true, true, true, false, false, false, false, false, false, false, false, false], "{told:#?}");
}

/// Nothing is kept of blank lines, and of members that are not known.
#[tokio::test]
async fn blank_lines_and_unknown_members_take_no_memory() {
    let app = Arc::new(App::new(Settings { max_memory: 16 << 20, client_share: 100, ..Settings::default() }));
    let line = "{\"seed\":7,\"directions\":\"x\"}";
    let blank = " \r\n".repeat(1 << 20);
    let unknown = format!("{{\"seed\":7,\"directions\":\"x\",\"more\":[{}0]}}", "{\"\":[0]},".repeat(1 << 16));
    for body in [format!("{blank}{line}\n{blank}{line}{blank}"), format!("{line}\n{unknown}")] {
        let request = Request::builder().method(Method::POST).uri("/check?w=3&h=3");
        let request = request.header("content-type", "application/x-ndjson").body(Body::from(body)).unwrap();
        let answer = send_to(&app, request).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        let told = told(&answer);
        assert!(told.len() == 2 && told.iter().all(|answer| answer["reason"] == "side"), "{told:?}");
    }
}
