//! How long pictures of a million cells take on grids that are not squares: `cargo bench -p dedale --bench pictures`.
//!
//! Milliseconds on one thread, the fastest of three runs, from a finished maze to all bytes; `-- hex polar` measures what is named.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "it takes the time, and reads what is to be measured"
)]

use std::time::Instant;

use dedale::generate::backtracker;
use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions};
use dedale::maze::Maze;
use dedale::render::{Format, MeshWriter, Picture, Pieces as _, Style};
use dedale::rng::{Rng, Stream};

/// How many cells there are at least.
const CELLS: u64 = 1_000_000;

fn main() {
    let wanted: Vec<GridKind> = std::env::args().skip(1).filter_map(|name| name.parse().ok()).collect();
    println!("{:<24} {:>9}  {:>8} {:>8}  {:>8} {:>8}", "", "cells", "SVG ms", "MB", "PNG ms", "MB");
    for &kind in GridKind::ALL.iter().filter(|kind| wanted.is_empty() || wanted.contains(kind)) {
        let with_side = |side: u32| MeshOptions { columns: side, rows: side, rings: side, ..MeshOptions::new(kind) };
        let side = (1..).find(|&side| with_side(side).sites() >= CELLS).unwrap_or(1);
        let Ok(mesh) = Mesh::new(&with_side(side)) else { continue };
        let last = Cell(mesh.cells() - 1);
        let mut maze = Maze::closed(mesh);
        let Ok(()) = backtracker(&mut maze, &mut Rng::new(1, Stream::Generate), &mut ());
        let picture = Picture::new(maze, Cell(0), last);
        // Eight pixels a cell, so that the PNG is not the whole time compression.
        let style = Style { cell: 8, wall: 1, ..Style::DEFAULT };
        let [svg, png] = [Format::Svg(style), Format::Png(style)].map(|format| {
            let runs = (0..3).filter_map(|_| write(&picture, format));
            runs.fold([f64::INFINITY, 0.0], |[least, _], [time, bytes]| [least.min(time), bytes])
        });
        let cells = picture.maze.grid().cells();
        println!("{:<24} {cells:>9}  {:>8.0} {:>8.1}  {:>8.0} {:>8.1}", kind.name(), svg[0], svg[1], png[0], png[1]);
    }
}

/// Milliseconds and megabytes.
fn write(picture: &Picture<Mesh>, format: Format) -> Option<[f64; 2]> {
    let picture = picture.clone();
    let start = Instant::now();
    let mut writer = MeshWriter::new(picture, format)?;
    let (mut piece, mut bytes) = (Vec::new(), 0);
    while !writer.is_done() {
        piece.clear();
        writer.write_next(&mut piece);
        bytes += piece.len();
    }
    Some([start.elapsed().as_secs_f64() * 1e3, bytes as f64 / 1e6])
}
