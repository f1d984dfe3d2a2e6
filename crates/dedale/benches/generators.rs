//! How long every algorithm takes, and breadth-first search: `cargo bench --bench generators`.
//!
//! Nanoseconds for each cell, on one thread unless it says otherwise, from `MazeOptions` to the finished maze, at 30², 100², 1000² and 4000² cells; for
//! `distances`, from a finished maze to the distance of every cell; for an algorithm on another grid, such as `prim-hex`, with the table of
//! the grid. The last thing printed is one table with our figure, the best that nineteen other generators reach (see [`PEERS`]), and the
//! ratio of the two.
//!
//! `cargo bench --bench generators -- prim 1000` measures what is named: algorithms by their names, sizes by their side, and
//! `hex`, `triangle`, `polar` and `cairo` for all algorithms on that grid.
//! `--quick` takes a fifth of the time. `--fastest` fills the table with the fastest run of each instead of the median, which
//! is the steadier figure on a machine that does something else as well. `--growth` prints the figures at more
//! sizes instead, and draws them in `docs/growth.svg` unless only some are asked for.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it takes the time, and reads what is to be measured"
)]

#[path = "generators/growth.rs"]
mod growth;

use std::hint::black_box;
use std::time::{Duration, Instant};

use dedale::generate::{ALGORITHMS, Algorithm};
use dedale::grid::{Grid, GridKind, MeshOptions};
use dedale::observe::{Observer, Step, Stopped};
use dedale::options::{MazeBuilder, MazeOptions};
use dedale::solve::distances;

const SIDES: [u32; 4] = [30, 100, 1000, 4000];

/// The row of the table that is no algorithm.
const DISTANCES: &str = "distances";

/// Other grids, and the algorithms that are measured on each of them.
const OTHER_GRIDS: [&str; 4] = ["hex", "triangle", "polar", "cairo"];
const ON_OTHER_GRIDS: [&str; 4] = ["backtracker", "prim", "kruskal", "wilson"];

/// The best figures of nineteen other generators in C++, C, Rust, Java and JavaScript at [`SIDES`], in nanoseconds for each
/// cell: the medians of runs on one thread of a machine with two cores of an AMD EPYC at 2.6 to 3.5 GHz, 1 MB of second-level
/// cache for each and 32 MB of third-level cache shared. A third of each is what we are after.
const PEERS: [(&str, [Option<f64>; 4]); 25] = [
    ("backtracker", [Some(26.0), Some(26.0), Some(26.0), Some(27.0)]),
    ("prim", [Some(47.0), Some(47.0), Some(75.0), Some(89.0)]),
    ("true-prim", [Some(149.0), Some(186.0), Some(1185.0), None]),
    ("kruskal", [Some(34.0), Some(51.0), Some(157.0), Some(261.0)]),
    ("growing-tree", [Some(64.0), Some(60.0), Some(72.0), Some(117.0)]),
    ("wilson", [Some(47.0), Some(59.0), Some(205.0), Some(286.0)]),
    ("aldous-broder", [Some(179.0), Some(261.0), Some(509.0), Some(684.0)]),
    ("hunt-and-kill", [Some(56.0), Some(59.0), Some(71.0), Some(113.0)]),
    ("binary-tree", [Some(5.6), Some(5.1), Some(5.1), Some(5.1)]),
    ("sidewinder", [Some(12.0), Some(11.0), Some(12.0), Some(12.0)]),
    ("eller", [Some(37.0), Some(28.0), Some(26.0), Some(26.0)]),
    ("division", [Some(12.0), Some(11.0), Some(12.0), Some(12.0)]),
    ("quilt", [None; 4]),
    ("houston", [None; 4]),
    ("origin-shift", [None; 4]),
    ("cycle-popping", [None; 4]),
    ("boruvka", [None; 4]),
    ("reverse-delete", [None; 4]),
    ("parallel-backtracker", [None; 4]),
    ("spiral", [None; 4]),
    ("blobby-division", [None; 4]),
    ("tessellation", [None; 4]),
    ("dungeon", [None; 4]),
    ("cellular", [None; 4]),
    (DISTANCES, [Some(17.0), Some(17.0), Some(35.0), Some(43.0)]),
];

/// The sides at which a byte for each cell fills a cache of the machine that `docs/growth.svg` is from: of 48 KiB and 1 MiB, one
/// for each core.
const CACHES: [(f64, &str); 2] = [(221.0, "L1"), (1024.0, "L2")];

fn main() {
    let wishes = Wishes::read(std::env::args().skip(1));
    if wishes.growth {
        return grow(&wishes);
    }
    println!("{:<20} {:>6}  {:>10} {:>10}  {:>5}", "ns a cell", "side", "median", "fastest", "runs");
    let mut table = Vec::new();
    let on_squares = PEERS.map(|(name, peers)| (Row { name, grid: None }, peers));
    let elsewhere = OTHER_GRIDS.map(|grid| ON_OTHER_GRIDS.map(|name| (Row { name, grid: Some(grid) }, [None; 4])));
    for (wanted, peers) in on_squares.into_iter().chain(elsewhere.into_iter().flatten()) {
        if !wishes.has_row(wanted) {
            continue;
        }
        let name = wanted.title();
        let mut row = Vec::new();
        for (side, peer) in SIDES.into_iter().zip(peers) {
            let measured = wishes.has_side(side).then(|| measure(wanted, side, &wishes));
            if let Some(times) = &measured {
                let (median, fastest) = (times.median(), times.fastest());
                println!("{name:<20} {side:>6}  {median:>10.2} {fastest:>10.2}  {:>5}", times.0.len());
            }
            let figure = measured.map(|times| times.figure(&wishes));
            row.push((figure, peer));
        }
        table.push((name, row));
    }
    let what = if wishes.fastest { "fastest" } else { "median" };
    println!("\nns a cell ({what}), the best of others, and the ratio; the goal is a ratio of 0.33\n");
    let heads = SIDES.map(|side| format!(" {:^20} |", format!("{side}²")));
    println!("| {:<20} |{}", "algorithm", heads.concat());
    println!("|{}|{}", "-".repeat(22), format!("{}|", "-".repeat(22)).repeat(SIDES.len()));
    for (name, row) in table {
        let cells: String = row.into_iter().map(|(ours, peer)| format!(" {:>20} |", comparison(ours, peer))).collect();
        println!("| {name:<20} |{cells}");
    }
}

/// Prints how each algorithm grows with the size, and draws it.
fn grow(wishes: &Wishes) {
    let rows = PEERS.iter().map(|row| Row { name: row.0, grid: None }).filter(|&row| wishes.has_row(row));
    let figures = |row| growth::SIDES.map(|side| measure(row, side, wishes).figure(wishes));
    let lines: Vec<growth::Line> = rows.map(|row| (row.name, figures(row))).collect();
    print!("{}", growth::table(&lines));
    if wishes.names.is_empty() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/growth.svg");
        if let Err(error) = std::fs::write(file, growth::plot(&lines, &CACHES)) {
            eprintln!("{file}: {error}");
            std::process::exit(1);
        }
    }
}

/// A row of the table: an algorithm or [`DISTANCES`], on squares or on another grid.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    grid: Option<&'static str>,
}

impl Row {
    fn title(self) -> String {
        self.grid.map_or_else(|| self.name.to_owned(), |grid| format!("{}-{grid}", self.name))
    }
}

/// What is to be measured, and for how long.
struct Wishes {
    names: Vec<String>,
    sides: Vec<u32>,
    fastest: bool,
    growth: bool,
    /// The time to spend on each figure.
    budget: Duration,
}

impl Wishes {
    fn read(words: impl Iterator<Item = String>) -> Wishes {
        let budget = Duration::from_millis(2_000);
        let mut wishes = Wishes { names: Vec::new(), sides: Vec::new(), fastest: false, growth: false, budget };
        let is_row = |word: &str| {
            let on_other =
                |grid: &&str| *grid == word || ON_OTHER_GRIDS.iter().any(|name| format!("{name}-{grid}") == word);
            PEERS.iter().any(|row| row.0 == word) || OTHER_GRIDS.iter().any(on_other)
        };
        for word in words {
            match word.as_str() {
                // What Cargo itself adds.
                "--bench" => {}
                "--quick" => wishes.budget /= 5,
                "--fastest" => wishes.fastest = true,
                "--growth" => wishes.growth = true,
                name if is_row(name) => wishes.names.push(word),
                other => match other.parse() {
                    Ok(side) if SIDES.contains(&side) => wishes.sides.push(side),
                    _ => {
                        let names = PEERS.map(|row| row.0).join(", ");
                        eprintln!(
                            "{other:?} is none of {names}, {OTHER_GRIDS:?}, prim-hex and so on, {SIDES:?}, --quick, --fastest and --growth"
                        );
                        std::process::exit(2);
                    }
                },
            }
        }
        wishes
    }

    fn has_row(&self, row: Row) -> bool {
        let condition = |word: &String| *word == row.title() || Some(word.as_str()) == row.grid;
        self.names.is_empty() || self.names.iter().any(condition)
    }

    fn has_side(&self, side: u32) -> bool {
        self.sides.is_empty() || self.sides.contains(&side)
    }
}

/// Nanoseconds for each cell, of each run, in order.
struct Times(Vec<f64>);

impl Times {
    fn median(&self) -> f64 {
        self.0[self.0.len() / 2]
    }

    fn fastest(&self) -> f64 {
        self.0[0]
    }

    fn figure(&self, wishes: &Wishes) -> f64 {
        if wishes.fastest { self.fastest() } else { self.median() }
    }
}

/// Makes mazes with the seeds 0, 1, 2 … until the time is up, three at least after one that is not counted.
fn measure(row: Row, side: u32, wishes: &Wishes) -> Times {
    // A run makes as many mazes as it takes for the clock not to matter.
    let mazes_in_a_run = (40_000 / (side * side)).max(1);
    let mut times = Vec::new();
    let mut seed = 0;
    let began = Instant::now();
    while times.len() < 4 || began.elapsed() < wishes.budget {
        let taken: f64 = (0..mazes_in_a_run).map(|k| run(row, side, seed + u64::from(k))).sum();
        seed += u64::from(mazes_in_a_run);
        times.push(taken / f64::from(mazes_in_a_run));
    }
    times.remove(0);
    times.sort_by(f64::total_cmp);
    Times(times)
}

/// An observer that does nothing. The compiler must assume that it may stop the work.
struct Silent;

impl Observer for Silent {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    #[inline(always)]
    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        Ok(())
    }
}

/// How many nanoseconds for each cell it takes to make one maze, or to search one.
fn run(Row { name, grid }: Row, side: u32, seed: u64) -> f64 {
    let observer = &mut Silent;
    let for_each_cell = |taken: Duration, cells: u32| taken.as_nanos() as f64 / f64::from(cells);
    let algorithm = if name == DISTANCES { "backtracker" } else { name };
    let options = match grid {
        Some(grid) => on_grid(grid, algorithm, side, seed),
        None => options(algorithm, side, seed),
    };
    let begun = Instant::now();
    let made = black_box(&options).make(observer).expect("the observer never cancels");
    let mut taken = begun.elapsed();
    let made = black_box(made);
    if name == DISTANCES {
        let begun = Instant::now();
        let found = distances(black_box(&made.maze), made.from, &mut ()).expect("the observer never cancels");
        taken = begun.elapsed();
        let _ = black_box(found);
    }
    for_each_cell(taken, made.maze.grid().cells())
}

fn options(algorithm: &str, side: u32, seed: u64) -> MazeOptions {
    let query = format!("algo={algorithm}&w={side}&h={side}&seed={seed}");
    query.parse().expect("options without faults")
}

/// A maze with about as many cells as a square of this side.
fn on_grid(grid: &str, algorithm: &str, side: u32, seed: u64) -> MazeOptions {
    let kind = grid.parse::<GridKind>().expect("a grid");
    let algorithm: Algorithm = algorithm.parse().expect("an algorithm");
    let of = |side: u32| {
        let mesh = MeshOptions { columns: side, rows: side, rings: side, ..MeshOptions::new(kind) };
        MazeBuilder::default().mesh(mesh).algorithm(algorithm).seed(seed).options().expect("options without faults")
    };
    let side = f64::from(side);
    of((side * side / (of(side as u32).cells() as f64).sqrt()).round() as u32)
}

/// `ours / theirs = ratio`, with the values that are known.
fn comparison(ours: Option<f64>, peer: Option<f64>) -> String {
    match (ours, peer) {
        (None, _) => String::new(),
        (Some(ours), None) => format!("{ours:.1} / –       "),
        (Some(ours), Some(peer)) => format!("{ours:.1} / {peer} = {:.2}", ours / peer),
    }
}

// Every algorithm has a row: one that is new would be forgotten otherwise.
const _: () = assert!(PEERS.len() == ALGORITHMS.len() + 1);
