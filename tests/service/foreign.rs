//! Files of mazes as other people have them: the small ones in `tests/fixtures/foreign` with the answers beside them, and what is written here read back.
//! Every answer is held to `openapi.yaml` as well, by `common`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::{Answer, get, post, send};

/// What is expected of a file.
#[derive(Debug, Deserialize)]
struct Expected {
    query: String,
    content_type: Option<String>,
    #[serde(flatten)]
    members: BTreeMap<String, Value>,
}

/// Sends a body, with a media type or without.
async fn post_bytes(uri: &str, content_type: Option<&str>, body: impl Into<Body>) -> Answer {
    let mut request = Request::builder().method(Method::POST).uri(uri);
    if let Some(content_type) = content_type {
        request = request.header("content-type", content_type);
    }
    send(request.body(body.into()).unwrap()).await
}

/// Describes the difference between an answer and what is expected; `None` if there is none.
fn difference(answer: &Answer, expected: &Expected) -> Option<String> {
    let members = &expected.members;
    let status = members.get("status").map_or(200, |status| status.as_u64().unwrap());
    if u64::from(answer.status.as_u16()) != status {
        return Some(format!("status {}: {}", answer.status, answer.text()));
    }
    if let Some(says) = members.get("says").map(|says| says.as_str().unwrap()) {
        return (!answer.text().contains(says)).then(|| answer.text().to_owned());
    }
    let found = answer.json();
    let names = members.keys().filter(|name| *name != "status");
    let wrong = names.filter(|name| found[*name] != members[*name]).collect::<Vec<_>>();
    (!wrong.is_empty()).then(|| format!("{wrong:?} of {found}"))
}

#[tokio::test]
async fn files_that_people_have_are_solved_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/foreign");
    let answers: BTreeMap<String, Expected> =
        serde_json::from_slice(&fs::read(folder.join("answers.json")).unwrap()).unwrap();
    assert_eq!(answers.len(), 50);
    let mut wrong = Vec::new();
    for (name, expected) in &answers {
        let body = fs::read(folder.join(name)).unwrap();
        let answer = post_bytes(&format!("/solve?{}", expected.query), expected.content_type.as_deref(), body).await;
        if let Some(difference) = difference(&answer, expected) {
            wrong.push(format!("{name}: {difference}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const DRAWN: &str = "#########\n#S  #   #\n### # # #\n#     #E#\n#########\n";

#[tokio::test]
async fn an_answer_says_how_the_body_was_read() {
    for (path, query) in [("/solve", ""), ("/convert", "format=json"), ("/check", "directions=E")] {
        let answer = post_bytes(&format!("{path}?{query}"), None, DRAWN).await;
        assert_eq!(
            (answer.status, answer.header("dedale-read")),
            (StatusCode::OK, Some("squares")),
            "{}",
            answer.text()
        );
        assert_eq!(answer.json()["read"], "squares", "{path}");
    }
    let drawn = post("/solve.svg", "text/plain", DRAWN).await;
    assert_eq!(drawn.header("dedale-read"), Some("squares"));
    let other = post("/solve?read=ascii", "text/plain", DRAWN).await;
    assert!(other.text().contains("read as ascii"), "{}", other.text());
    let unknown = post("/solve?read=square", "text/plain", DRAWN).await;
    assert!(unknown.text().contains("squares"), "{}", unknown.text());
}

#[tokio::test]
async fn a_solution_as_text_is_the_drawing_that_was_sent() {
    let solved = "#########\n#S**#***#\n###*#*#*#\n#  ***#E#\n#########\n";
    for answer in [
        post("/solve?format=squares", "text/plain", DRAWN).await,
        post("/solve.txt", "text/plain", DRAWN).await,
        post_bytes("/solve?format=squares", Some("application/x-www-form-urlencoded"), DRAWN).await,
    ] {
        assert_eq!(answer.text(), solved);
    }
    let marked = post("/solve?format=squares&mark=o", "text/plain", DRAWN).await;
    assert_eq!(marked.text(), solved.replace('*', "o"));
    let wrong = post("/solve?format=squares&mark=ab", "text/plain", DRAWN).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    // With thin walls the cells are half as many, and the drawing is the same.
    let thin = post("/solve?thin=true&format=squares", "text/plain", DRAWN).await;
    assert_eq!(thin.text(), solved);
    let numbers = DRAWN.replace('#', "1 ").replace(' ', "0 ").replace("10 ", "1 ");
    let numbers = numbers.replace('S', "2 ").replace('E', "3 ");
    let answer = post("/solve.txt", "text/plain", numbers.clone()).await;
    assert_eq!(answer.text().matches('*').count(), solved.matches('*').count(), "{numbers}{}", answer.text());
}

#[tokio::test]
async fn marks_of_ends_are_the_ends_when_a_drawing_is_posted_back() {
    for seed in 0..20 {
        let query = format!("w=7&h=5&ends=random&seed={seed}");
        let solved = get(&format!("/solve?{query}&include=path,directions")).await.json();
        let directions = solved["directions"].as_str().unwrap();
        for format in ["ascii", "unicode", "blocks", "mms", "squares", "hex"] {
            let path = if format == "mms" { "/maze" } else { "/solve" };
            let drawn = get(&format!("{path}?{query}&format={format}")).await;
            // A path is free.
            let thin = if format == "squares" { "thin=true&free=*&" } else { "" };
            let checked =
                post_bytes(&format!("/check?{thin}directions={directions}"), None, drawn.text().to_owned()).await;
            let checked = checked.json();
            assert_eq!(
                (&checked["ok"], &checked["from"], &checked["to"]),
                (&json!(true), &solved["from"], &solved["to"]),
                "{format}: {query}"
            );
        }
    }
}

#[tokio::test]
async fn what_is_converted_and_read_again_is_the_same_maze() {
    for (query, formats) in [
        (
            "w=7&h=5&seed=3&doors=true",
            &["json", "ascii", "unicode", "blocks", "mms", "squares", "hex", "csv", "npy"][..],
        ),
        ("w=9&h=9&seed=4&braid=1&rooms=3", &["json", "ascii", "unicode", "blocks", "mms", "squares", "hex"]),
        ("w=12&h=9&seed=5&mask=heart", &["json", "ascii", "unicode", "blocks"]),
    ] {
        let maze = get(&format!("/maze?{query}&encoding=walls")).await.json();
        let sent = serde_json::to_string(&maze).unwrap();
        for format in formats {
            let written = post_bytes(&format!("/convert?format={format}"), None, sent.clone()).await;
            assert_eq!(written.status, StatusCode::OK, "{format}: {}", written.text());
            let thin = if ["squares", "csv", "npy"].contains(format) { "&thin=true" } else { "" };
            let again = post_bytes(&format!("/convert?format=json{thin}"), None, written.body.clone()).await;
            assert_eq!(again.status, StatusCode::OK, "{format}: {}", again.text());
            assert_eq!(again.json()["cells"], maze["cells"], "{format}: {query}");
        }
    }
}

#[tokio::test]
async fn a_graph_is_converted_to_a_graph() {
    let sides = r#"[{"sides":[{"side":"right","to":1,"open":true}]},{"sides":[{"side":"left","to":0,"open":true}]}]"#;
    let graph = format!(r#"{{"encoding":"graph","cells":{sides}}}"#);
    for query in ["", "?format=json&encoding=graph"] {
        let written = post_bytes(&format!("/convert{query}"), None, graph.clone()).await;
        assert_eq!(written.status, StatusCode::OK, "{}", written.text());
        assert_eq!(written.json()["cells"][0]["sides"][0]["to"], 1);
    }
    let refused = post_bytes("/convert?encoding=bits", None, graph).await;
    assert!(
        refused.text().contains("must be graph") && refused.status == StatusCode::BAD_REQUEST,
        "{}",
        refused.text()
    );
}

#[tokio::test]
async fn squares_are_converted_to_squares() {
    for format in ["squares", "csv", "npy", "json"] {
        let written = post_bytes(&format!("/convert?format={format}"), None, DRAWN).await;
        assert_eq!(written.status, StatusCode::OK, "{format}: {}", written.text());
        if format == "squares" {
            assert_eq!(written.text(), DRAWN);
        }
        let again = post_bytes("/solve?from=1,1&to=3,7", None, written.body.clone()).await;
        assert_eq!(again.json()["length"], 12, "{format}: {}", again.text());
    }
    let map = post_bytes("/convert.map", None, DRAWN).await;
    assert_eq!(
        map.text().lines().take(5).collect::<Vec<_>>(),
        ["type octile", "height 5", "width 9", "map", "@@@@@@@@@"]
    );
    let again = post_bytes("/solve?from=1,1&to=3,7", None, map.text().to_owned()).await;
    assert_eq!(again.json()["length"], 12, "{}", again.text());
    // Ends that are not known are not drawn.
    let drawn = post_bytes("/convert.svg", None, map.text().to_owned()).await;
    assert!(drawn.status == StatusCode::OK && !drawn.text().contains("<circle"), "{}", drawn.text());
    let known = post_bytes("/convert.svg?from=1,1&to=3,7", None, map.text().to_owned()).await;
    assert!(known.text().contains("From row 1, column 1 to row 3, column 7"), "{}", known.text());
}

#[tokio::test]
async fn the_path_that_a_file_has_is_checked() {
    let file = "D53D1397\n95296AC3\nC546D456\n\n0,0\n7,2\n";
    let solved = post_bytes("/solve?include=directions", None, file).await.json();
    let path = solved["directions"].as_str().unwrap();
    let right = post_bytes("/check", None, format!("{file}{path}\n")).await.json();
    assert_eq!((&right["ok"], &right["length"]), (&json!(true), &json!(13)), "{right}");
    let wrong = post_bytes("/check", None, format!("{file}EEEE\n")).await.json();
    assert_eq!(wrong["ok"], false);
}

/// A maze that is read may fall into parts, but none is made on them.
#[tokio::test]
async fn cells_that_fall_into_parts_are_no_grid_for_a_maze() {
    let parts = r#"{"encoding":"bits","cells":[[15,null,15]]}"#;
    let solved = post("/solve", "application/json", parts).await;
    assert_eq!((solved.status, &solved.json()["length"]), (StatusCode::OK, &Value::Null), "{}", solved.text());
    let refused = post("/maze", "application/json", parts).await;
    assert!(refused.status.is_client_error(), "{}", refused.text());
    assert!(refused.text().contains("2 parts"), "{}", refused.text());
}

#[tokio::test]
async fn the_server_lists_the_forms() {
    let listed = get("/server").await.json();
    let names: Vec<_> = listed["forms"].as_array().unwrap().iter().map(|form| form["name"].clone()).collect();
    let known: Vec<_> = dedale::parse::InputFormat::ALL.iter().map(|form| json!(form.name)).collect();
    assert_eq!(names, known);
}

/// Small files of other kinds, each with what is asked, and parts of the answer.
const KINDS: [(&str, &str, &[&str]); 21] = [
    (
        "maze = [\n    [1, 1, 1],\n    [0, 0, 0],\n    [1, 1, 1],\n]\n",
        "/solve",
        &["\"from\":[1,0],\"to\":[1,2]", "\"length\":2"],
    ),
    ("const maze = [\n  \"###\",\n  \"S E\",\n  \"###\",\n];\n", "/solve", &["\"from\":[1,0],\"to\":[1,2]"]),
    ("[[1,1,1],[0,0,0],[1,1,1],]\n", "/solve", &["\"read\":\"numbers\"", "\"length\":2"]),
    ("True,True,True\nFalse,False,False\nTrue,True,True\n", "/solve", &["\"length\":2"]),
    ("+---+---+\n| S | G |\n+   +   +\n|     G |\n+---+---+\n", "/solve", &["\"to\":[1,1]", "\"length\":2"]),
    (
        "0 0 0 1 1 1\n0 1 1 0 0 1\n1 0 0 1 1 1\n1 1 1 1 0 0\n",
        "/convert?format=ascii",
        &["+---+---+\n|       |\n+   +   +\n|   |   |\n+---+---+\n"],
    ),
    (
        "0 0 0 1 1 1\n0 1 1 0 0 1\n1 0 0 1 1 1\n1 1 1 1 0 0\n",
        "/convert?format=json",
        &["\"read\":\"num\",\"w\":2,\"h\":2,\"encoding\""],
    ),
    ("0 0 0 1 1 1\n0 1 1 0 0 1\n1 0 0 1 1 1\n1 1 1 1 0 0\n", "/convert?format=hex", &["9"]),
    ("#####\n#S E#\n#####\n", "/solve?from=0,0", &["is a wall, or left out", "\"status\":400"]),
    ("+-----+\n|     |\n| ##  |\n+-----+\n", "/solve", &["read=squares and walls=+-|#"]),
    ("type octile\nheight 1\nwidth 3\nmap\n.E.\n", "/solve?from=0,0&to=0,2", &["free=E"]),
    ("2C\n29\n", "/solve?bits=nesw", &["\"read\":\"hex\"", "\"reachable\":true"]),
    // The default of hex must be given for numbers, which may be squares.
    ("9,3\n12,6\n", "/solve?bits=NESW", &["\"read\":\"hex\"", "\"length\":2"]),
    ("9,3\n12,6\n", "/solve", &["bits=NESW"]),
    ("[[9, 3], [12, 6]]", "/solve?bits=NESW", &["\"read\":\"hex\"", "\"length\":2"]),
    ("6C\n39\n", "/solve?bits=NESW", &["\"read\":\"hex\""]),
    ("93\nC6\n\n0,0\n5,1\n", "/solve?to=1,1", &["\"length\":2"]),
    ("#####\n#   #\n#####\n", "/solve", &["its first and last cells are from=1,1&to=1,3, and ends=farthest"]),
    ("93\nC6\n\n0,0\n5,1\n", "/solve", &["must be given, since the maze does not say it: line 5, column 1"]),
    ("<svg xmlns='http://www.w3.org/2000/svg'/>", "/solve", &["does not say which maze it shows"]),
    ("Tomb\n#####\n#S E#\n#####\n", "/solve?lines=2-4&format=squares", &["Tomb\n#####\n#S*E#\n#####\n"]),
];

#[tokio::test]
async fn files_of_more_kinds_are_read_or_the_error_says_what_helps() {
    for (body, uri, parts) in KINDS {
        let answer = post_bytes(uri, None, body).await;
        for part in parts {
            assert!(answer.text().contains(part), "{uri}\n{body}\n{part}\n{}", answer.text());
        }
    }
    for (uri, part) in [
        ("/solve?lines=0-3", "as in 3-20"),
        ("/solve?bits=NESN", "in the order of the bits"),
        ("/solve?read=hex&lines=9-", "ines=9- is asked for, and there are 4"),
    ] {
        let answer = post_bytes(uri, None, "93\nC6\n\n").await;
        assert!(answer.status == StatusCode::BAD_REQUEST && answer.text().contains(part), "{uri}: {}", answer.text());
    }
}

/// What is written is read with the same ends, wherever these are.
#[tokio::test]
async fn ends_stay_where_they_are_in_another_form() {
    let hex = "93\nAA\nC6\n\n0,2\n1,1\n";
    for format in ["ascii", "unicode", "blocks", "json", "hex", "mms", "squares", "csv", "npy"] {
        let written = post_bytes(&format!("/convert?format={format}"), None, hex).await;
        let thin = if ["squares", "csv", "npy"].contains(&format) { "?thin=true" } else { "" };
        let solved = post_bytes(&format!("/solve{thin}"), None, written.body.clone()).await.json();
        assert_eq!(
            (&solved["from"], &solved["to"], &solved["length"]),
            (&json!([2, 0]), &json!([1, 1]), &json!(2)),
            "{format}"
        );
    }
    for format in ["squares", "csv", "npy", "json"] {
        let written =
            post_bytes(&format!("/convert?format={format}"), None, "#####\n#E  #\n# # #\n#S# #\n#####\n").await;
        let solved = post_bytes("/solve", None, written.body.clone()).await.json();
        assert_eq!(
            (&solved["from"], &solved["to"], &solved["length"]),
            (&json!([3, 1]), &json!([1, 1]), &json!(2)),
            "{format}"
        );
    }
    // The usual ends are not marked, so that a plain maze stays one.
    let usual = get("/maze.txt?w=5&h=4&seed=1").await;
    assert!(!usual.text().contains(['@', 'X']));
    let far = get("/maze.txt?w=5&h=4&seed=1&ends=farthest").await;
    let [solved, made] =
        [post_bytes("/solve", None, far.text().to_owned()).await, get("/solve?w=5&h=4&seed=1&ends=farthest").await];
    assert_eq!((&solved.json()["from"], &solved.json()["to"]), (&made.json()["from"], &made.json()["to"]));
}

/// All faults of a body are in the answer, each with its line; and what may be wrong is told although the maze was read.
#[tokio::test]
async fn faults_and_warnings_have_their_places() {
    let wrong = post_bytes("/solve", None, "1,1,1\n1,0\n1,1.5,1\n").await;
    let faults = &wrong.json()["faults"];
    assert_eq!(faults.as_array().unwrap().len(), 2);
    assert_eq!(
        faults[0],
        json!({ "line": 2, "column": 4, "text": "1,0", "caret": "   ^", "detail": "row 1, counted from 0, has 2 numbers, and the first one 3" })
    );
    assert!(wrong.json()["detail"].as_str().unwrap().ends_with("and 1 other fault)."), "{}", wrong.text());
    let warned = post_bytes("/solve", None, "#####\n\n#S E#\n\n#####\n").await;
    let warning = "every second line is empty, and was left out";
    assert_eq!((&warned.json()["warnings"], warned.header("dedale-warnings")), (&json!([warning]), Some(warning)));
    let checked = post_bytes("/check?directions=EE", None, "#####\n\n#S E#\n\n#####\n").await;
    assert_eq!(checked.json()["warnings"], json!([warning]));
}

/// Where an end is marked and the other one is not known, `/convert`, which needs none, says why: a reader may not miss that a mark went.
#[tokio::test]
async fn ends_that_are_not_clear_are_warned_of() {
    let two = "#######\n#S   S#\n# ### #\n#E    #\n#######\n";
    let converted = post_bytes("/convert", None, two).await;
    let warning = "line 2, column 6: a second square is marked as the start, and 2 are";
    assert_eq!(converted.json()["warnings"], json!([warning]));
    assert_eq!((&converted.json()["from"], &converted.json()["to"]), (&Value::Null, &json!([3, 1])));
    let lone = post_bytes("/convert", None, two.replace(['S'], " ")).await;
    let warning = "line 4, column 2: this is marked as the end, and no square as the start";
    assert_eq!(lone.json()["warnings"], json!([warning]));
    // Nothing is missing where both are given, or where none is marked.
    let clear = post_bytes("/convert?from=1,1", None, two).await;
    assert_eq!(clear.json()["warnings"], Value::Null);
    let none = post_bytes("/convert", None, two.replace(['S', 'E'], " ")).await;
    assert_eq!((none.status, &none.json()["warnings"]), (StatusCode::OK, &Value::Null));
}
