//! Open ground: squares with obstacles, made and posted.

use axum::http::StatusCode;
use serde_json::Value;

use crate::common::{get, post};

const GROUND: &str = "w=14&h=9&seed=7&obstacles=0.3";

/// The lines of an answer.
async fn lines(uri: &str) -> Vec<String> {
    let answer = get(uri).await;
    assert_eq!(answer.status, StatusCode::OK, "{uri}: {}", answer.text());
    answer.text().lines().map(str::to_owned).collect()
}

/// A move has a length or a cost, at every path.
#[tokio::test]
async fn weights_do_not_go_with_moves_across_corners() {
    for path in ["/solve?", "/mazes?count=2&include=path&", "/check?directions=E&"] {
        let answer = get(&format!("{path}{GROUND}&diagonals=true&weights=1000")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{path}: {}", answer.text());
        let fault = &answer.json()["errors"][0];
        assert_eq!(fault["parameter"], "diagonals", "{path}: {fault}");
        assert!(fault["detail"].as_str().is_some_and(|detail| detail.contains("weights")), "{path}: {fault}");
    }
}

/// A square for each cell, in all formats of squares.
#[tokio::test]
async fn each_square_is_a_cell() {
    let squares = lines(&format!("/maze.squares?{GROUND}")).await;
    assert_eq!((squares.len(), squares[0].len()), (9, 14), "{squares:?}");
    assert_eq!(squares.concat().matches('#').count(), 38);
    assert!(squares[0].starts_with('S') && squares[8].ends_with('E'), "{squares:?}");
    let is_wall = |row: usize, column: usize| squares[row].as_bytes()[column] == b'#';
    let map = lines(&format!("/maze.map?{GROUND}")).await;
    assert_eq!(map[..4], ["type octile", "height 9", "width 14", "map"]);
    let table = lines(&format!("/maze.csv?{GROUND}")).await;
    let array = get(&format!("/maze.npy?{GROUND}")).await.body;
    let numbers = &array[array.len() - 9 * 14..];
    for row in 0..9 {
        for column in 0..14 {
            let wall = is_wall(row, column);
            assert_eq!(map[4 + row].as_bytes()[column] == b'@', wall);
            assert_eq!(table[row].split(',').nth(column).unwrap() == "1", wall);
            assert_eq!(numbers[row * 14 + column] == 1, wall);
        }
    }
    let text = get(&format!("/solve?{GROUND}&include=text")).await.json();
    let without_path = text["text"].as_str().unwrap().replace('*', " ");
    assert_eq!(without_path.lines().collect::<Vec<_>>(), squares);
    let records = get("/mazes.npy?w=14&h=9&seed=7&obstacles=0.3&count=3").await.body;
    assert_eq!(records.len(), 128 + 3 * 9 * 14);
    assert_eq!(records[128..128 + 9 * 14], *numbers);
}

/// Made ground is solved as if its squares had been posted.
#[tokio::test]
async fn made_ground_is_solved_as_posted_ground() {
    for query in ["", "&diagonals=true", "&solver=dijkstra", "&diagonals=true&solver=dijkstra", "&parts=any"] {
        for seed in 1..6 {
            let ground = format!("w=20&h=12&seed={seed}&obstacles=0.35");
            let made = get(&format!("/solve?{ground}&include=path,directions{query}")).await;
            let of_maze = if query == "&parts=any" { query } else { "" };
            let of_search = if of_maze.is_empty() { query } else { "" };
            let squares = get(&format!("/maze.squares?{ground}{of_maze}")).await.text().to_owned();
            let posted = post(&format!("/solve?include=path,directions{of_search}"), "text/plain", squares).await;
            let [made, posted] = [made, posted].map(|answer| answer.json());
            for name in ["from", "to", "reachable", "length", "cost", "path", "directions"] {
                assert_eq!(made[name], posted[name], "{query} {seed} {name}");
            }
        }
    }
}

#[tokio::test]
async fn data_sets_have_labels() {
    let reachable = async |query: &str| {
        let lines = lines(&format!("/mazes?w=15&h=15&seed=7&count=60&include=directions&{query}")).await;
        let of = |line: &String| serde_json::from_str::<Value>(line).unwrap()["reachable"].as_bool().unwrap();
        lines.iter().filter(|line| of(line)).count()
    };
    assert_eq!(reachable("obstacles=0.3").await, 60);
    assert_eq!(reachable("obstacles=0.3&solvable=0").await, 0);
    for query in ["obstacles=0.3&solvable=0.5", "obstacles=0.35&parts=any"] {
        let count = reachable(query).await;
        assert!((12..=48).contains(&count), "{query}: {count}");
    }
    let across = lines("/mazes?w=15&h=15&seed=7&count=2&obstacles=0.2&diagonals=true").await;
    assert!(across.iter().all(|line| line.contains("\"cost\":")), "{across:?}");
}

#[tokio::test]
async fn steps_are_drawn_as_squares() {
    let frames = crate::common::get_with(&format!("/solve/steps?{GROUND}"), &[("accept", "text/plain")]).await;
    assert_eq!(frames.status, StatusCode::OK);
    assert!(frames.text().lines().any(|line| line.starts_with('S') && line.len() == 14), "{}", frames.text());
    let start = lines(&format!("/maze/steps?{GROUND}")).await;
    assert!(start[0].contains("\"obstacles\":0.3") && !start[0].contains("\"algo\""), "{}", start[0]);
}
