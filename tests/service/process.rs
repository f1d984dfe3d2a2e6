//! The program itself, and connections to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn dedale(args: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dedale"));
    command.args(args).env_clear().envs(variables.iter().copied());
    command
}

/// The same program with SIGHUP not ignored, even where these tests run under `nohup`, which their children inherit.
fn dedale_with_hangup(args: &[&str], variables: &[(&str, &str)]) -> Command {
    if cfg!(not(target_os = "linux")) {
        return dedale(args, variables);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP", env!("CARGO_BIN_EXE_dedale")]).args(args);
    command.env_clear().envs(variables.iter().copied());
    command
}

/// Sends a signal, by the shell: a program for this is not on every system.
pub fn send(signal: &str, child: &Child) {
    let command = format!("kill {signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
}

fn run(args: &[&str], variables: &[(&str, &str)]) -> (bool, String) {
    let Output { status, stdout, stderr } = dedale(args, variables).output().unwrap();
    (status.success(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

/// Everything that is answered to these bytes, until the connection is closed.
fn raw(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(LONG)).unwrap();
    // The server may close while the rest of a long request is still being sent.
    stream.write_all(request).ok();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok();
    String::from_utf8(answer).unwrap()
}

/// Longer than any of this takes on a busy machine, and shorter than what must not be waited for.
const LONG: Duration = Duration::from_secs(60);

/// Asks until it is so. Each answer takes a moment.
fn until(is: impl Fn() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < LONG, "it does not come to that");
    }
}

/// A server on a separate port, which is stopped when the test ends.
struct Server {
    child: Child,
    address: SocketAddr,
    /// The address for those who run it, if it has one.
    admin: Option<SocketAddr>,
}

impl Server {
    fn start(args: &[&str], variables: &[(&str, &str)]) -> Server {
        Server::start_with_log(args, variables, Stdio::piped())
    }

    /// A server whose log goes to `log`.
    fn start_with_log(args: &[&str], variables: &[(&str, &str)], log: Stdio) -> Server {
        Server::spawn(dedale(args, variables), args, log)
    }

    fn spawn(mut command: Command, args: &[&str], log: Stdio) -> Server {
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
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

    /// Sends a number of requests on one connection, and gives how many are answered with status 200.
    fn flood(&self, requests: usize) -> usize {
        const LAST: &str = "GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let requests = "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n".repeat(requests - 1) + LAST;
        let mut writing = stream.try_clone().unwrap();
        let writer = std::thread::spawn(move || writing.write_all(requests.as_bytes()));
        let mut answers = String::new();
        stream.read_to_string(&mut answers).unwrap();
        writer.join().unwrap().unwrap();
        answers.matches("HTTP/1.1 200 OK").count()
    }

    /// What the admin address says.
    fn metrics(&self) -> String {
        raw(self.admin.unwrap(), b"GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    }

    /// How many lines of the log were dropped, as the admin address says.
    fn dropped_lines(&self) -> u64 {
        let metrics = self.metrics();
        let count = metrics.lines().find_map(|line| line.strip_prefix("dedale_log_lines_dropped_total "));
        count.unwrap_or_else(|| panic!("{metrics}")).parse().unwrap()
    }

    /// Sends a signal, and gives what the server leaves: its exit status, and its log if that is here.
    fn stop(mut self, signal: &str) -> (Option<i32>, String) {
        send(signal, &self.child);
        let status = self.child.wait().unwrap();
        let mut log = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut log).unwrap();
        }
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
#[cfg(target_os = "linux")]
fn connections_that_come_at_once_wait_to_be_accepted() {
    // The system allows more than this by default (net.core.somaxconn).
    const MANY: usize = 300;
    let server = Server::start(&["--listen=127.0.0.1:0"], &[]);
    let signal = |name: &str| send(name, &server.child);
    // A server that accepts nothing, so that all of them wait.
    signal("-STOP");
    let connect = |_| TcpStream::connect_timeout(&server.address, Duration::from_secs(5));
    let connections: Vec<_> = (0..MANY).map_while(|number| connect(number).ok()).collect();
    signal("-CONT");
    assert_eq!(connections.len(), MANY);
}

#[test]
fn help_and_version() {
    let (ok, help) = run(&["--help"], &[]);
    assert!(ok && help.contains("DEDALE_MAX_CELLS") && help.contains("health"));
    assert_eq!(run(&["--version"], &[]), (true, format!("dedale {}\n", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn invalid_settings_are_errors_at_startup() {
    for (args, variables, named) in [
        (&["--prot=1"][..], &[][..], "--prot"),
        (&["serve", "--max-cells=none"], &[], "--max-cells"),
        (&[], &[("DEDALE_MAX_CELLS", "0")], "--max-cells"),
        (&[], &[("DEDALE_LISTEN", "here")], "--listen"),
        (&[], &[("DEDALE_MAXCELLS", "1")], "DEDALE_MAXCELLS"),
        (&["serve"], &[("DEDALE_TIMEOUT", "soon")], "--timeout"),
        (&[], &[("DEDALE_ADDR", "127.0.0.1:2")], "DEDALE_ADDR"),
        (&["--listen=192.0.2.1:80"], &[], "192.0.2.1:80"),
    ] {
        let (ok, said) = run(args, variables);
        assert!(!ok && said.contains(named), "{args:?} {variables:?}: {said}");
    }
}

#[test]
fn it_serves_is_found_healthy_and_stops_in_good_order() {
    for (args, signal) in [(&["--log-format=json"][..], "-TERM"), (&["serve"], "-INT"), (&[], "-HUP")] {
        let variables = [("DEDALE_LISTEN", "127.0.0.1:0"), ("DEDALE_PORT", "tcp://10.0.0.7:8080")];
        let command = if signal == "-HUP" { dedale_with_hangup(args, &variables) } else { dedale(args, &variables) };
        let server = Server::spawn(command, args, Stdio::piped());
        let address = server.address.to_string();
        assert!(server.get("/maze.txt?w=3&h=1&seed=1").ends_with("+---+---+---+\n|           |\n+---+---+---+\n"));
        assert!(run(&["health"], &[("DEDALE_LISTEN", &address)]).0);
        // A connection that is idle must not hold the server up.
        let _idle = TcpStream::connect(server.address).unwrap();
        let (status, log) = server.stop(signal);
        assert_eq!(status, Some(0), "{log}");
        let started = log.lines().find(|line| line.contains("started")).unwrap();
        assert!(started.contains(&address) && started.contains("max_connections"), "{started}");
        let line = log.lines().find(|line| line.contains("/maze.txt")).unwrap();
        for field in ["GET", "w=3&h=1&seed=1", "200", "duration_ms", "cells", "request_id"] {
            assert!(line.contains(field), "{field}: {line}");
        }
        if args == ["--log-format=json"] {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!((&line["status"], &line["cells"]), (&200.into(), &3.into()));
        }
        let (ok, said) = run(&["health"], &[("DEDALE_LISTEN", &address)]);
        assert!(!ok && said.contains("does not respond"), "{said}");
    }
}

#[test]
fn requests_that_are_not_http_get_bare_errors_and_all_others_problem_documents() {
    let server = Server::start(&["--listen=127.0.0.1:0"], &[]);
    let long_uri = format!("GET /maze?{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(70_000));
    let many_headers: String = (0..200).map(|i| format!("x-{i}: 1\r\n")).collect();
    let many_headers = format!("GET / HTTP/1.1\r\nhost: x\r\n{many_headers}\r\n");
    for (request, status) in [
        ("NONSENSE\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\ncontent-length: x\r\n\r\n", 400),
        (&long_uri, 414),
        (&many_headers, 431),
        // The HTTP library has one error for all that is too large.
        ("POST /solve HTTP/1.1\r\nhost: x\r\ncontent-length: 18446744073709551615\r\n\r\n", 431),
    ] {
        let answer = server.raw(request.as_bytes());
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{answer}");
        assert!(answer.contains("\r\ncontent-length: 0\r\n") && answer.ends_with("\r\n\r\n"), "{answer}");
    }
    for (request, problem) in [
        ("POST /solve HTTP/1.1\r\nhost: x\r\ncontent-length: 18446744073709551613\r\n\r\n", "content-too-large"),
        ("GET / HTTP/1.1\r\nconnection: close\r\n\r\n", "bad-request"),
        ("GET http://x/ HTTP/1.1\r\nconnection: close\r\n\r\n", "bad-request"),
        ("GET / HTTP/1.1\r\nhost: x\r\nhost: x\r\nconnection: close\r\n\r\n", "bad-request"),
        ("GET / HTTP/1.0\r\nhost: x\r\nhost: y\r\n\r\n", "bad-request"),
        ("GET / HTTP/1.1\r\nhost: x/y\r\nconnection: close\r\n\r\n", "bad-request"),
        // A URL with an empty host is invalid, and so is one with a user (RFC 9110, sections 4.2.1 and 4.2.4).
        ("GET / HTTP/1.1\r\nhost:\r\nconnection: close\r\n\r\n", "bad-request"),
        ("GET http://a@x/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", "bad-request"),
        // The connection is closed, and what would be another request is not looked at.
        (
            "POST /solve HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
            "not-implemented",
        ),
    ] {
        let answer = server.raw(request.as_bytes());
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(
            head.contains("\r\ndate: ") && head.contains("application/problem+json") && head.contains("x-request-id"),
            "{answer}"
        );
        assert!(head.contains(&format!("content-length: {}", body.len())), "{answer}");
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["type"], format!("urn:dedale:problem:{problem}"));
    }
    for request in [
        "GET /healthz HTTP/1.0\r\n\r\n",
        "GET http://x/healthz HTTP/1.1\r\nhost: y\r\nconnection: close\r\n\r\n",
        "POST /solve HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ntransfer-encoding: Chunked\r\nconnection: close\r\n\r\n\
         12\r\n+---+\n|   |\n+---+\n\r\n0\r\n\r\n",
    ] {
        let answer = server.raw(request.as_bytes());
        assert!(answer.contains(" 200 OK\r\n"), "{request}\n{answer}");
    }
    assert!(server.raw(b"OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").starts_with("HTTP/1.1 204"));
    assert_eq!(server.stop("-TERM").0, Some(0));
}

#[test]
fn a_request_in_progress_is_completed_when_the_server_shuts_down() {
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
    let all = ["--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0", "--timeout=600"];
    let server = Server::start(&[&all, args].concat(), &[]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.write_all(b"GET /maze?algo=eller&w=1000&h=100000000&seed=1 HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let mut start = [0; 15];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200 OK");
    let mut making = TcpStream::connect(server.address).unwrap();
    making.write_all(b"GET /maze?algo=aldous-broder&w=25000&h=2 HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    // Both are then at work.
    let is_busy = |metrics: String| metrics.contains("\ndedale_requests_in_progress 2\n");
    until(|| is_busy(server.metrics()));
    (server, stream)
}

#[test]
fn a_server_that_is_to_survive_its_terminal_does() {
    let mut command = Command::new("nohup");
    command.args([env!("CARGO_BIN_EXE_dedale"), "--listen=127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let address = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    let address = address.split("http://").nth(1).unwrap().parse().unwrap();
    let server = Server { child, address, admin: None };
    send("-HUP", &server.child);
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200"));
    assert_eq!(server.stop("-TERM").0, Some(0));
}

/// With few open files, fewer connections are open, others wait, and the admin address is reached all the same.
#[test]
fn a_server_that_may_open_few_files_keeps_some_for_its_admin_address() {
    let flags = ["--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0"];
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 64 && exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_dedale")]).args(flags);
    let server = Server::spawn(command, &flags, Stdio::piped());
    let silent: Vec<_> = (0..100).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    until(|| server.metrics().contains("\ndedale_connections 16\n"));
    assert!(server.metrics().contains("\ndedale_connections_limit 32\n"));
    drop(silent);
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    assert_eq!(server.stop("-TERM").0, Some(0));
}

#[test]
fn a_server_that_may_open_too_few_files_says_so() {
    for (files, args) in [(6, ""), (7, "health"), (10, "--admin-listen=127.0.0.1:0")] {
        let command = format!("ulimit -n {files} && exec \"$0\" {args} --listen=127.0.0.1:0");
        let Output { status, stdout, stderr } =
            Command::new("sh").args(["-c", &command, env!("CARGO_BIN_EXE_dedale")]).output().unwrap();
        let said = String::from_utf8(stderr).unwrap();
        assert!(status.code() == Some(1) && stdout.is_empty(), "{files}: {status} {said}");
        assert!(said.lines().count() == 1 && said.contains(&format!("only {files} files")), "{files}: {said}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn settings_that_allow_more_memory_than_there_is_are_warned_of() {
    // 16 MiB, which every machine has, and 95 TiB, which none has.
    for (held, is_warned_of) in [("16", false), ("99999999", true)] {
        let args = ["--listen=127.0.0.1:0", "--max-connections=16", "--max-memory", held];
        let (status, log) = Server::start(&args, &[]).stop("-TERM");
        let warnings: Vec<&str> = log.lines().filter(|line| line.contains("more memory than there is")).collect();
        assert_eq!((status, warnings.len()), (Some(0), usize::from(is_warned_of)), "{log}");
        let says_what = |line: &&str| line.contains(" WARN ") && line.contains(" needed_mib=100000034 memory_mib=");
        assert!(warnings.iter().all(says_what), "{log}");
    }
}

#[test]
fn a_log_and_output_that_share_a_pipe_that_is_not_read_keep_no_server_from_stopping() {
    let command = "exec \"$0\" --listen=127.0.0.1:0 --admin-listen=127.0.0.1:0 2>&1";
    let mut shell = Command::new("sh");
    let mut child = shell.args(["-c", command, env!("CARGO_BIN_EXE_dedale")]).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut next = |mark: &str| {
        let mut line = String::new();
        while !line.contains(mark) {
            line.clear();
            assert!(said.read_line(&mut line).unwrap() > 0, "{mark}");
        }
        line.split_once("http://").unwrap().1.trim_end().trim_end_matches("/metrics").parse().unwrap()
    };
    let address = next("listens on");
    let server = Server { admin: Some(next("admin: ")), child, address };
    assert_eq!(server.flood(MORE_THAN_WAIT), MORE_THAN_WAIT);
    until(|| server.dropped_lines() > 0);
    assert_eq!(server.stop("-TERM").0, Some(0));
    drop(said);
}

/// More lines than the log holds back.
const MORE_THAN_WAIT: usize = 12_000;

#[test]
fn a_log_that_takes_nothing_ends_no_server_and_stops_none() {
    const ARGS: [&str; 2] = ["--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0"];
    // A pipe that is not read, a pipe that is closed at the other end, and a full disk.
    let unread = Server::start(&ARGS, &[]);
    let mut closed = Server::start(&ARGS, &[]);
    drop(closed.child.stderr.take());
    let mut servers = vec![(unread, MORE_THAN_WAIT), (closed, 2000)];
    if cfg!(target_os = "linux") {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        servers.push((Server::start_with_log(&ARGS, &[], full.into()), 2000));
    }
    for (server, requests) in servers {
        assert_eq!(server.flood(requests), requests);
        until(|| server.dropped_lines() > 0);
        assert_eq!(server.stop("-TERM").0, Some(0));
    }
}

#[test]
fn lines_of_the_log_do_not_wait_for_more() {
    let mut server = Server::start(&["--listen=127.0.0.1:0"], &[]);
    let mut log = BufReader::new(server.child.stderr.take().unwrap());
    let (sender, lines) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        while log.read_line(&mut line).is_ok_and(|length| length > 0) && sender.send(std::mem::take(&mut line)).is_ok()
        {
        }
    });
    for path in ["started", "/healthz", "/readyz"] {
        if path.starts_with('/') {
            server.get(path);
        }
        let line = lines.recv_timeout(LONG).unwrap();
        assert!(line.contains(path), "{line}");
    }
    assert_eq!(server.stop("-TERM").0, Some(0));
}

#[test]
fn a_client_that_does_not_read_cannot_keep_a_server_from_stopping() {
    let (server, _stream) = busy_server(&["--shutdown-timeout=1"]);
    let start = Instant::now();
    let (status, log) = server.stop("-TERM");
    let took = start.elapsed();
    assert!(status == Some(0) && log.contains("cut off"), "{log}");
    assert!(took >= Duration::from_secs(1) && took < LONG, "{took:?}");
}

#[test]
fn the_second_signal_ends_a_server_at_once() {
    let (server, _stream) = busy_server(&["--drain-delay=600"]);
    send("-TERM", &server.child);
    // The first is seen by what it changes.
    until(|| server.get("/readyz").starts_with("HTTP/1.1 503"));
    let start = Instant::now();
    let (status, log) = server.stop("-TERM");
    assert!(status == Some(1) && log.contains("stopped by a second signal"), "{log}");
    assert!(start.elapsed() < LONG);
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
fn metrics_are_served_at_the_admin_address_only() {
    let server = Server::start(&["--listen=127.0.0.1:0", "--admin-listen=127.0.0.1:0"], &[]);
    let admin = server.admin.unwrap();
    let seen = server.get("/maze?algo=prim&w=5&h=5&seed=1");
    assert!(seen.starts_with("HTTP/1.1 200"));
    assert!(server.get("/metrics").starts_with("HTTP/1.1 404"));
    // The connection that requests the metrics is not counted.
    until(|| server.metrics().contains("\ndedale_connections 0\n"));
    let metrics = server.metrics();
    for line in [
        "dedale_requests_total{algorithm=\"prim\",format=\"json\",route=\"/maze\",status=\"200\"} 1",
        "dedale_requests_total{algorithm=\"none\",format=\"none\",route=\"other\",status=\"404\"} 1",
        "dedale_cells_total 25",
        "dedale_requests_in_progress 0",
    ] {
        assert!(metrics.contains(line), "{line}\n{metrics}");
    }
    // A connection that is kept.
    let mut stream = TcpStream::connect(admin).unwrap();
    for _ in 0..3 {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
        let mut answer = [0; 4096];
        let length = stream.read(&mut answer).unwrap();
        let answer = std::str::from_utf8(&answer[..length]).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("{\"status\":\"ok\"}\n"), "{answer}");
    }
    assert_eq!(server.stop("-TERM").0, Some(0));
}

#[test]
fn a_log_entry_is_one_line_and_names_the_trace() {
    for (format, quoted) in [("text", false), ("json", true)] {
        let server = Server::start(&["--listen=127.0.0.1:0", &format!("--log-format={format}")], &[]);
        let head = "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nx-forwarded-for: 1.2.3.4\r\n\
                    x-request-id: a \"b\"\r\n";
        // The last two are control characters outside ASCII, which may appear in a request without escaping.
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
