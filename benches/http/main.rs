//! How many requests a second the service answers, as a ratio to a bare server that sends the same body from memory; how
//! requests for small mazes fare beside large ones; and how much memory a large answer takes: `cargo bench --bench http`.
//!
//! Both servers and the load generator, wrk (Debian: `apt-get install wrk`), run on this machine and share it, in turns, so
//! that whatever else it does hits both alike. `cargo bench --bench http -- prim 304` measures the cases with one of these
//! words in their names; `--quick` takes a quarter of the time.

use std::error::Error;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// What is asked for, and the least ratio that we are after.
struct Case {
    name: &'static str,
    /// Path and query; a seed follows where it ends in `seed=`.
    path: &'static str,
    /// Whether the client holds the answer already.
    held: bool,
    goal: f64,
}

const CASES: [Case; 6] = [
    Case { name: "prim json", path: "/maze?algo=prim&w=30&h=30&seed=", held: false, goal: 0.5 },
    Case { name: "sidewinder json", path: "/maze?algo=sidewinder&w=30&h=30&seed=", held: false, goal: 0.8 },
    Case { name: "prim ascii", path: "/maze.txt?algo=prim&w=30&h=30&seed=", held: false, goal: 0.5 },
    Case { name: "sidewinder ascii", path: "/maze.txt?algo=sidewinder&w=30&h=30&seed=", held: false, goal: 0.8 },
    Case { name: "solve path", path: "/solve?algo=prim&w=30&h=30&seed=", held: false, goal: 0.4 },
    Case { name: "304", path: "/maze?algo=prim&w=30&h=30&seed=7", held: true, goal: 0.95 },
];

/// How often the two servers take turns.
const TURNS: usize = 5;

/// How many connections ask at a time.
const CONNECTIONS: &str = "64";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let quick = words.iter().any(|word| word == "--quick");
    let names: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|word| name.contains(word.as_str()));
    let turn = Duration::from_secs(if quick { 1 } else { 4 });
    if Command::new("wrk").arg("--version").output().is_err() {
        return Err("this needs wrk, a load generator: apt-get install wrk".into());
    }

    println!("{:<18} {:>12} {:>12} {:>7} {:>6}", "requests a second", "dedale", "bare", "ratio", "goal");
    for case in CASES.iter().filter(|case| is_wanted(case.name)) {
        let (ours, bare) = compare(case, turn)?;
        println!("{:<18} {ours:>12.0} {bare:>12.0} {:>7.2} {:>6.2}", case.name, ours / bare, case.goal);
    }
    if is_wanted("fairness") {
        fairness(turn)?;
    }
    if is_wanted("memory") {
        memory()?;
    }
    Ok(())
}

/// Requests a second of our server and of the bare one: the medians of their turns.
fn compare(case: &Case, turn: Duration) -> Result<(f64, f64)> {
    let ours = Server::dedale()?;
    let path = if case.held { case.path.to_owned() } else { format!("{}1", case.path) };
    let answer = minreq::get(format!("{}{path}", ours.url)).send()?;
    let header = |name: &str| answer.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value);
    let tag = header("etag").ok_or("an answer with a seed has an ETag")?;
    let media_type = header("content-type").ok_or("an answer has a type")?;
    let body = std::env::temp_dir().join(format!("dedale-bench-{}", std::process::id()));
    std::fs::write(&body, answer.as_bytes())?;
    let bare = if case.held { Server::bare(&[]) } else { Server::bare(&[media_type, &body.to_string_lossy()]) };
    std::fs::remove_file(&body)?;
    let bare = bare?;
    let header = case.held.then(|| format!("If-None-Match: {tag}"));
    let (mut our_turns, mut bare_turns) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        for (server, turns) in [(&ours, &mut our_turns), (&bare, &mut bare_turns)] {
            turns.push(load(&server.url, case.path, header.as_deref(), CONNECTIONS, turn)?.requests);
        }
    }
    Ok((median(our_turns), median(bare_turns)))
}

/// The slowest hundredth of requests for small mazes, alone and while four large ones are made all the time.
fn fairness(turn: Duration) -> Result<()> {
    let server = Server::dedale()?;
    let small = || load(&server.url, CASES[0].path, None, "8", turn);
    let alone = small()?;
    let large = "/maze?algo=backtracker&w=2048&h=2048&seed=";
    let mut beside = Command::new("wrk")
        .args([
            "-t1",
            "-c4",
            "--timeout",
            "60s",
            "-d",
            &format!("{}s", turn.as_secs() + 2),
            "-s",
            "benches/http/seeds.lua",
        ])
        .arg(format!("{}{large}", server.url))
        .stdout(Stdio::null())
        .spawn()?;
    std::thread::sleep(Duration::from_secs(1));
    let crowded = small()?;
    beside.wait()?;
    println!("\nfairness: 30 × 30 prim as JSON, 8 connections, p99 in ms");
    println!("{:<34} {:>8.2}", "alone", alone.p99);
    println!("{:<34} {:>8.2}", "beside four mazes of 2048 × 2048", crowded.p99);
    println!("{:<34} {:>8.1}  (goal: less than 10)", "ratio", crowded.p99 / alone.p99);
    Ok(())
}

/// The peak of the server's memory while it answers with four million cells, above what it needs when it has nothing to do.
fn memory() -> Result<()> {
    println!("\nmemory: bytes a cell above the idle server, at the peak");
    for (name, algorithm) in [("backtracker", "backtracker"), ("eller", "eller"), ("kruskal", "kruskal")] {
        let server = Server::dedale()?;
        minreq::get(format!("{}/maze?seed=1", server.url)).send()?;
        let idle = server.peak()?;
        let url = format!("{}/maze?algo={algorithm}&w=2048&h=2048&seed=1", server.url);
        let output = Command::new("wrk").args(["-t1", "-c1", "-d1s", "--timeout", "60s"]).arg(url).output()?;
        if !output.status.success() {
            return Err("wrk failed".into());
        }
        println!("{name:<34} {:>8.2}  (goal: less than 3)", (server.peak()? - idle) as f64 / 4_194_304.0);
    }
    Ok(())
}

/// What the load generator found.
struct Load {
    requests: f64,
    /// In milliseconds.
    p99: f64,
}

fn load(url: &str, path: &str, header: Option<&str>, connections: &str, time: Duration) -> Result<Load> {
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", "-c", connections, "-d", &format!("{}s", time.as_secs()), "--latency"]);
    wrk.args(header.iter().flat_map(|header| ["-H", header]));
    if path.ends_with("seed=") {
        wrk.args(["-s", "benches/http/seeds.lua"]);
    }
    let output = wrk.arg(format!("{url}{path}")).output()?;
    let told = String::from_utf8(output.stdout)?;
    if told.contains("Non-2xx") && header.is_none() {
        return Err(format!("{url}{path} is not answered with 200:\n{told}").into());
    }
    let after = |name: &str| {
        let line = told.lines().find_map(|line| line.trim().strip_prefix(name));
        line.map(|rest| rest.trim().to_owned()).ok_or_else(|| format!("wrk does not tell {name}\n{told}"))
    };
    Ok(Load { requests: after("Requests/sec:")?.parse()?, p99: milliseconds(&after("99%")?)? })
}

/// A time as wrk writes it: `812.00us`, `1.23ms`, `1.02s`.
fn milliseconds(text: &str) -> Result<f64> {
    for (unit, factor) in [("us", 0.001), ("ms", 1.0), ("s", 1000.0)] {
        if let Some(number) = text.strip_suffix(unit) {
            return Ok(number.parse::<f64>()? * factor);
        }
    }
    Err(format!("no time: {text}").into())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A server on a port of its own. It ends with this.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    /// Ours, as it is set up when nothing is said; its log goes nowhere.
    fn dedale() -> Result<Server> {
        Server::start(Command::new(env!("CARGO_BIN_EXE_dedale")).args(["--listen", "127.0.0.1:0"]))
    }

    /// The bare one, of the same build.
    fn bare(body: &[&str]) -> Result<Server> {
        let build = ["build", "--quiet", "--release", "--example", "bare", "--message-format=json"];
        let output = Command::new(env!("CARGO")).args(build).stderr(Stdio::inherit()).output()?;
        let told = String::from_utf8(output.stdout)?;
        let program = told.lines().filter_map(|line| line.split_once("\"executable\":\"")).next_back();
        let (program, _) = program.and_then(|(_, rest)| rest.split_once('"')).ok_or("the bare server is not built")?;
        Server::start(Command::new(program).arg("127.0.0.1:0").args(body))
    }

    fn start(command: &mut Command) -> Result<Server> {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut line = String::new();
        BufReader::new(process.stdout.take().ok_or("there is a pipe")?).read_line(&mut line)?;
        let (_, url) = line.trim().rsplit_once(' ').ok_or("the server does not say where it listens")?;
        Ok(Server { url: url.to_owned(), process })
    }

    /// The most memory that it had, in bytes.
    fn peak(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("this needs Linux")?;
        Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
