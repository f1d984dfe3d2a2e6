//! Mazes: making them, editing them, measuring them and drawing them.
pub mod edit;
pub mod generate;
pub mod grid;
pub mod maze;
pub mod measure;
pub mod observe;
pub mod render;
pub mod rng;
#[cfg(feature = "server")]
pub mod server;
pub mod solve;
pub mod spec;
