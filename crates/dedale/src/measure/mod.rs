//! Numbers about a maze.

mod farthest;
mod stats;

pub(crate) use farthest::{FARTHEST_BYTES, farthest_border_pair, most_border_searches};
pub use stats::{LongestPath, Stats, difficulty, stats};
pub(crate) use stats::{STATS_BYTES, path_difficulty, stats_steps};
