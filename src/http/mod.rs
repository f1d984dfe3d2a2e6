//! What happens to every request and every answer.

pub mod access;
pub mod exchange;
pub mod layers;
pub mod service;
pub mod trace;
