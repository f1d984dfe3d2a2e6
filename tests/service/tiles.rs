//! Tiles as map libraries ask for them. What they show is tested in the library.

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use dedale_server::app::App;
use dedale_server::limits::client_ip::TrustedProxies;
use dedale_server::settings::Settings;
use serde_json::{Value, json};

use crate::common::{PEER, get, get_with, request, send, send_to};

const LARGEST: &str = "w=9007199254740991&h=9007199254740991&seed=7";

#[tokio::test]
async fn tiles_are_kept_for_a_day_and_asked_for_by_their_tag() {
    for file in ["1.png", "1@2x.png", "1.svg", "1@2x.svg", "1.json"] {
        for algo in ["quilt", "division", "binary-tree", "sidewinder"] {
            let uri = format!("/map/tiles/47/70368744177663/{file}?algo={algo}&{LARGEST}");
            let answer = get(&uri).await;
            assert_eq!(answer.status, StatusCode::OK, "{uri}");
            assert_eq!(answer.header("cache-control"), Some("public, max-age=86400"));
            assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
            let tag = answer.header("etag").unwrap();
            let held = get_with(&uri, &[("if-none-match", tag)]).await;
            assert_eq!((held.status, held.body.len()), (StatusCode::NOT_MODIFIED, 0));
            let head = send(request(Method::HEAD, &uri, &[])).await;
            assert_eq!((head.status, head.header("etag")), (StatusCode::OK, Some(tag)));
            assert_eq!(get(&uri).await.body, answer.body);
        }
    }
}

#[tokio::test]
async fn every_corner_has_tiles_and_around_it_they_are_empty() {
    let tile = |zoom: u32, x: &str, y: &str| format!("/map/tiles/{zoom}/{x}/{y}.png?algo=quilt&{LARGEST}");
    let empty = get(&tile(49, "-1", "0")).await;
    assert_eq!(empty.status, StatusCode::OK);
    assert!(empty.body.len() < 300, "{}", empty.body.len());
    let last = (1_u64 << 49) - 1;
    for (x, y) in [(0, 0), (last, 0), (0, last), (last, last)] {
        let full = get(&tile(49, &x.to_string(), &y.to_string())).await;
        assert_ne!(full.body, empty.body, "{x} {y}");
    }
    for (x, y) in [
        ((last + 1).to_string(), "0".to_owned()),
        ("0".into(), i64::MAX.to_string()),
        ("-5".into(), i64::MIN.to_string()),
    ] {
        assert_eq!(get(&tile(49, &x, &y)).await.body, empty.body, "{x} {y}");
    }
    let json = get(&format!("/map/tiles/3/9/0.json?algo=quilt&{LARGEST}&encoding=bits")).await.json();
    assert_eq!(
        (&json["cells"], &json["encoding"], &json["window"]),
        (&json!([]), &json!("bits"), &json!({ "row": 0, "col": 0, "rows": 0, "cols": 0 }))
    );
    let svg = get(&format!("/map/tiles/3/9/0.svg?algo=quilt&{LARGEST}")).await;
    assert!(!svg.text().contains("<path"));
}

#[tokio::test]
async fn json_has_the_window_of_the_tile() {
    let tile = get(&format!("/map/tiles/40/5/6.json?algo=quilt&{LARGEST}")).await;
    let window = get(&format!("/map/window.json?algo=quilt&{LARGEST}&zoom_level=9&window=96,80,16,16")).await;
    assert_eq!(tile.body, window.body);
    let tile = get("/map/tiles/1/1/0.json?algo=division&w=90&h=40&seed=1").await;
    let window = get("/map/window.json?algo=division&w=90&h=40&seed=1&window=0,64,40,26").await;
    assert_eq!(tile.body, window.body);
}

#[tokio::test]
async fn the_path_is_drawn_where_it_is() {
    let ends = "from=4503599628419080,4503599628419080&to=0,0";
    for file in ["32/2147483648/2147483648.png", "49/281474976776192/281474976776192.svg", "0/0/0.png"] {
        let without = get(&format!("/map/tiles/{file}?algo=quilt&{LARGEST}&{ends}")).await;
        let with = get(&format!("/map/tiles/{file}?algo=quilt&{LARGEST}&{ends}&solution=true")).await;
        assert_eq!((without.status, with.status), (StatusCode::OK, StatusCode::OK));
        assert!(with.body != without.body && with.header("etag") != without.header("etag"), "{file}");
    }
    let window =
        format!("/map/window?algo=quilt&{LARGEST}&{ends}&window=4503599628419072,4503599628419072,16,16&format=ascii");
    assert!(get(&format!("{window}&solution=true")).await.body != get(&window).await.body);
}

/// In a binary tree and a sidewinder, only tiles near the ends show the path.
#[tokio::test]
async fn the_path_is_drawn_in_every_algorithm_as_far_as_it_is_found() {
    for (algo, to) in [("division", "1,70000"), ("binary-tree", "300,70"), ("sidewinder", "300,70")] {
        let maze = format!("algo={algo}&{LARGEST}&from=5,5&to={to}");
        for tile in ["/map/tiles/49/0/0.png", "/map/tiles/46/0/0.svg"] {
            let [without, with] = [String::new(), "&solution=true".to_owned()].map(|end| format!("{tile}?{maze}{end}"));
            let (without, with) = (get(&without).await, get(&with).await);
            assert_eq!((without.status, with.status), (StatusCode::OK, StatusCode::OK), "{algo} {tile}");
            assert_ne!(without.body, with.body, "{algo} {tile}");
        }
    }
    for algo in ["binary-tree", "sidewinder"] {
        let maze = format!("algo={algo}&{LARGEST}&solution=true");
        let tile = format!("/map/tiles/49/281474976710656/281474976710656.png?{maze}");
        let window = format!("/map/window.svg?{maze}&window=4503599627370496,4503599627370496,9,9");
        for uri in [tile, window] {
            let refused = get(&uri).await;
            assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "too-large"));
            let error = &refused.json()["errors"][0];
            assert_eq!(error["parameter"], "solution");
            assert!(error["detail"].as_str().unwrap().contains("262144 rows"), "{error}");
        }
    }
}

#[tokio::test]
async fn zooms_that_there_are_not_are_not_found() {
    for (uri, detail) in [
        ("/map/tiles/50/0/0.png?algo=quilt&w=9007199254740991&seed=1", "The zooms of this maze are 0 to 49."),
        ("/map/tiles/44/0/0.png?algo=division&w=9007199254740991&seed=1", "The zooms of this maze are 45 to 49."),
        ("/map/tiles/-1/0/0.png?algo=quilt&seed=1", "A tile is at /map/tiles/{z}/{x}/{y}.png"),
        ("/map/tiles/0/0/0.jpg?algo=quilt&seed=1", "A tile is at /map/tiles/{z}/{x}/{y}.png"),
    ] {
        let answer = get(uri).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{uri}");
        assert!(answer.json()["detail"].as_str().unwrap().starts_with(detail), "{uri}: {}", answer.text());
    }
}

#[tokio::test]
async fn everything_that_is_wrong_is_told_at_once() {
    let answer = get("/map/tiles/0/0/0.png?cell=9&heat=distance&wall=16&braid=1").await;
    let document = answer.json();
    let errors = document["errors"].as_array().unwrap().iter();
    let told: Vec<&str> = errors.map(|error| error["parameter"].as_str().unwrap()).collect();
    assert_eq!(told, ["cell", "heat", "braid", "seed", "wall"]);
}

/// A proxy that takes a path away, which no request says.
#[tokio::test]
async fn all_urls_begin_with_the_base_path() {
    let mut app = App::new(Settings::default());
    app.base_path = "/school/mazes".to_owned();
    let app = Arc::new(app);
    let ask = async |uri: &str| {
        let forged = [("host", "school.example"), ("x-forwarded-prefix", "/evil")];
        send_to(&app, request(Method::GET, uri, &forged)).await
    };
    for path in ["/maze.svg", "/solve", "/book.pdf", "/maze/steps", "/map/window", "/map/tiles.json"] {
        let answer = ask(&format!("{path}?w=5&h=4")).await;
        let location = answer.header("content-location").unwrap_or_else(|| panic!("{path}"));
        assert!(location.starts_with("/school/mazes/") && location.contains(&path[1..4]), "{path}: {location}");
    }
    let url = ask("/maze?w=5&seed=1&doors=true").await.json()["url"].clone();
    assert_eq!(url, "/school/mazes/maze.json?w=5&seed=1&generator=1&doors=true");
    let map = ask("/map/tiles.json?w=5&h=4&seed=1").await.json();
    assert!(
        map["tiles"][0].as_str().unwrap().starts_with("http://school.example/school/mazes/map/tiles/{z}/"),
        "{map}"
    );
    let interface = ask("/openapi.json").await.json();
    assert_eq!(interface["servers"][0]["url"], "/school/mazes");
    assert!(ask("/openapi.yaml").await.text().contains("\nservers: [{url: /school/mazes, "));
    assert_eq!(get("/openapi.json").await.json()["servers"][0]["url"], "/");
    // Pages and descriptions have relative links, which hold under any path.
    for page in ["/", "/map", "/docs", "/docs/problems", "/openapi.yaml"] {
        let answer = ask(page).await;
        for start in ["href=\"/", "src=\"/", "](/"] {
            assert!(!answer.text().contains(start), "{page}: {start}");
        }
    }
}

#[tokio::test]
async fn maps_are_described_as_tilejson() {
    let uri = format!("/map/tiles.json?algo=quilt&{LARGEST}&color=%23123");
    let headers = [("host", "mazes.example:81"), ("x-forwarded-proto", "https")];
    let map = get_with(&uri, &headers).await;
    assert_eq!(map.header("cache-control"), Some("public, max-age=3600"));
    assert_eq!(map.header("vary"), Some("accept-encoding, host, x-forwarded-proto"));
    let mut trusting = App::new(Settings::default());
    trusting.proxies = TrustedProxies(vec![PEER.into()]);
    let trusting = Arc::new(trusting);
    let secure = send_to(&trusting, request(Method::GET, &uri, &headers)).await;
    let address = secure.json()["tiles"][0].as_str().unwrap().to_owned();
    assert!(address.starts_with("https://mazes.example:81/map/tiles/") && secure.header("etag") != map.header("etag"));
    let map = map.json();
    let tiles = format!("http://mazes.example:81/map/tiles/{{z}}/{{x}}/{{y}}.png?{LARGEST}&color=%23123");
    assert_eq!(map["tiles"], json!([tiles]));
    assert_eq!((&map["minzoom"], &map["maxzoom"], &map["maze"]["maxzoom"]), (&json!(0), &json!(30), &json!(49)));
    // Each response without a seed is a different one, so no client has it.
    let drawn = get_with("/map/tiles.json?algo=division&w=100&h=50", &[("if-none-match", "*")]).await;
    assert_eq!(
        (drawn.status, drawn.header("cache-control"), drawn.header("etag")),
        (StatusCode::OK, Some("no-store"), None)
    );
    let header = drawn.header("dedale-seed").unwrap().to_owned();
    let drawn = drawn.json();
    assert_eq!(drawn["maze"]["seed"].to_string(), header);
    let seed = format!("&seed={header}");
    assert!(drawn["tiles"][0].as_str().unwrap().ends_with(&seed));
    assert_eq!(drawn["maxzoom"], 3);
    let bounds: Vec<f64> = drawn["bounds"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    // 100 of 128 cells to the right, and 50 down: less than the half of a world.
    assert_eq!([bounds[0], bounds[2]], [-180.0, 101.25]);
    assert!((30.0..40.0).contains(&bounds[1]) && (85.0..86.0).contains(&bounds[3]), "{bounds:?}");
    let refused = get(&format!("/map/tiles.json?algo=division&{LARGEST}")).await;
    assert_eq!(refused.json()["errors"][0]["parameter"], "w");
}
