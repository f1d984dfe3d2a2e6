//! How long windows of mazes of 2^53 − 1 cells a side take: `cargo bench -p dedale --bench windows`.
//!
//! Nanoseconds for each cell on one thread, the median and the fastest of many runs, from the options to the open sides of all cells, by
//! size and place; and of quilts the most memory that is allocated at a time, in kilobytes. Then microseconds for each tile of a map of such a
//! maze, from the options to the PNG, by zoom, for tiles in the middle of the maze and with a path from there; and their bytes.
//!
//! `-- quilt 512` measures what is named: algorithms by their names, sizes by their side, and `tiles`, those of zooms by their
//! numbers.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it takes the time, and reads what it measures"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use dedale::endless::{DistantPath, Tiles};
use dedale::generate::{ALGORITHMS, Algorithm, MAX_SIDE, Rectangle, Rows};
use dedale::options::MazeOptions;
use dedale::picture::Style;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const SIDES: [u64; 3] = [16, 512, 4096];

/// The time to spend on each figure.
const BUDGET: Duration = Duration::from_millis(500);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let (sides, mut names): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.parse::<u64>().is_ok());
    let only_tiles = names.iter().any(|word| *word == "tiles");
    names.retain(|word| *word != "tiles");
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|word| *word == name);
    let algorithms = || ALGORITHMS.iter().filter(|info| makes_parts(&info.algorithm) && is_wanted(info.name));
    if !only_tiles {
        println!("{:<12} {:>5} {:<7} {:>8} {:>8} {:>8}", "ns a cell", "side", "place", "median", "fastest", "kB");
        for info in algorithms() {
            for side in SIDES.into_iter().filter(|side| sides.is_empty() || sides.contains(&&side.to_string())) {
                measure_windows(info.name, &info.algorithm, side);
            }
        }
    }
    if only_tiles || sides.is_empty() {
        println!("{:<12} {:>5} {:<7} {:>8} {:>8} {:>8}", "us a tile", "zoom", "path", "median", "fastest", "bytes");
        algorithms().for_each(|info| measure_tiles(info.name, &sides));
    }
}

fn makes_parts(algorithm: &Algorithm) -> bool {
    Rows::new(algorithm, [1, 1], 0, Some(Rectangle { row: 0, column: 0, rows: 1, columns: 1 })).is_ok()
}

/// Prints how long windows of one algorithm and size take, at several places.
fn measure_windows(name: &str, algorithm: &Algorithm, side: u64) {
    let places = [("corner", 0), ("near", 1_000_003), ("middle", (1 << 52) - side / 2), ("end", MAX_SIDE - side)];
    for (place, start) in places {
        ALLOCATED.reset_peak_usage();
        let before = ALLOCATED.current_usage();
        let [median, fastest] = measure(|seed| run(algorithm, start, side, seed));
        let bytes = ALLOCATED.peak_usage().saturating_sub(before);
        println!("{name:<12} {side:>5} {place:<7} {median:>8.2} {fastest:>8.2} {:>8}", bytes / 1000);
    }
}

/// Prints how long tiles of the maps of one algorithm take, from the first zoom to the last.
fn measure_tiles(name: &str, wanted: &[&String]) {
    let middle = MAX_SIDE / 2;
    let ends = format!("from={middle},{middle}&to={},{middle}", middle + 10_000);
    let maze = |seed: u64| {
        let query = format!("algo={name}&w={MAX_SIDE}&h={MAX_SIDE}&seed={seed}&{ends}&window=0,0,1,1");
        Tiles::new(query.parse::<MazeOptions>().expect("options of a maze")).expect("a maze of which parts are made")
    };
    let zooms = maze(0).zooms();
    let (first, last) = (*zooms.start(), *zooms.end());
    let is_wanted = |zoom: &u32| wanted.is_empty() || wanted.contains(&&zoom.to_string());
    for zoom in [first, (first + last) / 2, last].into_iter().filter(is_wanted) {
        for has_path in [false, true] {
            let mut bytes = 0;
            let [median, fastest] = measure(|seed| {
                let tiles = maze(seed);
                let begun = Instant::now();
                // The one with the cell where the path begins, or one before that, which has no end to be marked.
                let place = ((middle >> 4) >> (last - zoom)).saturating_sub(u64::from(!has_path));
                let tile = tiles.tile(zoom, place, place, false).expect("a zoom of the map");
                let window = tile.around.as_ref().expect("a tile in the maze");
                let parts = if has_path { parts(window) } else { Vec::new() };
                bytes = black_box(tile.png(&parts, Style::DEFAULT)).expect("a tile").len();
                begun.elapsed().as_nanos() as f64 / 1000.0
            });
            let path = if has_path { "shown" } else { "none" };
            println!("{name:<12} {zoom:>5} {path:<7} {median:>8.1} {fastest:>8.1} {bytes:>8}");
        }
    }
}

/// The parts of the path in a window.
fn parts(maze: &MazeOptions) -> Vec<Vec<[u64; 2]>> {
    let ([from, to], size, window) = maze
        .places()
        .zip(maze.size())
        .zip(maze.window())
        .map(|((ends, size), window)| (ends, size, window))
        .expect("a part");
    let path = DistantPath::new(maze.algorithm(), size, maze.seed(), from, to);
    let parts = path.and_then(|path| path.parts(maze.zoom_level(), window)).expect("a path");
    parts.into_iter().map(|part| part.before.into_iter().chain(part.cells).chain(part.after).collect()).collect()
}

/// The median and the fastest of many runs. Each run gets another seed, and returns its time.
fn measure(mut run: impl FnMut(u64) -> f64) -> [f64; 2] {
    let (mut times, begun) = (Vec::new(), Instant::now());
    while times.len() < 5 || begun.elapsed() < BUDGET {
        times.push(run(times.len() as u64));
    }
    times.sort_by(f64::total_cmp);
    [times[times.len() / 2], times[0]]
}

/// Nanoseconds for each cell of one window.
fn run(algorithm: &Algorithm, start: u64, side: u64, seed: u64) -> f64 {
    let part = Rectangle { row: start, column: start, rows: side, columns: side };
    let begun = Instant::now();
    let rows = Rows::new(black_box(algorithm), [MAX_SIDE, MAX_SIDE], seed, Some(part));
    let mut rows = rows.expect("a window in the maze");
    while let Some(row) = rows.next_row() {
        black_box(row);
    }
    begun.elapsed().as_nanos() as f64 / (side * side) as f64
}
