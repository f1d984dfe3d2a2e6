//! Reading a maze from the body of a request.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http_body::Body as _;
use tokio::time::timeout;

use super::pool::{Cost, Done};
use super::problem::{Kind, Problem};
use super::state::{App, Settings};
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

/// The maze in a body, read on a thread of the pool if it is large; what is wrong with it is the inner error. The memory of a large body
/// is set aside before it is read.
///
/// # Errors
///
/// A [`Problem`] when the body does not arrive, or there is no place for it.
pub async fn maze(form: Posted, body: Body, app: &App) -> Result<Done<Result<Parsed, Problem>>, Problem> {
    let Settings { max_body, timeout, limits, .. } = app.settings;
    // A body that does not say how large it is may be as large as any.
    let bytes = body.size_hint().upper().unwrap_or(u64::MAX).min(max_body as u64);
    let _held = if bytes > SMALL { Some(app.pool.hold(bytes)?) } else { None };
    let body = read(body, max_body, timeout).await?;
    // Reading takes a few steps for each byte, and gives a maze of less.
    let bytes = body.len() as u64;
    app.pool.run(Cost { steps: 4 * bytes, bytes }, move |_| Ok(form.parse(&body, limits))).await
}

/// The largest body for which no memory is set aside, in bytes: there are never more of them than there are connections.
const SMALL: u64 = 64 * 1024;

/// The whole body, which must be no larger than `most` bytes and arrive within `time`.
///
/// # Errors
///
/// A [`Problem`] when it is larger, later, or cut off.
async fn read(body: Body, most: usize, time: Duration) -> Result<Bytes, Problem> {
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
