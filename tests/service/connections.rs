//! Connections: both versions of HTTP, and clients that are slow on purpose.
//!
//! Time stands still in most of these tests, and moves on to the next timer when nothing else is left to do: no timeout depends on how
//! busy the machine is. While a maze is made on another thread, it does not move at all.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, Version};
use dedale_server::app::App;
use dedale_server::limits::client_ip::TrustedProxies;
use dedale_server::server::listener::{Shutdown, serve};
use dedale_server::server::service::service;
use dedale_server::settings::{Settings, Timeouts};
use http_body_util::BodyExt as _;
use hyper::client::conn::http2::SendRequest;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, yield_now};
use tokio::time::{Instant, advance, sleep, timeout};

const TIMEOUTS: Timeouts = Timeouts { idle: Duration::from_secs(15), write: Duration::from_secs(20) };

/// By how much a timeout may be exceeded: connections are looked at every second.
const LATE: Duration = Duration::from_millis(1100);

/// Longer than any timeout.
const LONG: Duration = Duration::from_secs(300);

/// A server that takes `connections` at a time, its address, and what tells it to stop.
async fn start(connections: usize) -> (Arc<App>, SocketAddr, oneshot::Sender<()>) {
    start_with(connections, Shutdown { drain_delay: Duration::ZERO, timeout: Duration::from_secs(1) }).await
}

async fn start_with(connections: usize, shutdown: Shutdown) -> (Arc<App>, SocketAddr, oneshot::Sender<()>) {
    start_app(App::new(settings(connections)), shutdown).await
}

fn settings(connections: usize) -> Settings {
    Settings {
        timeouts: TIMEOUTS,
        max_connections: connections,
        timeout: LONG,
        // A client has two of those for long work.
        workers: 8,
        queue_timeout: Duration::from_millis(200),
        ..Settings::default()
    }
}

async fn start_app(app: App, shutdown: Shutdown) -> (Arc<App>, SocketAddr, oneshot::Sender<()>) {
    let app = Arc::new(app);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel();
    let stopped = async { drop(stopped.await) };
    tokio::spawn(serve(service(app.clone()), listener, app.clone(), stopped, shutdown));
    (app, address, stop)
}

async fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).await.expect("a connection");
    // Otherwise what is sent waits for what was sent before it to be acknowledged, for longer than time stands still.
    stream.set_nodelay(true).expect("a setting");
    stream
}

/// A connection of a client whose system takes little for it that it has not read.
async fn connect_with_little_room(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a setting");
    socket.connect(address).await.expect("a connection")
}

/// What is answered until the server closes the connection, and how long that takes.
async fn until_closed(stream: &mut TcpStream) -> (String, Duration) {
    let start = Instant::now();
    let mut answer = Vec::new();
    // A connection that is reset is closed as well.
    let read = timeout(LONG, stream.read_to_end(&mut answer)).await.expect("it is closed");
    drop(read);
    (String::from_utf8_lossy(&answer).into_owned(), start.elapsed())
}

fn assert_is_about(took: Duration, expected: Duration) {
    assert!(took >= expected && took <= expected + LATE, "{took:?}, and not {expected:?}");
}

/// A connection that speaks HTTP/2.
async fn http2(address: SocketAddr) -> SendRequest<Body> {
    let stream = TokioIo::new(connect(address).await);
    let (sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), stream).await.expect("HTTP/2");
    tokio::spawn(connection);
    sender
}

#[tokio::test(start_paused = true)]
async fn both_versions_of_http_give_the_same_answer() {
    const PATH: &str = "/maze.txt?w=4&h=3&seed=1";
    let (app, address, stop) = start(9).await;
    let mut sender = http2(address).await;
    let request = || Request::get(format!("http://{address}{PATH}")).body(Body::empty()).expect("a request");
    let mut bodies = Vec::new();
    // Several at a time on one connection.
    let answers = [sender.send_request(request()), sender.send_request(request())];
    for answer in answers {
        let answer = answer.await.expect("an answer");
        assert_eq!((answer.status(), answer.version()), (StatusCode::OK, Version::HTTP_2));
        assert!(answer.headers().contains_key("x-request-id") && answer.headers().contains_key("etag"));
        bodies.push(answer.into_body().collect().await.expect("a body").to_bytes());
    }
    let mut first = connect(address).await;
    let request = format!("GET {PATH} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    first.write_all(request.as_bytes()).await.expect("sent");
    let (answer, _) = until_closed(&mut first).await;
    let body = answer.split_once("\r\n\r\n").expect("a body").1;
    assert!(bodies.iter().all(|other| other == body) && body.starts_with("+---+"), "{body}");

    // Errors as well, and an idle connection does not delay the shutdown of the server.
    let request = Request::get(format!("http://{address}/maze?w=0")).body(Body::empty()).expect("a request");
    let answer = sender.send_request(request).await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    assert_eq!(answer.headers()["content-type"], "application/problem+json");
    stop.send(()).expect("it serves");
    until_none(&app).await;
}

/// A 204 and a 304 have no length (RFC 9110, section 8.6).
#[tokio::test]
async fn answers_without_a_body_have_no_length_in_http2() {
    let (_app, address, _stop) = start(9).await;
    for (method, uri, held, status) in [
        ("OPTIONS", "/maze", "", 204),
        ("GET", "/maze?seed=1", "*", 304),
        ("GET", "/docs", "*", 304),
        ("HEAD", "/maze?seed=1", "*", 304),
    ] {
        let request = Request::builder().method(method).uri(format!("http://x{uri}")).header("if-none-match", held);
        let mut sending = http2(address).await;
        let answer = sending.send_request(request.body(Body::empty()).expect("good")).await.expect("answered");
        assert_eq!(answer.status(), status, "{method} {uri}");
        assert_eq!(answer.headers().get("content-length"), None, "{method} {uri}");
    }
}

/// A request names its path and its host once (RFC 9113, section 8.3.1).
#[tokio::test]
async fn http2_requests_name_one_host() {
    let (_app, address, _stop) = start(9).await;
    for (authority, host, status) in
        [("x", None, 200), ("x:80", Some("X:80"), 200), ("x", Some("y"), 400), ("x", Some(""), 400), ("a@x", None, 400)]
    {
        let mut request = Request::builder().uri(format!("http://{authority}/healthz"));
        if let Some(host) = host {
            request = request.header("host", host);
        }
        let mut sending = http2(address).await;
        let answer = sending.send_request(request.body(Body::empty()).expect("good")).await.expect("answered");
        assert_eq!(answer.status(), status, "{authority} {host:?}");
    }
}

/// A request that is refused before its body is read is answered. The connection goes on where the body came with the head, and may end
/// otherwise.
#[tokio::test(start_paused = true)]
async fn a_request_that_is_refused_before_its_body_is_answered() {
    let (_app, address, _stop) = start(9).await;
    for (uri, headers, length, is_sent) in [
        ("/solve?foo=1", "content-type: text/plain", 700, true),
        ("/solve", "content-type: image/tiff", 700, true),
        ("/nowhere", "content-type: text/plain", 700, true),
        ("/solve", "content-type: image/tiff", 1_000_000, false),
        ("/solve", "content-type: image/tiff", 700, false),
        ("/solve?foo=1", "content-type: text/plain\r\nexpect: 100-continue", 700, false),
    ] {
        let mut stream = connect(address).await;
        let head = format!("POST {uri} HTTP/1.1\r\nhost: x\r\n{headers}\r\ncontent-length: {length}\r\n\r\n");
        let body = if is_sent { "x".repeat(length) } else { String::new() };
        stream.write_all(format!("{head}{body}").as_bytes()).await.expect("sent");
        if is_sent {
            stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.ok();
        }
        let (answer, _) = until_closed(&mut stream).await;
        let (refused, rest) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{head}: {answer}"));
        assert!(refused.starts_with("HTTP/1.1 4"), "{head}: {answer}");
        assert_eq!(rest.contains("HTTP/1.1 200 OK"), is_sent, "{head}: {answer}");
    }
}

/// The next request on a connection is not lost: what is left of a short body is read, and after a long one the connection ends as the answer
/// says.
#[tokio::test(start_paused = true)]
async fn after_a_refused_body_the_next_request_is_answered_or_the_connection_is_said_to_end() {
    let (_app, address, _stop) = start(9).await;
    for (uri, headers, length, is_kept) in [
        ("/solve?foo=1", "content-length: 700", 700, true),
        ("/nowhere", "content-length: 60000", 60_000, true),
        ("/maze?w=0", "content-length: 60000", 60_000, true),
        ("/solve?foo=1", "content-length: 100000", 100_000, false),
        ("/solve", "content-type: image/tiff\r\ncontent-length: 1000000", 1_000_000, false),
        ("/solve?foo=1", "transfer-encoding: chunked", 700, false),
        ("/solve?foo=1", "content-length: 700\r\nexpect: 100-continue", 700, false),
        // These are read.
        ("/solve", "content-length: 700", 700, true),
        ("/solve", "transfer-encoding: chunked", 700, true),
    ] {
        let mut stream = connect(address).await;
        let head = format!("POST {uri} HTTP/1.1\r\nhost: x\r\n{headers}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("sent");
        // The body comes when the answer may be there.
        sleep(Duration::from_millis(5)).await;
        let body = "x".repeat(length);
        let body = if head.contains("chunked") { format!("{length:x}\r\n{body}\r\n0\r\n\r\n") } else { body };
        // A connection that ends takes no more.
        stream.write_all(body.as_bytes()).await.ok();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.ok();
        let (answer, _) = until_closed(&mut stream).await;
        let (refused, rest) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{head}: {answer}"));
        assert!(refused.starts_with("HTTP/1.1 4"), "{head}: {answer}");
        let says_close = refused.to_ascii_lowercase().contains("connection: close");
        assert_eq!((rest.contains("HTTP/1.1 200 OK"), says_close), (is_kept, !is_kept), "{head}: {answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn clients_that_send_a_head_slowly_are_disconnected() {
    let (app, address, _stop) = start(9).await;
    let mut stream = connect(address).await;
    stream.write_all(b"GET /maze HTTP/1.1\r\nhost: x\r\n").await.expect("sent");
    let (mut read, mut write) = stream.split();
    // A header now and then does not help.
    let trickle = async {
        loop {
            sleep(Duration::from_millis(100)).await;
            if write.write_all(b"x: y\r\n").await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    };
    let start = Instant::now();
    let mut answer = Vec::new();
    tokio::select! {
        _ = read.read_to_end(&mut answer) => {}
        () = trickle => {}
    }
    assert_is_about(start.elapsed(), TIMEOUTS.idle);
    let text = app.metrics.text();
    assert!(text.contains("dedale_connections_closed_total{reason=\"idle\"} 1"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn silent_clients_are_disconnected_and_active_ones_are_not() {
    let (_app, address, _stop) = start(9).await;
    let mut silent = connect(address).await;
    let (answer, took) = until_closed(&mut silent).await;
    assert!(answer.is_empty(), "{answer}");
    assert_is_about(took, TIMEOUTS.idle);

    let mut stream = connect(address).await;
    for _ in 0..3 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
        let mut answer = [0; 4096];
        let length = stream.read(&mut answer).await.expect("an answer");
        assert!(answer[..length].starts_with(b"HTTP/1.1 200"));
        sleep(TIMEOUTS.idle / 2).await;
    }
    let (answer, took) = until_closed(&mut stream).await;
    assert!(answer.is_empty(), "{answer}");
    assert_is_about(took, TIMEOUTS.idle / 2);
}

#[tokio::test(start_paused = true)]
async fn clients_that_take_next_to_nothing_of_a_response_are_disconnected() {
    let (app, address, _stop) = start(9).await;
    // A buffer that grows would take some seconds of time that does not stand still.
    let mut stream = connect_with_little_room(address).await;
    let request = b"GET /maze?algo=eller&w=1000&h=100000000&seed=1 HTTP/1.1\r\nhost: x\r\n\r\n";
    stream.write_all(request).await.expect("sent");
    let mut some = [0; 10];
    let length = stream.read(&mut some).await.expect("an answer");
    assert!(length > 0);
    let start = Instant::now();
    while app.metrics.connections.get() > 0 {
        assert!(start.elapsed() < LONG, "it goes on");
        // Ten bytes, ten times a second: a tenth of the slowest that is waited for.
        let _: Result<_, _> = stream.read(&mut some).await;
        sleep(Duration::from_millis(100)).await;
    }
    assert_is_about(start.elapsed(), TIMEOUTS.write);
    let text = app.metrics.text();
    assert!(text.contains("dedale_connections_closed_total{reason=\"slow-read\"} 1"), "{text}");
    assert!(text.contains("dedale_cancelled_total{reason=\"cut-short\"} 1"), "{text}");
}

/// A client of HTTP/2 by hand, which takes no more of an answer than it says.
struct ByHand {
    write: OwnedWriteHalf,
    /// How many bytes of answers have come.
    taken: Arc<AtomicUsize>,
    /// Done when the server has closed the connection.
    reading: JoinHandle<()>,
}

fn frame(kind: u8, flags: u8, stream: u32, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len()).expect("a short frame").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), body].concat()
}

impl ByHand {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

    /// Connects, and sends the same request several times at once. Each answer may have `window` bytes.
    async fn ask(address: SocketAddr, path: &str, times: u32, window: u32) -> ByHand {
        let stream = connect(address).await;
        let (mut read, write) = stream.into_split();
        let taken = Arc::new(AtomicUsize::new(0));
        let counted = taken.clone();
        let reading = tokio::spawn(async move {
            let mut head = [0; 9];
            while read.read_exact(&mut head).await.is_ok() {
                let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
                if read.read_exact(&mut vec![0; length]).await.is_err() {
                    break;
                }
                if head[3] == 0 {
                    counted.fetch_add(length, Ordering::SeqCst);
                }
            }
        });
        let mut client = ByHand { write, taken, reading };
        let window = [&4u16.to_be_bytes()[..], &window.to_be_bytes()].concat();
        let mut begin = [ByHand::PREFACE, &frame(4, 0, 0, &window)].concat();
        let head = head_of(path);
        for number in 0..times {
            begin.extend(frame(1, 5, 2 * number + 1, &head));
        }
        assert!(client.send(&begin).await);
        client
    }

    /// Sends frames, if the connection still is.
    async fn send(&mut self, frames: &[u8]) -> bool {
        !self.reading.is_finished() && self.write.write_all(frames).await.is_ok()
    }

    /// Lets the server send so many bytes more of the first answer, and asks whether it is there: what it says to that is no answer.
    async fn take(&mut self, bytes: u32) -> bool {
        let more = match bytes {
            0 => Vec::new(),
            _ => [frame(8, 0, 1, &bytes.to_be_bytes()), frame(8, 0, 0, &bytes.to_be_bytes())].concat(),
        };
        self.send(&[more, frame(6, 0, 0, b"are you?")].concat()).await
    }

    /// Reads this many bytes every 50 ms for this long, or until the connection is closed. Returns whether it is closed.
    async fn trickle(&mut self, bytes: u32, time: Duration) -> bool {
        let start = Instant::now();
        while start.elapsed() < time {
            if !self.take(bytes).await {
                return true;
            }
            sleep(Duration::from_millis(50)).await;
        }
        false
    }
}

/// A connection of another client.
async fn connect_as_another(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(([127, 0, 0, 2], 0).into()).expect("an address of this machine");
    socket.connect(address).await.expect("a connection")
}

async fn status_of(mut stream: TcpStream, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    until_closed(&mut stream).await.0.chars().take(12).collect()
}

#[tokio::test(start_paused = true)]
async fn http2_clients_that_take_nothing_are_disconnected_though_the_network_is_free() {
    let (app, address, _stop) = start(40).await;
    let mut client = ByHand::ask(address, "/maze?w=30&h=30&seed=1", 30, 0).await;
    let start = Instant::now();
    // Half of those that there may be.
    while app.metrics.in_progress.get() < 20 {
        assert!(client.take(0).await, "it is disconnected too soon");
        sleep(Duration::from_millis(5)).await;
    }
    // The client may have no more, others may, and probes are answered.
    assert_eq!(status_of(connect(address).await, "/maze?w=5&h=5").await, "HTTP/1.1 429");
    assert_eq!(status_of(connect(address).await, "/healthz").await, "HTTP/1.1 200");
    assert_eq!(status_of(connect_as_another(address).await, "/maze?w=5&h=5").await, "HTTP/1.1 200");
    assert!(client.trickle(0, LONG).await);
    assert_is_about(start.elapsed(), TIMEOUTS.write);
    until_none(&app).await;
    assert_eq!(status_of(connect(address).await, "/maze?w=5&h=5").await, "HTTP/1.1 200");
    let text = app.metrics.text();
    assert!(text.contains("dedale_connections_closed_total{reason=\"slow-read\"} 1"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn http2_clients_that_take_next_to_nothing_are_disconnected_and_slow_ones_are_not() {
    let (app, address, _stop) = start(9).await;
    // Of a small maze all is handed over to be sent at once, and is no more taken for that.
    for path in ["/maze?w=30&h=30&seed=1", "/maze?algo=eller&w=1000&h=100000000&seed=1"] {
        let mut slow = ByHand::ask(address, path, 1, 0).await;
        let start = Instant::now();
        assert!(slow.trickle(1, LONG).await, "{path}");
        assert_is_about(start.elapsed(), TIMEOUTS.write);
        assert!((1..TIMEOUTS.write.as_millis() as usize).contains(&slow.taken.load(Ordering::SeqCst)), "{path}");
        until_none(&app).await;
    }
    let mut steady = ByHand::ask(address, "/maze?algo=eller&w=1000&h=100000000&seed=1", 1, 0).await;
    // More than 64 KiB in the time that there is for them.
    assert!(!steady.trickle(4000, 2 * TIMEOUTS.write + TIMEOUTS.idle).await);
}

#[tokio::test(start_paused = true)]
async fn http2_clients_that_wait_for_the_server_are_not_slow() {
    let (app, address, _stop) = start(9).await;
    let mut client = ByHand::ask(address, "/maze?algo=aldous-broder&w=25000&h=2&seed=1", 2, 0).await;
    while app.metrics.in_progress.get() < 2 {
        yield_now().await;
    }
    let end = Instant::now() + 2 * (TIMEOUTS.write + TIMEOUTS.idle);
    while Instant::now() < end {
        advance(Duration::from_secs(1)).await;
        assert!(client.take(0).await, "it is disconnected");
        // Time for all that is ready, such as a connection that must be closed.
        for _ in 0..1000 {
            yield_now().await;
        }
    }
    assert_eq!((app.metrics.in_progress.get(), app.metrics.connections.get()), (2, 1));
}

#[tokio::test(start_paused = true)]
async fn http2_is_recognised_by_its_first_bytes_however_they_come() {
    let (app, address, _stop) = start(9).await;
    let mut stream = connect(address).await;
    for part in [&ByHand::PREFACE[..3], &ByHand::PREFACE[3..]] {
        stream.write_all(part).await.expect("sent");
        sleep(Duration::from_secs(5)).await;
    }
    let head = [&[0x82, 0x86, 0x04, 8][..], b"/healthz", b"\x01\x01x"].concat();
    stream.write_all(&[frame(4, 0, 0, b""), frame(1, 5, 1, &head)].concat()).await.expect("sent");
    // Bytes after a response are not a head that should have an end.
    sleep(Duration::from_secs(5)).await;
    stream.write_all(&frame(6, 0, 0, b"are you?")).await.expect("sent");
    let (_, took) = until_closed(&mut stream).await;
    assert_is_about(took, TIMEOUTS.idle - Duration::from_secs(5));
    let text = app.metrics.text();
    assert!(text.contains("dedale_connections_closed_total{reason=\"idle\"} 1"), "{text}");
}

/// Waits until nothing is left of any connection.
async fn until_none(app: &App) {
    timeout(LONG, async {
        while app.metrics.connections.get() > 0 || app.metrics.in_progress.get() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("all connections end");
}

/// How soon an idle connection is closed while others wait for its place.
const CROWDED: Duration = Duration::from_secs(2);

const AT_ONCE: Shutdown = Shutdown { drain_delay: Duration::ZERO, timeout: Duration::ZERO };

fn refused_connections(app: &App) -> String {
    let text = app.metrics.text();
    let line = text.lines().find(|line| line.starts_with("dedale_refused_total{reason=\"connections\"}"));
    line.expect("a metric").split(' ').next_back().expect("a number").to_owned()
}

#[tokio::test(start_paused = true)]
async fn one_client_does_not_take_all_connections() {
    let (app, address, _stop) = start(4).await;
    let mut silent = Vec::new();
    for _ in 0..8 {
        silent.push(connect(address).await);
    }
    // It may have two of the four. The others wait, and others do not wait for them.
    assert_eq!(status_of(connect_as_another(address).await, "/maze?w=5&h=5").await, "HTTP/1.1 200");
    assert_eq!(app.metrics.connections.get(), 2);
    // As others wait, idle connections are closed soon, two by two.
    let start = Instant::now();
    assert_eq!(status_of(connect(address).await, "/maze?w=5&h=5").await, "HTTP/1.1 200");
    assert!(start.elapsed() > 3 * CROWDED && start.elapsed() < 5 * CROWDED, "{:?}", start.elapsed());
    until_none(&app).await;
    assert_eq!(refused_connections(&app), "0");
}

/// A class opens more connections than there are: each has its turn, whether it waits in the server or in the queue of the system.
#[tokio::test(start_paused = true)]
async fn connections_beyond_the_limit_wait_and_none_is_cut() {
    for (max_waiting_connections, proxies) in
        [(100, vec![]), (1, vec![]), (1, vec!["127.0.0.0/8".parse().expect("a network")])]
    {
        let mut app = App::new(Settings { max_waiting_connections, ..settings(2) });
        app.proxies = TrustedProxies(proxies);
        let (app, address, _stop) = start_app(app, AT_ONCE).await;
        let clients: Vec<_> = (0..30)
            .map(|_| {
                tokio::spawn(async move {
                    // The client would keep its connection, but the response says `close`, so that others have a turn.
                    let mut stream = connect(address).await;
                    stream.write_all(b"GET /maze?w=5&h=5 HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
                    until_closed(&mut stream).await.0
                })
            })
            .collect();
        for client in clients {
            let answer = client.await.expect("no panic");
            assert!(answer.starts_with("HTTP/1.1 200"), "{max_waiting_connections}: {answer}");
        }
        assert_eq!(refused_connections(&app), "0");
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_with_its_share_of_waiting_connections_has_no_more() {
    let app = App::new(Settings { max_waiting_connections: 4, ..settings(4) });
    let (app, address, _stop) = start_app(app, AT_ONCE).await;
    let mut silent = Vec::new();
    for _ in 0..5 {
        silent.push(connect(address).await);
    }
    let (answer, took) = until_closed(&mut silent[4]).await;
    assert!(answer.is_empty() && took < CROWDED, "{answer} {took:?}");
    assert_eq!((app.metrics.connections.get(), refused_connections(&app).as_str()), (2, "1"));
    assert_eq!(status_of(connect_as_another(address).await, "/maze?w=5&h=5").await, "HTTP/1.1 200");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_closes_its_side_is_answered_and_work_that_takes_long_stops() {
    let (app, address, _stop) = start(9).await;
    let ask = async |path: &str| {
        let mut stream = connect(address).await;
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.expect("sent");
        stream.shutdown().await.expect("closed");
        until_closed(&mut stream).await.0
    };
    for path in ["/maze.txt?w=3&h=1&seed=1", "/maze.txt?algo=eller&w=1000&h=1000&seed=1"] {
        let answer = ask(path).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("---+\n"), "{path}: {answer}");
    }
    let answer = ask("/maze?algo=aldous-broder&w=25000&h=2&seed=1").await;
    assert_eq!(answer, "");
    until_none(&app).await;
    let freed = async {
        while app.pool.free_workers() < app.settings.workers as u64 {
            sleep(Duration::from_millis(2)).await;
        }
    };
    timeout(LONG, freed).await.expect("the work stops");
}

/// A connection holds data that its client does not read, instead of leaving it to the system without a share.
#[tokio::test(start_paused = true)]
async fn a_client_that_closes_its_side_and_reads_nothing_keeps_its_place() {
    let (app, address, _stop) = start(9).await;
    for path in ["/maze?algo=eller&w=1000&h=100000000&seed=1", "/maze?algo=eller&w=1000&h=1500&encoding=bits&seed=1"] {
        let mut stream = connect_with_little_room(address).await;
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.expect("sent");
        assert!(stream.read(&mut [0; 10]).await.expect("an answer") > 0);
        let start = Instant::now();
        stream.shutdown().await.expect("closed");
        sleep(TIMEOUTS.write / 2).await;
        assert_eq!(app.metrics.connections.get(), 1, "{path}");
        until_none(&app).await;
        assert!(start.elapsed() < TIMEOUTS.write + 2 * LATE, "{path}: {:?}", start.elapsed());
        // Nothing more arrives, and not what the system had: the connection was reset.
        assert!(timeout(LONG, stream.read_to_end(&mut Vec::new())).await.expect("its end").is_err(), "{path}");
    }
}

/// The head of a request by HTTP/2.
fn head_of(path: &str) -> Vec<u8> {
    let length = u8::try_from(path.len()).expect("a short path");
    [&[0x82, 0x86, 0x04, length], path.as_bytes(), b"\x01\x01x"].concat()
}

/// Of a response that is not read, each has its own time, whatever else its connection does.
#[tokio::test(start_paused = true)]
async fn a_response_that_is_not_read_is_reset_while_its_connection_goes_on() {
    let (app, address, _stop) = start(9).await;
    let mut client = ByHand::ask(address, "/maze?w=900&h=900&encoding=bits&seed=1", 2, 65_535).await;
    assert!(client.send(&frame(8, 0, 0, &(1u32 << 24).to_be_bytes())).await);
    let start = Instant::now();
    for number in 0.. {
        // A request a second, and one that never has a body.
        let mut more = frame(1, 5, 2 * number + 9, &head_of("/healthz"));
        if number == 0 {
            let post = [&[0x83, 0x86, 0x04, 6][..], b"/solve", b"\x01\x01x"].concat();
            more = [frame(1, 4, 5, &post), more].concat();
        }
        assert!(client.send(&more).await, "it is closed after {:?}", start.elapsed());
        sleep(Duration::from_secs(1)).await;
        if start.elapsed() > TIMEOUTS.write / 2 && app.metrics.in_progress.get() <= 1 {
            break;
        }
        assert!(start.elapsed() < TIMEOUTS.write + 4 * LATE, "it goes on");
    }
    assert!(start.elapsed() >= TIMEOUTS.write);
    assert_eq!(app.metrics.connections.get(), 1);
}

/// The part of a response that the library holds cannot be reset, so its connection is closed.
#[tokio::test(start_paused = true)]
async fn the_rest_of_a_response_that_is_not_read_ends_its_connection() {
    let (app, address, _stop) = start(9).await;
    let mut client = ByHand::ask(address, "/maze?w=30&h=30&seed=1", 1, 1).await;
    let start = Instant::now();
    for number in 1.. {
        if !client.send(&frame(1, 5, 2 * number + 1, &head_of("/healthz"))).await {
            break;
        }
        assert!(start.elapsed() < TIMEOUTS.write + 5 * LATE, "it goes on");
        sleep(Duration::from_secs(1)).await;
    }
    assert!(start.elapsed() >= TIMEOUTS.write);
    until_none(&app).await;
}

#[tokio::test(start_paused = true)]
async fn frames_that_are_no_request_are_counted() {
    let (app, address, _stop) = start(9).await;
    let pings = |count| frame(6, 0, 0, b"are you?").repeat(count);
    let mut client = ByHand::ask(address, "/healthz", 1, 65_535).await;
    for number in 1..5 {
        assert!(client.send(&pings(1500)).await);
        sleep(Duration::from_millis(100)).await;
        assert!(client.send(&frame(1, 5, 2 * number + 1, &head_of("/healthz"))).await, "requests are progress");
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(app.metrics.connections.get(), 1);
    client.send(&pings(2500)).await;
    until_none(&app).await;
    let text = app.metrics.text();
    assert!(text.contains("dedale_connections_closed_total{reason=\"control-frames\"} 1"), "{text}");
}

#[tokio::test(start_paused = true)]
async fn heads_with_many_fields_are_refused() {
    let (_app, address, _stop) = start(9).await;
    let mut sender = http2(address).await;
    for (count, status) in [(90, StatusCode::OK), (101, StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE)] {
        let mut request = Request::get(format!("http://{address}/maze?w=3&h=3"));
        for _ in 0..count {
            request = request.header("a", "");
        }
        let answer = sender.send_request(request.body(Body::empty()).expect("a request")).await.expect("an answer");
        assert_eq!(answer.status(), status, "{count}");
    }
}

/// Requests that wait for others of their client are bounded: one more is refused at once.
#[tokio::test(start_paused = true)]
async fn one_client_does_not_have_any_number_of_requests_that_wait() {
    let (app, address, _stop) = start(4).await;
    let mut client = ByHand::ask(address, "/healthz", 0, 0).await;
    // Each has 61 fields, which take 8 KiB: 16 of them take the share of one client.
    let head = [&head_of("/maze?w=30&h=30&seed=1")[..], b"\x40\x01a\x00", &[0xbe; 60]].concat();
    let heads: Vec<u8> = (0..64).flat_map(|number| frame(1, 5, 2 * number + 1, &head)).collect();
    assert!(client.send(&heads).await);
    let start = Instant::now();
    let refused = || {
        let text = app.metrics.text();
        let line = text.lines().find(|line| line.starts_with("dedale_refused_total{reason=\"requests\"}"));
        line.and_then(|line| line.rsplit(' ').next()?.parse::<u32>().ok()).expect("a number")
    };
    while refused() < 48 {
        assert!(start.elapsed() < Duration::from_millis(150), "{}", refused());
        sleep(Duration::from_millis(1)).await;
    }
    drop(client);
}

/// A server that drains for this long, and knows it.
async fn draining(drain_delay: Duration, timeout: Duration) -> (Arc<App>, SocketAddr) {
    let (app, address, stop) = start_with(9, Shutdown { drain_delay, timeout }).await;
    stop.send(()).expect("it serves");
    while !app.is_draining() {
        sleep(Duration::from_millis(1)).await;
    }
    (app, address)
}

#[tokio::test(start_paused = true)]
async fn clients_are_asked_to_reconnect_while_the_server_drains() {
    let (app, address) = draining(Duration::from_secs(600), LONG).await;
    let mut stream = connect(address).await;
    stream.write_all(b"GET /maze?w=3&h=3 HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
    let (answer, _) = until_closed(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\r\nconnection: close\r\n"), "{answer}");
    // By HTTP/2 there is no such header.
    let mut sender = http2(address).await;
    for _ in 0..2 {
        let request = Request::get(format!("http://{address}/maze?w=3&h=3")).body(Body::empty()).expect("a request");
        let answer = sender.send_request(request).await.expect("an answer");
        assert!(answer.status() == StatusCode::OK && !answer.headers().contains_key("connection"));
    }
    assert_eq!(app.metrics.panics.get(), 0);
}

#[tokio::test(start_paused = true)]
async fn requests_sent_before_shutdown_are_answered() {
    const REQUEST: &[u8] = b"GET /maze.txt?w=3&h=1&seed=1 HTTP/1.1\r\nhost: x\r\n\r\n";
    let (_app, address, stop) = start_with(60, Shutdown { drain_delay: Duration::ZERO, timeout: LONG }).await;
    let mut idle = connect(address).await;
    idle.write_all(REQUEST).await.expect("sent");
    assert!(idle.read(&mut [0; 4096]).await.expect("an answer") > 0);
    // They wait in the system's queue: the server runs on this thread, and has no time to accept them before it is stopped.
    let mut waiting = Vec::new();
    for _ in 0..20 {
        let mut stream = std::net::TcpStream::connect(address).expect("a place in the queue");
        stream.write_all(REQUEST).expect("sent");
        stream.set_nonblocking(true).expect("a setting");
        waiting.push(TcpStream::from_std(stream).expect("a connection"));
    }
    stop.send(()).expect("it serves");
    sleep(Duration::from_millis(20)).await;
    idle.write_all(REQUEST).await.expect("sent");
    waiting.push(idle);
    for stream in &mut waiting {
        let (answer, _) = until_closed(stream).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("+---+---+---+\n"), "{answer}");
        assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
    }
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_are_sent_while_the_server_drains_and_then_end_with_an_error() {
    let ask = async |address, uri: &str| {
        let mut stream = connect(address).await;
        stream.write_all(format!("GET {uri} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.expect("sent");
        until_closed(&mut stream).await.0
    };
    let (_app, address) = draining(Duration::from_secs(600), LONG).await;
    let answer = ask(address, "/maze/steps?w=60&h=60&seed=1").await;
    assert!(answer.contains("{\"step\":\"end\"") && answer.ends_with("\r\n0\r\n\r\n"), "{answer}");
    // Longer streams end with an event that says so, before they would be cut off.
    let (_app, address) = draining(Duration::from_millis(100), Duration::from_secs(2)).await;
    let answer = ask(address, "/maze/steps?algo=aldous-broder&w=25000&h=2&seed=1").await;
    let last = &answer[answer.len() - 200..];
    assert!(last.contains("shutting down") && last.ends_with("}\n\r\n"), "{last}");
    // With HTTP/1.0, truncation is not visible, so caches must not store the response, unless it has a `Content-Length`.
    let (_app, address) = draining(Duration::from_secs(600), LONG).await;
    for (uri, is_stored) in [("/maze/steps?w=6&h=6&seed=1", false), ("/maze?w=6&h=6&seed=1", true)] {
        let mut stream = connect(address).await;
        stream.write_all(format!("GET {uri} HTTP/1.0\r\n\r\n").as_bytes()).await.expect("sent");
        let (answer, _) = until_closed(&mut stream).await;
        assert!(answer.contains("200 OK") && answer.contains("\r\ncontent-length: ") == is_stored, "{answer}");
        assert_eq!(answer.contains("\r\netag: "), is_stored, "{answer}");
        assert_eq!(answer.contains("\r\ncache-control: no-store\r\n"), !is_stored, "{answer}");
    }
    // By HTTP/2 it is reset.
    let (_app, address) = draining(Duration::from_millis(100), Duration::from_secs(2)).await;
    let mut sender = http2(address).await;
    let uri = format!("http://{address}/maze/steps?algo=aldous-broder&w=25000&h=2&seed=1");
    let answer = sender.send_request(Request::get(uri).body(Body::empty()).expect("a request")).await;
    let mut body = answer.expect("an answer").into_body();
    let mut last = String::new();
    let error = loop {
        match body.frame().await.expect("no end") {
            Ok(frame) => last = String::from_utf8_lossy(frame.data_ref().expect("data")).into_owned(),
            Err(error) => break error,
        }
    };
    assert!(last.contains("shutting down") && last.ends_with("}\n"), "{last}");
    assert!(error.to_string().contains("reset") || format!("{error:?}").contains("Reset"), "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_serves_is_seen_to_move() {
    let app = Arc::new(App::new(Settings::default()));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    sleep(Duration::from_secs(60)).await;
    assert_eq!(app.pulse.unseen_for().as_secs(), 60);
    let shutdown = Shutdown { drain_delay: Duration::ZERO, timeout: Duration::ZERO };
    serve(service(app.clone()), listener, app.clone(), sleep(Duration::from_millis(100)), shutdown).await;
    assert!(app.pulse.unseen_for() < Duration::from_secs(1));
}
