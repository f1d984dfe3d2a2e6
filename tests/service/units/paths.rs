//! Paths and routes.

use crate::common::get;
use dedale::format::FORMATS;
use dedale_server::paths::{PATHS, route_of};

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
        ("/openapi.yml", Some("one of /openapi.yaml, /openapi.json")),
        (
            "/maze.jpg",
            Some(
                "one of /maze.json, /maze.txt, /maze.svg, /maze.png, /maze.gif, /maze.csv, /maze.npy, /maze.dxf, /maze.stl, /maze.tmj, /maze.tmx, /maze.mms",
            ),
        ),
        ("/solve.tmj", Some("/solve?format=tmj")),
        ("/tiles.png", Some("/tiles.json")),
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
    assert_eq!(route_of("/tiles/3/1/2@2x.png").path, "/tiles/{z}/{x}/{file}");
    assert_eq!(route_of("/docs/problems").path, "/docs/problems");
    // As in the router, no folder has subfolders.
    for path in ["/maze/other", "/docs/a/b", "/docs/", "/map/main.js", "/tiles/3/1/2/3.png", "/page//", "*", ""] {
        assert_eq!(route_of(path).path, "other");
    }
    let mut extensions = FORMATS.iter().filter_map(|info| info.extension);
    assert!(extensions.all(|extension| PATHS.contains(&&*format!("/maze.{extension}"))), "each has its path");
}
