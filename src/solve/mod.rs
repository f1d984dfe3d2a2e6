//! Distances, and what follows from them.

mod distances;

pub use distances::{Distances, UNREACHED, distances};
