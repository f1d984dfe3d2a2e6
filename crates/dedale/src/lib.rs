//! Mazes: generate, edit, solve, measure, draw and read them.
//!
//! A [`Maze`] is a grid and its open passages. Everything is deterministic: the same algorithm, size, seed and options give the
//! same maze on every machine.
//!
//! # Tour
//!
//! Generate, solve, and draw:
//!
//! ```
//! use dedale::{Algorithm, Format, Maze, Picture, Solver};
//!
//! let maze = Maze::builder().size(30, 30).algorithm(Algorithm::Prim).seed(7).build()?;
//! println!("{maze}");
//!
//! let (from, to) = (maze.grid().at(0, 0), maze.grid().at(29, 29));
//! let solution = Solver::Bfs.solve(&maze, from, to);
//! println!("{:?} moves, {} cells seen", solution.length(), solution.visited);
//!
//! let svg = Picture::new(maze, from, to).to_bytes(Format::Svg(Default::default()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Options that are checked are [`MazeOptions`]. They can be kept, written as text and read again, and made more than once:
//!
//! ```
//! use dedale::{Maze, MazeOptions};
//!
//! let options = Maze::builder().size(30, 30).seed(7).braid(0.5).doors(true).options()?;
//! let made = options.make(&mut ())?.into_squares().expect("a maze of squares");
//! println!("from {:?} to {:?}\n{}", made.from, made.to, made.maze);
//! assert_eq!(options.to_string().parse::<MazeOptions>()?, options);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Watch an algorithm, or stop it: every one of them reports each [`Step`] to an [`Observer`]; `()` observes nothing, and costs
//! nothing.
//!
//! ```
//! use dedale::{Maze, Solver, Square, Step};
//! use dedale::solve::KeepWalk;
//!
//! let grid = Square::new(8, 8)?;
//! let mut room = Maze::closed(grid);
//! room.clear(&mut ())?;
//! let mut looked_at = 0;
//! let mut count = |step: Step| {
//!     looked_at += u32::from(matches!(step, Step::Back(_)));
//!     Ok(())
//! };
//! let solution = Solver::Astar.run(&room, grid.at(0, 0), grid.at(7, 7), KeepWalk::No, &mut count)?;
//! assert_eq!((solution.length(), looked_at), (Some(14), 14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A grid of your own is an implementation of [`Grid`]; most algorithms and all solvers work on it. The folder `examples` has
//! programs: `generate`, `solve`, `draw` and `watch`; `own_grid`, which needs the function of an algorithm; and `bricks`, a grid of one's
//! own that is drawn.
//!
//! # Features
//!
//! Without any, the library needs `rand` alone, and has every algorithm, grid and solver, and all formats but the three of these names. Those
//! with a star are on by default.
//!
//! | feature | what it adds | what it needs |
//! |---|---|---|
//! | `json` * | mazes and solutions [as JSON](text), written and read; and `serde` | `serde_json` |
//! | `png` * | pictures and [tiles](endless::Tiles) as PNG, and [masks](grid::Mask::from_png) that are drawn as such | `png`, `tiny-skia` |
//! | `gif` * | [animations](picture::Animation); and `png`, since their pictures are painted in the same way | `gif` |
//! | `serde` | `Serialize` and `Deserialize` for mazes, solutions, and what they are made of. A maze is checked when it is read | `serde` |
//!
//! # Invariants
//!
//! - The same [generator version](generate::GENERATOR_VERSION), algorithm, size, seed and options give the same maze. Every choice
//!   comes from [`rng`], whose generator is named and whose sampling is part of this library. Solutions have a
//!   [version](solve::VERSION) too, and [drawings](format::VERSION).
//! - Both cells of a pair always agree about the wall between them: only [`Maze::link`] and [`Maze::unlink`] write it, and the
//!   generators, which write a maze as a whole.
//! - An algorithm that works on any graph asks the [`Grid`] for neighbours and names no side; one that needs rows and columns says
//!   so in the [table](generate::ALGORITHMS).
//! - The library uses no clock, no logger, no files, no environment and no random numbers of the system. It uses threads only for
//!   large mazes that are made in bands of rows, where the machine has any: the same maze on any number of them. An
//!   [`Observer`] limits their number.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(all(feature = "gif", feature = "json")),
    allow(dead_code, unused_imports, reason = "what only one of the features needs is not marked as such everywhere")
)]

pub mod about;
mod cell;
pub mod dataset;
pub mod draw;
pub mod edit;
pub mod endless;
mod forest;
pub mod format;
pub mod generate;
pub mod grid;
pub mod maze;
pub mod measure;
pub mod observe;
pub mod options;
pub mod picture;

pub mod rng;
pub mod solve;
pub mod text;

#[cfg(feature = "serde")]
mod with_serde;

pub use format::Format;
pub use generate::Algorithm;
pub use grid::{Cell, Grid, Side, Sides, Square};
pub use maze::Maze;
pub use observe::{Observer, Step};
pub use options::{MazeBuilder, MazeOptions};
pub use picture::Picture;
pub use solve::{Solution, Solver};
