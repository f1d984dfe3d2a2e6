//! An SVG that is sent back is the maze that it shows. Every answer is held to `openapi.yaml` as well, by `common`.

use std::sync::Arc;

use axum::http::{Request, StatusCode};
use dedale_server::app::App;
use dedale_server::settings::Settings;
use serde_json::Value;

use crate::common::{Answer, get, post, send_to};
use crate::solving::{faulty, post_json};

async fn post_svg(uri: &str, svg: &str) -> Answer {
    post(uri, "image/svg+xml", svg.to_owned()).await
}

/// An answer in JSON, without how the body was read.
fn without_read(answer: &Answer) -> Value {
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let mut object = answer.json();
    object.as_object_mut().unwrap().remove("read").unwrap();
    object
}

/// Asserts that an SVG is read as the same maze as JSON of it.
async fn assert_same(svg: &str, json: &Value, about: &str) {
    for uri in ["/convert?encoding=bits", "/solve?include=directions,path", "/check?directions=E"] {
        let [from_svg, from_json] = [post_svg(uri, svg).await, post_json(uri, json).await];
        assert_eq!(without_read(&from_svg), without_read(&from_json), "{about}: {uri}");
        assert_eq!(from_svg.header("dedale-read"), Some("svg"), "{about}: {uri}");
    }
}

/// Mazes, and how they are drawn.
const MADE: [(&str, &str); 14] = [
    ("w=9&h=7&seed=3", ""),
    ("w=9&h=7&seed=3&from=3,3&to=0,8", "theme=dark&wall=3"),
    ("w=12&h=9&seed=name%20%26%20%3Cname%3E&braid=0.5&ends=farthest", ""),
    ("w=9&h=7&seed=5&exits=4", ""),
    ("w=9&h=7&seed=5&doors=true", "heat=distance"),
    ("w=8&h=8&seed=5&weights=1..9", ""),
    ("w=8&h=8&seed=5&locks=1&items=treasure:2&rooms=1", ""),
    ("w=8&h=8&seed=5&weave=0.3", ""),
    ("w=8&h=8&seed=5&difficulty=hard", ""),
    ("w=9&h=9&seed=5&remove=3,3,S", ""),
    ("w=12&h=12&seed=5&mask=circle&parts=largest", ""),
    ("grid=hex&w=6&h=5&seed=2", ""),
    ("grid=polar&rings=5&seed=2", ""),
    ("grid=cairo&w=4&h=4&seed=2", ""),
];

#[tokio::test]
async fn an_svg_of_a_made_maze_is_made_again() {
    for (query, style) in MADE {
        let made = get(&format!("/maze?{query}&encoding=bits")).await;
        let made =
            if made.status == StatusCode::OK { made } else { get(&format!("/maze?{query}&encoding=graph")).await };
        assert_eq!(made.status, StatusCode::OK, "{query}: {}", made.text());
        for path in ["maze", "solve"] {
            let svg = get(&format!("/{path}.svg?{query}&{style}")).await;
            assert_eq!(
                svg.header("content-type"),
                Some("image/svg+xml"),
                "/{path}.svg?{query}&{style}: {}",
                svg.text()
            );
            let from_svg = post_svg("/solve?include=directions", svg.text()).await;
            let from_json = post_json("/solve?include=directions", &made.json()).await;
            assert_eq!(without_read(&from_svg), without_read(&from_json), "/{path}.svg?{query}");
        }
    }
}

#[tokio::test]
async fn an_svg_of_a_random_maze_says_its_seed() {
    let svg = get("/maze.svg?w=30&h=30").await;
    let json = get(&svg.header("content-location").unwrap().replace(".svg", ".json")).await;
    assert_same(svg.text(), &json.json(), "a random seed").await;
}

#[tokio::test]
async fn an_svg_of_a_posted_maze_has_its_cells() {
    for query in [
        "w=9&h=7&seed=1&braid=0.4",
        "w=9&h=7&seed=1&mask=circle&parts=largest&ends=farthest",
        "grid=hex&w=5&h=4&seed=1",
    ] {
        let maze = get(&format!("/maze?{query}")).await.json();
        for path in ["/convert.svg", "/solve.svg", "/solve.svg?theme=dark"] {
            let svg = post_json(path, &maze).await;
            assert_same(svg.text(), &maze, &format!("{path} of {query}")).await;
            // Once more around.
            let again = post_svg("/convert.svg", svg.text()).await;
            assert_same(again.text(), &maze, &format!("twice, {path} of {query}")).await;
        }
    }
    let mask = post("/maze.svg?seed=1", "text/plain", "##..##\n######\n##..##\n").await;
    let same = post("/maze?seed=1&encoding=bits", "text/plain", "##..##\n######\n##..##\n").await;
    assert_same(mask.text(), &same.json(), "a posted mask").await;
}

#[tokio::test]
async fn ends_of_the_query_win() {
    let svg = get("/maze.svg?w=9&h=7&seed=3").await;
    let solved = post_svg("/solve?from=0,8&to=6,0", svg.text()).await.json();
    assert_eq!((&solved["from"], &solved["to"]), (&serde_json::json!([0, 8]), &serde_json::json!([6, 0])));
    assert_eq!(faulty(&post_svg("/solve?from=0,9", svg.text()).await), ["from"]);
}

#[tokio::test]
async fn an_svg_that_was_changed_or_is_of_others_is_refused() {
    let svg = get("/solve.svg?w=9&h=7&seed=3").await;
    let svg = svg.text();
    let changed = svg.replacen("M0 0", "M1 0", 1);
    assert_ne!(changed, svg);
    let redrawn = svg.replace("seed=3", "seed=4");
    for (svg, says) in [
        (&*changed, "This SVG was changed after it was written"),
        (&*redrawn, "This SVG was changed after it was written"),
        ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "This SVG does not say which maze it shows"),
    ] {
        for uri in ["/solve", "/convert", "/check?directions=E", "/solve?read=svg"] {
            let answer = post_svg(uri, svg).await;
            assert_eq!(answer.problem(), "malformed-maze", "{uri}");
            assert!(answer.text().contains(says), "{uri}: {}", answer.text());
        }
    }
    assert_eq!(post_svg("/solve", &svg.replace('\n', "\r\n")).await.status, StatusCode::OK);
}

/// A maze that this server does not make is not made for an SVG either.
#[tokio::test]
async fn the_limits_are_those_of_mazes_that_are_made() {
    let small = Arc::new(App::new(Settings { max_cells: 100, max_side: 100, ..Settings::default() }));
    let svg = get("/maze.svg?w=20&h=20&seed=3").await;
    let request = Request::post("/solve").body(svg.text().to_owned().into()).unwrap();
    let answer = send_to(&small, request).await;
    assert!(answer.status.is_client_error());
    let text = answer.text();
    assert!(text.contains("The URL of the maze in this SVG") && text.contains("100 cells"), "{text}");
}
