//! Connections: taking them, and how long their clients may take.

pub mod bare_errors;
pub mod connection;
pub mod serve;
