//! Processing of every request and every response.

pub mod access_log;
pub mod client_ip;
pub mod errors;
pub mod exchange;
pub mod head;
pub mod rate_limit;
pub mod service;
pub mod trace_context;
pub mod unread;
