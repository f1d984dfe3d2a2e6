//! Functions for responses about mazes: sending them, their caching, and timing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse, Response};

use serde::Serialize;

use crate::clients::memory::Reservation;
use crate::clients::shares::Client;
use crate::digits::Digits;
use crate::problem::Problem;
use crate::response::body::{self, Drawing, Large};
use crate::telemetry::metrics::Work;
use crate::work::pool::Pool;

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// The approximate number of headers of a response, so the map is not reallocated when headers are added.
const MOST_HEADERS: usize = 12;

/// The duration of each part of the work, for `Server-Timing`; `None` where it is not sent.
#[derive(Clone, Debug)]
pub struct Timing(Option<String>);

impl Default for Timing {
    /// Creates an empty list with capacity for a few parts.
    fn default() -> Timing {
        Timing(Some(String::with_capacity(96)))
    }
}

impl Timing {
    /// A list in which nothing is recorded, which takes no time.
    pub fn none() -> Timing {
        Timing(None)
    }

    /// Records the duration of a part of the work.
    pub fn note(&mut self, part: &str, duration: Duration) {
        let Some(list) = &mut self.0 else { return };
        if !list.is_empty() {
            list.push_str(", ");
        }
        list.push_str(part);
        list.push_str(";dur=");
        let microseconds = duration.as_micros() as u64;
        list.extend(Digits::of(microseconds / 1000).chars());
        list.push('.');
        list.extend(Digits::at_least(3, microseconds % 1000).chars());
    }

    /// Runs a part of the work and records its duration.
    pub fn time<T>(&mut self, part: &str, work: impl FnOnce() -> T) -> T {
        if self.0.is_none() {
            return work();
        }
        let start = Instant::now();
        let result = work();
        self.note(part, start.elapsed());
        result
    }
}

/// Creates the response with a drawing. A large one is drawn by `pool`. Its memory is kept until it is sent.
///
/// # Errors
///
/// Returns a [`Problem`] if a large drawing is rejected or a picture cannot be drawn.
pub async fn draw(
    drawing: Drawing,
    work: Work,
    mut timing: Timing,
    pool: &Pool,
    client: Client,
    memory: Reservation,
) -> Result<Response, Problem> {
    let media_type = drawing.media_type();
    let start = Instant::now();
    let (body, large, memory) = body::body(drawing, pool, client, memory).await?;
    if large != Some(Large::Drawn) {
        timing.note("render", start.elapsed());
    }
    let mut response = Response::new(body);
    if let Some(large) = large {
        response.extensions_mut().insert(large);
    }
    response.extensions_mut().insert(vec![Arc::new(memory)]);
    let headers = response.headers_mut();
    headers.reserve(MOST_HEADERS);
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    finish(&mut response, work, timing);
    Ok(response)
}

/// Creates the response with mazes that are made while it is sent.
pub fn streamed(body: Body, media_type: &'static str, work: Work) -> Response {
    let mut response = ([(CONTENT_TYPE, media_type)], body).into_response();
    finish(&mut response, work, Timing::none());
    response
}

/// Creates the response with a small document about a maze, with a newline at the end.
pub fn json(document: &impl Serialize, work: Work, timing: Timing) -> Response {
    // Strings and numbers can always be serialized.
    let mut text = serde_json::to_string(document).unwrap_or_default();
    text.push('\n');
    let mut response = ([(CONTENT_TYPE, "application/json")], text).into_response();
    finish(&mut response, work, timing);
    response
}

/// Creates the response with a small picture.
pub fn picture(bytes: Vec<u8>, media_type: &'static str, work: Work, timing: Timing) -> Response {
    let mut response = ([(CONTENT_TYPE, media_type)], bytes).into_response();
    finish(&mut response, work, timing);
    response
}

/// The timing of a maze that is generated while it is sent. Its duration is not known yet.
const MADE_WHILE_SENT: HeaderValue = HeaderValue::from_static("generate;desc=\"while it is sent\"");

fn finish(response: &mut Response, work: Work, timing: Timing) {
    let list = timing.0.unwrap_or_default();
    let timing = if list.is_empty() { Ok(MADE_WHILE_SENT) } else { HeaderValue::try_from(list) };
    if let Ok(timing) = timing {
        response.headers_mut().insert(SERVER_TIMING, timing);
    }
    response.extensions_mut().insert(work);
}
