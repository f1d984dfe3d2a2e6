//! The whole URL map on one page.

use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodRouter, get, post};

use crate::app::App;
use crate::http::layers;
use crate::http::service::Service;
use crate::routes::{algorithms, check, docs, health, maze, options, page, solve, solvers, steps};

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

/// The paths that ask how the server is. They are answered whatever else it has to do.
pub static PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// The path of [`PATHS`] that a request's path is, or `other`.
pub fn route_of(path: &str) -> &'static str {
    let folder = |known: &str| known.strip_suffix("{file}").is_some_and(|folder| path.starts_with(folder));
    let known = PATHS.iter().find(|&&known| known == path).or_else(|| PATHS.iter().find(|known| folder(known)));
    known.copied().unwrap_or("other")
}

/// The service: every path, and what happens to every request on its way in and out.
pub fn router(app: Arc<App>) -> Service {
    let routes = Router::new()
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
        .with_state(app.clone());
    Service::new(routes, app)
}

/// A path that is only read: `GET`, `HEAD` and `OPTIONS`.
fn read<H, T>(handler: H) -> MethodRouter<Arc<App>>
where
    H: Handler<T, Arc<App>>,
    T: 'static,
{
    get(handler).options(options::read_only)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_route_of_a_path() {
        for path in PATHS {
            assert_eq!(route_of(path), path);
        }
        assert_eq!(route_of("/page/main.js"), "/page/{file}");
        assert_eq!(route_of("/docs/index.css"), "/docs/{file}");
        assert_eq!(route_of("/docs/problems"), "/docs/problems");
        assert_eq!(route_of("/maze/other"), "other");
        assert!(PROBES.iter().all(|probe| PATHS.contains(probe)));
    }
}
