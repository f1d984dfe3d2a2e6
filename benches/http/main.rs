//! What the service costs over HTTP: `cargo bench --bench http`.
//!
//! - How many requests a second it answers, as a ratio to a bare server that sends the same body from memory. Both servers and
//!   the load generator, wrk (Debian: `apt-get install wrk`), run on this machine and share it, in turns, so that whatever else
//!   it does hits both alike.
//! - Fairness: how long the slowest hundredth of requests for small mazes takes while four large ones are made and sent all the
//!   time, as a ratio to the same without the large ones. The small requests come at a pace that leaves the machine idle for
//!   the most part, so that the one figure is not that of a queue before a busy server.
//! - Memory: how much more the server needs at its peak than before, while it answers with four million cells; and while a
//!   thousand readers have asked for a large maze each, read a little, and wait.
//! - Endless: how fast a maze of a hundred billion cells is sent, which is made meanwhile, and in how much memory.
//! - Cost: the processor time of a request for the smallest maze and for mazes of 30 × 30 cells, in microseconds, beside that of the bare
//!   server and of the library.
//! - The pool: what it costs to have work done there rather than at once.
//! - Mazes: how many a second are sent as one data set, as a share of those that all processors make of them without HTTP.
//! - Dearest: the processor time and the memory of the requests that cost most, among those that are answered.
//!
//! `cargo bench --bench http -- prim 304` measures the parts with one of these words in their names (the cases, `fairness`,
//! `cost`, `memory`, `readers`, `endless`, `pool`, `mazes`, `dearest`); `--quick` takes a quarter of the time.

mod dearest;
mod mazes;

use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::Uri;
use dedale::formats::{Encoding, Format};
use dedale::generate::ALGORITHMS;
use dedale::options::MazeOptions;
use dedale_server::limits::memory::Memory;
use dedale_server::limits::pool::{Cost, Pool};
use dedale_server::limits::shares::Client;
use dedale_server::settings::Settings;
use dedale_server::telemetry::metrics::Metrics;
use dedale_server::telemetry::timing::Timing;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The requested maze, and the minimum ratio that is the goal.
struct Case {
    name: &'static str,
    /// Path and query; a seed follows where it ends in `seed=`.
    path: &'static str,
    /// Whether the client holds the answer already.
    held: bool,
    /// How many connections ask at a time.
    clients: &'static str,
    goal: f64,
}

/// What most cases have in common.
const PLAIN: Case = Case { name: "", path: "", held: false, clients: "64", goal: 0.0 };

/// What tiles have in common. The pool makes them, and one client may have fewer places in its queue than 64.
const OF_TILES: Case = Case { clients: "16", goal: 0.1, ..PLAIN };

/// A tile in the middle of the largest maze.
const TILE: &str =
    "/map/tiles/49/281474976710656/281474976710655.png?algo=quilt&w=9007199254740991&h=9007199254740991&seed=";
const TILE_SVG: &str =
    "/map/tiles/49/281474976710656/281474976710655.svg?algo=quilt&w=9007199254740991&h=9007199254740991&seed=";

const CASES: [Case; 8] = [
    Case { name: "prim json", path: "/maze?algo=prim&w=30&h=30&seed=", goal: 0.5, ..PLAIN },
    Case { name: "sidewinder json", path: "/maze?algo=sidewinder&w=30&h=30&seed=", goal: 0.8, ..PLAIN },
    Case { name: "prim ascii", path: "/maze.txt?algo=prim&w=30&h=30&seed=", goal: 0.5, ..PLAIN },
    Case { name: "sidewinder ascii", path: "/maze.txt?algo=sidewinder&w=30&h=30&seed=", goal: 0.8, ..PLAIN },
    Case { name: "solve path", path: "/solve?algo=prim&w=30&h=30&seed=", goal: 0.4, ..PLAIN },
    Case { name: "tile png", path: TILE, ..OF_TILES },
    Case { name: "tile svg", path: TILE_SVG, ..OF_TILES },
    Case { name: "304", path: "/maze?algo=prim&w=30&h=30&seed=7", held: true, goal: 0.95, ..PLAIN },
];

/// How often the two servers take turns.
const TURNS: usize = 5;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let quick = words.iter().any(|word| word == "--quick");
    let names: Vec<&String> = words.iter().filter(|word| !word.starts_with("--")).collect();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|word| name.contains(word.as_str()));
    let turn = Duration::from_secs(if quick { 1 } else { 4 });
    // The last three parts need no load generator.
    let is_without =
        !names.is_empty() && names.iter().all(|name| ["pool", "mazes", "dearest"].contains(&name.as_str()));
    if !is_without && Command::new("wrk").arg("--version").output().is_err() {
        return Err("this needs wrk, a load generator: apt-get install wrk".into());
    }

    println!("{:<18} {:>12} {:>12} {:>7} {:>6}", "requests a second", "dedale", "bare", "ratio", "goal");
    for case in CASES.iter().filter(|case| is_wanted(case.name)) {
        let (ours, bare) = compare(case, turn)?;
        println!("{:<18} {ours:>12.0} {bare:>12.0} {:>7.2} {:>6.2}", case.name, ours / bare, case.goal);
    }
    if is_wanted("cost") {
        cost(turn)?;
    }
    if is_wanted("fairness") {
        fairness(turn)?;
    }
    if is_wanted("memory") {
        memory()?;
    }
    if is_wanted("readers") {
        readers()?;
    }
    if is_wanted("endless") {
        endless(turn)?;
    }
    if is_wanted("pool") {
        pool()?;
    }
    if is_wanted("mazes") {
        mazes::mazes(quick)?;
    }
    if is_wanted("dearest") {
        dearest::dearest(quick)?;
    }
    Ok(())
}

/// Our server and a bare one that sends what ours answers to a case, and the header that the client sends.
fn servers(case: &Case) -> Result<(Server, Server, Option<String>)> {
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
    Ok((ours, bare?, case.held.then(|| format!("If-None-Match: {tag}"))))
}

/// Requests a second of our server and of the bare one: the medians of their turns.
fn compare(case: &Case, turn: Duration) -> Result<(f64, f64)> {
    let (ours, bare, header) = servers(case)?;
    let (mut our_turns, mut bare_turns) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        for (server, turns) in [(&ours, &mut our_turns), (&bare, &mut bare_turns)] {
            turns.push(load(&server.url, case.path, header.as_deref(), case.clients, turn)?.requests);
        }
    }
    Ok((median(our_turns), median(bare_turns)))
}

/// The processor time of a request, with its line of the log: at our server, at the bare one, and in the library, which makes and
/// writes the same bytes. A maze of one cell says what a request costs whatever it asks for.
fn cost(turn: Duration) -> Result<()> {
    println!("\ncost: microseconds of processor time for a request, medians of {TURNS} turns");
    println!(
        "{:<18} {:>8} {:>8} {:>12} {:>8} {:>18}",
        "", "dedale", "bare", "dedale/bare", "library", "more than library"
    );
    let one_cell = Case { name: "one cell json", path: "/maze?w=1&h=1&seed=", ..PLAIN };
    for case in [&one_cell].into_iter().chain(&CASES[..4]) {
        let (ours, bare, _) = servers(case)?;
        let mut turns = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..TURNS {
            for (server, turns) in [&ours, &bare].into_iter().zip(&mut turns) {
                let before = server.processor_time()?;
                let load = load(&server.url, case.path, None, "32", turn)?;
                turns.push((server.processor_time()? - before) * 1e6 / load.total);
            }
            turns[2].push(in_library(case)?);
        }
        let [ours, bare, library] = turns.map(median);
        let (ratio, more) = (ours / bare, ours - library);
        println!("{:<18} {ours:>8.2} {bare:>8.2} {ratio:>12.2} {library:>8.2} {more:>18.2}", case.name);
    }
    Ok(())
}

/// The microseconds that the library takes on one thread for what a case asks for.
fn in_library(case: &Case) -> Result<f64> {
    const MAZES: u32 = 20_000;
    let (path, query) = case.path.split_once('?').ok_or("a case has a query")?;
    let format = if path.ends_with(".txt") { Format::Ascii } else { Format::Json(Encoding::default()) };
    let before = processor_time(std::process::id())?;
    for seed in 0..MAZES {
        let options: MazeOptions = format!("{query}{seed}").parse()?;
        black_box(options.make(&mut ())?.to_bytes(format)?);
    }
    Ok((processor_time(std::process::id())? - before) * 1e6 / f64::from(MAZES))
}

/// How many connections ask for small mazes while fairness is measured, and how long each waits before it asks again, in
/// milliseconds.
const PACED: (&str, &str) = ("4", "5");

/// The slowest hundredth of requests for small mazes, alone and while four large ones are made all the time.
fn fairness(turn: Duration) -> Result<()> {
    let server = Server::dedale()?;
    let seconds = format!("{}s", 2 * turn.as_secs());
    let small = || -> Result<Load> {
        let (connections, pause) = PACED;
        let mut wrk = Command::new("wrk");
        wrk.args(["-t1", "-c", connections, "-d", &seconds, "--latency", "-s", "benches/http/paced.lua"]);
        told(wrk.arg(format!("{}{}", server.url, CASES[0].path)).args(["--", pause]))
    };
    println!("\nfairness: 30 × 30 prim as JSON, {} connections, {} ms between two requests of each", PACED.0, PACED.1);
    println!("{:<44} {:>8} {:>8}", "", "p50 ms", "p99 ms");
    let show = |name: &str, load: &Load| println!("{name:<44} {:>8.2} {:>8.2}", load.p50, load.p99);
    let alone = small()?;
    show("alone", &alone);
    for (algorithm, coding) in
        [("backtracker", "identity"), ("sidewinder", "identity"), ("backtracker", "zstd"), ("sidewinder", "gzip")]
    {
        let mut wrk = Command::new("wrk");
        wrk.args(["-t1", "-c4", "--timeout", "60s", "-s", "benches/http/seeds.lua", "--latency"])
            .args(["-d", &format!("{}s", 2 * turn.as_secs() + 2), "-H", &format!("Accept-Encoding: {coding}")])
            .arg(format!("{}/maze?algo={algorithm}&w=2048&h=2048&seed=", server.url))
            .stdout(Stdio::piped());
        let beside = wrk.spawn()?;
        std::thread::sleep(Duration::from_secs(1));
        let crowded = small();
        let beside = read(&beside.wait_with_output()?.stdout)?;
        let crowded = crowded?;
        if beside.others || beside.requests == 0.0 {
            return Err(format!("large mazes of {algorithm} are not answered").into());
        }
        show(&format!("beside 4 × 2048 × 2048 {algorithm} {coding}"), &crowded);
        println!("{:<44} {:>8} {:>8.1}  (goal: less than 10)", "ratio", "", crowded.p99 / alone.p99);
    }
    Ok(())
}

/// The peak of the server's memory while it answers with four million cells, above what it needs when it has nothing to do.
fn memory() -> Result<()> {
    println!("\nmemory: bytes a cell above the idle server, at the peak, for 2048 × 2048 as JSON");
    for algorithm in ALGORITHMS.iter().map(|about| about.name) {
        let server = Server::dedale()?;
        minreq::get(format!("{}/maze?seed=1", server.url)).send()?;
        let idle = server.peak()?;
        let answer = minreq::get(format!("{}/maze?algo={algorithm}&w=2048&h=2048&seed=1", server.url)).send()?;
        if answer.status_code != 200 {
            return Err(format!("a large maze is answered with {}", answer.status_code).into());
        }
        println!("{algorithm:<34} {:>8.2}  (goal: less than 3)", (server.peak()? - idle) as f64 / 4_194_304.0);
    }
    Ok(())
}

/// How many readers ask for a large maze each, and then read no further.
const READERS: u32 = 1000;

/// How many of them ask at a time: few enough that none is refused because too many wait to be made.
const ASKING: u32 = 8;

/// How long the server waits for a client that reads nothing.
const PATIENCE: Duration = Duration::from_secs(30);

/// How fast a maze that is generated row by row is sent to a fast client, and the memory that the server uses for it.
fn endless(turn: Duration) -> Result<()> {
    println!("\nendless: 1000 × 100,000,000 as ascii, one reader");
    for algorithm in ["eller", "sidewinder", "binary-tree"] {
        let server = Server::dedale()?;
        minreq::get(format!("{}/maze?seed=1", server.url)).send()?;
        let idle = server.peak()?;
        let mut stream = TcpStream::connect(server.url.trim_start_matches("http://"))?;
        let path = format!("/maze.txt?algo={algorithm}&w=1000&h=100000000&seed=1");
        stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: bench\r\n\r\n").as_bytes())?;
        let (mut buffer, mut bytes, start) = (vec![0; 1 << 20], 0, Instant::now());
        stream.read_exact(&mut buffer[..12])?;
        if &buffer[..12] != b"HTTP/1.1 200" {
            return Err(format!("a maze of a hundred billion cells is not sent by {algorithm}").into());
        }
        while start.elapsed() < turn {
            bytes += match stream.read(&mut buffer)? {
                0 => return Err("it has an end".into()),
                read => read,
            };
        }
        let speed = bytes as f64 / start.elapsed().as_secs_f64() / 1e6;
        let more = (server.peak()? - idle) as f64 / 1024.0;
        println!("{algorithm:<34} {speed:>8.0}  MB/s (goal: more than 100), {more:.0} KiB above the idle server");
    }
    Ok(())
}

/// The peak of the server's memory while very many slow readers are half way through a large maze, and how long a small one
/// takes beside them.
fn readers() -> Result<()> {
    // All readers have one address.
    let server = Server::dedale_with(&["--client-share", "100"])?;
    minreq::get(format!("{}/maze?seed=1", server.url)).send()?;
    let idle = server.peak()?;
    let address = server.url.trim_start_matches("http://");
    let start = Instant::now();
    let streams: Vec<TcpStream> = std::thread::scope(|scope| {
        let seeds = |first: u32| (first..READERS).step_by(ASKING as usize);
        let ask = |first| scope.spawn(move || seeds(first).map(|seed| reader(address, seed)).collect::<Vec<_>>());
        let asking: Vec<_> = (0..ASKING).map(ask).collect();
        asking.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect::<std::result::Result<_, _>>()
    })?;
    if streams.len() != READERS as usize {
        return Err("a reader panicked".into());
    }
    let asked = start.elapsed();
    let start = Instant::now();
    let small = minreq::get(format!("{}{}1", server.url, CASES[0].path)).send()?;
    let took = start.elapsed();
    println!("\nreaders: {READERS} have read 1 KiB of 1000 × 1000 as JSON, and wait");
    println!("{:<34} {:>8.1}", "seconds until all had asked", asked.as_secs_f64());
    if asked > PATIENCE {
        println!("  (the first were given up before the last had asked: the memory of all is more than this)");
    }
    let (more, mib) = (server.peak()? - idle, 1024.0 * 1024.0);
    println!("{:<34} {:>8.0}", "MiB above the idle server, peak", more as f64 / mib);
    println!("{:<34} {:>8.2}", "bytes a cell", more as f64 / f64::from(READERS) / 1e6);
    println!(
        "{:<34} {:>8.2}  (status {})",
        "a small maze meanwhile, ms",
        took.as_secs_f64() * 1000.0,
        small.status_code
    );
    drop(streams);
    Ok(())
}

/// A client that has requested a large maze and read the beginning of it.
fn reader(address: &str, seed: u32) -> std::result::Result<TcpStream, String> {
    let ask = || -> std::io::Result<(TcpStream, [u8; 1024])> {
        let mut stream = TcpStream::connect(address)?;
        let path = format!("/maze?algo=sidewinder&w=1000&h=1000&seed={seed}");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
        let mut little = [0; 1024];
        stream.read_exact(&mut little)?;
        Ok((stream, little))
    };
    match ask() {
        Ok((stream, little)) if little.starts_with(b"HTTP/1.1 200") => Ok(stream),
        Ok((_, little)) => Err(String::from_utf8_lossy(&little).into_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// What it costs to have work done by the pool, in microseconds, to set beside what small work itself takes: see `INLINE_STEPS` in
/// `src/limits/pool.rs`.
fn pool() -> Result<()> {
    const TIMES: u32 = 20_000;
    let runtime = tokio::runtime::Runtime::new()?;
    let workers = std::thread::available_parallelism()?.get();
    let trip = |steps: u64| -> Result<f64> {
        runtime.block_on(async {
            let settings = Settings { workers, ..Settings::default() };
            let metrics = Arc::<Metrics>::default();
            let memory = Memory::new(settings.max_memory, settings.client_share, metrics.clone());
            let pool = Pool::new(settings, metrics);
            let run = tokio::spawn(async move {
                let start = Instant::now();
                for _ in 0..TIMES {
                    // Nothing is done there, so that the way alone is measured.
                    let account = memory.account(Client::NOBODY, &Uri::from_static("/maze"));
                    pool.run(&account, &Timing::default(), Cost { steps, bytes: 0 }, |_| Ok(()))
                        .await
                        .map_err(|problem| problem.to_json())?;
                }
                Ok::<_, String>(start.elapsed().as_secs_f64() * 1e6 / f64::from(TIMES))
            });
            Ok(run.await??)
        })
    };
    let (here, there) = (trip(0)?, trip(1_000_000)?);
    println!("\npool: microseconds for work that does nothing");
    println!("{:<34} {here:>8.2}\n{:<34} {there:>8.2}", "done at once", "done by the pool");
    Ok(())
}

/// What the load generator found.
struct Load {
    /// Requests a second, and all of them.
    requests: f64,
    total: f64,
    /// In milliseconds, as the other.
    p50: f64,
    p99: f64,
    /// Whether some were answered with another status than 2xx or 3xx.
    others: bool,
}

fn load(url: &str, path: &str, header: Option<&str>, connections: &str, time: Duration) -> Result<Load> {
    let mut wrk = Command::new("wrk");
    wrk.args(["-t1", "-c", connections, "-d", &format!("{}s", time.as_secs()), "--latency"]);
    wrk.args(header.iter().flat_map(|header| ["-H", header]));
    if path.ends_with("seed=") {
        wrk.args(["-s", "benches/http/seeds.lua"]);
    }
    // With a header of the client's, another status is what is asked for.
    let any_status = header.is_some();
    let load = told(wrk.arg(format!("{url}{path}")))?;
    if load.others && !any_status { Err(format!("{url}{path} is not answered with 200").into()) } else { Ok(load) }
}

/// Runs the load generator, and reads what it tells.
fn told(wrk: &mut Command) -> Result<Load> {
    read(&wrk.output()?.stdout)
}

/// What the load generator tells.
fn read(told: &[u8]) -> Result<Load> {
    let told = std::str::from_utf8(told)?;
    let after = |name: &str| {
        let line = told.lines().find_map(|line| line.trim().strip_prefix(name));
        line.map(|rest| rest.trim().to_owned()).ok_or_else(|| format!("wrk does not tell {name}\n{told}"))
    };
    if told.contains("Socket errors") {
        return Err(format!("some requests were not answered:\n{told}").into());
    }
    let total = told.lines().find_map(|line| line.trim().split_once(" requests in "));
    let (total, _) = total.ok_or("wrk did not print how many requests it sent")?;
    Ok(Load {
        requests: after("Requests/sec:")?.parse()?,
        total: total.parse()?,
        p50: milliseconds(&after("50%")?)?,
        p99: milliseconds(&after("99%")?)?,
        others: told.contains("Non-2xx"),
    })
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

/// The time that a process has had a processor, in seconds.
fn processor_time(process: u32) -> Result<f64> {
    /// How many there are in a second: what Linux says to all programs.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name of the program is in parentheses. The third field follows it; the 14th and 15th are needed.
    let (_, fields) = stat.rsplit_once(") ").ok_or("this needs Linux")?;
    let ticks = fields.split(' ').skip(11).take(2).map(str::parse::<f64>);
    Ok(ticks.sum::<std::result::Result<f64, _>>()? / TICKS)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A server on a separate port, which is stopped on drop.
struct Server {
    process: Child,
    /// Held open, since it goes on to speak after it has said where it listens.
    _output: BufReader<ChildStdout>,
    url: String,
}

impl Server {
    /// Ours, with its default settings; its log goes nowhere.
    fn dedale() -> Result<Server> {
        Server::dedale_with(&[])
    }

    /// The same, with other settings.
    fn dedale_with(settings: &[&str]) -> Result<Server> {
        Server::start(Command::new(env!("CARGO_BIN_EXE_dedale")).args(["--listen", "127.0.0.1:0"]).args(settings))
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
        let mut output = BufReader::new(process.stdout.take().ok_or("there is a pipe")?);
        output.read_line(&mut line)?;
        let (_, url) = line.trim().rsplit_once(' ').ok_or("the server does not say where it listens")?;
        Ok(Server { url: url.to_owned(), process, _output: output })
    }

    /// The time that it has had a processor, in seconds.
    fn processor_time(&self) -> Result<f64> {
        processor_time(self.process.id())
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
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
