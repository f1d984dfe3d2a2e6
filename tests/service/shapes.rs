//! Mazes on every grid as a caller meets them. Every answer is held to `openapi.yaml` as well, by `common`.
//!
//! The graph is enough to judge the rest: nothing here asks the library where cells are.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use axum::http::StatusCode;
use dedale::generate::ALGORITHMS;
use dedale::grid::GridKind;
use serde_json::{Value, json};

use crate::common::get;

/// Queries of small mazes: each grid, and what can be done with it.
pub(crate) fn queries() -> Vec<String> {
    let mut queries = Vec::new();
    for info in GridKind::ALL.iter().map(|kind| kind.info()) {
        let size = if info.name == "polar" { "rings=3" } else { "w=5&h=4" };
        queries.push(format!("grid={}&{size}", info.name));
        if info.wraps {
            queries.extend(["x", "y", "xy"].map(|wrap| format!("grid={}&w=4&h=4&wrap={wrap}", info.name)));
        }
        let size = if info.name == "polar" { "rings=8" } else { "w=16&h=16" };
        queries.push(format!("grid={}&{size}&mask=heart&parts=largest", info.name));
    }
    let others = [
        "w=5&h=4&floors=3",
        "w=7&h=6&weave=1",
        "w=7&h=6&weave=1&wrap=xy",
        "w=30&h=16&mask=text:HI",
        "w=9&h=8&sparse=0.4",
        "grid=hex&w=9&h=8&sparse=0.4&ends=random",
        "w=6&h=5",
    ];
    queries.extend(others.map(str::to_owned));
    queries.into_iter().map(|query| format!("{query}&seed=7")).collect()
}

async fn graph(query: &str) -> Vec<Value> {
    let maze = get(&format!("/maze?{query}&encoding=graph")).await;
    assert_eq!(maze.status, StatusCode::OK, "{query}: {}", maze.text());
    maze.json()["cells"].as_array().unwrap().clone()
}

/// Where the open sides of a node lead.
fn ways(node: &Value) -> impl Iterator<Item = (&str, usize)> {
    let sides = node["sides"].as_array().unwrap().iter().filter(|side| side["open"] == true);
    sides.filter_map(|side| Some((side["side"].as_str()?, side["to"].as_u64()? as usize)))
}

fn moves(nodes: &[Value], from: usize) -> Vec<Option<usize>> {
    let mut moves = vec![None; nodes.len()];
    moves[from] = Some(0);
    let mut waiting = VecDeque::from([from]);
    while let Some(here) = waiting.pop_front() {
        for (_, to) in ways(&nodes[here]) {
            if moves[to].is_none() {
                moves[to] = moves[here].map(|moves| moves + 1);
                waiting.push_back(to);
            }
        }
    }
    moves
}

fn place(nodes: &[Value], address: &Value) -> usize {
    nodes.iter().position(|node| node["cell"] == *address).unwrap_or_else(|| panic!("{address} is no cell"))
}

#[tokio::test]
async fn graphs_are_perfect_mazes_of_polygons() {
    for query in queries() {
        let nodes = graph(&query).await;
        let mut open = 0;
        for (number, node) in nodes.iter().enumerate() {
            for side in node["sides"].as_array().unwrap() {
                let Some(to) = side["to"].as_u64() else { continue };
                let back = |other: &&Value| other["to"] == number && other["open"] == side["open"];
                assert!(
                    nodes[to as usize]["sides"].as_array().unwrap().iter().any(|other| back(&other)),
                    "{query} {node}"
                );
                open += usize::from(side["open"] == true);
            }
        }
        assert_eq!(open, 2 * (nodes.len() - 1), "{query}");
        assert!(moves(&nodes, 0).iter().all(Option::is_some), "{query}");
        let joined = ["wrap", "weave", "floors"].iter().any(|name| query.contains(name));
        if !joined {
            assert_polygons_fit(&query, &nodes);
        }
    }
}

/// Every inner side has the two corners of the side of its neighbor, the other way round.
fn assert_polygons_fit(query: &str, nodes: &[Value]) {
    let mut sides: BTreeMap<[String; 2], Value> = BTreeMap::new();
    for node in nodes {
        let polygon = node["polygon"].as_array().unwrap();
        for (k, side) in node["sides"].as_array().unwrap().iter().enumerate() {
            let ends = [polygon[k].to_string(), polygon[(k + 1) % polygon.len()].to_string()];
            assert_eq!(sides.insert(ends, side["to"].clone()), None, "{query}: two cells on the same side of a line");
        }
    }
    for ([from, to], across) in &sides {
        let other = sides.get(&[to.clone(), from.clone()]);
        assert_eq!(other.is_some(), !across.is_null(), "{query} {from} {to}");
    }
}

#[tokio::test]
async fn solutions_are_shortest_paths_of_the_graph() {
    for query in queries() {
        let nodes = graph(&query).await;
        for solver in ["bfs", "astar", "wall-follower", "dead-end-filling"] {
            let solution =
                get(&format!("/solve?{query}&solver={solver}&include=path,directions,distances")).await.json();
            let (from, to) = (place(&nodes, &solution["from"]), place(&nodes, &solution["to"]));
            let moves = moves(&nodes, from);
            assert_eq!(solution["length"].as_u64(), moves[to].map(|moves| moves as u64), "{query} {solver}");
            // The directions lead along the path.
            let directions: Vec<String> = match &solution["directions"] {
                Value::String(word) => word.chars().map(String::from).collect(),
                names => serde_json::from_value(names.clone()).unwrap(),
            };
            let mut here = from;
            let path = solution["path"].as_array().unwrap();
            for (direction, next) in directions.iter().zip(&path[1..]) {
                here =
                    ways(&nodes[here]).find(|(side, to)| side == direction && nodes[*to]["cell"] == *next).unwrap().1;
            }
            assert_eq!(here, to, "{query} {solver}");
            for (node, moves) in nodes.iter().zip(&moves) {
                let numbers = node["cell"].as_array().unwrap();
                let found = numbers.iter().fold(&solution["distances"], |list, k| &list[k.as_u64().unwrap() as usize]);
                assert_eq!(found.as_u64(), moves.map(|moves| moves as u64), "{query} {solver} {node}");
            }
        }
    }
}

#[tokio::test]
async fn every_encoding_says_the_same() {
    for query in queries().iter().filter(|query| *query != "w=6&h=5&seed=7") {
        let nodes = graph(query).await;
        for encoding in ["walls", "passages", "bits", "named"] {
            let maze = get(&format!("/maze?{query}&encoding={encoding}")).await.json();
            for node in &nodes {
                let numbers = node["cell"].as_array().unwrap();
                let cell = numbers.iter().fold(&maze["cells"], |list, k| &list[k.as_u64().unwrap() as usize]);
                for (k, side) in node["sides"].as_array().unwrap().iter().enumerate() {
                    let name = side["side"].as_str().unwrap();
                    let has = |names: &Value| match names {
                        Value::String(word) => word.contains(name),
                        names => names.as_array().unwrap().contains(&side["side"]),
                    };
                    let is_open = match encoding {
                        "walls" => !has(cell),
                        "passages" => has(cell),
                        "bits" => cell.as_u64().unwrap() >> k & 1 == 0,
                        _ => cell[name] == false,
                    };
                    assert_eq!(is_open, side["open"] == true, "{query} {encoding} {node}");
                }
            }
        }
    }
}

#[tokio::test]
async fn steps_build_the_maze_that_is_drawn() {
    for query in queries().into_iter().filter(|query| !query.starts_with("w=6")) {
        for algorithm in ["backtracker", "wilson", "kruskal"] {
            let query = format!("{query}&algo={algorithm}");
            let nodes = graph(&query).await;
            let steps = get(&format!("/maze/steps?{query}")).await;
            let mut opened: Vec<Value> = Vec::new();
            for step in steps.text().lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
                if step["step"] == "carve" || step["step"] == "join" {
                    opened.push(step);
                } else if step["step"] == "wall" {
                    let ends = [&step["from"], &step["to"]];
                    opened.retain(|open| {
                        ![[0, 1], [1, 0]].contains(
                            &[&open["from"], &open["to"]]
                                .map(|end| ends.iter().position(|known| *known == end).unwrap_or(2)),
                        )
                    });
                }
            }
            assert_eq!(opened.len(), nodes.len() - 1, "{query}");
            for step in opened {
                let node = &nodes[place(&nodes, &step["from"])];
                assert!(ways(node).any(|(name, _)| step["side"] == name), "{query} {step}");
            }
        }
    }
}

#[tokio::test]
async fn pictures_of_every_grid() {
    for query in queries() {
        for (path, start) in [("maze.svg", &b"<svg "[..]), ("solve.svg", b"<svg "), ("maze.png", b"\x89PNG")] {
            for more in ["", "&heat=distance"] {
                let picture = get(&format!("/{path}?{query}{more}")).await;
                assert_eq!(picture.status, StatusCode::OK, "{path} {query}");
                assert!(picture.body.starts_with(start), "{path} {query}");
            }
        }
    }
}

#[tokio::test]
async fn the_list_of_grids_is_that_of_the_library() {
    let grids = get("/grids").await.json()["grids"].as_array().unwrap().clone();
    assert_eq!(grids.len(), 18);
    for (grid, kind) in grids.iter().zip(GridKind::ALL) {
        assert_eq!(grid["name"], kind.name());
        for name in grid["algorithms"].as_array().unwrap() {
            let size = if *kind == GridKind::Polar { "rings=2" } else { "w=4&h=4" };
            let maze = get(&format!("/maze?grid={kind}&{size}&algo={}", name.as_str().unwrap())).await;
            assert_eq!(maze.status, StatusCode::OK, "{kind} {name}");
        }
    }
    let algorithms = get("/algorithms").await.json()["algorithms"].clone();
    for info in ALGORITHMS {
        let told = algorithms.as_array().unwrap().iter().find(|told| told["name"] == info.name).unwrap();
        let has = |grid: &&Value| grid["algorithms"].as_array().unwrap().contains(&json!(info.name));
        let names: Vec<&Value> = grids.iter().filter(has).map(|grid| &grid["name"]).collect();
        assert_eq!(told["grids"], json!(names), "{}", info.name);
    }
}

#[tokio::test]
async fn addresses_and_sides_are_those_of_the_grid() {
    for query in ["w=4&h=3&floors=2&from=1,2,3&to=0,0,0", "grid=cairo&w=3&h=3&from=2,2,3&point=0,0,0&include=matrix"] {
        assert_eq!(get(&format!("/solve?{query}")).await.status, StatusCode::OK, "{query}");
    }
    let removed = get("/maze?grid=hex&w=4&h=4&seed=7&remove=0,0,e;1,1,NE&encoding=named").await.json();
    assert_eq!((&removed["cells"][0][0]["E"], &removed["cells"][1][1]["NE"]), (&json!(false), &json!(false)));
    assert_eq!(removed["options"]["remove"], json!(["0,0,E", "1,1,NE"]));
}

#[tokio::test]
async fn what_a_grid_cannot_have_is_refused_with_its_parameter() {
    for (query, parameter, words) in [
        ("grid=hexx", "grid", "did you mean 'hex'?"),
        ("grid=hex&algo=division", "algo", "division runs on square grids"),
        ("grid=cairo&algo=eller", "algo", "it runs on square, hex, triangle and polar grids"),
        ("grid=hex&format=ascii", "format", "json, svg and png"),
        ("grid=hex&encoding=blocks", "encoding", "squares without weave"),
        ("weave=1&format=ascii", "format", "squares without weave"),
        ("weave=0.5&encoding=blocks", "encoding", "squares without weave"),
        ("floors=2&format=csv", "format", "on one floor"),
        ("grid=polar&w=3", "w", "rings gives its size"),
        ("grid=hex&rings=3", "rings", "is only valid with grid=polar"),
        ("rings=3", "rings", "is only valid with grid=polar"),
        ("grid=hex&floors=2", "floors", "is only valid with grid=square"),
        ("grid=hex&weave=1", "weave", "is only valid with grid=square"),
        ("floors=2&weave=1", "weave", "does not go with floors"),
        ("grid=polar&wrap=x", "wrap", "no opposite edges"),
        ("grid=hex&wrap=y&h=5", "h", "must be a multiple of 2"),
        ("grid=hex&wrap=x&w=1", "w", "must be at least 2"),
        ("grid=hex&max_walls=0.5", "max_walls", "only valid with grid=square"),
        ("mask=hart", "mask", "must be one of circle"),
        ("mask=cat&grid=hex&w=8&h=8", "mask", "which needs w=8 and h=11 or more"),
        ("mask=fish&grid=polar&rings=4", "mask", "which needs rings=5 or more"),
        ("mask=text:MIA&w=15&h=15", "mask", "which needs w=17 and h=8 or more"),
        ("mask=not:diamond", "mask", "leaves 4 parts"),
        ("mask=bits:AA", "mask", "must have 900 bits"),
        ("parts=largest", "parts", "is only valid with mask"),
        ("grid=hex&from=30,0", "from", "must be a cell of the maze"),
        ("grid=hex&from=0", "from", "must be a cell of the maze"),
        ("mask=diamond&to=0,0", "to", "must be a cell of the maze"),
        ("grid=hex&remove=0,0,N", "remove", "it has NE, E, SE, SW, W, NW"),
        ("weave=1.5", "weave", "must be a number between 0 and 1, such as 0.5"),
    ] {
        let answer = get(&format!("/maze?{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}: {}", answer.text());
        let errors = answer.json()["errors"].clone();
        assert_eq!(errors.as_array().map(Vec::len), Some(1), "{query}: {errors}");
        assert_eq!(errors[0]["parameter"], parameter, "{query}");
        assert!(errors[0]["detail"].as_str().unwrap().contains(words), "{query}: {errors}");
    }
    for (query, parameter) in [("grid=hex&w=3000&h=3000", "h"), ("grid=polar&rings=100000", "rings")] {
        let answer = get(&format!("/maze?{query}")).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (422, "too-large"), "{query}");
        let error = answer.json()["errors"][0].clone();
        assert_eq!(error["parameter"], parameter, "{query}");
        assert!(error["detail"].as_str().unwrap().contains("may have at most 4194304 cells"), "{query}: {error}");
    }
}

#[tokio::test]
async fn another_grid_is_another_resource() {
    let mut tags = BTreeSet::new();
    let mut count = 0;
    for query in queries() {
        let answer = get(&format!("/maze?{query}")).await;
        tags.insert(answer.header("etag").unwrap().to_owned());
        count += 1;
    }
    assert_eq!(tags.len(), count);
    let location = get("/maze?grid=hex&w=4&h=4").await.header("content-location").unwrap().to_owned();
    assert!(location.starts_with("/maze.json?grid=hex&w=4&h=4&seed="), "{location}");
}

/// An animation shows the cells that stay alone.
#[tokio::test]
async fn animations_of_mazes_that_cells_are_taken_out_of() {
    for query in [
        "w=9&h=8&sparse=0.4&braid=1&doors=true&ends=random",
        "algo=division&w=9&h=8&sparse=0.4&rooms=1",
        "grid=hex&w=9&h=8&sparse=0.4&ends=center",
        "w=8&h=8&symmetry=mirror-x",
        "w=8&h=8&unicursal=true",
    ] {
        for path in ["/maze.gif", "/solve.gif", "/maze/steps", "/solve/steps"] {
            let answer = get(&format!("{path}?{query}&seed=3")).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}?{query}");
        }
    }
}
