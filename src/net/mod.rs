//! Connections: accepting them, and timeouts for their clients.

pub mod admin;
pub mod bare_errors;
pub mod listener;
