//! The memory of a request is measured, and at least as much is reserved.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use dedale::formats::Format;
use dedale::observe::{Observer as _, Stopped};
use dedale_server::app::App;
use dedale_server::limits::cancel::Watch;
use dedale_server::limits::client_ip::Origin;
use dedale_server::limits::memory::Account;
use dedale_server::limits::pool::{Cost, TURN_STEPS};
use dedale_server::limits::shares::Client;
use dedale_server::problem::Problem;
use dedale_server::response::answer::Content;
use dedale_server::response::body::Drawing;
use dedale_server::response::coding::Coding;
use dedale_server::response::context::RequestContext;
use dedale_server::response::many::{Batch, BatchEntry, BatchPlan, Make, body};
use dedale_server::settings::Settings;
use dedale_server::telemetry::metrics::CellCount;
use dedale_server::telemetry::timing::Timing;
use http_body_util::BodyExt as _;

const MIB: u64 = 1 << 20;

/// What is live of a request in progress without a reservation.
const CHUNK: u64 = 96 * 1024;

/// Work on this thread, in a turn, and by a worker. Its estimates of memory are too low.
const COSTS: [Cost; 3] =
    [Cost { steps: 1, bytes: 1 }, Cost { steps: TURN_STEPS, bytes: 1 }, Cost { steps: TURN_STEPS + 1, bytes: 1 }];

/// An app with 8 MiB for mazes, and the account of a request.
fn app() -> (Arc<App>, Account) {
    let app = Arc::new(App::new(Settings { max_memory: 8 * MIB, client_share: 100, ..Settings::default() }));
    let account = app.memory.account(Client::NOBODY, &Uri::from_static("/maze"));
    (app, account)
}

/// Blocks of 100 kB, with a look before each.
fn blocks(count: usize, watch: &mut Watch) -> Result<Vec<Vec<u8>>, Stopped> {
    (0..count).map(|_| watch.go_on().map(|()| vec![1; 100_000])).collect()
}

fn assert_overloaded(problem: &Problem) {
    let text = problem.to_json();
    assert!(text.contains("\"status\":503") && text.contains("problem:overloaded"), "{text}");
}

#[tokio::test]
async fn more_is_reserved_where_an_estimate_is_too_low() {
    for cost in COSTS {
        let (app, account) = app();
        let inside = account.clone();
        let work = move |watch: &mut Watch| {
            let made = blocks(40, watch)?;
            assert!(inside.reserved() > 3 * MIB, "{}", inside.reserved());
            Ok(made)
        };
        let done = app.pool.run(&account, &Timing::default(), cost, work).await.unwrap();
        let [live, reserved] = [account.live(), account.reserved()];
        assert!((4_000_000..4_010_000).contains(&live), "{live}");
        assert!(reserved + CHUNK >= live && reserved < live, "{reserved} for {live}");
        assert_eq!(app.metrics.reserved.get() as u64, reserved);
        drop((done, account));
        assert_eq!(app.metrics.reserved.get(), 0);
    }
}

#[tokio::test]
async fn work_without_memory_is_stopped_inside_of_its_turn() {
    for cost in COSTS {
        let (app, account) = app();
        let endless = |watch: &mut Watch| blocks(usize::MAX, watch);
        assert_overloaded(&app.pool.run(&account, &Timing::default(), cost, endless).await.unwrap_err());
        assert!(app.metrics.text().contains("dedale_cancelled_total{reason=\"memory\"} 1\n"));
        assert!(account.live() < MIB, "what was made is freed: {}", account.live());
        let piece = app.pool.pieces(&account).make(cost.steps, endless);
        assert_overloaded(&piece.await.unwrap_err().problem);
        drop(account);
        assert_eq!(app.metrics.reserved.get(), 0);
    }
}

#[tokio::test]
async fn work_that_does_not_look_is_refused_at_its_end() {
    for cost in COSTS {
        let (app, account) = app();
        let large = |_: &mut Watch| Ok(vec![1_u8; 9 << 20]);
        assert_overloaded(&app.pool.run(&account, &Timing::default(), cost, large).await.unwrap_err());
    }
}

/// A response keeps its reservation as long as what it is drawn from.
#[tokio::test]
async fn what_is_kept_for_a_response_stays_reserved() {
    let (app, _) = app();
    let ask = RequestContext::new(&app, Origin::default(), Uri::from_static("/solve"), HeaderMap::new());
    let kept = app.pool.run(&ask.account, &ask.timing, COSTS[0], |watch| blocks(40, watch)).await.unwrap().result;
    let write_next = move |out: &mut Vec<u8>, _: &mut Watch| {
        out.extend_from_slice(&kept[0]);
        Ok(true)
    };
    let drawing = Drawing::new(Box::new(write_next), Format::Ascii, 1_000_000);
    let memory = ask.account.reserve(0).unwrap();
    let content = Content::drawn(drawing, Coding::Identity, &ask, memory).await.unwrap();
    let mut body = content.body;
    body.frame().await.unwrap().unwrap();
    drop(ask);
    assert!(app.metrics.reserved.get() as u64 + CHUNK >= 4_000_000, "{}", app.metrics.reserved.get());
    drop((body, content.memory));
    assert_eq!(app.metrics.reserved.get(), 0);
}

#[test]
fn a_chunk_leaves_the_account_once_whichever_thread_frees_it() {
    let (_, account) = app();
    let chunk = account.measure(|| Vec::with_capacity(100_000));
    assert_eq!(account.live(), 100_000);
    let chunk = account.sent(chunk);
    assert_eq!(account.live(), 0);
    std::thread::spawn(move || drop(chunk)).join().unwrap();
    let other = account.measure(|| vec![1_u8; 1000]);
    assert_eq!(account.live(), 1000);
    drop(other);
}

/// Takes all chunks of a body, and drops each. Returns the live bytes of the account after the tenth and after the last.
async fn lives(mut body: Body, account: &Account) -> [u64; 2] {
    let (mut chunks, mut tenth) = (0, 0);
    while let Some(frame) = body.frame().await {
        drop(frame.unwrap());
        chunks += 1;
        if chunks == 10 {
            tenth = account.live();
        }
    }
    assert!(chunks > 100, "{chunks} chunks");
    [tenth, account.live()]
}

#[tokio::test]
async fn a_long_response_does_not_grow_its_account() {
    for coding in [Coding::Identity, Coding::Gzip, Coding::Brotli, Coding::Zstd] {
        let (app, _) = app();
        let ask = RequestContext::new(&app, Origin::default(), Uri::from_static("/maze"), HeaderMap::new());
        let mut left = 30_000_000_usize;
        let mut word = 1_u64;
        let write_next = move |out: &mut Vec<u8>, _: &mut Watch| {
            for _ in 0..1000 {
                word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                out.extend_from_slice(&word.to_le_bytes());
            }
            left -= 8000;
            Ok(left > 0)
        };
        let drawing = Drawing::new(Box::new(write_next), Format::Ascii, 30_000_000);
        let memory = ask.account.reserve(0).unwrap();
        let content = Content::drawn(drawing, coding, &ask, memory).await.unwrap();
        assert_eq!(content.coding, coding);
        let [tenth, last] = lives(content.body, &ask.account).await;
        assert!(last <= tenth + 1000, "{coding:?}: {tenth} {last}");
    }
}

#[tokio::test]
async fn many_mazes_do_not_grow_their_account() {
    for is_distinct in [false, true] {
        let (app, account) = app();
        let make: Make = Arc::new(move |numbers, _| {
            let bytes = format!("{numbers:?}").repeat(1000).into_bytes();
            let entries = numbers.map(|hash| BatchEntry { hash: Some(hash), end: bytes.len(), cells: 1 }).collect();
            Batch { bytes, entries, cells: 10, ..Batch::default() }
        });
        let plan = BatchPlan {
            first: Batch::default(),
            numbers: 0..4000,
            mazes_per_batch: 10,
            ahead: 3,
            steps: 0,
            is_distinct,
            cells: CellCount::default(),
        };
        let [tenth, last] = lives(body(plan, make, app.pool.pieces(&account)), &account).await;
        // The set of all hashes is a part of the account.
        assert!(last <= tenth + 500_000 * u64::from(is_distinct), "{tenth} {last}");
    }
}
