//! A request that is too large gets a 422 that names every limit, and the values that it proposes do fit.

use std::sync::Arc;

use axum::http::Method;
use dedale_server::app::App;
use dedale_server::settings::Settings;
use serde_json::Value;

use crate::common::{Answer, request, send_to};

/// A server with low limits, so that what fits is made at once.
fn server() -> Arc<App> {
    Arc::new(App::new(Settings {
        max_side: 500,
        max_cells: 10_000,
        max_streamed_cells: 20_000,
        max_pixels: 100_000,
        max_step_cells: 900,
        max_steps: 400_000,
        max_memory: 8 << 20,
        ..Settings::default()
    }))
}

async fn ask(app: &Arc<App>, uri: &str) -> Answer {
    send_to(app, request(Method::GET, uri, &[])).await
}

/// The URI with these values.
fn with(uri: &str, fits: &Value) -> String {
    let (path, query) = uri.split_once('?').expect("a query");
    let fits = fits.as_object().expect("values that fit");
    let name = |pair: &str| pair.split('=').next().unwrap_or_default().to_owned();
    let kept = query.split('&').filter(|pair| !fits.contains_key(&name(pair))).map(str::to_owned);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let values = fits.iter().map(|(name, value)| format!("{name}={}", text(value)));
    format!("{path}?{}", kept.chain(values).collect::<Vec<_>>().join("&"))
}

/// Asserts that this is a 422 with its limit, and that what fits is accepted. Returns the problem.
async fn too_large(app: &Arc<App>, uri: &str) -> Value {
    let answer = ask(app, uri).await;
    assert_eq!(answer.status, 422, "{uri}");
    assert_eq!(answer.problem(), "too-large", "{uri}: {}", answer.text());
    let problem = answer.json();
    assert!(problem["fits"].is_object(), "{uri}: {problem}");
    assert!(problem["limit"].is_string() && problem["max"].as_u64() < problem["asked"].as_u64(), "{problem}");
    let fitting = with(uri, &problem["fits"]);
    let accepted = ask(app, &fitting).await;
    assert_eq!(accepted.status, 200, "{uri}: {fitting}: {problem}: {}", String::from_utf8_lossy(&accepted.body));
    problem
}

#[tokio::test]
async fn what_is_said_to_fit_is_accepted() {
    let app = server();
    for (uri, limit) in [
        ("/maze?w=300&h=300", "cells"),
        ("/maze?w=501&h=5", "columns"),
        ("/maze?h=99999999999999999999", "rows"),
        ("/maze?w=200&h=200&from=9,9&ends=corners", "cells"),
        ("/maze?algo=eller&w=300&h=300", "cells"),
        ("/maze?algo=eller&w=300&h=60&braid=0.5", "cells"),
        ("/maze?algo=aldous-broder&w=20&h=500", "steps"),
        ("/maze?algo=wilson&w=500&h=17&ends=farthest&braid=0.5", "steps"),
        ("/maze?algo=aldous-broder&w=64&h=64&difficulty=hard", "steps"),
        ("/maze?w=100&h=100&difficulty=easy", "steps"),
        ("/maze?w=101&h=100&length=200..9000", "cells"),
        ("/maze?grid=hex&w=300&h=300", "cells"),
        ("/maze?grid=polar&rings=400", "cells"),
        ("/maze?grid=polar&rings=50&difficulty=medium", "steps"),
        ("/maze?floors=1000&w=5&h=5", "cells"),
        ("/maze?mask=circle&w=300&h=200", "cells"),
        ("/maze.png?w=90&h=90&cell=16", "pixels"),
        ("/maze.png?w=90&h=90&pixels=9000", "pixels"),
        ("/maze.gif?w=60&h=60", "step_cells"),
        ("/maze.gif?w=300&h=300", "cells"),
        ("/maze/steps?w=60&h=60", "cells"),
        ("/maze.stl?w=100&h=100", "steps"),
        ("/solve?w=300&h=300", "cells"),
        ("/solve?w=100&h=100&include=matrix&point=all", "cells"),
        (
            "/solve?w=99&h=100&include=matrix&weights=hills&point=0,0;1,1;2,2;3,3;4,4;5,5;6,6;7,7;8,8;9,9;10,10;11,11;12,12",
            "steps",
        ),
        ("/solve?solver=iterative-deepening&w=90&h=90", "steps"),
        ("/solve.svg?w=101&h=100&weights=hills", "cells"),
        ("/solve/steps?w=60&h=60", "cells"),
        ("/mazes?w=300&h=300&count=2", "cells"),
        ("/mazes?count=3000000000&w=3&h=3", "count"),
        ("/mazes?count=3000000&distinct=true&w=1&h=1", "count"),
        ("/book.pdf?count=100000&w=5&h=5", "count"),
        ("/book.pdf?count=200&w=30&h=30", "steps"),
        ("/book.pdf?count=60&w=25&h=30&difficulty=easy..hard", "steps"),
    ] {
        // Answers to the end would take long.
        if uri.starts_with("/mazes?count=3000") {
            let problem = ask(&app, uri).await.json();
            assert_eq!((&problem["limit"], problem["fits"]["count"].is_u64()), (&limit.into(), true), "{problem}");
            continue;
        }
        let problem = too_large(&app, uri).await;
        assert_eq!(problem["limit"], limit, "{uri}: {problem}");
    }
}

/// A size keeps its proportions, and is the largest.
#[tokio::test]
async fn the_size_that_fits_is_the_largest_of_its_proportions() {
    let problem = too_large(&server(), "/maze?w=300&h=300").await;
    assert_eq!(problem["fits"], serde_json::json!({ "w": 100, "h": 100 }));
    assert!(problem["detail"].as_str().unwrap().ends_with("; w=100&h=100 would fit."), "{problem}");
    let problem = too_large(&server(), "/maze?w=501&h=5").await;
    assert_eq!(problem["fits"], serde_json::json!({ "w": 500, "h": 5 }));
}

#[tokio::test]
async fn all_limits_are_named_at_once() {
    let problem = too_large(&server(), "/maze.gif?w=40&h=40&cell=128&seed=7").await;
    let named: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| &error["args"]["limit"]).collect();
    assert_eq!(named, ["pixels", "step_cells"], "{problem}");
    let problem = too_large(&server(), "/maze?w=600&h=700").await;
    let named: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| &error["args"]["limit"]).collect();
    assert_eq!(named, ["columns", "rows"], "{problem}");
    // A request that cannot be understood gets a 400, which names the limits as well.
    let mixed = ask(&server(), "/maze?w=600&braid=9").await;
    assert_eq!((mixed.status.as_u16(), mixed.problem().as_str()), (400, "invalid-parameter"));
    let problem = mixed.json();
    assert!(problem["errors"].as_array().unwrap().iter().any(|error| error["args"]["limit"] == "columns"), "{problem}");
    assert!(problem["limit"].is_null() && problem["fits"].is_null(), "{problem}");
}
