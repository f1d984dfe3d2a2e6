//! Processing of every request and every response.

pub mod errors;
pub mod exchange;
pub mod head;
pub mod service;
pub mod timeouts;
