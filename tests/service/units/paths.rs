//! Paths and routes.

use crate::common::get;
use dedale_server::server::router::{PATHS, route_of};

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

#[test]
fn the_route_of_a_path() {
    for path in PATHS {
        assert_eq!(route_of(path).path, *path);
    }
    let file = "/page/{digest}/{*file}";
    for (path, route) in [("/page/0/main.js", file), ("/page/0/map/main.js", file), ("/page/main.js", "other")] {
        assert_eq!(route_of(path).path, route);
    }
    assert_eq!(route_of("/docs/index.css").path, "/docs/{file}");
    assert_eq!(route_of("/map/tiles/3/1/2@2x.png").path, "/map/tiles/{z}/{x}/{file}");
    assert_eq!(route_of("/docs/problems").path, "/docs/problems");
    // As in the router, no folder has subfolders.
    for path in ["/maze/other", "/docs/a/b", "/docs/", "/map/main.js", "/map/tiles/3/1/2/3.png", "/page//", "*", ""] {
        assert_eq!(route_of(path).path, "other");
    }
    assert_eq!(route_of("/maze.svg").path, "/maze.{format}");
}
