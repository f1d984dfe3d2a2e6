//! What is answered when a request cannot be: RFC 9457 problem details, for every status of 400 and up.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::request::fault::{Fault, Faults};

/// A kind of problem: what its `type`, `title` and `status` are, and what a caller should know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The end of its `type`, `/docs/problems#…`.
    pub slug: &'static str,
    /// A short summary, the same at every occurrence.
    pub title: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What it means and what can be done, for people who look it up.
    pub meaning: &'static str,
}

macro_rules! kinds {
    ($($name:ident $status:literal $slug:literal $title:literal $meaning:literal;)*) => {
        impl Kind {
            $(#[doc = concat!("Status ", $status, ", `", $slug, "`: ", $meaning)]
            pub const $name: Kind = Kind { slug: $slug, title: $title, status: $status, meaning: $meaning };)*

            /// Every kind of problem that the server answers with. Of several with one status, the most general is first.
            pub const ALL: &[Kind] = &[$(Kind::$name),*];
        }
    };
}

kinds! {
    BAD_REQUEST 400 "bad-request" "Bad request"
        "The request could not be understood as HTTP.";
    INVALID_PARAMETER 400 "invalid-parameter" "Invalid parameter"
        "One or more parameters do not exist, are given twice, are out of range or do not go with the others. `errors` names each of them, its value and what is allowed.";
    MALFORMED_MAZE 400 "malformed-maze" "Malformed maze"
        "The body is no maze in a form that is read. `detail` says what is wrong and in which row and column.";
    NOT_FOUND 404 "not-found" "Not found"
        "There is nothing at this path. The interface is described at /docs.";
    METHOD_NOT_ALLOWED 405 "method-not-allowed" "Method not allowed"
        "The path exists, but not for this method. The header `Allow` lists those it has.";
    NOT_ACCEPTABLE 406 "not-acceptable" "Not acceptable"
        "The answer exists in none of the media types or codings that `Accept` and `Accept-Encoding` allow.";
    REQUEST_TIMEOUT 408 "request-timeout" "Request timeout"
        "The request did not arrive in time.";
    CONTENT_TOO_LARGE 413 "content-too-large" "Content too large"
        "The body of the request is larger than the server takes.";
    URI_TOO_LONG 414 "uri-too-long" "URI too long"
        "The path and the query are longer than the server takes.";
    UNSUPPORTED_MEDIA_TYPE 415 "unsupported-media-type" "Unsupported media type"
        "The body of the request is of a media type, or in a coding, that the server does not read.";
    INCONSISTENT_MAZE 422 "inconsistent-maze" "Inconsistent maze"
        "The body can be read, but what it says does not hold together, or is larger than the server takes. `detail` says what is wrong and in which row and column.";
    TOO_MANY_HEADERS 431 "too-many-headers" "Request header fields too large"
        "The headers of the request are more, or larger, than the server takes.";
    TOO_MANY_REQUESTS 429 "too-many-requests" "Too many requests"
        "This address has sent more requests than the server takes from one. Try again after the seconds that `Retry-After` says.";
    INTERNAL_ERROR 500 "internal-error" "Internal error"
        "Something in the server went wrong. The same request will most likely fail again; please report it with its X-Request-Id.";
    OVERLOADED 503 "overloaded" "Overloaded"
        "More work is waiting than the server takes on. Try again after the seconds that `Retry-After` says.";
    TOO_SLOW 503 "too-slow" "Too slow"
        "The work for this request took longer than the server allows. A smaller maze or a faster algorithm will do.";
    DRAINING 503 "draining" "Draining"
        "The server is about to stop and should not be sent new requests.";
}

impl Kind {
    /// The `type` of its problems: a URL, relative to the service.
    pub fn uri(&self) -> String {
        format!("/docs/problems#{}", self.slug)
    }

    /// The most general kind with this status; of a status that no kind has, the general kind of its class.
    pub fn of_status(status: StatusCode) -> Kind {
        let general = if status.is_server_error() { Kind::INTERNAL_ERROR } else { Kind::BAD_REQUEST };
        Kind::ALL.iter().copied().find(|kind| kind.status == status.as_u16()).unwrap_or(general)
    }
}

/// A problem that was met, ready to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    kind: Kind,
    detail: String,
    errors: Vec<Fault>,
    /// After how many seconds the same request may be sent again.
    retry_after: Option<u32>,
}

impl Problem {
    /// A problem, and what is to be said of this occurrence.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        Problem { kind, detail: detail.into(), errors: Vec::new(), retry_after: None }
    }

    /// The same, of a request that may be sent again after so many seconds.
    pub fn retry_after(self, seconds: u32) -> Problem {
        Problem { retry_after: Some(seconds), ..self }
    }
}

impl From<Kind> for Problem {
    /// A problem of which there is nothing more to say than of its kind.
    fn from(kind: Kind) -> Problem {
        Problem::new(kind, kind.meaning)
    }
}

impl From<Faults> for Problem {
    fn from(Faults(mut errors): Faults) -> Problem {
        let detail = match errors.len() {
            1 => "1 parameter is invalid".to_owned(),
            n => format!("{n} parameters are invalid"),
        };
        errors.truncate(Faults::MOST);
        Problem { errors, ..Problem::new(Kind::INVALID_PARAMETER, detail) }
    }
}

/// On an answer: it tells of a problem with this status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told(pub StatusCode);

#[derive(Serialize)]
struct Document<'a> {
    r#type: String,
    title: &'a str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<DocumentError<'a>>,
}

#[derive(Serialize)]
struct DocumentError<'a> {
    parameter: &'a str,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    allowed: &'a [&'static str],
}

/// The media type of a problem.
pub const MEDIA_TYPE: HeaderValue = HeaderValue::from_static("application/problem+json");

impl Problem {
    /// The document that a caller gets.
    pub fn to_json(&self) -> String {
        let errors = self.errors.iter().map(|fault| DocumentError {
            parameter: &fault.parameter,
            detail: &fault.detail,
            value: fault.value.as_deref(),
            allowed: &fault.allowed,
        });
        let document = Document {
            r#type: self.kind.uri(),
            title: self.kind.title,
            status: self.kind.status,
            detail: &self.detail,
            errors: errors.collect(),
        };
        // Strings and numbers always serialise.
        serde_json::to_string(&document).unwrap_or_default()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.kind.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, self.to_json()).into_response();
        response.extensions_mut().insert(Told(status));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, MEDIA_TYPE);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_differ_and_statuses_exist() {
        for (i, kind) in Kind::ALL.iter().enumerate() {
            assert!(Kind::ALL[..i].iter().all(|other| other.slug != kind.slug));
            assert!(StatusCode::from_u16(kind.status).is_ok());
        }
        assert_eq!(Kind::of_status(StatusCode::BAD_REQUEST), Kind::BAD_REQUEST);
        assert_eq!(Kind::of_status(StatusCode::IM_A_TEAPOT), Kind::BAD_REQUEST);
        assert_eq!(Kind::of_status(StatusCode::BAD_GATEWAY), Kind::INTERNAL_ERROR);
    }
}
