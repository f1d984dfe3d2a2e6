//! How much longer a maze takes whose cells are cut along an outline: `cargo bench -p dedale --bench outlines`.
//!
//! Milliseconds on one thread, the fastest of several runs, for the grid alone and for the whole maze, with cells that are kept as a whole and with cells
//! that are cut; and the quotient of the two.
//!
//! `-- cat 300` measures what is named: shapes by their names, and sizes by the columns and rows of squares.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it takes the time")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use dedale::options::MazeOptions;

const GRIDS: [&str; 2] = ["square", "hex"];
const SHAPES: [&str; 3] = ["circle", "cat", "star"];
const SIDES: [u32; 3] = [100, 300, 1000];

/// How often each figure is taken.
const RUNS: u64 = 7;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let (sides, names): (Vec<&String>, Vec<&String>) = words.iter().partition(|word| word.parse::<u32>().is_ok());
    let is_wanted = |wanted: &[&String], word: &str| wanted.is_empty() || wanted.iter().any(|known| *known == word);
    println!("{:<7} {:<8} {:>5} {:<5} {:>9} {:>9} {:>6}", "grid", "shape", "side", "what", "cells", "smooth", "times");
    for grid in GRIDS {
        for shape in SHAPES.into_iter().filter(|shape| is_wanted(&names, shape)) {
            for side in SIDES.into_iter().filter(|side| is_wanted(&sides, &side.to_string())) {
                for (what, only_grid) in [("grid", true), ("maze", false)] {
                    let [cells, smooth] =
                        ["cells", "smooth"].map(|outline| fastest(grid, shape, side, outline, only_grid));
                    let times = smooth.as_secs_f64() / cells.as_secs_f64();
                    let [cells, smooth] = [cells, smooth].map(|time| time.as_secs_f64() * 1e3);
                    println!("{grid:<7} {shape:<8} {side:>5} {what:<5} {cells:>9.2} {smooth:>9.2} {times:>6.2}");
                }
            }
        }
    }
}

/// The fastest of several runs.
fn fastest(grid: &str, shape: &str, side: u32, outline: &str, only_grid: bool) -> Duration {
    let run = |seed: u64| {
        let query = format!("grid={grid}&mask={shape}&outline={outline}&parts=largest&w={side}&h={side}&seed={seed}");
        let options: MazeOptions = query.parse().expect("options of a maze");
        let start = Instant::now();
        if only_grid {
            black_box(options.build_grid(&mut ()).expect("a grid"));
        } else {
            black_box(options.make(&mut ()).expect("a maze"));
        }
        start.elapsed()
    };
    (0..RUNS).map(run).min().unwrap_or_default()
}
