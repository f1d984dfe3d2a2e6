//! Reading a maze from the body of a request.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http_body::Body as _;
use tokio::time::timeout;

use super::problem::{Kind, Problem};
use crate::parse::{self, ParseError, Parsed};
use crate::spec::{Known, Limits};

/// In which form a maze was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    /// `application/json`
    Json,
    /// `text/plain`
    Text,
}

impl Posted {
    /// The form that the headers name.
    ///
    /// # Errors
    ///
    /// A [`Problem`] when they name none that is read.
    pub fn of(headers: &HeaderMap) -> Result<Posted, Problem> {
        let refused = |detail: String| Err(Problem::new(Kind::UNSUPPORTED_MEDIA_TYPE, detail));
        let coding = headers.get(CONTENT_ENCODING).map(|value| value.to_str().unwrap_or("unreadable"));
        if let Some(coding) = coding.filter(|coding| !coding.eq_ignore_ascii_case("identity")) {
            return refused(format!(
                "Content-Encoding is '{coding}', and bodies are read as they are, without a coding"
            ));
        }
        let media_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("absent");
        match media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "application/json" => Ok(Posted::Json),
            "text/plain" => Ok(Posted::Text),
            _ => refused(format!("Content-Type is '{media_type}', and must be application/json or text/plain")),
        }
    }

    /// The maze in a body.
    ///
    /// # Errors
    ///
    /// A [`Problem`] that says what is wrong with it, and where.
    pub fn parse(self, body: &[u8], limits: Limits) -> Result<Parsed, Problem> {
        let parsed = match self {
            Posted::Json => parse::json(body, limits),
            Posted::Text => parse::text(body, limits),
        };
        parsed.map_err(|error| problem(&error))
    }
}

fn problem(error: &ParseError) -> Problem {
    let kind = match error.kind {
        parse::Kind::Malformed => Kind::MALFORMED_MAZE,
        parse::Kind::Inconsistent => Kind::INCONSISTENT_MAZE,
    };
    Problem::new(kind, error.to_string())
}

/// The ends that a posted maze itself tells.
pub fn known(parsed: &Parsed) -> Known {
    Known { from: parsed.from, to: parsed.to, are_openings: parsed.ends_are_openings }
}

/// The whole body, which must be no larger than `most` bytes and arrive within `time`.
///
/// # Errors
///
/// A [`Problem`] when it is larger, later, or cut off.
pub async fn read(body: Body, most: usize, time: Duration) -> Result<Bytes, Problem> {
    let too_large = || {
        Problem::new(Kind::CONTENT_TOO_LARGE, format!("the body is larger than {most} bytes, the most that is read"))
    };
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    match timeout(time, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_too_large(&error) => Err(too_large()),
        Ok(Err(_)) => Err(Problem::new(Kind::BAD_REQUEST, "the body was cut off")),
        Err(_) => {
            Err(Problem::new(Kind::REQUEST_TIMEOUT, format!("the body did not arrive within {} s", time.as_secs_f64())))
        }
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    let mut source: Option<&dyn std::error::Error> = Some(error);
    while let Some(cause) = source {
        if cause.is::<http_body_util::LengthLimitError>() {
            return true;
        }
        source = cause.source();
    }
    false
}
