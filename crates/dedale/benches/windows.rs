//! How long windows of mazes of 2^53 − 1 cells a side take: `cargo bench -p dedale --bench windows`.
//!
//! Nanoseconds for each cell on one thread, the median and the fastest of many runs, from the options to the open sides of all cells, by
//! size and place; and of quilts the most memory that is allocated at a time, in kilobytes. `-- quilt 512` measures what is named: algorithms
//! by their names, sizes by their side.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it takes the time, and reads what is to be measured"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use dedale::generate::{ALGORITHMS, Algorithm, LONGEST_SIDE, Rectangle, Rows};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const SIDES: [u64; 3] = [16, 512, 4096];

/// The time to spend on each figure.
const BUDGET: Duration = Duration::from_millis(500);

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let is_wanted = |name: &str, side: u64| {
        let side = side.to_string();
        let (sides, names): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.parse::<u64>().is_ok());
        (names.is_empty() || names.iter().any(|word| *word == name)) && (sides.is_empty() || sides.contains(&&side))
    };
    println!("{:<12} {:>5} {:<7} {:>8} {:>8} {:>8}", "ns a cell", "side", "place", "median", "fastest", "kB");
    for info in ALGORITHMS.iter().filter(|info| info.makes_rectangles()) {
        for side in SIDES.into_iter().filter(|&side| is_wanted(info.name, side)) {
            let places =
                [("corner", 0), ("near", 1_000_003), ("middle", (1 << 52) - side / 2), ("end", LONGEST_SIDE - side)];
            for (name, start) in places {
                let mut times = Vec::new();
                ALLOCATED.reset_peak_usage();
                let before = ALLOCATED.current_usage();
                let begun = Instant::now();
                while times.len() < 5 || begun.elapsed() < BUDGET {
                    times.push(run(&info.algorithm, start, side, times.len() as u64));
                }
                let bytes = ALLOCATED.peak_usage().saturating_sub(before);
                times.sort_by(f64::total_cmp);
                let (median, fastest) = (times[times.len() / 2], times[0]);
                println!("{:<12} {side:>5} {name:<7} {median:>8.2} {fastest:>8.2} {:>8}", info.name, bytes / 1000);
            }
        }
    }
}

/// Nanoseconds for each cell of one window.
fn run(algorithm: &Algorithm, start: u64, side: u64, seed: u64) -> f64 {
    let part = Rectangle { row: start, column: start, rows: side, columns: side };
    let begun = Instant::now();
    let rows = Rows::window(black_box(algorithm), LONGEST_SIDE, LONGEST_SIDE, seed, part);
    let mut rows = rows.expect("a window in the maze");
    while let Some(row) = rows.next_row() {
        black_box(row);
    }
    begun.elapsed().as_nanos() as f64 / (side * side) as f64
}
