//! Documents that change only with the program or its settings.

use axum::body::Bytes;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::response::caching::Tag;

/// Sends a document, or a 304 if the client has it.
pub fn fixed(headers: &HeaderMap, media_type: &'static str, document: impl Into<Bytes>) -> Response {
    let document = document.into();
    let tag = Tag::of_bytes(&document);
    let mut response = match tag.held(headers) {
        Some(held) => (StatusCode::NOT_MODIFIED, [(ETAG, held)]).into_response(),
        None => {
            ([(ETAG, tag.to_header()), (CONTENT_TYPE, HeaderValue::from_static(media_type))], document).into_response()
        }
    };
    response.headers_mut().extend([
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ]);
    response
}

/// Sends a file with a content security policy. The media type is derived from its name.
pub fn file(headers: &HeaderMap, name: &str, document: impl Into<Bytes>, policy: &'static str) -> Response {
    let media_type = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let mut response = fixed(headers, media_type, document);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}
