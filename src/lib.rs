//! The HTTP service on top of the library `dedale`. All code for HTTP, time and threads is here.
//!
//! [`server::router`] lists all URLs, [`server::service`] processes every request, and [`server::listener::serve`]
//! serves connections until it is stopped. The state that handlers need is in [`app::App`].

pub mod app;
pub mod cli;
pub mod endpoints;
pub mod limits;
pub mod parameters;
pub mod posted;
pub mod problem;
pub mod response;
pub mod server;
pub mod settings;
pub mod telemetry;

/// `cargo test` compiles and runs the Rust code of these pages.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../docs/library.md")]
    struct Library;
    #[doc = include_str!("../crates/dedale/README.md")]
    struct OfTheLibrary;
}
