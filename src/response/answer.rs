//! Answering a request: comparing the tag of its response with the preconditions, doing the work if they hold, and
//! writing the headers.

use axum::body::Body;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderName, VARY};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::limits::memory::{Account, Reservation};
use crate::problem::Problem;
use crate::response::caching::{DEDALE_SEED, Location, Precondition, Tag, Vary, precondition};
use crate::response::coding::Coding;
use crate::response::context::RequestContext;
use crate::telemetry::metrics::{CellCount, WorkSummary};

/// The number of headers for which there is room from the start, so that the map does not grow: it takes 1 % of the
/// instructions of a small request. Most responses have a few less.
const RESERVED_HEADERS: usize = 20;

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// How the search ended: `arrived`, `unreachable` or `gave-up`.
const DEDALE_OUTCOME: HeaderName = HeaderName::from_static("dedale-outcome");

/// The facts about a response that are known before any work is done.
#[derive(Debug)]
pub struct Subject {
    /// Where it can be found again.
    pub location: Location,
    /// Its tag, if it has one.
    pub tag: Option<Tag>,
    /// The request headers that it depends on.
    pub vary: Vary,
    /// Its media type.
    pub media_type: &'static str,
    /// Its coding.
    pub coding: Coding,
    /// Its mazes, for the log and the metrics.
    pub work: WorkSummary,
}

/// The content of a response.
#[derive(Debug)]
pub struct Content {
    /// The bytes.
    pub body: Body,
    /// The number of bytes, if the body does not know it.
    pub length: Option<u64>,
    /// Their coding, which is that of the [`Subject`] unless there is no memory for an encoder.
    pub coding: Coding,
    /// The outcome of a search, since a drawing without a path does not show the reason.
    pub outcome: Option<&'static str>,
    /// The seed of the maze that was found, if it differs from the seed of the request.
    pub seed: Option<u64>,
    /// The number of cells in the body, if they are counted while it is made; otherwise it is that of the [`Subject`].
    pub cells: Option<CellCount>,
    /// The memory that is reserved until the whole body is sent.
    pub memory: Option<Reservation>,
}

impl Content {
    /// A body whose bytes are sent as they are.
    pub fn new(body: Body) -> Content {
        Content { body, length: None, coding: Coding::Identity, outcome: None, seed: None, cells: None, memory: None }
    }
}

/// The facts about a response for the log, the metrics and the account of the request: its only extension.
#[derive(Clone, Debug)]
pub struct Meta {
    /// Its mazes, for the log and the metrics.
    pub work: WorkSummary,
    /// The number of their cells, if they are counted while it is made.
    pub cells: Option<CellCount>,
    /// The memory that is reserved until it is sent.
    pub memory: Option<Account>,
}

impl Default for Meta {
    /// Of a response that has nothing to do with mazes.
    fn default() -> Meta {
        Meta { work: WorkSummary::NONE, cells: None, memory: None }
    }
}

impl Subject {
    /// Returns false if the client already has the response.
    ///
    /// # Errors
    ///
    /// A problem if the client asks for another version of the response.
    pub fn is_wanted(&self, context: &RequestContext) -> Result<bool, Problem> {
        Ok(precondition(&context.headers, self.tag_in(self.coding).as_ref())? == Precondition::Holds)
    }

    fn tag_in(&self, coding: Coding) -> Option<HeaderValue> {
        self.tag.as_ref().map(|tag| tag.coded(coding))
    }

    /// Creates the response: with this content, or a 304 without content.
    pub fn respond(self, context: &RequestContext, content: Option<Content>) -> Response {
        let (mut response, coding, found) = match content {
            None => (StatusCode::NOT_MODIFIED.into_response(), self.coding, None),
            Some(Content { body, length, coding, outcome, seed, cells, memory }) => {
                let mut response = Response::new(body);
                let headers = response.headers_mut();
                headers.reserve(RESERVED_HEADERS);
                headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.media_type));
                if coding != Coding::Identity {
                    headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
                }
                headers.extend(length.map(|length| (CONTENT_LENGTH, length.into())));
                headers.extend(outcome.map(|outcome| (DEDALE_OUTCOME, HeaderValue::from_static(outcome))));
                headers.extend(context.timing.header().map(|timing| (SERVER_TIMING, timing)));
                response.extensions_mut().insert(Meta {
                    work: self.work,
                    cells,
                    memory: memory.map(Reservation::keep),
                });
                (response, coding, seed)
            }
        };
        let headers = response.headers_mut();
        headers.insert(VARY, HeaderValue::from_static(self.vary.name()));
        headers.extend(self.tag_in(coding).map(|tag| (ETAG, tag)));
        self.location.write_headers(&context.app.base_path, headers);
        if let Some(seed) = found {
            headers.insert(DEDALE_SEED, seed.into());
        }
        response
    }
}
