//! Numbers about a maze.

mod farthest;
mod stats;

pub use farthest::farthest_border_pair;
pub use stats::{LongestPath, Stats, stats};
