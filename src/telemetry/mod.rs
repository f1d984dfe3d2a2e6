//! Observability: the access log, metrics and spans.

pub mod access_log;
pub mod metrics;
#[cfg(feature = "otel")]
pub mod otel;
#[cfg(target_os = "linux")]
mod process;
pub mod pulse;
pub mod timing;
pub mod trace_context;
