//! The server around the endpoints: connections, what happens to every request and every response, and the router.

pub mod admin;
pub mod errors;
pub mod exchange;
pub mod head;
pub mod listener;
mod request_body;
pub mod router;
pub mod service;
mod stream;
pub mod timeouts;
