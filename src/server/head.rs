//! The heads of requests and responses: the checks of every request, and the headers of every response.

use std::time::SystemTime;

use axum::body::{Body, HttpBody as _};
use axum::http::header::{
    ACCEPT_RANGES, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, CACHE_CONTROL, CONTENT_LENGTH,
    CONTENT_SECURITY_POLICY, DATE, ETAG, Entry, HOST, HeaderName, TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri, Version};
use axum::response::Response;

use crate::endpoints::catalogue::VERSION;
use crate::problem::{Kind, Problem};
use crate::response::coding::Coding;
use crate::settings::MAX_URI_BYTES;

/// The response headers that scripts of other origins may read.
const EXPOSED: HeaderValue = HeaderValue::from_static(
    "allow, content-location, dedale-outcome, dedale-read, dedale-seed, dedale-shades, dedale-version, dedale-warnings, etag, ratelimit, ratelimit-policy, retry-after, server-timing, x-request-id, content-length, content-encoding",
);

/// The default content security policy. Browsers add inline styles to display a response that is opened directly.
const DEFAULT_CSP: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox");

/// The header with the ID of a request, which also appears in the log.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The header with the version of the program.
const DEDALE_VERSION: HeaderName = HeaderName::from_static("dedale-version");

/// The maximum size of the names and values of all headers, in bytes.
pub const MAX_HEADER_BYTES: usize = 16 * 1024;

/// The maximum number of headers. In HTTP/2, a header of one byte can take a hundred in memory.
pub const MAX_HEADERS: usize = 100;

/// The ID of a request: the one that the client sent if it is valid, otherwise a new one.
pub fn request_id(headers: &HeaderMap) -> HeaderValue {
    let kept = headers.get(&X_REQUEST_ID).filter(|id| is_valid_id(id)).cloned();
    kept.unwrap_or_else(new_request_id)
}

/// Adds the headers that all responses have.
pub fn set_headers(headers: &mut HeaderMap, id: &HeaderValue) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if let Entry::Vacant(policy) = headers.entry(CONTENT_SECURITY_POLICY) {
        policy.insert(DEFAULT_CSP);
    }
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    headers.insert(ACCEPT_RANGES, HeaderValue::from_static("none"));
    headers.insert(DEDALE_VERSION, HeaderValue::from_static(VERSION));
    headers.insert(X_REQUEST_ID, id.clone());
    // The date of the HTTP library stays ahead after the clock of the machine was put back.
    if let Ok(date) = HeaderValue::try_from(httpdate::fmt_http_date(SystemTime::now())) {
        headers.insert(DATE, date);
    }
}

/// Completes a response to a request with this method: adds its length, if it may have one, and drops its body for
/// `HEAD`.
pub fn complete(response: &mut Response, method: &Method) {
    let is_bare = matches!(response.status(), StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED);
    // The router has emptied the body of a response to `HEAD`, whose length may not be known.
    let length = response.body().size_hint().exact().filter(|&length| method != Method::HEAD || length > 0);
    match response.headers_mut().entry(CONTENT_LENGTH) {
        // In a 304, it would be the length of the response with a body (RFC 9110, section 8.6).
        Entry::Occupied(known) if is_bare => {
            known.remove();
        }
        Entry::Vacant(unknown) if !is_bare => {
            length.map(|length| unknown.insert(length.into()));
        }
        _ => {}
    }
    if method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
}

/// Decodes letters, digits and `-._~` in a path: `/%6Daze` is `/maze` (RFC 3986, section 6.2.2.2).
pub fn normalize(uri: &mut Uri) {
    let path = uri.path();
    if !path.contains('%') {
        return;
    }
    let unreserved = |digits: &str| {
        let byte = u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
        (byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)).then_some(char::from(byte))
    };
    let mut parts = path.split('%');
    let mut normal = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(..2).and_then(unreserved) {
            Some(letter) => {
                normal.push(letter);
                normal.push_str(&part[2..]);
            }
            None => {
                normal.push('%');
                normal.push_str(part);
            }
        }
    }
    if let Some(query) = uri.query() {
        normal.push('?');
        normal.push_str(query);
    }
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = normal.try_into().ok();
    if let Ok(normal) = Uri::from_parts(parts) {
        *uri = normal;
    }
}

/// Forbids caches to store a response. In HTTP/1.0, a response without `Content-Length` ends with its connection, and looks complete
/// when it was cut short.
pub fn forbid_storing(headers: &mut HeaderMap) {
    headers.remove(ETAG);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

/// Keeps one header more than the maximum number, so that requests that wait to be refused take little memory.
pub fn truncate(headers: &mut HeaderMap) {
    if headers.len() > MAX_HEADERS {
        let first = headers.iter().take(MAX_HEADERS + 1);
        *headers = first.map(|(name, value)| (name.clone(), value.clone())).collect();
    }
}

/// Returns true if a request ID needs no escaping in a log and in a header.
fn is_valid_id(id: &HeaderValue) -> bool {
    let sane = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=@".contains(byte);
    (1..=128).contains(&id.len()) && id.as_bytes().iter().all(sane)
}

/// Creates an ID for a request without one.
pub fn new_request_id() -> HeaderValue {
    let id = format!("{:032x}", rand::random::<u128>());
    HeaderValue::try_from(id).unwrap_or(HeaderValue::from_static("none"))
}

/// Checks that the transfer coding and the `Host` of a request are valid, that its URI, its headers and the announced
/// body are not too large, and that it accepts an available coding: the one that it prefers is returned.
pub fn check<B>(request: &Request<B>, max_body: usize) -> Result<Coding, Problem> {
    check_coding(request.headers())?;
    check_host(request)?;
    let length = request.uri().path_and_query().map_or(0, |uri| uri.as_str().len());
    if length > MAX_URI_BYTES {
        let detail = format!("path and query are {length} bytes; the limit is {MAX_URI_BYTES}");
        return Err(Problem::new(Kind::URI_TOO_LONG, detail));
    }
    let announced = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    if announced.is_some_and(|length| length > max_body as u64) {
        let detail = format!("the body is larger than {max_body} bytes, the most that is read");
        return Err(Problem::new(Kind::CONTENT_TOO_LARGE, detail).with("max", max_body));
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
    Coding::choose(request.headers(), Coding::ALL).ok_or_else(|| {
        let offered = Coding::NAMES.join(", ");
        let detail = format!("available codings are {offered}, and Accept-Encoding allows none of them");
        Problem::new(Kind::NOT_ACCEPTABLE, detail)
    })
}

/// Checks that the body has no transfer coding but `chunked`: otherwise, the coded data would be taken for the body
/// (RFC 9112, section 6.1).
fn check_coding(headers: &HeaderMap) -> Result<(), Problem> {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    let Some(first) = codings.next() else { return Ok(()) };
    if codings.next().is_none() && first.as_bytes().trim_ascii().eq_ignore_ascii_case(b"chunked") {
        return Ok(());
    }
    Err(Problem::new(Kind::NOT_IMPLEMENTED, "the only Transfer-Encoding that is read is chunked"))
}

/// Checks that a request names one host: exactly one valid `Host` in HTTP/1.1 (RFC 9112, section 3.2), a valid one in
/// its URI, which is `:authority` in HTTP/2, and no other `Host` besides (RFC 9113, section 8.3.1).
fn check_host<B>(request: &Request<B>) -> Result<(), Problem> {
    let mut hosts = request.headers().get_all(HOST).iter();
    let authority = request.uri().authority().map(|authority| authority.as_str().as_bytes());
    let is_http2 = request.version() == Version::HTTP_2;
    let detail = match (hosts.next().map(HeaderValue::as_bytes), hosts.next(), authority) {
        (None, _, _) if request.version() == Version::HTTP_11 => "a request with HTTP/1.1 must have a Host header",
        (_, Some(_), _) => "a request must not have two Host headers",
        (Some(host), None, _) if !is_host(host) => "the Host is not a host with or without a port",
        (_, None, Some(authority)) if !is_host(authority) => "the URI has no host with or without a port",
        (Some(host), None, Some(authority)) if is_http2 && !host.eq_ignore_ascii_case(authority) => {
            "Host and :authority differ"
        }
        _ => return Ok(()),
    };
    Err(Problem::new(Kind::BAD_REQUEST, detail))
}

/// Returns true for a host, with or without a port.
fn is_host(host: &[u8]) -> bool {
    Authority::try_from(host).is_ok_and(|authority| !authority.as_str().contains('@') && !authority.host().is_empty())
}
