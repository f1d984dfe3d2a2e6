//! Requests of every kind, each answer held to the file: its status, its headers, its media type and its body.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request};
use dedale::generate::ALGORITHMS;
use dedale::render::{Encoding, Format};
use dedale::server::problem::Kind;
use dedale::server::state::{App, Settings};
use dedale::spec::Limits;
use serde_json::{Value, json};

use crate::common::openapi::{self, DOCUMENT, entries, items, operation};
use crate::common::{Answer, app, get, get_with, request, send, send_to};

const CODINGS: [&str; 4] = ["identity", "gzip", "br", "zstd"];

#[tokio::test]
async fn mazes_of_every_algorithm() {
    for about in &ALGORITHMS {
        for name in about.aliases.iter().chain([&about.name]) {
            let maze = get(&format!("/maze?algo={name}&w=7&h=5&seed=3")).await.json();
            assert_eq!((&maze["algo"], &maze["w"], &maze["h"]), (&json!(about.name), &json!(7), &json!(5)));
        }
        for option in about.options {
            for value in option.values.iter().chain([&option.default]) {
                let maze = get(&format!("/maze?algo={}&{}={value}", about.name, option.name)).await.json();
                assert_eq!(maze["options"][option.name], *value);
            }
        }
    }
}

#[tokio::test]
async fn mazes_in_every_form() {
    // The largest is drawn while it is sent.
    for size in ["w=1&h=1", "w=2&h=9", "w=150&h=140"] {
        for encoding in Encoding::ALL.map(Encoding::name) {
            for path in ["/maze?", "/maze?format=json&", "/maze.json?"] {
                let maze = get(&format!("{path}{size}&seed=1&encoding={encoding}")).await.json();
                assert_eq!(maze["encoding"], encoding);
            }
        }
        for format in &Format::ALL[1..] {
            let answer = get(&format!("/maze?{size}&format={}", format.name())).await;
            assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
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
        "doors=true&from=0,3&to=29,7",
        "doors=false&braid=0&max_walls=1",
        "braid=0.5",
        "braid=1",
        "max_walls=0.3",
        "max_walls=0&max_walls_in=rows",
        "remove=0,0,E",
        "remove=0,0,E&remove=0,0,N&remove=5,5,W",
        "algo=growing-tree&pick=newest:3,oldest,middle:1000000&braid=1e-3&max_walls=0.9&remove=1,1,S&doors=true&seed=5",
        "algo=binary-tree&bias=nw&w=1&h=3",
    ];
    for query in queries {
        for path in ["/maze", "/maze.json", "/maze.txt"] {
            assert_eq!(get(&format!("{path}?{query}")).await.status, 200, "{path}?{query}");
        }
    }
}

/// The address that comes with a drawn seed gives the same answer again.
#[tokio::test]
async fn drawn_seeds_are_told() {
    for (uri, accept) in
        [("/maze", "*/*"), ("/maze?w=4", "text/plain"), ("/maze.json?h=2", "*/*"), ("/maze.txt", "*/*")]
    {
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
        ("*/*", "application/json"),
    ] {
        let answer = get_with("/maze?seed=1", &[("accept", accept)]).await;
        assert!(answer.header("content-type").unwrap().starts_with(media_type), "{accept}");
    }
    for path in ["/maze?format=ascii", "/maze.json", "/maze.txt", "/algorithms", "/healthz", "/openapi.yaml", "/docs"] {
        assert_eq!(get_with(path, &[("accept", "image/png")]).await.status, 200, "{path}");
    }
}

/// Every path, by `GET`, `HEAD` and `OPTIONS`, in every coding, and again with the tag that it gave.
#[tokio::test]
async fn every_path_in_every_way() {
    for path in openapi::paths() {
        let uri = path.replace("{file}", "swagger-ui.css");
        let uri = if path.starts_with("/maze") { format!("{uri}?seed=11") } else { uri };
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
        let tagged = operation(path)["responses"].get("304").is_some();
        assert_eq!(get(&uri).await.header("etag").is_some(), tagged, "{path}");
    }
}

#[tokio::test]
async fn every_problem_that_a_router_can_have() {
    let long = format!("/maze?remove={}", "0".repeat(9000));
    let many = format!("/maze?{}&format=x&encoding=y", (0..150).map(|i| format!("x{i}=1&")).collect::<String>());
    let (long_name, long_value) = (format!("/maze?{}=1", "n".repeat(999)), format!("/maze?v={}", "v".repeat(999)));
    let mut met = BTreeSet::new();
    let cases = [
        ("invalid-parameter", "/maze?w=0&algo=pirm&foo=1&seed=x&w=1"),
        ("invalid-parameter", "/maze?format=jpeg"),
        ("invalid-parameter", "/maze?encoding=morse"),
        ("invalid-parameter", "/maze?format=ascii&encoding=bits"),
        ("invalid-parameter", "/maze?w=65535&h=65535"),
        ("invalid-parameter", "/maze.json?format=json"),
        ("invalid-parameter", "/maze.txt?encoding=bits"),
        ("invalid-parameter", "/maze.txt?format=ascii"),
        ("invalid-parameter", "/algorithms?name=prim"),
        ("invalid-parameter", "/maze?%FF=%00&&=&w"),
        ("invalid-parameter", &many),
        ("invalid-parameter", &long_name),
        ("invalid-parameter", &long_value),
        ("not-found", "/mazes"),
        ("not-found", "/maze/"),
        ("not-found", "/docs/%2e%2e%2fopenapi.yaml"),
        ("not-found", "/%FF"),
        ("uri-too-long", &long),
    ];
    for (kind, uri) in cases {
        for method in [Method::GET, Method::HEAD] {
            let answer = send(request(method.clone(), uri, &[])).await;
            if method == Method::GET {
                assert_eq!(answer.problem(), kind, "{uri}");
            }
        }
        met.insert(kind.to_owned());
    }
    for (uri, name, value) in [
        ("/maze", "accept", "image/png"),
        ("/algorithms", "accept-encoding", "identity;q=0"),
        ("/nowhere", "accept-encoding", "*;q=0"),
    ] {
        met.insert(get_with(uri, &[(name, value)]).await.problem());
    }
    met.insert(send(request(Method::POST, "/maze", &[])).await.problem());
    met.insert(send(large_body(Method::GET, "/maze")).await.problem());
    met.extend(problems_of_load().await);

    let not_in_process = [
        // Given before there is a request that a router could see.
        Kind::BAD_REQUEST,
        Kind::REQUEST_TIMEOUT,
        Kind::TOO_MANY_HEADERS,
        // No path of this release reads a body.
        Kind::UNSUPPORTED_MEDIA_TYPE,
        // No request is known that makes it.
        Kind::INTERNAL_ERROR,
    ];
    met.extend(not_in_process.iter().map(|kind| kind.slug.to_owned()));
    assert_eq!(met, Kind::ALL.iter().map(|kind| kind.slug.to_owned()).collect());
}

/// A request with a body that is larger than any that is read.
fn large_body(method: Method, uri: &str) -> Request<Body> {
    let body = vec![b' '; 1 << 20];
    let request = Request::builder().method(method).uri(uri).header("content-length", body.len());
    request.body(Body::from(body)).expect("a good request")
}

/// The problems of a service with too much to do, too little time, or not much longer to go.
async fn problems_of_load() -> Vec<String> {
    let with = |settings| Arc::new(App::new(settings));
    let large = || request(Method::GET, "/maze?w=1000&h=1000&algo=wilson", &[]);
    let full = with(Settings { workers: 0, queue: 0, ..Settings::default() });
    let overloaded = send_to(&full, large()).await;
    assert!(overloaded.header("retry-after").is_some());
    let hasty = with(Settings { timeout: Duration::ZERO, workers: 1, ..Settings::default() });
    let too_slow = send_to(&hasty, large()).await;
    let stopping = app();
    stopping.start_draining();
    let draining = send_to(&stopping, request(Method::GET, "/readyz", &[])).await;
    for path in ["/healthz", "/maze"] {
        assert_eq!(send_to(&stopping, request(Method::GET, path, &[])).await.status, 200, "{path}");
    }
    vec![overloaded.problem(), too_slow.problem(), draining.problem()]
}

/// The file's examples of mazes, whose summaries are their addresses, are what the service answers.
#[tokio::test]
async fn examples_are_true() {
    let mut shown = BTreeSet::new();
    for (name, example) in entries(&DOCUMENT["components"]["examples"]) {
        let uri = example["summary"].as_str().unwrap();
        let answer = get(uri).await;
        match &example["value"] {
            Value::String(text) => assert_eq!(answer.text(), text, "{name}: {uri}"),
            value => assert_eq!(&answer.json(), value, "{name}: {uri}"),
        }
        shown.extend(uri.split(['?', '&']).filter_map(|pair| pair.strip_prefix("format=")).map(str::to_owned));
        shown.extend(example["value"]["encoding"].as_str().map(str::to_owned));
    }
    let forms = Encoding::ALL.iter().map(|encoding| encoding.name()).chain(Format::ALL[1..].iter().map(|f| f.name()));
    assert_eq!(shown, forms.map(str::to_owned).collect());

    let told =
        &operation("/algorithms")["responses"]["200"]["content"]["application/json"]["examples"]["some"]["value"];
    let answer = get("/algorithms").await.json();
    assert_eq!((&told["generator"], &told["limits"]), (&answer["generator"], &answer["limits"]));
    let all = answer["algorithms"].as_array().unwrap();
    assert_eq!(all.len(), ALGORITHMS.len());
    for algorithm in items(&told["algorithms"]) {
        assert!(all.contains(algorithm), "{algorithm}");
    }
}

/// Other limits than the usual ones are told as they are.
#[tokio::test]
async fn algorithms_tell_the_limits() {
    let limits = Limits { max_side: 40, max_cells: 100 };
    let app = Arc::new(App::new(Settings { limits, ..Settings::default() }));
    let document = send_to(&app, request(Method::GET, "/algorithms", &[])).await.json();
    assert_eq!(document["limits"], json!({"max_cells": 100, "max_side": 40}));
    assert_eq!(send_to(&app, request(Method::GET, "/maze", &[])).await.problem(), "invalid-parameter");
}

/// An answer in which one thing is wrong is not taken for a good one.
#[tokio::test]
async fn wrong_answers_are_found_out() {
    let uri = "/maze?algo=prim&w=3&h=2&seed=7";
    let faults = |uri: &str, answer: &Answer| openapi::faults(&Method::GET, &uri.parse().unwrap(), answer);
    let good = get(uri).await;
    assert_eq!(faults(uri, &good), [""; 0]);

    let body = good.text();
    let bodies = [
        ("", body),
        ("\"prim\"", "\"pirm\""),
        ("\"prim\"", "\"dfs\""),
        ("\"w\":3", "\"w\":4"),
        ("\"seed\":7", "\"seed\":-7"),
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

    let teapot = Answer { status: "418".parse().unwrap(), headers: good.headers.clone(), body: good.body.clone() };
    assert!(!faults(uri, &teapot).is_empty());
    let mut problem = get("/maze?w=0").await;
    assert!(!faults("/nowhere", &problem).is_empty());
    problem.body = problem.text().replace("\"errors\":[", "\"faults\":[").into();
    assert!(!faults(uri, &problem).is_empty());
}
