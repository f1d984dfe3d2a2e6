//! The program itself, and connections to it.

#![cfg(unix)]
// What helps a test may panic like one.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn dedale(args: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
    command.args(args).env_clear().envs(variables.iter().copied());
    command
}

fn run(args: &[&str], variables: &[(&str, &str)]) -> (bool, String) {
    let Output { status, stdout, stderr } = dedale(args, variables).output().unwrap();
    (status.success(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

/// Everything that is answered to these bytes, until the connection is closed.
fn raw(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server may close while the rest of a long request is still being sent.
    stream.write_all(request).ok();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok();
    String::from_utf8(answer).unwrap()
}

/// A server on a port of its own, which ends with the test.
struct Server {
    child: Child,
    address: SocketAddr,
    /// The address for those who run it, if it has one.
    admin: Option<SocketAddr>,
}

impl Server {
    fn start(args: &[&str], variables: &[(&str, &str)]) -> Server {
        let mut command = dedale(args, variables);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let first = lines.next().unwrap().unwrap();
        let address = first.split("http://").nth(1).unwrap().parse().unwrap();
        assert!(lines.next().unwrap().unwrap().starts_with("try: curl 'http://"));
        let admin = args.iter().any(|arg| arg.starts_with("--admin-listen")).then(|| {
            let line = lines.next().unwrap().unwrap();
            line.strip_prefix("admin: http://").unwrap().strip_suffix("/metrics").unwrap().parse().unwrap()
        });
        Server { child, address, admin }
    }

    /// Everything that the server answers to these bytes, until it closes the connection.
    fn raw(&self, request: &[u8]) -> String {
        raw(self.address, request)
    }

    fn get(&self, uri: &str) -> String {
        self.raw(format!("GET {uri} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes())
    }

    /// Sends a signal, and gives what the server leaves: its exit status and its log.
    fn stop(mut self, signal: &str) -> (Option<i32>, String) {
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
        let status = self.child.wait().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        (status.code(), log)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn help_and_version() {
    let (ok, help) = run(&["--help"], &[]);
    assert!(ok && help.contains("DEDALE_MAX_CELLS") && help.contains("health"));
    assert_eq!(run(&["--version"], &[]), (true, format!("dedale {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn what_makes_no_sense_is_an_error_at_the_start() {
    for (args, variables, named) in [
        (&["--prot=1"][..], &[][..], "--prot"),
        (&["serve", "--max-cells=none"], &[], "--max-cells"),
        (&[], &[("DEDALE_MAX_CELLS", "0")], "--max-cells"),
        (&[], &[("DEDALE_LISTEN", "here")], "--listen"),
        (&[], &[("DEDALE_MAXCELLS", "1")], "DEDALE_MAXCELLS"),
        (&["serve"], &[("DEDALE_TIMEOUT", "soon")], "--timeout"),
        (&[], &[("DEDALE_LISTEN", "127.0.0.1:1"), ("DEDALE_ADDR", "127.0.0.1:2")], "DEDALE_ADDR"),
        (&["--listen=192.0.2.1:80"], &[], "192.0.2.1:80"),
    ] {
        let (ok, said) = run(args, variables);
        assert!(!ok && said.contains(named), "{args:?} {variables:?}: {said}");
    }
}

#[test]
fn it_serves_is_found_healthy_and_stops_in_good_order() {
    for (args, signal) in [(&["--log-format=json"][..], "-TERM"), (&["serve"], "-INT")] {
        let variables = [("DEDALE_LISTEN", "127.0.0.1:0"), ("DEDALE_PORT", "tcp://10.0.0.7:8080")];
        let server = Server::start(args, &variables);
        let address = server.address.to_string();
        assert!(server.get("/maze.txt?w=3&h=1&seed=1").ends_with("+---+---+---+\n|           |\n+---+---+---+\n"));
        assert!(run(&["health"], &[("DEDALE_LISTEN", &address)]).0);
        // A connection that is idle must not hold the server up.
        let _idle = TcpStream::connect(server.address).unwrap();
        let (status, log) = server.stop(signal);
        assert_eq!(status, Some(0), "{log}");
        let line = log.lines().find(|line| line.contains("/maze.txt")).unwrap();
        for field in ["GET", "w=3&h=1&seed=1", "200", "duration_ms", "cells", "request_id"] {
            assert!(line.contains(field), "{field}: {line}");
        }
        if args == ["--log-format=json"] {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!((&line["status"], &line["cells"]), (&200.into(), &3.into()));
        }
        let (ok, said) = run(&["health"], &[("DEDALE_LISTEN", &address)]);
        assert!(!ok && said.contains("does not answer"), "{said}");
    }
}

#[test]
fn requests_that_cannot_be_read_are_answered_with_problems_too() {
    let server = Server::start(&["--listen=127.0.0.1:0"], &[]);
    let long_uri = format!("GET /maze?{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(70_000));
    let many_headers: String = (0..200).map(|i| format!("x-{i}: 1\r\n")).collect();
    let many_headers = format!("GET / HTTP/1.1\r\nhost: x\r\n{many_headers}\r\n");
    for (request, problem) in [
        ("NONSENSE\r\n\r\n", "bad-request"),
        ("GET / HTTP/1.1\r\ncontent-length: x\r\n\r\n", "bad-request"),
        (&long_uri, "uri-too-long"),
        (&many_headers, "too-many-headers"),
    ] {
        let answer = server.raw(request.as_bytes());
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("application/problem+json") && head.contains("x-request-id"), "{answer}");
        assert!(head.contains(&format!("content-length: {}", body.len())), "{answer}");
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["type"], format!("/docs/problems#{problem}"));
    }
    assert_eq!(server.stop("-TERM").0, Some(0));
}

#[test]
fn a_request_under_way_is_answered_when_the_server_is_told_to_stop() {
    // Time enough for a machine that has much else to do.
    let server = Server::start(&["--listen=127.0.0.1:0", "--shutdown-timeout=60"], &[]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(b"GET /maze?w=1500&h=1500&seed=1&encoding=bits HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let mut start = [0; 15];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
    let reader = std::thread::spawn(move || {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).map(|_| rest)
    });
    assert_eq!(server.stop("-TERM").0, Some(0));
    let answer = String::from_utf8(reader.join().unwrap().unwrap()).unwrap();
    assert!(answer.ends_with("]]}\n\r\n0\r\n\r\n"), "cut off: …{:?}", &answer[answer.len() - 40..]);
}

/// A server that is asked for more than it can make, by a client that does not read what there is.
fn busy_server(args: &[&str]) -> (Server, TcpStream) {
    let server = Server::start(&[&["--listen=127.0.0.1:0"], args].concat(), &[]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(b"GET /maze?algo=eller&w=1000&h=100000000&seed=1 HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let mut start = [0; 15];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
    let mut making = TcpStream::connect(server.address).unwrap();
    making.write_all(b"GET /maze?algo=aldous-broder&w=60000&h=1 HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    std::thread::sleep(Duration::from_millis(200));
    (server, stream)
}

#[test]
fn a_client_that_does_not_read_cannot_keep_a_server_from_stopping() {
    let (server, _stream) = busy_server(&["--shutdown-timeout=1"]);
    let start = Instant::now();
    let (status, log) = server.stop("-TERM");
    let took = start.elapsed();
    assert!(status == Some(0) && log.contains("cut off"), "{log}");
    assert!(took >= Duration::from_secs(1) && took < Duration::from_secs(10), "{took:?}");
}

#[test]
fn the_second_signal_ends_a_server_at_once() {
    let (server, _stream) = busy_server(&["--drain-delay=600"]);
    let id = server.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    // The first is seen by what it changes.
    while !server.get("/readyz").starts_with("HTTP/1.1 503") {
        std::thread::sleep(Duration::from_millis(5));
    }
    let start = Instant::now();
    let (status, log) = server.stop("-TERM");
    assert!(status == Some(1) && log.contains("told to stop twice"), "{log}");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_server_that_cannot_listen_where_it_should_does_not_say_that_it_does() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (listen, admin) in [("127.0.0.1:0", address.as_str()), (address.as_str(), "127.0.0.1:0")] {
        let (ok, said) = run(&["--listen", listen, "--admin-listen", admin], &[]);
        assert!(!ok && said.contains(&format!("cannot listen on {address}")) && !said.contains("listens on"), "{said}");
    }
}

#[test]
fn the_admin_address_tells_what_was_counted_and_the_public_one_does_not() {
    let server = Server::start(&["--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0", "--head-timeout=0.2"], &[]);
    let admin = server.admin.unwrap();
    let seen = server.get("/maze?algo=prim&w=5&h=5&seed=1");
    assert!(seen.starts_with("HTTP/1.1 200"));
    assert!(server.get("/metrics").starts_with("HTTP/1.1 404"));
    let metrics = || raw(admin, b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    // The connection of the one who asks here is not among those of the service.
    let start = Instant::now();
    while !metrics().contains("\ndedale_connections 0\n") {
        assert!(start.elapsed() < Duration::from_secs(20), "{}", metrics());
    }
    let metrics = metrics();
    for line in [
        "dedale_requests_total{algorithm=\"prim\",format=\"json\",route=\"/maze\",status=\"200\"} 1",
        "dedale_requests_total{algorithm=\"none\",format=\"none\",route=\"other\",status=\"404\"} 1",
        "dedale_cells_total 25",
        "dedale_requests_in_progress 0",
    ] {
        assert!(metrics.contains(line), "{line}\n{metrics}");
    }
    // A connection that is kept for longer than a head may take.
    let mut stream = TcpStream::connect(admin).unwrap();
    for _ in 0..3 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        let mut answer = [0; 4096];
        let length = stream.read(&mut answer).unwrap();
        let answer = std::str::from_utf8(&answer[..length]).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("{\"status\":\"ok\"}"), "{answer}");
        std::thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(server.stop("-TERM").0, Some(0));
}

#[test]
fn a_line_of_the_log_is_one_line_and_tells_the_trace() {
    for (format, quoted) in [("text", false), ("json", true)] {
        let server = Server::start(&["--listen=127.0.0.1:0", &format!("--log-format={format}")], &[]);
        let head = "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nx-forwarded-for: 1.2.3.4\r\n\
                    x-request-id: a \"b\"\r\n";
        // The last two are control characters that are no ASCII, and so may stand in a request as they are.
        let uri = "/maze?w=2&h=2&seed=1&x=%0A%0D%1b%22\u{85}\u{9b}31m";
        server.raw(format!("GET {uri} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{head}\r\n").as_bytes());
        let method = "A".repeat(60_000);
        server.raw(format!("{method} /maze HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").as_bytes());
        let (_, log) = server.stop("-TERM");
        assert!(log.lines().all(|line| line.len() < 2000) && log.contains(&method[..20]), "{log}");
        let lines: Vec<&str> = log.lines().filter(|line| line.contains("seed=1")).collect();
        let [line] = lines[..] else { panic!("{log}") };
        assert!(line.contains("4bf92f3577b34da6a3ce929d0e0e4736") && line.contains("00f067aa0ba902b7"), "{line}");
        assert!(line.contains("127.0.0.1") && !line.contains("1.2.3.4"), "{line}");
        assert!(line.chars().all(|letter| !letter.is_control()), "{line:?}");
        if quoted {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["bytes"].as_u64().unwrap(), line["bytes"].as_u64().unwrap().max(1));
        }
    }
}
