//! The HTTP service in front of the library `dedale`: the only code that knows of HTTP, of time and of threads.
//!
//! [`paths`] is the whole map of URLs, [`http::service`] what happens to every request, and [`net::listener::serve`] answers connections
//! until it is told to stop. What a handler needs is in [`app::App`].

pub mod app;
pub mod digits;
pub mod http;
pub mod net;
pub mod paths;
pub mod request;
pub mod response;
mod routes;
pub mod settings;
pub mod steps;
pub mod telemetry;
pub mod work;
