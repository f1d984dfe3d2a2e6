//! Many mazes by one URL, beside what all processors make of the same mazes in this process, without HTTP.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use dedale::dataset::{Hash, Records};
use dedale::formats::{Section, SolutionDocument, SolutionHead, Table};
use dedale::options::MazeOptions;
use dedale::rng::derived_seed;
use dedale::solve::Solver;

use super::{Result, Server, TURNS, median, processor_time};

/// What all mazes have in common.
const OF_MAZE: &str = "w=15&h=15&seed=7";

/// How many mazes a thread makes before it takes the next ones.
const IN_A_PART: u64 = 250;

/// Mazes a second, by the service and without it, and by the library alone.
pub(super) fn mazes(quick: bool) -> Result<()> {
    let count: u64 = if quick { 100_000 } else { 1_000_000 };
    println!(
        "\nmazes: {count} mazes of 15 × 15 cells by one URL, and the microseconds of a processor for each; medians of {TURNS} turns"
    );
    println!("{:<34} {:>12} {:>12} {:>7}", "", "without HTTP", "service", "share");
    let server = Server::dedale()?;
    let options: MazeOptions = OF_MAZE.parse()?;
    let records = Records::new(options.clone(), Table::Blocks, Vec::new(), Hash::Walls, None, &mut ())?;
    let array = || {
        let mut records = records.clone();
        move |seed: u64, out: &mut Vec<u8>| records.write(seed, out, &mut ()).is_ok()
    };
    let lines = || {
        let options = options.clone();
        move |seed: u64, out: &mut Vec<u8>| write_line(&options, seed, out).is_some()
    };
    let path = |path: &str| format!("{path}{OF_MAZE}&count={count}");
    compare("npy", 0.8, count, &server, &path("/mazes.npy?"), array)?;
    compare("ndjson with paths", 0.6, count, &server, &path("/mazes?include=path&"), lines)
}

/// The line of a maze and its path.
fn write_line(options: &MazeOptions, seed: u64, out: &mut Vec<u8>) -> Option<()> {
    let picture = options.with_seed(seed).make(&mut ()).ok()?;
    let solution = Solver::Bfs.solve(&picture.maze, picture.from, picture.to);
    let head = SolutionHead {
        maze: picture.metadata,
        solver: "bfs",
        options: Default::default(),
        reachable: true,
        length: solution.length(),
        cost: None,
        visited: solution.visited,
        gave_up: None,
    };
    let sections = vec![Section::Cells("path", solution.path().map(<[_]>::to_vec))];
    let document = SolutionDocument { maze: picture.maze, head, sections };
    document.pieces().for_each(|piece| out.extend_from_slice(&piece));
    Some(())
}

/// Mazes a second without HTTP and by the service, and how long each takes a processor, with the time of the client. On a machine that
/// does something else as well, the second is the figure to go by: there, more threads have a larger part of the machine.
fn compare<W: FnMut(u64, &mut Vec<u8>) -> bool + Send>(
    name: &str,
    goal: f64,
    count: u64,
    server: &Server,
    path: &str,
    writer: impl Fn() -> W,
) -> Result<()> {
    let spent = || Ok::<_, Box<dyn std::error::Error>>(processor_time(std::process::id())? + server.processor_time()?);
    let [mut alone, mut served] = [const { (Vec::new(), Vec::new()) }; 2];
    let mazes = count as f64;
    for _ in 0..TURNS {
        let before = spent()?;
        let (bytes, seconds) = make(count, &writer)?;
        alone.0.push(mazes / seconds);
        alone.1.push((spent()? - before) * 1e6 / mazes);
        let before = spent()?;
        let (read, seconds) = read(server, path)?;
        if read < bytes {
            return Err(format!("{path}: {read} bytes are sent, and {bytes} are made").into());
        }
        served.0.push(mazes / seconds);
        served.1.push((spent()? - before) * 1e6 / mazes);
    }
    let [alone, served] = [alone, served].map(|(speeds, times)| (median(speeds), median(times)));
    let show = |unit: &str, alone: f64, served: f64, share: f64| {
        println!(
            "{:<34} {alone:>12.2} {served:>12.2} {:>6.0}%  (goal: {:.0}%)",
            format!("{name}, {unit}"),
            100.0 * share,
            100.0 * goal
        );
    };
    show("mazes a second", alone.0, served.0, served.0 / alone.0);
    show("processor time", alone.1, served.1, alone.1 / served.1);
    Ok(())
}

/// Makes so many mazes on all processors. Returns the bytes of all, and how many seconds it took.
fn make<W: FnMut(u64, &mut Vec<u8>) -> bool + Send>(count: u64, writer: impl Fn() -> W) -> Result<(u64, f64)> {
    let threads = thread::available_parallelism()?.get();
    let (next, start) = (AtomicU64::new(0), Instant::now());
    let work = |mut write: W| {
        let (mut bytes, mut out) = (0, Vec::new());
        loop {
            let first = next.fetch_add(IN_A_PART, Ordering::Relaxed);
            if first >= count {
                return Some(bytes);
            }
            out.clear();
            for number in first..count.min(first + IN_A_PART) {
                write(derived_seed(7, number), &mut out).then_some(())?;
            }
            bytes += out.len() as u64;
        }
    };
    let made: Vec<Option<u64>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| writer()).map(|write| scope.spawn(|| work(write))).collect();
        threads.into_iter().map(|thread| thread.join().ok().flatten()).collect()
    });
    let bytes: Option<u64> = made.into_iter().sum();
    Ok((bytes.ok_or("a maze is not made")?, start.elapsed().as_secs_f64()))
}

/// Reads an answer to its end. Returns how many bytes it has, its head included, and how many seconds it took.
fn read(server: &Server, path: &str) -> Result<(u64, f64)> {
    let start = Instant::now();
    let mut stream = TcpStream::connect(server.url.trim_start_matches("http://"))?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n").as_bytes())?;
    let (mut buffer, mut bytes) = (vec![0; 1 << 20], 0);
    loop {
        match stream.read(&mut buffer)? {
            0 => return Ok((bytes, start.elapsed().as_secs_f64())),
            read => bytes += read as u64,
        }
    }
}
