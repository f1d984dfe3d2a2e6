//! Reading is work: what is long has its turn, is read once, and takes memory in line with its length.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, Uri};
use dedale_server::app::App;
use dedale_server::endpoints::book::BookRequest;
use dedale_server::endpoints::check::{AnswerLine, LinesRequest};
use dedale_server::endpoints::{Endpoint as _, PostedEndpoint as _};
use dedale_server::limits::cancel::Watch;
use dedale_server::limits::client_ip::Origin;
use dedale_server::limits::pool::{Cost, LONG_STEPS, TURN_STEPS};
use dedale_server::limits::shares::Client;
use dedale_server::parameters::solve::SideNames;
use dedale_server::posted::body::parse_maze_line;
use dedale_server::posted::moves;
use dedale_server::response::context::RequestContext;
use dedale_server::settings::{Settings, turns};
use dedale_server::telemetry::timing::Timing;
use tokio::time::timeout;

use crate::common::{begin, get, request, send_to};

/// How long is waited for what must not come.
const MOMENT: Duration = Duration::from_millis(100);

/// The result of a function, and the most memory that this thread had meanwhile, in bytes.
fn measured<T>(made: impl FnOnce() -> T) -> (T, i64) {
    dedale_heap::reset_peak();
    let before = dedale_heap::live();
    let made = made();
    (made, dedale_heap::peak() - before)
}

/// Work that keeps its units until this is dropped.
struct Held(Arc<AtomicBool>);

impl Held {
    /// So many pieces of work of these steps. One of them waits: there is nothing left for others.
    async fn all(app: &Arc<App>, count: u64, steps: u64) -> Held {
        let is_over = Arc::new(AtomicBool::new(false));
        for _ in 0..=count {
            let (app, is_over) = (app.clone(), is_over.clone());
            tokio::spawn(async move {
                let account = app.memory.account(Client::NOBODY, &Uri::from_static("/maze"));
                let work = move |_: &mut Watch| {
                    while !is_over.load(Ordering::Relaxed) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    Ok(())
                };
                app.pool.run(&account, &Timing::default(), Cost { steps, bytes: 1 }, work).await.unwrap();
            });
        }
        while app.metrics.waiting.get() == 0 {
            tokio::task::yield_now().await;
        }
        Held(is_over)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn app() -> Arc<App> {
    Arc::new(App::new(Settings { client_share: 100, workers: 1, ..Settings::default() }))
}

fn lines(uri: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::builder().method(Method::POST).uri(uri).header("content-type", "application/x-ndjson");
    request.body(body.into()).unwrap()
}

#[tokio::test]
async fn a_long_query_waits_for_its_turn_and_a_short_one_does_not() {
    let app = app();
    let held = Held::all(&app, turns().div_ceil(2), TURN_STEPS).await;
    let long = format!("/maze?x={}", "y".repeat(2100));
    for uri in [long.clone(), long.replace("/maze?", "/solve?"), long.replace("/maze?", "/book.pdf?")] {
        let asked = send_to(&app, request(Method::GET, &uri, &[]));
        assert!(timeout(MOMENT, asked).await.is_err(), "{}", &uri[..20]);
    }
    assert_eq!(send_to(&app, request(Method::GET, "/maze?x=y", &[])).await.status, 400);
    drop(held);
    assert_eq!(send_to(&app, request(Method::GET, &long, &[])).await.status, 400);
}

/// A line with a maze of 60 × 60 cells.
fn line_with_maze() -> String {
    let rows = vec![format!("[{}15]", "15,".repeat(59)); 60].join(",");
    format!("{{\"encoding\":\"bits\",\"cells\":[{rows}],\"directions\":\"E\"}}\n")
}

/// The farthest ends of a maze take more steps than there are in a turn. Reading it takes fewer.
#[tokio::test]
async fn a_line_is_scheduled_by_what_its_ends_cost() {
    let app = app();
    let held = Held::all(&app, 1, LONG_STEPS - 1).await;
    let line = line_with_maze();
    assert_eq!(send_to(&app, lines("/check", line.clone())).await.status, 200);
    let farthest = send_to(&app, lines("/check?ends=farthest", line.clone()));
    assert!(timeout(MOMENT, farthest).await.is_err());
    drop(held);
    assert_eq!(send_to(&app, lines("/check?ends=farthest", line)).await.status, 200);
}

#[tokio::test]
async fn no_line_takes_more_steps_than_are_counted_before_it_is_read() {
    let app = app();
    let bytes = line_with_maze().into_bytes();
    for query in ["", "?ends=farthest", "?ends=center", "?ends=random", "?to=9,9"] {
        let uri: Uri = format!("/check{query}").parse().unwrap();
        let context = RequestContext::new(&app, Origin::default(), uri.clone(), HeaderMap::new());
        let request = LinesRequest::parse(&context).unwrap();
        let read = app
            .pool
            .run_here(&context.account, &context.timing, |watch| parse_maze_line(&context, &bytes, watch))
            .unwrap();
        let maze = read.unwrap().result;
        let check = request.parse_posted_line(&AnswerLine::new(&bytes).unwrap(), &maze).unwrap();
        let (counted, taken) = (request.steps_of_posted(bytes.len() as u64), check.task(&maze).expected_steps());
        assert!(counted >= taken, "{uri}: {counted} of {taken} steps");
    }
}

/// Nothing of a query but what a line with its own maze needs is looked at for the line.
#[tokio::test]
async fn a_query_is_read_once_for_all_lines() {
    let app = app();
    let bytes = b"{\"encoding\":\"bits\",\"cells\":[[9,3],[12,6]],\"directions\":\"E\"}";
    let long = format!("/check?w=99&h=99&ends=corners&remove={}1,1,E", "1,1,E;".repeat(1000));
    let taken = ["/check?w=9&h=9&ends=corners", &long].map(|uri| {
        let uri: Uri = uri.parse().unwrap();
        let context = RequestContext::new(&app, Origin::default(), uri.clone(), HeaderMap::new());
        let request = LinesRequest::parse(&context).unwrap();
        let read = app
            .pool
            .run_here(&context.account, &context.timing, |watch| parse_maze_line(&context, bytes, watch))
            .unwrap();
        let maze = read.unwrap().result;
        measured(|| request.parse_posted_line(&AnswerLine::new(bytes).unwrap(), &maze).unwrap()).1
    });
    assert_eq!(taken[0], taken[1], "{taken:?} bytes for a line");
}

#[test]
fn moves_take_a_few_bytes_each() {
    for (sides, text) in [
        (SideNames::Corners, "E".repeat(1 << 20)),
        (SideNames::Corners, "e e ".repeat(1 << 18)),
        (SideNames::Corners, "NE,".repeat(1 << 18)),
        (SideNames::Letters(&['N', 'E', 'S', 'W']), "NESW".repeat(1 << 18)),
        (SideNames::Letters(&['N', 'E', 'S', 'W']), "right,".repeat(1 << 18)),
        (SideNames::Names, "NE,".repeat(1 << 18)),
    ] {
        let (names, taken) = measured(|| moves::parse([&*text].into_iter(), sides));
        assert!(names.bytes() <= 2 * text.len(), "{}: {} bytes are kept", &text[..6], names.bytes());
        // Twice as much while there is a larger place for them.
        assert!(taken <= 4 * text.len() as i64, "{}: {taken} bytes for {}", &text[..6], text.len());
    }
}

/// Where the parts of a body are is counted before it is kept: here each line is a part, unless it is blank.
#[tokio::test]
async fn memory_is_reserved_for_the_places_of_lines() {
    const LINES: usize = 100_000;
    let app = app();
    let mut reserved = Vec::new();
    for body in ["{}\n".to_owned(), "{}\n".repeat(LINES), format!("{{}}{}", "\n".repeat(LINES))] {
        let response = begin(&app, lines("/check?w=1000&h=1000&algo=wilson", body)).await;
        assert_eq!(response.status(), 200);
        reserved.push(app.metrics.reserved.get());
    }
    let places = ((LINES - 1) * size_of::<Range<usize>>()) as i64;
    assert!(reserved[1] >= reserved[0] + places, "{reserved:?} bytes are reserved for 1 and {LINES} lines");
    assert_eq!(reserved[2], reserved[0] + LINES as i64 - 1, "blank lines");
}

/// Of mazes that grow, the smallest and the largest are built when the request is read.
#[test]
fn sizes_of_a_book_are_not_built_when_it_is_asked_for() {
    let app = app();
    let items = (0..20).map(|number| format!("thing{number}:1")).collect::<Vec<_>>().join(";");
    let taken = ["2", "500"].map(|count| {
        let uri: Uri = format!("/book.pdf?count={count}&w=30..220&h=220&paper=A3&items={items}").parse().unwrap();
        let context = RequestContext::new(&app, Origin::default(), uri, HeaderMap::new());
        let (read, taken) = measured(|| BookRequest::parse(&context));
        assert!(read.is_ok(), "{read:?}");
        taken
    });
    assert!(taken[1] <= taken[0] + 1000, "{taken:?} bytes for 2 and 500 sizes");
}

/// A mask is read no further when its time is up, whether it is a picture or a text.
#[tokio::test]
async fn a_mask_is_not_read_to_its_end_when_its_time_is_up() {
    let picture = get("/maze.png?w=400&h=400&cell=4&wall=1").await.body.to_vec();
    let text = "#.".repeat(1000) + "\n";
    for (media_type, body) in [("image/png", picture), ("text/plain", text.repeat(2000).into_bytes())] {
        let settings = Settings { timeout: Duration::from_millis(2), workers: 1, ..Settings::default() };
        let app = Arc::new(App::new(settings));
        let request = Request::builder().method(Method::POST).uri("/maze?w=999&h=999");
        let request = request.header("content-type", media_type).body(Body::from(body)).unwrap();
        assert_eq!(send_to(&app, request).await.problem(), "too-slow", "{media_type}");
        while app.pool.free_workers() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let text = app.metrics.text();
        assert!(text.contains("dedale_cancelled_total{reason=\"deadline\"} 1\n"), "{media_type}: {text}");
    }
}
