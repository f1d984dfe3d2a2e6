//! Paths and routes.

use crate::common::get;
use dedale::format::FORMATS;
use dedale_server::paths::{PATHS, route_of};

#[tokio::test]
async fn what_may_be_meant_by_a_path() {
    for (path, told) in [
        ("/mazess", Some("Did you mean /mazes?")),
        ("/maze/", Some("Did you mean /maze?")),
        ("/Maze", Some("Did you mean /maze?")),
        ("/solver", Some("Did you mean /solve?")),
        ("/api/maze", Some("Did you mean /maze?")),
        ("/v1/maze/steps", Some("Did you mean /maze/steps?")),
        ("/health", Some("Did you mean /healthz?")),
        ("/openapi.yml", Some("The formats are at /openapi.yaml, /openapi.json.")),
        (
            "/maze.jpg",
            Some(
                "The formats are at /maze.json, /maze.txt, /maze.svg, /maze.png, /maze.gif, /maze.csv, /maze.npy, /maze.dxf, /maze.stl, /maze.tmj, /maze.tmx, /maze.mms.",
            ),
        ),
        ("/solve.tmj", Some("Did you mean /solve?format=tmj?")),
        ("/tiles.png", Some("Did you mean /tiles.json?")),
        ("/nothing", None),
        ("/x", None),
        ("/wp-login.php", None),
    ] {
        let detail = get(path).await.json()["detail"].as_str().unwrap().to_owned();
        let meant =
            detail.strip_prefix("There is nothing at this path. ").and_then(|rest| rest.strip_suffix(" See /docs."));
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
