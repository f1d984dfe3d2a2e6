//! The whole map of URLs, once.

use std::sync::Arc;

use axum::Router;
use axum::routing::{MethodRouter, get, post};

use crate::app::App;
use crate::http::errors;
use crate::request::format::FormatFrom;
use crate::routes::{catalogue, check, docs, health, maze, options, page, solve, steps};

use dedale::render::{Encoding, Format, Style};

/// Writes the table of paths and the router from one list.
macro_rules! paths {
    ($($path:literal => $handlers:expr,)*) => {
        /// Every path that the router knows, as it is written in `openapi.yaml`.
        pub const PATHS: &[&str] = &[$($path),*];

        /// What answers at each of them.
        pub fn routes(app: Arc<App>) -> Router {
            Router::new()
                $(.route($path, $handlers))*
                .fallback(errors::not_found)
                .method_not_allowed_fallback(errors::method_not_allowed)
                .with_state(app)
        }
    };
}

paths! {
    "/" => read(get(page::page)),
    "/page/{file}" => read(get(page::file)),
    "/maze" => read(maze::drawn(FormatFrom::Request)),
    "/maze.json" => read(maze::drawn(FormatFrom::Path(Format::Json(Encoding::Walls)))),
    "/maze.txt" => read(maze::drawn(FormatFrom::Path(Format::Ascii))),
    "/maze.svg" => read(maze::drawn(FormatFrom::Path(Format::Svg(Style::DEFAULT)))),
    "/maze.png" => read(maze::drawn(FormatFrom::Path(Format::Png(Style::DEFAULT)))),
    "/maze.csv" => read(maze::drawn(FormatFrom::Path(Format::Csv))),
    "/maze/steps" => read(get(steps::building)),
    "/solve" => solve::drawn(FormatFrom::Request).post(solve::posted).options(options::read_and_post),
    "/solve.svg" => read(solve::drawn(FormatFrom::Path(Format::Svg(Style::DEFAULT)))),
    "/solve.png" => read(solve::drawn(FormatFrom::Path(Format::Png(Style::DEFAULT)))),
    "/solve/steps" => read(get(steps::searching)),
    "/check" => post(check::check).options(options::post_only),
    "/algorithms" => read(get(catalogue::algorithms)),
    "/solvers" => read(get(catalogue::solvers)),
    "/healthz" => read(get(health::alive)),
    "/readyz" => read(get(health::ready)),
    "/openapi.yaml" => read(get(docs::openapi_yaml)),
    "/openapi.json" => read(get(docs::openapi_json)),
    "/docs" => read(get(docs::viewer)),
    "/docs/problems" => read(get(docs::problems)),
    "/docs/{file}" => read(get(docs::viewer_file)),
}

/// The paths that ask how the server is. They are answered whatever else it has to do.
pub const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// A path that is only read: `GET`, `HEAD` and `OPTIONS`.
fn read(methods: MethodRouter<Arc<App>>) -> MethodRouter<Arc<App>> {
    methods.options(options::read_only)
}

/// The path of [`PATHS`] that a request's path is, or `other`.
pub fn route_of(path: &str) -> &'static str {
    let folder = |known: &str| known.strip_suffix("{file}").is_some_and(|folder| path.starts_with(folder));
    let known = PATHS.iter().find(|&&known| known == path).or_else(|| PATHS.iter().find(|known| folder(known)));
    known.copied().unwrap_or("other")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale::render::FORMATS;

    #[test]
    fn the_route_of_a_path() {
        for path in PATHS {
            assert_eq!(route_of(path), *path);
        }
        assert_eq!(route_of("/page/main.js"), "/page/{file}");
        assert_eq!(route_of("/docs/index.css"), "/docs/{file}");
        assert_eq!(route_of("/docs/problems"), "/docs/problems");
        assert_eq!(route_of("/maze/other"), "other");
        let mut extensions = FORMATS.iter().filter_map(|info| info.extension);
        assert!(extensions.all(|extension| PATHS.contains(&&*format!("/maze.{extension}"))), "each has its path");
        assert!(PROBES.iter().all(|probe| PATHS.contains(probe)));
    }
}
