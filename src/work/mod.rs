//! The thread pool for large mazes, and cancellation.

pub mod cancel;
pub mod pool;
