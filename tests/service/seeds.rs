//! The seed in an answer makes that maze, whatever was asked for. Every answer is also checked against `openapi.yaml`, by `common`.

use dedale::rng::parse_seed;
use serde_json::Value;

use crate::common::{Answer, get, without_url};

/// The seed that an answer says in its header.
fn seed_of(answer: &Answer) -> u64 {
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.header("dedale-seed").expect("a seed").parse().unwrap()
}

/// The detail of the only fault.
async fn detail(uri: &str) -> String {
    let document = get(uri).await.json();
    assert_eq!(document["errors"].as_array().map(Vec::len), Some(1), "{uri}: {document}");
    document["errors"][0]["detail"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_maze_that_was_looked_for_is_that_of_its_seed() {
    let (maze, wanted) = ("w=9&h=9&algo=prim", "seed=7&difficulty=hard&length=20..60");
    for path in [
        "/maze.json",
        "/maze.svg",
        "/maze.txt",
        "/solve.json",
        "/solve.svg",
        "/solve.json?solver=random-mouse&include=walk",
    ] {
        let and = if path.contains('?') { '&' } else { '?' };
        let found = get(&format!("{path}{and}{maze}&{wanted}")).await;
        let seed = seed_of(&found);
        assert_ne!(seed, 7, "the seed itself has no such maze");
        let again = get(&format!("{path}{and}{maze}&seed={seed}")).await;
        assert!(again.body == found.body, "{path}: {} and {}", found.text(), again.text());
        assert_eq!(seed_of(&again), seed);
        if path.contains("json") {
            assert_eq!(found.json()["seed"], seed);
        }
    }
    // The first of many is the same, and each line is the maze of its seed.
    let first = seed_of(&get(&format!("/maze?{maze}&{wanted}")).await);
    let lines = get(&format!("/mazes?{maze}&{wanted}&count=5")).await;
    let lines: Vec<Value> = lines.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[0]["seed"]), (5, &first.into()));
    for line in lines {
        let alone = get(&format!("/maze.json?{maze}&seed={}", line["seed"])).await;
        assert_eq!(without_url(alone.json()), line);
    }
}

#[tokio::test]
async fn any_text_is_a_seed() {
    for text in ["anna", "lesson 3", "1-2", "a5", "007", "\u{e9}t\u{e9}", "none"] {
        let number = parse_seed(text).unwrap();
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("seed", text).finish();
        for path in [
            "/maze?w=4&h=3",
            "/solve?w=4&h=3",
            "/mazes?w=4&h=3&count=2",
            "/maze.svg?w=4&h=3",
            "/map/tiles/0/0/0.json?algo=quilt&w=4&h=3",
        ] {
            let (said, meant) = (get(&format!("{path}&{query}")).await, get(&format!("{path}&seed={number}")).await);
            assert_eq!((seed_of(&said), seed_of(&meant)), (number, number), "{path}&{query}");
            assert!(said.body == meant.body, "{path}&{query}");
        }
    }
    for wrong in ["-5", "1.5", "9007199254740992", "+7", "1e3", ".5"] {
        let told = detail(&format!("/maze?seed={}", wrong.replace('+', "%2B"))).await;
        let expected = "must be a whole number between 0 and 9007199254740991, or a text that is no number";
        assert_eq!(told, expected, "{wrong}");
    }
    for wrong in [String::new(), "x".repeat(201)] {
        let told = detail(&format!("/maze?seed={wrong}")).await;
        assert_eq!(told, "must be a number or a text of 1 to 200 bytes", "{wrong}");
    }
    assert_eq!(
        seed_of(&get(&format!("/maze?w=4&h=3&seed={}", "x".repeat(200))).await),
        parse_seed(&"x".repeat(200)).unwrap()
    );
    assert!(detail("/maze?difficulty=easy&attempt=3").await.contains("did you mean 'seed'?"));
}
