//! The answers that are pictures, each held to `openapi.yaml` by being asked for.

use std::sync::Arc;

use axum::http::Method;
use dedale_server::app::App;
use dedale_server::settings::Settings;

use crate::common::openapi::DOCUMENT;
use crate::common::{get, get_with, post, request, send_to};

/// How a picture may look.
const STYLES: [&str; 6] = [
    "",
    "&cell=5&wall=1&margin=0",
    "&color=fff&background=000&path_color=0a0",
    "&color=%23a0b1c2&background=%23a0b1c280",
    "&heat=distance",
    "&heat=distance&palette=cividis&doors=true",
];

#[tokio::test]
async fn pictures_in_every_style() {
    // The last is drawn while it is sent.
    for maze in ["w=1&h=1", "w=9&h=7&seed=3&ends=farthest", "w=150&h=140&seed=1&algo=prim"] {
        for style in STYLES {
            for (path, format, media_type) in [
                ("/maze", "&format=svg", "image/svg+xml"),
                ("/maze", "&format=png", "image/png"),
                ("/maze.svg", "", "image/svg+xml"),
                ("/maze.png", "", "image/png"),
                ("/solve", "&format=svg", "image/svg+xml"),
                ("/solve", "&format=png&include=path", "image/png"),
                ("/solve.svg", "&solver=dfs", "image/svg+xml"),
                ("/solve.png", "&solver=astar", "image/png"),
            ] {
                let answer = get(&format!("{path}?{maze}{style}{format}")).await;
                assert_eq!(answer.header("content-type"), Some(media_type), "{path}?{maze}{style}{format}");
                if media_type == "image/png" {
                    assert_eq!(answer.body[1..4], *b"PNG");
                }
            }
        }
    }
}

/// The same maze has the same picture by every way to ask for it.
#[tokio::test]
async fn ways_to_the_same_picture() {
    let maze = "algo=prim&w=12&h=9&seed=3";
    let text = get(&format!("/maze.txt?{maze}")).await;
    for format in ["svg", "png"] {
        let drawn = get(&format!("/maze.{format}?{maze}")).await.body;
        assert_eq!(get(&format!("/maze?{maze}&format={format}")).await.body, drawn);
        let accept = if format == "svg" { "image/*" } else { "image/png" };
        assert_eq!(get_with(&format!("/maze?{maze}"), &[("accept", accept)]).await.body, drawn);
        let solved = get(&format!("/solve.{format}?{maze}")).await.body;
        assert_ne!(solved, drawn);
        assert_eq!(get(&format!("/solve?{maze}&format={format}")).await.body, solved);
        let posted = post(&format!("/solve?format={format}&heat=distance"), "text/plain", text.body.clone()).await;
        assert_eq!(posted.header("cache-control"), Some("no-store"));
    }
    let drawn = get(&format!("/solve.txt?{maze}")).await;
    assert_eq!(drawn.text(), get(&format!("/solve?{maze}&format=ascii")).await.text());
}

#[tokio::test]
async fn different_content_has_a_different_tag() {
    let tag = async |query: &str| get(&format!("/maze.svg?seed=1{query}")).await.header("etag").unwrap().to_owned();
    let queries = ["", "&heat=distance", "&heat=distance&palette=magma", "&cell=17", "&wall=3", "&margin=0"];
    let more = ["&color=fff", "&background=fffe", "&path_color=fff"];
    let mut tags = std::collections::BTreeSet::new();
    for query in queries.into_iter().chain(more) {
        assert!(tags.insert(tag(query).await), "{query}");
    }
    assert_eq!(tag("&cell=16&heat=none&w=010").await, tag("&w=10").await);
}

#[tokio::test]
async fn parameters_that_do_not_apply_to_pictures_are_reported() {
    for (uri, parameter) in [
        ("/maze?cell=9", "cell"),
        ("/maze?format=ascii&color=fff", "color"),
        ("/maze.json?margin=0", "margin"),
        ("/maze.json?solution=true", "solution"),
        ("/maze.txt?heat=distance", "heat"),
        ("/maze?solution=true", "solution"),
        ("/maze?format=svg&solution=maybe", "solution"),
        ("/maze.svg?format=svg", "format"),
        ("/maze.png?encoding=bits", "encoding"),
        ("/maze?format=png&encoding=bits", "encoding"),
        ("/maze.svg?cell=1", "cell"),
        ("/maze.svg?cell=4&wall=4", "wall"),
        ("/maze.svg?palette=magma", "palette"),
        ("/maze.svg?color=%22/%3E%3Cscript%3E", "color"),
        ("/maze.svg?background=url(x)", "background"),
        ("/maze.png?w=2000&h=2000", "cell"),
        ("/maze.png?w=900&h=900&pixels=90000", "pixels"),
        ("/maze.png?w=30&pixels=90", "pixels"),
        ("/maze.svg?w=3&pixels=2849", "pixels"),
        ("/maze.svg?grid=hex&w=30&pixels=99", "pixels"),
        ("/solve.svg?grid=polar&rings=3&pixels=20", "pixels"),
        ("/maze.svg?pixels=500&margin=0", "margin"),
        ("/maze.json?pixels=500", "pixels"),
        ("/maze.png?theme=auto", "theme"),
        ("/maze.gif?w=5&h=5&theme=auto", "theme"),
        ("/solve.png?include=walk", "include"),
        ("/solve.svg?solution=true", "solution"),
        ("/maze/steps?cell=9", "cell"),
        ("/solve/steps?solution=true", "solution"),
    ] {
        let answer = get(uri).await;
        let document = answer.json();
        let errors = document["errors"].as_array().unwrap();
        assert_eq!((errors.len(), &errors[0]["parameter"]), (1, &parameter.into()), "{uri}: {document}");
    }
    // All at once, with those of the maze.
    let answer = get("/maze.png?w=0&cell=1&color=x&seed=").await.json();
    assert_eq!(answer["errors"].as_array().unwrap().len(), 4, "{answer}");
}

/// Before any work: what is far too large is refused as fast as anything.
#[tokio::test]
async fn pixels_have_a_limit() {
    let settings = Settings { max_side: 65_535, max_cells: u32::MAX, max_pixels: 10_000, ..Settings::default() };
    let app = Arc::new(App::new(settings));
    let answer = async |uri: &str| send_to(&app, request(Method::GET, uri, &[])).await;
    let refused = answer("/maze.png?w=65535&h=65535&cell=256").await;
    assert!(refused.text().contains("and may have 10000 pixels in all"), "{}", refused.text());
    assert_eq!(answer("/maze.png?w=10&h=10&cell=4&margin=0").await.status, 200);
    assert_eq!(answer("/maze.png?w=10&h=10").await.problem(), "too-large");
    assert_eq!(answer("/solve.png?w=10&h=10").await.problem(), "too-large");
    assert_eq!(answer("/maze.svg?w=10&h=10").await.status, 200);
}

#[tokio::test]
async fn the_example_is_true() {
    let example = &DOCUMENT["components"]["examples"]["Svg"];
    let uri = example["summary"].as_str().unwrap();
    assert_eq!(example["value"], get(uri).await.text());
}

/// How wide a picture says that it is.
fn width(body: &[u8]) -> u64 {
    if body.starts_with(b"\x89PNG") {
        return u32::from_be_bytes(body[16..20].try_into().unwrap()).into();
    }
    if body.starts_with(b"GIF89a") {
        return u16::from_le_bytes([body[6], body[7]]).into();
    }
    let text = std::str::from_utf8(body).unwrap();
    let (_, after) = text.split_once(" width=\"").unwrap();
    after.split('"').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn pictures_are_exactly_as_wide_as_is_asked_for() {
    for maze in [
        "w=12&h=7",
        "grid=hex&w=12&h=7",
        "grid=triangle&w=12&h=7",
        "grid=polar&rings=6",
        "grid=cairo&w=5&h=5",
        "mask=heart&w=14&h=14&parts=largest",
        "floors=2&w=6&h=5",
        "weave=0.4&w=12&h=9",
        "wrap=xy&w=12&h=8",
        "w=20&h=20&sparse=0.4&rooms=2",
    ] {
        for pixels in [200, 333, 500, 1001] {
            for path in ["/maze.png", "/maze.svg", "/solve.png", "/solve.svg"] {
                let uri = format!("{path}?{maze}&seed=7&pixels={pixels}");
                let answer = get(&uri).await;
                assert_eq!(answer.status, 200, "{uri}: {}", answer.text());
                assert_eq!(width(&answer.body), pixels, "{uri}");
            }
        }
        let answer = get(&format!("/maze.gif?{maze}&seed=7&pixels=201&seconds=1")).await;
        assert_eq!(width(&answer.body), 201, "{maze}");
    }
    // A picture that is drawn while it is sent, and one of a part of a maze.
    for uri in [
        "/maze.png?algo=eller&w=50&h=900&pixels=700",
        "/map/window.png?algo=quilt&w=1000000&h=1000000&window=7,7,30,20&pixels=700",
    ] {
        assert_eq!(width(&get(uri).await.body), 700, "{uri}");
    }
    // A maze that is posted.
    let maze = get("/maze.json?grid=hex&w=9&h=9&seed=7").await.body;
    let answer = post("/solve?format=png&pixels=431", "application/json", maze).await;
    assert_eq!(width(&answer.body), 431);
}

#[tokio::test]
async fn colors_follow_the_theme() {
    // Without the URL, which is another one.
    let svg = async |query: &str| {
        let answer = get(&format!("/maze.svg?w=5&h=5&seed=7{query}")).await;
        answer.text().split_once("<metadata>").unwrap().0.to_owned()
    };
    assert_eq!(svg("&theme=light").await, svg("").await);
    assert!(!svg("").await.contains("<style>"));
    assert_eq!(svg("&theme=dark").await, svg("&color=ece8df&background=12161d&path_color=ff6b7a").await);
    let auto = svg("&theme=auto").await;
    let (_, rules) = auto.split_once("<style>@media(prefers-color-scheme:dark){").unwrap();
    for rule in
        ["[stroke=\"#1d2430\"]{stroke:#ece8df}", "[fill=\"#ffffff\"]{fill:#12161d}", "[fill=\"#d7263d\"]{fill:#ff6b7a}"]
    {
        assert!(rules.contains(rule), "{rule}: {rules}");
    }
    // Without the rules it is the picture for a light page, and a color that is named stays.
    let start = auto.find("<style>").unwrap();
    let end = auto.find("</style>\n").unwrap() + "</style>\n".len();
    assert_eq!([&auto[..start], &auto[end..]].concat(), svg("").await);
    let named = svg("&theme=auto&color=00f&background=0000").await;
    assert!(!named.contains("[stroke=\"#0000ff\"]") && !named.contains("[fill=\"#000000\"]"), "{named}");
    let hexagons = get("/solve.svg?grid=hex&w=5&h=5&theme=auto").await;
    assert!(hexagons.text().contains("prefers-color-scheme"));
}
