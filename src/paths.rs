//! The list of all URLs.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::{Method, Uri};
use axum::routing::{MethodRouter, get, post};

use crate::app::App;
use crate::problem::{Kind, Problem, nearest};
use crate::request::format::FormatFrom;
use crate::request::many::Form;
use crate::routes::{book, catalogue, check, docs, health, maze, mazes, options, page, solve, steps, tiles};

use dedale::format::{FORMATS, Format};
use dedale::picture::{Animation, Measures, Style};
use dedale::text::{Encoding, Table};

/// Generates the table of paths and the router from one list.
macro_rules! paths {
    ($($path:literal => $handlers:expr,)*) => {
        /// Every path of the router, as it is written in `openapi.yaml`.
        pub const PATHS: &[&str] = &[$($path),*];

        /// The handlers of the paths.
        pub fn routes(app: Arc<App>) -> Router {
            Router::new()
                $(.route($path, $handlers))*
                .fallback(no_path)
                .with_state(app)
        }
    };
}

paths! {
    "/" => read(get(page::page)),
    "/page/{digest}/{*file}" => read(get(page::file)),
    "/map" => read(get(page::map)),
    "/maze" => maze::handler(FormatFrom::Request).post(maze::posted).options(options::read_and_post),
    "/maze.json" => read(maze::handler(FormatFrom::Path(Format::Json(Encoding::Walls)))),
    "/maze.txt" => read(maze::handler(FormatFrom::Path(Format::Ascii))),
    "/maze.svg" => read(maze::handler(FormatFrom::Path(Format::Svg(Style::DEFAULT)))),
    "/maze.png" => read(maze::handler(FormatFrom::Path(Format::Png(Style::DEFAULT)))),
    "/maze.gif" => read(maze::handler(FormatFrom::Path(Format::Gif(Animation::DEFAULT)))),
    "/maze.csv" => read(maze::handler(FormatFrom::Path(Format::Csv(Table::Blocks)))),
    "/maze.npy" => read(maze::handler(FormatFrom::Path(Format::Npy(Table::Blocks)))),
    "/maze.dxf" => read(maze::handler(FormatFrom::Path(Format::Dxf(Measures::DEFAULT)))),
    "/maze.stl" => read(maze::handler(FormatFrom::Path(Format::Stl(Measures::DEFAULT)))),
    "/maze.tmj" => read(maze::handler(FormatFrom::Path(Format::Tmj))),
    "/maze.tmx" => read(maze::handler(FormatFrom::Path(Format::Tmx))),
    "/maze.mms" => read(maze::handler(FormatFrom::Path(Format::Mms))),
    "/mazes" => read(mazes::handler(Form::Lines)),
    "/mazes.ndjson" => read(mazes::handler(Form::Lines)),
    "/mazes.tokens" => read(mazes::handler(Form::Tokens)),
    "/mazes.npy" => read(mazes::handler(Form::Array)),
    "/book.pdf" => read(get(book::pdf)),
    "/maze/steps" => read(get(steps::building)),
    "/solve" => solve::handler(FormatFrom::Request).post(solve::posted).options(options::read_and_post),
    "/solve.json" => read(solve::handler(FormatFrom::Path(Format::Json(Encoding::Walls)))),
    "/solve.txt" => read(solve::handler(FormatFrom::Path(Format::Ascii))),
    "/solve.svg" => read(solve::handler(FormatFrom::Path(Format::Svg(Style::DEFAULT)))),
    "/solve.png" => read(solve::handler(FormatFrom::Path(Format::Png(Style::DEFAULT)))),
    "/solve.gif" => read(solve::handler(FormatFrom::Path(Format::Gif(Animation::DEFAULT)))),
    "/solve/steps" => read(get(steps::searching)),
    "/tiles.json" => read(get(tiles::map)),
    "/tiles/{z}/{x}/{file}" => read(get(tiles::tile)),
    "/check" => post(check::check).options(options::post_only),
    "/algorithms" => read(catalogue::algorithms()),
    "/solvers" => read(catalogue::solvers()),
    "/grids" => read(catalogue::grids()),
    "/healthz" => read(get(health::alive)),
    "/readyz" => read(get(health::ready)),
    "/openapi.yaml" => read(get(docs::openapi_yaml)),
    "/openapi.json" => read(get(docs::openapi_json)),
    "/docs" => read(get(docs::reference)),
    "/docs/problems" => read(get(docs::problems)),
    "/docs/{file}" => read(get(docs::file)),
}

/// The paths of documents that are fixed, and of the files of pages. They are in memory and cost next to nothing, and a page needs many of
/// them, so they do not count towards the rate limit of a client.
pub const FIXED: [&str; 11] = [
    "/",
    "/page/{digest}/{*file}",
    "/map",
    "/algorithms",
    "/solvers",
    "/grids",
    "/openapi.yaml",
    "/openapi.json",
    "/docs",
    "/docs/problems",
    "/docs/{file}",
];

/// The paths of health checks, which are answered regardless of load.
pub const PROBES: [&str; 2] = ["/healthz", "/readyz"];

/// A path for `GET`, `HEAD` and `OPTIONS`.
fn read(methods: MethodRouter<Arc<App>>) -> MethodRouter<Arc<App>> {
    methods.options(options::read_only)
}

/// The response for a path that does not exist. `OPTIONS *` is about the server rather than a path, and gets all methods
/// that any path supports (RFC 9110, section 9.3.7).
async fn no_path(method: Method, uri: Uri) -> Result<options::Options, Problem> {
    if method == Method::OPTIONS && uri.path() == "*" {
        return Ok(options::read_and_post().await);
    }
    Err(match meant(uri.path()) {
        Some(meant) => Problem::new(Kind::NOT_FOUND, format!("There is nothing at this path. {meant} See /docs.")),
        None => Kind::NOT_FOUND.into(),
    })
}

/// A suggestion for a path that does not exist.
fn meant(path: &str) -> Option<String> {
    let known: Vec<&str> = PATHS.iter().copied().filter(|known| *known != "/" && !known.contains('{')).collect();
    if let Some(trimmed) = path.strip_suffix('/').filter(|trimmed| known.contains(trimmed)) {
        return Some(format!("Did you mean {trimmed}?"));
    }
    if let Some((stem, format)) = path.split_once('.') {
        if known.contains(&stem) && FORMATS.iter().any(|info| info.name == format) {
            return Some(format!("Did you mean {stem}?format={format}?"));
        }
        let with_format: Vec<&str> = known
            .iter()
            .copied()
            .filter(|known| known.split_once('.').is_some_and(|(known, _)| known == stem))
            .collect();
        match with_format[..] {
            [] => {}
            [only] => return Some(format!("Did you mean {only}?")),
            _ => return Some(format!("The formats are at {}.", with_format.join(", "))),
        }
    }
    // Some clients add a version, or the word api, in front.
    let within = known.iter().copied().filter(|known| path.ends_with(known)).max_by_key(|known| known.len());
    let found = within.or_else(|| nearest(path, &known))?;
    Some(format!("Did you mean {found}?"))
}

/// The entry of [`PATHS`] that matches the path of a request, or `other`: by the rules of the router, which are those of the same crate.
pub fn route_of(path: &str) -> &'static str {
    static KNOWN: LazyLock<matchit::Router<&str>> = LazyLock::new(|| {
        let mut known = matchit::Router::new();
        for path in PATHS {
            known.insert(*path, *path).expect("the router has the same paths");
        }
        known
    });
    KNOWN.at(path).map_or("other", |found| found.value)
}
