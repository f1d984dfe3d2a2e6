//! The heads of requests and responses: the checks of every request, and the headers of every response.

use std::time::SystemTime;

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, CACHE_CONTROL, CONTENT_SECURITY_POLICY, DATE, ETAG,
    Entry, HOST, HeaderName, TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Request, Version};
use headers::{ContentLength, HeaderMapExt as _};

use crate::digits::hex;
use crate::problem::{Kind, Problem};
use crate::settings::MAX_URI_BYTES;

/// The response headers that scripts of other origins may read.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "allow, content-location, dedale-outcome, dedale-seed, etag, ratelimit, ratelimit-policy, retry-after, server-timing, x-request-id, content-length, content-encoding",
);

/// The default policy for a response that is opened in a browser: it may only be displayed. Styles are allowed, since browsers add
/// their own to display pictures and text.
const BE_SEEN: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/// The header with the ID of a request, which also appears in the log.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The maximum size of the names and values of all headers, in bytes.
pub const MAX_HEADER_BYTES: usize = 16 * 1024;

/// The maximum number of headers. In HTTP/2, a header of one byte can take a hundred in memory.
pub const MAX_HEADERS: usize = 100;

/// The ID of a request: that of the client if it is valid, otherwise a new one.
pub fn request_id(headers: &HeaderMap) -> HeaderValue {
    let kept = headers.get(&X_REQUEST_ID).filter(|id| is_sane(id)).cloned();
    kept.unwrap_or_else(new_request_id)
}

/// Adds the headers that all responses have.
pub fn set_headers(headers: &mut HeaderMap, id: &HeaderValue) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Entry::Vacant(policy) = headers.entry(CONTENT_SECURITY_POLICY) {
        policy.insert(BE_SEEN);
    }
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.insert(X_REQUEST_ID, id.clone());
    // That of the HTTP library stays ahead after the clock of the machine was put back.
    if let Ok(date) = HeaderValue::try_from(httpdate::fmt_http_date(SystemTime::now())) {
        headers.insert(DATE, date);
    }
}

/// Forbids caches to store a response. In HTTP/1.0, a response without `Content-Length` ends with its connection, and looks complete
/// when it was cut short.
pub fn forbid_storing(headers: &mut HeaderMap) {
    headers.remove(ETAG);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

/// Drops what is far beyond the maximum number of headers, so that requests that wait to be refused take little memory.
pub fn shorten(headers: &mut HeaderMap) {
    if headers.len() > MAX_HEADERS {
        let first = headers.iter().take(MAX_HEADERS + 1);
        *headers = first.map(|(name, value)| (name.clone(), value.clone())).collect();
    }
}

/// Whether a request ID can be used in a log and in a header without escaping.
fn is_sane(id: &HeaderValue) -> bool {
    let sane = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=@".contains(byte);
    (1..=128).contains(&id.len()) && id.as_bytes().iter().all(sane)
}

/// Creates an ID for a request without one.
pub fn new_request_id() -> HeaderValue {
    let id = hex::<16, 32>(rand::random());
    HeaderValue::from_bytes(&id).unwrap_or(HeaderValue::from_static("none"))
}

/// Checks that the transfer coding and the `Host` of a request are valid, that its URI and its headers are not too long,
/// and that it does not announce a body that is too large.
///
/// # Errors
///
/// Returns a [`Problem`] that names the violation.
pub fn check<B>(request: &Request<B>, max_body: usize) -> Result<(), Problem> {
    check_coding(request.headers())?;
    check_host(request.version(), request.headers())?;
    let length = request.uri().path_and_query().map_or(0, |uri| uri.as_str().len());
    if length > MAX_URI_BYTES {
        let detail = format!("path and query are {length} bytes; the limit is {MAX_URI_BYTES}");
        return Err(Problem::new(Kind::URI_TOO_LONG, detail));
    }
    if request.headers().typed_get().is_some_and(|ContentLength(length)| length > max_body as u64) {
        let detail = format!("the body is larger than {max_body} bytes, the most that is read");
        return Err(Problem::new(Kind::CONTENT_TOO_LARGE, detail));
    }
    if request.headers().len() > MAX_HEADERS {
        let detail = format!("there are more than {MAX_HEADERS} headers");
        return Err(Problem::new(Kind::TOO_MANY_HEADERS, detail));
    }
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > MAX_HEADER_BYTES {
        let detail = format!("the headers are {size} bytes; the limit is {MAX_HEADER_BYTES}");
        return Err(Problem::new(Kind::TOO_MANY_HEADERS, detail));
    }
    Ok(())
}

/// Checks that the body is chunked or plain. With another coding before `chunked`, the coded data would be taken for the body (RFC 9112,
/// section 6.1).
fn check_coding(headers: &HeaderMap) -> Result<(), Problem> {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    let Some(first) = codings.next() else { return Ok(()) };
    if codings.next().is_none() && first.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked") {
        return Ok(());
    }
    Err(Problem::new(Kind::NOT_IMPLEMENTED, "the only Transfer-Encoding that is read is chunked"))
}

/// Checks that there is exactly one valid `Host` in versions of HTTP that require it (RFC 9112, section 3.2).
fn check_host(version: Version, headers: &HeaderMap) -> Result<(), Problem> {
    let mut hosts = headers.get_all(HOST).iter();
    let detail = match (hosts.next(), hosts.next()) {
        (None, _) if version == Version::HTTP_11 => "a request with HTTP/1.1 must have a Host header",
        (Some(_), Some(_)) => "a request must not have two Host headers",
        (Some(host), None) if !is_host(host.as_bytes()) => "the Host is not a host with or without a port",
        _ => return Ok(()),
    };
    Err(Problem::new(Kind::BAD_REQUEST, detail))
}

/// Whether this is a host, with or without a port. It may be empty if the URI has none.
fn is_host(host: &[u8]) -> bool {
    host.is_empty() || Authority::try_from(host).is_ok_and(|authority| !authority.as_str().contains('@'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for host in ["", "x", "localhost:8080", "127.0.0.1", "[::1]:8080", "a_b.example.", "xn--ls8h.la"] {
            assert!(is_host(host.as_bytes()), "{host}");
        }
        for host in ["a b", "a/b", "user@x", "x?y", "http://x", "[::1", "é"] {
            assert!(!is_host(host.as_bytes()), "{host}");
        }
    }

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
