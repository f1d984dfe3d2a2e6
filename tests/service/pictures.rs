//! Pictures that are posted: in the answer is what the library finds, at each path and in each format.

use std::path::Path;
use std::sync::Arc;

use axum::http::{Method, StatusCode};
use dedale::parse::ReadOptions;
use dedale::scan::Scan;
use dedale_server::app::App;
use dedale_server::settings::Settings;
use serde_json::json;

use crate::common::{get, post, request, send_to};

/// A picture of a maze, with doors in the margin and marks at them.
async fn picture(query: &str) -> Vec<u8> {
    get(&format!("/maze.png?w=12&h=9&seed=7&cell=12&{query}")).await.body.to_vec()
}

#[tokio::test]
async fn a_picture_is_solved_in_the_same_picture() {
    for query in ["doors=true", "doors=true&margin=0", "wall=4", "theme=dark&color=000000&background=ffffff"] {
        let sent = picture(query).await;
        let solved = post("/solve?include=path,directions", "image/png", sent.clone()).await;
        assert_eq!(
            (solved.status, solved.header("dedale-read")),
            (StatusCode::OK, Some("png")),
            "{query}: {}",
            solved.text()
        );
        assert_eq!(solved.header("dedale-outcome"), Some("arrived"));
        let found = solved.json();
        let path = found["path"].as_array().unwrap();
        assert_eq!(found["length"], path.len() - 1);
        assert_eq!(found["directions"].as_str().unwrap().len(), path.len() - 1);
        assert_eq!((&found["from"], &found["to"]), (&path[0], &path[path.len() - 1]));
        let drawn = post("/solve.png?path_color=00f", "image/png", sent.clone()).await;
        assert_eq!((drawn.status, drawn.header("content-type")), (StatusCode::OK, Some("image/png")));
        let scan = Scan::read(&sent, &ReadOptions::default(), &|_| true).unwrap();
        assert_eq!(found["scale"], scan.scale);
        let ends = [&found["from"], &found["to"]].map(|end| [0, 1].map(|axis| end[axis].as_u64().unwrap() as u32));
        let traced = scan.trace(ends, &mut ()).unwrap();
        let expected: Vec<u8> = scan.with_path(sent, &traced, [0, 0, 255]).unwrap().flatten().collect();
        assert!(drawn.body == expected, "{query}");
    }
}

/// With another solver, and in other formats, a picture is a drawing of squares.
#[tokio::test]
async fn a_picture_is_a_drawing_of_squares_everywhere() {
    let drawn = "#########\n#S  #   #\n### # # #\n#     #E#\n#########\n";
    let sent = {
        let maze = get("/maze.png?w=4&h=2&seed=7&cell=2&wall=1&margin=0&doors=true").await.body.to_vec();
        assert!(Scan::read(&maze, &ReadOptions::default(), &|_| true).is_ok());
        maze
    };
    let text = post("/convert?format=squares", "image/png", sent.clone()).await;
    assert_eq!(text.status, StatusCode::OK, "{}", text.text());
    assert_eq!(text.text().lines().count(), drawn.lines().count());
    let solved = post("/solve?include=directions", "image/png", sent.clone()).await.json();
    for query in
        ["solver=astar&include=directions", "include=directions,stats", "solver=dijkstra&include=directions,distances"]
    {
        let other = post(&format!("/solve?{query}"), "image/png", sent.clone()).await.json();
        for member in ["read", "scale", "w", "h", "from", "to", "length", "directions"] {
            assert_eq!(other[member], solved[member], "{query}: {member}");
        }
    }
    let claim = solved["directions"].as_str().unwrap();
    let checked = post(&format!("/check?directions={claim}"), "image/png", sent.clone()).await.json();
    assert_eq!((&checked["ok"], &checked["read"]), (&json!(true), &json!("png")));
    for format in ["json", "svg", "png", "txt", "csv", "npy", "dxf", "stl", "map", "tmj", "squares"] {
        let written = post(&format!("/convert.{format}"), "image/png", sent.clone()).await;
        assert_eq!(written.status, StatusCode::OK, "{format}: {}", written.text());
        if ["json", "svg", "txt", "csv", "npy", "squares"].contains(&format) {
            let solution = post(&format!("/solve.{format}"), "image/png", sent.clone()).await;
            assert_eq!(solution.status, StatusCode::OK, "{format}: {}", solution.text());
        }
    }
    // A picture with a parameter of how mazes are drawn is one of the maze.
    let anew = post("/solve.png?cell=20", "image/png", sent).await;
    assert_eq!(anew.status, StatusCode::OK, "{}", anew.text());
}

#[tokio::test]
async fn what_is_wrong_with_a_picture_is_said() {
    let sent = picture("doors=true").await;
    for (query, told) in [
        ("from=900,0", "from"),
        ("from=20,20&to=900,900", "to"),
        ("from=10,10&to=17,17", "is a wall"),
        ("threshold=2", "threshold"),
        ("dark=light", "dark"),
        ("walls=X", "threshold"),
        ("read=squares", "read as squares"),
        ("read=squares&dark=free", "dark"),
        ("path_color=red&format=json", "path_color"),
    ] {
        for path in ["/solve", "/solve.png"] {
            if path == "/solve.png" && query.contains("format") {
                continue;
            }
            let refused = post(&format!("{path}?{query}"), "image/png", sent.clone()).await;
            assert!(refused.status.is_client_error(), "{path}?{query}: {}", refused.status);
            assert!(refused.text().contains(told), "{query}: {}", refused.text());
        }
    }
    let cut = post("/solve", "image/png", sent[..sent.len() / 2].to_vec()).await;
    assert_eq!(cut.status, StatusCode::BAD_REQUEST);
    assert!(cut.text().contains("cannot be decoded"), "{}", cut.text());
    let text = post("/solve?threshold=0.4", "text/plain", "###\n#S#\n#E#\n###\n").await;
    assert!(text.text().contains("only valid for a picture"), "{}", text.text());
}

/// Time and memory are known before a picture is decoded.
#[tokio::test]
async fn large_pictures_are_refused_before_they_are_decoded() {
    let sent = picture("doors=true").await;
    let limits = [
        (Settings { max_pixels: 10_000, ..Settings::default() }, "pixels"),
        (Settings { max_steps: 100_000, ..Settings::default() }, "steps"),
        (Settings { max_side: 100, ..Settings::default() }, "columns"),
    ];
    for (settings, limit) in limits {
        let app = Arc::new(App::new(settings));
        for path in ["/solve", "/solve.png"] {
            let mut request = request(Method::POST, path, &[("content-type", "image/png")]);
            *request.body_mut() = sent.clone().into();
            let refused = send_to(&app, request).await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{limit}: {}", refused.text());
            assert!(refused.text().contains(&format!("\"limit\":\"{limit}\"")), "{}", refused.text());
        }
    }
    // More squares than a maze may have cells are solved, and nothing else is done with them.
    let app = Arc::new(App::new(Settings { max_cells: 1000, ..Settings::default() }));
    for (path, status) in
        [("/solve", StatusCode::OK), ("/solve.png", StatusCode::OK), ("/solve.svg", StatusCode::UNPROCESSABLE_ENTITY)]
    {
        let mut request = request(Method::POST, path, &[("content-type", "image/png")]);
        *request.body_mut() = sent.clone().into();
        let answer = send_to(&app, request).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
    }
}

/// The line of a wide corridor is in its middle, whatever is drawn of it. A solver that is named finds its own path.
#[tokio::test]
async fn a_path_keeps_to_the_middle_in_every_format() {
    let sent = get("/maze.png?w=6&h=5&seed=3&cell=15&wall=3&margin=5&doors=true").await.body.to_vec();
    let found = post("/solve?include=path", "image/png", sent.clone()).await.json();
    for query in ["include=path,stats", "include=path,text", "include=path&encoding=bits", "include=path,dead_ends"] {
        let other = post(&format!("/solve?{query}"), "image/png", sent.clone()).await.json();
        assert_eq!((&other["path"], &other["length"]), (&found["path"], &found["length"]), "{query}");
    }
    let text = post("/solve.txt", "image/png", sent.clone()).await.text().to_owned();
    let auto = post("/solve?solver=auto&include=path,stats", "image/png", sent.clone()).await.json();
    assert_eq!(auto["path"], found["path"]);
    let named = ["bfs", "astar"].map(|solver| (solver, format!("/solve?solver={solver}&include=path")));
    for (solver, path) in named {
        let shortest = post(&path, "image/png", sent.clone()).await.json();
        assert_eq!(shortest["solver"], solver, "{shortest}");
        assert!(shortest["length"].as_u64() < found["length"].as_u64(), "{shortest}");
    }
    // Each square of the path is marked.
    let path = found["path"].as_array().unwrap();
    let [rows, columns] = [found["h"].as_u64().unwrap(), found["w"].as_u64().unwrap()];
    assert!(text.lines().count() as u64 >= rows && path.len() as u64 > rows.max(columns), "{text}");
}

/// The openings of mazes that are not convex are found: an end is in the cell, or in front of its door.
#[tokio::test]
async fn an_outline_may_have_hollows() {
    let letter = (0..14).map(|row| if row < 9 { "#####\n" } else { "##############\n" }).collect::<String>();
    let mut count = 0;
    for seed in 0..6 {
        for query in ["w=16&h=14&mask=heart", ""] {
            let query = format!("{query}&seed={seed}&doors=true");
            let drawing = "cell=14&wall=2&margin=12&marks=none";
            let (maze, sent) = if query.starts_with('&') {
                let maze = post(&format!("/maze?{query}"), "text/plain", letter.clone()).await;
                assert_eq!(maze.status, StatusCode::OK, "{}", maze.text());
                (maze.json(), post(&format!("/maze.png?{query}&{drawing}"), "text/plain", letter.clone()).await)
            } else {
                (get(&format!("/maze?{query}")).await.json(), get(&format!("/maze.png?{query}&{drawing}")).await)
            };
            let found = post("/solve?include=path", "image/png", sent.body.to_vec()).await;
            assert_eq!(found.status, StatusCode::OK, "{query}: {}", found.text());
            let found = found.json();
            let pixel = |address: &serde_json::Value, axis: usize| address[axis].as_f64().unwrap();
            let scale = found["scale"].as_f64().unwrap();
            let mut ends = ["from", "to"].map(|end| [0, 1].map(|axis| pixel(&found[end], axis) * scale));
            // The picture begins with the first row and the first column that have cells.
            let rows = maze["cells"].as_array().unwrap().iter().map(|row| row.as_array().unwrap());
            let places = rows.enumerate().flat_map(|(row, cells)| {
                cells.iter().enumerate().filter(|(_, cell)| !cell.is_null()).map(move |(column, _)| [row, column])
            });
            let first = places.fold([usize::MAX; 2], |first, at| [first[0].min(at[0]), first[1].min(at[1])]);
            let middle = |end: &str, axis: usize| 12.0 + 14.0 * (pixel(&maze[end], axis) - first[axis] as f64 + 0.5);
            let expected = ["from", "to"].map(|end| [0, 1].map(|axis| middle(end, axis)));
            let is_near = |[a, b]: [[f64; 2]; 2]| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) < 18.0;
            if !is_near([ends[0], expected[0]]) {
                ends.reverse();
            }
            assert!((0..2).all(|end| is_near([ends[end], expected[end]])), "{query}: {ends:?} are not {expected:?}");
            count += 1;
        }
    }
    assert_eq!(count, 12);
}

/// A picture of the fixtures.
fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/foreign").join(name)).unwrap()
}

/// Every kind of picture is read with its media type and without, and its solution is a PNG of the same size.
#[tokio::test]
async fn pictures_of_every_kind_are_solved() {
    for (name, form, media_type) in [
        ("two-doors.jpg", "jpeg", "image/jpeg"),
        ("two-doors.gif", "gif", "image/gif"),
        ("two-doors.webp", "webp", "image/webp"),
        ("two-doors.bmp", "bmp", "image/bmp"),
    ] {
        let sent = fixture(name);
        let mut first = None;
        for media_type in [media_type, "application/octet-stream", "application/x-www-form-urlencoded", "image/png"] {
            let solved = post("/solve?include=path", media_type, sent.clone()).await;
            assert_eq!(
                (solved.status, solved.header("dedale-read")),
                (StatusCode::OK, Some(form)),
                "{}",
                solved.text()
            );
            let found = solved.json();
            assert_eq!((&found["read"], &found["scale"], &found["length"]), (&json!(form), &json!(10), &json!(5)));
            assert_eq!(*first.get_or_insert_with(|| found.clone()), found);
        }
        let drawn = post("/solve.png?path_color=00f", media_type, sent.clone()).await;
        assert_eq!((drawn.status, drawn.header("content-type")), (StatusCode::OK, Some("image/png")));
        assert_eq!((drawn.header("dedale-read"), &drawn.body[..4]), (Some(form), &b"\x89PNG"[..]));
        let scan = Scan::read(&drawn.body, &ReadOptions::default(), &|_| true).unwrap();
        assert_eq!(scan.size, [50, 40]);
        for path in ["/convert?format=squares", "/solve.svg", "/solve?solver=astar", "/check?directions=SEESS"] {
            let answer = post(path, media_type, sent.clone()).await;
            assert_eq!(
                (answer.status, answer.header("dedale-read")),
                (StatusCode::OK, Some(form)),
                "{}",
                answer.text()
            );
        }
        let cut = post("/solve", media_type, sent[..sent.len() / 2].to_vec()).await;
        assert_eq!(cut.status, StatusCode::BAD_REQUEST);
        assert!(cut.text().contains("cannot be decoded"), "{}", cut.text());
        let app = Arc::new(App::new(Settings { max_pixels: 1999, ..Settings::default() }));
        let mut request = request(Method::POST, "/solve", &[("content-type", media_type)]);
        *request.body_mut() = sent.into();
        let refused = send_to(&app, request).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text());
    }
}

/// Where darkness does not say what is a wall, the answer has the parameters that do.
#[tokio::test]
async fn what_was_found_to_be_a_wall_is_in_the_answer() {
    let sent = fixture("blue-corridors.png");
    const FOUND: &str = "threshold=0.057&dark=wall";
    for path in
        ["/solve", "/solve?include=stats", "/convert?format=json", "/solve.png", "/solve.svg", "/check?directions=SSE"]
    {
        let answer = post(path, "image/png", sent.clone()).await;
        assert_eq!((answer.status, answer.header("dedale-shades")), (StatusCode::OK, Some(FOUND)), "{}", answer.text());
        if path.starts_with("/solve?") || path.starts_with("/convert") || path == "/solve" {
            let found = answer.json();
            assert_eq!((&found["threshold"], &found["dark"]), (&json!(0.057), &json!("wall")), "{path}");
        }
    }
    let given = post(&format!("/solve?{FOUND}"), "image/png", sent.clone()).await;
    assert_eq!((given.status, given.header("dedale-shades")), (StatusCode::OK, None));
    assert_eq!((&given.json()["length"], &given.json()["threshold"]), (&json!(2), &json!(null)));
    let usual = post("/solve?threshold=0.5", "image/png", sent).await.json();
    assert_eq!(usual["reachable"], json!(false));
    let black = picture("doors=true").await;
    assert_eq!(post("/solve", "image/png", black).await.header("dedale-shades"), None);
}

/// In which color an end was found is in the answer, where the usual one is missing.
#[tokio::test]
async fn a_blue_mark_is_a_warning() {
    let sent = fixture("red-and-blue.png");
    for path in ["/solve", "/solve?include=stats", "/convert?format=json", "/solve.png", "/solve.svg"] {
        let answer = post(path, "image/png", sent.clone()).await;
        let warnings = answer.header("dedale-warnings").unwrap_or_default();
        assert!(answer.status == StatusCode::OK && warnings.contains("blue"), "{path}: {}", answer.text());
    }
    let solved = post("/solve.png", "image/png", sent.clone()).await;
    let [width, height] = [16, 20].map(|at| u32::from_be_bytes(solved.body[at..at + 4].try_into().unwrap()));
    assert_eq!((solved.header("dedale-outcome"), width, height), (Some("arrived"), 180, 140));
}

/// An error about a picture says what to give, and what it proposes helps.
#[tokio::test]
async fn errors_about_pictures_propose_what_helps() {
    let refused = post("/solve", "image/png", fixture("no-frame.png")).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    for part in ["from and to", "y / 10"] {
        assert!(refused.text().contains(part), "{}", refused.text());
    }
    let given = post("/solve?from=0,0&to=0,2", "image/png", fixture("no-frame.png")).await;
    assert_eq!(given.json()["length"], json!(2), "{}", given.text());
    let named = post("/solve?read=bmp", "image/png", fixture("two-doors.gif")).await;
    assert!(named.text().contains("read=gif"), "{}", named.text());
}
