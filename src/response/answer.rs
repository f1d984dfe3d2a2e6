//! Answering: from what identifies a response, before any work is done, to its headers.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderName};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use dedale::format::Format;
use serde::Serialize;

use crate::app::App;
use crate::clients::memory::Reservation;
use crate::clients::shares::Client;
use crate::problem::Problem;
use crate::response::caching::{Identity, Precondition, Vary, precondition};
use crate::response::coding::Coding;
use crate::telemetry::metrics::Work;

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// How the search ended: `arrived`, `unreachable` or `gave-up`.
const DEDALE_OUTCOME: HeaderName = HeaderName::from_static("dedale-outcome");

/// A request, without its body.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The state that all requests share.
    pub app: Arc<App>,
    /// Who asks.
    pub client: Client,
    /// What is asked for.
    pub uri: Uri,
    /// The headers.
    pub headers: HeaderMap,
}

impl FromRequestParts<Arc<App>> for Ask {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Ask, Infallible> {
        let client = Client::from_request_parts(parts, app).await?;
        let (uri, headers) = (parts.uri.clone(), std::mem::take(&mut parts.headers));
        Ok(Ask { app: app.clone(), client, uri, headers })
    }
}

impl Ask {
    /// The coding for a response in a format: what is compressed already is sent as it is.
    pub fn coding(&self, format: Format) -> Coding {
        if format.info().is_compressed {
            return Coding::Identity;
        }
        Coding::choose(&self.headers, &Coding::ALL).unwrap_or_default()
    }
}

/// What is known of a response before any work is done.
#[derive(Debug)]
pub struct Subject {
    /// What identifies it.
    pub identity: Identity,
    /// On which headers of the request it depends.
    pub vary: Vary,
    /// Its media type.
    pub media_type: &'static str,
    /// Its coding.
    pub coding: Coding,
    /// What it is about.
    pub work: Work,
}

/// The content of a response.
#[derive(Debug)]
pub struct Content {
    /// The bytes.
    pub body: Body,
    /// How many there are, where the body does not tell it.
    pub length: Option<u64>,
    /// Their coding, which is that of the [`Subject`] unless there is no memory for an encoder.
    pub coding: Coding,
    /// How long the parts of the work took.
    pub timing: Timing,
    /// How a search ended, because a drawing without a path does not show the reason.
    pub outcome: Option<&'static str>,
    /// The memory that is reserved until all is sent.
    pub memory: Option<Reservation>,
}

impl Content {
    /// A body whose bytes are sent as they are.
    pub fn new(body: Body, timing: Timing) -> Content {
        Content { body, length: None, coding: Coding::Identity, timing, outcome: None, memory: None }
    }

    /// A small document, with a newline at the end.
    pub fn json(document: &impl Serialize, timing: Timing) -> Content {
        // Strings and numbers can always be serialized.
        let mut text = serde_json::to_string(document).unwrap_or_default();
        text.push('\n');
        Content::new(Body::from(text), timing)
    }
}

/// What the service needs to know of a response: its only extension.
#[derive(Clone, Debug)]
pub struct Meta {
    /// What it is about.
    pub work: Work,
    /// The memory that is reserved until it is sent.
    pub memory: Option<Arc<Reservation>>,
}

impl Default for Meta {
    /// Of a response that has nothing to do with mazes.
    fn default() -> Meta {
        Meta { work: Work::NONE, memory: None }
    }
}

/// Answers a request that is admitted: with a 304 if the client has the response, else with what `make` makes.
///
/// # Errors
///
/// Returns a [`Problem`] if the client asks for another version of the response, or if it cannot be made.
pub async fn answer(
    ask: &Ask,
    subject: Subject,
    make: impl Future<Output = Result<Content, Problem>>,
) -> Result<Response, Problem> {
    let Subject { identity, vary, media_type, coding, work } = subject;
    let (mut response, coding) = match precondition(&ask.headers, identity.tag(coding).as_ref())? {
        Precondition::NotModified => {
            let mut response = StatusCode::NOT_MODIFIED.into_response();
            response.extensions_mut().insert(Meta { work: Work { cells: 0, ..work }, ..Meta::default() });
            (response, coding)
        }
        Precondition::Holds => {
            let Content { body, length, coding, timing, outcome, memory } = make.await?;
            let mut response = Response::new(body);
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
            if coding != Coding::Identity {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
            }
            headers.extend(length.map(|length| (CONTENT_LENGTH, length.into())));
            headers.extend(outcome.map(|outcome| (DEDALE_OUTCOME, HeaderValue::from_static(outcome))));
            headers.extend(timing.header().map(|timing| (SERVER_TIMING, timing)));
            response.extensions_mut().insert(Meta { work, memory: memory.map(Arc::new) });
            (response, coding)
        }
    };
    identity.write_headers(response.headers_mut(), vary, coding);
    Ok(response)
}

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
        // Writing to a string never fails.
        let _ = write!(list, "{part};dur={:.3}", duration.as_secs_f64() * 1000.0);
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

    /// The header, if it is sent.
    fn header(self) -> Option<HeaderValue> {
        match self.0.as_deref() {
            Some("") => Some(MADE_WHILE_SENT),
            list => HeaderValue::try_from(list?).ok(),
        }
    }
}

/// The timing of a maze that is generated while it is sent. Its duration is not known yet.
const MADE_WHILE_SENT: HeaderValue = HeaderValue::from_static("generate;desc=\"while it is sent\"");
