//! `OPTIONS`: what a path can be asked, for people and for browsers that ask before they ask.

use axum::http::StatusCode;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_MAX_AGE, ALLOW, HeaderName,
};

/// The answer to `OPTIONS`.
pub type Options = (StatusCode, [(HeaderName, &'static str); 4]);

/// The answer for a path that is only read.
pub async fn read_only() -> Options {
    options("GET, HEAD, OPTIONS")
}

/// The answer for a path that is read, and to which mazes are posted.
pub async fn read_and_post() -> Options {
    options("GET, HEAD, POST, OPTIONS")
}

/// The answer for a path to which mazes are posted.
pub async fn post_only() -> Options {
    options("POST, OPTIONS")
}

fn options(methods: &'static str) -> Options {
    (
        StatusCode::NO_CONTENT,
        [
            (ALLOW, methods),
            (ACCESS_CONTROL_ALLOW_METHODS, methods),
            (
                ACCESS_CONTROL_ALLOW_HEADERS,
                "accept, content-type, if-none-match, traceparent, tracestate, x-request-id",
            ),
            (ACCESS_CONTROL_MAX_AGE, "86400"),
        ],
    )
}
