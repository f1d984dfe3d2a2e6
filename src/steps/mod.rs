//! Streams that send the steps of an algorithm while it runs.

pub mod events;
pub mod stream;
