//! A request and its answer, from the head of the one to the last byte of the other: who asks, what is logged of it, what is
//! counted.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, Method, Request, StatusCode, Uri, Version};
use axum::response::Response;
use http_body::{Body as HttpBody, Frame, SizeHint};

use crate::app::App;
use crate::http::access_log::Line;
use crate::http::head;
use crate::http::trace_context::TraceParent;
use crate::net::timeouts::{Busy, Offered};
use crate::paths::route_of;
use crate::telemetry::metrics::{Cancelled, Labels, Work};

/// The status that is logged of a request whose client went away before there was an answer. No client ever sees it.
const CLIENT_CLOSED_REQUEST: u16 = 499;

/// A request that is being answered. When it is dropped, a line about it is logged, and it is counted.
#[derive(Debug)]
pub struct Exchange {
    start: Instant,
    route: &'static str,
    method: Method,
    uri: Uri,
    id: HeaderValue,
    client: Option<IpAddr>,
    trace: Option<TraceParent>,
    /// The status of the answer, once there is one, and what it was about.
    answer: Option<(StatusCode, Work)>,
    bytes: u64,
    /// Whether the whole answer was handed on to be sent.
    is_whole: bool,
    under_way: Arc<UnderWay>,
    is_http2: bool,
}

/// A request that is under way: it is counted, and its connection has something to do.
#[derive(Debug)]
struct UnderWay {
    app: Arc<App>,
    busy: Option<Busy>,
}

impl UnderWay {
    fn new(app: &Arc<App>, busy: Option<Busy>) -> UnderWay {
        app.metrics.in_progress.inc();
        UnderWay { app: app.clone(), busy }
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.app.metrics.in_progress.dec();
    }
}

/// What there is of an answer by HTTP/2, until its client has taken it. The HTTP library keeps it for so long, since the client says
/// how much is sent; and meanwhile the request is under way, though its body may have nothing more to give.
#[derive(Debug)]
struct Offer {
    _offered: Option<Offered>,
    _under_way: Arc<UnderWay>,
}

/// A part of a body that is still offered.
struct Part(Bytes, #[expect(dead_code, reason = "what counts is how long it lives")] Arc<Offer>);

impl AsRef<[u8]> for Part {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Exchange {
    /// A request that has just come, from `peer`, on a connection that is `busy` with it.
    pub fn new(app: &Arc<App>, request: &Request<Body>, peer: Option<IpAddr>, busy: Option<Busy>) -> Exchange {
        let headers = request.headers();
        Exchange {
            start: Instant::now(),
            route: route_of(request.uri().path()),
            method: request.method().clone(),
            uri: request.uri().clone(),
            id: head::request_id(headers),
            client: peer.map(|peer| app.proxies.client(peer, headers)),
            trace: TraceParent::of(headers),
            answer: None,
            bytes: 0,
            is_whole: false,
            under_way: Arc::new(UnderWay::new(app, busy)),
            is_http2: request.version() == Version::HTTP_2,
        }
    }

    /// The method that was asked with.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The name by which the client knows it, as its answer does.
    pub fn id(&self) -> &str {
        self.id.to_str().unwrap_or_default()
    }

    /// The path, as the router knows it.
    pub fn route(&self) -> &'static str {
        self.route
    }

    /// The address of the client, where the request came by a network.
    pub fn client(&self) -> Option<IpAddr> {
        self.client
    }

    /// Gives the answer the headers that all have, and follows it until it is sent.
    pub fn answer(mut self, mut response: Response) -> Response<Followed> {
        head::set_headers(response.headers_mut(), &self.id);
        if self.under_way.app.is_draining() && !self.is_http2 {
            // So that the client asks elsewhere next time, and not where idle connections are about to be closed. By HTTP/2 it is told
            // when that is so.
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        let work = response.extensions().get::<Work>().copied().unwrap_or(Work::NONE);
        self.answer = Some((response.status(), work));
        let offer = self.offer();
        response.map(|body| Followed { body, exchange: self, offer })
    }

    /// Notes that there is something for the client to take, where it is the client who says how much is sent.
    fn offer(&self) -> Option<Arc<Offer>> {
        let under_way = self.is_http2.then(|| self.under_way.clone())?;
        Some(Arc::new(Offer { _offered: under_way.busy.as_ref().map(Busy::offer), _under_way: under_way }))
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        let app = &self.under_way.app;
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

/// The body of an answer, of which is known how much of it was sent.
#[derive(Debug)]
pub struct Followed {
    body: Body,
    exchange: Exchange,
    /// What waits for the client. While the body itself is waited for, there is none, but for parts that were not taken.
    offer: Option<Arc<Offer>>,
}

impl HttpBody for Followed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        match polled {
            Poll::Ready(Some(Ok(frame))) => {
                self.exchange.bytes += frame.data_ref().map_or(0, Bytes::len) as u64;
                self.offer = self.offer.take().or_else(|| self.exchange.offer());
                let frame = match self.offer.clone() {
                    Some(offer) => frame.map_data(|bytes| Bytes::from_owner(Part(bytes, offer))),
                    None => frame,
                };
                return Poll::Ready(Some(Ok(frame)));
            }
            Poll::Ready(None) => self.exchange.is_whole = true,
            _ => {}
        }
        self.offer = None;
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Followed {
    fn drop(&mut self) {
        // Whoever sees that no more follows need not ask for it.
        self.exchange.is_whole |= self.body.is_end_stream();
    }
}
