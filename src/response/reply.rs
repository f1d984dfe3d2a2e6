//! What the answers about mazes have in common: how they are sent, how long they may be kept, what they tell of the work.

use std::time::{Duration, Instant};

use axum::Json;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse, Response};

use serde::Serialize;

use crate::digits::Digits;
use crate::response::body::{self, Drawing, Large};
use crate::response::problem::Problem;
use crate::telemetry::metrics::Work;
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
        if !self.0.is_empty() {
            self.0.push_str(", ");
        }
        self.0.push_str(part);
        self.0.push_str(";dur=");
        let microseconds = duration.as_micros() as u64;
        self.0.push_str(Digits::of(microseconds / 1000).as_str());
        self.0.push('.');
        self.0.push_str(Digits::at_least(3, microseconds % 1000).as_str());
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
