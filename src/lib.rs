//! The HTTP service in front of the library `dedale`: the only code that knows of HTTP, of time and of threads.
//!
//! [`router::router`] is the whole map of URLs, [`net::serve::serve`] answers connections with it until it is told to stop. What a
//! handler needs is in [`app::App`].

pub mod app;
pub mod http;
pub mod net;
pub mod request;
pub mod response;
pub mod router;
mod routes;
pub mod steps;
pub mod telemetry;
pub mod work;
