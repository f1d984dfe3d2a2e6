//! Searches that are watched: the parent of each cell, how many wait, mazes that are posted, and pictures of characters; and moves across corners.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::common::{Answer, get, get_with, post, send};

const DRAWN: &str = "#########\n#S  #   #\n### # # #\n#     #E#\n#########\n";

/// The steps of a maze that is posted.
async fn steps(query: &str, accept: &str, body: &str) -> Answer {
    let request = Request::builder().method(Method::POST).uri(format!("/solve/steps?{query}")).header("accept", accept);
    send(request.body(Body::from(body.to_owned())).unwrap()).await
}

fn lines(answer: &Answer) -> Vec<Value> {
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn a_posted_maze_is_solved_step_by_step_as_it_is_at_once() {
    let hexagons = get("/maze?grid=hex&w=5&h=4&seed=3").await.text().to_owned();
    for (query, body) in [
        ("", DRAWN),
        ("solver=dfs", DRAWN),
        ("solver=dijkstra&from=1,1&to=3,3", DRAWN),
        ("solver=astar", "11111\n12001\n10131\n11111\n"),
        ("solver=bidirectional", &hexagons),
        ("solver=wall-follower&hand=left", &hexagons),
        ("diagonals=true", DRAWN),
        ("diagonals=true&solver=dijkstra", DRAWN),
        ("solver=random-mouse&seed=5", DRAWN),
    ]
    .map(|(query, body)| (query.to_owned(), body.to_owned()))
    {
        let answer = steps(&query, "application/x-ndjson", &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text());
        let told = lines(&answer);
        let solved =
            post(&format!("/solve?{query}&include=path"), "application/octet-stream", body.clone()).await.json();
        let (start, end) = (&told[0], told.last().unwrap());
        for member in ["read", "from", "to", "solver"] {
            assert_eq!(start[member], solved[member], "{query} {member}");
        }
        for member in ["length", "visited", "cost"] {
            assert_eq!(end.get(member), solved.get(member), "{query} {member}");
        }
        assert_eq!(answer.header("dedale-read"), start["read"].as_str());
        let path: Vec<&Value> = told.iter().filter(|step| step["step"] == "path").map(|step| &step["cell"]).collect();
        assert_eq!(path, solved["path"].as_array().unwrap().iter().collect::<Vec<_>>(), "{query}");
    }
}

/// The parents lead back to the beginning, and as many cells wait as were seen and not taken up.
#[tokio::test]
async fn a_visit_says_from_where_and_how_many_wait() {
    for solver in ["bfs", "dijkstra", "astar", "greedy", "bidirectional", "dfs", "tremaux", "wall-follower"] {
        let query = format!("w=7&h=6&seed=4&braid=0.5&solver={solver}");
        let told = lines(&get(&format!("/solve/steps?{query}")).await);
        let maze = get(&format!("/maze?{query}&encoding=graph").replace(&format!("&solver={solver}"), "")).await.json();
        let neighbors: BTreeMap<String, BTreeSet<String>> = maze["cells"]
            .as_array()
            .unwrap()
            .iter()
            .map(|node| {
                let open = node["sides"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|side| side["open"] == true && !side["to"].is_null());
                (node["cell"].to_string(), open.map(|side| side["to"].to_string()).collect())
            })
            .collect();
        let address = |number: &str| match number.parse::<usize>() {
            Ok(number) => maze["cells"][number]["cell"].to_string(),
            Err(_) => number.to_owned(),
        };
        let mut waiting = BTreeSet::new();
        let mut roots = 0;
        for step in &told {
            let cell = step["cell"].to_string();
            match step["step"].as_str().unwrap() {
                "visit" => {
                    match step.get("parent") {
                        Some(parent) => {
                            let beside: BTreeSet<String> =
                                neighbors[&parent.to_string()].iter().map(|far| address(far)).collect();
                            assert!(beside.contains(&cell), "{solver}: {step}");
                        }
                        None => roots += 1,
                    }
                    waiting.insert(cell);
                }
                "back" => {
                    waiting.remove(&cell);
                }
                _ => continue,
            }
            let has_frontier = !["dfs", "tremaux", "wall-follower"].contains(&solver);
            let expected = has_frontier.then(|| Value::from(waiting.len()));
            assert_eq!(step.get("frontier"), expected.as_ref(), "{solver}: {step}");
        }
        assert_eq!(roots, if solver == "bidirectional" { 2 } else { 1 }, "{solver}");
    }
}

#[tokio::test]
async fn a_picture_follows_each_step_as_text() {
    let answer = steps("", "text/plain", DRAWN).await;
    assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
    let parts: Vec<&str> = answer.text().trim_end().split("\n\n").collect();
    let counted = lines(&steps("", "application/x-ndjson", DRAWN).await).len();
    assert_eq!(parts.len(), counted, "a picture for each line");
    assert_eq!(parts[1], "visit 1,1, 1 waiting\n#########\n#@  #   #\n### # # #\n#     #E#\n#########");
    assert!(parts[3].starts_with("visit 1,2 from 1,1, 1 waiting\n#########\n#S@ #"), "{}", parts[3]);
    let (_, last) = parts.last().unwrap().split_once('\n').unwrap();
    let solved = post("/solve?format=squares", "text/plain", DRAWN).await;
    let path = |text: &str| text.chars().map(|char| if "o.".contains(char) { ' ' } else { char }).collect::<String>();
    assert_eq!(path(last), solved.text().trim_end());
    // A maze that is made, and one that is not of squares.
    let made = get_with("/solve/steps?w=3&h=2&seed=7", &[("accept", "text/plain")]).await;
    assert!(made.status.is_success() && made.text().contains("\n#######\n"), "{}", made.text());
    let hexagons = get_with("/solve/steps?w=3&h=2&seed=7&grid=hex", &[("accept", "text/plain")]).await;
    assert_eq!(hexagons.status, StatusCode::NOT_ACCEPTABLE, "{}", hexagons.text());
}

/// There are as many pictures as steps, and the last two show the same walls.
#[tokio::test]
async fn the_pictures_of_a_maze_that_is_built_end_with_the_maze() {
    let plain =
        |text: &str| text.chars().map(|char| if "o.@SE".contains(char) { ' ' } else { char }).collect::<String>();
    for more in [
        "algo=backtracker&doors=true",
        "algo=wilson&doors=true",
        "algo=kruskal&doors=true",
        "algo=division&doors=true",
        "algo=cellular&doors=true",
        "algo=prim&mask=diamond&doors=true",
        "algo=prim&sparse=0.3&doors=true",
        "algo=eller&braid=1&max_dead_end=2",
        "obstacles=0.3",
    ] {
        let query = format!("w=9&h=7&seed=7&{more}");
        let answer = get_with(&format!("/maze/steps?{query}"), &[("accept", "text/plain")]).await;
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"), "{}", answer.text());
        let pictures: Vec<&str> = answer.text().trim_end_matches('\n').split("\n\n").collect();
        assert_eq!(pictures.len(), lines(&get(&format!("/maze/steps?{query}")).await).len(), "{query}");
        let pictures: Vec<(&str, &str)> = pictures.iter().map(|text| text.split_once('\n').unwrap()).collect();
        assert!(pictures[0].0.starts_with("start: ") && pictures[0].1.chars().all(|char| "#\n".contains(char)));
        let [(_, before), (end, last)] = pictures[pictures.len() - 2..] else { panic!("{query}") };
        assert!(end.starts_with("end: steps "), "{end}");
        assert_eq!(plain(before), plain(last), "{query}");
        let maze = get(&format!("/maze?{query}&format=squares")).await;
        assert_eq!(last, maze.text().trim_end_matches('\n'), "{query}");
    }
    for query in ["grid=hex", "floors=2", "wrap=x", "weave=0.5"] {
        let refused = get_with(&format!("/maze/steps?w=5&h=5&{query}"), &[("accept", "text/plain")]).await;
        assert_eq!(refused.status, StatusCode::NOT_ACCEPTABLE, "{query}");
    }
}

#[tokio::test]
async fn steps_of_a_posted_maze_are_refused_where_they_cannot_be() {
    for (query, body, status, says) in [
        ("include=walk", DRAWN, 400, "include"),
        ("solver=bsf", DRAWN, 400, "bfs"),
        ("", "what is this", 400, "none of the forms"),
        ("", "#####\n#   #\n#####\n", 400, "from"),
        ("diagonals=true", "+---+---+\n|       |\n+---+---+\n", 400, "diagonals"),
        ("diagonals=true&solver=dfs", DRAWN, 400, "astar or dijkstra"),
        ("diagonals=true&solver=bfs", DRAWN, 400, "astar or dijkstra"),
    ] {
        let answer = steps(query, "*/*", body).await;
        assert_eq!(answer.status.as_u16(), status, "{query} {body}: {}", answer.text());
        assert!(answer.text().contains(says), "{query} {body}: {}", answer.text());
    }
    let large = format!("{}\n", ".".repeat(300)).repeat(300);
    let refused = steps("read=squares&from=0,0&to=9,9", "*/*", &large).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json()["args"]["limit"]),
        (422, &json!("step_cells")),
        "{}",
        refused.text()
    );
}

/// The fewest straight moves. Several paths with corners may have the same length.
fn straight(text: &str, from: (usize, usize), to: (usize, usize)) -> Option<u64> {
    let squares: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let mut seen = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some((row, column)) = queue.pop_front() {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (Some(row_to), Some(column_to)) = (row.checked_add_signed(down), column.checked_add_signed(right))
            else {
                continue;
            };
            let is_free = squares.get(row_to).and_then(|row| row.get(column_to)).is_some_and(|&byte| byte != b'#');
            if is_free && !seen.contains_key(&(row_to, column_to)) {
                seen.insert((row_to, column_to), seen[&(row, column)] + 1);
                queue.push_back((row_to, column_to));
            }
        }
    }
    seen.get(&to).copied()
}

#[tokio::test]
async fn moves_across_corners_are_found_where_squares_are_posted() {
    let open = "S   \n    \n   E\n";
    let solved = post("/solve?diagonals=true&include=path,directions&read=squares", "text/plain", open).await.json();
    assert_eq!((&solved["length"], &solved["solver"]), (&json!(3), &json!("astar")), "{solved}");
    assert!((solved["cost"].as_f64().unwrap() - (1.0 + 2.0 * f64::sqrt(2.0))).abs() < 1e-12);
    let names = solved["directions"].as_array().unwrap();
    assert_eq!(names.iter().filter(|name| **name == "SE").count(), 2, "{solved}");
    let drawn = post("/solve?diagonals=true&format=squares&read=squares", "text/plain", open).await;
    assert_eq!(drawn.text().matches('*').count(), 2, "{}", drawn.text());
    // Between walls at every second square, corners are never free.
    let thin = get("/maze?format=squares&w=6&h=5&seed=9").await.text().to_owned();
    let length = straight(&thin, (1, 1), (9, 11)).unwrap();
    let solved = post("/solve?diagonals=true", "text/plain", thin).await.json();
    assert_eq!(solved["cost"].as_f64(), Some(length as f64), "{solved}");
    for (query, says) in [
        ("include=distances", "straight moves"),
        ("include=stats", "straight moves"),
        ("format=svg", "format=json"),
        ("solver=dfs", "astar or dijkstra"),
    ] {
        let refused = post(&format!("/solve?diagonals=true&{query}"), "text/plain", DRAWN).await;
        assert!(refused.status == 400 && refused.text().contains(says), "{query}: {}", refused.text());
    }
    assert!(get("/solve?diagonals=true").await.text().contains("obstacles"));
    let unreachable = post("/solve?diagonals=true", "text/plain", "S#\n#E\n").await.json();
    assert_eq!((&unreachable["cost"], &unreachable["reachable"]), (&Value::Null, &json!(false)), "{unreachable}");
}
