//! Observability: metrics, spans, and the admin address.

pub mod admin;
pub mod metrics;
#[cfg(feature = "otel")]
pub mod otel;
pub mod pulse;
