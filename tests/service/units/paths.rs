//! Paths and routes.

use std::sync::Arc;

use axum::http::Method;
use dedale_server::app::App;
use dedale_server::server::router::{Class, PATHS};
use dedale_server::settings::Settings;

use crate::common::{get, request, send_to};

#[tokio::test]
async fn what_may_be_meant_by_a_path() {
    for (path, told) in [
        ("/mazess", Some("/mazes")),
        ("/maze/", Some("/maze")),
        ("/Maze", Some("/maze")),
        ("/solver", Some("/solve")),
        ("/api/maze", Some("/maze")),
        ("/v1/maze/steps", Some("/maze/steps")),
        ("/health", Some("/healthz")),
        ("/openapi.yml", Some("/openapi.yaml")),
        ("/mazes.csv", Some("one of /mazes.ndjson, /mazes.npy, /mazes.tokens")),
        ("/maze.jsn", Some("/maze.json")),
        ("/v1/maze.svg", Some("/maze.svg")),
        ("/books", Some("/book.pdf")),
        ("/tiles.json", Some("/map/tiles.json")),
        ("/tiles/3/1/2.png", Some("/map/tiles/3/1/2.png")),
        ("/nothing", None),
        ("/x", None),
        ("/wp-login.php", None),
    ] {
        let detail = get(path).await.json()["detail"].as_str().unwrap().to_owned();
        let meant = detail
            .strip_prefix("There is nothing at this path; perhaps you mean ")
            .and_then(|rest| rest.strip_suffix('.'));
        assert_eq!(meant, told, "{path}");
    }
    for format in ["stl", "mms"] {
        let detail = get(&format!("/solve.{format}")).await.json()["detail"].as_str().unwrap().to_owned();
        let told = format!("There is nothing at this path: {format} has no solution; /maze.{format} has the maze.");
        assert_eq!(detail, told);
    }
}

/// The route of a path in the metrics.
async fn route_of(path: &str) -> String {
    let app = Arc::new(App::new(Settings::default()));
    send_to(&app, request(Method::GET, path, &[])).await;
    let text = app.metrics.text();
    let count = text.lines().find(|line| line.starts_with("dedale_requests_total{")).expect("a request");
    count.split("route=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a route").to_owned()
}

#[tokio::test]
async fn the_route_of_a_path() {
    for path in PATHS.iter().filter(|path| !path.contains('{')) {
        assert_eq!(route_of(path).await, *path);
    }
    let file = "/page/{digest}/{*file}";
    for (path, route) in [
        ("/page/0/main.js", file),
        ("/page/0/map/main.js", file),
        ("/page/main.js", "other"),
        ("/docs/index.css", "/docs/{file}"),
        ("/map/tiles/3/1/2@2x.png", "/map/tiles/{z}/{x}/{file}"),
        ("/docs/problems", "/docs/problems"),
        ("/maze.svg", "/maze"),
        ("/%6Daze.svg", "/maze"),
        ("/map/path.json", "/map/path"),
    ] {
        assert_eq!(route_of(path).await, route, "{path}");
    }
    // No folder has subfolders.
    for path in ["/maze/other", "/docs/a/b", "/docs/", "/map/main.js", "/map/tiles/3/1/2/3.png", "/page//", "/nothing"]
    {
        assert_eq!(route_of(path).await, "other", "{path}");
    }
}

#[test]
fn what_is_no_document_is_metered() {
    for path in PATHS {
        let is_page = ["/page/", "/docs", "/openapi", "/algorithms", "/solvers", "/grids", "/server", "/help"];
        let class = match *path {
            "/healthz" | "/readyz" => Class::Probe,
            "/" | "/map" => Class::Fixed,
            path if is_page.iter().any(|start| path.starts_with(start)) => Class::Fixed,
            _ => Class::Metered,
        };
        assert_eq!(Class::of(path), class, "{path}");
    }
    for path in ["", "*", "/healthz/", "/map/", "/nothing", "/serverx"] {
        assert_eq!(Class::of(path), Class::Metered, "{path}");
    }
}
