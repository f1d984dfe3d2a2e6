//! Telling the steps of an algorithm to a reader as they happen.

pub mod events;
pub mod stream;
