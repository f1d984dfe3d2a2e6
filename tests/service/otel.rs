//! The feature `otel`: a collector is sent a span for each request, in the trace of its caller.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::send;

/// The body of the first request to a collector, which is then told that all is well; and its path.
fn collect(listener: &TcpListener) -> (String, Vec<u8>) {
    let (stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut stream = BufReader::new(stream);
    let (mut path, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        if path.is_empty() {
            path.clone_from(&line);
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
    (path, body)
}

/// A server that sends its spans to a collector after so many milliseconds, and its address.
fn start(collector: &TcpListener, delay: &str) -> (Child, String) {
    let endpoint = format!("http://{}", collector.local_addr().unwrap());
    let mut server = Command::new(env!("CARGO_BIN_EXE_dedale"))
        .args(["--listen=127.0.0.1:0", "--log-level=error"])
        .env_clear()
        .envs([("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.as_str()), ("OTEL_BSP_SCHEDULE_DELAY", delay)])
        .env("OTEL_EXPORTER_OTLP_TIMEOUT", "600000")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let address = lines.next().unwrap().unwrap().split("http://").nth(1).unwrap().to_owned();
    (server, address)
}

#[test]
fn a_collector_that_says_nothing_is_not_waited_for_and_a_second_signal_ends_that() {
    for (signals, code) in [(1, 0), (2, 1)] {
        let collector = TcpListener::bind("127.0.0.1:0").unwrap();
        let (mut server, address) = start(&collector, "600000");
        let mut stream = TcpStream::connect(address).unwrap();
        // A method may be any word. Unknown ones are not reported by name.
        stream.write_all(b"BREW /maze HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
        stream.read_to_string(&mut String::new()).unwrap();
        let start = Instant::now();
        send("-TERM", &server);
        // The last spans are being sent: what is sent is taken, and never answered.
        let (mut stream, _) = collector.accept().unwrap();
        let mut body = Vec::new();
        while !["_OTHER", "HTTP /maze"].iter().all(|part| body.windows(part.len()).any(|has| has == part.as_bytes())) {
            let mut some = [0; 4096];
            let length = stream.read(&mut some).unwrap();
            assert!(length > 0);
            body.extend_from_slice(&some[..length]);
        }
        if signals == 2 {
            send("-TERM", &server);
        }
        assert_eq!(server.wait().unwrap().code(), Some(code));
        // Far less than the exporter would wait.
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    }
}

#[test]
fn a_request_is_a_span_in_the_trace_of_its_caller() {
    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    let collector = TcpListener::bind("127.0.0.1:0").unwrap();
    let (mut server, address) = start(&collector, "100");
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "GET /maze?algo=prim&w=5&h=5&seed=1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntraceparent: 00-{TRACE}-00f067aa0ba902b7-01\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");

    let (path, body) = collect(&collector);
    assert!(path.starts_with("POST /v1/traces "), "{path}");
    let has = |part: &[u8]| body.windows(part.len()).any(|window| window == part);
    let trace: Vec<u8> = (0..16).map(|i| u8::from_str_radix(&TRACE[2 * i..2 * i + 2], 16).unwrap()).collect();
    assert!(has(&trace), "in the trace");
    for part in ["GET /maze", "http.route", "dedale.algorithm", "prim", "service.name", "dedale"] {
        assert!(has(part.as_bytes()), "{part}");
    }
    send("-TERM", &server);
    assert_eq!(server.wait().unwrap().code(), Some(0));
}
