//! The HTTP service on top of the library `dedale`. All code for HTTP, time and threads is here.
//!
//! [`paths`] lists all URLs, [`http::service`] processes every request, and [`net::listener::serve`] serves connections until it is
//! stopped. The state that handlers need is in [`app::App`].

pub mod app;
pub mod cli;
pub mod clients;
pub mod frames;
pub mod http;
pub mod net;
pub mod paths;
pub mod problem;
pub mod request;
pub mod response;
mod routes;
pub mod settings;
pub mod steps;
pub mod telemetry;
pub mod work;

/// The Rust of the pages is compiled and run by `cargo test`.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/library.md")]
    struct Library;
    #[doc = include_str!("../crates/dedale/README.md")]
    struct OfTheLibrary;
}
