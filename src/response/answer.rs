//! Answering a request: comparing the tag of its response with the preconditions, doing the work if they hold, and
//! writing the headers.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderName, VARY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use dedale::observe::Stopped;

use crate::app::App;
use crate::clients::client_ip::Origin;
use crate::clients::memory::{Account, Reservation};
use crate::clients::shares::Client;
use crate::problem::Problem;
use crate::response::caching::{DEDALE_SEED, Location, Precondition, Tag, Vary, precondition};
use crate::response::coding::Coding;
use crate::telemetry::metrics::{Cells, Work};
use crate::telemetry::timing::Timing;
use crate::work::cancel::Watch;
use crate::work::pool::{Cost, Done};

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// How the search ended: `arrived`, `unreachable` or `gave-up`.
const DEDALE_OUTCOME: HeaderName = HeaderName::from_static("dedale-outcome");

/// A request, without its body.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The state that all requests share.
    pub app: Arc<App>,
    /// The client that asks.
    pub client: Client,
    /// The scheme of the URL that it asks for.
    pub scheme: &'static str,
    /// The path and the query.
    pub uri: Uri,
    /// The headers.
    pub headers: HeaderMap,
    /// The durations of the parts of its work so far.
    pub timing: Timing,
    /// The memory of the request.
    pub account: Account,
}

impl FromRequestParts<Arc<App>> for Ask {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Ask, Infallible> {
        let Origin { client, scheme } = parts.extensions.get().copied().unwrap_or_default();
        Ok(Ask::new(app, client, scheme, parts.uri.clone(), std::mem::take(&mut parts.headers)))
    }
}

impl Ask {
    /// Creates the record of a request that has just arrived.
    pub fn new(app: &Arc<App>, client: Client, scheme: &'static str, uri: Uri, headers: HeaderMap) -> Ask {
        let account = app.memory.account(client, &uri);
        Ask { app: app.clone(), client, scheme, uri, headers, timing: Timing::default(), account }
    }

    /// The coding for a response. Content that is compressed already is sent as it is.
    pub fn coding(&self, is_compressed: bool) -> Coding {
        if is_compressed {
            return Coding::Identity;
        }
        Coding::choose(&self.headers, Coding::ALL).unwrap_or_default()
    }

    /// Does work for this request.
    pub async fn run<T: Send + 'static>(
        &self,
        cost: Cost,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        self.app.pool.run(&self.account, &self.timing, cost, work).await
    }
}

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
    pub work: Work,
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
    pub cells: Option<Cells>,
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
    pub work: Work,
    /// The number of their cells, if they are counted while it is made.
    pub cells: Option<Cells>,
    /// The memory that is reserved until it is sent.
    pub memory: Option<Account>,
}

impl Default for Meta {
    /// Of a response that has nothing to do with mazes.
    fn default() -> Meta {
        Meta { work: Work::NONE, cells: None, memory: None }
    }
}

/// Answers a request that is admitted: with a 304 if the client has the response, otherwise with the content that
/// `make` returns. Fails if the client asks for another version of the response.
pub async fn answer(
    ask: &Ask,
    subject: Subject,
    make: impl Future<Output = Result<Content, Problem>>,
) -> Result<Response, Problem> {
    let Subject { location, tag, vary, media_type, coding, work } = subject;
    let tag_in = |coding| tag.as_ref().map(|tag| tag.coded(coding));
    let (mut response, coding, found) = match precondition(&ask.headers, tag_in(coding).as_ref())? {
        Precondition::NotModified => (StatusCode::NOT_MODIFIED.into_response(), coding, None),
        Precondition::Holds => {
            let Content { body, length, coding, outcome, seed, cells, memory } = make.await?;
            let mut response = Response::new(body);
            let headers = response.headers_mut();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
            if coding != Coding::Identity {
                headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
            }
            headers.extend(length.map(|length| (CONTENT_LENGTH, length.into())));
            headers.extend(outcome.map(|outcome| (DEDALE_OUTCOME, HeaderValue::from_static(outcome))));
            headers.extend(ask.timing.header().map(|timing| (SERVER_TIMING, timing)));
            response.extensions_mut().insert(Meta { work, cells, memory: memory.map(Reservation::keep) });
            (response, coding, seed)
        }
    };
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static(vary.name()));
    headers.extend(tag_in(coding).map(|tag| (ETAG, tag)));
    location.write_headers(&ask.app.base_path, headers);
    if let Some(seed) = found {
        headers.insert(DEDALE_SEED, seed.into());
    }
    Ok(response)
}
