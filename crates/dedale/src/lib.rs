//! Mazes: making them, editing them, solving them, measuring them, drawing them and reading them back.
//!
//! Dédale is a library that knows mazes and nothing else, and a thin HTTP server in front of it (the feature `server`, on by
//! default). A request flows in one direction, and so does this crate:
//!
//! ```text
//! query ──read──▶ MazeSpec ──generate──▶ Maze ──edit──▶ Maze ──(solve)──▶ Picture ──render──▶ bytes, row by row
//!                 spec      generate     maze   edit           solve       render
//! bytes ──parse──▶ Maze
//! ```
//!
//! # Invariants
//!
//! - The same [generator version](generate::GENERATOR_VERSION), algorithm, size, seed and options give the same maze on every
//!   machine and for ever. Every choice comes from [`rng`], whose generator is named and whose sampling is our own.
//! - A [`MazeSpec`](spec::MazeSpec) can only be made by the one function that checks it, so that everything behind it may
//!   assume that its input is valid.
//! - Both cells of a pair always agree about the wall between them: only two functions of [`Maze`](maze::Maze) write it, the
//!   board that generators carve on, and those generators that write a maze as a whole.
//! - An algorithm that is true on any graph asks the [`Grid`](grid::Grid) for neighbours and names no side; one that needs rows
//!   and columns says so in the [table](generate::ALGORITHMS).
//! - The library names no clock, no logger and no environment, and no thread but where a large maze is made in bands of rows: the
//!   same maze on any number of them. Whoever wants to watch, or to stop, an algorithm, or to keep it on one thread, is an
//!   [`Observer`](observe::Observer).
//!
//! # Example
//!
//! ```
//! use dedale::render::{Format, Picture};
//! use dedale::spec::{Limits, MazeSpec};
//!
//! let query = [("algo", "binary-tree"), ("w", "5"), ("h", "3"), ("seed", "7"), ("doors", "true")];
//! let pairs = query.map(|(name, value)| (name.into(), value.into()));
//! let made = MazeSpec::read(&pairs, &[], Limits::default(), 0)?.make(&mut ())?;
//! let picture = Picture::new(made.maze, made.from, made.to);
//! print!("{}", String::from_utf8(picture.to_bytes(Format::Unicode))?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod about;
pub mod edit;
pub mod generate;
pub mod grid;
pub mod maze;
pub mod measure;
pub mod observe;
pub mod parse;
pub mod render;
pub mod rng;
pub mod solve;
pub mod spec;

#[cfg(feature = "serde")]
mod with_serde;
