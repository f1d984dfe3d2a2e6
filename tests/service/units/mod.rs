//! Tests of parts of the service through their public items.

mod access_log;
mod admin;
mod body;
mod caching;
mod client_ip;
mod coding;
mod config;
mod failures;
mod head;
mod languages;
mod listener;
mod log;
mod many;
mod memory;
mod metrics;
mod negotiate;
mod parameters;
mod paths;
mod pool;
mod problem;
mod rate_limit;
mod reading;
mod settings;
mod shares;
mod style;
#[cfg(target_os = "linux")]
mod system;
mod terminal;
mod tiles;
mod timeouts;
mod trace_context;
