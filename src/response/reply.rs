//! What the answers about mazes have in common: how they are sent, how long they may be kept, what they tell of the work.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use axum::Json;
use axum::http::header::{CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG, Entry, HeaderName, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

use serde::Serialize;

use crate::http::exchange::Work;
use crate::response::body::{self, Drawing, Large};
use crate::response::etag::ETag;
use crate::response::problem::Problem;
use crate::work::pool::{Held, Pool};

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// How many headers an answer has, about: room for all, so that none is moved when another is added.
const MOST_HEADERS: usize = 12;

/// How long the parts of the work took, for `Server-Timing`.
#[derive(Clone, Debug)]
pub struct Timing(String);

impl Default for Timing {
    /// Nothing so far, with room for a few parts.
    fn default() -> Timing {
        Timing(String::with_capacity(96))
    }
}

impl Timing {
    /// Notes that a part of the work took this long.
    pub fn note(&mut self, part: &str, duration: Duration) {
        let separator = if self.0.is_empty() { "" } else { ", " };
        let microseconds = duration.as_micros();
        let (milliseconds, thousandths) = (microseconds / 1000, microseconds % 1000);
        // Nothing that is written to a string fails.
        let _ = write!(self.0, "{separator}{part};dur={milliseconds}.{thousandths:03}");
    }

    /// Does a part of the work, and notes how long it took.
    pub fn time<T>(&mut self, part: &str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.note(part, start.elapsed());
        result
    }
}

/// Sends a drawing; a large one is drawn by `pool`. `held` is the memory that it has, and kept until it is sent.
///
/// # Errors
///
/// A [`Problem`] when a large one is refused, or a picture cannot be drawn.
pub async fn draw(
    drawing: Drawing,
    work: Work,
    mut timing: Timing,
    pool: &Pool,
    held: Option<Held>,
) -> Result<Response, Problem> {
    let media_type = drawing.media_type();
    let start = Instant::now();
    let (body, large) = body::body(drawing, pool, held).await?;
    if large != Some(Large::Drawn) {
        timing.note("render", start.elapsed());
    }
    let mut response = Response::new(body);
    if let Some(large) = large {
        response.extensions_mut().insert(large);
    }
    let headers = response.headers_mut();
    headers.reserve(MOST_HEADERS);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    finish(&mut response, work, timing);
    Ok(response)
}

/// Sends a small document about a maze.
pub fn json(document: &impl Serialize, work: Work, timing: Timing) -> Response {
    let mut response = Json(document).into_response();
    finish(&mut response, work, timing);
    response
}

/// The timing of a maze that is made while it is sent: nobody knows yet how long it takes.
const MADE_WHILE_SENT: HeaderValue = HeaderValue::from_static("generate;desc=\"while it is sent\"");

fn finish(response: &mut Response, work: Work, timing: Timing) {
    let timing = if timing.0.is_empty() { Ok(MADE_WHILE_SENT) } else { HeaderValue::try_from(timing.0) };
    if let Ok(timing) = timing {
        response.headers_mut().insert(SERVER_TIMING, timing);
    }
    response.extensions_mut().insert(work);
}

/// How far an answer is determined by its URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Determined {
    /// Wholly: it has a tag, and may be kept for long.
    Tagged(ETag),
    /// All but what was drawn at random: this is the URL of exactly this answer.
    Located(String),
    /// It is about a body that was posted.
    Posted,
}

impl Determined {
    /// The answer that there is nothing to send, when the client holds what it asks for: no cells were made for it.
    pub fn held(&self, headers: &HeaderMap, work: Work) -> Option<Response> {
        let Determined::Tagged(tag) = self else { return None };
        let held = tag.is_held(headers)?;
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        response.headers_mut().reserve(MOST_HEADERS);
        response.headers_mut().insert(ETAG, held);
        response.extensions_mut().insert(Work { cells: 0, ..work });
        Some(response)
    }

    /// Says on an answer how long it may be kept, and of which headers it depends on. `negotiated`: `Accept` had a part in it.
    pub fn mark(&self, mut response: Response, negotiated: bool) -> Response {
        let headers = response.headers_mut();
        let vary = if negotiated { "accept, accept-encoding" } else { "accept-encoding" };
        headers.insert(VARY, HeaderValue::from_static(vary));
        let keep = match self {
            Determined::Tagged(tag) => {
                // A 304 has the tag that the client holds already.
                if let Entry::Vacant(place) = headers.entry(ETAG)
                    && let Some(tag) = tag.to_header()
                {
                    place.insert(tag);
                }
                "public, max-age=31536000"
            }
            Determined::Located(location) => {
                // Serialised queries are ASCII without control characters, which any header takes.
                if let Ok(location) = HeaderValue::try_from(location) {
                    headers.insert(CONTENT_LOCATION, location);
                }
                "no-store"
            }
            Determined::Posted => "no-store",
        };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
        response
    }
}
