//! Mazes whose way shows a shape: in JSON, in pictures, drawn by the one who asks, and in books.

use axum::http::StatusCode;
use lopdf::Document;

use crate::common::{get, post};

/// The cells of the way in JSON, block by block: true for each block of two by two cells that the way fills.
async fn blocks(uri: &str, [columns, rows]: [usize; 2]) -> Vec<bool> {
    let json = get(uri).await.json();
    let path = json["path"].as_array().unwrap_or_else(|| panic!("{uri}: {json}"));
    let mut counts = vec![0; columns / 2 * (rows / 2)];
    for cell in path {
        let [row, column] = [0, 1].map(|at| cell[at].as_u64().unwrap() as usize);
        counts[row / 2 * (columns / 2) + column / 2] += 1;
    }
    counts.into_iter().map(|count| count == 4).collect()
}

#[tokio::test]
async fn json_says_which_shape_and_the_maze_can_be_posted() {
    let maze = get("/maze?reveal=Heart&w=24&h=20&seed=7").await;
    assert_eq!(maze.json()["options"]["reveal"], "heart");
    let solved = post("/solve", "application/json", maze.body.clone()).await.json();
    let made = get("/solve?reveal=heart&w=24&h=20&seed=7").await.json();
    assert_eq!(solved["path"], made["path"]);
    assert!(solved["length"].as_u64().unwrap() > 100);
    // The same maze from its posted form, with its walls.
    let converted = post("/convert?format=txt", "application/json", maze.body.clone()).await;
    assert_eq!(converted.text(), get("/maze.txt?reveal=heart&w=24&h=20&seed=7").await.text());
}

#[tokio::test]
async fn what_is_wrong_is_said_by_name() {
    for (query, name, why) in [
        ("reveal=hart", "reveal", "must be one of circle"),
        ("reveal=heart&w=31", "w", "must be even with reveal"),
        ("reveal=heart&w=10&h=10", "w", "must be at least 20 with reveal"),
        ("reveal=heart&grid=hex", "reveal", "grid=square"),
        ("reveal=heart&braid=1", "reveal", "does not go with braid"),
        ("reveal=heart&ends=farthest", "reveal", "ends=farthest"),
        ("reveal=text:HELLO", "reveal", "needs w=62 and h=20 or more"),
        ("reveal=heart&from=15,15", "from", "must be outside of the shape"),
        ("reveal=path:M0 0L10 0 0 1ZM10 9L10 10 0 10Z", "reveal", "is in 2 parts"),
        ("reveal=drawing", "reveal", "must be one of circle"),
        ("path_style=dots", "path_style", "line"),
    ] {
        let path = if query.starts_with("path_style") { "/solve.svg" } else { "/maze" };
        let answer = get(&format!("{path}?{}", query.replace(' ', "%20"))).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        let errors = &answer.json()["errors"];
        assert_eq!(errors[0]["parameter"], name, "{query}: {errors}");
        assert!(errors[0]["detail"].as_str().unwrap().contains(why), "{query}: {errors}");
    }
}

#[tokio::test]
async fn solutions_are_filled_unless_a_line_is_asked_for() {
    let filled = "shape-rendering=\"crispEdges\"";
    for (query, is_filled) in [
        ("reveal=cat", true),
        ("reveal=cat&path_style=line", false),
        ("reveal=cat&path_style=fill", true),
        ("", false),
        ("path_style=fill", true),
    ] {
        let svg = get(&format!("/solve.svg?w=24&h=24&seed=7&{query}")).await;
        assert_eq!(svg.text().contains(filled), is_filled, "{query}");
    }
    // What is not solved has no way.
    assert!(!get("/maze.svg?w=24&h=24&seed=7&reveal=cat").await.text().contains(filled));
    let [fill, line] = ["fill", "line"].map(|style| format!("/solve.png?w=24&h=24&seed=7&path_style={style}"));
    assert_ne!(get(&fill).await.body, get(&line).await.body);
    let shape = "/solve.png?w=24&h=24&seed=7&reveal=cat";
    assert_eq!(get(shape).await.body, get(&format!("{shape}&path_style=fill")).await.body);
    for format in ["gif", "pdf"] {
        let [fill, line] = ["fill", "line"].map(|style| format!("/solve.{format}?w=8&h=8&seed=7&path_style={style}"));
        assert_ne!(get(&fill).await.body, get(&line).await.body, "{format}");
    }
}

#[tokio::test]
async fn a_posted_drawing_is_the_shape() {
    let svg = "<svg viewBox=\"0 0 30 60\"><path d=\"M10 0H20V60H10Z\"/><path d=\"M0 20H30V30H0Z\"/></svg>";
    let answer = post("/maze?reveal=drawing&w=40&h=50&seed=7", "image/svg+xml", svg).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.body));
    let json = answer.json();
    let bits = json["options"]["reveal"].as_str().unwrap();
    assert!(bits.starts_with("bits:"), "{bits}");
    assert_eq!((&json["w"], &json["h"]), (&40.into(), &50.into()));
    // The URL of the same maze has the bits.
    let same = get(answer.header("content-location").unwrap()).await.json();
    assert_eq!(same["cells"], json["cells"]);
    // It is a cross, twice as high as it is wide.
    let blocks = blocks(&format!("/solve?reveal={bits}&w=40&h=50&seed=7"), [40, 50]).await;
    let row = |row: usize| blocks[row * 20..][..20].iter().filter(|&&is_kept| is_kept).count();
    let widest = (0..25).map(row).max().unwrap();
    let rows = (0..25).filter(|&at| row(at) > 0).count();
    assert!((9..=11).contains(&widest) && (19..=21).contains(&rows), "{widest} {rows}");
    // As a mask, it cuts the grid.
    let masked = post("/maze?w=40&h=50&seed=7", "image/svg+xml", svg).await.json();
    assert!(masked["options"]["mask"].is_string() && masked["options"]["reveal"].is_null());
    // A shape by its name, on a grid that is cut, is refused.
    let refused = post("/maze?reveal=heart&w=40&h=50&seed=7", "image/svg+xml", svg).await;
    assert!(refused.text().contains("reveal"), "{}", refused.text());
    for text in ["....\n....\n", "#...\n....\n...#\n"] {
        let refused = post("/maze?reveal=drawing&w=40&h=40&seed=7", "text/plain", text).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{text}");
        assert!(refused.text().contains("reveal"), "{}", refused.text());
    }
}

#[tokio::test]
async fn in_a_book_each_maze_has_the_next_shape_and_a_question() {
    let answer = get("/book.pdf?reveal=heart;cat&w=30&h=30&count=3&seed=7&lang=de").await;
    assert_eq!(answer.status, StatusCode::OK, "{}", String::from_utf8_lossy(&answer.body));
    let document = Document::load_mem(&answer.body).unwrap();
    let text = |page: u32| document.extract_text(&[page]).unwrap();
    for page in 1..=3 {
        assert!(text(page).contains("Male den Weg aus: Was ist es?"), "{}", text(page));
    }
    assert!(!text(4).contains("Male den Weg aus"), "solutions ask nothing");
    let [heart, cat] =
        ["heart", "cat"].map(|shape| format!("/book.pdf?reveal={shape}&w=30&h=30&count=1&seed=7&lang=de"));
    assert_ne!(get(&heart).await.body, get(&cat).await.body);
    assert!(
        !Document::load_mem(&get("/solve.pdf?reveal=cat&w=30&h=30&seed=7").await.body)
            .unwrap()
            .extract_text(&[1])
            .unwrap()
            .contains("what is it")
    );
    let sheet = get("/maze.pdf?reveal=cat&w=30&h=30&seed=7").await.body;
    assert!(Document::load_mem(&sheet).unwrap().extract_text(&[1]).unwrap().contains("Color the way: what is it?"));
    for (query, why) in [
        ("reveal=heart;hart&count=3", "must be one of"),
        ("reveal=heart;cat&count=1", "has 2 shapes, and there are 1 mazes"),
        ("reveal=heart;text:HELLO&count=2&w=30&h=30", "needs w=62"),
        ("reveal=heart&count=2&w=30..33&h=30", "must be even"),
    ] {
        let refused = get(&format!("/book.pdf?{query}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{query}");
        assert!(refused.text().contains(why), "{query}: {}", refused.text());
    }
}
