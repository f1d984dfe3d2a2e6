//! What happens to every request and every answer, whatever its path.

use std::time::Instant;

use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{
    ALLOW, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderName, RETRY_AFTER, TRANSFER_ENCODING, VARY,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::problem::{Kind, Problem, Told};

/// The name by which a request is found in the logs.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The longest path and query that are read, in bytes.
pub const LONGEST_URI: usize = 8 * 1024;

/// How many cells a request was about: an extension of the answer, for the log.
#[derive(Clone, Copy, Debug)]
pub struct Cells(pub u64);

/// Gives each request a name, or keeps the caller's where it is sane, and logs a line when it is answered.
pub async fn name_and_log(mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let kept = request.headers().get(&X_REQUEST_ID).filter(|id| is_sane(id)).cloned();
    let id = kept.unwrap_or_else(new_request_id);
    request.headers_mut().insert(X_REQUEST_ID, id.clone());
    let method = request.method().clone();
    let uri = request.uri().clone();

    let mut response = next.run(request).await;
    response.headers_mut().insert(X_REQUEST_ID, id.clone());

    let cells = response.extensions().get::<Cells>().map(|cells| cells.0);
    tracing::info!(
        method = %method,
        path = cut(uri.path()),
        query = uri.query().map(cut),
        status = response.status().as_u16(),
        duration_ms = start.elapsed().as_secs_f64() * 1000.0,
        cells,
        request_id = id.to_str().unwrap_or_default(),
        "request",
    );
    response
}

/// The beginning of a part of a URI, as much as a line of the log should hold.
fn cut(text: &str) -> &str {
    text.get(..500).unwrap_or(text)
}

/// A request id that can stand in a log and in a header as it is.
fn is_sane(id: &HeaderValue) -> bool {
    let sane = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:/+=@".contains(byte);
    (1..=128).contains(&id.len()) && id.as_bytes().iter().all(sane)
}

/// A name for a request that came with none.
pub fn new_request_id() -> HeaderValue {
    let id = format!("{:032x}", rand::random::<u128>());
    HeaderValue::try_from(id).unwrap_or(HeaderValue::from_static("none"))
}

/// The most bytes that the names and values of all headers may have.
pub const LARGEST_HEADERS: usize = 32 * 1024;

/// Refuses a URI that is too long, and headers that are too large.
pub async fn limit_head(request: Request, next: Next) -> Response {
    let length = request.uri().path_and_query().map_or(0, |uri| uri.as_str().len());
    if length > LONGEST_URI {
        let detail = format!("path and query are {length} bytes long, and at most {LONGEST_URI} are read");
        return Problem::new(Kind::URI_TOO_LONG, detail).into_response();
    }
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > LARGEST_HEADERS {
        let detail = format!("the headers are {size} bytes large, and at most {LARGEST_HEADERS} are read");
        return Problem::new(Kind::TOO_MANY_HEADERS, detail).into_response();
    }
    next.run(request).await
}

/// Makes a problem of every error that is not one yet: those of the framework and of the layers.
pub async fn only_problems(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
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
    told
}

/// The answer to a request whose handler panicked. The log has the rest; the caller sees no more than that.
pub fn on_panic(panic: Box<dyn std::any::Any + Send + 'static>) -> Response<Body> {
    let message = panic.downcast_ref::<&str>().copied().map(str::to_owned);
    let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
    tracing::error!(panic = message.as_deref().unwrap_or("no message"), "a handler panicked");
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
