//! How long mazes of a million cells take to be read from JSON: `cargo bench -p dedale --bench parsing`.
//!
//! Milliseconds on one thread, the fastest of seven runs, and the most bytes that are allocated for each cell, the text apart.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it takes the time")]

use std::time::Instant;

use dedale::formats::{self, Encoding, Format, Writer};
use dedale::generate::Algorithm;
use dedale::grid::{AnyGrid, Cell, Grid, GridKind, Limits, Mesh, MeshOptions, Square};
use dedale::maze::Maze;
use dedale::parse::ReadOptions;
use dedale::picture::Picture;
use dedale::rng::{Rng, Stream};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

const SIDE: u32 = 1000;

fn main() {
    println!("{:<20} {:>9} {:>6} {:>8} {:>8} {:>8}", "", "cells", "MB", "ms", "ns/cell", "B/cell");
    if let Ok(square) = Square::new(SIDE, SIDE) {
        let picture = perfect(square);
        for &encoding in Encoding::ALL {
            let text = picture.to_bytes(Format::Json(encoding)).expect("squares in every format");
            report(&format!("squares {}", encoding.name()), picture.maze.grid().cells(), &text);
        }
        let text = String::from_utf8(picture.to_bytes(Format::Json(Encoding::Bits)).expect("squares in every format"))
            .unwrap_or_default();
        let (head, cells) = text.trim_end().split_once("\"cells\":").unwrap_or_default();
        let turned =
            format!("{{\"cells\":{},{}\"w\":{SIDE}}}", cells.trim_end_matches('}'), head.trim_start_matches('{'));
        report(
            "squares, cells first",
            picture.maze.grid().cells(),
            turned.replace("\"w\":1000,\"h\"", "\"h\"").as_bytes(),
        );
    }
    for kind in [GridKind::Hex, GridKind::Octagon, GridKind::Polar] {
        let sizes = MeshOptions { columns: SIDE, rows: SIDE, rings: SIDE / 2, ..MeshOptions::new(kind) };
        let Ok(mesh) = Mesh::new(&sizes) else { continue };
        let picture = perfect(mesh);
        for encoding in [Encoding::Walls, Encoding::Bits, Encoding::Graph] {
            let Ok(mut writer) = Writer::new(picture.clone(), Format::Json(encoding)) else { continue };
            let mut text = Vec::new();
            while !writer.is_done() {
                writer.write_next(&mut text);
            }
            report(&format!("{} {}", kind.name(), encoding.name()), picture.maze.grid().cells(), &text);
        }
    }
}

fn perfect(grid: impl Into<AnyGrid>) -> Picture {
    let grid = grid.into();
    let last = Cell(grid.cells() - 1);
    let mut maze = Maze::closed(grid);
    let rng = &mut Rng::new(1, Stream::Generate);
    let Some(Ok(())) = Algorithm::Backtracker.carve_on(&mut maze, rng, &mut ()) else {
        unreachable!("it runs on every grid")
    };
    Picture::new(maze, Cell(0), last)
}

fn report(what: &str, cells: u32, text: &[u8]) {
    let (mut least, mut most) = (f64::INFINITY, 0);
    for _ in 0..7 {
        ALLOCATED.reset_peak_usage();
        let before = ALLOCATED.current_usage();
        let start = Instant::now();
        let parsed = formats::read(
            text,
            &ReadOptions { limits: Limits { max_side: 1 << 16, max_cells: 1 << 24 }, ..ReadOptions::default() },
        );
        least = least.min(start.elapsed().as_secs_f64());
        most = ALLOCATED.peak_usage() - before;
        if let Err(error) = parsed {
            println!("{what}: {error}");
            return;
        }
    }
    let (megabytes, of_a_cell) = (text.len() as f64 / 1e6, most as f64 / f64::from(cells));
    let nanoseconds = least * 1e9 / f64::from(cells);
    println!("{what:<20} {cells:>9} {megabytes:>6.1} {:>8.1} {nanoseconds:>8.1} {of_a_cell:>8.1}", least * 1e3);
}
