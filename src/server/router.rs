//! The whole URL map on one page.

use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::http::HeaderValue;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, CONTENT_SECURITY_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::middleware::from_fn;
use axum::routing::{MethodRouter, get, post};
use tower::util::MapResponseLayer;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use super::routes::{algorithms, check, docs, health, maze, options, page, solve, solvers, steps};
use super::state::App;
use super::{etag, layers};

/// Every path that the router knows, as it is written in `openapi.yaml`.
pub static PATHS: [&str; 22] = [
    "/",
    "/page/{file}",
    "/maze",
    "/maze.json",
    "/maze.txt",
    "/maze.svg",
    "/maze.png",
    "/maze/steps",
    "/solve",
    "/solve.svg",
    "/solve.png",
    "/solve/steps",
    "/check",
    "/algorithms",
    "/solvers",
    "/healthz",
    "/readyz",
    "/openapi.yaml",
    "/openapi.json",
    "/docs",
    "/docs/problems",
    "/docs/{file}",
];

/// The headers of an answer that a page from elsewhere may read.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "allow, content-location, dedale-outcome, etag, retry-after, server-timing, x-request-id, content-length, content-encoding",
);

/// What an answer may do in a browser that opens it by itself, unless it says otherwise: be seen. Styles, since browsers show
/// pictures and text with some of their own.
const BE_SEEN: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/// The service: every path, and what happens to every request on its way in and out.
pub fn router(app: Arc<App>) -> Router {
    let largest_body = app.settings.max_body;
    // Steps are sent as they are made, and not held back to be compressed together.
    let worth_compressing = DefaultPredicate::new().and(NotForContentType::const_new("application/x-ndjson"));
    Router::new()
        .route("/", read(page::page))
        .route("/page/{file}", read(page::file))
        .route("/maze", read(maze::any))
        .route("/maze.json", read(maze::json))
        .route("/maze.txt", read(maze::text))
        .route("/maze.svg", read(maze::svg))
        .route("/maze.png", read(maze::png))
        .route("/maze/steps", read(steps::building))
        .route("/solve", get(solve::made).post(solve::posted).options(options::read_and_post))
        .route("/solve.svg", read(solve::svg))
        .route("/solve.png", read(solve::png))
        .route("/solve/steps", read(steps::searching))
        .route("/check", post(check::check).options(options::post_only))
        .route("/algorithms", read(algorithms::all))
        .route("/solvers", read(solvers::all))
        .route("/healthz", read(health::alive))
        .route("/readyz", read(health::ready))
        .route("/openapi.yaml", read(docs::openapi_yaml))
        .route("/openapi.json", read(docs::openapi_json))
        .route("/docs", read(docs::viewer))
        .route("/docs/problems", read(docs::problems))
        .route("/docs/{file}", read(docs::viewer_file))
        .fallback(layers::not_found)
        .method_not_allowed_fallback(layers::method_not_allowed)
        .with_state(app)
        // One layer of many, since each costs the router a box. Each sees the answers of all those below it.
        .layer((
            from_fn(layers::name_and_log),
            SetResponseHeaderLayer::overriding(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED),
            SetResponseHeaderLayer::overriding(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
            SetResponseHeaderLayer::if_not_present(CONTENT_SECURITY_POLICY, BE_SEEN),
            SetResponseHeaderLayer::overriding(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            from_fn(layers::only_problems),
            MapResponseLayer::new(etag::mark_coding),
            CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(worth_compressing),
            from_fn(layers::limit_head),
            RequestBodyLimitLayer::new(largest_body),
            CatchPanicLayer::custom(layers::on_panic),
        ))
}

/// A path that is only read: `GET`, `HEAD` and `OPTIONS`.
fn read<H, T>(handler: H) -> MethodRouter<Arc<App>>
where
    H: Handler<T, Arc<App>>,
    T: 'static,
{
    get(handler).options(options::read_only)
}
