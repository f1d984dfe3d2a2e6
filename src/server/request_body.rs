//! The body of a request of HTTP/1. If the service does not read it to its end, the rest is read and dropped here, so that the next request on
//! the connection is found after it. If the rest is long, the response says that the connection ends, since the next request would be lost.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use axum::http::Request;
use axum::http::header::EXPECT;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;
use hyper::body::Incoming;
use tokio::runtime::Handle;

/// The maximum size of the rest of a body that is read after a refusal, in bytes.
const MAX_DRAINED_BYTES: u64 = 64 * 1024;

/// The body of a request. When it is dropped, the rest is read if it is short; otherwise the connection must end.
#[derive(Debug)]
pub struct RequestBody {
    /// `None` if all of it was read.
    incoming: Option<Incoming>,
    /// True if the client waits for `100 Continue` before it sends the body. It may send its next request instead.
    is_expected: bool,
    must_close: Arc<AtomicBool>,
}

/// Reports whether part of a request body stayed unread.
#[derive(Debug)]
pub struct Unread(Arc<AtomicBool>);

impl Unread {
    /// Returns true if the connection must end after the response, because part of the body is unread. This is known
    /// once the service has dropped the body, which it has when there is a response.
    pub fn must_close(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl RequestBody {
    /// Wraps the body of a request, if it has one.
    pub fn of(request: Request<Incoming>) -> (Request<axum::body::Body>, Option<Unread>) {
        if request.body().is_end_stream() {
            return (request.map(axum::body::Body::new), None);
        }
        let must_close = Arc::new(AtomicBool::new(false));
        let is_expected = request.headers().contains_key(EXPECT);
        let follow = |incoming| RequestBody { incoming: Some(incoming), is_expected, must_close: must_close.clone() };
        (request.map(|incoming| axum::body::Body::new(follow(incoming))), Some(Unread(must_close)))
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let Some(incoming) = &mut self.incoming else { return Poll::Ready(None) };
        let frame = ready!(Pin::new(incoming).poll_frame(cx));
        if frame.is_none() {
            self.incoming = None;
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.incoming.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.incoming.as_ref().map_or(SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let Some(mut incoming) = self.incoming.take().filter(|incoming| !incoming.is_end_stream()) else { return };
        let is_short = incoming.size_hint().exact().is_some_and(|length| length <= MAX_DRAINED_BYTES);
        match Handle::try_current() {
            // The task ends with the connection at the latest, which is closed when its client is silent.
            Ok(runtime) if is_short && !self.is_expected => {
                runtime.spawn(async move { while let Some(Ok(_)) = incoming.frame().await {} });
            }
            _ => self.must_close.store(true, Ordering::Release),
        }
    }
}
