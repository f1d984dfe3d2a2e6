//! Connections: both versions of HTTP, and clients that are slow on purpose.
#![cfg(feature = "server")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Request, StatusCode, Version};
use dedale::server::connection::Timeouts;
use dedale::server::serve::{Shutdown, serve};
use dedale::server::state::{App, Settings};
use http_body_util::BodyExt as _;
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

/// Short enough for a test, long enough for a busy machine.
const TIMEOUTS: Timeouts =
    Timeouts { head: Duration::from_millis(500), idle: Duration::from_millis(1500), write: Duration::from_secs(2) };

/// A server that takes `connections` at a time, its address, and what tells it to stop.
async fn start(connections: usize) -> (Arc<App>, SocketAddr, oneshot::Sender<()>) {
    let app = Arc::new(App::new(Settings {
        timeouts: TIMEOUTS,
        max_connections: connections,
        timeout: Duration::from_secs(20),
        ..Settings::default()
    }));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel();
    let shutdown = Shutdown { drain_delay: Duration::ZERO, timeout: Duration::from_secs(1) };
    let stopped = async { drop(stopped.await) };
    tokio::spawn(serve(listener, app.clone(), stopped, shutdown));
    (app, address, stop)
}

/// What is answered until the server closes the connection, and how long that takes.
async fn until_closed(stream: &mut TcpStream) -> (String, Duration) {
    let start = Instant::now();
    let mut answer = Vec::new();
    // A connection that is reset is closed as well.
    let read = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await.expect("it is closed");
    drop(read);
    (String::from_utf8_lossy(&answer).into_owned(), start.elapsed())
}

#[tokio::test]
async fn both_versions_of_http_give_the_same_answer() {
    const PATH: &str = "/maze.txt?w=4&h=3&seed=1";
    let (app, address, stop) = start(9).await;
    let stream = TokioIo::new(TcpStream::connect(address).await.expect("a connection"));
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), stream).await.expect("HTTP/2");
    tokio::spawn(connection);
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
    let mut first = TcpStream::connect(address).await.expect("a connection");
    let request = format!("GET {PATH} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    first.write_all(request.as_bytes()).await.expect("sent");
    let (answer, _) = until_closed(&mut first).await;
    let body = answer.split_once("\r\n\r\n").expect("a body").1;
    assert!(bodies.iter().all(|other| other == body) && body.starts_with("+---+"), "{body}");

    // Errors as well, and a connection that is idle does not hold a server up that is told to stop.
    let request = Request::get(format!("http://{address}/maze?w=0")).body(Body::empty()).expect("a request");
    let answer = sender.send_request(request).await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
    assert_eq!(answer.headers()["content-type"], "application/problem+json");
    stop.send(()).expect("it serves");
    timeout(Duration::from_secs(5), async {
        while app.metrics.connections.get() > 0 {
            sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("all connections end");
}

#[tokio::test]
async fn who_is_slow_with_a_head_is_let_go() {
    let (app, address, _stop) = start(9).await;
    let mut stream = TcpStream::connect(address).await.expect("a connection");
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
    assert!(start.elapsed() >= TIMEOUTS.head && start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    let text = String::from_utf8(app.metrics.text()).expect("text");
    assert!(text.contains("dedale_connections_closed_total{reason=\"slow-head\"} 1"), "{text}");
}

#[tokio::test]
async fn who_asks_for_nothing_is_let_go_and_who_asks_again_in_time_is_not() {
    let (_app, address, _stop) = start(9).await;
    let mut silent = TcpStream::connect(address).await.expect("a connection");
    let (answer, took) = until_closed(&mut silent).await;
    assert!(answer.is_empty() && took >= TIMEOUTS.idle, "{answer} {took:?}");

    let mut stream = TcpStream::connect(address).await.expect("a connection");
    for _ in 0..3 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
        let mut answer = [0; 4096];
        let length = stream.read(&mut answer).await.expect("an answer");
        assert!(answer[..length].starts_with(b"HTTP/1.1 200"));
        sleep(TIMEOUTS.head + Duration::from_millis(300)).await;
    }
    let (answer, _) = until_closed(&mut stream).await;
    assert!(answer.is_empty());
}

#[tokio::test]
async fn who_takes_next_to_nothing_of_an_answer_is_let_go() {
    let (app, address, _stop) = start(9).await;
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = b"GET /maze?algo=eller&w=1000&h=100000000&seed=1 HTTP/1.1\r\nhost: x\r\n\r\n";
    stream.write_all(request).await.expect("sent");
    let mut some = [0; 10];
    let start = Instant::now();
    while app.metrics.connections.get() > 0 || start.elapsed() < Duration::from_millis(300) {
        assert!(start.elapsed() < Duration::from_secs(20), "it goes on");
        // Ten bytes, ten times a second: a tenth of the slowest that is waited for.
        let _: Result<_, _> = stream.read(&mut some).await;
        sleep(Duration::from_millis(100)).await;
    }
    assert!(start.elapsed() >= TIMEOUTS.write);
    let text = String::from_utf8(app.metrics.text()).expect("text");
    assert!(text.contains("dedale_connections_closed_total{reason=\"slow-read\"} 1"), "{text}");
    assert!(text.contains("dedale_cancelled_total{reason=\"cut-short\"} 1"), "{text}");
}

#[tokio::test]
async fn a_server_whose_places_are_taken_soon_has_one_again() {
    let (_app, address, _stop) = start(4).await;
    let mut silent = Vec::new();
    for _ in 0..8 {
        silent.push(TcpStream::connect(address).await.expect("a connection, or a place in the queue"));
    }
    let mut stream = TcpStream::connect(address).await.expect("a place in the queue");
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.expect("sent");
    let (answer, _) = until_closed(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
