//! Requests of every kind, each answer held to the file: its status, its headers, its media type and its body.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::http::Method;
use dedale::formats::{Encoding, Format};
use dedale::generate::ALGORITHMS;
use dedale::rng::MAX_SEED;
use dedale::solve::SOLVERS;
use dedale_server::app::App;
use dedale_server::parameters::output::Resource;
use dedale_server::parameters::table::Include;
use dedale_server::settings::Settings;
use serde_json::{Value, json};

use crate::common::openapi::{self, DOCUMENT, entries, items, operation, resolve, strings};
use crate::common::{Answer, get, get_with, post, request, send, send_to};

const CODINGS: [&str; 4] = ["identity", "gzip", "br", "zstd"];

#[tokio::test]
async fn mazes_of_every_algorithm() {
    for about in ALGORITHMS {
        for name in about.aliases.iter().chain([&about.name]) {
            let maze = get(&format!("/maze?algo={name}&w=7&h=5&seed=3")).await.json();
            assert_eq!((&maze["algo"], &maze["w"], &maze["h"]), (&json!(about.name), &json!(7), &json!(5)));
        }
        for option in about.options {
            for value in option.values.iter().chain([&option.default]) {
                let maze = get(&format!("/maze?algo={}&{}={value}", about.name, option.name)).await.json();
                // Numbers are numbers, and everything else is text.
                assert_eq!(maze["options"][option.name].to_string().trim_matches('"'), *value);
            }
        }
    }
}

#[tokio::test]
async fn mazes_in_every_form() {
    // The largest is drawn while it is sent.
    for size in ["w=1&h=1", "w=2&h=9", "w=150&h=140"] {
        for encoding in Encoding::ALL.iter().copied().map(Encoding::name) {
            for path in ["/maze?", "/maze?format=json&", "/maze.json?"] {
                let maze = get(&format!("{path}{size}&seed=1&encoding={encoding}")).await.json();
                assert_eq!(maze["encoding"], encoding);
            }
        }
        for format in &Format::ALL[1..] {
            // Each of many pictures has that size.
            let small = if format.animation().is_some() { "&cell=4&seconds=1" } else { "" };
            let answer = get(&format!("/maze?{size}&format={}{small}", format.name())).await;
            assert_eq!(answer.header("content-type"), Some(format.info().media_type));
        }
        assert!(get(&format!("/maze.txt?{size}")).await.text().starts_with("+---+"));
    }
}

#[tokio::test]
async fn mazes_with_every_option() {
    let queries = [
        "",
        "seed=0",
        "seed=9007199254740991",
        "from=3,4&to=29,29",
        "ends=farthest",
        "ends=farthest&doors=true",
        "ends=center&doors=true",
        "ends=random&doors=true&seed=3",
        "straightness=0.5",
        "w=12&h=12&difficulty=hard&seed=4",
        "w=12&h=12&length=40..60&difficulty=2..20&seed=4&ends=random",
        "symmetry=mirror-x&doors=true&seed=4",
        "w=9&h=8&symmetry=rotate&ends=farthest",
        "unicursal=true&doors=true&seed=4",
        "reveal=heart&doors=true&seed=4",
        "reveal=text:A&seed=4",
        "rooms=9&room_size=2..5&braid=1&seed=4",
        "algo=growing-tree&straightness=1&seed=3",
        "doors=true&from=0,3&to=29,7",
        "doors=false&braid=0&max_walls=1",
        "braid=0.5",
        "braid=1",
        "max_walls=0.3",
        "max_walls=0&max_walls_in=rows",
        "max_dead_end=2",
        "solvable=0&seed=3",
        "obstacles=0.3&seed=3",
        "obstacles=0.4&parts=any&weights=1..9&items=key:2",
        "items=treasure:3,key&locks=4&seed=3",
        "word=CAT&decoys=0.5&seed=3",
        "sum=1..9&seed=3",
        "remove=0,0,E",
        "remove=0,0,E&remove=0,0,N&remove=5,5,W",
        "algo=growing-tree&pick=newest:3,oldest,middle:1000000&braid=1e-3&max_walls=0.9&remove=1,1,S&doors=true&seed=5",
        "algo=binary-tree&bias=nw&w=1&h=3",
        "algo=quilt&passes=0&w=70&h=9",
    ];
    for query in queries {
        for path in [
            "/maze",
            "/maze.json",
            "/maze.txt",
            "/maze.svg",
            "/maze.png",
            "/maze.gif",
            "/maze.csv",
            "/maze.npy",
            "/maze.dxf",
            "/maze.stl",
            "/maze.tmj",
            "/maze.tmx",
            "/maze.mms",
        ] {
            assert_eq!(get(&format!("{path}?{query}")).await.status, 200, "{path}?{query}");
        }
    }
}

/// The options of a query that go with a solver.
fn solvers() -> Vec<String> {
    let name = |info: &dedale::solve::SolverInfo| format!("solver={}", info.name);
    SOLVERS.iter().map(name).chain(["solver=wall-follower&hand=left".to_owned()]).collect()
}

#[tokio::test]
async fn solutions_of_every_solver() {
    for solver in solvers() {
        // A perfect maze, one with loops, one that a wall follower may not get out of, and a single cell.
        for maze in ["w=9&h=7&seed=3", "w=9&h=7&seed=3&braid=1", "w=4&h=4&braid=1&seed=2&from=1,1&to=2,2", "w=1&h=1"] {
            for include in Include::ALL
                .iter()
                .map(|include| include.name())
                .chain(["path,directions,distances,walk,states,stats", "stats,matrix,path"])
            {
                let points = if include.contains("matrix") { "&point=0,0&point=0,0" } else { "" };
                let uri = format!("/solve?{maze}&{solver}&include={include}{points}");
                let document = get(&uri).await.json();
                let told: Vec<_> = include.split(',').collect();
                for name in ["path", "directions", "distances", "matrix", "walk", "states", "stats", "cells"] {
                    assert_eq!(document.get(name).is_some(), told.contains(&name), "{uri}: {name}");
                }
            }
            for format in Resource::Solve.names() {
                assert_eq!(get(&format!("/solve?{maze}&{solver}&format={format}")).await.status, 200);
            }
            for encoding in Encoding::ALL.iter().copied().map(Encoding::name) {
                let document = get(&format!("/solve?{maze}&{solver}&encoding={encoding}")).await.json();
                assert_eq!(document["encoding"], encoding);
            }
        }
    }
}

/// Whatever the service writes with a maze in it, it solves and checks when it is posted.
#[tokio::test]
async fn mazes_are_posted_as_they_are_written() {
    for maze in
        ["w=5&h=4&seed=2", "w=5&h=4&seed=2&braid=0.5&doors=true", "w=1&h=1&seed=0&remove=0,0,N", "w=3&h=1&seed=1"]
    {
        let known = get(&format!("/solve?{maze}&include=directions")).await.json();
        let (length, directions) = (&known["length"], known["directions"].as_str().unwrap());
        let mut bodies = Vec::new();
        let encodings = Encoding::ALL.iter().copied().filter(|&encoding| encoding != Encoding::Graph);
        for encoding in encodings.map(Encoding::name) {
            bodies.push(("application/json", get(&format!("/maze?{maze}&encoding={encoding}")).await));
            bodies.push(("application/json", get(&format!("/solve?{maze}&include=stats&encoding={encoding}")).await));
        }
        for format in ["ascii", "unicode", "blocks"] {
            bodies.push(("text/plain", get(&format!("/maze?{maze}&format={format}")).await));
            bodies.push(("text/plain; charset=utf-8", get(&format!("/solve?{maze}&format={format}")).await));
        }
        for (content_type, body) in bodies {
            for query in
                ["", "from=0,0&ends=", "ends=farthest", "solver=random-mouse&seed=7", "encoding=bits&include=stats"]
            {
                let query = query.replace("&ends=", &format!("&to={},{}", known["h"].as_u64().unwrap() - 1, 0));
                let answer = post(&format!("/solve?{query}"), content_type, body.body.clone()).await.json();
                assert!(answer["reachable"] == true, "{query}");
                if query.is_empty() && maze.contains("w=5") {
                    assert_eq!(&answer["length"], length, "{maze}");
                }
            }
            let corners = "ends=corners";
            let right = format!("/check?{corners}&directions={directions}");
            assert_eq!(post(&right, content_type, body.body.clone()).await.json()["ok"], true, "{maze}");
            for format in &Resource::Solve.outputs()[1..] {
                let uri = format!("/solve?format={}", format.name);
                assert_eq!(post(&uri, content_type, body.body.clone()).await.status, 200);
            }
        }
    }
}

/// A solution in the query and in the body, right and wrong in every way.
#[tokio::test]
async fn verdicts() {
    let drawn = "+---+---+---+\n            |\n+---+   +   +\n|       |\n+---+---+---+\n";
    let cases = [
        ("directions=EES", None),
        ("directions=EEWES", None),
        ("path=0,0&path=0,1&path=0,2&path=1,2", None),
        ("from=1,2&to=1,2&directions=", None),
        ("directions=S", Some("wall")),
        ("directions=W", Some("outside")),
        ("directions=ES", Some("end")),
        ("directions=", Some("end")),
        ("path=0,0&path=1,0", Some("wall")),
        ("path=0,0&path=1,1", Some("jump")),
        ("path=0,1&path=0,2&path=1,2", Some("start")),
        ("path=0,0&path=0,9999999999999999999", Some("outside")),
        ("path=0,0", Some("end")),
        ("directions=rrd", None),
        ("directions=right%20right%20down", None),
        ("directions=right,right,down", None),
        ("directions=EX", Some("side")),
        ("directions=I%20go%20east", Some("side")),
    ];
    for (query, reason) in cases {
        let verdict = post(&format!("/check?{query}"), "text/plain", drawn).await.json();
        assert_eq!(verdict.get("reason"), reason.map(Value::from).as_ref(), "{query}");
        assert_eq!(verdict["ok"], reason.is_none(), "{query}");
    }
    let body = json!({"encoding": "bits", "cells": [[13, 1, 3], [13, 6, 14]]});
    for (name, value, ok) in [
        ("directions", json!("EES"), true),
        ("directions", json!("E"), false),
        ("path", json!([[0, 0], [0, 1], [0, 2], [1, 2]]), true),
        ("path", json!([]), false),
        ("path", json!([[0, 0], [0, MAX_SEED]]), false),
    ] {
        let mut body = body.clone();
        body[name] = value;
        assert_eq!(post("/check", "application/json", body.to_string()).await.json()["ok"], ok, "{body}");
        let other = post("/check?directions=E", "application/json", body.to_string()).await;
        assert_eq!(other.json()["ok"], false, "the query goes before the body");
    }
    // Past what every program reads exactly.
    let mut far = body.clone();
    far["path"] = json!([[0, MAX_SEED + 1]]);
    assert_eq!(post("/check", "application/json", far.to_string()).await.problem(), "malformed-maze");
    for uri in ["/check", "/check?directions=E&path=0,0", "/check?path=0", "/check?solver=astar"] {
        assert_eq!(post(uri, "application/json", body.to_string()).await.problem(), "invalid-parameter", "{uri}");
    }
    for uri in
        ["/solve?w=3", "/solve?seed=7", "/solve?from=2,0", "/solve?braid=1", "/solve?solver=bsf", "/solve?point=0,0"]
    {
        assert_eq!(post(uri, "application/json", body.to_string()).await.problem(), "invalid-parameter", "{uri}");
    }
    // There is no way out of the first cell.
    let closed = "+---+---+\n|   |   |\n+---+---+\n";
    assert_eq!(post("/check?directions=E", "text/plain", closed).await.json()["shortest"], Value::Null);
    for solver in solvers() {
        let uri =
            format!("/solve?{solver}&include=path,directions,distances,matrix,walk,states,stats&point=0,0&point=0,1");
        let document = post(&uri, "text/plain", closed).await.json();
        assert_eq!((&document["reachable"], &document["length"]), (&json!(false), &Value::Null), "{solver}");
    }
}

/// Steps in both forms are the same, and all names of steps in the file are met.
#[tokio::test]
async fn steps_of_every_algorithm_and_solver() {
    let small = "w=6&h=5&seed=3";
    let mut uris = Vec::new();
    for about in ALGORITHMS {
        uris.push(format!("/maze/steps?{small}&algo={}", about.name));
    }
    uris.push(format!("/maze/steps?{small}&doors=true&braid=1&max_walls=0.5&remove=0,0,N"));
    uris.push("/maze/steps?w=1&h=1&seed=1".to_owned());
    for solver in solvers() {
        uris.push(format!("/solve/steps?{small}&{solver}"));
        uris.push(format!("/solve/steps?{solver}&w=4&h=4&braid=1&seed=2&from=1,1&to=2,2"));
    }
    let mut met = BTreeSet::new();
    for uri in uris {
        let lines = get(&uri).await;
        assert_eq!(lines.header("content-type"), Some("application/x-ndjson"));
        let lines = openapi::events(&lines).unwrap();
        let sent = get_with(&uri, &[("accept", "text/event-stream")]).await;
        assert_eq!(sent.header("content-type"), Some("text/event-stream"));
        assert_eq!(openapi::events(&sent).unwrap(), lines, "{uri}");
        met.extend(lines.iter().map(|event| event["step"].as_str().unwrap().to_owned()));
    }
    let of_events = |name: &str| items(&DOCUMENT["components"]["schemas"][name]["oneOf"]).collect::<Vec<_>>();
    let mut told = BTreeSet::new();
    for event in [of_events("BuildingStep"), of_events("SearchStep")].concat() {
        let steps = [event, &event["allOf"][1]].map(|object| &object["properties"]["step"]);
        for step in steps {
            told.extend(step["const"].as_str().map(str::to_owned));
            told.extend(items(&step["enum"]).map(|name| name.as_str().unwrap().to_owned()));
        }
    }
    // It takes twenty million steps to be stopped.
    met.insert("stopped".to_owned());
    assert_eq!(met, told);
}

/// The address that comes with a drawn seed gives the same answer again.
#[tokio::test]
async fn random_seeds_are_returned() {
    for (uri, accept) in [
        ("/maze", "*/*"),
        ("/maze?w=4", "text/plain"),
        ("/maze.json?h=2", "*/*"),
        ("/maze.txt", "*/*"),
        ("/solve?solver=random-mouse&include=walk&w=5&h=5", "*/*"),
        ("/solve?w=4", "text/plain"),
        ("/maze/steps", "*/*"),
        ("/solve/steps?solver=random-mouse&w=5&h=5", "*/*"),
    ] {
        let drawn = get_with(uri, &[("accept", accept)]).await;
        let again = get(drawn.header("content-location").unwrap()).await;
        assert_eq!(again.body, drawn.body, "{uri}");
    }
}

#[tokio::test]
async fn accept_chooses_the_form() {
    for (accept, media_type) in [
        ("text/plain", "text/plain"),
        ("application/json", "application/json"),
        ("text/*;q=0.3, application/json;q=0.2", "text/plain"),
        ("text/csv", "text/csv"),
        ("*/*", "application/json"),
    ] {
        let answer = get_with("/maze?seed=1", &[("accept", accept)]).await;
        assert!(answer.header("content-type").unwrap().starts_with(media_type), "{accept}");
    }
    for path in ["/maze?format=ascii", "/maze.json", "/maze.txt", "/algorithms", "/healthz", "/openapi.yaml", "/docs"] {
        assert_eq!(get_with(path, &[("accept", "image/webp")]).await.status, 200, "{path}");
    }
}

/// Every path, by `GET`, `HEAD` and `OPTIONS`, in every coding, and again with the tag that it gave.
#[tokio::test]
async fn every_path_in_every_way() {
    for path in openapi::paths() {
        let uri = openapi::address(path);
        let uri = if openapi::is_made(path) && !uri.contains('?') { format!("{uri}?seed=11") } else { uri.to_owned() };
        for method in [Method::GET, Method::HEAD, Method::OPTIONS] {
            for coding in CODINGS {
                let headers = [("accept-encoding", coding), ("x-request-id", "lesson-3")];
                let answer = send(request(method.clone(), &uri, &headers)).await;
                assert_eq!(answer.header("x-request-id"), Some("lesson-3"), "{method} {uri}");
                let Some(tag) = answer.header("etag").filter(|_| method != Method::OPTIONS) else { continue };
                let headers = [("accept-encoding", coding), ("if-none-match", tag)];
                let again = send(request(method.clone(), &uri, &headers)).await;
                assert_eq!((again.status.as_u16(), again.header("etag")), (304, Some(tag)), "{method} {uri} {coding}");
            }
        }
        if openapi::methods(path).contains(&"get") {
            let is_page = openapi::PAGES.iter().any(|(page, _)| *page == path);
            let tagged = is_page || operation(path, "get")["responses"].get("304").is_some();
            assert_eq!(get(&uri).await.header("etag").is_some(), tagged, "{path}");
        }
    }
}

/// Whatever can be read in an answer is shown by an example.
#[test]
fn answers_have_examples() {
    for (path, method) in openapi::operations() {
        for (media_type, content) in entries(&openapi::response(path, method, "200")["content"]) {
            let is_read = media_type.starts_with("text/")
                || media_type == "application/json"
                || media_type == "application/x-ndjson";
            let is_shown = content.get("example").or(content.get("examples")).is_some();
            assert!(is_shown || !is_read, "{method} {path} {media_type}");
        }
    }
}

/// The file's examples of mazes, whose summaries are their addresses, are what the service answers.
#[tokio::test]
async fn examples_are_true() {
    let mut shown = BTreeSet::new();
    for (name, example) in entries(&DOCUMENT["components"]["examples"]) {
        // The summaries of the others are words: they are bodies of requests.
        let Some(uri) = example["summary"].as_str().filter(|summary| summary.starts_with('/')) else { continue };
        let answer = get(uri).await;
        match &example["value"] {
            Value::String(text) => assert_eq!(answer.text(), text, "{name}: {uri}"),
            value => assert_eq!(&answer.json(), value, "{name}: {uri}"),
        }
        shown.extend(uri.split(['?', '&']).filter_map(|pair| pair.strip_prefix("format=")).map(str::to_owned));
        shown.extend(example["value"]["encoding"].as_str().map(str::to_owned));
    }
    for path in ["/solve", "/check"] {
        let examples = &openapi::body(path, "post")["content"];
        for (media_type, content) in entries(examples) {
            for (name, example) in entries(&content["examples"]) {
                let value = &example["value"];
                assert_eq!(openapi::schema_faults(&content["schema"], value), [""; 0], "{path} {name}");
                let body = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                if media_type == "application/x-ndjson" {
                    let answer = post("/check?algo=prim&w=3&h=2", media_type, body.clone()).await;
                    let told: Vec<Value> =
                        answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
                    assert_eq!(told.len(), body.lines().count(), "{}", answer.text());
                    let shown = &openapi::response(path, "post", "200")["content"][media_type]["example"];
                    assert_eq!(&told[0], shown);
                    continue;
                }
                let uri = if value["directions"].is_null() && value["path"].is_null() && path == "/check" {
                    "/check?directions=EES"
                } else {
                    path
                };
                let answer = post(uri, media_type, body).await.json();
                assert!(answer["ok"] == true || answer["length"] == 3, "{path} {name}");
            }
        }
        let drawn = resolve(&examples["application/octet-stream"]["examples"]["ascii"])["value"].as_str().unwrap();
        for (_, content) in entries(&openapi::response(path, "post", "200")["content"]) {
            for (name, example) in entries(&content["examples"]) {
                let uri = match name {
                    "directions" => "/solve?include=path,directions",
                    "ascii" => "/solve?format=ascii",
                    "blocks" => "/solve?format=csv",
                    "right" => "/check?directions=EES",
                    "wrong" => "/check?directions=ES",
                    _ => "/check?directions=S",
                };
                let answer = post(uri, "text/plain", drawn).await;
                match &example["value"] {
                    Value::String(text) => assert_eq!(answer.text(), text, "{uri}"),
                    value => assert_eq!(&answer.json(), value, "{uri}"),
                }
            }
        }
    }
    let told = &openapi::response("/solvers", "get", "200")["content"]["application/json"]["example"];
    let answer = get("/solvers").await.json();
    for solver in items(&told["solvers"]) {
        assert!(answer["solvers"].as_array().unwrap().contains(solver), "{solver}");
    }
    for (path, uri) in [
        ("/maze/steps", "/maze/steps?algo=division&w=3&h=2&seed=7&doors=true"),
        ("/solve/steps", "/solve/steps?algo=prim&w=3&h=2&seed=42&solver=dfs"),
    ] {
        let content = &openapi::response(path, "get", "200")["content"];
        let lines = get(uri).await;
        assert_eq!(openapi::events(&lines).unwrap()[0], content["application/x-ndjson"]["example"], "{uri}");
        let sent = get_with(uri, &[("accept", "text/event-stream")]).await;
        assert!(sent.text().starts_with(content["text/event-stream"]["example"].as_str().unwrap()), "{uri}");
    }
    let told = &openapi::response("/map/tiles.json", "get", "200")["content"]["application/json"]["example"];
    let answer = get("/map/tiles.json?algo=quilt&w=64&h=64&seed=7").await.json();
    for (name, value) in entries(told).filter(|(name, _)| *name != "tiles") {
        assert_eq!(&answer[name], value, "{name} of a map");
    }
    let is_text = |format: &&Format| format.info().media_type.starts_with("text/");
    let texts = Format::ALL[1..].iter().filter(is_text).map(|format| format.name());
    let forms = Encoding::ALL.iter().map(|encoding| encoding.name()).chain(texts);
    assert_eq!(shown, forms.map(str::to_owned).collect());

    let told = &openapi::response("/algorithms", "get", "200")["content"]["application/json"]["example"];
    let answer = get("/algorithms").await.json();
    let all = answer["algorithms"].as_array().unwrap();
    assert_eq!(all.len(), ALGORITHMS.len());
    for algorithm in items(&told["algorithms"]) {
        assert!(all.contains(algorithm), "{algorithm}");
    }
    let told = &openapi::response("/server", "get", "200")["content"]["application/json"]["example"];
    let mut answer = get("/server").await.json();
    let forms = answer["forms"].as_array_mut().unwrap();
    let names: Vec<&str> = forms.iter().map(|form| form["name"].as_str().unwrap()).collect();
    assert_eq!(names, strings(&DOCUMENT["components"]["schemas"]["ReadForm"]["enum"]));
    // Some of the forms are shown.
    forms.retain(|form| items(&told["forms"]).any(|shown| shown == form));
    assert_eq!(answer, *told);
}

/// Entries of each table have the same members, of the same types.
#[tokio::test]
async fn the_catalogues_look_alike() {
    for path in ["algorithms", "solvers", "grids"] {
        let document = get(&format!("/{path}")).await.json();
        assert_eq!(document.as_object().unwrap().len(), 1, "{path}");
        for entry in document[path].as_array().unwrap() {
            let is_text = ["name", "title", "description"].iter().all(|member| entry[member].is_string());
            let is_list = ["aliases", "options", "sources"].iter().all(|member| entry[member].is_array());
            assert!(is_text && is_list && entry["limits"].is_object(), "{path}: {entry}");
            for option in entry["options"].as_array().unwrap() {
                assert!(option["name"].is_string() && option["values"].is_array(), "{path}: {option}");
            }
            assert_eq!(entry["limits"]["max_cells"], 4_194_304, "{path}");
            // A table is written as text and for numpy.
            let has = |format: &str| entry["formats"].as_array().is_some_and(|all| all.contains(&format.into()));
            assert_eq!(has("csv"), has("npy"), "{path}: {entry}");
        }
    }
}

/// A path without parameters ignores a query, whichever path it is.
#[tokio::test]
async fn paths_without_parameters_ignore_a_query() {
    for path in [
        "/algorithms",
        "/solvers",
        "/grids",
        "/server",
        "/healthz",
        "/readyz",
        "/docs",
        "/docs/problems",
        "/openapi.yaml",
        "/openapi.json",
    ] {
        let (plain, asked) = (get(path).await, get(&format!("{path}?x=1")).await);
        assert_eq!((plain.status, &plain.body), (asked.status, &asked.body), "{path}");
    }
}

/// Limits other than the default are reported correctly.
#[tokio::test]
async fn the_server_tells_its_limits() {
    let app = Arc::new(App::new(Settings { max_side: 40, max_cells: 100, max_steps: 500, ..Settings::default() }));
    let document = send_to(&app, request(Method::GET, "/algorithms", &[])).await.json();
    assert_eq!(document["algorithms"][0]["limits"], json!({"max_cells": 100, "max_side": 40, "max_steps": 500}));
    let server = send_to(&app, request(Method::GET, "/server", &[])).await;
    let limits = &server.json()["limits"];
    assert_eq!(
        (&limits["max_cells"], &limits["max_side"], &limits["max_steps"]),
        (&100.into(), &40.into(), &500.into())
    );
    assert_eq!(Some(server.json()["version"].as_str().unwrap()), server.header("dedale-version"));
    assert_eq!(send_to(&app, request(Method::GET, "/maze", &[])).await.problem(), "too-large");
}

/// An answer in which one thing is wrong is not taken for a good one.
#[tokio::test]
async fn wrong_answers_are_found_out() {
    let uri = "/maze?algo=prim&w=3&h=2&seed=42";
    let faults = |uri: &str, answer: &Answer| openapi::faults(&Method::GET, &uri.parse().unwrap(), answer);
    let good = get(uri).await;
    assert_eq!(faults(uri, &good), [""; 0]);

    let body = good.text();
    let bodies = [
        ("", body),
        ("\"prim\"", "\"pirm\""),
        ("\"prim\"", "\"dfs\""),
        ("\"w\":3", "\"w\":4"),
        ("\"seed\":42", "\"seed\":-42"),
        ("\"generator\":1,", ""),
        ("\"generator\":1,", "\"generator\":2,"),
        ("\"options\":{}", "\"options\":{\"colour\":1}"),
        ("\"options\":{}", "\"options\":{\"max_walls\":1}"),
        ("[0,0]", "[0]"),
        ("\"NSW\"", "\"SNW\""),
        ("\"NSW\"", "13"),
        ("\"NSW\",", ""),
        ("\"walls\"", "\"bits\""),
        ("\"walls\"", "\"morse\""),
        ("{\"algo\"", "{\"more\":1,\"algo\""),
        ("}\n", ""),
    ];
    for (from, to) in &bodies[1..] {
        let wrong = body.replacen(from, to, 1);
        assert_ne!(wrong, body, "{from}");
        let wrong = Answer { status: good.status, headers: good.headers.clone(), body: wrong.into() };
        assert!(!faults(uri, &wrong).is_empty(), "{from} → {to}");
    }

    let headers = [
        ("content-type", Some("text/html")),
        ("content-type", None),
        ("etag", Some("7")),
        ("etag", None),
        ("cache-control", Some("no-store")),
        ("x-request-id", None),
        ("x-content-type-options", None),
        ("content-security-policy", Some("sandbox")),
        ("access-control-allow-origin", Some("https://example.org")),
        ("content-location", Some("/maze?seed=7")),
        ("x-powered-by", Some("magic")),
    ];
    for (name, value) in headers {
        let mut wrong = Answer { status: good.status, headers: good.headers.clone(), body: good.body.clone() };
        match value {
            Some(value) => wrong.headers.insert(name, value.parse().unwrap()),
            None => wrong.headers.remove(name),
        };
        assert!(!faults(uri, &wrong).is_empty(), "{name}: {value:?}");
    }

    let others = [
        ("/solve?w=3&h=2&seed=7&include=distances", "\"reachable\":true", "\"reachable\":false"),
        ("/solve?w=3&h=2&seed=7&include=distances", "\"visited\"", "\"seen\""),
        ("/solve?w=3&h=2&seed=7&include=distances", "[[0,", "[["),
        ("/solve?w=3&h=2&seed=7&include=distances", "\"farthest\"", "\"nearest\""),
        ("/solve?w=3&h=2&seed=7&solver=wall-follower", "\"hand\":\"right\",", ""),
        ("/solve?w=3&h=2&seed=7&encoding=bits", "\"encoding\":\"bits\"", "\"encoding\":\"walls\""),
        ("/solve?w=3&h=2&seed=7&solver=dfs", "\"solver\"", "\"hand\":\"right\",\"solver\""),
        ("/solve?w=3&h=2&seed=7", "\"visited\"", "\"gave_up\":\"tired\",\"visited\""),
        ("/solve?w=3&h=2&seed=7", "\"path\":[", "\"path\":null,\"walk\":["),
        ("/solve?w=3&h=2&seed=7&encoding=blocks", "\"cells\":[[1", "\"cells\":[[7"),
        ("/maze/steps?w=3&h=2&seed=7", "\"step\":\"visit\"", "\"step\":\"path\""),
        ("/maze/steps?w=3&h=2&seed=7", "{\"step\":\"visit\",\"cell\":[0,0]}\n", ""),
        ("/solve/steps?w=3&h=2&seed=7", "\"step\":\"end\"", "\"step\":\"visit\""),
        ("/solve/steps?w=3&h=2&seed=7", "}\n", "}\n\n"),
        ("/solvers", "\"bfs\"", "\"bsf\""),
    ];
    for (uri, from, to) in others {
        let good = get(uri).await;
        let body = good.text().replacen(from, to, 1);
        assert_ne!(body, good.text(), "{uri}: {from}");
        let wrong = Answer { status: good.status, headers: good.headers, body: body.into() };
        assert!(!faults(uri, &wrong).is_empty(), "{uri}: {from} → {to}");
    }

    let teapot = Answer { status: "418".parse().unwrap(), headers: good.headers.clone(), body: good.body.clone() };
    assert!(!faults(uri, &teapot).is_empty());
    let mut problem = get("/maze?w=0").await;
    assert!(!faults("/nowhere", &problem).is_empty());
    let good = problem.body.clone();
    for (from, to) in [
        ("\"errors\":[", "\"faults\":["),
        (":invalid-parameter", ":bad-request"),
        (":invalid-parameter", ":draining"),
        ("\"status\":400", "\"status\":422"),
    ] {
        problem.body = std::str::from_utf8(&good).unwrap().replace(from, to).into();
        assert_ne!(problem.body, good, "{from}");
        assert!(!faults(uri, &problem).is_empty(), "{from} → {to}");
    }
    problem.body = good;
    problem.headers.insert("retry-after", "1".parse().unwrap());
    assert!(!faults(uri, &problem).is_empty());
}
