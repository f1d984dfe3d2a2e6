//! The handlers: each reads its request, asks the library, and answers.

pub mod algorithms;
pub mod check;
pub mod docs;
pub mod health;
pub mod maze;
pub mod options;
pub mod page;
pub mod solve;
pub mod solvers;
pub mod steps;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use serde_json::{Value, json};

use crate::response::etag::ETag;

/// For answers that change with the program alone.
const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// An option of an algorithm or a solver, as `/algorithms` and `/solvers` describe it.
fn describe_option(name: &str, values: &[&str], default: &str, description: &str) -> Value {
    json!({ "name": name, "values": values, "default": default, "description": description })
}

/// An answer that is the same until the next release. `name` tells it from the others.
fn fixed(
    headers: &HeaderMap,
    name: &str,
    media_type: &'static str,
    body: impl FnOnce() -> axum::body::Body,
) -> Response {
    let tag = ETag::new(name);
    let (status, body, tag) = match tag.is_held(headers) {
        Some(held) => (StatusCode::NOT_MODIFIED, axum::body::Body::empty(), Some(held)),
        None => (StatusCode::OK, body(), tag.to_header()),
    };
    let mut response = (status, body).into_response();
    let headers = response.headers_mut();
    if status == StatusCode::OK {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    }
    headers.insert(CACHE_CONTROL, AN_HOUR);
    headers.insert(axum::http::header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(tag) = tag {
        headers.insert(ETAG, tag);
    }
    response
}
