//! Numbers about a maze.

mod farthest;
mod stats;

pub(crate) use farthest::FARTHEST_BYTES;
pub use farthest::{farthest_border_pair, farthest_border_pair_within, most_border_searches, most_searches};
pub(crate) use stats::path_difficulty;
pub use stats::{LongestPath, STATS_BYTES, Stats, difficulty, stats, stats_steps};
