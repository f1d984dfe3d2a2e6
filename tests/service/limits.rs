//! The maximum size of a maze and its picture: the documented limits are enforced, and all errors of a size are reported at once.

use std::sync::Arc;

use crate::common::{get, request, send_to};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use dedale::formats::{Encoding, Format};
use dedale::generate::ALGORITHMS;
use dedale_server::app::App;
use dedale_server::endpoints::Endpoint as _;
use dedale_server::endpoints::check::CheckRequest;
use dedale_server::endpoints::maze::MazeRequest;
use dedale_server::limits::client_ip::Origin;
use dedale_server::parameters::output::Resource;
use dedale_server::parameters::query::MAX_PAIRS;
use dedale_server::parameters::table::{PARAMETERS, Values};
use dedale_server::response::context::RequestContext;
use dedale_server::settings::Settings;
use serde_json::Value;

const NEEDS_THE_WHOLE: &str =
    "needs the whole maze, which may then have at most 65535 columns or rows and 4194304 cells in all";

/// The end of the error about a side that is too large.
const LARGER: &str = "; larger mazes are at /map";

/// How the maze of a URL would be made by a server with its usual settings, else what is wrong: of each fault the parameter and the
/// detail. Nothing is made.
fn read(uri: &str) -> Result<MazeRequest, Vec<String>> {
    let uri: Uri = uri.parse().expect("a URL");
    let app = Arc::new(App::new(Settings::default()));
    let read = MazeRequest::parse(&RequestContext::new(&app, Origin::default(), uri, HeaderMap::new()));
    read.map_err(|problem| {
        let document: Value = serde_json::from_str(&problem.to_json()).expect("JSON");
        let errors = document["errors"].as_array().expect("faults").iter();
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        errors.map(|error| format!("{} {}", text(&error["parameter"]), text(&error["detail"]))).collect()
    })
}

/// Asserts that these are the faults, in this order; of each how it begins.
#[track_caller]
fn assert_faults(uri: &str, starts: &[&str]) {
    let faults = read(uri).map(|_| ()).expect_err(uri);
    let are_those = faults.iter().zip(starts).all(|(fault, start)| fault.starts_with(start));
    assert!(faults.len() == starts.len() && are_those, "{uri}: {faults:#?}");
}

/// All mazes that are generated row by row may have this many pixels, however few cells they have.
#[test]
fn pictures_made_row_by_row_have_one_limit() {
    for algo in ["binary-tree", "sidewinder", "eller"] {
        for size in
            ["w=1000&h=4194", "w=1000&h=4195", "w=2048&h=2048", "w=2049&h=2048", "w=150&h=150&cell=256", "w=20000&h=1"]
        {
            for uri in [format!("/maze.png?algo={algo}&{size}"), format!("/maze?algo={algo}&{size}&format=png")] {
                assert!(read(&uri).is_ok(), "{uri}: {:?}", read(&uri).err());
            }
        }
        // Also one of few cells, which is made row by row as soon as it needs to be.
        let rows = read(&format!("/maze.png?algo={algo}&w=100&h=100&cell=256")).expect("few cells");
        assert!(rows.by_rows);
        let whole = read(&format!("/maze.png?algo={algo}&w=100&h=100")).expect("few cells");
        assert!(!whole.by_rows);
        // What needs the whole maze has the limit of those.
        for edit in ["heat=distance", "braid=1", "max_walls=0.5", "ends=farthest"] {
            let uri = format!("/maze.png?algo={algo}&w=2048&h=2048&{edit}");
            let start =
                "cell the picture would be 32802 × 32802 pixels, and may have 268435456 pixels in all; format=svg";
            assert_faults(&uri, &[start]);
        }
    }
    assert_faults("/maze.png?algo=prim&w=2048&h=2048", &["cell the picture would be"]);
}

#[tokio::test]
async fn a_picture_of_many_pixels_is_the_same_made_row_by_row() {
    let app = Arc::new(App::new(Settings { max_pixels: 5000, ..Settings::default() }));
    for query in
        ["algo=eller&w=101&h=199&cell=2&wall=1", "algo=sidewinder&w=9&h=9", "algo=binary-tree&w=30&h=30&cell=4"]
    {
        let uri = format!("/maze.png?{query}&seed=7");
        let answer = send_to(&app, request(Method::GET, &uri, &[])).await;
        assert_eq!(answer.status, StatusCode::OK, "{uri}: {}", answer.text());
        assert!(answer.body == get(&uri).await.body, "{uri}");
    }
}

/// The largest maze can be drawn in its usual size, with whatever margin.
#[tokio::test]
async fn a_margin_makes_no_picture_too_large() {
    for query in ["w=1000&h=100000000", "w=746&h=134048257", "w=65535&h=1525902", "w=1000&h=100000000&margin=1024"] {
        let uri = format!("/maze.png?algo=eller&{query}");
        assert!(read(&uri).is_ok(), "{uri}: {:?}", read(&uri).err());
    }
    let app = Arc::new(App::new(Settings {
        max_side: 50,
        max_cells: 100,
        max_streamed_cells: 500,
        max_pixels: 1000,
        ..Settings::default()
    }));
    let answer = async |uri: &str| send_to(&app, request(Method::GET, uri, &[])).await;
    assert_eq!(answer("/maze.png?algo=eller&w=10&h=50&seed=7").await.status, StatusCode::OK);
    let refused = answer("/maze.png?algo=eller&w=10&h=50&seed=7&cell=17").await;
    let told = "the picture would be 204 × 884 pixels, and its cells may have 128000 in all";
    assert_eq!(refused.json()["errors"][0]["detail"], told);
    // A picture that is made as a whole has a limit for all of it.
    assert_eq!(answer("/maze.png?algo=prim&w=1&h=1&cell=9&margin=10").await.status, StatusCode::OK);
    assert_eq!(answer("/maze.png?algo=prim&w=1&h=1&cell=9&margin=11").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// A side has at most as many pixels as the format allows, and messages do not suggest a format that does not allow as many rows.
#[test]
fn a_side_of_a_picture_has_a_limit() {
    let told = "cell the picture would be 1634 × 16000000034 pixels, and may have 2147483647 a side";
    assert_eq!(read("/maze.png?algo=eller&w=100&h=1000000000").map(|_| ()).expect_err("too long"), [told]);
    assert!(read("/maze.png?algo=eller&w=100&h=1000000000&cell=2&wall=1").is_ok());
    assert!(read("/maze.png?algo=eller&w=1&h=134217725").is_ok());
    assert_faults("/maze.png?algo=eller&w=1&h=134217726", &["cell the picture would be 50 × 2147483650 pixels"]);
}

#[test]
fn the_documented_range_is_the_enforced_one() {
    let (side, rows) = ("must be between 1 and 65535", "must be between 1 and 1000000000");
    let (any_side, any_rows) =
        ("must be a whole number between 1 and 65535", "must be a whole number between 1 and 1000000000");
    for algo in ["binary-tree", "sidewinder", "eller"] {
        let assert_told = |path: &str, query: &str, told: &[(&str, &str)]| {
            let told: Vec<String> = told.iter().map(|(name, detail)| format!("{name} {detail}")).collect();
            let uri = format!("{path}?algo={algo}&{query}");
            assert_eq!(read(&uri).map(|_| ()).expect_err(&uri), told, "{uri}");
        };
        for path in ["/maze", "/maze.json", "/maze.txt", "/maze.png"] {
            assert_told(path, "h=0", &[("h", rows)]);
            assert_told(path, "h=-5", &[("h", rows)]);
            assert_told(path, "h=abc", &[("h", any_rows)]);
            assert_told(path, "h=", &[("h", any_rows)]);
            assert_told(path, "h=1e9", &[("h", any_rows)]);
            assert_told(path, "h=1000000001", &[("h", &format!("{rows}{LARGER}"))]);
            assert_told(path, "h=18446744073709551616", &[("h", &format!("{rows}{LARGER}"))]);
            assert_told(path, "w=abc&h=1000000", &[("w", any_side)]);
            assert_told(path, "w=0&h=1000000", &[("w", side)]);
            assert_told(path, "w=65536", &[("w", &format!("{side}{LARGER}"))]);
            assert_told(path, "w=0&h=0", &[("w", side), ("h", rows)]);
            assert_told(
                path,
                "w=0&h=0&seed=",
                &[("seed", "must be a number or a text of 1 to 200 bytes"), ("w", side), ("h", rows)],
            );
            // With what needs the whole maze there may not be as many.
            assert_told(path, "h=0&braid=1", &[("h", side)]);
            assert_told(path, "w=x&h=1000000&ends=farthest", &[("w", any_side), ("ends", NEEDS_THE_WHOLE)]);
            assert_told(path, "h=2000000000&max_walls=1", &[("h", &format!("{side}{LARGER}"))]);
        }
        assert_told("/maze.svg", "h=abc", &[("h", any_side)]);
        let svg = &format!("format=svg {NEEDS_THE_WHOLE}{LARGER}");
        assert_told("/maze.svg", "w=x&h=1000000", &[("w", any_side), ("h", svg)]);
        assert_told("/maze.png", "h=0&heat=distance", &[("h", side)]);
        assert_told("/maze", "h=0&format=ansi", &[("h", side)]);
        assert_told("/maze", "h=0&format=blocks", &[("h", rows)]);
        assert_told("/maze.svg", "h=1000000", &[("h", svg)]);
    }
    assert_faults("/maze?algo=prim&h=0", &[&format!("h {side}")]);
    assert_faults("/maze?algo=ellr&h=0", &["algo unknown algorithm", &format!("h {side}")]);
}

/// The size of the picture is checked and reported even if other parameters are invalid.
#[test]
fn all_errors_of_a_picture_are_reported_at_once() {
    let heat = &format!("heat {NEEDS_THE_WHOLE}")[..];
    let (cell, color, seed) = ("cell the picture would be", "color must be a color", "seed must be");
    let large = "algo=eller&w=1000&h=100000000&cell=32";
    for (query, starts) in [
        ("&heat=distance", &[heat, cell][..]),
        ("&heat=distance&braid=1", &["braid needs the whole", heat, cell]),
        ("&heat=distance&color=x", &[heat, color, cell]),
        ("&heat=distance&palette=x", &[heat, "palette unknown value", cell]),
        ("&seed=", &[seed, cell]),
        ("&heat=distance&seed=", &[seed, heat, cell]),
    ] {
        assert_faults(&format!("/maze.png?{large}{query}"), starts);
        assert_faults(&format!("/maze?{large}&format=png{query}"), starts);
    }
    // In its default size, it is not too large, and the message does not suggest to make it smaller.
    assert_faults("/maze.png?algo=eller&w=1000&h=100000000&heat=distance", &[heat]);
    assert_faults("/maze.png?algo=eller&w=1000&h=100000000&heat=distance&braid=1", &["braid needs the whole", heat]);
    assert_faults("/maze.png?algo=eller&w=2048&h=2048&seed=", &[seed]);
    // The same of one that is made as a whole.
    assert_faults("/maze.png?w=2000&h=2000&seed=&color=x", &[seed, color, cell]);
    assert_faults("/maze.png?w=2000&h=2000&from=2000,0", &["from must be a cell of the maze", cell]);
    // Invalid lengths are not measured.
    assert_faults("/maze.png?w=2000&h=2000&cell=x", &["cell must be a whole number"]);
    assert_faults(
        "/maze?algo=eller&h=100000&format=svg&encoding=bit",
        &["encoding is only valid with format=json", &format!("format {NEEDS_THE_WHOLE}")],
    );
}

#[tokio::test]
async fn all_errors_of_a_drawn_solution_are_reported_at_once() {
    let answer = get("/solve.png?w=2000&h=2000&seed=").await.json();
    let names: Vec<_> = answer["errors"].as_array().expect("faults").iter().map(|error| &error["parameter"]).collect();
    assert_eq!(names, ["seed", "cell"], "{answer}");
    let answer = get("/solve?w=20&h=20&seed=&include=matrix&point=20,0&point=0,0").await.json();
    let names: Vec<_> = answer["errors"].as_array().expect("faults").iter().map(|error| &error["parameter"]).collect();
    assert_eq!(names, ["seed", "point"], "{answer}");
}

/// What needs the whole maze is refused by its name where the maze is too large for that, and every other fault is reported as anywhere
/// else.
#[test]
fn options_that_need_the_whole_maze_are_rejected() {
    for (edit, starts) in [
        ("braid=0.5", &["braid needs the whole maze"][..]),
        ("braid=much", &["braid must be a number between 0 and 1"]),
        ("max_walls=1", &["max_walls needs the whole maze"]),
        // Found by the fuzz target `query`: it was ignored.
        ("max_walls=", &["max_walls must be a number"]),
        ("max_walls_in=rows", &["max_walls_in is only valid with max_walls"]),
        ("max_walls=1&max_walls_in=x", &["max_walls_in unknown value", "max_walls needs the whole maze"]),
        ("ends=farthest", &["ends needs the whole maze"]),
        ("ends=far", &["ends unknown value"]),
        ("from=0,9", &["from must be a cell of the maze"]),
        ("to=5000000,0", &["to must be a cell of the maze"]),
        ("remove=5000000,0,N", &["remove must be a cell of the maze"]),
        ("from=1,1&doors=true", &["from must be a cell on the border"]),
        ("pick=newest:1", &["pick is only valid with algo=growing-tree"]),
        ("solver=astar", &["solver is only valid at /solve"]),
    ] {
        assert_faults(&format!("/maze.txt?algo=eller&w=9&h=5000000&seed=7&{edit}"), starts);
    }
    for query in ["braid=0.0&ends=corners&to=1,1", "doors=true&remove=0,0,E"] {
        assert!(
            read(&format!("/maze?algo=eller&w=9&h=5000000&{query}")).is_ok_and(|request| request.by_rows),
            "{query}"
        );
    }
}

#[test]
fn other_mazes_are_made_as_a_whole() {
    for query in ["algo=prim&w=200&h=200", "algo=eller&w=200&h=200&braid=0.1", "algo=eller&w=20&h=20"] {
        assert!(read(&format!("/maze?{query}")).is_ok_and(|request| !request.by_rows), "{query}");
    }
    for query in ["algo=eller&w=200&h=200", "algo=eller&w=1&h=65536", "algo=eller&w=1000&h=100000000"] {
        assert!(read(&format!("/maze?{query}")).is_ok_and(|request| request.by_rows), "{query}");
    }
    assert_faults("/maze?algo=eller&w=1001&h=100000000", &["h w × h must be at most 100000000000 cells"]);
    assert_faults("/maze?algo=prim&w=9&h=500000", &["h must be between 1 and 65535"]);
}

/// The parameters say in which formats a maze can be made row by row, and the writers agree.
#[test]
fn what_is_made_row_by_row_is_written_row_by_row() {
    let row_algorithms = ALGORITHMS.iter().filter(|info| info.makes_rows() || info.name == "quilt");
    let mut by_rows = 0;
    for (info, size) in row_algorithms.flat_map(|info| [(info, "w=10&h=500000"), (info, "w=3000&h=3000")]) {
        for format in Format::ALL {
            let encodings = Encoding::NAMES.iter().map(|name| format!("&encoding={name}"));
            let looks = ["", "&heat=distance", "&heat=weights", "&cell=2", "&path_style=fill"].map(str::to_owned);
            for more in looks.into_iter().chain(encodings) {
                let uri = format!("/maze?algo={}&{size}&seed=1&format={}{more}", info.name, format.name());
                let Ok(request) = read(&uri) else { continue };
                if request.by_rows {
                    by_rows += 1;
                    assert!(request.maze.by_rows(request.representation.format, None).is_some(), "{uri}");
                }
            }
        }
    }
    assert!(by_rows > 100, "{by_rows}");
    let faults = read("/maze?algo=eller&w=10&h=500000&seed=1&encoding=graph").unwrap_err();
    assert_eq!(faults, [format!("encoding {NEEDS_THE_WHOLE}")]);
}

/// Other spellings are accepted if they are unambiguous; the response contains the name from the list of algorithms.
#[tokio::test]
async fn names_are_forgiven_their_case_and_their_underscores() {
    for (sent, name) in [("Prim", "prim"), ("hunt_and_kill", "hunt-and-kill"), ("Recursive_Backtracker", "backtracker")]
    {
        assert_eq!(get(&format!("/maze?algo={sent}&w=2&h=2&seed=7")).await.json()["algo"], name);
    }
    assert_eq!(get("/solve?solver=Wall_Follower&w=2&h=2&seed=7").await.json()["solver"], "wall-follower");
}

/// A query of nothing but faults gets a response in proportion, and takes little time: it was compared with all that is known once for
/// every name.
#[test]
fn of_very_many_faults_the_first_are_reported() {
    let uri = format!("/maze?remove={}", ["x"; 200].join(";"));
    assert_faults(&uri, &["remove must be row,col,side"; 100]);
}

/// Each name that is unknown is compared with all that are known, and the answer lists these.
#[test]
fn of_very_many_unknown_names_the_first_are_reported() {
    let names: Vec<String> = (0..200).map(|i| format!("x{i}")).collect();
    let mut expected: Vec<String> =
        names[..10].iter().map(|name| format!("{name} unknown parameter; those of")).collect();
    expected.push("x10 unknown parameter; the names after it are not looked up".to_owned());
    expected.push("w must be between".to_owned());
    let uri = format!("/maze?{}&w=0", names.join("=&"));
    assert_faults(&uri, &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn a_query_has_a_limited_number_of_parameters() {
    assert!(read(&format!("/maze?{}", ["remove=0,0,E"; MAX_PAIRS].join("&"))).is_ok());
    let uri = format!("/maze?{}&remove=0,0,x&w=0", ["remove=0,0,E"; MAX_PAIRS].join("&"));
    assert_faults(&uri, &["remove a query has at most 256 parameters"]);
}

#[tokio::test]
async fn each_list_has_a_limited_number_of_values() {
    let mut lists = 0;
    for parameter in PARAMETERS.iter() {
        let Values::List { max_values: most, .. } = parameter.values else { continue };
        lists += 1;
        let path = ["/maze", "/solve", "/check", "/book.pdf"].into_iter().find(|path| {
            let groups = match *path {
                "/check" => CheckRequest::GROUPS,
                "/solve" => Resource::Solve.groups(),
                "/maze" => Resource::Maze.groups(),
                _ => Resource::Book.groups(),
            };
            parameter.group.intersects(groups)
        });
        let uri = format!("{}?{}={}", path.unwrap(), parameter.name, ";".repeat(most.into()));
        let problem = get(&uri).await.json();
        let errors = problem["errors"].as_array().unwrap_or_else(|| panic!("{uri}: {problem}"));
        let is_limit = |error: &&Value| error["args"]["limit"] == "values" && error["args"]["max"] == most;
        assert_eq!(errors.iter().filter(is_limit).count(), 1, "{}: {problem}", parameter.name);
        let fewer = get(&uri.replacen(';', "", 1)).await.body;
        assert!(!String::from_utf8_lossy(&fewer).contains("\"values\""), "{}", parameter.name);
    }
    assert!(lists >= 8, "{lists}");
}

#[test]
fn a_parameter_that_is_given_twice_is_reported_once() {
    assert_faults("/maze?w=2&w=3&w=4", &["w must be given once"]);
    assert_faults("/maze?foo=2&foo=3&format=json&format=json", &["foo unknown parameter", "format must be given once"]);
    assert!(read("/maze?remove=0,0,E&remove=0,0,S").is_ok());
}

#[test]
fn sizes_that_overflow_are_rejected_before_anything_is_allocated() {
    assert_faults(
        "/maze?w=4294967295&h=4294967295",
        &["w must be between 1 and 65535", "h must be between 1 and 65535"],
    );
    assert_faults("/maze?w=65535&h=65535", &["w w × h must be at most 4194304 cells, and 65535 × 65535 is 4294836225"]);
}

#[tokio::test]
async fn a_wrong_size_is_reported_once() {
    for query in
        ["w=0&symmetry=mirror-x", "w=60000&h=60000&unicursal=true", "h=x&symmetry=mirror-y", "w=99999&from=3,3"]
    {
        let answer = get(&format!("/maze?{query}")).await.json();
        assert_eq!(answer["errors"].as_array().unwrap().len(), 1, "{query}: {answer}");
    }
}

/// A server with low limits.
fn small() -> Arc<App> {
    Arc::new(App::new(Settings {
        max_side: 500,
        max_cells: 10_000,
        max_streamed_cells: 20_000,
        max_pixels: 100_000,
        max_step_cells: 900,
        max_steps: 400_000,
        max_memory: 8 << 20,
        ..Settings::default()
    }))
}

/// Asserts that a request is too large, and returns the problem, which says what the limit is and what was asked for.
async fn too_large(uri: &str) -> Value {
    let answer = send_to(&small(), request(Method::GET, uri, &[])).await;
    assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (422, "too-large"), "{uri}: {}", answer.text());
    let problem = answer.json();
    assert!(problem["limit"].is_string() && problem["max"].as_u64() < problem["asked"].as_u64(), "{uri}: {problem}");
    problem
}

#[tokio::test]
async fn what_is_too_large_names_its_limit() {
    for (uri, limit) in [
        ("/maze?w=300&h=300", "cells"),
        ("/maze?w=501&h=5", "columns"),
        ("/maze?h=99999999999999999999", "rows"),
        ("/maze?w=200&h=200&from=9,9&ends=corners", "cells"),
        ("/maze?algo=eller&w=300&h=300", "cells"),
        ("/maze?algo=eller&w=300&h=60&braid=0.5", "cells"),
        ("/maze?algo=aldous-broder&w=20&h=500", "steps"),
        ("/maze?algo=wilson&w=500&h=17&ends=farthest&braid=0.5", "steps"),
        ("/maze?algo=aldous-broder&w=64&h=64&difficulty=hard", "steps"),
        ("/maze?w=100&h=100&difficulty=easy", "steps"),
        ("/maze?w=101&h=100&length=200..9000", "cells"),
        ("/maze?grid=hex&w=300&h=300", "cells"),
        ("/maze?grid=polar&rings=400", "cells"),
        ("/maze?grid=polar&rings=50&difficulty=medium", "steps"),
        ("/maze?floors=1000&w=5&h=5", "cells"),
        ("/maze?mask=circle&w=300&h=200", "cells"),
        ("/maze.png?w=90&h=90&cell=16", "pixels"),
        ("/maze.png?w=90&h=90&pixels=9000", "pixels"),
        ("/maze.gif?w=60&h=60", "step_cells"),
        ("/maze.gif?w=300&h=300", "cells"),
        ("/maze/steps?w=60&h=60", "cells"),
        ("/maze.stl?w=100&h=100", "steps"),
        ("/solve?w=300&h=300", "cells"),
        ("/solve?w=100&h=100&include=matrix&point=all", "cells"),
        (
            "/solve?w=99&h=100&include=matrix&weights=hills&point=0,0;1,1;2,2;3,3;4,4;5,5;6,6;7,7;8,8;9,9;10,10;11,11;12,12",
            "steps",
        ),
        ("/solve?solver=iterative-deepening&w=90&h=90", "steps"),
        ("/solve.svg?w=101&h=100&weights=hills", "cells"),
        ("/solve/steps?w=60&h=60", "cells"),
        ("/mazes?w=300&h=300&count=2", "cells"),
        ("/mazes?count=3000000000&w=3&h=3", "count"),
        ("/mazes?count=3000000&distinct=true&w=1&h=1", "count"),
        ("/book.pdf?count=100000&w=5&h=5", "count"),
        ("/book.pdf?count=200&w=30&h=30", "steps"),
        ("/book.pdf?count=60&w=25&h=30&difficulty=easy..hard", "steps"),
    ] {
        let problem = too_large(uri).await;
        assert_eq!(problem["limit"], limit, "{uri}: {problem}");
    }
}

#[tokio::test]
async fn all_limits_are_named_at_once() {
    let problem = too_large("/maze.gif?w=40&h=40&cell=128&seed=7").await;
    let named: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| &error["args"]["limit"]).collect();
    assert_eq!(named, ["pixels", "step_cells"], "{problem}");
    let problem = too_large("/maze?w=600&h=700").await;
    let named: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| &error["args"]["limit"]).collect();
    assert_eq!(named, ["columns", "rows"], "{problem}");
    // A request that cannot be understood gets a 400, which names the limits as well.
    let mixed = send_to(&small(), request(Method::GET, "/maze?w=600&braid=9", &[])).await;
    assert_eq!((mixed.status.as_u16(), mixed.problem().as_str()), (400, "invalid-parameter"));
    let problem = mixed.json();
    assert!(problem["errors"].as_array().unwrap().iter().any(|error| error["args"]["limit"] == "columns"), "{problem}");
    assert!(problem["limit"].is_null(), "{problem}");
}
