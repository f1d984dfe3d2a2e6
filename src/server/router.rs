//! The list of all URLs.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::Uri;
use axum::routing::get;

use crate::app::App;
use crate::endpoints::book::BookRequest;
use crate::endpoints::map::path::PathRequest;
use crate::endpoints::map::tiles::{MapRequest, TileRequest};
use crate::endpoints::map::window::WindowRequest;
use crate::endpoints::mazes::ManyRequest;
use crate::endpoints::steps::{self, BuildingSteps, SearchSteps};
use crate::endpoints::{catalogue, check, convert, docs, health, maze, page, serve, solve};
use crate::parameters::output::Resource;
use crate::problem::{Kind, Problem, nearest};

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

impl Route {
    /// The name in metrics: the path without a format, since the format is another label.
    pub fn name(&self) -> &'static str {
        self.path.strip_suffix(".{format}").unwrap_or(self.path)
    }
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
        "/maze" => maze::handler(),
        "/maze.{format}" => maze::handler(),
        "/mazes" => get(serve::<ManyRequest>),
        "/mazes.{format}" => get(serve::<ManyRequest>),
        "/book" => get(serve::<BookRequest>),
        "/book.{format}" => get(serve::<BookRequest>),
        "/maze/steps" => get(serve::<BuildingSteps>),
        "/solve" => solve::handler(),
        "/solve.{format}" => solve::handler(),
        "/solve/steps" => get(serve::<SearchSteps>).post(steps::posted),
        "/map/window" => get(serve::<WindowRequest>),
        "/map/window.{format}" => get(serve::<WindowRequest>),
        "/map/path" => get(serve::<PathRequest>),
        "/map/path.{format}" => get(serve::<PathRequest>),
        "/map/tiles.json" => get(serve::<MapRequest>),
        "/map/tiles/{z}/{x}/{file}" => get(serve::<TileRequest>),
        "/convert" => convert::handler(),
        "/convert.{format}" => convert::handler(),
        "/check" => check::handler(),
    }
    Fixed {
        "/" => get(page::page),
        "/page/{digest}/{*file}" => get(page::file),
        "/map" => get(page::map),
        "/help" => get(page::help),
        "/algorithms" => catalogue::algorithms(),
        "/solvers" => catalogue::solvers(),
        "/grids" => catalogue::grids(),
        "/server" => catalogue::server(),
        "/openapi.yaml" => docs::openapi_yaml(),
        "/openapi.json" => docs::openapi_json(),
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

/// What other services call their paths, by the last part, and the path that is meant.
const OTHER_WORDS: [(&[&str], &str); 4] = [
    (&["generate", "generator", "create", "make", "new", "random", "labyrinth"], "/maze"),
    (&["books", "pdf", "print"], "/book.pdf"),
    (&["worksheet", "worksheets", "sheet"], "/maze.pdf"),
    (&["batch", "dataset", "datasets", "many"], "/mazes"),
];

/// A suggestion for a path that does not exist.
fn meant(path: &str) -> Option<String> {
    let fixed = PATHS.iter().copied().filter(|known| *known != "/" && !known.contains('{'));
    let outputs = Resource::ALL.iter().flat_map(|resource| resource.outputs());
    let known: Vec<&str> = fixed.chain(outputs.map(|output| output.path.as_str())).collect();
    if let Some(trimmed) = path.strip_suffix('/').filter(|trimmed| known.contains(trimmed)) {
        return Some(trimmed.to_owned());
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    if let Some((_, meant)) = OTHER_WORDS.iter().find(|(words, _)| words.contains(&last)) {
        return Some((*meant).to_owned());
    }
    // Large mazes are under /map.
    let large = format!("/map{path}");
    if route_of(&large).path != "other" {
        return Some(large);
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
