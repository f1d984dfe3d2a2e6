//! Connections: accepting them, limiting them, and the admin address.

pub mod admin;
pub mod listener;
mod request_body;
mod stream;
