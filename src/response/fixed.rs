//! Documents that change only with the program or its settings.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;
use http_body_util::BodyExt as _;
use tower::{ServiceExt as _, service_fn};
use tower_http::compression::Compression;

use crate::response::caching::Tag;
use crate::response::negotiate::accepts_coding;

/// Marks a response whose body was compressed before the request, so no memory is needed to compress it.
#[derive(Clone, Copy, Debug)]
pub struct AlreadyCoded;

/// The bytes of a document, and its tag.
#[derive(Clone, Debug)]
pub struct Document {
    bytes: Bytes,
    tag: Tag,
    /// The bytes with gzip, if they are kept. Otherwise each response is compressed on its own.
    gzip: Option<Bytes>,
}

impl Document {
    /// A document that takes long to compress: it is compressed here, once. Every browser accepts gzip.
    pub fn compressed(bytes: Bytes) -> Document {
        Document { gzip: gzip(bytes.clone()), ..Document::from(bytes) }
    }
}

impl From<Bytes> for Document {
    fn from(bytes: Bytes) -> Document {
        Document { tag: Tag::of_bytes(&bytes), bytes, gzip: None }
    }
}

impl From<&'static str> for Document {
    fn from(text: &'static str) -> Document {
        Bytes::from(text).into()
    }
}

impl From<String> for Document {
    fn from(text: String) -> Document {
        Bytes::from(text).into()
    }
}

/// Compresses bytes as responses are, but better. `None` if that needs to wait for anything, which it does not.
fn gzip(bytes: Bytes) -> Option<Bytes> {
    let document = service_fn(|_: Request<Body>| {
        let response = Response::new(Body::from(bytes.clone()));
        async { Ok::<_, Infallible>(response) }
    });
    let mut request = Request::new(Body::empty());
    request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    let Ok(response) = Compression::new(document).oneshot(request).now_or_never()?;
    let body = response.into_body().collect().now_or_never()?.ok()?;
    Some(body.to_bytes())
}

/// Sends a document, or a 304 if the client has it.
pub fn fixed(headers: &HeaderMap, media_type: &'static str, document: impl Into<Document>) -> Response {
    let Document { bytes, tag, gzip } = document.into();
    let mut response = match (tag.held(headers), gzip.filter(|_| accepts_coding(headers, "gzip"))) {
        (Some(held), _) => (StatusCode::NOT_MODIFIED, [(ETAG, held)]).into_response(),
        (None, coded) => {
            let is_coded = coded.is_some();
            let head = [(ETAG, tag.to_header()), (CONTENT_TYPE, HeaderValue::from_static(media_type))];
            let mut response = (head, coded.unwrap_or(bytes)).into_response();
            if is_coded {
                response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                response.extensions_mut().insert(AlreadyCoded);
            }
            response
        }
    };
    response.headers_mut().extend([
        (CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600")),
        (VARY, HeaderValue::from_static("accept-encoding")),
    ]);
    response
}

/// Sends a file with a content security policy. The media type is derived from its name.
pub fn file(headers: &HeaderMap, name: &str, document: impl Into<Document>, policy: &'static str) -> Response {
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
