//! Streams of the steps of an algorithm while it runs: each step is a JSON object, as a line or as an event. A body is written by a dedicated
//! thread while it is sent.
//!
//! Chunks pass through a short channel to the body of the response. If the client is slow, the channel is full and the thread waits; if
//! the client disconnects, the channel is closed, and the next send fails.
//!
//! A body that ends early ends with an error, so it is not mistaken for a complete one: in HTTP/1, the last chunk is missing, and in
//! HTTP/2, the stream is reset.

use std::fmt::Arguments;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use futures_util::stream::try_unfold;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout_at};

use crate::app::App;
use crate::clients::shares::Client;
use crate::problem::{Kind, Problem};
use crate::response::negotiate;
use crate::telemetry::metrics::Refusal;
use dedale::grid::{AnyGrid, Cell, Grid as _, Side};
use dedale::named;
use dedale::observe::{Observer, Step, Stopped};

/// The version of the format of steps. It must be increased whenever the bytes of a stream change, because entity tags contain it.
pub const VERSION: u32 = 2;

/// How many bytes of steps are sent at a time.
const CHUNK_BYTES: usize = 8 * 1024;

/// The maximum number of chunks that wait to be sent.
const MAX_CHUNKS: usize = 2;

/// The maximum number of steps that are sent. Random walks may take more; the stream then ends with an event that says so.
pub const MAX_STEPS: u64 = 20_000_000;

/// The maximum duration of a stream, however slowly it is read.
const MAX_STREAM_TIME: Duration = Duration::from_secs(600);

/// How long the last chunk has to be sent before a body is cut off. Data that the HTTP library still holds is lost with the error.
const LAST_CHUNK_TIME: Duration = Duration::from_millis(100);

named! {
    /// The format of a stream of steps, by its name in metrics and in entity tags.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum StepFormat {
        /// One JSON object per line.
        NdJson = "ndjson",
        /// Server-sent events.
        Events = "events",
    }
}

impl StepFormat {
    /// The format that `Accept` prefers.
    pub fn of(headers: &HeaderMap) -> Result<StepFormat, Problem> {
        let offered: Vec<&str> = StepFormat::ALL.iter().map(|format| format.media_type()).collect();
        let preferred = negotiate::media_type(headers, &offered);
        StepFormat::ALL.iter().copied().find(|format| Some(format.media_type()) == preferred).ok_or_else(|| {
            let detail = format!("available media types are {}, and Accept allows neither", offered.join(" or "));
            Problem::new(Kind::NOT_ACCEPTABLE, detail)
        })
    }

    /// The media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            StepFormat::NdJson => "application/x-ndjson",
            StepFormat::Events => "text/event-stream",
        }
    }

    /// Writes an event with its name and its members, each of which begins with a comma.
    fn write(self, out: &mut Vec<u8>, name: &str, members: Arguments<'_>) {
        // Writing to a vector never fails.
        let _ = match self {
            StepFormat::NdJson => writeln!(out, "{{\"step\":\"{name}\"{members}}}"),
            StepFormat::Events => write!(out, "event: {name}\ndata: {{\"step\":\"{name}\"{members}}}\n\n"),
        };
    }
}

/// An observer that sends each step to a client.
pub struct StepStream {
    format: StepFormat,
    grid: AnyGrid,
    buffer: Vec<u8>,
    /// How many steps have been sent.
    pub steps: u64,
    /// Whether as many have been sent as there may be.
    is_full: bool,
    sender: Sender<Bytes>,
    runtime: Handle,
    app: Arc<App>,
    /// When the stream ends in any case.
    end: Instant,
    /// How long the thread has worked, without the time it waited for the client.
    worked: Duration,
    /// When it last resumed work.
    working_since: Instant,
}

impl StepStream {
    /// Sends an event that is not a step: the beginning or the end. `members` must be an object. Fails if the client has disconnected.
    pub fn send_event(&mut self, name: &str, members: &Value) -> Result<(), Stopped> {
        let members = members.to_string();
        // The members of the object follow its name.
        self.write(name, format_args!(",{}", &members[1..members.len() - 1]));
        self.send_if_large()
    }

    fn write(&mut self, name: &str, members: Arguments<'_>) {
        self.format.write(&mut self.buffer, name, members);
    }

    fn write_cell(&mut self, name: &str, cell: Cell) {
        let cell = self.grid.address(cell);
        self.write(name, format_args!(",\"cell\":[{cell}]"));
    }

    fn write_pair(&mut self, name: &str, from: Cell, side: Side, to: Cell) {
        let side = self.grid.side_name(from, side);
        let [from, to] = [from, to].map(|cell| self.grid.address(cell));
        let members = format_args!(",\"from\":[{from}],\"side\":\"{side}\",\"to\":[{to}]");
        self.format.write(&mut self.buffer, name, members);
    }

    fn write_stopped(&mut self, reason: &str) {
        let steps = self.steps;
        self.write("stopped", format_args!(",\"steps\":{steps},\"reason\":\"{reason}\""));
    }

    /// Sends what is written if it is a chunk. A stream that must end ends with the reason and an error, since another time it may be longer.
    fn send_if_large(&mut self) -> Result<(), Stopped> {
        if self.buffer.len() < CHUNK_BYTES {
            return Ok(());
        }
        self.send()?;
        let Some(reason) = self.must_end() else { return Ok(()) };
        self.write_stopped(reason);
        self.send()?;
        Err(Stopped)
    }

    /// Sends what is written. A client that reads nothing for the whole timeout is treated as disconnected.
    fn send(&mut self) -> Result<(), Stopped> {
        let chunk = std::mem::replace(&mut self.buffer, Vec::with_capacity(CHUNK_BYTES + 256));
        let waiting_since = Instant::now();
        self.worked += waiting_since - self.working_since;
        let patience = waiting_since.min(self.end) + self.app.settings.timeout;
        let sent = self.runtime.block_on(timeout_at(patience, self.sender.send(chunk.into())));
        self.working_since = Instant::now();
        match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Stopped),
        }
    }

    /// The reason why the stream must end early.
    fn must_end(&self) -> Option<&'static str> {
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

impl Observer for StepStream {
    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        // There is nothing to send, but the client may have disconnected.
        if self.sender.is_closed() { Err(Stopped) } else { Ok(()) }
    }

    fn see(&mut self, step: Step) -> Result<(), Stopped> {
        if self.steps == MAX_STEPS {
            // This limit is always the same, so the response is complete.
            self.is_full = true;
            self.write_stopped("this is the maximum number of steps that are sent");
            return Err(Stopped);
        }
        self.steps += 1;
        match step {
            Step::Visit(cell) => self.write_cell("visit", cell),
            Step::Root(cell) => self.write_cell("root", cell),
            Step::Back(cell) => self.write_cell("back", cell),
            Step::Erase(cell) => self.write_cell("erase", cell),
            Step::Fill(cell) => self.write_cell("fill", cell),
            Step::Path(cell) => self.write_cell("path", cell),
            Step::Carve { from, side, to } => self.write_pair("carve", from, side, to),
            Step::Join { from, side, to } => self.write_pair("join", from, side, to),
            Step::Wall { from, side, to } => self.write_pair("wall", from, side, to),
            Step::Clear => self.write("clear", format_args!("")),
            Step::Open { cell, side } => {
                let (side, cell) = (self.grid.side_name(cell, side), self.grid.address(cell));
                let members = format_args!(",\"cell\":[{cell}],\"side\":\"{side}\"");
                self.format.write(&mut self.buffer, "open", members);
            }
            // A step that this version cannot send yet.
            _ => {}
        }
        self.send_if_large()
    }
}

/// Runs `work` on a dedicated thread, and returns the body that it writes. Fails if the maximum number of streams is open.
pub fn stream_steps(
    app: &Arc<App>,
    client: Client,
    format: StepFormat,
    grid: AnyGrid,
    work: impl FnOnce(&mut StepStream) -> Result<(), Stopped> + Send + 'static,
) -> Result<Body, Problem> {
    let share = app.step_streams.take(client, 1).map_err(|full| full.refuse(Refusal::Streams, &app.metrics))?;
    let (sender, receiver) = channel(MAX_CHUNKS);
    let now = Instant::now();
    let mut stream = StepStream {
        format,
        grid,
        buffer: Vec::new(),
        steps: 0,
        is_full: false,
        sender,
        runtime: Handle::current(),
        app: app.clone(),
        end: now + MAX_STREAM_TIME,
        worked: Duration::ZERO,
        working_since: now,
    };
    let working = spawn_blocking(move || {
        let _share = share;
        let ended = work(&mut stream);
        if ended.is_ok() || stream.is_full { stream.send() } else { Err(Stopped) }
    });
    let panics = app.metrics.panics.clone();
    let chunks = try_unfold((receiver, working, panics), async |(mut receiver, mut working, panics)| {
        if let Some(chunk) = receiver.recv().await {
            return Ok(Some((chunk, (receiver, working, panics))));
        }
        match (&mut working).await {
            Ok(Ok(())) => return Ok(None),
            // The reason was sent, or the client has disconnected.
            Ok(Err(Stopped)) => {}
            Err(_panic) => {
                panics.inc();
            }
        }
        sleep(LAST_CHUNK_TIME).await;
        Err(io::Error::other("the stream of steps was cut off"))
    });
    Ok(Body::from_stream(chunks))
}
