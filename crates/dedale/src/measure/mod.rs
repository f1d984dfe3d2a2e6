//! Numbers about a maze.

mod farthest;
mod stats;

pub(crate) use farthest::FARTHEST_BYTES;
pub(crate) use farthest::{farthest_border_pair, most_border_searches};
pub(crate) use stats::path_difficulty;
pub use stats::{LongestPath, Stats, difficulty, stats};
pub(crate) use stats::{STATS_BYTES, stats_steps};
