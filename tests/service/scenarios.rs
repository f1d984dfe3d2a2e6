//! Scenarios: pairs of squares of a map, each with how far they are apart, held to what `POST /solve` finds in that map.

use crate::common::{get, post};

/// A line of a file of scenarios.
#[derive(Debug, PartialEq)]
struct Scenario {
    bucket: u64,
    size: [usize; 2],
    /// Column and row.
    ends: [[usize; 2]; 2],
    length: f64,
}

/// Reads the format as it is defined, and nothing else.
fn read(text: &str) -> Vec<Scenario> {
    let rest = text.strip_prefix("version 1\n").unwrap_or_else(|| panic!("no head: {text}"));
    assert!(rest.is_empty() || rest.ends_with('\n'));
    let number = |text: &str| {
        assert!(text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0')), "{text}");
        text.parse::<usize>().unwrap()
    };
    let line = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[bucket, map, width, height, x, y, to_x, to_y, length] = &fields[..] else { panic!("{line}") };
        let (whole, places) = length.split_once('.').unwrap();
        number(whole);
        assert!(map == "maze.map" && places.len() == 8 && places.bytes().all(|byte| byte.is_ascii_digit()), "{line}");
        let ends = [[x, y], [to_x, to_y]].map(|end| end.map(number));
        let [bucket, width, height] = [bucket, width, height].map(number);
        Scenario { bucket: bucket as u64, size: [width, height], ends, length: length.parse().unwrap() }
    };
    let scenarios: Vec<Scenario> = rest.lines().map(line).collect();
    assert!(scenarios.is_sorted_by_key(|scenario| scenario.bucket), "{text}");
    assert!(scenarios.iter().all(|scenario| scenario.bucket == (scenario.length / 4.0) as u64), "{text}");
    scenarios
}

/// Asserts that each of some scenarios is what `POST /solve` finds in the map.
async fn assert_solved(map: &str, scenarios: &[Scenario], some: usize) {
    let rows: Vec<&[u8]> = map.lines().skip(4).map(str::as_bytes).collect();
    for scenario in scenarios.iter().step_by(scenarios.len().div_ceil(some).max(1)) {
        let &Scenario { size, ends: [from, to], length, .. } = scenario;
        assert_eq!(size, [rows[0].len(), rows.len()]);
        assert!(from != to && [from, to].iter().all(|&[x, y]| rows[y][x] == b'.'), "{scenario:?}\n{map}");
        let query = format!("diagonals=true&from={},{}&to={},{}", from[1], from[0], to[1], to[0]);
        let solved = post(&format!("/solve?{query}"), "text/plain", map.to_owned()).await.json();
        let cost = solved["cost"].as_f64().unwrap_or_else(|| panic!("{scenario:?}: {solved}"));
        assert!((cost - length).abs() <= 5.1e-9, "{scenario:?}: {solved}\n{map}");
    }
}

#[tokio::test]
async fn lengths_are_those_that_are_found_in_the_map() {
    let mut with_corners = 0;
    for query in [
        "w=2&h=1&seed=1",
        "w=9&h=6&seed=2",
        "w=12&h=12&rooms=4&seed=3",
        "w=15&h=10&max_walls=0.3&algo=prim&seed=4",
        "w=15&h=15&mask=heart&seed=5&doors=true",
        "w=14&h=14&max_walls=0&seed=6&exits=3",
        "w=20&h=12&sparse=0.5&seed=7&braid=0.5",
        "w=6&h=40&algo=dungeon&seed=8",
        "w=8&h=8&difficulty=hard&seed=9",
    ] {
        let map = get(&format!("/maze.map?{query}")).await;
        let scenarios = get(&format!("/maze.scen?{query}")).await;
        assert_eq!(scenarios.header("content-type"), Some("text/plain; charset=utf-8"));
        let scenarios = read(scenarios.text());
        assert_eq!(scenarios.len(), 100, "{query}");
        assert_solved(map.text(), &scenarios, 12).await;
        with_corners += u32::from(scenarios.iter().any(|scenario| scenario.length.fract() > 1e-6));
        let again = get(&format!("/maze?format=scen&pairs=100&{query}")).await;
        assert_eq!(read(again.text()), scenarios);
    }
    assert!((3..9).contains(&with_corners), "{with_corners} mazes have rooms");
}

/// Squares that are posted are those of the map, in which not all squares have a way to each other.
#[tokio::test]
async fn squares_that_are_posted_stay_squares() {
    let map = "type octile\nheight 5\nwidth 9\nmap\n.........\n.@@......\n....@....\n@@@@@@@@@\n.@.......\n";
    let scenarios = post("/convert.scen?pairs=300", "text/plain", map).await;
    let scenarios = read(scenarios.text());
    assert_eq!(scenarios.len(), 300);
    assert_solved(map, &scenarios, 60).await;
    let rows = |scenario: &Scenario| scenario.ends.map(|[_, row]| row > 3);
    assert!(scenarios.iter().all(|scenario| rows(scenario)[0] == rows(scenario)[1]));
    assert!(scenarios.iter().any(|scenario| rows(scenario)[0]) && !scenarios.iter().all(|scenario| rows(scenario)[0]));
    // The square in the corner is alone.
    assert!(scenarios.iter().all(|scenario| !scenario.ends.contains(&[0, 4])));
    let written = post("/convert.map", "text/plain", map).await;
    assert_eq!(written.text(), map);
    // Of cells with walls between them, as of a maze that is made, a square is a block.
    let walls = "+---+---+\n|       |\n+   +---+\n|       |\n+---+---+\n";
    let map = post("/convert.map", "text/plain", walls).await.text().to_owned();
    let scenarios = read(post("/convert?format=scen&pairs=20", "text/plain", walls).await.text());
    assert_solved(&map, &scenarios, 20).await;
}

#[tokio::test]
async fn pairs_are_drawn_from_the_seed() {
    let of = async |query: &str| get(&format!("/maze.scen?w=9&h=9&{query}")).await.text().to_owned();
    assert_eq!(of("seed=7").await, of("seed=7&pairs=100").await);
    assert_ne!(of("seed=7").await, of("seed=8").await);
    for pairs in [1, 2, 9, 10, 11, 99, 101, 105, 10_000] {
        let scenarios = read(&of(&format!("seed=7&pairs={pairs}")).await);
        assert_eq!(scenarios.len(), pairs);
        let mut starts: Vec<_> = scenarios.iter().map(|scenario| scenario.ends[0]).collect();
        starts.sort_unstable();
        starts.dedup();
        assert!(starts.len() > pairs.min(10) / 2, "{pairs} begin at {} squares", starts.len());
    }
    // One square has no way to another.
    assert_eq!(get("/maze.scen?w=1&h=1&seed=7").await.text(), "version 1\n");
    let window = get("/map/window.scen?w=1000000&h=1000000&window=7,9,12,12&seed=7").await;
    let map = get("/map/window.map?w=1000000&h=1000000&window=7,9,12,12&seed=7").await;
    assert_solved(map.text(), &read(window.text()), 9).await;
}

#[tokio::test]
async fn what_cannot_be_written_is_refused() {
    for (uri, status, says) in [
        ("/maze.scen?pairs=0", 400, "pairs"),
        ("/maze.scen?pairs=10001", 422, "10000"),
        ("/maze.scen?pairs=few", 400, "pairs"),
        ("/maze.svg?pairs=7", 400, "format=scen"),
        ("/maze.map?pairs=7", 400, "format=scen"),
        ("/maze.map?pairs=100", 200, "octile"),
        ("/maze.scen?grid=hex", 400, "squares"),
        ("/maze.scen?floors=2", 400, "squares"),
        ("/maze.scen?wrap=x", 400, "squares"),
        ("/maze.scen?weave=1", 400, "squares"),
        ("/solve.scen", 404, "/maze.scen"),
    ] {
        let answer = get(uri).await;
        assert_eq!(answer.status, status, "{uri}: {}", answer.text());
        assert!(answer.text().contains(says), "{uri}: {}", answer.text());
    }
    // So many searches take longer than a request may.
    let answer = get("/maze.scen?w=2000&h=2000&pairs=10000&seed=1").await;
    let problem = answer.json();
    assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (422, "too-large"));
    assert_eq!(problem["limit"], "steps", "{problem}");
}
