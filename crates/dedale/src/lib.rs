//! Mazes: generate, edit, solve, measure, draw and read them.
//!
//! A [`Maze`] is a grid and its open passages. Everything is deterministic: the same algorithm, size, seed and options give the
//! same maze on every machine.
//!
//! **Make** a maze. [`Maze::builder`] has every option, also for mazes on other [grids](grid::GridKind).
//!
//! ```
//! use dedale::{Algorithm, Maze};
//!
//! let maze = Maze::builder().size(30, 30).algorithm(Algorithm::Prim).seed(7).build()?;
//! println!("{maze}");
//! # Ok::<(), dedale::options::MakeError>(())
//! ```
//!
//! **Solve** it, by any [`Solver`].
//!
//! ```
//! # use dedale::Maze;
//! use dedale::Solver;
//!
//! # let maze = Maze::builder().size(30, 30).seed(7).build()?;
//! let (from, to) = (maze.grid().at(0, 0), maze.grid().at(29, 29));
//! let solution = Solver::Bfs.solve(&maze, from, to);
//! println!("{:?} moves, {} cells seen", solution.length(), solution.visited);
//! # Ok::<(), dedale::options::MakeError>(())
//! ```
//!
//! **Draw** it, in any [`Format`]. A [`Picture`] is a maze with its ends and what is drawn over it, such as the path.
//!
//! ```
//! use dedale::{Format, Maze, Solver};
//!
//! let mut picture = Maze::builder().size(30, 30).seed(7).doors(true).make()?;
//! picture.solve(Solver::Bfs, &mut ())?;
//! let svg = picture.to_bytes(Format::Svg(Default::default()))?;
//! # assert!(svg.starts_with(b"<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Read** a maze that someone else has made, in any of [these formats](parse::InputFormat::ALL), and draw a path into it.
//!
//! ```
//! use dedale::{formats::read, parse::ReadOptions};
//! use dedale::{Format, Picture, Solver};
//!
//! let parsed = read("\
//! +   +---+
//! |       |
//! +---+   +
//! |       |
//! +   +---+
//! ".as_bytes(), &ReadOptions::default())?;
//! let (from, to) = parsed.from.zip(parsed.to).ok_or("a maze with two ends")?;
//! let mut picture = Picture::new(parsed.maze, from, to);
//! picture.solve(Solver::Bfs, &mut ())?;
//! let drawn = picture.to_bytes(Format::Unicode)?;
//! assert_eq!(String::from_utf8(drawn)?, "\
//! ╷ ┃ ╶───┐
//! │ ○━━━┓ │
//! ├───╴ ┃ │
//! │ ●━━━┛ │
//! ╵ ┃ ╶───┘
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Tour
//!
//! The modules, in the order in which one meets them:
//!
//! | module | what it has |
//! |---|---|
//! | [`options`] | [`MazeBuilder`] and [`MazeOptions`]: which maze is wanted, on any grid |
//! | [`generate`] | the algorithms, and what each promises |
//! | [`grid`] | cells and their neighbors: squares, hexagons, circles, tilings, masks, and grids of your own |
//! | [`maze`] | a grid and its passages |
//! | [`edit`] | loops, rooms, doors, weights: what is done to a finished maze |
//! | [`solve`], [`measure`] | paths, distances and numbers about a maze |
//! | [`picture`], [`formats`] | how a maze looks, and its bytes in every format, which are written and read |
//! | [`parse`] | what is common to all formats that are [read](formats::read()) |
//! | [`scan`] | pictures of mazes: from pixels to squares, and a path that is drawn into them |
//! | [`observe`] | watching any of this step by step, and stopping it |
//! | [`endless`] | mazes that are too large for memory: rows, windows, tiles, and paths through them |
//! | [`dataset`] | many mazes, as arrays |
//! | [`estimate`] | what any of this costs, before it begins |
//! | [`draw`] | lines for a canvas of your own |
//! | [`about`], [`rng`] | tables of options; random numbers |
//!
//! **Any grid.** Options are checked once, and all faults are reported together. Checked options can be written as text, parsed again, and
//! made more than once. The result is a [`Picture`]: a maze on any grid, with its entrance and exit, written as a whole or piece by piece in
//! the memory of about one row.
//!
//! ```
//! use dedale::{Format, Maze, MazeOptions, grid::GridKind};
//!
//! let options = Maze::builder().grid(GridKind::Hex).size(12, 9).seed(7).braid(0.5).options()?;
//! assert_eq!(options.to_string(), "algo=backtracker&grid=hex&w=12&h=9&seed=7&braid=0.5");
//! assert_eq!(options.to_string().parse::<MazeOptions>()?, options);
//!
//! let made = options.make(&mut ())?;
//! made.write_to(Format::Svg(Default::default()), &mut std::io::sink())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Steps.** Every algorithm reports each [`Step`] to an [`Observer`], which may stop it; `()` observes nothing, and costs nothing.
//!
//! ```
//! use dedale::{Maze, Step};
//!
//! let mut carved = 0;
//! let mut count = |step: Step| {
//!     carved += u32::from(matches!(step, Step::Carve { .. }));
//!     Ok(())
//! };
//! Maze::builder().size(8, 8).seed(7).options()?.make(&mut count)?;
//! assert_eq!(carved, 63);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Grids of your own.** A [`Graph`](grid::Graph) needs no type: its cells are added one by one, and its mazes can be drawn. A type that
//! implements [`Grid`] is another way; most algorithms and all solvers work on it. The folder `examples` has programs for both, `bricks` and
//! `own_grid`, and others: `generate`, `solve`, `draw`, `watch` and `difficulty`.
//!
//! # Features
//!
//! Without any, the library needs `rand`, `itoa`, `colorous` and `csscolorparser` alone. It has every algorithm, grid and solver, and all formats but those of
//! these names. Those with a star are on by default.
//!
//! | feature | what it adds | what it needs |
//! |---|---|---|
//! | `json` * | mazes and solutions [as JSON](formats::SolutionDocument), written and read; and `serde` | `crc32fast`, `serde_json` |
//! | `png` * | pictures and [tiles](endless::Tiles) as PNG, and [masks](grid::Mask::from_png) that are drawn as such | `flate2`, `png` |
//! | `gif` * | [animations](picture::Animation), written, and the first picture of one, read; and `png`, since their pictures are painted in the same way | `gif` |
//! | `pictures` * | pictures of mazes that are read: JPEG, WebP and BMP; and `png` | `image-webp`, `jpeg-decoder` |
//! | `stl` * | solids [to print](Format::Stl) | `i_overlay`, `i_triangle` |
//! | `xml` * | maps of Tiled in XML, and shapes drawn as SVG, read; and `json` | `base64`, `flate2`, `kurbo`, `quick-xml` |
//! | `serde` | `Serialize` and `Deserialize` for mazes, solutions, and what they are made of. A maze is checked when it is read | `serde` |
//!
//! # Invariants
//!
//! - The same [generator version](generate::GENERATOR_VERSION), algorithm, size, seed and options give the same maze. Every choice
//!   comes from [`rng`], whose generator is named and whose sampling is part of this library. Solutions have a
//!   [version](solve::VERSION) too, and [drawings](formats::VERSION).
//! - Both cells of a pair always agree about the wall between them: [`Maze::link`] and [`Maze::unlink`] write both, and so does
//!   what writes a whole maze or whole rows of one.
//! - An algorithm that works on any graph asks the [`Grid`] for neighbors and names no side; one that needs rows and columns says
//!   so in the [table](generate::ALGORITHMS).
//! - The library uses no clock, no logger, no files, no environment and no random numbers of the system, and
//!   starts no threads.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(feature = "gif", feature = "json")),
    allow(dead_code, unused_imports, reason = "what only one of the features needs is not marked as such everywhere")
)]

pub mod about;
mod cell;
mod contour;
pub mod dataset;
mod digits;
pub mod draw;
pub mod edit;
pub mod endless;
pub mod estimate;
mod fnv;
mod forest;
pub mod formats;
pub mod generate;
pub mod grid;
pub mod maze;
pub mod measure;
pub mod observe;
pub mod options;
pub mod parse;
pub mod picture;
#[cfg(feature = "png")]
mod pixel_rows;
pub mod rng;
#[cfg(feature = "png")]
pub mod scan;
pub mod solve;
mod stroke_font;

#[cfg(feature = "serde")]
mod with_serde;

#[cfg(test)]
extern crate self as dedale;
#[cfg(test)]
#[path = "../tests/inside/mod.rs"]
mod inside;

pub use formats::Format;
pub use generate::Algorithm;
pub use grid::{Cell, Grid, Side, Sides, Square};
pub use maze::Maze;
pub use observe::{Observer, Step};
pub use options::{MazeBuilder, MazeOptions};
pub use picture::Picture;
pub use solve::{Solution, Solver};
