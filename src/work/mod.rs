//! Generating large mazes, and cancelling that.

pub mod cancel;
pub mod pool;
