//! The tests of the library, as one program: what they share, and what they make of the library's generic code, is compiled once.
//!
//! `cargo test -p dedale --test library golden::` runs those of one file. `tests/memory.rs` is a separate program: it counts all
//! allocations of its process.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a test may do what the library may not")]

mod about;
mod animation;
mod any_grid;
mod canvas;
mod carried;
mod diagonals;
mod drawn_masks;
mod edits;
mod endless;
mod every_format;
mod exits;
mod files;
mod foreign;
mod golden;
mod golden_pictures;
mod golden_solutions;
mod goldens;
mod ground;
mod hexagons;
mod kinds;
mod lenient;
mod made;
mod maze;
mod mesh_pictures;
mod obstacles;
mod options;
mod parse;
mod parse_any;
mod pick;
mod picture_colors;
mod picture_kinds;
mod pictures;
mod pixels;
mod possible;
mod posts;
mod proposals;
mod read_back;
mod records;
mod rectangles;
mod rectangles_of_walls;
mod render;
mod reveal;
mod rock;
mod rooms;
mod scans;
mod shapes;
mod smooth_outlines;
mod solids;
mod solve;
mod svg_masks;
mod tiles;
mod ways;
mod weights;
mod windows;
mod with_serde;

use dedale::estimate::Preview;
use dedale::formats;
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Corner, Grid, GridKind, Limits, Mesh, Side, Sides};
use dedale::maze::Maze;
use dedale::options::{MazeBuilder, MazeOptions};
use dedale::parse::{InputFormat, ParseError, Parsed, ReadOptions};
use dedale::picture::{Picture, Trail};
use dedale::rng::{Rng, Stream};
use dedale::solve::Solver;
use made::{Made, Told, read};

/// Reads a maze, in the format that it looks like.
fn read_maze(bytes: impl AsRef<[u8]>) -> Result<Parsed, ParseError> {
    formats::read(bytes.as_ref(), &ReadOptions::default())
}

/// Reads a maze in this format, within these limits.
fn read_as(format: &str, bytes: impl AsRef<[u8]>, limits: Limits) -> Result<Parsed, ParseError> {
    let format = InputFormat::from_name(format);
    assert!(format.is_some());
    formats::read(bytes.as_ref(), &ReadOptions { format, limits, ..ReadOptions::default() })
}

/// Reads a maze in the format that it looks like, within these limits.
fn read_limited(bytes: impl AsRef<[u8]>, limits: Limits) -> Result<Parsed, ParseError> {
    formats::read(bytes.as_ref(), &ReadOptions { limits, ..ReadOptions::default() })
}

/// The options of a query for a maze on a mesh, also if its cells are plain squares.
fn on_mesh(query: &str) -> MazeOptions {
    let mut builder: MazeBuilder = query.parse().unwrap_or_else(|error| panic!("{query}: {error}"));
    if Preview::of(&builder).is_plain {
        let mesh = Mesh::new(&Preview::of(&builder).mesh).unwrap();
        builder = builder.on(mesh);
    }
    builder.options().unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// The maze of such options.
fn mesh_of(query: &str) -> Picture {
    on_mesh(query).make(&mut ()).unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// The maze of the backtracker on a grid.
fn backtracked<G: Grid>(grid: G, seed: u64) -> Maze<G> {
    let mut maze = Maze::closed(grid);
    Algorithm::Backtracker.carve_on(&mut maze, &mut Rng::new(seed, Stream::Generate), &mut ()).unwrap().unwrap();
    maze
}

/// A perfect maze from the first cell to the last.
fn perfect(mesh: &Mesh) -> Picture {
    Picture::new(backtracked(mesh.clone(), 5), Cell(0), Cell(mesh.cells() - 1))
}

/// With a shortest path, if there is one.
fn with_path(picture: &Picture) -> Picture {
    let found = Solver::Bfs.solve(&picture.maze, picture.from, picture.to);
    Picture { path: found.path().map(|path| Trail::new(&picture.maze, path)), ..picture.clone() }
}

fn with_distances(picture: &Picture) -> Picture {
    Picture { distances: Some(picture.maze.distances(picture.from)), ..picture.clone() }
}

/// The maze of a query, of plain squares.
fn made(query: &str) -> Made {
    Made::of(&read(query))
}

/// Queries for a maze with loops of every kind of grid, and these others.
fn with_every_grid(others: &[&str]) -> Vec<String> {
    let kinds = GridKind::ALL.iter().filter(|&&kind| kind != GridKind::Custom && kind != GridKind::Polar);
    let on_grids = kinds.map(|kind| format!("grid={kind}&w=9&h=8&braid=0.8"));
    on_grids.chain(others.iter().map(|&query| query.to_owned())).collect()
}

/// The inner sides of a cell that have a wall.
fn inner_walls<G: Grid>(maze: &Maze<G>, cell: Cell) -> Sides {
    maze.grid().inner_sides(cell).minus(maze.passages(cell))
}

/// The side of a square with this letter.
fn lettered(letter: char) -> Side {
    Sides::SQUARE.into_iter().find(|&side| self::letter(side) == letter).unwrap()
}

/// The letter of a side of a square.
fn letter(side: Side) -> char {
    ['N', 'E', 'S', 'W'][usize::from(side.number())]
}

/// Squares with as many passages under one another as there can be.
fn woven(mesh: Mesh, seed: u64) -> Mesh {
    woven_in_part(mesh, seed, 1.0)
}

/// Squares with this share of the passages under one another that there can be.
fn woven_in_part(mesh: Mesh, seed: u64, share: f64) -> Mesh {
    mesh.woven(&mut Rng::new(seed, Stream::Weave), |most| (f64::from(most) * share) as u32, &mut ()).unwrap()
}

/// The sides of a cell that are edges of its polygon, each with the corners that it lies between, clockwise.
fn edges(mesh: &Mesh, cell: Cell) -> Vec<(Side, [Corner; 2])> {
    let corners: Vec<Corner> = mesh.polygon(cell).collect();
    let ends = |k: usize| [corners[k], corners[(k + 1) % corners.len()]];
    mesh.sides_of_edges(cell).enumerate().filter_map(|(k, side)| Some((side?, ends(k)))).collect()
}

/// The corners that a side lies between; `None` for a side that is no edge, such as stairs.
fn edge(mesh: &Mesh, cell: Cell, side: Side) -> Option<[Corner; 2]> {
    edges(mesh, cell).into_iter().find(|(known, _)| *known == side).map(|(_, corners)| corners)
}

/// The radius of the arc that a side is, around the middle of a circle, and whether it runs clockwise; `None` for a straight one.
fn arc(mesh: &Mesh, cell: Cell, side: Side) -> Option<(f64, bool)> {
    let ring = f64::from(mesh.address(cell).numbers()[0]);
    match mesh.side_name(cell, side) {
        "IN" => Some((ring - 0.5, false)),
        out if out.starts_with("OUT") => Some((ring + 0.5, true)),
        _ => None,
    }
}

/// The passages of every cell, by the cells' numbers.
fn all_passages<G: Grid>(maze: &Maze<G>) -> Vec<Sides> {
    maze.cells().map(|cell| maze.passages(cell)).collect()
}
