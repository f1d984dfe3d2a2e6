//! A request and its response, from the head of the request to the last byte of the response: its client, its log line, its metrics.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header::{CONNECTION, CONTENT_LENGTH};
use axum::http::{HeaderValue, Method, Request, Uri, Version};
use axum::response::Response;
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::timeout;

use crate::app::App;
use crate::limits::client_ip::Origin;
use crate::limits::memory::Account;
use crate::limits::shares::{Client, Share};
use crate::problem::Problem;
use crate::response::answer::Meta;
use crate::server::head;
use crate::server::router::{Class, route_name};
use crate::server::timeouts::{Busy, Sender};
use crate::telemetry::access_log::LogLine;
use crate::telemetry::metrics::{Cancelled, CellCount, Labels, Refusal, WorkSummary};
use crate::telemetry::trace_context::TraceParent;

/// The status that is logged if the client disconnected before there was a response. It is never sent.
const CLIENT_CLOSED_REQUEST: u16 = 499;

/// A request in progress. When it is dropped, the request is logged and counted.
#[derive(Debug)]
pub struct Exchange {
    app: Arc<App>,
    start: Instant,
    /// The known fields of the log line.
    pub line: LogLine,
    /// The class of its path.
    pub class: Class,
    /// Its path in the table of paths, once the router has found it.
    pub route: Arc<OnceLock<&'static str>>,
    /// The origin of the request.
    pub origin: Origin,
    is_http2: bool,
    /// The number of cells in the body, if they are counted while it is made.
    cells: Option<CellCount>,
    /// The length of the body, if it is known. The HTTP library polls no further, not even for the end.
    length: Option<u64>,
    holds: HeldResources,
}

/// The resources that a request holds until its whole response has been taken.
#[derive(Debug, Default)]
struct HeldResources {
    /// The connection, which does not count as silent meanwhile.
    busy: Option<Arc<Busy>>,
    /// Its place among the requests in progress.
    share: Option<Share>,
    _memory: Option<Account>,
}

impl HeldResources {
    /// Records that a chunk of the response is ready for the client, or has been taken.
    fn chunk_progressed(&self) {
        if let Some(busy) = &self.busy {
            busy.chunk_progressed();
        }
    }
}

/// The maximum size of a chunk of an HTTP/1 body that the HTTP library copies, or sends soon.
const MAX_COPIED_BYTES: usize = 16 * 1024;

/// A chunk of a body that the HTTP library holds until it is sent, and in HTTP/2 until flow control admits it. The
/// request is in progress until then.
struct UnsentChunk(Bytes, Arc<HeldResources>);

impl AsRef<[u8]> for UnsentChunk {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for UnsentChunk {
    fn drop(&mut self) {
        self.1.chunk_progressed();
    }
}

impl Exchange {
    /// Creates the exchange for a request that has just arrived. `uri` is the URI before normalization. The exchange is
    /// boxed, since it moves with the response, through the HTTP library too.
    pub fn new(app: &Arc<App>, request: &Request<Body>, uri: Uri, sender: Option<Sender>) -> Box<Exchange> {
        let headers = request.headers();
        let (peer, busy) = sender.map(|Sender { peer, busy }| (peer, busy)).unzip();
        let client = peer.map(|peer| app.proxies.client(peer, headers));
        let origin = peer.map(|peer| app.proxies.scheme(peer, headers)).zip(client);
        let origin = origin.map(|(scheme, client)| Origin { client: Client::at(client), scheme }).unwrap_or_default();
        let line = LogLine {
            method: request.method().clone(),
            uri,
            status: CLIENT_CLOSED_REQUEST,
            duration: Duration::ZERO,
            bytes: 0,
            is_whole: false,
            work: WorkSummary::NONE,
            client,
            request_id: head::request_id(headers),
            trace: TraceParent::of(headers),
        };
        Box::new(Exchange {
            app: app.clone(),
            start: Instant::now(),
            line,
            class: Class::of(request.uri().path()),
            route: Arc::default(),
            origin,
            is_http2: request.version() == Version::HTTP_2,
            cells: None,
            length: None,
            holds: HeldResources { busy, ..HeldResources::default() },
        })
    }

    /// Waits until the client may have another request in progress, and counts it. Health checks are counted
    /// separately, so they are answered even if all other requests wait. Fails if it takes too long.
    pub async fn begin(&mut self) -> Result<(), Problem> {
        let App { metrics, settings, .. } = &*self.app;
        let requests = if self.class == Class::Probe { &self.app.probes } else { &self.app.requests };
        let client = self.origin.client;
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
        head::complete(&mut response, &self.line.method);
        head::set_headers(response.headers_mut(), &self.line.request_id);
        if self.app.is_draining() && !self.is_http2 {
            // This makes the client reconnect elsewhere before idle connections are closed. In HTTP/2, the library sends a GOAWAY
            // then.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        let Meta { work, cells, memory } = response.extensions_mut().remove().unwrap_or_default();
        (self.line.work, self.cells) = (work, cells);
        self.line.status = response.status().as_u16();
        self.length = length_of(&response);
        let holds = Arc::new(HeldResources { _memory: memory, ..std::mem::take(&mut self.holds) });
        holds.chunk_progressed();
        response.map(|body| Body::new(TrackedBody { body, exchange: self, holds }))
    }
}

/// The length of a response body, if it is known.
fn length_of(response: &Response) -> Option<u64> {
    if response.body().is_end_stream() {
        return Some(0);
    }
    response.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let Exchange { app, start, line, route, cells, .. } = self;
        let route = route.get().copied().unwrap_or("other");
        if let Some(counted) = cells {
            line.work.cells = counted.get();
        }
        let WorkSummary { cells, algorithm, format } = line.work;
        line.duration = start.elapsed();
        if line.is_whole && line.method != Method::HEAD {
            app.metrics.cells.inc_by(cells);
        }
        app.metrics.bytes.inc_by(line.bytes);
        if line.status != CLIENT_CLOSED_REQUEST && !line.is_whole {
            app.metrics.cancelled(Cancelled::CutShort);
        }
        app.metrics
            .answered(Labels { route: route_name(route), algorithm, format, status: line.status }, line.duration);
        line.log();
        #[cfg(feature = "otel")]
        if let Some(spans) = &app.spans {
            spans.export(line, route);
        }
    }
}

/// The body of a response, which records the number of bytes that were sent.
#[derive(Debug)]
struct TrackedBody {
    body: Body,
    exchange: Box<Exchange>,
    holds: Arc<HeldResources>,
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        match polled {
            Poll::Ready(Some(Ok(frame))) => {
                self.exchange.line.bytes += frame.data_ref().map_or(0, Bytes::len) as u64;
                self.holds.chunk_progressed();
                let keep = |bytes| Bytes::from_owner(UnsentChunk(bytes, self.holds.clone()));
                let is_small = frame.data_ref().is_none_or(|bytes| bytes.len() <= MAX_COPIED_BYTES);
                let is_kept = self.exchange.is_http2 || !is_small;
                Poll::Ready(Some(Ok(if is_kept { frame.map_data(keep) } else { frame })))
            }
            Poll::Ready(None) => {
                self.exchange.line.is_whole = true;
                polled
            }
            _ => polled,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream() || self.exchange.length == Some(self.exchange.line.bytes)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for TrackedBody {
    fn drop(&mut self) {
        // Reporting the end of the body here saves the caller another poll.
        self.exchange.line.is_whole |= self.is_end_stream();
    }
}
