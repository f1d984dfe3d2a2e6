//! Many mazes by one URL: the record of each is that of the maze alone, and arrays match their headers.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::header::HOST;
use axum::http::{HeaderValue, Method, Request, StatusCode};
use dedale::rng::{MAX_SEED, derived_seed};
use dedale_server::app::App;
use dedale_server::server::service::service;
use dedale_server::server::timeouts::Sender;
use dedale_server::settings::Settings;
use http_body_util::BodyExt as _;

use crate::common::{Answer, PEER, app, assert_tells_where_it_is_found, get, get_with, request, send, send_to};

async fn good(uri: &str) -> Answer {
    let answer = get(uri).await;
    assert_eq!(answer.status, StatusCode::OK, "{uri}: {}", String::from_utf8_lossy(&answer.body));
    answer
}

/// The lines of a response, each with its end.
fn lines(answer: &Answer) -> Vec<&str> {
    answer.text().split_inclusive('\n').collect()
}

/// How many cells an app has counted.
fn cells(app: &App) -> u64 {
    let text = app.metrics.text();
    let count = text.lines().find_map(|line| line.strip_prefix("dedale_cells_total "));
    count.expect("a count").parse().unwrap()
}

/// Not the cells that were asked for.
#[tokio::test]
async fn the_cells_of_responses_that_were_sent_whole_are_counted() {
    let app = app();
    let counted = || cells(&app);
    let uri = "/mazes?count=1000000000&w=2048&h=2048&algo=sidewinder&seed=1";
    send_to(&app, request(Method::HEAD, uri, &[])).await;
    assert_eq!(counted(), 0);
    let mut asked = request(Method::GET, "/mazes?count=1000000&w=9&h=9&seed=1", &[]);
    asked.headers_mut().insert(HOST, HeaderValue::from_static("localhost"));
    let mut body = service(app.clone()).answer(asked).await.into_body();
    body.frame().await.unwrap().unwrap();
    drop(body);
    assert_eq!(counted(), 0);
    send_to(&app, request(Method::GET, "/mazes?count=3&w=9&h=9&seed=1", &[])).await;
    send_to(&app, request(Method::GET, "/maze?w=9&h=9&seed=1", &[])).await;
    assert_eq!(counted(), 4 * 81);
}

#[tokio::test]
async fn the_cells_of_all_mazes_of_a_response_are_counted_and_no_others() {
    for (uri, expected) in [
        // There are four mazes of this size.
        ("/mazes?count=100&w=2&h=2&distinct=true&seed=1", 4 * 4),
        ("/mazes.npy?count=3&w=5&h=4&seed=1", 3 * 20),
        ("/mazes?count=3&w=5&h=2..4&seed=1", 10 + 15 + 20),
        ("/mazes?count=2&w=300&h=300&seed=1", 2 * 90_000),
        ("/book.pdf?count=3&w=5&h=4&seed=1", 3 * 20),
        ("/book.pdf?count=3&w=5&h=2..4&seed=1", 10 + 15 + 20),
        ("/maze.pdf?w=5&h=4&seed=1", 20),
        ("/check?w=5&h=4&seed=1&directions=E", 20),
    ] {
        let app = app();
        let answer = send_to(&app, request(Method::GET, uri, &[])).await;
        assert_eq!((answer.status, cells(&app)), (StatusCode::OK, expected), "{uri}");
        let tag = answer.header("etag").expect("a tag").to_owned();
        let again = send_to(&app, request(Method::GET, uri, &[("if-none-match", &tag)])).await;
        assert_eq!((again.status, cells(&app)), (StatusCode::NOT_MODIFIED, expected), "{uri}");
    }
    let app = app();
    let lines = r#"{"seed":1,"directions":"E"}

{"seed":2,"directions":""}
no line
{"encoding":"walls","cells":[["NWS","NES"]],"from":[0,0],"to":[0,1],"directions":"E"}
"#;
    let lines = Request::post("/check?w=5&h=4").header("content-type", "application/x-ndjson").body(lines.into());
    let answer = send_to(&app, lines.unwrap()).await;
    assert_eq!(answer.text().lines().count(), 4, "{}", answer.text());
    assert_eq!(cells(&app), 2 * 20 + 2, "{}", answer.text());
}

#[tokio::test]
async fn each_line_is_what_is_said_of_its_maze_alone() {
    for (path, query) in [
        ("/maze", "w=7&h=5"),
        ("/maze", "w=6&h=6&encoding=bits&braid=0.5&doors=true"),
        ("/maze", "w=5&h=5&grid=hex&algo=wilson"),
        ("/maze", "w=9&h=9&mask=heart&parts=largest"),
        ("/maze", "w=6&h=6&weave=1"),
        ("/maze", "w=8&h=8&length=20..30"),
        ("/maze", "w=8&h=8&algo=prim&difficulty=hard&encoding=graph"),
        ("/solve", "w=7&h=5&include=path"),
        ("/solve", "w=7&h=5&include=directions,distances,stats,hash&encoding=walls"),
        ("/solve", "w=7&h=5&solver=random-mouse&include=walk"),
        ("/solve", "w=4&h=4&solver=wall-follower&hand=left"),
        ("/solve", "w=4&h=4&include=matrix&point=all"),
        ("/solve", "w=5&h=4&grid=triangle&include=path,hash"),
        ("/solve", "w=6&h=6&include=hash&hash=canonical"),
        ("/solve", "w=8&h=8&length=20..30&include=path"),
        ("/maze", "w=6&h=5&weights=hills"),
        ("/solve", "w=6&h=5&braid=1&weights=1..9&include=path,distances,weights"),
    ] {
        let answer = good(&format!("/mazes?{query}&count=12&seed=7")).await;
        assert_eq!(answer.header("content-type"), Some("application/x-ndjson"));
        let lines = lines(&answer);
        assert_eq!(lines.len(), 12, "{query}");
        for (number, line) in (0..).zip(lines) {
            let alone = good(&format!("{path}?{query}&seed={}", derived_seed(7, number))).await;
            // A line says the seed, and no URL.
            let url = format!("\"url\":{},", alone.json()["url"]);
            assert_eq!(line, alone.text().replacen(&url, "", 1), "{query}, maze {number}");
        }
        let named = good(&format!("/mazes.ndjson?{query}&count=12&seed=7")).await;
        assert!(named.body == answer.body, "{query}");
    }
}

/// The tokens of a maze: its pairs of cells, the entrance, the exit and the path.
fn tokens(line: &str) -> [Vec<String>; 4] {
    let mut rest = line.strip_suffix('\n').unwrap();
    let lists = ["ADJLIST", "ORIGIN", "TARGET", "PATH"].map(|name| {
        let (list, after) =
            rest.strip_prefix(&format!("<{name}_START> ")).unwrap().split_once(&format!("<{name}_END>")).unwrap();
        rest = after.strip_prefix(' ').unwrap_or(after);
        let pairs = list.split_terminator(" ; ").map(str::to_owned);
        if name == "ADJLIST" { pairs.collect() } else { list.split_terminator(' ').map(str::to_owned).collect() }
    });
    assert_eq!(rest, "");
    lists
}

#[tokio::test]
async fn a_line_of_tokens_says_what_json_says() {
    for query in [
        "w=7&h=5",
        "w=1&h=1",
        "w=12&h=11&braid=0.5&doors=true",
        "w=9&h=9&mask=heart&doors=true",
        "w=8&h=8&sparse=0.5&exits=5",
        "w=8&h=8&braid=1&weights=1..9",
        "w=6&h=6&solver=wall-follower",
        "w=5&h=5&from=2,2&to=2,2",
        "w=8&h=8&length=20..30",
    ] {
        let answer = good(&format!("/mazes.tokens?{query}&count=12&seed=7")).await;
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=utf-8"));
        let lines = lines(&answer);
        assert_eq!(lines.len(), 12, "{query}");
        for (number, line) in (0..).zip(lines) {
            let seed = derived_seed(7, number);
            let alone = good(&format!("/solve?format=tokens&{query}&seed={seed}")).await;
            assert_eq!(line, alone.text(), "{query}, maze {number}");
            let [pairs, origin, target, path] = tokens(line);
            let solved = good(&format!("/solve?encoding=passages&include=path&{query}&seed={seed}")).await.json();
            let cell = |cell: &serde_json::Value| format!("({},{})", cell[0], cell[1]);
            assert_eq!([origin, target], ["from", "to"].map(|end| vec![cell(&solved[end])]), "{query}");
            assert_eq!(path, solved["path"].as_array().unwrap().iter().map(cell).collect::<Vec<_>>(), "{query}");
            let rows = solved["cells"].as_array().unwrap();
            let is_cell = |row: usize, column: usize| rows.get(row).is_some_and(|row| row[column].is_string());
            let mut expected = Vec::new();
            for (row, cells) in rows.iter().enumerate() {
                for (column, sides) in cells.as_array().unwrap().iter().enumerate() {
                    for (side, [far_row, far_column]) in [('E', [row, column + 1]), ('S', [row + 1, column])] {
                        if sides.as_str().is_some_and(|sides| sides.contains(side)) && is_cell(far_row, far_column) {
                            expected.push(format!("({row},{column}) <--> ({far_row},{far_column})"));
                        }
                    }
                }
            }
            assert_eq!(pairs, expected, "{query}, maze {number}");
        }
    }
    // Without a path.
    let maze = good("/maze?format=tokens&w=2&h=1&seed=7").await;
    assert_eq!(
        maze.text(),
        "<ADJLIST_START> (0,0) <--> (0,1) ; <ADJLIST_END> <ORIGIN_START> (0,0) <ORIGIN_END> <TARGET_START> (0,1) <TARGET_END>\n"
    );
    let canonical = good("/mazes.tokens?w=2&h=2&algo=wilson&count=2000&seed=7&distinct=true&hash=canonical").await;
    assert_eq!(lines(&canonical).len(), 1);
}

#[tokio::test]
async fn an_offset_gives_the_rest_of_the_same_mazes() {
    for query in ["w=7&h=5", "w=7&h=5&include=path", "w=6&h=5&grid=hex"] {
        let whole = good(&format!("/mazes?{query}&count=300&seed=7")).await;
        let rest = good(&format!("/mazes?{query}&count=293&offset=7&seed=7")).await;
        assert_eq!(lines(&whole)[7..], lines(&rest)[..], "{query}");
    }
    for query in ["w=7&h=5", "w=7&h=5&include=maze,path", "w=6&h=5&grid=hex&encoding=bits"] {
        let whole = good(&format!("/mazes.npy?{query}&count=3000&seed=7")).await;
        let rest = good(&format!("/mazes.npy?{query}&count=2993&offset=7&seed=7")).await;
        let [whole, rest] = [&whole, &rest].map(|answer| Array::read(&answer.body));
        assert_eq!(whole.count, 3000);
        assert!(whole.bytes[7 * whole.record()..] == *rest.bytes, "{query}");
    }
    let last = good(&format!("/mazes?w=4&h=4&count=1&offset={MAX_SEED}&seed=7")).await;
    assert_eq!(last.json()["seed"], derived_seed(7, MAX_SEED));
}

/// An array of numpy, read apart from the program.
struct Array<'a> {
    head: String,
    count: usize,
    bytes: &'a [u8],
}

impl Array<'_> {
    fn read(file: &[u8]) -> Array<'_> {
        assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
        let length = usize::from(u16::from_le_bytes([file[8], file[9]]));
        assert_eq!((10 + length) % 64, 0);
        let head = std::str::from_utf8(&file[10..10 + length]).unwrap().trim_end().to_owned();
        let shape = head.split("'shape': (").nth(1).unwrap();
        let count = shape.split(',').next().unwrap().parse().unwrap();
        Array { head, count, bytes: &file[10 + length..] }
    }

    fn record(&self) -> usize {
        self.bytes.len() / self.count
    }
}

#[tokio::test]
async fn an_array_has_the_numbers_of_each_maze() {
    for (query, shape) in [
        ("w=7&h=5", "(40, 11, 15)"),
        ("w=7&h=5&encoding=bits", "(40, 5, 7)"),
        ("w=6&h=6&braid=1&doors=true", "(40, 13, 13)"),
        ("w=9&h=9&mask=circle", "(40, 19, 19)"),
        ("w=8&h=8&sparse=0.5&encoding=bits", "(40, 8, 8)"),
        ("w=5&h=4&grid=triangle&encoding=bits", "(40, 4, 5)"),
        ("w=8&h=8&length=20..30", "(40, 17, 17)"),
    ] {
        let uri = format!("/mazes.npy?{query}&count=40&seed=3");
        let answer = good(&uri).await;
        let array = Array::read(&answer.body);
        assert_eq!(array.head, format!("{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}, }}"), "{query}");
        for number in 0..40 {
            let alone = good(&format!("/maze.npy?{query}&seed={}", derived_seed(3, number))).await;
            let numbers = Array::read(&alone.body).bytes;
            let record = array.record();
            let start = number as usize * record;
            assert!(array.bytes[start..start + record] == *numbers, "{query}, maze {number}");
        }
        let head = send(request(Method::HEAD, &uri, &[])).await;
        assert_eq!(head.header("content-length"), Some(&*answer.body.len().to_string()), "{query}");
        let coded = get_with(&uri, &[("accept-encoding", "gzip")]).await;
        assert!(coded.header("content-encoding").is_none() && coded.body == answer.body, "{query}");
    }
}

#[tokio::test]
async fn a_record_has_the_fields_that_are_asked_for() {
    let all = "seed,maze,path,directions,length,distances,weights,hash";
    let of_maze = "w=6&h=4&braid=0.5&weights=1..9";
    for (query, cells) in [(of_maze.to_owned(), [9, 13]), (format!("{of_maze}&encoding=bits"), [4, 6])] {
        let [rows, columns] = cells;
        let answer = good(&format!("/mazes.npy?{query}&count=50&seed=3&include={all}")).await;
        let array = Array::read(&answer.body);
        let descr = format!(
            "[('seed', '<u8'), ('maze', '|u1', ({rows}, {columns})), ('path', '|u1', ({rows}, {columns})), \
             ('directions', '|S23'), ('length', '<i4'), ('distances', '<i4', (4, 6)), ('weights', '<u2', (4, 6)), \
             ('hash', '<u8')]"
        );
        assert_eq!(array.head, format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (50,), }}"));
        let size = rows * columns;
        assert_eq!(array.record(), 8 + 2 * size + 23 + 4 + 96 + 48 + 8);
        for (number, record) in (0..).zip(array.bytes.chunks_exact(array.record())) {
            let seed = derived_seed(3, number);
            let (of_seed, rest) = record.split_at(8);
            assert_eq!(of_seed, seed.to_le_bytes());
            let (maze, rest) = rest.split_at(size);
            let alone = good(&format!("/maze.npy?{query}&seed={seed}")).await;
            assert!(maze == Array::read(&alone.body).bytes);
            let (path, rest) = rest.split_at(size);
            let shown = good(&format!("/solve?{of_maze}&seed={seed}&format=npy")).await;
            let shown: Vec<u8> = Array::read(&shown.body).bytes.iter().map(|&number| u8::from(number == 2)).collect();
            let uri = format!("/solve?{of_maze}&seed={seed}&include=path,directions,distances,weights,hash");
            let solution = good(&uri).await.json();
            if rows == 9 {
                assert!(path == shown, "maze {number}");
            } else {
                let place = |cell: &serde_json::Value| cell[0].as_u64().unwrap() * 6 + cell[1].as_u64().unwrap();
                let mut expected = vec![0; size];
                solution["path"].as_array().unwrap().iter().for_each(|cell| expected[place(cell) as usize] = 1);
                assert!(path == expected, "maze {number}");
            }
            let (directions, rest) = rest.split_at(23);
            let directions = std::str::from_utf8(directions).unwrap().trim_end_matches('\0');
            assert_eq!(directions, solution["directions"].as_str().unwrap());
            let (length, rest) = rest.split_at(4);
            assert_eq!(length, (solution["length"].as_i64().unwrap() as i32).to_le_bytes());
            let (distances, rest) = rest.split_at(96);
            let numbers = |name: &str| {
                let rows = solution[name].as_array().unwrap();
                rows.iter().flat_map(|row| row.as_array().unwrap()).map(|number| number.as_i64().unwrap()).collect()
            };
            let expected: Vec<i64> = numbers("distances");
            let read = distances.chunks_exact(4).map(|bytes| i32::from_le_bytes(bytes.try_into().unwrap()));
            assert!(read.map(i64::from).eq(expected));
            let (weights, hash) = rest.split_at(48);
            let expected: Vec<i64> = numbers("weights");
            let read = weights.chunks_exact(2).map(|bytes| u16::from_le_bytes(bytes.try_into().unwrap()));
            assert!(read.map(i64::from).eq(expected));
            let hash = u64::from_le_bytes(hash.try_into().unwrap());
            assert_eq!(format!("{hash:016x}"), solution["hash"].as_str().unwrap());
        }
        // The order in which fields are named does not count, and a few take less.
        let few = good(&format!("/mazes.npy?{query}&count=2&seed=3&include=length,seed")).await;
        assert_eq!(Array::read(&few.body).record(), 12);
    }
}

/// The bytes of the hash are those that the documents name.
#[tokio::test]
async fn a_hash_is_computed_from_the_encoding_bits() {
    for query in ["w=6&h=4", "w=6&h=4&doors=true", "w=5&h=5&grid=hex", "w=9&h=9&mask=circle"] {
        let answer = good(&format!("/solve?{query}&seed=5&include=hash&encoding=bits")).await.json();
        let cells: Vec<u8> = answer["cells"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|row| row.as_array().unwrap())
            .filter_map(|cell| cell.as_u64().map(|bits| bits as u8))
            .collect();
        let rows = answer["cells"].as_array().unwrap().len() as u32;
        let bytes = [rows, cells.len() as u32].into_iter().flat_map(u32::to_le_bytes).chain(cells);
        let hash =
            bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        assert_eq!(answer["hash"], format!("{hash:016x}"), "{query}");
    }
}

#[tokio::test]
async fn repetitions_are_left_out() {
    // There are four perfect mazes of four cells, which are one when they are turned.
    for (query, expected) in [("distinct=true", 4), ("distinct=true&hash=canonical", 1), ("distinct=false", 2000)] {
        let answer = good(&format!("/mazes?w=2&h=2&algo=wilson&count=2000&seed=7&{query}")).await;
        assert_eq!(lines(&answer).len(), expected, "{query}");
    }
    let distinct = good("/mazes?w=3&h=2&count=2000&seed=7&distinct=true&include=hash").await;
    let all = good("/mazes?w=3&h=2&count=2000&seed=7&include=hash").await;
    let mut seen = std::collections::BTreeSet::new();
    let hash = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["hash"].to_string();
    let first: Vec<&str> = lines(&all).into_iter().filter(|line| seen.insert(hash(line))).collect();
    assert_eq!(lines(&distinct), first);
}

#[tokio::test]
async fn many_mazes_are_kept_and_found_again_as_one_is() {
    assert_tells_where_it_is_found("/mazes?count=3&w=5&h=5").await;
    assert_tells_where_it_is_found("/mazes.npy?count=3&w=5&h=5&include=seed").await;
    let drawn = get("/mazes?count=3&w=5&h=5").await;
    let first: serde_json::Value = serde_json::from_str(lines(&drawn)[0]).unwrap();
    assert_eq!(drawn.header("dedale-seed"), Some(&*first["seed"].to_string()));
    let tagged = good("/mazes.npy?count=3&w=5&h=5&seed=7").await;
    let tag = tagged.header("etag").unwrap();
    let held = get_with("/mazes.npy?count=3&w=5&h=5&seed=7", &[("if-none-match", tag)]).await;
    assert_eq!(held.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn what_cannot_be_made_is_refused_with_its_reason() {
    for (uri, told) in [
        ("/mazes?count=0", "count"),
        ("/mazes?count=1000000001", "1000000000"),
        ("/mazes?count=2&offset=9007199254740991", "offset + count must be at most 9007199254740992"),
        ("/mazes?count=2000001&distinct=true", "must be at most 2000000 with distinct=true"),
        ("/mazes?window=0,0,1,1&algo=quilt", "window"),
        ("/mazes?format=csv", "format"),
        ("/mazes?hash=canonical", "include=hash, or with distinct=true"),
        ("/solve?hash=canonical", "is only valid with include=hash"),
        ("/mazes?hash=canonical&include=hash&grid=hex", "must be walls on this grid"),
        ("/mazes.npy?distinct=true", "is only valid at /mazes, but for format=npy"),
        ("/mazes.npy?encoding=graph", "must be blocks or bits"),
        ("/mazes.npy?encoding=walls", "must be blocks"),
        ("/mazes.npy?include=walk", "include"),
        ("/mazes.npy?include=weights", "is only valid for a maze with weights"),
        ("/mazes.tokens?grid=hex", "is only available for squares on one floor, without wrap and weave"),
        ("/mazes.tokens?wrap=x", "is only available for squares on one floor, without wrap and weave"),
        ("/mazes.tokens?include=walk", "is only valid at /solve and /mazes with format=json"),
        ("/map/window?format=tokens&window=0,0,2,2", "format"),
        ("/mazes.npy?include=maze&grid=hex&encoding=bits", "plain squares"),
        ("/mazes.npy?grid=polar&encoding=bits", "rows of equal length"),
        ("/maze?count=3", "is only valid where many mazes are made"),
        ("/mazes?w=99999&h=3&algo=quilt", "w"),
    ] {
        let answer = get(uri).await;
        answer.assert_refused();
        assert!(answer.text().contains(told), "{uri}: {}", answer.text());
    }
    // The cost of a single maze is admitted, not that of all.
    let answer = get("/mazes?count=1&algo=wilson&w=64&h=65535").await;
    assert_eq!(answer.problem(), "too-large");
    let none = get("/mazes?w=9&h=9&count=3&length=80..80&seed=7").await;
    assert_eq!(none.problem(), "no-such-maze");
}

/// The unread body of a response.
async fn body(app: &Arc<App>, uri: &str) -> impl axum::body::HttpBody<Data = Bytes, Error: std::fmt::Debug> + Unpin {
    let mut asked = request(Method::GET, uri, &[]);
    asked.headers_mut().insert(HOST, HeaderValue::from_static("localhost"));
    asked.extensions_mut().insert(Sender::new(PEER, &Arc::default()));
    let response = service(app.clone()).answer(asked).await;
    assert_eq!(response.status(), StatusCode::OK, "{uri}");
    response.into_body()
}

/// The frames of a body, until it ends or fails.
async fn frames(app: &Arc<App>, uri: &str) -> (Vec<Bytes>, bool) {
    let mut body = body(app, uri).await;
    let mut frames = Vec::new();
    while let Some(frame) = body.frame().await {
        match frame {
            Ok(frame) => frames.extend(frame.into_data()),
            Err(_) => return (frames, false),
        }
    }
    (frames, true)
}

/// Of many mazes, one is not found in the attempts that are made.
#[tokio::test]
async fn a_maze_that_is_not_found_cuts_off_the_stream_after_those_before_it() {
    // Enough for about a hundred and fifty attempts.
    let settings = Settings { max_steps: 200_000, ..Settings::default() };
    let app = Arc::new(App::new(settings));
    let (frames, is_whole) = frames(&app, "/mazes?w=9&h=9&count=10000&seed=7&length=64..64").await;
    assert!(!is_whole);
    let text = frames.concat();
    assert!(!text.is_empty() && text.ends_with(b"}\n"), "the mazes before it are whole");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mazes_are_no_longer_made_when_the_reader_leaves() {
    let app = Arc::new(App::new(Settings { client_share: 100, ..Settings::default() }));
    for uri in [
        "/mazes.npy?count=1000000000&w=15&h=15&seed=7",
        "/mazes?count=1000000000&w=15&h=15&seed=7&include=path",
        // Each takes longer than a turn.
        "/mazes?count=1000000&w=1000&h=1000&algo=wilson&seed=7",
    ] {
        let mut body = body(&app, uri).await;
        for _ in 0..3 {
            assert!(!body.frame().await.unwrap().unwrap().into_data().unwrap().is_empty(), "{uri}");
        }
        drop(body);
        let start = std::time::Instant::now();
        while app.pool.free_turns() < dedale_server::settings::turns()
            || app.pool.free_workers() < app.settings.workers as u64
        {
            assert!(start.elapsed().as_secs() < 20, "{uri}: the work goes on");
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        }
    }
}

/// The number of parts that are made ahead is bounded, so a client that does not read costs no more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_mazes_take_no_more_memory_than_a_few() {
    let app = app();
    let few = send_to(&app, request(Method::GET, "/mazes.npy?count=1&w=15&h=15&seed=7", &[])).await;
    assert_eq!(few.status, StatusCode::OK);
    let body = body(&app, "/mazes.npy?count=1000000000&w=15&h=15&seed=7").await;
    let held = app.metrics.reserved.get();
    assert!((1..4 << 20).contains(&held), "{held} bytes are held");
    drop(body);
    assert_eq!(app.metrics.reserved.get(), 0);
}
