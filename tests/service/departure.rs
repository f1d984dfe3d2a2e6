//! A reader who goes away, over a real connection: the work stops.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dedale_server::app::App;
use dedale_server::server::listener::{Shutdown, serve};
use dedale_server::server::service::service;
use dedale_server::settings::Settings;
use dedale_server::telemetry::metrics::Metrics;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

/// A request that is answered for minutes: a random walk along two rows.
const ENDLESS: &str = "/maze/steps?algo=aldous-broder&w=25000&h=2&seed=1";

async fn start() -> (Arc<App>, std::net::SocketAddr) {
    start_with(Settings { max_step_streams: 3, client_share: 100, ..Settings::default() }).await
}

async fn start_with(settings: Settings) -> (Arc<App>, std::net::SocketAddr) {
    let app = Arc::new(App::new(settings));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let shutdown = Shutdown { drain_delay: Duration::ZERO, timeout: Duration::from_secs(1) };
    tokio::spawn(serve(service(app.clone()), listener, app.clone(), std::future::pending(), shutdown));
    (app, address)
}

async fn ask(address: std::net::SocketAddr, uri: &str) -> TcpStream {
    ask_from([127, 0, 0, 1], address, uri).await
}

/// The same from this address of the machine.
async fn ask_from(source: [u8; 4], address: std::net::SocketAddr, uri: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((source, 0).into()).expect("an address of the machine");
    let mut stream = socket.connect(address).await.expect("a connection");
    let request = format!("GET {uri} HTTP/1.1\r\nhost: x\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

/// Waits until `free` is true. How soon that is on a quiet machine, `tests/resilience` measures.
async fn until(free: impl Fn() -> bool) {
    let start = Instant::now();
    while !free() {
        assert!(start.elapsed() < Duration::from_secs(20), "the work goes on");
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Waits until nothing more arrives, since there is no space for what is not read.
async fn until_full(stream: &TcpStream) {
    let mut buffer = vec![0; 1 << 23];
    let mut arrived = 0;
    loop {
        let before = std::mem::replace(&mut arrived, stream.peek(&mut buffer).await.expect("steps"));
        if arrived == before {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_stop_being_made_when_the_reader_leaves() {
    let (app, address) = start().await;
    let streams = || app.step_streams.left();
    // One client reads, and one does not, so that the work waits for space in the channel.
    for reads in [true, false] {
        let mut stream = ask(address, ENDLESS).await;
        let mut some = vec![0; 65_536];
        stream.read_exact(&mut some).await.expect("steps");
        assert_eq!(streams(), 2, "the work is under way");
        if reads {
            stream.read_exact(&mut some).await.expect("more steps");
        } else {
            until_full(&stream).await;
        }
        drop(stream);
        until(|| streams() == 3).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_readers_cost_no_memory_and_delay_no_one() {
    let (app, address) = start().await;
    let mut readers = Vec::new();
    for _ in 0..3 {
        let mut stream = ask(address, ENDLESS).await;
        stream.read_exact(&mut [0; 1024]).await.expect("steps");
        readers.push(stream);
    }
    // All streams are taken by readers who do not read. What is no stream is answered, and another stream is refused.
    let mut answer = String::new();
    let mut other = ask(address, "/maze/steps?w=3&h=3&seed=1").await;
    let mut buffer = vec![0; 4096];
    let length = other.read(&mut buffer).await.expect("an answer");
    answer.push_str(std::str::from_utf8(&buffer[..length]).expect("text"));
    assert!(answer.starts_with("HTTP/1.1 429") && answer.contains("retry-after"), "{answer}");
    let mut maze = ask(address, "/maze?w=300&h=300&seed=1").await;
    let length = maze.read(&mut buffer).await.expect("an answer");
    assert!(buffer[..length].starts_with(b"HTTP/1.1 200"));
    drop(readers);
    until(|| app.step_streams.left() == 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_maze_is_not_generated_after_its_client_disconnects() {
    let (app, address) = start().await;
    let workers = app.settings.workers as u64;
    let stream = ask(address, "/maze?algo=aldous-broder&w=25000&h=2&seed=1").await;
    until(|| app.pool.free_workers() < workers).await;
    drop(stream);
    until(|| app.pool.free_workers() == workers).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_clients_that_disconnect_leave_nothing_behind() {
    let (app, address) = start().await;
    // A maze that is generated, waits, is searched, is drawn, or is generated while it is drawn.
    let uris = [
        "/maze?algo=aldous-broder&w=25000&h=2",
        "/maze?algo=wilson&w=2000&h=2000",
        "/solve?w=2000&h=2000&include=walk&solver=random-mouse",
        "/maze.svg?w=2000&h=2000&heat=distance",
        "/maze.txt?algo=eller&w=1000&h=100000000",
    ];
    let mut readers = Vec::new();
    for uri in uris.iter().cycle().take(100) {
        readers.push(ask(address, uri).await);
    }
    let Metrics { in_progress, working, waiting, .. } = &*app.metrics;
    until(|| [in_progress, working, waiting].iter().all(|gauge| gauge.get() > 0)).await;
    drop(readers);
    let gauges = || {
        let metrics = &app.metrics;
        [&metrics.in_progress, &metrics.working, &metrics.waiting, &metrics.reserved, &metrics.connections]
            .map(|it| it.get())
    };
    until(|| gauges() == [0; 5]).await;
    assert_eq!(app.pool.free_workers(), app.settings.workers as u64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_stops_when_its_time_is_up() {
    let settings = Settings { timeout: Duration::from_millis(100), workers: 1, ..Settings::default() };
    let (app, address) = start_with(settings).await;
    let uris = [
        "/maze?algo=aldous-broder&w=25000&h=2",
        "/maze?algo=wilson&w=2000&h=2000",
        "/solve?w=2000&h=2000&solver=random-mouse",
        "/solve?algo=kruskal&w=2000&h=2000&include=stats",
    ];
    for (uri, stopped) in uris.into_iter().zip(1..) {
        let mut stream = ask(address, uri).await;
        let mut head = [0; 12];
        stream.read_exact(&mut head).await.expect("an answer");
        assert_eq!(&head, b"HTTP/1.1 503", "{uri}");
        until(|| app.pool.free_workers() == 1).await;
        // It has been told to stop, and did not come to its own end.
        let text = app.metrics.text();
        assert!(text.contains(&format!("dedale_cancelled_total{{reason=\"deadline\"}} {stopped}\n")), "{uri}: {text}");
    }
    // A response that has begun says so at its end, which is not that of a whole one.
    let mut steps = Vec::new();
    ask(address, ENDLESS).await.read_to_end(&mut steps).await.expect("steps");
    let end = String::from_utf8_lossy(&steps[steps.len() - 200..]);
    assert!(end.ends_with("\"reason\":\"the work took longer than the server allows\"}\n\r\n"), "{end}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_maze_without_an_end_is_made_as_far_as_it_is_read() {
    let (app, address) = start().await;
    let all = app.pool.free_turns();
    let is_at_work = || app.pool.free_turns() < all;
    let mut stream = ask(address, "/maze.txt?algo=eller&w=1000&h=100000000&seed=1").await;
    let mut some = vec![0; 65_536];
    stream.read_exact(&mut some).await.expect("rows");
    assert!(some.starts_with(b"HTTP/1.1 200"));
    // A client that reads gets more than fits into the buffers, and the metrics show the work.
    let mut seen = false;
    for _ in 0..500 {
        stream.read_exact(&mut some).await.expect("more rows");
        seen |= is_at_work();
    }
    assert!(seen);
    // The server waits for a client that stops reading, and stops working for one that has disconnected.
    quiet(is_at_work).await;
    stream.read_exact(&mut some).await.expect("the rows that waited");
    drop(stream);
    quiet(is_at_work).await;
}

/// Waits until no work has been done for a tenth of a second.
async fn quiet(is_at_work: impl Fn() -> bool) {
    let start = Instant::now();
    let mut times = 0;
    while times < 50 {
        assert!(start.elapsed() < Duration::from_secs(20), "the work goes on");
        times = if is_at_work() { 0 } else { times + 1 };
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// Three clients ask for more than they read: a turn of theirs is over when its piece is made, not when they take it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_that_stall_hold_no_turns() {
    for uri in [
        "/mazes?count=1000000&w=100&h=100&algo=aldous-broder&seed=1",
        "/maze.png?w=2000&h=2000&cell=8&seed=1",
        "/maze?w=1500&h=1500&seed=1",
        "/book.pdf?count=40&w=80&h=80&paper=A3&seed=1",
        "/maze/steps?algo=backtracker&w=256&h=256&seed=1",
    ] {
        let (_app, address) = start_with(Settings::default()).await;
        let mut stalled = Vec::new();
        for last in 2..5 {
            for _ in 0..2 {
                stalled.push(ask_from([127, 0, 0, last], address, uri).await);
            }
        }
        for stream in &stalled {
            until_full(stream).await;
        }
        let mut other = ask_from([127, 0, 0, 9], address, "/maze.png?w=300&h=300&seed=1").await;
        let mut answer = vec![0; 12];
        let answered = tokio::time::timeout(Duration::from_secs(10), other.read_exact(&mut answer)).await;
        answered.unwrap_or_else(|_| panic!("no answer beside {uri}")).expect("an answer");
        assert_eq!(answer, b"HTTP/1.1 200", "{uri}");
    }
}
