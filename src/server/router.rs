//! The list of all URLs.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Request;
use axum::http::Uri;
use axum::routing::get;
use tower::util::MapRequestLayer;

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
use crate::response::context::Arrival;

/// How a path is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Its responses are made for each request, which counts towards the rate limit of its client.
    Metered,
    /// A document that is fixed, or a file of a page. It is in memory and costs next to nothing, and a page needs many of them.
    Fixed,
    /// A health check, which is answered regardless of load.
    Probe,
}

impl Class {
    /// The class of a path, before it is routed. Everything except documents and health checks is metered, even paths that do not exist.
    pub fn of(path: &str) -> Class {
        FREE.iter().find(|(known, _)| known.may_be(path)).map_or(Class::Metered, |&(_, class)| class)
    }
}

/// The part of a path of the table before its parameters.
#[derive(Clone, Copy, Debug)]
enum KnownPath {
    Path(&'static str),
    /// The part of a path before its first parameter.
    Folder(&'static str),
}

impl KnownPath {
    fn new(path: &'static str) -> KnownPath {
        path.split_once('{').map_or(KnownPath::Path(path), |(folder, _)| KnownPath::Folder(folder))
    }

    /// Whether this may be the path, given what is known.
    fn may_be(self, path: &str) -> bool {
        match self {
            KnownPath::Path(known) => path == known,
            KnownPath::Folder(folder) => path.starts_with(folder),
        }
    }
}

/// The paths that are not metered.
static FREE: LazyLock<Vec<(KnownPath, Class)>> = LazyLock::new(|| {
    let free = ROUTES.iter().filter(|(_, class)| *class != Class::Metered);
    free.map(|&(path, class)| (KnownPath::new(path), class)).collect()
});

/// The name of a path in metrics: without a format, since the format is another label.
pub fn route_name(path: &'static str) -> &'static str {
    path.strip_suffix(".{format}").unwrap_or(path)
}

/// Generates the table of paths and the router from one list.
macro_rules! paths {
    ($($class:ident { $($path:literal => $handlers:expr,)* })*) => {
        /// Every path of the router, as it is written in `openapi.yaml`.
        pub const PATHS: &[&str] = &[$($($path,)*)*];

        /// The class of each path.
        const ROUTES: &[(&str, Class)] = &[$($(($path, Class::$class),)*)*];

        /// The handlers of the paths. Each tells the request its path in the table.
        pub fn routes(app: Arc<App>) -> Router {
            Router::new()
                $($(.route($path, $handlers.layer(MapRequestLayer::new(|request| found(request, $path)))))*)*
                .fallback(no_path)
                .with_state(app)
        }
    };
}

/// Notes the path of the table for the log and the metrics.
fn found(request: Request, path: &'static str) -> Request {
    if let Some(arrival) = request.extensions().get::<Arrival>() {
        let _ = arrival.route.set(path);
    }
    request
}

paths! {
    Metered {
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

/// The last segments of the paths of other services, and our path for the same.
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
    if PATHS.iter().any(|known| *known != "/" && KnownPath::new(known).may_be(&large)) {
        return Some(large);
    }
    // Some clients add a version, or the word api, in front.
    let within = known.iter().copied().filter(|known| path.ends_with(known)).max_by_key(|known| known.len());
    let found = within.or_else(|| nearest(path, &known))?;
    Some(found.to_owned())
}
