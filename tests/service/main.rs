//! The tests of the service, as one program, which is linked once.
//!
//! `cargo test --test service limits::` runs those of one file. `tests/fuzzing.rs` is a separate program: it reads
//! the log of its process.

// Code that helps a test may panic, as a test may.
#![allow(clippy::unwrap_used)]

mod answers;
mod api;
mod book;
mod commands;
mod common;
mod connections;
mod contract;
mod data_sets;
mod departure;
mod diagonal_checks;
mod drawn;
mod exits;
mod foreign;
mod forgiving;
mod formats;
mod given;
mod given_back;
mod hints;
mod layering;
mod letters;
mod limits;
mod many_checks;
mod mistakes;
mod open_ground;
#[cfg(all(feature = "otel", unix))]
mod otel;
mod outlines;
mod page;
mod parts;
mod pictures;
mod posted;
#[cfg(unix)]
mod problem_pages;
mod process;
mod reveal;
mod scenarios;
mod searches;
mod seeds;
mod shapes;
mod sheets;
mod solving;
mod tiles;
mod too_much_work;
mod type_names;
mod units;
mod weights;

/// As in the program: it counts what each request holds.
#[global_allocator]
static ALLOCATOR: dedale_heap::Counting = dedale_heap::Counting;
