//! Connections: taking them, and how long their clients may take.

pub mod bare_errors;
pub mod listener;
pub mod timeouts;
pub mod watched;
