//! Mazes whose cells are cut along an outline, and drawings that are posted as one. Every answer is held to `openapi.yaml` as well, by `common`.

use crate::common::{get, post};

/// A disc with a hole.
const DISC: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/><circle cx="4" cy="3" r="1" fill="white"/></svg>"#;

#[tokio::test]
async fn a_drawing_becomes_a_maze_and_its_url_makes_the_same_one() {
    for content_type in ["image/svg+xml", "application/octet-stream", "application/x-www-form-urlencoded"] {
        let answer = post("/maze?outline=smooth&w=12&seed=7", content_type, DISC).await;
        assert_eq!(answer.status, 200, "{content_type}: {}", String::from_utf8_lossy(&answer.body));
        let maze = answer.json();
        assert_eq!((&maze["w"], &maze["h"]), (&12.into(), &12.into()));
        assert!(maze["options"]["mask"].as_str().unwrap().starts_with("path:M"), "{}", maze["options"]);
        let again = get(answer.header("content-location").unwrap()).await.json();
        assert_eq!((&again["cells"], &again["options"]), (&maze["cells"], &maze["options"]));
    }
    // The longer side has 30 cells, and cells are kept as a whole where nothing else is asked for.
    let maze = post("/maze?seed=7", "image/svg+xml", DISC).await.json();
    assert_eq!((&maze["w"], &maze["h"]), (&30.into(), &30.into()));
    assert!(maze["options"]["mask"].as_str().unwrap().starts_with("bits:"));
    let refused = post("/maze?outline=smooth", "image/svg+xml", "<svg><text>A</text></svg>").await;
    assert_eq!(refused.problem(), "malformed-maze");
}

#[tokio::test]
async fn lines_of_text_are_traced() {
    let heart = ".##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n";
    let maze = post("/maze?outline=smooth&w=14&seed=7", "text/plain", heart).await.json();
    assert_eq!((&maze["w"], &maze["h"]), (&14.into(), &12.into()));
    assert!(maze["options"]["mask"].as_str().unwrap().starts_with("path:M"));
}

#[tokio::test]
async fn what_is_sent_can_be_posted_back() {
    for query in ["w=12&h=12", "grid=hex&w=12&h=12", "grid=polar&rings=7", "grid=cairo&w=6&h=6"] {
        for encoding in ["walls", "bits", "graph"] {
            let maze = get(&format!("/maze?mask=cat&outline=smooth&seed=7&{query}&encoding={encoding}")).await;
            let own = get(&format!("/solve?mask=cat&outline=smooth&seed=7&{query}")).await.json();
            let posted = post("/solve", "application/json", maze.text().to_owned()).await;
            assert_eq!(posted.status, 200, "{query}: {}", String::from_utf8_lossy(&posted.body));
            assert_eq!(posted.json()["length"], own["length"], "{query}, {encoding}");
        }
    }
}

#[tokio::test]
async fn what_is_printed_is_cut_along_the_outline() {
    let [plain, smooth, cells] = ["", "&outline=smooth", "&outline=cells"]
        .map(|outline| format!("/maze.pdf?mask=cat&w=12&h=12&seed=7{outline}"));
    let (plain, smooth, cells) = (get(&plain).await, get(&smooth).await, get(&cells).await);
    assert!(plain.status == 200 && plain.body == smooth.body && plain.body != cells.body);
    // A grid that has no outline is printed as it is.
    assert_eq!(get("/maze.pdf?mask=cat&w=12&h=12&floors=2&seed=7").await.status, 200);
}
