//! Where large mazes are made, and how that is stopped.

pub mod cancel;
pub mod pool;
