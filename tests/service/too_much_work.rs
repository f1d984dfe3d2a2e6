//! Work that cannot be completed in time is rejected at once.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{get, request, send_to};
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Uri};
use dedale::estimate::Work;
use dedale::formats;
use dedale::grid::GridKind;
use dedale::parse::ReadOptions;
use dedale_server::app::App;
use dedale_server::endpoints::PostedEndpoint as _;
use dedale_server::endpoints::check::PostedCheck;
use dedale_server::limits::client_ip::Origin;
use dedale_server::parameters::format::Parameters;
use dedale_server::posted::maze::PostedMaze;
use dedale_server::response::context::RequestContext;
use dedale_server::settings::Settings;

/// A server on which a request may take so many steps.
fn server(max_steps: u64) -> Arc<App> {
    Arc::new(App::new(Settings { max_steps, ..Settings::default() }))
}

/// In a maze with weights, the shortest path and the cheapest one are looked for.
#[test]
fn each_search_of_a_check_is_counted() {
    let (cells, body) = (100, r#"{"encoding":"bits","cells":[ROWS],"weights":[ROWS],"directions":"E"}"#);
    let body = body.replace("ROWS", &["[5,5,5,5,5,5,5,5,5,5]"; 10].join(","));
    let mut maze = PostedMaze::new(formats::read(body.as_bytes(), &ReadOptions::default()).expect("a maze"));
    let context = RequestContext::new(&server(1000), Origin::default(), Uri::from_static("/check"), HeaderMap::new());
    let parameters = Parameters::parse(&context, PostedCheck::groups(), PostedCheck::FORMAT).expect("no parameters");
    let request = PostedCheck::parse(parameters, &mut maze).expect("a claim");
    let job = request.task(&maze).admit(&Settings::default()).expect("little work");
    assert!(job.cost.steps >= 2 * Work::CheapestPaths.estimate(cells, GridKind::Square).steps, "{job:?}");
}

#[tokio::test]
async fn every_path_refuses_what_takes_too_long() {
    let app = server(1000);
    for uri in [
        "/maze?w=40&h=40",
        "/maze.svg?w=40&h=40",
        "/solve?w=20&h=20",
        "/solve.svg?w=20&h=20",
        "/solve?w=10&h=10&include=matrix&point=0,0&point=1,1&point=2,2",
        "/maze/steps?w=40&h=40",
        "/solve/steps?w=20&h=20",
    ] {
        let answer = send_to(&app, request(Method::GET, uri, &[])).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (422, "too-large"), "{uri}");
        let small = uri.replace("w=40&h=40", "w=4&h=4").replace("w=20&h=20", "w=4&h=4").replace("w=10&h=10", "w=4&h=4");
        let answer = send_to(&app, request(Method::GET, &small, &[])).await;
        assert_eq!(answer.status, 200, "{small}: {}", answer.text());
    }
    let open = |columns: usize| {
        let ends = format!("+{}\n", "---+".repeat(columns));
        format!("{ends}|{} |\n{ends}", " ".repeat(4 * columns - 2))
    };
    for (uri, most) in
        [("/solve?include=stats", 15), ("/check?directions=E", 200), ("/check?directions=E&ends=farthest", 15)]
    {
        for (columns, status) in [(most, 200), (10 * most, 422)] {
            let post = Request::post(uri).header("content-type", "text/plain");
            let answer = send_to(&app, post.body(Body::from(open(columns))).expect("a request")).await;
            assert_eq!(answer.status, status, "{uri} with {columns} columns: {}", answer.text());
        }
    }
}

/// Each of these took 22 to 63 seconds of a processor, and was admitted.
#[tokio::test]
async fn what_takes_as_long_as_a_request_may_is_refused() {
    let points: String = (0..64).map(|point| format!("&point={0},{0}", 32 * point)).collect();
    for uri in [
        "/maze?algo=cycle-popping&w=64&h=47403&encoding=bits".to_owned(),
        "/maze?algo=cycle-popping&w=47403&h=64&encoding=bits".to_owned(),
        "/maze?algo=cycle-popping&w=8&h=31904&encoding=bits".to_owned(),
        "/maze?w=2048&h=2048&ends=farthest&mask=circle&braid=1&encoding=bits".to_owned(),
        "/solve?w=1638&h=1638&include=stats,path&ends=farthest&braid=1&wrap=x".to_owned(),
        format!("/solve?w=2048&h=2048&weights=hills&braid=1&include=matrix{points}"),
    ] {
        let answer = get(&uri).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (422, "too-large"), "{uri}");
    }
}

/// What it takes to find a path is a part of what it takes to draw a window or a tile with it, and to list its moves.
#[tokio::test]
async fn paths_in_large_mazes_are_refused_if_they_take_too_long() {
    let app = server(50_000);
    let quilt = "algo=quilt&w=9007199254740991&h=9007199254740991&seed=7";
    let rows = "algo=sidewinder&w=1000000&h=1000000&seed=7&from=0,0&to=3,3";
    for (ok, too_much, what) in [
        (format!("/map/window.svg?{quilt}&window=0,0,9,9"), "&solution=true", "the path in a window of 81 cells"),
        (format!("/map/tiles/49/0/0.png?{quilt}"), "&solution=true", "the path in a window of 289 cells"),
        (
            format!("/map/window.svg?{rows}&window=99,0,9,9&solution=true"),
            "&window=99000,0,9,9",
            "the path in a window of 81",
        ),
        (format!("/map/window.svg?{rows}&window=99,0,9,9"), "&window=99,0,99,999", "a window of 98901 cells"),
    ] {
        let answer = send_to(&app, request(Method::GET, &ok, &[])).await;
        assert_eq!(answer.status, 200, "{ok}: {}", answer.text());
        let other = match too_much.strip_prefix("&window") {
            Some(_) => ok.replace("&window=99,0,9,9", too_much),
            None => format!("{ok}{too_much}"),
        };
        let answer = send_to(&app, request(Method::GET, &other, &[])).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (422, "too-large"), "{other}");
        assert!(answer.json()["detail"].as_str().is_some_and(|detail| detail.contains(what)), "{}", answer.text());
    }
    let moves = |number: u32| format!("/map/path?algo=division&w=10000000&h=10000000&seed=7&moves={number}");
    let app = server(500_000);
    for (number, status) in [(1000, 200), (90_000, 422)] {
        let answer = send_to(&app, request(Method::GET, &moves(number), &[])).await;
        assert_eq!(answer.status, status, "{number} moves: {}", answer.text());
    }
}

/// It is in the list of algorithms, and depends on the timeout.
#[tokio::test]
async fn the_maximum_of_steps_is_reported() {
    assert_eq!(get("/server").await.json()["limits"]["max_steps"], 3_000_000_000_u64);
    let algorithms = get("/algorithms").await.json();
    assert_eq!(algorithms["algorithms"][0]["limits"]["max_steps"], 3_000_000_000_u64);
    assert_eq!(Settings::steps_within(Duration::from_millis(1500)), 150_000_000);
    assert_eq!(Settings::steps_within(Duration::MAX), u64::MAX);
}

/// A single row has one maze, so nothing has to walk along it.
#[tokio::test]
async fn a_single_row_is_made_at_once() {
    for algo in ["aldous-broder", "wilson"] {
        let answer = get(&format!("/maze?algo={algo}&w=65535&h=1&format=ascii")).await;
        assert_eq!(answer.status, 200, "{algo}");
        assert_eq!(answer.text().lines().nth(1).map(str::len), Some(4 * 65_535 + 1));
        assert!(!answer.text()[2..].lines().nth(1).is_some_and(|row| row[1..row.len() - 1].contains('|')), "{algo}");
    }
}

/// The longest path of a ring would take a search from each of its cells. It takes a bounded number, and the answer says so.
#[tokio::test]
async fn the_longest_path_of_a_ring_is_a_lower_bound() {
    for (columns, is_exact) in [(40, true), (8000, false)] {
        let (wall, gap) = ("---+".repeat(columns), format!("   +{}   +", "---+".repeat(columns - 2)));
        let row = format!("|{} |", " ".repeat(4 * columns - 2));
        let ring = format!("+{wall}\n{row}\n+{gap}\n{row}\n+{wall}\n");
        let post = Request::post("/solve?include=stats").header("content-type", "text/plain");
        // It takes seconds without optimization, and longer on a busy machine.
        let timeout = Duration::from_secs(600);
        let server = Arc::new(App::new(Settings { max_steps: u64::MAX, timeout, ..Settings::default() }));
        let answer = send_to(&server, post.body(Body::from(ring)).expect("a request")).await;
        let path = &answer.json()["stats"]["longest_path"];
        assert_eq!((answer.status.as_u16(), path["length"].as_u64()), (200, Some(columns as u64)), "{}", answer.text());
        assert_eq!(path.get("exact").and_then(serde_json::Value::as_bool), (!is_exact).then_some(false), "{path}");
    }
}

/// The mean of a walk around the longest ring takes half of the time, but one walk in a few takes all of it.
#[tokio::test]
async fn a_random_walk_that_may_take_too_long_is_refused() {
    let app = Arc::new(App::new(Settings::default()));
    for (query, status) in [("algo=wilson&w=65535&h=1&wrap=x", 422), ("algo=aldous-broder&w=65535&h=1&wrap=x", 422)] {
        let answer = send_to(&app, request(Method::GET, &format!("/maze?{query}"), &[])).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (status, "too-large"), "{query}");
    }
}

/// How long a random walk takes depends on the shape of a grid, which only the grid itself shows if it is a custom one or has a mask.
#[tokio::test]
async fn random_walks_that_take_too_long_are_refused_on_every_grid() {
    let app = server(100_000_000);
    for algo in ["wilson", "aldous-broder"] {
        for (shape, status) in
            [("wrap=x&w=60000&h=1", 422), ("floors=10000&w=2&h=2", 422), ("grid=hex&w=60000&h=1", 200)]
        {
            let uri = format!("/maze?algo={algo}&{shape}");
            let answer = send_to(&app, request(Method::GET, &format!("{uri}&format=json"), &[])).await;
            assert_eq!(answer.status, status, "{uri}: {}", &answer.text()[..200]);
        }
        // A ring of cells, and a corridor two cells wide in a mask.
        let ring = |cells: usize| {
            let cell = |cell: usize| {
                let (next, back) = ((cell + 1) % cells, (cell + cells - 1) % cells);
                format!(r#"{{"sides":[{{"side":"a","to":{next}}},{{"side":"b","to":{back}}}]}}"#)
            };
            let cells: Vec<String> = (0..cells).map(cell).collect();
            format!(r#"{{"encoding":"graph","cells":[{}]}}"#, cells.join(","))
        };
        let corridor = |turns: usize| {
            let line = "#".repeat(300);
            let ends = [format!("{}##", " ".repeat(298)), format!("##{}", " ".repeat(298))];
            (0..turns).map(|turn| format!("{line}\n{line}\n{}\n", ends[turn % 2])).collect::<String>()
        };
        for (body, media_type, status) in [
            (ring(60_000), "application/json", 422),
            (ring(500), "application/json", 200),
            (corridor(100), "text/plain", 422),
            (corridor(3), "text/plain", 200),
        ] {
            let post = Request::post(format!("/maze?algo={algo}")).header("content-type", media_type);
            let answer = send_to(&app, post.body(Body::from(body)).expect("a request")).await;
            assert_eq!(answer.status, status, "{algo}: {}", &answer.text()[..200]);
            if status == 422 {
                assert_eq!(answer.problem(), "too-large");
                assert!(answer.text().contains("random walk on this grid"), "{}", answer.text());
                let metrics = app.metrics.text();
                assert!(metrics.contains("dedale_cancelled_total{reason=\"too-much-work\"}"), "{metrics}");
            }
        }
    }
}

/// Options that no maze can have are reported before one is made: with these few steps, none could be.
#[tokio::test]
async fn lengths_and_difficulties_that_no_maze_has_are_refused_before_work() {
    let app = server(2_000_000);
    let even =
        "must include an even number from 598 to 89998: no other number of moves leads from the entrance to the exit";
    for (query, parameter, detail) in [
        ("w=300&h=300&length=1..2", "length", even),
        ("w=300&h=300&length=601..601&braid=1&doors=true", "length", even),
        ("w=300&h=300&length=1..2&ends=farthest", "length", "must include a number from 598 to 89999"),
        ("w=300&h=300&length=1..2&solver=astar", "length", even),
        ("difficulty=500..900", "difficulty", "can start at 475.0 at most"),
        ("grid=hex&w=100&h=100&length=1..2", "length", "must include a number from 149 to 9999"),
        ("grid=triangle&w=100&h=100&length=1..2", "length", "must include an even number from 198 to 9998"),
        ("wrap=xy&w=100&h=100&length=1..1", "length", "must include an even number from 100 to 9998"),
        ("wrap=xy&w=99&h=100&length=1..1", "length", "must include a number from 99 to 9899"),
        ("mask=circle&w=100&h=100&difficulty=90000..90001", "difficulty", "can start at"),
    ] {
        let path = if query.contains("solver") { "/solve" } else { "/maze" };
        let answer = send_to(&app, request(Method::GET, &format!("{path}?seed=7&{query}"), &[])).await;
        assert_eq!(answer.status, 400, "{query}: {}", answer.text());
        let errors = &answer.json()["errors"];
        assert_eq!(errors[0]["parameter"], parameter, "{query}: {errors}");
        let told = errors[0]["detail"].as_str().unwrap();
        assert!(told.starts_with(detail), "{query}: {told}");
        assert_eq!(errors.as_array().unwrap().len(), 1, "{query}: {errors}");
    }
    // Without a size, and without the ends, it is not known how far it is.
    for (query, parameter) in
        [("w=0&length=1..2", "w"), ("from=30,0&length=1..2", "from"), ("ends=x&length=1..2", "ends")]
    {
        let answer = get(&format!("/maze?seed=7&{query}")).await;
        let errors = &answer.json()["errors"];
        assert_eq!(
            (errors[0]["parameter"].as_str(), errors.as_array().map(Vec::len)),
            (Some(parameter), Some(1)),
            "{errors}"
        );
    }
    let answer = get("/book.pdf?count=3&w=30&h=30&length=1..57&seed=7").await;
    assert_eq!((answer.status.as_u16(), &answer.json()["errors"][0]["parameter"]), (400, &"length".into()));
}

/// The pictures of an animation are work, too.
#[tokio::test]
async fn animations_that_take_longer_than_the_timeout_are_refused() {
    let uri = "/maze.gif?w=120&h=120&cell=16";
    let answer =
        send_to(&server(Settings::steps_within(Duration::from_millis(100))), request(Method::GET, uri, &[])).await;
    assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (422, "too-large"));
}
