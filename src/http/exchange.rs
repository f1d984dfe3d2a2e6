//! A request and its response, from the head of the request to the last byte of the response: its client, its log line, its metrics.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::header::{CONNECTION, CONTENT_LENGTH};
use axum::http::{HeaderValue, Method, Request, StatusCode, Uri, Version};
use axum::response::Response;
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::timeout;

use crate::app::App;
use crate::clients::client_ip::Scheme;
use crate::clients::memory::Reservation;
use crate::clients::shares::{Client, Share};
use crate::http::head;
use crate::http::timeouts::Busy;
use crate::paths::route_of;
use crate::problem::Problem;
use crate::response::answer::Meta;
use crate::telemetry::access_log::Line;
use crate::telemetry::metrics::{Cancelled, Labels, Refusal, Work};
use crate::telemetry::trace_context::TraceParent;

/// The status that is logged if the client disconnected before there was a response. It is never sent.
const CLIENT_CLOSED_REQUEST: u16 = 499;

/// A request in progress. When it is dropped, its line is logged and it is counted.
#[derive(Debug)]
pub struct Exchange {
    start: Instant,
    route: &'static str,
    method: Method,
    uri: Uri,
    id: HeaderValue,
    client: Option<IpAddr>,
    scheme: Scheme,
    trace: Option<TraceParent>,
    /// The status of the response, once it is known, and what it was about.
    answer: Option<(StatusCode, Work)>,
    bytes: u64,
    /// How many bytes the body has, if that is known. The HTTP library does not ask for more, not even for the end.
    length: Option<u64>,
    /// Whether the whole response was handed to the HTTP library.
    is_whole: bool,
    holds: Holds,
    is_http2: bool,
    app: Arc<App>,
}

/// The resources that a request holds until its response has been taken completely.
#[derive(Debug, Default)]
struct Holds {
    /// Its connection, which does not count as silent meanwhile.
    busy: Option<Busy>,
    /// Its place among the requests in progress.
    share: Option<Share>,
    /// Memory for the response.
    _memory: Option<Arc<Reservation>>,
}

impl Holds {
    /// Records that a part of the response is ready for the client, or has been taken.
    fn sends(&self) {
        if let Some(busy) = &self.busy {
            busy.sends();
        }
    }
}

/// The maximum size of a part of an HTTP/1 body that the HTTP library copies, or soon sends.
const SMALL_PART: usize = 16 * 1024;

/// A part of a body that the HTTP library holds until it is sent; in HTTP/2, until the client accepts it. The request is in progress until
/// then, even if its body has no more data.
struct Part(Bytes, Arc<Holds>);

impl AsRef<[u8]> for Part {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.1.sends();
    }
}

impl Exchange {
    /// Creates the exchange for a request that has just arrived from `peer`, on a connection that is `busy` with it. `uri` is what was sent. It is a pointer, since it
    /// is moved with the response, through the HTTP library too.
    pub fn new(
        app: &Arc<App>,
        request: &Request<Body>,
        uri: Uri,
        peer: Option<IpAddr>,
        busy: Option<Busy>,
    ) -> Box<Exchange> {
        let headers = request.headers();
        Box::new(Exchange {
            start: Instant::now(),
            route: route_of(request.uri().path()),
            method: request.method().clone(),
            uri,
            id: head::request_id(headers),
            client: peer.map(|peer| app.proxies.client(peer, headers)),
            scheme: peer.map(|peer| app.proxies.scheme(peer, headers)).unwrap_or_default(),
            trace: TraceParent::of(headers),
            answer: None,
            bytes: 0,
            length: None,
            is_whole: false,
            holds: Holds { busy, ..Holds::default() },
            is_http2: request.version() == Version::HTTP_2,
            app: app.clone(),
        })
    }

    /// The method of the request.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The ID of the request, which is also in the response.
    pub fn id(&self) -> &str {
        self.id.to_str().unwrap_or_default()
    }

    /// The path, as the router knows it.
    pub fn route(&self) -> &'static str {
        self.route
    }

    /// The client of the request.
    pub fn client(&self) -> Client {
        self.client.map_or(Client::NOBODY, Client::at)
    }

    /// The scheme of the URL that the client requested.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Counts the request as in progress, as soon as its client may have another one. Health checks are counted separately, so they are
    /// answered even if all other requests wait.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] if the request has waited for too long.
    pub async fn begin(&mut self, is_probe: bool) -> Result<(), Problem> {
        let App { metrics, settings, .. } = &*self.app;
        let requests = if is_probe { &self.app.probes } else { &self.app.requests };
        let client = self.client();
        let share = match requests.take(client, 1) {
            Ok(share) => share,
            // Waiting costs less than rejecting the request and receiving it again.
            Err(full) => timeout(settings.queue_timeout, requests.wait(client))
                .await
                .map_err(|_| full.refuse(Refusal::Requests, metrics))?,
        };
        self.holds.share = Some(share);
        Ok(())
    }

    /// Adds the headers that all responses have, and follows the response until it is sent.
    pub fn answer(mut self: Box<Self>, mut response: Response) -> Response {
        head::complete(&mut response, &self.method);
        head::set_headers(response.headers_mut(), &self.id);
        if self.app.is_draining() && !self.is_http2 {
            // This makes the client reconnect elsewhere before idle connections are closed. In HTTP/2, the library tells it when that
            // happens.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        let Meta { work, memory } = response.extensions_mut().remove().unwrap_or_default();
        self.answer = Some((response.status(), work));
        self.length = length_of(&response);
        let holds = Arc::new(Holds { _memory: memory, ..std::mem::take(&mut self.holds) });
        holds.sends();
        response.map(|body| Body::new(Followed { body, exchange: self, holds }))
    }
}

/// The length that a response announces, if it has a body.
fn length_of(response: &Response) -> Option<u64> {
    if response.body().is_end_stream() {
        return Some(0);
    }
    response.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let app = &self.app;
        let metrics = &app.metrics;
        let duration = self.start.elapsed();
        let (status, work) =
            self.answer.map_or((CLIENT_CLOSED_REQUEST, Work::NONE), |(status, work)| (status.as_u16(), work));
        let Work { cells, algorithm, format } = work;
        metrics.cells.inc_by(cells);
        metrics.bytes.inc_by(self.bytes);
        if self.answer.is_some() && !self.is_whole {
            metrics.cancelled(Cancelled::CutShort);
        }
        metrics.answered(Labels { route: self.route, algorithm, format, status }, duration);
        let line = Line {
            method: &self.method,
            uri: &self.uri,
            status,
            duration,
            bytes: self.bytes,
            is_whole: self.is_whole,
            cells,
            client: self.client,
            request_id: self.id(),
            trace: self.trace.as_ref(),
        };
        line.log();
        #[cfg(feature = "otel")]
        if let Some(spans) = &app.spans {
            spans.tell(&line, self.route, algorithm);
        }
    }
}

/// The body of a response, which records how much of it was sent.
#[derive(Debug)]
struct Followed {
    body: Body,
    exchange: Box<Exchange>,
    holds: Arc<Holds>,
}

impl HttpBody for Followed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        match polled {
            Poll::Ready(Some(Ok(frame))) => {
                self.exchange.bytes += frame.data_ref().map_or(0, Bytes::len) as u64;
                self.holds.sends();
                let keep = |bytes| Bytes::from_owner(Part(bytes, self.holds.clone()));
                let is_small = frame.data_ref().is_none_or(|bytes| bytes.len() <= SMALL_PART);
                let is_kept = self.exchange.is_http2 || !is_small;
                Poll::Ready(Some(Ok(if is_kept { frame.map_data(keep) } else { frame })))
            }
            Poll::Ready(None) => {
                self.exchange.is_whole = true;
                polled
            }
            _ => polled,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream() || self.exchange.length == Some(self.exchange.bytes)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Followed {
    fn drop(&mut self) {
        // Reporting the end of the body here saves the caller another poll.
        self.exchange.is_whole |= self.is_end_stream();
    }
}
