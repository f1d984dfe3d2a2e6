//! What fails in the service costs its request alone.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_LENGTH};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use axum::routing::get;
use dedale::grid::Square;
use dedale::observe::{Observer as _, Stopped};
use dedale_server::app::App;
use dedale_server::endpoints::steps::stream::{StepAdditions, StepFormat, stream_steps};
use dedale_server::limits::cancel::Watch;
use dedale_server::problem::Problem;
use dedale_server::response::answer::Content;
use dedale_server::response::body::Drawing;
use dedale_server::response::coding::Coding;
use dedale_server::response::context::RequestContext;
use dedale_server::server::service::around;
use dedale_server::settings::Settings;
use http_body::Body as _;
use http_body_util::BodyExt as _;

async fn bad() -> &'static str {
    panic!("on purpose: \r\n\u{1b}[31m")
}

#[tokio::test]
async fn a_panic_costs_its_request_a_500_with_a_request_id_and_nothing_else() {
    let app = Arc::new(App::new(Settings::default()));
    let routes = Router::new().route("/bad", get(bad)).route("/good", get(async || "good"));
    let service = around(routes, app.clone());
    let ask = |path: &str| {
        let request = Request::get(path).header("host", "x").body(Body::empty()).unwrap();
        service.clone().answer(request)
    };
    let answer = ask("/bad").await;
    assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(answer.headers()["x-request-id"].len(), 32);
    assert_eq!(answer.headers()["content-type"], "application/problem+json");
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
    assert_eq!(problem["status"], 500);
    assert!(!String::from_utf8_lossy(&body).contains("purpose"));
    let answer = ask("/good").await;
    assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "good");
    assert_eq!((app.metrics.panics.get(), app.metrics.in_progress.get()), (1, 0));
}

/// The HTTP library stops polling a body at its announced length, so the body itself notices that it is complete. Otherwise it would be
/// counted as cut short.
#[tokio::test]
async fn a_body_of_known_length_ends_with_its_last_byte() {
    let app = Arc::new(App::new(Settings::default()));
    let parts = async || {
        let parts = futures_util::stream::iter(["ab", "c"].map(Ok::<_, Infallible>));
        ([(CONTENT_LENGTH, "3")], Body::from_stream(parts))
    };
    let service = around(Router::new().route("/", get(parts)), app.clone());
    let request = Request::get("/").header("host", "x").body(Body::empty()).unwrap();
    let mut body = service.answer(request).await.into_body();
    for is_last in [false, true] {
        assert!(!body.is_end_stream());
        body.frame().await.unwrap().unwrap();
        assert_eq!(body.is_end_stream(), is_last);
    }
    drop(body);
    let text = app.metrics.text();
    assert!(text.contains("dedale_cancelled_total{reason=\"cut-short\"} 0\n"), "{text}");
}

/// A body that fails: before its first byte, or after it.
async fn failing(ask: RequestContext) -> Result<Response, Problem> {
    let how = ask.headers["how"].to_str().unwrap().to_owned();
    if how == "thread" || how == "cut" {
        let work = move |_: &mut _| if how == "cut" { Err(Stopped) } else { panic!("on purpose") };
        let grid = Square::new(1, 1).unwrap();
        return Ok(Response::new(stream_steps(&ask, StepFormat::NdJson, grid.into(), StepAdditions::default(), work)?));
    }
    if how == "memory" {
        let mut held = Vec::new();
        let write_next = move |_: &mut Vec<u8>, watch: &mut Watch| loop {
            watch.go_on()?;
            held.push(vec![1_u8; 100_000]);
        };
        let drawing = Drawing::compressed(Box::new(write_next), 1_000_000, 0, 0);
        let content = Content::drawn(drawing, Coding::Identity, &ask, ask.account.reserve(0)?).await?;
        return Ok(Response::new(content.body));
    }
    let is_late = how == "late";
    let mut pieces = 0;
    let write_next = move |out: &mut Vec<u8>, _: &mut Watch| {
        pieces += 1;
        assert!(is_late && pieces == 1, "on purpose");
        out.resize(1 << 20, 0);
        Ok(true)
    };
    let steps = if how == "small" { 50_000 } else { 1_000_000 };
    let drawing = Drawing::compressed(Box::new(write_next), steps, 0, 0);
    let coding = Coding::choose(&ask.headers, Coding::ALL).unwrap();
    let memory = ask.account.reserve(0)?;
    let content = Content::drawn(drawing, coding, &ask, memory).await?;
    Ok(Response::new(content.body))
}

#[tokio::test]
async fn a_body_that_fails_before_its_first_byte_is_a_500_and_never_a_200() {
    let app = Arc::new(App::new(Settings::default()));
    let service = around(Router::new().route("/", get(failing)).with_state(app.clone()), app.clone());
    let mut panics = 0;
    for (how, coding) in ["small", "drawn", "late", "thread", "cut"].map(|how| [(how, ""), (how, "gzip")]).concat() {
        let request = Request::get("/").header("host", "x").header("how", how).header(ACCEPT_ENCODING, coding);
        let answer = service.clone().answer(request.body(Body::empty()).unwrap()).await;
        let (head, body) = answer.into_parts();
        let body = body.collect().await;
        if how == "late" {
            assert!(head.status == StatusCode::OK && body.is_err(), "{how} {coding}: {}", head.status);
        } else {
            assert_eq!(head.status, StatusCode::INTERNAL_SERVER_ERROR, "{how} {coding}");
            assert_eq!(head.headers["content-type"], "application/problem+json", "{how} {coding}");
            let problem: serde_json::Value = serde_json::from_slice(&body.unwrap().to_bytes()).unwrap();
            assert_eq!(problem["status"], 500);
        }
        panics += u64::from(how != "cut");
        assert_eq!((app.metrics.panics.get(), app.metrics.in_progress.get()), (panics, 0), "{how} {coding}");
    }
}

#[tokio::test]
async fn a_body_without_memory_is_a_503() {
    let app = Arc::new(App::new(Settings { max_memory: 8 << 20, ..Settings::default() }));
    let service = around(Router::new().route("/", get(failing)).with_state(app.clone()), app.clone());
    let request = Request::get("/").header("host", "x").header("how", "memory").body(Body::empty()).unwrap();
    let answer = service.answer(request).await;
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.headers()["retry-after"], "2");
    drop(answer);
    let text = app.metrics.text();
    assert!(text.contains("dedale_cancelled_total{reason=\"memory\"} 1\n"), "{text}");
}
