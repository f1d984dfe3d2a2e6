//! The HTTP server in front of the library: the only code that knows of HTTP, of time and of threads.
//!
//! [`router::router`] is the whole map of URLs, [`serve::serve`] answers connections with it until it is told to stop. What a
//! handler needs is in [`state::App`].

pub mod access;
pub mod admin;
pub mod bare_errors;
pub mod body;
pub mod connection;
pub mod etag;
pub mod exchange;
pub mod layers;
pub mod metrics;
pub mod negotiate;
#[cfg(feature = "otel")]
pub mod otel;
pub mod params;
pub mod pool;
pub mod posted;
pub mod problem;
pub mod reply;
pub mod router;
mod routes;
pub mod serve;
pub mod service;
pub mod state;
pub mod steps;
pub mod trace;
pub mod watch;
