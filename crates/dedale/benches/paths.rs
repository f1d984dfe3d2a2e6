//! How long paths in mazes of 2^53 − 1 cells a side take: `cargo bench -p dedale --bench paths`.
//!
//! For each algorithm and number of passes of a quilt, the median and the fastest of many runs, each between other cells: both ends alone,
//! the first 1,000 moves with the ends, each of a million moves, the part in a window of 512 × 512 cells around one of the path, and the
//! length from 10,000 blocks. Binary trees and sidewinders are measured where the other cell is in the last row.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it takes the time, and reads what it measures"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use dedale::endless::DistantPath;
use dedale::generate::{Algorithm, MAX_SIDE, Rectangle};
use dedale::rng::derived_seed;

/// The time to spend on each figure.
const BUDGET: Duration = Duration::from_millis(500);

fn main() {
    println!("{:<14} {:<18} {:>10} {:>10}", "microseconds", "", "median", "fastest");
    let quilts = [0, 4, 8]
        .into_iter()
        .map(|passes: u8| Algorithm::Quilt { passes: passes.to_string().parse().expect("few passes") });
    let others = [Algorithm::Division, Algorithm::BinaryTree { bias: Default::default() }, Algorithm::Sidewinder];
    for algorithm in quilts.chain(others) {
        let name = match algorithm {
            Algorithm::Quilt { passes } => format!("quilt {passes}"),
            _ => algorithm.name().into(),
        };
        let print = |what: &str, mut times: Vec<f64>| {
            times.sort_by(f64::total_cmp);
            println!("{name:<14} {what:<18} {:>10.2} {:>10.2}", times[times.len() / 2], times[0]);
        };
        let is_deep = matches!(algorithm, Algorithm::Quilt { .. } | Algorithm::Division);
        let new = |run: u64| {
            let [a, b, c, d] = [0, 1, 2, 3].map(|number| derived_seed(run, number + 1) % MAX_SIDE);
            let to = [if is_deep { c } else { MAX_SIDE - 1 }, d];
            DistantPath::new(black_box(&algorithm), [MAX_SIDE; 2], 7, [a, b], to).expect("cells of the maze")
        };
        let first = |path: &DistantPath, moves: u64| path.first(0, moves).expect("moves").last().expect("a cell");
        print("ends", measure(|run| drop(black_box(new(run)))));
        print("first 1000 moves", measure(|run| _ = black_box(first(&new(run), 1000))));
        let path = new(0);
        let million = measure(|_| _ = black_box(first(&path, 1_000_000)));
        print("a move", million.into_iter().map(|time| time / 1e6).collect());
        let [row, column] = first(&path, 100_000).map(|place| place.clamp(256, MAX_SIDE - 256) - 256);
        let window = Rectangle { row, column, rows: 512, columns: 512 };
        if path.parts(0, window).is_ok() {
            print("parts in 512²", measure(|_| _ = black_box(path.parts(0, window))));
        }
        if path.length(10_000).is_ok() {
            print("length", measure(|run| _ = black_box(new(run).length(10_000))));
        }
    }
}

/// Microseconds of many runs.
fn measure(mut run: impl FnMut(u64)) -> Vec<f64> {
    let (mut times, begun) = (Vec::new(), Instant::now());
    while times.len() < 5 || begun.elapsed() < BUDGET {
        let start = Instant::now();
        run(times.len() as u64);
        times.push(start.elapsed().as_nanos() as f64 / 1000.0);
    }
    times
}
