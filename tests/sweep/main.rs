//! Every parameter and every member of every body, as long as it may be: no request takes more memory than is reserved for it, or grows faster than
//! what was sent, or fails.
//!
//! Each request is made of two sizes, the second four times as long. The allocator counts memory, and the system the time of processors, so other
//! programs on the machine do not matter. `cargo test --test sweep` tries a part of the list with small limits. With `--ignored`, for an
//! optimized build, it tries the whole list with the limits of the server. It then writes the requests that took longest to a folder, and
//! `tests/resilience` sends these beside honest clients.

// Code that helps a test may panic, as a test may.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::cmp::Reverse;
use std::convert::Infallible;
use std::fs;
use std::future::{Future, poll_fn};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST};
use dedale_heap::process;
use dedale_server::app::App;
use dedale_server::server::service::{Service, service};
use dedale_server::server::timeouts::Sender;
use dedale_server::settings::Settings;
use futures_util::stream;
use http_body_util::BodyExt as _;
use lists::{Asked, Sample, Series, answer_line, bodies, forms, queries, sizes, writers};
use serde_json::json;

mod lists;

/// As in the program.
#[global_allocator]
static ALLOCATOR: dedale_heap::Counting = dedale_heap::Counting;

/// The tests count the memory of the whole process, so there is one at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// How much memory a request may have beside what is reserved for it, in bytes: for its head, a piece of its body on the way, and all that is too
/// small to be reserved.
const UNRESERVED: i64 = 1 << 20;

/// How many bytes of a body arrive at once.
const FRAME: usize = 64 << 10;

/// How long an async thread may be busy at a time.
const MAX_BUSY: Duration = Duration::from_millis(20);

/// Small limits, so that all of them are met.
fn small_limits() -> Settings {
    Settings { max_side: 60, max_cells: 400, max_streamed_cells: 40_000, max_pixels: 100_000, ..Settings::default() }
}

/// What a request took.
#[derive(Clone, Copy, Debug)]
struct Taken {
    status: u16,
    /// Whether all of the response arrived.
    is_whole: bool,
    /// The most memory at a time beside what was reserved, in bytes.
    excess: i64,
    /// The blocks that were allocated, and their bytes.
    blocks: u64,
    bytes: u64,
    /// The time of processors, of all threads.
    time: Duration,
    /// The longest time that the async thread was busy without a pause.
    busy: Duration,
}

/// How long a thread has had a processor. It is only known on Linux; elsewhere no time is judged.
fn processor_time(thread: impl AsRef<Path>) -> Duration {
    let nanoseconds = || fs::read_to_string(thread.as_ref().join("schedstat")).ok()?.split(' ').next()?.parse().ok();
    Duration::from_nanos(nanoseconds().unwrap_or(0))
}

/// The same of all threads.
fn processor_time_of_all() -> Duration {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    threads.map(|thread| processor_time(thread.path())).sum()
}

/// The output of a future, and the longest time that it kept this thread busy.
async fn watched<F: Future>(future: F, busy: &Cell<Duration>) -> F::Output {
    let mut future = pin!(future);
    poll_fn(|cx| {
        let before = processor_time("/proc/thread-self");
        let polled = future.as_mut().poll(cx);
        busy.set(busy.get().max(processor_time("/proc/thread-self").saturating_sub(before)));
        polled
    })
    .await
}

/// A service that is asked for one thing after the other.
struct Tried {
    runtime: tokio::runtime::Runtime,
    app: &'static Arc<App>,
    service: Service,
}

impl Tried {
    /// The only one of this process, since the allocator looks at what is reserved there.
    fn new(settings: Settings) -> Tried {
        static APP: OnceLock<Arc<App>> = OnceLock::new();
        let app = APP.get_or_init(|| Arc::new(App::new(Settings { client_share: 100, ..settings })));
        process::set_reserved(app.metrics.reserved.inner());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Tried { runtime, app, service: service(app.clone()) }
    }

    /// What a request took, and the first bytes of the answer.
    fn ask(&self, asked: &Asked) -> (Taken, Vec<u8>) {
        let mut builder = Request::builder().method(&asked.method).uri(&asked.uri).header(HOST, "localhost");
        if !asked.media_type.is_empty() {
            builder = builder.header(CONTENT_TYPE, asked.media_type).header(CONTENT_LENGTH, asked.body.len());
        }
        let sender = Sender::new(IpAddr::V4(Ipv4Addr::LOCALHOST), &Arc::default());
        let body = Bytes::from(asked.body.clone());
        let frames = (0..body.len()).step_by(FRAME).map(move |start| body.slice(start..body.len().min(start + FRAME)));
        let body = Body::from_stream(stream::iter(frames.map(Ok::<_, Infallible>)));
        let request = builder.extension(sender).body(body).unwrap();
        let busy = Cell::new(Duration::ZERO);
        let (before, start) = (process::usage(), processor_time_of_all());
        process::reset_excess();
        let (status, is_whole, bytes) = self.runtime.block_on(async {
            let response = watched(self.service.clone().answer(request), &busy).await;
            let (status, mut body) = (response.status().as_u16(), response.into_body());
            let (mut is_whole, mut first) = (true, Vec::new());
            while let Some(frame) = watched(body.frame(), &busy).await {
                is_whole &= frame.is_ok();
                let data = frame.ok().and_then(|frame| frame.into_data().ok()).unwrap_or_default();
                if first.len() < 1 << 16 {
                    first.extend_from_slice(&data);
                }
            }
            (status, is_whole, first)
        });
        let after = process::usage();
        let taken = Taken {
            status,
            is_whole,
            excess: after.excess - before.live,
            blocks: after.blocks - before.blocks,
            bytes: after.bytes - before.bytes,
            time: processor_time_of_all().saturating_sub(start),
            busy: busy.get(),
        };
        (taken, bytes)
    }

    /// Whether a request is answered with 200.
    fn answers(&self, asked: &Asked) -> bool {
        self.ask(asked).0.status == 200
    }
}

/// The faults of a request alone.
fn faults(taken: Taken) -> Vec<String> {
    let mut faults = Vec::new();
    if taken.status == 500 || !taken.is_whole {
        faults.push("it failed".to_owned());
    }
    if taken.excess > UNRESERVED {
        faults.push(format!("it had {} KiB that were not reserved", taken.excess >> 10));
    }
    faults
}

/// The faults of a request beside one of a quarter of its size: it took more than in line.
fn faults_of_growth(quarter: Taken, whole: Taken) -> Vec<String> {
    let mut faults = Vec::new();
    if whole.blocks > 6 * quarter.blocks + 5_000 {
        faults.push(format!("{} blocks, after {} for a quarter", whole.blocks, quarter.blocks));
    }
    if whole.bytes > 6 * quarter.bytes + (4 << 20) {
        faults.push(format!("{} bytes allocated, after {} for a quarter", whole.bytes, quarter.bytes));
    }
    if whole.time > 8 * quarter.time + MAX_BUSY {
        faults.push(format!("{:?} of a processor, after {:?} for a quarter", whole.time, quarter.time));
    }
    faults
}

/// How long requests are, and what they may take.
#[derive(Clone, Copy)]
struct Sizes {
    /// The bytes of what is long in a query: a little less than the most.
    query: usize,
    /// The bytes of a body.
    body: usize,
    /// How long an async thread may be busy at a time.
    busy: Duration,
}

impl Sizes {
    /// The most bytes of what is long in these requests.
    fn most(self, series: &Series) -> usize {
        if series.is_query { self.query } else { self.body }
    }
}

/// Tries requests that grow, and returns them in the order of the time that they took, the longest first.
///
/// # Panics
///
/// If something is wrong with one of them three times: by chance a request takes more time, but never less.
fn sweep<'a>(tried: &Tried, all: &'a [Series], sizes: Sizes) -> Vec<&'a Series> {
    let (mut wrong, mut right) = (Vec::new(), Vec::new());
    for series in all {
        let most = sizes.most(series);
        let requests = [most / 4, most].map(|bytes| series.of(bytes));
        let mut found = Vec::new();
        for _ in 0..3 {
            let [quarter, whole] = requests.each_ref().map(|asked| tried.ask(asked).0);
            found = faults(whole);
            found.extend(faults_of_growth(quarter, whole));
            if whole.busy > sizes.busy {
                found.push(format!("an async thread was busy for {:?}", whole.busy));
            }
            if found.is_empty() {
                right.push((whole.time, series));
                break;
            }
        }
        if !found.is_empty() {
            wrong.push(format!("{}: {}", series.name, found.join(", ")));
        }
    }
    assert_eq!(tried.app.metrics.panics.get(), 0, "something panicked");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
    right.sort_by_key(|(time, _)| Reverse(*time));
    right.into_iter().map(|(_, series)| series).collect()
}

/// Tries requests that are as large as the limits allow.
fn try_each<'a>(tried: &Tried, all: impl IntoIterator<Item = &'a Asked>) {
    let wrong = |asked: &Asked| {
        let found = faults(tried.ask(asked).0);
        (!found.is_empty()).then(|| format!("{}: {}", asked.uri, found.join(", ")))
    };
    let wrong: Vec<String> = all.into_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Bodies of every form that the service writes and reads.
fn samples(tried: &Tried) -> Vec<Sample> {
    let written = writers().filter_map(|uri| {
        let (taken, bytes) = tried.ask(&Asked::get(&uri));
        assert_eq!(taken.status, 200, "{uri}");
        let (media_type, path) = match bytes.first() {
            _ if uri.starts_with("/mazes") => ("application/x-ndjson", "/check"),
            Some(b'{') => ("application/json", "/solve"),
            _ => ("application/octet-stream", "/solve"),
        };
        let is_read = tried.answers(&Asked::post(path, media_type, bytes.clone()));
        is_read.then_some(Sample { media_type, query: String::new(), bytes })
    });
    written.chain(forms()).chain([answer_line()]).collect()
}

/// Every so many of all, for the tests that are run often. The numbers have no factor in common with how the lists repeat.
const SOME_QUERIES: usize = 37;
const SOME_BODIES: usize = 23;
const SOME_SIZES: usize = 23;

/// How much longer everything takes where nothing is optimized.
const UNOPTIMIZED: u32 = 10;

#[test]
fn long_queries_take_what_is_reserved_and_grow_in_line() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let tried = Tried::new(small_limits());
    let all: Vec<Series> = queries(&|asked| tried.answers(asked)).into_iter().step_by(SOME_QUERIES).collect();
    sweep(&tried, &all, SIZES);
}

#[test]
fn long_bodies_take_what_is_reserved_and_grow_in_line() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let tried = Tried::new(small_limits());
    let all = bodies(&samples(&tried), &|asked| tried.answers(asked));
    let all: Vec<Series> = all.into_iter().step_by(SOME_BODIES).collect();
    sweep(&tried, &all, SIZES);
}

/// The sizes of the tests that are run often.
const SIZES: Sizes = Sizes { query: 7_600, body: 256 << 10, busy: MAX_BUSY.saturating_mul(UNOPTIMIZED) };

#[test]
fn mazes_at_their_limits_are_answered() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    try_each(&Tried::new(small_limits()), sizes(&small_limits()).iter().step_by(SOME_SIZES));
}

/// How many of the requests that take longest are sent beside honest clients, of queries and of bodies.
const KEPT: usize = 20;

/// The same whole and with the limits of the server, which takes a quarter of an hour. `SWEEP` is the folder for what takes longest: a file for
/// each body, and one with a line for each request.
#[test]
#[ignore = "whole, and for an optimized build"]
fn everything_at_full_length() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let tried = Tried::new(Settings::default());
    let answers = |asked: &Asked| tried.answers(asked);
    let sizes = Sizes { query: 7_600, body: 1 << 20, busy: MAX_BUSY };
    let (queries, bodies) = (queries(&answers), bodies(&samples(&tried), &answers));
    let slowest = [sweep(&tried, &queries, sizes), sweep(&tried, &bodies, sizes)];
    let folder = std::env::var_os("SWEEP").map_or(Path::new(env!("CARGO_TARGET_TMPDIR")).join("sweep"), PathBuf::from);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).unwrap();
    let mut lines = String::new();
    for (number, series) in slowest.iter().flat_map(|all| all.iter().take(KEPT)).enumerate() {
        let bytes = if series.is_query { sizes.query } else { 4 * sizes.body };
        let Asked { method, uri, media_type, body } = series.of(bytes);
        let file = format!("{number}.body");
        fs::write(folder.join(&file), body).unwrap();
        let line =
            json!({ "name": series.name, "method": method.as_str(), "uri": uri, "type": media_type, "body": file });
        lines += &format!("{line}\n");
    }
    fs::write(folder.join("requests.ndjson"), lines).unwrap();
}
