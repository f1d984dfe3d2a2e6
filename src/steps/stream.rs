//! A body that is written by a dedicated thread while it is sent.
//!
//! Chunks pass through a short channel to the body of the response. If the client is slow, the channel is full and the thread waits; if
//! the client disconnects, the channel is closed, and the next send fails.
//!
//! A body that ends early ends with an error, so it is not mistaken for a complete one: in HTTP/1, the last chunk is missing, and in
//! HTTP/2, the stream is reset.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::stream::try_unfold;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{Instant, sleep, timeout_at};

use crate::app::App;
use crate::clients::shares::Client;
use crate::problem::Problem;
use crate::telemetry::metrics::Refusal;
use dedale::observe::Stopped;

/// The capacity of the channel, in chunks.
const CHUNKS: usize = 2;

/// How long the last chunk has to be sent before a body is cut off. Data that the HTTP library still holds is lost with the error.
const LAST_CHUNK: Duration = Duration::from_millis(100);

/// The maximum duration of a stream, however slowly it is read.
const LONGEST_STREAM: Duration = Duration::from_secs(600);

/// The messages in the channel.
enum Part {
    Chunk(Bytes),
    /// The end of a complete body. If the channel closes without it, the body was cut off.
    End,
}

/// The sending side, which is used by the thread.
pub struct Sending {
    sender: Sender<Part>,
    runtime: Handle,
    app: Arc<App>,
    /// When the stream ends in any case.
    end: Instant,
    /// How long the thread has worked, without the time it waited for the client.
    worked: Duration,
    /// When it last resumed work.
    working_since: Instant,
}

impl Sending {
    /// Sends a chunk.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if the client has disconnected.
    pub fn send(&mut self, chunk: Bytes) -> Result<(), Stopped> {
        self.send_part(Part::Chunk(chunk))
    }

    /// Marks the end of the body.
    ///
    /// # Errors
    ///
    /// Returns [`Stopped`] if the client has disconnected.
    pub fn end(&mut self) -> Result<(), Stopped> {
        self.send_part(Part::End)
    }

    /// Whether the client has disconnected.
    pub fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    fn send_part(&mut self, part: Part) -> Result<(), Stopped> {
        let waiting_since = Instant::now();
        self.worked += waiting_since - self.working_since;
        // A client that reads nothing for the whole timeout is treated as disconnected.
        let patience = (waiting_since + self.app.settings.timeout).min(self.end + self.app.settings.timeout);
        let sent = self.runtime.block_on(timeout_at(patience, self.sender.send(part)));
        self.working_since = Instant::now();
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Stopped),
        }
    }

    /// The reason why the stream must end early.
    pub fn over(&self) -> Option<&'static str> {
        if self.app.must_streams_end() {
            Some("the server is shutting down")
        } else if self.worked > self.app.settings.timeout {
            Some("the work took longer than the server allows")
        } else if Instant::now() > self.end {
            Some("the stream lasted longer than the server allows")
        } else {
            None
        }
    }
}

/// Runs `work` on a dedicated thread, and returns the body that it writes.
///
/// # Errors
///
/// Returns a [`Problem`] if the maximum number of streams is open.
pub fn stream(
    app: &Arc<App>,
    client: Client,
    work: impl FnOnce(Sending) -> Result<(), Stopped> + Send + 'static,
) -> Result<Body, Problem> {
    let refuse = |full| app.pool.refuse(Refusal::Streams, full, "streams of steps");
    let share = app.step_streams.take(client, 1).map_err(refuse)?;
    let (sender, receiver) = channel(CHUNKS);
    let (runtime, app) = (Handle::current(), app.clone());
    tokio::task::spawn_blocking(move || {
        let now = Instant::now();
        let (end, worked) = (now + LONGEST_STREAM, Duration::ZERO);
        let panics = app.metrics.panics.clone();
        let sending = Sending { sender, runtime, app, end, worked, working_since: now };
        // After an error, the client has received the reason, or has disconnected.
        if catch_unwind(AssertUnwindSafe(|| work(sending))).is_err() {
            panics.inc();
        }
        drop(share);
    });
    let parts = try_unfold(receiver, async |mut receiver| match receiver.recv().await {
        Some(Part::Chunk(chunk)) => Ok(Some((chunk, receiver))),
        Some(Part::End) => Ok(None),
        None => {
            sleep(LAST_CHUNK).await;
            Err(io::Error::other("the stream of steps was cut off"))
        }
    });
    Ok(Body::from_stream(parts))
}
