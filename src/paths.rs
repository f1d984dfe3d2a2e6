//! The list of all URLs.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::Uri;
use axum::routing::{get, post};

use crate::app::App;
use crate::problem::{Kind, Problem, nearest};
use crate::request::format::FormatFrom;
use crate::request::many::DataSetForm;
use crate::routes::{book, catalogue, check, docs, health, maze, mazes, page, solve, steps, tiles};

use dedale::format::{FORMATS, Format};
use dedale::picture::{Animation, Measures, Style};
use dedale::text::{Encoding, Table};

/// How a path is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Its responses are made for each request.
    Made,
    /// A document that is fixed, or a file of a page. It is in memory and costs next to nothing, and a page needs many of them, so it does
    /// not count towards the rate limit of a client.
    Fixed,
    /// A health check, which is answered regardless of load.
    Probe,
}

/// An entry of the table of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// The path, as it is written in `openapi.yaml`.
    pub path: &'static str,
    /// How it is limited.
    pub class: Class,
}

/// Generates the table of paths and the router from one list.
macro_rules! paths {
    ($($class:ident { $($path:literal => $handlers:expr,)* })*) => {
        /// Every path of the router, as it is written in `openapi.yaml`.
        pub const PATHS: &[&str] = &[$($($path,)*)*];

        /// The handlers of the paths.
        pub fn routes(app: Arc<App>) -> Router {
            Router::new()
                $($(.route($path, $handlers))*)*
                .fallback(no_path)
                .with_state(app)
        }

        static ROUTES: LazyLock<matchit::Router<Route>> = LazyLock::new(|| {
            let mut routes = matchit::Router::new();
            for (path, class) in [$($(($path, Class::$class),)*)*] {
                routes.insert(path, Route { path, class }).expect("the router has the same paths");
            }
            routes
        });
    };
}

paths! {
    Made {
        "/maze" => maze::handler(FormatFrom::Request).post(maze::posted),
        "/maze.json" => maze::handler(FormatFrom::Path(Format::Json(Encoding::Walls))),
        "/maze.txt" => maze::handler(FormatFrom::Path(Format::Ascii)),
        "/maze.svg" => maze::handler(FormatFrom::Path(Format::Svg(Style::DEFAULT))),
        "/maze.png" => maze::handler(FormatFrom::Path(Format::Png(Style::DEFAULT))),
        "/maze.gif" => maze::handler(FormatFrom::Path(Format::Gif(Animation::DEFAULT))),
        "/maze.csv" => maze::handler(FormatFrom::Path(Format::Csv(Table::Blocks))),
        "/maze.npy" => maze::handler(FormatFrom::Path(Format::Npy(Table::Blocks))),
        "/maze.dxf" => maze::handler(FormatFrom::Path(Format::Dxf(Measures::DEFAULT))),
        "/maze.stl" => maze::handler(FormatFrom::Path(Format::Stl(Measures::DEFAULT))),
        "/maze.tmj" => maze::handler(FormatFrom::Path(Format::Tmj)),
        "/maze.tmx" => maze::handler(FormatFrom::Path(Format::Tmx)),
        "/maze.mms" => maze::handler(FormatFrom::Path(Format::Mms)),
        "/mazes" => mazes::handler(DataSetForm::Lines),
        "/mazes.ndjson" => mazes::handler(DataSetForm::Lines),
        "/mazes.tokens" => mazes::handler(DataSetForm::Tokens),
        "/mazes.npy" => mazes::handler(DataSetForm::Array),
        "/book.pdf" => get(book::pdf),
        "/maze/steps" => get(steps::building),
        "/solve" => solve::handler(FormatFrom::Request).post(solve::posted),
        "/solve.json" => solve::handler(FormatFrom::Path(Format::Json(Encoding::Walls))),
        "/solve.txt" => solve::handler(FormatFrom::Path(Format::Ascii)),
        "/solve.svg" => solve::handler(FormatFrom::Path(Format::Svg(Style::DEFAULT))),
        "/solve.png" => solve::handler(FormatFrom::Path(Format::Png(Style::DEFAULT))),
        "/solve.gif" => solve::handler(FormatFrom::Path(Format::Gif(Animation::DEFAULT))),
        "/solve/steps" => get(steps::searching),
        "/tiles.json" => get(tiles::map),
        "/tiles/{z}/{x}/{file}" => get(tiles::tile),
        "/check" => post(check::check),
    }
    Fixed {
        "/" => get(page::page),
        "/page/{digest}/{*file}" => get(page::file),
        "/map" => get(page::map),
        "/algorithms" => catalogue::algorithms(),
        "/solvers" => catalogue::solvers(),
        "/grids" => catalogue::grids(),
        "/server" => catalogue::server(),
        "/openapi.yaml" => get(docs::openapi_yaml),
        "/openapi.json" => get(docs::openapi_json),
        "/docs" => get(docs::reference),
        "/docs/problems" => get(docs::problems),
        "/docs/{file}" => get(docs::file),
    }
    Probe {
        "/healthz" => get(health::alive),
        "/readyz" => get(health::ready),
    }
}

/// The response for a path that does not exist.
async fn no_path(uri: Uri) -> Problem {
    match meant(uri.path()) {
        Some(meant) => {
            Problem::new(Kind::NOT_FOUND, format!("There is nothing at this path; perhaps you mean {meant}."))
        }
        None => Kind::NOT_FOUND.into(),
    }
}

/// A suggestion for a path that does not exist.
fn meant(path: &str) -> Option<String> {
    let known: Vec<&str> = PATHS.iter().copied().filter(|known| *known != "/" && !known.contains('{')).collect();
    if let Some(trimmed) = path.strip_suffix('/').filter(|trimmed| known.contains(trimmed)) {
        return Some(trimmed.to_owned());
    }
    if let Some((stem, format)) = path.split_once('.') {
        if known.contains(&stem) && FORMATS.iter().any(|info| info.name == format) {
            return Some(format!("{stem}?format={format}"));
        }
        let with_format: Vec<&str> = known
            .iter()
            .copied()
            .filter(|known| known.split_once('.').is_some_and(|(known, _)| known == stem))
            .collect();
        match with_format[..] {
            [] => {}
            [only] => return Some(only.to_owned()),
            _ => return Some(format!("one of {}", with_format.join(", "))),
        }
    }
    // Some clients add a version, or the word api, in front.
    let within = known.iter().copied().filter(|known| path.ends_with(known)).max_by_key(|known| known.len());
    let found = within.or_else(|| nearest(path, &known))?;
    Some(found.to_owned())
}

/// The route of a path by the rules of the router, which are those of the same crate; for a path that does not exist, its path is `other`.
pub fn route_of(path: &str) -> Route {
    ROUTES.at(path).map_or(Route { path: "other", class: Class::Made }, |found| *found.value)
}
