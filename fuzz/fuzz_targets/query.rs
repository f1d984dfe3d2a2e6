//! No query makes the reader of parameters panic; every fault names a parameter; and what is accepted is the same when it is sent
//! again as the answer tells it.
//!
//! The first byte chooses the path, the first line is the query, and the second, if there is one, is the header `Accept`:
//! `m?algo=prim&w=3&h=2`.
#![no_main]

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, HeaderValue, Uri};
use dedale::grid::{Cell, Grid, Square};
use dedale::render::{Encoding, Format, OptionList, Style};
use dedale::spec::{CheckSpec, Fault, Faults, Known, Limits, MazeSpec, RowsSpec};
use dedale_server::request::params::{self, FormatFrom, MazeRequest, Wanted};
use dedale_server::response::problem::Problem;
use dedale_server::settings::Settings;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// Names and values that are to be sent.
type Pairs = Vec<(String, String)>;

/// What was drawn for those who send no seed.
const DRAWN: u64 = 7;

/// The longest query that a request may have, and more.
const LONGEST: usize = 10_000;

/// A maze of more cells is not made here.
const TINY: u64 = 64;

fuzz_target!(|bytes: &[u8]| {
    let Some((&path, rest)) = bytes.split_first() else { return };
    let rest = rest.strip_prefix(b"?").unwrap_or(rest);
    let (query, accept) = match rest.iter().position(|&byte| byte == b'\n') {
        Some(end) => (&rest[..end], Some(&rest[end + 1..])),
        None => (rest, None),
    };
    if query.len() > LONGEST {
        return;
    }
    let accept = accept.and_then(|accept| HeaderValue::from_bytes(accept).ok());
    let headers: HeaderMap = accept.map(|accept| (ACCEPT, accept)).into_iter().collect();
    let settings = &*SETTINGS;
    match path {
        b'm' => maze("/maze", query, &headers, FormatFrom::Request, settings),
        b'j' => maze("/maze.json", query, &headers, FormatFrom::Path(Format::Json(Encoding::Walls)), settings),
        b't' => maze("/maze.txt", query, &headers, FormatFrom::Path(Format::Ascii), settings),
        b'v' => maze("/maze.svg", query, &headers, FormatFrom::Path(Format::Svg(Style::DEFAULT)), settings),
        b'p' => maze("/maze.png", query, &headers, FormatFrom::Path(Format::Png(Style::DEFAULT)), settings),
        b's' => solve("/solve", query, &headers, FormatFrom::Request, settings),
        b'd' => solve("/solve.svg", query, &headers, FormatFrom::Path(Format::Svg(Style::DEFAULT)), settings),
        b'f' => solve("/solve/steps", query, &headers, FormatFrom::Steps, settings),
        b'o' => posted(query, &headers, settings),
        b'c' => check(query),
        _ => steps(query, &headers, settings),
    }
});

/// Small enough that every limit is met now and then, and large enough that mazes are made row by row.
static SETTINGS: LazyLock<Settings> = LazyLock::new(|| Settings {
    limits: Limits { max_side: 60, max_cells: 400 },
    max_streamed_cells: 40_000,
    max_pixels: 100_000,
    ..Settings::default()
});

fn maze(path: &str, query: &[u8], headers: &HeaderMap, from: FormatFrom, settings: &Settings) {
    let uri = uri(path, query);
    let read = |uri: &Uri| params::maze(uri, headers, from, settings, || DRAWN);
    let Ok(MazeRequest { maze, location, .. }) = told(&uri, read(&uri)) else { return };
    let canonical = |maze: &Wanted| match maze {
        Wanted::Whole(spec) => spec.canonical(),
        Wanted::Rows(spec) => spec.canonical(),
    };
    match &maze {
        Wanted::Whole(spec) => echoed(spec, settings.limits),
        Wanted::Rows(spec) => rows_echoed(spec, &uri, settings),
    }
    if let Some(location) = location {
        let again = read(&location.parse().expect("a URL")).expect("its own URL is accepted");
        assert_eq!((canonical(&again.maze), again.location), (canonical(&maze), None), "{location}");
    }
}

fn solve(path: &str, query: &[u8], headers: &HeaderMap, from: FormatFrom, settings: &Settings) {
    let uri = uri(path, query);
    let read = |uri: &Uri| params::solve(uri, headers, from, settings, || DRAWN);
    let Ok((MazeRequest { maze, location, .. }, solve)) = told(&uri, read(&uri)) else { return };
    echoed(&maze, settings.limits);
    if let Some(location) = location {
        let (again, solved) = read(&location.parse().expect("a URL")).expect("its own URL is accepted");
        assert_eq!((again.maze, solved, again.location), (maze, solve, None), "{location}");
    }
}

fn steps(query: &[u8], headers: &HeaderMap, settings: &Settings) {
    let uri = uri("/maze/steps", query);
    if let Ok(request) = told(&uri, params::steps(&uri, headers, settings, || DRAWN)) {
        echoed(&request.maze, settings.limits);
    }
}

/// What is asked about a maze of five columns and four rows that was posted.
fn posted(query: &[u8], headers: &HeaderMap, settings: &Settings) {
    let uri = uri("/solve", query);
    let grid = Square::new(5, 4).expect("a grid");
    let checked = told(&uri, params::check_posted(&uri, headers, settings));
    for known in known() {
        let read = told(&uri, params::posted(&uri, headers, grid, known, settings));
        assert!(checked.is_ok() || read.is_err(), "what is wrong before the maze is read is wrong after");
    }
}

fn check(query: &[u8]) {
    let uri = uri("/check", query);
    let pairs = params::pairs(&uri);
    let grid = Square::new(5, 4).expect("a grid");
    let checked = told(&uri, CheckSpec::check(&pairs).map_err(Problem::from));
    for known in known() {
        let read = CheckSpec::read(&pairs, grid, known, Some("ESN".to_owned()), None);
        assert!(checked.is_ok() || read.is_err(), "what is wrong before the maze is read is wrong after");
        let _ = told(&uri, read.map_err(Problem::from));
    }
}

fn known() -> [Known; 2] {
    [Known::default(), Known { from: Some(Cell(3)), to: Some(Cell(19)), are_openings: true }]
}

/// The path with the query. What no URL can hold is written with a per cent sign, as every client does.
fn uri(path: &str, query: &[u8]) -> Uri {
    let mut text = format!("{path}?");
    for &byte in query {
        match byte {
            b'!' | b'$'..=b';' | b'=' | b'?'..=b'_' | b'a'..=b'z' | b'~' => text.push(byte.into()),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text.parse().expect("a URL")
}

/// The same; a problem is held to what is promised of every problem with parameters.
fn told<T>(uri: &Uri, read: Result<T, Problem>) -> Result<T, ()> {
    let problem = match read {
        Ok(read) => return Ok(read),
        Err(problem) => problem.to_json(),
    };
    let document: Value = serde_json::from_str(&problem).expect("a problem is JSON");
    if document["status"] == 406 {
        assert!(document.get("errors").is_none(), "{problem}");
        return Err(());
    }
    assert_eq!(document["status"], 400, "{problem}");
    let errors = document["errors"].as_array().expect("what is wrong is told");
    assert!((1..=Faults::MOST).contains(&errors.len()), "{problem}");
    let sent = params::pairs(uri);
    for error in errors {
        let name = error["parameter"].as_str().expect("a fault names its parameter");
        let is_sent = sent.iter().any(|(other, _)| is_cut(name, other));
        // One that must be there is told without having been sent, and so is what cannot be at the size by default.
        assert!(is_sent || MAY_BE_ABSENT.contains(&name), "{name} in {problem}");
        assert!(!error["detail"].as_str().expect("a detail").is_empty(), "{problem}");
        if let Some(value) = error.get("value").map(|value| value.as_str().expect("a value is text")) {
            assert!(value.chars().count() <= Fault::LONGEST_VALUE + 1, "{problem}");
        }
    }
    Err(())
}

/// Parameters that may be wrong where nothing was said of them: since they are missing, or too large when nothing is said.
const MAY_BE_ABSENT: [&str; 5] = ["w", "h", "cell", "directions", "include"];

/// Whether `name` is `whole`, or its beginning where that is long.
fn is_cut(name: &str, whole: &str) -> bool {
    name == whole || name.strip_suffix('…').is_some_and(|start| whole.starts_with(start))
}

/// Holds a spec to what the answer tells of it.
fn echoed(spec: &MazeSpec, limits: Limits) {
    let read = |pairs: &Pairs| MazeSpec::read(&params::pairs(&sent(pairs)), &[], limits, DRAWN + 1);
    let (columns, rows) = (spec.grid().columns(), spec.grid().rows());
    let mut pairs = echo(spec.algorithm().name(), [columns, rows], spec.seed(), spec.options());
    let canonical = spec.canonical();
    // `backtracker 30x30 5 0,899 {}`
    let ends = canonical.split(' ').nth(3).expect("ends");
    let bare = pairs.clone();
    match ends.split_once(',') {
        Some((from, to)) => {
            let cell = |number: &str| Cell(number.parse().expect("a cell"));
            pairs.extend(ends_of(spec, cell(from), cell(to)));
        }
        None => pairs.push(("ends".to_owned(), ends.to_owned())),
    }
    let again = read(&pairs).unwrap_or_else(|faults| panic!("{canonical}: {faults}"));
    assert_eq!(again.canonical(), canonical);
    assert_eq!(&again, spec);
    // The answer has the cells, also where they had to be found.
    let few = u64::from(spec.grid().cells()) <= TINY;
    if let (true, Ok(made)) = (few, spec.make(&mut ())) {
        let pairs: Pairs = bare.into_iter().chain(ends_of(spec, made.from, made.to)).collect();
        let again = read(&pairs).unwrap_or_else(|faults| panic!("{canonical}: {faults}"));
        assert_eq!(again.make(&mut ()), Ok(made), "{canonical}");
    }
}

/// Holds a spec that is made row by row to what the answer tells of it, and to what it would be if it were made as a whole.
fn rows_echoed(spec: &RowsSpec, uri: &Uri, settings: &Settings) {
    let [columns, rows] = spec.size();
    let canonical = spec.canonical();
    let (from, to) = canonical.split(' ').nth(3).and_then(|ends| ends.split_once(',')).expect("ends");
    let place = |number: &str| {
        let number: u64 = number.parse().expect("a cell");
        format!("{},{}", number / u64::from(columns), number % u64::from(columns))
    };
    let mut pairs = echo(spec.algorithm().name(), spec.size(), spec.seed(), spec.options());
    pairs.push(("from".to_owned(), place(from)));
    pairs.push(("to".to_owned(), place(to)));
    let pairs = sent(&pairs);
    let pairs = params::pairs(&pairs);
    let again = RowsSpec::read(&pairs, &[], settings.limits, settings.row_limits(), DRAWN + 1).unwrap_or_else(|| {
        // Only its picture is too large to be made as a whole.
        let whole = MazeSpec::read(&pairs, &[], settings.limits, DRAWN + 1)?;
        Ok(whole.by_rows().unwrap_or_else(|| panic!("{canonical} can be made row by row")))
    });
    assert_eq!(again.as_ref(), Ok(spec), "{canonical}");
    let large = Limits { max_side: rows.max(columns), max_cells: u32::MAX };
    let whole = MazeSpec::read(&params::pairs(uri), &everything_else(), large, DRAWN);
    let whole = whole.unwrap_or_else(|faults| panic!("{canonical} is nothing that could be made as a whole: {faults}"));
    assert_eq!(whole.canonical(), canonical);
}

/// The pairs as a URL has them.
fn sent(pairs: &Pairs) -> Uri {
    let query = form_urlencoded::Serializer::for_suffix("/?".to_owned(), 2).extend_pairs(pairs).finish();
    query.parse().expect("a URL")
}

/// What may stand beside the parameters of a maze on any of its paths.
fn everything_else() -> Vec<dedale::spec::Parameter> {
    [params::of_format(FormatFrom::Request), params::of_drawing(FormatFrom::Request)].concat()
}

/// Algorithm, size, seed and options as the answer tells them, to be sent again.
fn echo(algorithm: &str, [columns, rows]: [u32; 2], seed: u64, options: OptionList) -> Pairs {
    let pair = |name: &str, value: Cow<'_, str>| (name.to_owned(), value.into_owned());
    let mut pairs = vec![
        pair("algo", algorithm.into()),
        pair("w", columns.to_string().into()),
        pair("h", rows.to_string().into()),
        pair("seed", seed.to_string().into()),
    ];
    // As a client sees them: as text, and read again.
    let options: Value = serde_json::from_str(&options.to_string()).expect("JSON");
    for (name, value) in options.as_object().expect("an object") {
        match value {
            Value::Array(values) => pairs.extend(values.iter().map(|value| pair(name, text(value)))),
            value => pairs.push(pair(name, text(value))),
        }
    }
    pairs
}

fn text(value: &Value) -> Cow<'_, str> {
    value.as_str().map_or_else(|| value.to_string().into(), Cow::from)
}

fn ends_of(spec: &MazeSpec, from: Cell, to: Cell) -> [(String, String); 2] {
    let place = |cell| format!("{},{}", spec.grid().row(cell), spec.grid().column(cell));
    [("from".to_owned(), place(from)), ("to".to_owned(), place(to))]
}
