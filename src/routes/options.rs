//! `OPTIONS`: the methods of a path, for people and for the preflight requests of browsers.

use axum::http::StatusCode;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_MAX_AGE, ALLOW, HeaderName,
};

/// The response to `OPTIONS`.
pub type Options = (StatusCode, [(HeaderName, &'static str); 4]);

/// The response for a path with `GET`.
pub async fn read_only() -> Options {
    options("GET, HEAD, OPTIONS")
}

/// The response for a path with `GET` and `POST`.
pub async fn read_and_post() -> Options {
    options("GET, HEAD, POST, OPTIONS")
}

/// The response for a path with `POST`.
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
