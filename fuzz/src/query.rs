//! No query makes the reader of parameters panic; every fault names a parameter; and what is accepted is the same when it is sent
//! again as the answer tells it.
//!
//! The first byte chooses the path, the first line is the query, and the second, if there is one, is the header `Accept`:
//! `m?algo=prim&w=3&h=2`.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, HeaderValue, Uri};
use dedale::formats::{self, Encoding, Format};
use dedale::grid::Grid as _;
use dedale::options::{MakeError, MazeOption, MazeOptions};
use dedale::parse::{Names, ReadOptions};
use dedale::picture::Picture;
use dedale_server::app::App;
use dedale_server::endpoints::check::{AnswerLine, LinesRequest, PostedCheck};
use dedale_server::endpoints::maze::MazeRequest;
use dedale_server::endpoints::solve::SolveRequest;
use dedale_server::endpoints::solve::posted::PostedRequest;
use dedale_server::endpoints::steps::{BuildingSteps, SearchSteps};
use dedale_server::endpoints::{Endpoint as _, PostedEndpoint};
use dedale_server::limits::client_ip::Origin;
use dedale_server::parameters::format::Parameters;
use dedale_server::posted::maze::{Claim, PostedMaze};
use dedale_server::problem::{Fault, Problem};
use dedale_server::response::caching::Location;
use dedale_server::response::context::RequestContext;
use dedale_server::settings::Settings;
use serde_json::Value;

/// Names and values that are to be sent.
type Pairs = Vec<(String, String)>;

/// The longest query that a request may have, and more.
const LONGEST: usize = 10_000;

/// A maze of more cells is not made here.
const TINY: u64 = 64;

/// Tries one input.
pub fn run(bytes: &[u8]) {
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
    match path {
        b'm' => maze("/maze", query, &headers),
        b'j' => maze("/maze.json", query, &headers),
        b't' => maze("/maze.txt", query, &headers),
        b'v' => maze("/maze.svg", query, &headers),
        b'p' => maze("/maze.png", query, &headers),
        b's' => solve("/solve", query, &headers),
        b'k' => solve("/solve.json", query, &headers),
        b'l' => solve("/solve.txt", query, &headers),
        b'd' => solve("/solve.svg", query, &headers),
        b'f' => search(query, &headers),
        b'o' => posted(query, &headers),
        b'c' => check(query),
        _ => steps(query, &headers),
    }
}

/// Small enough that every limit is met now and then, and large enough that mazes are made row by row.
static SETTINGS: LazyLock<Settings> = LazyLock::new(|| Settings {
    max_side: 60,
    max_cells: 400,
    max_streamed_cells: 40_000,
    max_pixels: 100_000,
    ..Settings::default()
});

/// A server with these limits.
static APP: LazyLock<Arc<App>> = LazyLock::new(|| Arc::new(App::new(*SETTINGS)));

/// A request to it.
fn request(uri: &Uri, headers: &HeaderMap) -> RequestContext {
    RequestContext::new(&APP, Origin::default(), uri.clone(), headers.clone())
}

fn maze(path: &str, query: &[u8], headers: &HeaderMap) {
    let uri = uri(path, query);
    let read = |uri: &Uri| MazeRequest::parse(&request(uri, headers));
    let Ok(MazeRequest { maze, by_rows, representation, location, .. }) = told(&uri, read(&uri)) else { return };
    if by_rows {
        rows_echoed(&maze, &uri, headers);
    } else {
        echoed(&maze);
    }
    if let Location::At(Some(location), _) = location {
        let again = read(&location.parse().expect("a URL")).expect("its own URL is accepted");
        assert!(matches!(again.location, Location::Here { .. }), "{location}");
        assert_eq!((&again.maze, again.by_rows), (&maze, by_rows), "{location}");
        let (format, encoded) = (again.representation.format, again.representation.encoded);
        assert_eq!((format, encoded), (representation.format, representation.encoded), "{location}");
    }
}

fn solve(path: &str, query: &[u8], headers: &HeaderMap) {
    let uri = uri(path, query);
    let read = |uri: &Uri| SolveRequest::parse(&request(uri, headers));
    let Ok(SolveRequest { maze, representation, solve, location, .. }) = told(&uri, read(&uri)) else { return };
    echoed(&maze);
    if let Location::At(Some(location), _) = location {
        let again = read(&location.parse().expect("a URL")).expect("its own URL is accepted");
        assert!(matches!(again.location, Location::Here { .. }), "{location}");
        assert_eq!((again.maze, again.solve), (maze, solve), "{location}");
        let (format, encoded) = (again.representation.format, again.representation.encoded);
        assert_eq!((format, encoded), (representation.format, representation.encoded), "{location}");
    }
}

fn search(query: &[u8], headers: &HeaderMap) {
    let uri = uri("/solve/steps", query);
    if let Ok(request) = told(&uri, SearchSteps::parse(&request(&uri, headers))) {
        echoed(&request.maze);
    }
}

fn steps(query: &[u8], headers: &HeaderMap) {
    let uri = uri("/maze/steps", query);
    if let Ok(request) = told(&uri, BuildingSteps::parse(&request(&uri, headers))) {
        echoed(&request.maze);
    }
}

/// The mazes that are said to have been posted: on squares, and on other grids.
static POSTED: LazyLock<Vec<PostedMaze>> = LazyLock::new(|| {
    let bodies = [
        r#"{"encoding":"bits","cells":[[15,15,15,15],[15,15,15,15],[15,15,15,15]]}"#,
        r#"{"encoding":"bits","cells":[[13,7],[15,15]],"from":[0,1],"to":[1,1]}"#,
        r#"{"encoding":"bits","cells":[[15,null],[15,15]]}"#,
        r#"{"grid":"hex","encoding":"bits","cells":[[63,63],[63,63]],"from":[0,1],"directions":["E"]}"#,
        r#"{"encoding":"graph","cells":[{"sides":[{"side":"a","to":1}]},{"sides":[{"side":"b","to":0}]}]}"#,
    ];
    let read = |body: &str| formats::read(body.as_bytes(), &ReadOptions::default()).expect("a maze");
    bodies.map(|body| PostedMaze::new(read(body))).into()
});

/// The checked request about a maze that was posted, where the query is right.
fn with_posted<E: PostedEndpoint>(uri: &Uri, headers: &HeaderMap, mut maze: PostedMaze) -> Result<E, Problem> {
    let mut parameters = Parameters::parse(&request(uri, headers), E::groups(), E::FORMAT)?;
    parameters.check()?;
    E::parse(parameters, &mut maze)
}

/// What is asked about a maze that was posted.
fn posted(query: &[u8], headers: &HeaderMap) {
    let uri = uri("/solve", query);
    for maze in POSTED.iter() {
        let _ = told(&uri, with_posted::<PostedRequest>(&uri, headers, maze.clone()));
    }
}

fn check(query: &[u8]) {
    let (uri, headers) = (uri("/check", query), HeaderMap::new());
    for maze in POSTED.iter() {
        let mut maze = maze.clone();
        maze.claim = Some(Claim::Directions(Names::word("ESN")));
        let _ = told(&uri, with_posted::<PostedCheck>(&uri, &headers, maze));
    }
    let lines = LinesRequest::parse(&request(&uri, &headers));
    if let (Ok(request), Ok(line)) = (told(&uri, lines), AnswerLine::new(query)) {
        let _ = request.parse_line(&line);
    }
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
    // 422 is for what is understood, and exceeds a limit that the document names.
    assert!(document["status"] == 400 || (document["status"] == 422 && document["limit"].is_string()), "{problem}");
    let errors = document["errors"].as_array().expect("what is wrong is told");
    assert!((1..=Fault::MAX_LISTED).contains(&errors.len()), "{problem}");
    let sent: Pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()).into_owned().collect();
    for error in errors {
        let name = error["parameter"].as_str().expect("a fault names its parameter");
        let is_sent = sent.iter().any(|(other, _)| is_cut(name, other));
        // Missing required parameters are reported, and so are values that do not fit the default size.
        assert!(is_sent || MAY_BE_ABSENT.contains(&name), "{name} in {problem}");
        assert!(!error["detail"].as_str().expect("a detail").is_empty(), "{problem}");
        if let Some(value) = error.get("value").map(|value| value.as_str().expect("a value is text")) {
            assert!(value.chars().count() <= Fault::MAX_VALUE_LETTERS + 1, "{problem}");
        }
    }
    Err(())
}

/// Parameters that may be wrong where they were not sent: since they are missing, too large by default, or what `Accept` asks for.
const MAY_BE_ABSENT: [&str; 9] = ["algo", "grid", "window", "w", "h", "cell", "directions", "include", "format"];

/// Whether `name` is `whole`, or its beginning where that is long.
fn is_cut(name: &str, whole: &str) -> bool {
    name == whole || name.strip_suffix('…').is_some_and(|start| whole.starts_with(start))
}

/// Checks a maze that is generated as a whole, or a part of one, against the response. Its text is a query for the same, and where the grid
/// has the cells that are named, a small one can be made.
fn echoed(maze: &MazeOptions) {
    parsed(maze);
    let text = maze.to_string();
    let pairs: Pairs = text
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.into(), value.into()))
        .collect();
    // Steps take what decides how a maze is made, and nothing else.
    let again = |pairs: &Pairs| {
        let again = BuildingSteps::parse(&request(&sent("/maze/steps", pairs), &HeaderMap::new()));
        *again.unwrap_or_else(|problem| panic!("{text}: {}", problem.to_json())).maze
    };
    assert_eq!(&again(&pairs), maze, "{text}");
    let bare = echo(maze);
    if maze.is_plain() {
        let ends = match (rule_of_ends(maze), maze.places()) {
            (None, Some(places)) => ends_of(places).into(),
            (rule, _) => vec![("ends".to_owned(), rule.unwrap_or_else(|| "corners".to_owned()))],
        };
        assert_eq!(&again(&[&bare[..], &ends].concat()), maze);
    }
    if maze.cells() > TINY {
        return;
    }
    match maze.make(&mut ()) {
        Ok(picture) if picture.maze.grid().square().is_none() => {
            let cells = u64::from(picture.maze.grid().cells());
            assert!(picture.maze.count_passages() >= cells - 1, "{text}");
        }
        Ok(picture) => {
            // The answer has the cells, also where they had to be found.
            let pairs =
                [&bare[..], &ends_of([&picture.metadata.from, &picture.metadata.to].map(|end| [end[0], end[1]]))]
                    .concat();
            let made = again(&pairs).make(&mut ()).expect("the same maze");
            assert_eq!((&made.maze, made.from, made.to), (&picture.maze, picture.from, picture.to), "{maze}");
            drawn(maze, &picture);
        }
        // Only the grid shows that there is no such cell or side.
        Err(why) => assert!(!maze.is_plain() && matches!(why, MakeError::Invalid(_)), "{text}: {why}"),
    }
}

/// A maze that can be generated row by row is drawn in the same way as a whole.
fn drawn(maze: &MazeOptions, picture: &Picture) {
    for format in [Format::Ascii, Format::Json(Encoding::Walls)] {
        let Some(writer) = maze.by_rows(format, None) else { return };
        let bytes: Vec<u8> = writer.flatten().collect();
        assert_eq!(bytes, picture.to_bytes(format).expect("squares in every format"), "{maze}");
    }
}

/// Checks a maze that is generated row by row against the response, and against the same maze generated as a whole.
fn rows_echoed(maze: &MazeOptions, uri: &Uri, headers: &HeaderMap) {
    parsed(maze);
    assert!(maze.by_rows(Format::Ascii, None).is_some(), "{maze} can be made row by row");
    let places = maze.places().expect("ends have been found");
    let pairs = [&echo(maze)[..], &ends_of(places)].concat();
    let maze_of = |context: &RequestContext| {
        *MazeRequest::parse(context).unwrap_or_else(|problem| panic!("{maze}: {}", problem.to_json())).maze
    };
    let again = maze_of(&request(&sent("/maze.txt", &pairs), &HeaderMap::new()));
    assert_eq!((again.places(), again.metadata()), (maze.places(), maze.metadata()));
    assert!(rule_of_ends(maze).is_some() || again == *maze, "{again} {maze}");
    let side = maze.extent().into_iter().max().unwrap_or(1);
    let app = Arc::new(App::new(Settings { max_side: side, max_cells: u32::MAX, ..*SETTINGS }));
    let whole = maze_of(&RequestContext::new(&app, Origin::default(), uri.clone(), headers.clone()));
    // A random seed is another one each time.
    assert_eq!(&whole.with_seed(maze.seed()), maze);
}

/// The name of the rule that finds the ends of a maze, if there is one.
fn rule_of_ends(maze: &MazeOptions) -> Option<String> {
    maze.value_of(MazeOption::named("ends").expect("an option"))
}

/// The text of a maze is read as the same.
fn parsed(maze: &MazeOptions) {
    let text = maze.to_string();
    let again: MazeOptions = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((&again, &again.to_string()), (maze, &text));
}

/// The path with these pairs, as a URL has them.
fn sent(path: &str, pairs: &Pairs) -> Uri {
    let start = format!("{path}?");
    let length = start.len();
    form_urlencoded::Serializer::for_suffix(start, length).extend_pairs(pairs).finish().parse().expect("a URL")
}

/// Algorithm, size, seed and options as the answer tells them, to be sent again.
fn echo(maze: &MazeOptions) -> Pairs {
    let pair = |name: &str, value: Cow<'_, str>| (name.to_owned(), value.into_owned());
    let [columns, rows] = maze.size().unwrap_or_default();
    let mut pairs = vec![
        pair("algo", maze.algorithm().name().into()),
        pair("w", columns.to_string().into()),
        pair("h", rows.to_string().into()),
        pair("seed", maze.seed().to_string().into()),
    ];
    // As a client sees them: as text, and read again.
    let options: Value = serde_json::to_value(maze.shaping()).expect("JSON");
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

fn ends_of([from, to]: [[u64; 2]; 2]) -> [(String, String); 2] {
    let place = |[row, column]: [u64; 2]| format!("{row},{column}");
    [("from".to_owned(), place(from)), ("to".to_owned(), place(to))]
}
