//! Connections: accepting them, and timeouts for their clients.

pub mod bare_errors;
pub mod listener;
pub mod timeouts;
