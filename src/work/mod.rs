//! Where large mazes are made, and how that is stopped.

pub mod pool;
pub mod watch;
