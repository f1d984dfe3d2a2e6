//! The heads of requests and responses: what is checked in every one, and which headers every response has.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, CONTENT_SECURITY_POLICY, Entry, HeaderName,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Request};
use headers::{ContentLength, HeaderMapExt as _};

use crate::digits::hex;
use crate::response::problem::{Kind, Problem};

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

/// The most bytes that the names and values of all headers may have.
pub const LARGEST_HEADERS: usize = 32 * 1024;

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
    let id = hex::<16, 32>(rand::random());
    HeaderValue::from_bytes(&id).unwrap_or(HeaderValue::from_static("none"))
}

/// Checks that a request's URI and its headers are not too long, and that it does not announce too large a body.
///
/// # Errors
///
/// A [`Problem`] that says which is.
pub fn check<B>(request: &Request<B>, max_body: usize) -> Result<(), Problem> {
    let length = request.uri().path_and_query().map_or(0, |uri| uri.as_str().len());
    if length > LONGEST_URI {
        let detail = format!("path and query are {length} bytes long, and at most {LONGEST_URI} are read");
        return Err(Problem::new(Kind::URI_TOO_LONG, detail));
    }
    if request.headers().typed_get().is_some_and(|ContentLength(length)| length > max_body as u64) {
        let detail = format!("the body is larger than {max_body} bytes, the most that is read");
        return Err(Problem::new(Kind::CONTENT_TOO_LARGE, detail));
    }
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > LARGEST_HEADERS {
        let detail = format!("the headers are {size} bytes large, and at most {LARGEST_HEADERS} are read");
        return Err(Problem::new(Kind::TOO_MANY_HEADERS, detail));
    }
    Ok(())
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
