//! The headers of answers: codings, tags, preconditions, lengths.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use dedale_server::app::App;
use dedale_server::server::service::service;
use dedale_server::server::timeouts::Sender;
use dedale_server::settings::Settings;
use http_body_util::BodyExt as _;

use crate::common::{PEER, get, get_with, openapi, post, request, send, send_to};

const CODINGS: [&str; 6] = ["", "gzip", "br", "zstd", "gzip, deflate, br, zstd", "gzip;q=0.5, identity"];

/// Every path with `GET`, with a seed, and some that are long.
fn uris() -> Vec<String> {
    let paths = openapi::paths().into_iter().filter(|path| openapi::methods(path).contains(&"get"));
    let has_seed = |path: &str| {
        path.starts_with("/maze") || path.starts_with("/solve") && path != "/solvers" || path.starts_with("/book")
    };
    let address = |path| match openapi::address(path) {
        uri if has_seed(path) => format!("{uri}?seed=11"),
        uri => uri.to_owned(),
    };
    let large = ["/maze?seed=7&w=300&h=300", "/maze.png?seed=7&w=300&h=300", "/solve?seed=7&w=90&h=90&encoding=named"];
    paths.map(address).chain(large.map(str::to_owned)).collect()
}

#[tokio::test]
async fn head_has_the_headers_of_get() {
    for uri in uris() {
        for coding in CODINGS {
            let ask = async |method| send(request(method, &uri, &[("accept-encoding", coding)])).await;
            let (head, get) = (ask(Method::HEAD).await, ask(Method::GET).await);
            assert_eq!((head.status, head.body.len()), (get.status, 0), "{uri} {coding}");
            let names = get.headers.keys().chain(head.headers.keys());
            for name in names.filter(|name| !["date", "x-request-id", "server-timing"].contains(&name.as_str())) {
                assert_eq!(head.headers.get(name), get.headers.get(name), "{name} of {uri} in {coding:?}");
            }
            let length = get.header("content-length");
            assert!(length.is_none_or(|length| length == get.body.len().to_string()), "{uri} {coding}");
            assert_eq!(get.header("accept-ranges"), Some("none"), "{uri}");
        }
    }
}

/// A cache replaces what it keeps by the tag of a 304 (RFC 9111, section 4.3.4), so that is the tag that the 200 would have.
#[tokio::test]
async fn a_304_has_the_tag_of_the_200() {
    for uri in uris() {
        for coding in CODINGS {
            let full = get_with(&uri, &[("accept-encoding", coding)]).await;
            let Some(tag) = full.header("etag") else { continue };
            for held in [tag.to_owned(), format!("\"x\", W/{tag}"), "*".to_owned()] {
                let held = get_with(&uri, &[("accept-encoding", coding), ("if-none-match", &held)]).await;
                assert_eq!((held.status.as_u16(), held.header("etag")), (304, Some(tag)), "{uri} {coding:?}");
                for name in ["cache-control", "vary", "content-location"] {
                    assert_eq!(held.header(name), full.header(name), "{name} of {uri}");
                }
                assert!(held.body.is_empty() && held.header("content-length").is_none(), "{uri}");
            }
            // The tag of another coding is that of other bytes.
            for other in CODINGS {
                let other = get_with(&uri, &[("accept-encoding", other)]).await;
                let other = other.header("etag").unwrap();
                let answer = get_with(&uri, &[("accept-encoding", coding), ("if-none-match", other)]).await;
                assert_eq!(answer.status == StatusCode::NOT_MODIFIED, other == tag, "{uri} {coding:?} {other}");
            }
        }
    }
}

#[tokio::test]
async fn another_version_than_if_match_names_is_a_412() {
    for uri in uris() {
        let full = get(&uri).await;
        let wrong = get_with(&uri, &[("if-match", "\"another\"")]).await;
        let Some(tag) = full.header("etag") else {
            let is_ours = uri.starts_with("/healthz") || uri.starts_with("/readyz");
            assert!(is_ours || wrong.status == StatusCode::PRECONDITION_FAILED, "{uri}");
            continue;
        };
        assert_eq!(wrong.problem(), "precondition-failed", "{uri}");
        let weak = get_with(&uri, &[("if-match", &format!("W/{tag}"))]).await;
        assert_eq!(weak.status, StatusCode::PRECONDITION_FAILED, "{uri}: the comparison is strong");
        for list in [tag.to_owned(), format!("\"x\", {tag}"), "*".to_owned()] {
            assert_eq!(get_with(&uri, &[("if-match", &list)]).await.status, StatusCode::OK, "{uri} {list}");
        }
        let both = get_with(&uri, &[("if-match", "\"another\""), ("if-none-match", tag)]).await;
        assert_eq!(both.status, StatusCode::PRECONDITION_FAILED, "{uri}");
    }
}

/// Preconditions are for what would be a success (RFC 9110, section 13.2.1).
#[tokio::test]
async fn errors_come_before_preconditions() {
    let wide = "w=64&h=65535&seed=1&algo=aldous-broder";
    for uri in [
        format!("/maze?{wide}"),
        format!("/solve?{wide}"),
        format!("/mazes?count=2&{wide}"),
        format!("/mazes.npy?count=2&{wide}"),
        "/book.pdf?count=500&w=200&h=200&algo=aldous-broder&seed=1".to_owned(),
        "/maze/steps?w=3&h=100000&seed=1".to_owned(),
        "/maze?w=0&seed=1".to_owned(),
        "/map/tiles/0/0/0.png?w=0&seed=1".to_owned(),
        "/map/tiles.json?w=0&seed=1".to_owned(),
    ] {
        let error = get(&uri).await;
        assert!(error.status.is_client_error(), "{uri}");
        for name in ["if-none-match", "if-match"] {
            for list in ["*", "\"x\""] {
                let answer = get_with(&uri, &[(name, list)]).await;
                assert_eq!((answer.status, answer.body), (error.status, error.body.clone()), "{uri} {name}: {list}");
            }
        }
    }
}

/// A client with little memory to itself gets responses as they are.
#[tokio::test]
async fn no_memory_for_an_encoder_is_no_error() {
    let app = Arc::new(App::new(Settings { max_memory: 1 << 20, ..Settings::default() }));
    for uri in ["/maze?seed=1", "/maze?seed=1&w=100&h=60", "/maze.txt?algo=eller&w=1000&h=1000&seed=1"] {
        let answer = send_to(&app, request(Method::GET, uri, &[("accept-encoding", "gzip")])).await;
        assert_eq!(answer.status, StatusCode::OK, "{uri}: {:?}", answer.headers);
        let is_coded = answer.header("content-encoding").is_some();
        assert_eq!(answer.header("etag").unwrap().ends_with("-gzip\""), is_coded, "{uri}");
    }
}

#[tokio::test]
async fn a_415_lists_what_is_accepted() {
    const READ: &str = "application/json, text/plain, text/csv, application/x-npy, image/png, image/jpeg, image/gif, image/webp, image/bmp, image/svg+xml, application/octet-stream, application/x-www-form-urlencoded";
    let checked = format!("{READ}, application/x-ndjson");
    let accepted = [
        ("/solve", READ),
        ("/check", &checked),
        ("/convert", READ),
        (
            "/maze",
            "application/json, text/plain, image/png, image/svg+xml, application/octet-stream, application/x-www-form-urlencoded",
        ),
    ];
    for (uri, types) in accepted {
        for content_type in ["image/tiff", "text/plain; charset=latin1", "application/json;charset=\"utf-32\""] {
            let answer = post(uri, content_type, "").await;
            assert_eq!(answer.problem(), "unsupported-media-type", "{uri} {content_type}");
            assert_eq!(answer.header("accept"), Some(types), "{uri} {content_type}");
        }
        let coded = Request::post(uri).header("content-type", "text/plain").header("content-encoding", "gzip");
        let answer = send(coded.body(Body::empty()).unwrap()).await;
        assert_eq!((answer.status.as_u16(), answer.header("accept-encoding")), (415, Some("identity")), "{uri}");
        for (name, values) in [("content-type", ["text/plain"; 2]), ("content-encoding", ["identity", "gzip"])] {
            let twice = Request::post(uri).header("content-type", "text/plain");
            let twice = values.iter().fold(twice, |twice, value| twice.header(name, *value));
            assert_eq!(send(twice.body(Body::empty()).unwrap()).await.problem(), "bad-request", "{uri} {name}");
        }
    }
    let maze = "+---+\n|   |\n+---+\n";
    for content_type in ["text/plain; charset=UTF-8", "text/plain;charset=\"utf-8\"", "TEXT/plain; format=flowed"] {
        assert_eq!(post("/solve", content_type, maze).await.status, StatusCode::OK, "{content_type}");
    }
}

/// Letters may be written in two ways in a URL, which is the same URL (RFC 3986, section 6.2.2.2).
#[tokio::test]
async fn a_path_is_the_same_however_its_letters_are_written() {
    let answer = get("/%6Daze?w=3&h=2&seed=7").await;
    assert_eq!(answer.body, get("/maze?w=3&h=2&seed=7").await.body);
    assert_eq!(get("/maze%2Ejson?seed=1").await.body, get("/maze.json?seed=1").await.body);
    assert!(get("/%6daze?w=3").await.header("content-location").unwrap().starts_with("/maze.json?"));
    assert_eq!(get("/%2Fmaze").await.problem(), "not-found");
}

#[tokio::test]
async fn the_map_of_a_random_seed_tells_where_it_is_found() {
    let answer = get("/map/tiles.json?algo=quilt&w=5000&h=5000").await;
    let seed = answer.json()["maze"]["seed"].to_string();
    assert_eq!(answer.header("dedale-seed"), Some(&*seed));
    let again = get(answer.header("content-location").unwrap()).await;
    assert_eq!(again.json(), answer.json());
}

/// The bytes that are reserved while the first part of a response is there and no more of it is read, and the size of the parts.
async fn reserved_for(uri: &str, parts: usize) -> (u64, Vec<usize>) {
    let app = Arc::new(App::new(Settings::default()));
    let mut asked = request(Method::GET, uri, &[("host", "x")]);
    asked.extensions_mut().insert(Sender::new(PEER, &Arc::default()));
    let response = service(app.clone()).answer(asked).await;
    assert_eq!(response.status(), StatusCode::OK, "{uri}");
    let mut body = response.into_body();
    let mut sizes = Vec::new();
    while sizes.len() < parts
        && let Some(frame) = body.frame().await
    {
        sizes.push(frame.unwrap().into_data().unwrap().len());
    }
    let reserved = app.metrics.reserved.get() as u64;
    drop(body);
    for _ in 0..1000 {
        if app.metrics.reserved.get() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(app.metrics.reserved.get(), 0, "{uri} keeps what it reserved");
    (reserved, sizes)
}

/// Each of these lines has 10 to 70 MB.
#[tokio::test]
async fn a_long_line_of_a_data_set_is_drawn_in_parts_and_its_maze_is_reserved() {
    for query in [
        "w=64&h=64&include=matrix&point=all",
        "w=40&h=40&include=matrix&point=all&weights=1..1000&distinct=true",
        "grid=kisrhombille&w=12&h=12&include=matrix&point=all",
        "w=300&h=300&encoding=named",
    ] {
        let (reserved, sizes) = reserved_for(&format!("/mazes?count=9&seed=7&{query}"), 12).await;
        assert!(reserved > 64 * 1024, "{query}: {reserved} bytes are reserved");
        assert!(sizes.iter().all(|&size| size <= 256 * 1024), "{query}: {sizes:?}");
    }
}

#[tokio::test]
async fn a_large_tile_is_reserved_or_drawn_in_parts() {
    let map = "algo=sidewinder&w=65535&h=65535&seed=1";
    for file in ["0.json?encoding=named&", "0.json?", "0.svg?", "0@2x.svg?solution=false&", "0@2x.png?"] {
        let (reserved, sizes) = reserved_for(&format!("/map/tiles/8/0/{file}{map}"), 1).await;
        let size = sizes.iter().sum::<usize>();
        assert!(size <= 128 * 1024 || reserved >= size as u64, "{file}: {size} bytes, and {reserved} are reserved");
    }
}
