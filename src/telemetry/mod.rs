//! What is counted and told of the service.

pub mod admin;
pub mod metrics;
#[cfg(feature = "otel")]
pub mod otel;
