//! A body that is made on a thread of its own while it is sent.
//!
//! Chunks go through a short channel to the body of the response. A client who is slow makes the channel full and the thread wait; one who
//! went away closes it, and the thread is told so when it sends the next.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::stream::try_unfold;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{Instant, timeout_at};

use crate::app::App;
use crate::response::problem::Problem;
use crate::telemetry::metrics::Refusal;
use dedale::observe::Stopped;

/// How many chunks may be on their way to a reader.
const CHUNKS: usize = 2;

/// After how many seconds one may be asked for again when there are too many.
const RETRY_AFTER: u32 = 10;

/// The longest that one stream lasts, however slowly it is read.
const LONGEST_STREAM: Duration = Duration::from_secs(600);

/// What goes through the channel.
enum Part {
    Chunk(Bytes),
    /// All was told. A channel that closes without it was cut off.
    End,
}

/// Where the thread sends its chunks.
pub struct Sending {
    sender: Sender<Part>,
    runtime: Handle,
    app: Arc<App>,
    /// When the stream ends in any case.
    end: Instant,
    /// How long the thread has worked, without the time in which it waited for the reader.
    worked: Duration,
    /// Since when it works again.
    working_since: Instant,
}

impl Sending {
    /// Sends a chunk.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when the reader is gone.
    pub fn send(&mut self, chunk: Bytes) -> Result<(), Stopped> {
        self.send_part(Part::Chunk(chunk))
    }

    /// Says that there is no more.
    ///
    /// # Errors
    ///
    /// [`Stopped`] when the reader is gone.
    pub fn end(&mut self) -> Result<(), Stopped> {
        self.send_part(Part::End)
    }

    /// Whether the reader is gone.
    pub fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }

    fn send_part(&mut self, part: Part) -> Result<(), Stopped> {
        let waiting_since = Instant::now();
        self.worked += waiting_since - self.working_since;
        // A reader who takes nothing for as long as work may take is as good as gone.
        let patience = (waiting_since + self.app.settings.timeout).min(self.end + self.app.settings.timeout);
        let sent = self.runtime.block_on(timeout_at(patience, self.sender.send(part)));
        self.working_since = Instant::now();
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Stopped),
        }
    }

    /// Why the stream must end before all is told.
    pub fn over(&self) -> Option<&'static str> {
        if self.app.must_streams_end() {
            Some("the server is about to stop")
        } else if self.worked > self.app.settings.timeout {
            Some("the work took longer than the server allows")
        } else if Instant::now() > self.end {
            Some("the stream lasted longer than the server allows")
        } else {
            None
        }
    }
}

/// Does `work` on a thread of its own, and gives the body that it sends.
///
/// # Errors
///
/// A [`Problem`] when there are as many streams already as the server takes on.
pub fn stream(
    app: &Arc<App>,
    work: impl FnOnce(Sending) -> Result<(), Stopped> + Send + 'static,
) -> Result<Body, Problem> {
    let permit = app.step_streams.clone().try_acquire_owned();
    let permit = permit.map_err(|_| app.pool.refuse(Refusal::Streams, RETRY_AFTER))?;
    let (sender, receiver) = channel(CHUNKS);
    let (runtime, app) = (Handle::current(), app.clone());
    tokio::task::spawn_blocking(move || {
        let now = Instant::now();
        let (end, worked) = (now + LONGEST_STREAM, Duration::ZERO);
        // Who stopped it, the reader or the limit, has been told or is gone.
        let _: Result<(), Stopped> = work(Sending { sender, runtime, app, end, worked, working_since: now });
        drop(permit);
    });
    let parts = try_unfold(receiver, async |mut receiver| match receiver.recv().await {
        Some(Part::Chunk(chunk)) => Ok(Some((chunk, receiver))),
        Some(Part::End) => Ok(None),
        None => Err(io::Error::other("the telling of steps was cut off")),
    });
    Ok(Body::from_stream(parts))
}
