//! What happens to every request and every answer, whatever its path.

use axum::body::{Body, HttpBody as _};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ALLOW, CONTENT_ENCODING, CONTENT_LENGTH,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, Entry, HeaderName, RETRY_AFTER, TRANSFER_ENCODING, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, Request};
use axum::response::{IntoResponse, Response};

use crate::response::etag::hex;
use crate::response::problem::{Kind, Problem, Told};

/// The headers of an answer that a page from elsewhere may read.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "allow, content-location, dedale-outcome, etag, ratelimit, ratelimit-policy, retry-after, server-timing, x-request-id, content-length, content-encoding",
);

/// What an answer may do in a browser that opens it by itself, unless it says otherwise: be seen. Styles, since browsers show
/// pictures and text with some of their own.
const BE_SEEN: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/// The name by which a request is found in the logs.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest path and query that are read, in bytes.
pub const LONGEST_URI: usize = 8 * 1024;

/// The name of a request: the caller's where it is sane, else a new one.
pub fn request_id(headers: &HeaderMap) -> HeaderValue {
    let kept = headers.get(&X_REQUEST_ID).filter(|id| is_sane(id)).cloned();
    kept.unwrap_or_else(new_request_id)
}

/// Gives an answer the headers that all have.
pub fn set_headers(headers: &mut HeaderMap, id: &HeaderValue) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Entry::Vacant(policy) = headers.entry(CONTENT_SECURITY_POLICY) {
        policy.insert(BE_SEEN);
    }
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.insert(X_REQUEST_ID, id.clone());
}

/// A request id that can stand in a log and in a header as it is.
fn is_sane(id: &HeaderValue) -> bool {
    let sane = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=@".contains(byte);
    (1..=128).contains(&id.len()) && id.as_bytes().iter().all(sane)
}

/// A name for a request that came with none.
pub fn new_request_id() -> HeaderValue {
    let mut id = [0; 32];
    for (pair, byte) in id.chunks_exact_mut(2).zip(rand::random::<[u8; 16]>()) {
        pair.copy_from_slice(&hex(byte));
    }
    HeaderValue::from_bytes(&id).unwrap_or(HeaderValue::from_static("none"))
}

/// The most bytes that the names and values of all headers may have.
pub const LARGEST_HEADERS: usize = 32 * 1024;

/// Checks that a request's URI is not too long, and that its headers are not too large.
///
/// # Errors
///
/// A [`Problem`] that says which is.
pub fn check_head<B>(request: &Request<B>) -> Result<(), Problem> {
    let length = request.uri().path_and_query().map_or(0, |uri| uri.as_str().len());
    if length > LONGEST_URI {
        let detail = format!("path and query are {length} bytes long, and at most {LONGEST_URI} are read");
        return Err(Problem::new(Kind::URI_TOO_LONG, detail));
    }
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > LARGEST_HEADERS {
        let detail = format!("the headers are {size} bytes large, and at most {LARGEST_HEADERS} are read");
        return Err(Problem::new(Kind::TOO_MANY_HEADERS, detail));
    }
    Ok(())
}

/// An answer that was not made by the router, as the router would have sent it: with its length, and for `HEAD` without its
/// body.
pub fn whole(mut response: Response, method: &Method) -> Response {
    if let Some(length) = response.body().size_hint().exact() {
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
    if method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    response
}

/// Makes a problem of every error that is not one yet: those of the framework and of the layers.
pub fn only_problems(response: Response, method: &Method) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || response.extensions().get() == Some(&Told(status)) {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    let kind = Kind::of_status(status);
    let mut told = Problem::new(kind, kind.meaning).into_response();
    // What was said of the body that is now another one must not be said of this one.
    for header in [CONTENT_TYPE, CONTENT_LENGTH, CONTENT_ENCODING, TRANSFER_ENCODING, ETAG, VARY] {
        parts.headers.remove(header);
    }
    for header in [ALLOW, RETRY_AFTER] {
        if let Some(value) = parts.headers.get(&header) {
            told.headers_mut().insert(header, value.clone());
        }
    }
    whole(told, method)
}

/// The answer to a request whose handler panicked. The log has the rest; the caller sees no more than that.
pub fn on_panic() -> Response {
    Problem::new(Kind::INTERNAL_ERROR, Kind::INTERNAL_ERROR.meaning).into_response()
}

/// The answer to a path that does not exist.
pub async fn not_found() -> Problem {
    Problem::new(Kind::NOT_FOUND, Kind::NOT_FOUND.meaning)
}

/// The answer to a method that the path does not have; the router adds `Allow`.
pub async fn method_not_allowed() -> Problem {
    Problem::new(Kind::METHOD_NOT_ALLOWED, Kind::METHOD_NOT_ALLOWED.meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sane_request_ids() {
        let sane = |id: &'static str| is_sane(&HeaderValue::from_static(id));
        assert!(sane("a") && sane("7f1c-9e.x_Y:2/3+4=@"));
        assert!(!sane("") && !sane("a b") && !sane("a\tb") && !sane("a,b") && !sane("\"a\"") && !sane("{a}"));
        assert!(!is_sane(&HeaderValue::from_str(&"x".repeat(129)).unwrap()));
        assert!(is_sane(&new_request_id()));
        assert_ne!(new_request_id(), new_request_id());
    }
}
