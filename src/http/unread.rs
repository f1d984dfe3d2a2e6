//! The rest of a request body that a handler has not read.
//!
//! In HTTP/1, the next request follows the body. If a request is refused before its body is read, the HTTP library closes the connection,
//! and the next request of a client that does not expect that is lost. A small rest is therefore read to its end; otherwise the response says
//! that the connection will be closed.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::EXPECT;
use axum::http::{Request, Version};
use http_body::{Body as HttpBody, Frame, SizeHint};
use http_body_util::{BodyExt as _, Limited};
use tokio::time::timeout;

/// The largest rest that is read, in bytes.
const MOST: usize = 64 * 1024;

/// How long is waited for the rest.
const PATIENCE: Duration = Duration::from_millis(500);

/// A body that puts what is left of it into the slot when it is dropped.
struct Lent {
    body: Body,
    is_begun: bool,
    slot: Arc<Mutex<Slot>>,
}

/// What is left of a body.
#[derive(Default)]
struct Slot {
    rest: Option<Body>,
    /// Whether the client waits for a `100 Continue` before it sends the body. Reading sends one.
    waits: bool,
}

/// The rest of the body of a request, once its handler has dropped it.
pub struct Unread(Arc<Mutex<Slot>>);

impl Unread {
    /// Follows the body of a request; `None` if nothing depends on its end.
    pub fn of(request: &mut Request<Body>) -> Option<Unread> {
        if request.body().is_end_stream() || request.version() > Version::HTTP_11 {
            return None;
        }
        let waits = request.headers().contains_key(EXPECT);
        let slot = Arc::new(Mutex::new(Slot { rest: None, waits }));
        let body = std::mem::take(request.body_mut());
        *request.body_mut() = Body::new(Lent { body, is_begun: false, slot: slot.clone() });
        Some(Unread(slot))
    }

    /// Reads the rest if it is small, and returns whether the body has come to its end.
    pub async fn finish(self) -> bool {
        let Slot { rest, waits } = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let Some(rest) = rest else { return true };
        if waits || rest.size_hint().lower() > MOST as u64 {
            return false;
        }
        let mut rest = Limited::new(rest, MOST);
        let reading = async {
            while let Some(frame) = rest.frame().await {
                if frame.is_err() {
                    return false;
                }
            }
            true
        };
        timeout(PATIENCE, reading).await.unwrap_or(false)
    }
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.is_begun = true;
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if self.body.is_end_stream() {
            return;
        }
        let mut slot = self.slot.lock().unwrap_or_else(PoisonError::into_inner);
        slot.rest = Some(std::mem::take(&mut self.body));
        slot.waits &= !self.is_begun;
    }
}
