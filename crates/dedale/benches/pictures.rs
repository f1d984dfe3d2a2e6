//! How long pictures take on each grid: `cargo bench -p dedale --bench pictures`.
//!
//! Milliseconds of processor time on one thread, the fastest of three runs, from a finished maze to all bytes: a million cells as SVG,
//! PNG and DXF, on plain squares, which are written in other ways, and on each grid; and mazes of 30 × 30 as animations of how they are
//! built and solved, with what [`Estimate::of_animation`] says of them. `-- plain hex` measures what is named; `-- svg`, `-- png`,
//! `-- dxf` and `-- gif` measure one of them alone, and `-- gif 10 90` animations of 10 columns and 90 rows.
//!
//! At last microseconds by the clock for 30 × 30 squares in the default styles, and what share that is of the time in which the maze is made, from the
//! options. `-- small` measures that alone.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it takes the time, and reads what it measures"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use dedale::estimate::Estimate;
use dedale::formats::{Encoding, Format, Writer};
use dedale::generate::Algorithm;
use dedale::grid::{AnyGrid, Cell, Grid as _, GridKind, Mesh, MeshOptions, Square};
use dedale::maze::Maze;
use dedale::options::{MazeBuilder, MazeOptions};
use dedale::picture::{Animation, Film, Measures, Picture, Shown, Style, Surface};
use dedale::rng::{Rng, Stream};
use dedale::solve::Solver;

/// How many cells there are at least.
const CELLS: u64 = 1_000_000;

/// How often small mazes are made, and pictures of them.
const RUNS: u32 = 10_000;

/// How many columns and rows an animation has where no other number is given, and half as many rings.
const SIDE: u32 = 30;

fn main() {
    // Cargo adds `--bench`.
    let given: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    if given.iter().all(|word| word != "small") {
        print_large(&given);
    }
    if given.is_empty() || given.iter().any(|word| word == "small") {
        print_small();
    }
}

/// Prints how long small mazes take, and their pictures.
fn print_small() {
    // What the C library gives back to the system after a picture, and takes again for the next one, depends on where the heap happens to end.
    // Once so large a block has been freed, it keeps as much.
    drop(black_box(vec![1_u8; 1 << 20]));
    let style = Style::DEFAULT;
    let formats = [Format::Json(Encoding::Walls), Format::Ascii, Format::Svg(style), Format::Png(style)];
    // The fastest of many runs, in microseconds: by the clock, since the system counts the time of a thread by milliseconds.
    let measure = |work: &dyn Fn() -> usize| {
        let runs = (0..RUNS).map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        });
        runs.min().unwrap_or_default().as_secs_f64() * 1e6
    };
    print!("\n{:<24} {:>9}", format!("{SIDE} x {SIDE} squares"), "maze us");
    formats.iter().for_each(|format| print!("  {:>5} us {:>5} {:>7}", format.name(), "share", "bytes"));
    println!();
    for name in ["prim", "backtracker"] {
        let query = format!("algo={name}&w={SIDE}&h={SIDE}&seed=1");
        let options: MazeOptions = query.parse().expect("options of a maze");
        let make = || options.make(&mut ()).expect("a maze of squares");
        let made = measure(&|| make().maze.count_passages() as usize);
        print!("{name:<24} {made:>9.2}");
        let picture = make();
        for format in formats {
            let time = measure(&|| picture.to_bytes(format).expect("squares in every format").len());
            print!(
                "  {time:>8.2} {:>5.2} {:>7}",
                time / made,
                picture.to_bytes(format).expect("squares in every format").len()
            );
        }
        println!();
    }
}

/// Prints how long large mazes take, and animations.
fn print_large(given: &[String]) {
    let wanted: Vec<GridKind> = given.iter().filter_map(|name| name.parse().ok()).collect();
    let is_plain = given.iter().any(|name| name == "plain");
    let is_all = wanted.is_empty() && !is_plain;
    let kinds = || GridKind::ALL.iter().copied().filter(|kind| is_all || wanted.contains(kind));
    let is_named = |format: &Format| given.iter().any(|name| name == format.name());
    // Eight pixels a cell, so that the PNG is not the whole time compression.
    let style = Style { cell: 8, wall: 1, ..Style::DEFAULT };
    let all = [Format::Svg(style), Format::Png(style), Format::Dxf(Measures::DEFAULT)];
    let named: Vec<Format> = all.into_iter().filter(is_named).collect();
    let has_films = is_named(&Format::Gif(Animation::DEFAULT));
    let formats = if named.is_empty() && !has_films { all.to_vec() } else { named };
    if !formats.is_empty() {
        print!("{:<24} {:>9}", "", "cells");
        formats.iter().for_each(|format| print!("  {:>5} ms {:>8}", format.name(), "MB"));
        println!();
        if let Ok(grid) = Square::new(1000, 1000)
            && (is_all || is_plain)
        {
            print_pictures("plain squares", grid, &formats);
        }
        for kind in kinds() {
            let with_side =
                |side: u32| MeshOptions { columns: side, rows: side, rings: side, ..MeshOptions::new(kind) };
            let side = (1..).find(|&side| with_side(side).cells_without_mask() >= CELLS).unwrap_or(1);
            if let Ok(mesh) = Mesh::new(&with_side(side)) {
                print_pictures(kind.name(), mesh, &formats);
            }
        }
        println!();
    }
    if !has_films && formats.len() < all.len() {
        return;
    }
    println!("{:<24} {:>9}  {:>8} {:>8}  {:>8} {:>8}", "", "cells", "built ms", "expected", "solved", "expected");
    let sides: Vec<u32> = given.iter().filter_map(|side| side.parse().ok()).collect();
    for &side in if sides.is_empty() { &[SIDE] } else { &sides[..] } {
        if let Ok(grid) = Square::new(side, side)
            && (is_all || is_plain)
        {
            print_animations("plain squares", [side; 2], &built(grid));
        }
        for kind in kinds() {
            let options = MeshOptions { columns: side, rows: side, rings: side / 2, ..MeshOptions::new(kind) };
            if let (Ok(mesh), Ok(extent)) = (Mesh::new(&options), MazeBuilder::default().mesh(options).options()) {
                print_animations(kind.name(), extent.extent(), &built(mesh));
            }
        }
    }
}

fn print_pictures(name: &str, grid: impl Into<AnyGrid>, formats: &[Format]) {
    let picture = Picture { film: None, ..built(grid) };
    let times: Vec<[f64; 2]> = formats.iter().map(|&format| fastest(&picture, format)).collect();
    print(name, picture.maze.grid().cells(), &times, 1);
}

fn print_animations(name: &str, extent: [u32; 2], picture: &Picture) {
    let mut film = Film::default();
    let Ok(_) = Solver::Bfs.solve_observed(&picture.maze, picture.from, picture.to, &mut film.recorder(&mut ()));
    let solved = Picture { film: Some(film), ..picture.clone() };
    let animated = |shown| Format::Gif(Animation { shown, ..Animation::DEFAULT });
    let cells = picture.maze.grid().cells();
    let films = [
        (picture, Shown::Building, Algorithm::Backtracker.info().steps),
        (&solved, Shown::Solving, Solver::Bfs.info().steps),
    ];
    let [built, solved] = films.map(|(picture, shown, steps)| {
        let [time, _] = fastest(picture, animated(shown));
        let animation = Animation { shown, ..Animation::DEFAULT };
        let extent = extent.map(u64::from);
        // Each step takes ten nanoseconds.
        let expected =
            Estimate::of_animation(&animation, extent, cells.into(), steps.of(cells.into()), surface(picture)).steps;
        [time, expected as f64 / 1e5]
    });
    print(name, cells, &[built, solved], 0);
}

fn surface(picture: &Picture) -> Surface {
    if picture.maze.grid().square().is_some() { Surface::Squares } else { Surface::Mesh }
}

/// Prints a line: times, each with another number.
fn print(name: &str, cells: u32, pairs: &[[f64; 2]], digits: usize) {
    print!("{name:<24} {cells:>9}");
    pairs.iter().for_each(|[time, other]| print!("  {time:>8.0} {other:>8.digits$}"));
    println!();
}

/// The fastest of three runs.
fn fastest(picture: &Picture, format: Format) -> [f64; 2] {
    let runs = (0..3).filter_map(|_| write(picture, format));
    runs.fold([f64::INFINITY, 0.0], |[least, _], [time, bytes]| [least.min(time), bytes])
}

/// Milliseconds and megabytes.
fn write(picture: &Picture, format: Format) -> Option<[f64; 2]> {
    let picture = picture.clone();
    let start = processor_time();
    let mut pieces = Writer::new(picture, format).ok()?;
    let (mut piece, mut bytes) = (Vec::new(), 0);
    while !pieces.is_done() {
        piece.clear();
        pieces.write_next(&mut piece);
        bytes += piece.len();
    }
    Some([(processor_time() - start).as_secs_f64() * 1e3, bytes as f64 / 1e6])
}

/// What this thread has taken of a processor, where the system says that; elsewhere the time on the wall.
fn processor_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let said = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = said.and_then(|said| said.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn built(grid: impl Into<AnyGrid>) -> Picture {
    let grid = grid.into();
    let last = Cell(grid.cells() - 1);
    let (mut maze, mut film) = (Maze::closed(grid), Film::default());
    let rng = &mut Rng::new(1, Stream::Generate);
    let Some(Ok(())) = Algorithm::Backtracker.carve_on(&mut maze, rng, &mut film.recorder(&mut ())) else {
        unreachable!("it runs on every grid")
    };
    Picture { film: Some(film), ..Picture::new(maze, Cell(0), last) }
}
